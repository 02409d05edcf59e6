import HTTPTypes

extension HTTPField.Name {
    // RFC 7240. The names are tokens, so these never fail; an unusable one would merely never match.
    /// The account that a page is for, by its name, or "-". The service worker deletes the pages that it keeps for other accounts.
    public static let account = HTTPField.Name("Boardwalk-Account") ?? .accept
    /// For whose use in places without a line a browser may keep the page: the account's name.
    public static let keptFor = HTTPField.Name("Boardwalk-Kept-For") ?? .accept
    public static let prefer = HTTPField.Name("Prefer") ?? .accept
    public static let preferenceApplied = HTTPField.Name("Preference-Applied") ?? .accept
    public static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .accept
    public static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .accept
    /// As browsers know it (HTML, section 7.7.6): like `<meta http-equiv="refresh">`.
    public static let refresh = HTTPField.Name("Refresh") ?? .accept
    /// As search engines read it; no standard has it.
    public static let robots = HTTPField.Name("X-Robots-Tag") ?? .accept
    public static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .accept
    /// Clear Site Data, section 3.1.
    public static let clearSiteData = HTTPField.Name("Clear-Site-Data") ?? .accept
    static let secPurpose = HTTPField.Name("Sec-Purpose") ?? .accept
    /// Fetch Metadata Request Headers, section 2.1.
    public static let fetchDestination = HTTPField.Name("Sec-Fetch-Dest") ?? .accept
    public static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .accept
    public static let requestID = HTTPField.Name("X-Request-ID") ?? .accept
}
