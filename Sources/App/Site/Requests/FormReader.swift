import HTTPTypes
import Hummingbird
import Web

/// Reads posted forms, except those that may have files. Refuses forms that another site has sent.
struct FormReader: RouterMiddleware {
    let services: Services
    /// The maximum size of a form whose handler runs on the connection's event loop. The handler of a larger form runs elsewhere, so that
    /// other connections do not wait for it.
    private static let maxBytesOnEventLoop = 4096

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post else { return try await next(request, context) }
        let visit = Visit(request: request, context: context, services: services)
        let before = visit.referringPage ?? "/"
        guard isSameOrigin(request) else {
            visit.logSecurityEvent(.formRefused)
            throw Problem.outdatedForm(loadedFrom: before)
        }
        let isForm = ContentType(request.headers[.contentType]).isForm
        if context.route?.takesFiles == true, !isForm { return try await next(request, context) }
        var (request, context) = (request, context)
        // While a slow client sends its form, it must not take a place from other requests.
        let body = try await services.admission.outside { [request] in try await readBody(request) }
        request.body = RequestBody(buffer: body)
        guard body.readableBytes == 0 || isForm else {
            throw Problem(status: .unsupportedMediaType, title: "That did not work", detail: "This site cannot read this kind of form.")
        }
        context.form = await parse(body)
        if let session = context.session, !session.accepts(formToken: context.form["csrf"]) {
            visit.logSecurityEvent(.formRefused)
            throw Problem.outdatedForm(loadedFrom: before)
        }
        let executor: (any TaskExecutor)? = body.readableBytes > Self.maxBytesOnEventLoop ? globalConcurrentExecutor : nil
        return try await withTaskExecutorPreference(executor) { [request, context] in try await next(request, context) }
    }

    /// Reads the body of the request. The connection itself ends a request whose body arrives too slowly.
    private func readBody(_ request: Request) async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Form.sizeLimit { throw Problem.tooLarge }
        return try await request.body.collect(upTo: Form.sizeLimit)
    }

    /// Parses the form, but not on the connection's event loop, where a large form would make other connections wait.
    private func parse(_ body: ByteBuffer) async -> Form {
        guard body.readableBytes > 0 else { return Form() }
        return await withTaskExecutorPreference(globalConcurrentExecutor) { Form(parsing: body.readableBytesView) }
    }

    /// Whether a page of this site has sent the form. Checks the header Sec-Fetch-Site if the browser sends it, else Origin, else Referer.
    /// A client that sends none of these headers is no browser, and is accepted.
    private func isSameOrigin(_ request: Request) -> Bool {
        if let site = request.headers[.fetchSite] { return site == "same-origin" || site == "none" }
        let host = request.head.authority
        let ours = [services.settings.baseURL, host.map { "http://" + $0 }, host.map { "https://" + $0 }].compactMap(\.self)
        if let origin = request.headers[.origin] {
            // A page that sends no Referer sends the origin "null" with its forms. Only secret addresses accept this origin, because other
            // sites do not know these addresses.
            if origin == "null" { return SecretAddress.isSecret(request.uri.path) }
            return ours.contains(origin)
        }
        guard let referrer = request.headers[.referer] else { return true }
        return ours.contains { referrer == $0 || referrer.hasPrefix($0 + "/") }
    }
}
