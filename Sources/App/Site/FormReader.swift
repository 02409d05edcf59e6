import HTTPTypes
import Hummingbird
import Web

/// Reads posted forms, but for those that may have files, and refuses those that another site had a hand in.
struct FormReader: RouterMiddleware {
    let services: Services
    /// Bytes of a form that its handler may work with on the connection's event loop: looking at a larger one keeps others waiting.
    private static let mostOnLoop = 4096

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post else { return try await next(request, context) }
        let visit = Visit(request: request, context: context, services: services)
        let before = visit.pageBefore ?? "/"
        guard isSameOrigin(request) else {
            visit.note(.formRefused)
            throw Problem.outdatedForm(loadedFrom: before)
        }
        let isForm = ContentType(request.headers[.contentType]).isForm
        if context.route?.takesFiles == true, !isForm { return try await next(request, context) }
        var (request, context) = (request, context)
        // A slow client must not keep others from being served.
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
        let executor: (any TaskExecutor)? = body.readableBytes > Self.mostOnLoop ? globalConcurrentExecutor : nil
        return try await withTaskExecutorPreference(executor) { [request, context] in try await next(request, context) }
    }

    /// The whole body; the connection sees to it that it does not come too slowly.
    private func readBody(_ request: Request) async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Form.sizeLimit { throw Problem.tooLarge }
        return try await request.body.collect(upTo: Form.sizeLimit)
    }

    /// Not on the connection's event loop, where a large form would keep others waiting.
    private func parse(_ body: ByteBuffer) async -> Form {
        guard body.readableBytes > 0 else { return Form() }
        return await withTaskExecutorPreference(globalConcurrentExecutor) { Form(parsing: body.readableBytesView) }
    }

    /// Fetch Metadata where the browser sends it, else Origin, else Referer; a client that sends none of them is no browser.
    private func isSameOrigin(_ request: Request) -> Bool {
        if let site = request.headers[.fetchSite] { return site == "same-origin" || site == "none" }
        let host = request.head.authority
        let ours = [services.settings.baseURL, host.map { "http://" + $0 }, host.map { "https://" + $0 }].compactMap(\.self)
        if let origin = request.headers[.origin] {
            // Forms of a page that sends no Referer have no origin either. Nobody else knows the address that they are sent to.
            if origin == "null" { return SecretAddress.visiblePart(of: request.uri.path) != nil }
            return ours.contains(origin)
        }
        guard let referrer = request.headers[.referer] else { return true }
        return ours.contains { referrer == $0 || referrer.hasPrefix($0 + "/") }
    }
}
