import HTMLTemplates
import Hummingbird
import Synchronization

/// Works on a request when there is room for it; answers 503 at once, with hardly any work, when there is none.
struct Gate: RouterMiddleware {
    let admission: Admission
    let busy: BusyAnswer

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        if context.route?.isAlwaysServed ?? false { return try await next(request, context) }
        guard await admission.enter() else { return busy.answer(to: request) }
        defer { admission.leave() }
        return try await next(request, context)
    }
}

/// The answer to a request for which there is no room, made ready at start.
final class BusyAnswer: Sendable {
    private let page: ByteBuffer
    private let formPage: ByteBuffer
    private let turn = Atomic(0)
    private static let sentence = ByteBuffer(string: "The server is busy. Try again in some seconds.\n")

    init(templates: TemplateStore, assets: Assets) throws {
        func render(_ detail: String, refreshSeconds: Int?) throws -> ByteBuffer {
            let layout = Layout(assets: assets, hue: Visit.houseHue, csrf: "", viewer: nil, club: nil, navigation: [], path: "/")
            let page = ProblemPage(
                layout: layout, status: 503, title: "One moment, please", detail: detail, request: nil, refreshSeconds: refreshSeconds,
                action: Problem.Action.home.href, actionLabel: Problem.Action.home.label)
            return ByteBuffer(bytes: try templates.render(page))
        }
        page = try render("It is crowded on the boardwalk right now.", refreshSeconds: 4)
        formPage = try render(
            "It is crowded on the boardwalk right now. Nothing was changed. Go back, and send it once more in some seconds.",
            refreshSeconds: nil)
    }

    func answer(to request: Request) -> Response {
        // Not all of them at the same moment.
        let seconds = 2 + turn.add(1, ordering: .relaxed).newValue & 3
        let isPoll = request.headers[.prefer]?.contains("wait=") ?? false
        return Response(
            status: .serviceUnavailable,
            headers: [
                .contentType: isPoll ? "text/plain; charset=utf-8" : "text/html; charset=utf-8", .cacheControl: "no-store",
                .retryAfter: "\(seconds)",
            ], body: .init(byteBuffer: isPoll ? Self.sentence : request.method == .post ? formPage : page))
    }
}
