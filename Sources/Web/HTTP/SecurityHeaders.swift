/// The security headers of every response (OWASP ASVS 5, chapter V3). The connection writes these lines unchanged.
public enum SecurityHeaders {
    /// The default value of `frame-ancestors`: no page may show this page in a frame. A handler can set the header Content-Security-Policy
    /// to `framed` instead.
    static let unframed = "'none'"
    /// The value of `frame-ancestors` for a page that may be shown in a frame on a page of the same site.
    public static let framed = "'self'"
    /// A handler sets the header Content-Security-Policy to this value if its page may ask the browser for the visitor's location. The
    /// response then has a Permissions-Policy that allows this.
    public static let locating = "geolocation"

    static let lines = """
        X-Content-Type-Options: nosniff\r
        Cross-Origin-Opener-Policy: same-origin\r\n
        """

    /// The default policy for the Referer header of requests that a page causes. A handler can set another policy.
    static let referrerLine = "Referrer-Policy: same-origin\r\n"

    static func policyLine(_ ancestors: String, geolocation: String = "()") -> String {
        """
        Permissions-Policy: camera=(), microphone=(), geolocation=\(geolocation), payment=(), usb=()\r
        Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
        manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors \(ancestors)\r\n
        """
    }
}
