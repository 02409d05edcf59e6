/// The security headers of every response (OWASP ASVS 5, chapter V3). The connection writes these lines as they are.
public enum SecurityHeaders {
    /// The default for `frame-ancestors`: no page may put this page into a frame, unless its handler sets the policy `framed`.
    static let unframed = "'none'"
    /// The policy of a page that is shown in a frame of its own site.
    public static let framed = "'self'"
    /// The policy of a page that may ask the browser for its location.
    public static let locating = "geolocation"

    static let lines = """
        X-Content-Type-Options: nosniff\r
        Cross-Origin-Opener-Policy: same-origin\r\n
        """

    /// The policy for the Referer of requests from a page, unless its handler sets another.
    static let referrerLine = "Referrer-Policy: same-origin\r\n"

    static func policyLine(_ ancestors: String, geolocation: String = "()") -> String {
        """
        Permissions-Policy: camera=(), microphone=(), geolocation=\(geolocation), payment=(), usb=()\r
        Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
        manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors \(ancestors)\r\n
        """
    }
}
