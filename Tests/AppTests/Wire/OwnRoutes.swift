import Hummingbird
import Logging
import NIOCore
import NIOPosix

@testable import App

extension TestSite {
    /// Runs `body` against connections of their own with routes of their own.
    static func serving(
        bodies: Int = ConnectionLimits().body, _ add: (Router<AppContext>) -> Void,
        _ body: @escaping @Sendable (String, Admission) async throws -> Void
    ) async throws {
        let router = Router(context: AppContext.self)
        add(router)
        let responder = router.buildResponder()
        var limits = ConnectionLimits()
        limits.body = bodies
        let chosen = limits
        try await TestSite.open(change: { $0.limits = chosen }) { site in
            let table = ConnectionTable(
                settings: site.server.services.settings, door: site.server.connections.door, responder: responder,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let (ports, listening) = AsyncStream.makeStream(of: Int.self)
            let server = SiteChannel(table: table).server(
                configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? 0) },
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: table.logger)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                try await body("http://127.0.0.1:\(await ports.first { _ in true } ?? 0)", site.server.services.admission)
                group.cancelAll()
            }
        }
    }
}
