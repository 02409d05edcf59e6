import HTMLTemplates
import HTTPTypes
import Hummingbird
import Synchronization
import Web

/// Admits requests as long as the server has capacity. Otherwise it answers 503 at once, with hardly any work.
struct LoadShedding: RouterMiddleware {
    let admission: Admission
    let busy: BusyAnswer

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        if context.route?.isAlwaysServed ?? false { return try await next(request, context) }
        // A request that has waited for a change was admitted before it waited.
        if context.holdOutcome != nil {
            await admission.comeBack()
        } else if await !admission.enter() {
            return busy.answer(to: request)
        }
        defer { admission.leave() }
        return try await next(request, context)
    }
}

/// The response to a request that is not admitted. It is rendered at start.
final class BusyAnswer: Sendable {
    private let page: ByteBuffer
    private let formPage: ByteBuffer
    private let turn = Atomic(0)
    private static let delays = 2...5
    private static let sentence = ByteBuffer(string: "The server is busy. Try again in a few seconds.\n")

    init(templates: TemplateStore, assets: Assets) throws {
        func render(_ detail: String, refreshSeconds: Int?) throws -> ByteBuffer {
            let page = ProblemPage(
                layout: Layout(plain: assets), status: 503, title: "One moment, please", detail: detail, request: nil,
                refreshSeconds: refreshSeconds, action: Problem.Action.home.href, actionLabel: Problem.Action.home.label)
            return ByteBuffer(bytes: try templates.render(page))
        }
        page = try render("Many people use the site right now. Please wait.", refreshSeconds: 4)
        formPage = try render(
            "Many people use the site right now. Nothing was changed. Go back, and send it again in a few seconds.",
            refreshSeconds: nil)
    }

    func answer(to request: Request) -> Response {
        let (head, body) = parts(for: request.head)
        return Response(status: head.status, headers: head.headerFields, body: .init(byteBuffer: body))
    }

    func parts(for request: HTTPRequest) -> (HTTPResponse, ByteBuffer) {
        let isPoll = request.headerFields[.prefer]?.contains("wait=") ?? false
        let body = isPoll ? Self.sentence : request.method == .post ? formPage : page
        let head = HTTPResponse(
            status: .serviceUnavailable,
            headerFields: [
                .contentType: isPoll ? "text/plain; charset=utf-8" : "text/html; charset=utf-8", .contentLength: "\(body.readableBytes)",
                .cacheControl: "no-store", .retryAfter: "\(Self.delays.lowerBound + nextTurn())",
            ])
        return (head, body)
    }

    /// Varies Retry-After, so that not all clients come back at the same moment.
    private func nextTurn() -> Int { turn.wrappingAdd(1, ordering: .relaxed).newValue & 0xffff % Self.delays.count }
}
