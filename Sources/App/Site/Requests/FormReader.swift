import HTTPTypes
import Hummingbird
import Web

/// Reads posted forms, except those that may have files. Refuses forms that another site has sent.
struct FormReader: RouterMiddleware {
    let services: Services
    /// A handler of a larger form does not run on the connection's event loop, where it would keep other connections waiting.
    private static let maxBytesOnEventLoop = 4096

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post else { return try await next(request, context) }
        let visit = Visit(request: request, context: context, services: services)
        let before = visit.referringPage ?? "/"
        guard isSameOrigin(request) else {
            visit.note(.formRefused)
            throw Problem.outdatedForm(loadedFrom: before)
        }
        let isForm = ContentType(request.headers[.contentType]).isForm
        if context.route?.takesFiles == true, !isForm { return try await next(request, context) }
        var (request, context) = (request, context)
        // While a slow client sends its form, it must not take a place from other requests.
        let body = try await services.admission.outside { [request] in try await readBody(request) }
        request.body = RequestBody(buffer: body)
        guard body.readableBytes == 0 || isForm else {
            throw Problem(status: .unsupportedMediaType, title: "That did not work", detail: "The form was sent in a way we do not read.")
        }
        context.form = await parse(body)
        if let session = context.session, !session.accepts(formToken: context.form["csrf"]) {
            visit.note(.formRefused)
            throw Problem.outdatedForm(loadedFrom: before)
        }
        let executor: (any TaskExecutor)? = body.readableBytes > Self.maxBytesOnEventLoop ? globalConcurrentExecutor : nil
        return try await withTaskExecutorPreference(executor) { [request, context] in try await next(request, context) }
    }

    /// The connection ends a body that arrives too slowly.
    private func readBody(_ request: Request) async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Form.sizeLimit { throw Problem.tooLarge }
        return try await request.body.collect(upTo: Form.sizeLimit)
    }

    /// Does not run on the connection's event loop, where a large form would keep other connections waiting.
    private func parse(_ body: ByteBuffer) async -> Form {
        guard body.readableBytes > 0 else { return Form() }
        return await withTaskExecutorPreference(globalConcurrentExecutor) { Form(parsing: body.readableBytesView) }
    }

    /// Checks Fetch Metadata if the browser sends it, else Origin, else Referer. A client that sends none of them is no browser.
    private func isSameOrigin(_ request: Request) -> Bool {
        if let site = request.headers[.fetchSite] { return site == "same-origin" || site == "none" }
        let host = request.head.authority
        let ours = [services.settings.baseURL, host.map { "http://" + $0 }, host.map { "https://" + $0 }].compactMap(\.self)
        if let origin = request.headers[.origin] {
            // A page that sends no Referer sends the origin "null" with its forms. Only secret addresses accept it, because other sites do
            // not know them.
            if origin == "null" { return SecretAddress.visiblePart(of: request.uri.path) != nil }
            return ours.contains(origin)
        }
        guard let referrer = request.headers[.referer] else { return true }
        return ours.contains { referrer == $0 || referrer.hasPrefix($0 + "/") }
    }
}
