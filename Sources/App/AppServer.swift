import Hummingbird
import HummingbirdCore
import Logging
import NIOPosix
import Postgres
import ServiceLifecycle
import UnixSignals
import Web

/// The web server with everything it runs beside it.
public struct AppServer: Sendable {
    let services: Services
    let connections: ConnectionTable
    let cleanUp: CleanUp
    let metrics: MetricsPage
    private let logger: Logger
    static let refusalsAtOnce = 100

    /// The channel on which instances tell one another what changed; the database must LISTEN on it.
    public static let notificationChannel = Announcer.channel

    /// Over a database that is migrated. Nothing is served before `run`.
    /// - Parameter securityLogger: for security events. Nil if they are written to the log like all others.
    public init(
        settings: AppSettings, files: SiteFiles, database: Database, logger: Logger, securityLogger: Logger? = nil
    ) throws {
        self.logger = logger
        services = try Services(
            settings: settings, files: files, database: database, logger: logger, securityLogger: securityLogger)
        let (router, map, requests) = siteRouter(services)
        let polls = PollResponder(services: services, routes: map.liveRoutes, metrics: requests)
        let handler = SiteHandler(admission: services.admission, busy: services.busy, polls: polls, responder: router.buildResponder())
        connections = ConnectionTable(
            limit: settings.connections, limits: settings.limits, trusted: settings.trustedProxies, handler: handler, logger: logger)
        cleanUp = CleanUp(features.flatMap(\.upkeep), services: services)
        metrics = MetricsPage(services: services, cleanUp: cleanUp, requests: requests, connections: connections, polls: polls)
    }

    /// Serves until a signal; then answers what is under way and ends. `whenListening` gets the port.
    public func run(host: String, port: Int, whenListening: @escaping @Sendable (Int) async -> Void) async throws {
        var configuration = ServiceGroupConfiguration(
            services: stack(host, port, whenListening).map { .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup) },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: quietLogger)
        // Whoever takes longer is cut off.
        configuration.maximumGracefulShutdownDuration = .seconds(20)
        let group = ServiceGroup(configuration: configuration)
        try await group.run()
    }

    /// In the order of start; they stop from the last to the first.
    private func stack(_ host: String, _ port: Int, _ whenListening: @escaping @Sendable (Int) async -> Void) -> [any Service] {
        let settings = services.settings
        let scraped = settings.metricsPort.map { MetricsServer(page: metrics, host: settings.metricsHost, port: $0, logger: quietLogger) }
        let all: [(any Service)?] = [
            BackgroundWork(services: services, cleanUp: cleanUp), scraped, server(host: host, port: port, whenListening: whenListening),
            HoldRelease(live: services.live),
        ]
        return all.compactMap(\.self)
    }

    func server(host: String, port: Int, whenListening: @escaping @Sendable (Int) async -> Void) -> any Service {
        ConnectionChannel(table: connections).server(
            configuration: .init(
                address: .hostname(host, port: port), backlog: 1024,
                // Some more than are served, so that the rest can be told to come back later.
                availableConnectionsDelegate: MaximumAvailableConnections(services.settings.connections + Self.refusalsAtOnce)),
            onServerRunning: { channel in await whenListening(channel.localAddress?.port ?? port) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quietLogger)
    }

    private var quietLogger: Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return quiet
    }
}

/// What runs beside the pages: announcements, sessions, presence, clean-up, and what features do.
struct BackgroundWork: Service {
    let services: Services
    let cleanUp: CleanUp

    func run() async throws {
        // They stop last.
        defer { for state in services.states { state.end() } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.announcer.run() }
            group.addTask { try await services.sessions.run() }
            group.addTask { try await services.presence.run() }
            group.addTask { try await cleanUp.run() }
            group.addTask {
                try? await gracefulShutdown()
                try await services.openID.shutdown()
            }
            for state in services.states { group.addTask { try await state.run() } }
            try await group.waitForAll()
        }
    }
}

/// Answers every held poll when the server is asked to stop, so that nobody waits for them.
private struct HoldRelease: Service {
    let live: Live

    func run() async throws {
        try? await gracefulShutdown()
        live.close()
    }
}
