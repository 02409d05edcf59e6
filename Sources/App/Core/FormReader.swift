import HTTPTypes
import Hummingbird

/// Reads posted forms, but for those with files, and refuses those that another site had a hand in.
struct FormReader: RouterMiddleware {
    let services: Services

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .post else { return try await next(request, context) }
        let before = Visit(request: request, context: context, services: services).pageBefore ?? "/"
        guard isSameOrigin(request) else { throw Problem.outdatedForm(loadedFrom: before) }
        if context.route?.takesFiles == true { return try await next(request, context) }
        var (request, context) = (request, context)
        // A slow client must not keep others from being served.
        let body = try await services.admission.outside { [request] in try await readBody(request) }
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

    /// The whole body; the connection sees to it that it does not come too slowly.
    private func readBody(_ request: Request) async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Form.sizeLimit { throw Problem.tooLarge }
        return try await request.body.collect(upTo: Form.sizeLimit)
    }

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
