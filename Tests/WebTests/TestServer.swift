import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

@testable import Web

/// Routes with real connections but without the site: no request is held as a poll or refused.
struct TestServer: RequestHandler {
    let admission = Admission(limits: Admission.Limits())
    private let responder: RouterResponder<Context>

    struct Context: RequestContext {
        typealias Source = RequestSource

        var coreContext: CoreRequestContextStorage

        init(source: RequestSource) { coreContext = .init(source: source) }
    }

    func receive(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Reception { .isTaken }
    func news(for request: HTTPRequest, from channel: any Channel) -> (HTTPResponse, ByteBuffer)? { nil }
    func end(_ poll: Poll, as outcome: Poll.Outcome) {}

    func respond(to request: Request, from source: RequestSource) async throws -> Response {
        try await responder.respond(to: request, context: Context(source: source))
    }

    /// Runs `body` with a server of the routes that `add` adds.
    /// - Parameter bodies: The most bytes of a request's body.
    static func serving(
        bodies: Int = ConnectionLimits().body, _ add: (Router<Context>) -> Void,
        _ body: @escaping @Sendable (_ address: String, Admission) async throws -> Void
    ) async throws {
        let router = Router(context: Context.self)
        add(router)
        let this = TestServer(responder: router.buildResponder())
        var limits = ConnectionLimits()
        limits.body = bodies
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let table = ConnectionTable(limit: 1000, limits: limits, trusted: [], handler: this, logger: logger)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let server = ConnectionChannel(table: table).server(
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? 0) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            try await body("http://127.0.0.1:\(await ports.first { _ in true } ?? 0)", this.admission)
            group.cancelAll()
        }
    }
}
