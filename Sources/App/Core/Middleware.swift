import Foundation
import HTMLTemplates
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1

/// One log line a request, and the headers every answer carries (OWASP ASVS 5, chapter V3).
struct RequestLog: RouterMiddleware {
    let services: Services
    private let clock = ContinuousClock()

    init(services: Services) { self.services = services }

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
        let start = clock.now
        var context = context
        ClientAddress(request: request, context: context, settings: services.settings).fill(&context)
        var response = try await next(request, context)
        harden(&response.headers, isSecure: context.isSecure)
        response.headers[.requestID] = context.requestID
        let level: Logger.Level = request.uri.path.hasPrefix("/assets/") ? .debug : .info
        services.logger.log(
            level: level, "request",
            metadata: [
                "id": .string(context.requestID), "method": .string(request.method.rawValue),
                "path": .string(Self.loggable(request.uri.path)),
                "status": .stringConvertible(response.status.code), "ms": .string(milliseconds(clock.now - start)),
            ])
        return response
    }

    /// An invitation's code lets whoever reads it into a club.
    private static func loggable(_ path: String) -> String { path.hasPrefix("/join/") ? "/join/…" : path }

    private func harden(_ headers: inout HTTPFields, isSecure: Bool) {
        // A page may stand in a frame only where a handler has said so.
        headers[.contentSecurityPolicy] = Self.policy + (headers[.contentSecurityPolicy] ?? Self.unframed)
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "same-origin"
        headers[.permissionsPolicy] = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"
        headers[.crossOriginOpenerPolicy] = "same-origin"
        if isSecure { headers[.strictTransportSecurity] = "max-age=31536000" }
    }

    private func milliseconds(_ duration: Duration) -> String {
        let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
        let rest = microseconds % 1000
        return "\(microseconds / 1000).\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)"
    }
}

/// Who is really asking: forwarded headers count only from configured proxies.
private struct ClientAddress {
    let request: Request
    let context: AppContext
    let settings: AppSettings

    func fill(_ context: inout AppContext) {
        let peer = context.channel?.remoteAddress?.ipAddress ?? ""
        let isProxied = isTrusted(peer)
        let hops = (request.headers[.forwardedFor] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        // The rightmost address that is no proxy of ours; what stands left of it anybody may have written.
        let client = isProxied ? hops.last { !isTrusted($0) } ?? peer : peer
        context.network = Network.subscriber(of: client)
        context.isSecure = settings.isSecure || (isProxied && request.headers[.forwardedProto] == "https")
    }

    private func isTrusted(_ address: String) -> Bool { settings.trustedProxies.contains { $0.contains(address) } }
}

/// Finds the session of the cookie.
struct SessionReader: RouterMiddleware {
    let services: Services

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let isForAnyone = request.uri.path.hasPrefix("/assets/") || ["/healthz", "/readyz"].contains(request.uri.path)
        let name = SessionCookie.name(isSecure: context.isSecure)
        guard !isForAnyone, let token = request.cookies[name]?.value else { return try await next(request, context) }
        var context = context
        context.session = try await services.sessions.session(token: token)
        return try await next(request, context)
    }
}

/// Reads posted forms, and refuses those that another site had a hand in.
struct FormReader: RouterMiddleware {
    let services: Services

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post else { return try await next(request, context) }
        let before = Visit(request: request, context: context, services: services).pageBefore ?? "/"
        guard isSameOrigin(request) else { throw Problem.outdatedForm(loadedFrom: before) }
        var (request, context) = (request, context)
        let body = try await readBody(request)
        request.body = RequestBody(buffer: body)
        let type = request.headers[.contentType] ?? ""
        guard body.readableBytes == 0 || type.prefix(while: { $0 != ";" }) == "application/x-www-form-urlencoded" else {
            throw Problem(status: .unsupportedMediaType, title: "That did not work", detail: "The form was sent in a way we do not read.")
        }
        context.form = try Form(parsing: String(buffer: body))
        if let session = context.session, !session.accepts(formToken: context.form["csrf"]) {
            throw Problem.outdatedForm(loadedFrom: before)
        }
        return try await next(request, context)
    }

    /// The whole body, or 408 when it comes too slowly: a trickle must not hold a place for days.
    private func readBody(_ request: Request) async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Form.sizeLimit { throw Problem.tooLarge }
        return try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
            group.addTask { try await request.body.collect(upTo: Form.sizeLimit) }
            group.addTask {
                try await Task.sleep(for: Self.patience)
                throw Problem.tooSlow
            }
            defer { group.cancelAll() }
            return try await group.next() ?? ByteBuffer()
        }
    }

    private static let patience = Duration.seconds(20)

    /// Fetch Metadata where the browser sends it, else Origin; a client that sends neither is no browser.
    private func isSameOrigin(_ request: Request) -> Bool {
        if let site = request.headers[.fetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin] else { return true }
        let ours = [
            services.settings.baseURL, request.head.authority.map { "http://" + $0 }, request.head.authority.map { "https://" + $0 },
        ]
        return ours.contains(origin)
    }
}

/// Turns what handlers throw into pages in the site's look.
struct ProblemPages: RouterMiddleware {
    let services: Services

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch is SignInNeeded {
            return try signIn(request, context)
        } catch let error as HTTPParserError {
            // The client hung up in the middle: the server closes the connection.
            throw error
        } catch {
            return try answer(error, request, context)
        }
    }

    /// A page is asked for again after the sign-in; a form, or a poll, is answered with the way there.
    private func signIn(_ request: Request, _ context: AppContext) throws -> Response {
        let visit = Visit(request: request, context: context, services: services)
        if [.get, .head].contains(request.method), request.headers[.prefer] == nil {
            return visit.redirect(to: SignInNeeded.address(next: visit.address))
        }
        let problem = Problem(
            status: .unauthorized, title: "You are signed out",
            detail: "Nothing was changed. Sign in, then do it once more; what you typed is on the page before this one.",
            action: Problem.Action(label: "Sign in", href: SignInNeeded.address(next: visit.pageBefore ?? "/")))
        return try answer(problem, request, context)
    }

    private func answer(_ error: any Error, _ request: Request, _ context: AppContext) throws -> Response {
        let visit = Visit(request: request, context: context, services: services)
        let problem = Problem(error) ?? unexpected(error, context)
        let page = ProblemPage(
            layout: visit.layout(), status: problem.status.code, title: problem.title, detail: problem.detail,
            request: problem.status.code == 500 ? context.requestID : nil,
            refreshSeconds: problem.status == .serviceUnavailable && request.method == .get ? problem.retryAfter : nil,
            action: problem.action.href, actionLabel: problem.action.label)
        var response = try visit.page(page, status: problem.status)
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    private func unexpected(_ error: any Error, _ context: AppContext) -> Problem {
        services.logger.error("unexpected error", metadata: ["id": .string(context.requestID), "error": "\(error)"])
        return Problem(
            status: .internalServerError, title: "Something went wrong",
            detail: "It is our fault, not yours. If it happens again, tell us the number below.")
    }
}
