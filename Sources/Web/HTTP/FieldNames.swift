import HTTPTypes

extension HTTPField.Name {
    // The names are valid tokens, so `HTTPField.Name` never returns nil here and the fallback is never used.
    /// The name of the account that a page is for, or "-". The service worker deletes the pages that it keeps for other accounts.
    public static let account = HTTPField.Name("Boardwalk-Account") ?? .accept
    /// The name of the account for which a browser may keep the page, for use without a connection.
    public static let keptFor = HTTPField.Name("Boardwalk-Kept-For") ?? .accept
    /// RFC 7240.
    public static let prefer = HTTPField.Name("Prefer") ?? .accept
    public static let preferenceApplied = HTTPField.Name("Preference-Applied") ?? .accept
    public static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .accept
    public static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .accept
    /// Browsers treat it like `<meta http-equiv="refresh">` (HTML standard, section 7.7.6).
    public static let refresh = HTTPField.Name("Refresh") ?? .accept
    /// Search engines read it. No standard defines it.
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
