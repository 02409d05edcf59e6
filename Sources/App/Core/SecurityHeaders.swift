import HTTPTypes
import Hummingbird

/// What every answer carries, whatever it is (OWASP ASVS 5, chapter V3).
struct SecurityHeaders: RouterMiddleware {
    private static let unframed = "'none'"
    /// What a handler sets as the policy of a page that stands in a frame of this site.
    static let framed = "'self'"

    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
        frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors\u{20}
        """

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // A page may stand in a frame only where a handler has said so.
        response.headers[.contentSecurityPolicy] = Self.policy + (response.headers[.contentSecurityPolicy] ?? Self.unframed)
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.permissionsPolicy] = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        if context.isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }
}
