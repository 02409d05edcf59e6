import Dispatch
import HTMLTemplates
import HTTPTypes
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
    /// Whole answers as they go over the wire, to a page and to a poll; they differ in when to come back.
    private let ready: [(page: ByteBuffer, poll: ByteBuffer)]
    private let turn = Atomic(0)
    private static let delays = 2...5
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
        ready = Self.delays.map { [page] seconds in
            (Self.wire(Self.page(page, seconds), page), Self.wire(Self.poll(seconds), Self.sentence))
        }
    }

    /// The bytes of the whole answer.
    func bytes(for request: HTTPRequest) -> ByteBuffer {
        let (page, poll) = ready[nextTurn()]
        return isPoll(request) ? poll : page
    }

    func answer(to request: Request) -> Response {
        let seconds = Self.delays.lowerBound + nextTurn()
        if isPoll(request.head) { return Self.poll(seconds) }
        return Self.page(request.method == .post ? formPage : page, seconds)
    }

    /// Not all should come back at the same moment.
    private func nextTurn() -> Int { turn.wrappingAdd(1, ordering: .relaxed).newValue & 0xffff % Self.delays.count }

    private func isPoll(_ request: HTTPRequest) -> Bool { request.headerFields[.prefer]?.contains("wait=") ?? false }

    private static func page(_ page: ByteBuffer, _ seconds: Int) -> Response { answer("text/html; charset=utf-8", page, seconds) }

    private static func poll(_ seconds: Int) -> Response { answer("text/plain; charset=utf-8", sentence, seconds) }

    private static func answer(_ type: String, _ body: ByteBuffer, _ seconds: Int) -> Response {
        Response(
            status: .serviceUnavailable, headers: [.contentType: type, .cacheControl: "no-store", .retryAfter: "\(seconds)"],
            body: .init(byteBuffer: body))
    }

    private static func wire(_ response: Response, _ body: ByteBuffer) -> ByteBuffer {
        var bytes = AnswerWriter.head(response.head, framing: .length, closes: false, allocator: ByteBufferAllocator())
        bytes.writeImmutableBuffer(body)
        return bytes
    }
}

/// Sends away, before anything is done for them, those for whom there is no room.
struct Door: Sendable {
    let admission: Admission
    let busy: BusyAnswer

    /// The whole answer to `request`, which has no body; nil when it may come in.
    func refusal(of request: HTTPRequest) -> ByteBuffer? {
        guard request.method == .get, !RouteMeter.isAlwaysServed(request.path ?? ""),
            admission.refusesAtTheDoor(at: DispatchTime.now().uptimeNanoseconds)
        else { return nil }
        return busy.bytes(for: request)
    }
}
