import HTTPTypes

extension HTTPField.Name {
    // The names are valid tokens, so `HTTPField.Name` never returns nil here and the fallback is never used.
    /// The header with the name of the account that a page is for. Its value is "-" if nobody is signed in. The service worker deletes the
    /// pages that it keeps for other accounts.
    public static let account = HTTPField.Name("Boardwalk-Account") ?? .accept
    /// The header with the name of the account for which a browser may keep the page, for use without a connection.
    public static let keptFor = HTTPField.Name("Boardwalk-Kept-For") ?? .accept
    /// The header with which a client asks for a long poll (RFC 7240).
    public static let prefer = HTTPField.Name("Prefer") ?? .accept
    public static let preferenceApplied = HTTPField.Name("Preference-Applied") ?? .accept
    public static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .accept
    public static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .accept
    /// The header that makes a browser load a page after some seconds, like `<meta http-equiv="refresh">` (HTML standard, section 7.7.6).
    public static let refresh = HTTPField.Name("Refresh") ?? .accept
    /// The header that tells search engines whether they may index a page. No standard defines it.
    public static let robots = HTTPField.Name("X-Robots-Tag") ?? .accept
    public static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .accept
    /// The header that tells a browser to delete the data that it stores for the site (Clear Site Data, section 3.1).
    public static let clearSiteData = HTTPField.Name("Clear-Site-Data") ?? .accept
    static let secPurpose = HTTPField.Name("Sec-Purpose") ?? .accept
    /// The header that says for which purpose a browser requests a resource, such as an image (Fetch Metadata Request Headers, section
    /// 2.1).
    public static let fetchDestination = HTTPField.Name("Sec-Fetch-Dest") ?? .accept
    public static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .accept
    public static let requestID = HTTPField.Name("X-Request-ID") ?? .accept
}
