import Hummingbird
import HummingbirdCore
import Logging
import NIOPosix
import Postgres
import ServiceLifecycle
import UnixSignals
import Web

public struct AppServer: Sendable {
    let services: Services
    let connections: ConnectionTable
    let cleanUp: CleanupRunner
    let metrics: MetricsPage
    private let logger: Logger
    /// The number of connections that are accepted above the limit. They only receive the answer that the server is busy.
    static let extraConnections = 100

    /// The PostgreSQL notification channel on which server instances notify each other of changes. The database client must LISTEN on this
    /// channel.
    public static let notificationChannel = Announcer.channel

    /// Creates a server, which does not accept connections before `run`.
    /// - Parameters:
    ///   - database: a database in which all migrations have run.
    ///   - securityLogger: receives security events. If it is nil, `logger` receives them.
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
        cleanUp = CleanupRunner(features.flatMap(\.scheduledCleanups), services: services)
        metrics = MetricsPage(services: services, cleanUp: cleanUp, requests: requests, connections: connections, polls: polls)
    }

    /// Serves requests until SIGTERM or SIGINT, and then finishes the requests in progress. Calls `whenListening` with the port as soon as
    /// the server accepts connections.
    public func run(host: String, port: Int, whenListening: @escaping @Sendable (Int) async -> Void) async throws {
        var configuration = ServiceGroupConfiguration(
            services: serviceStack(host, port, whenListening).map {
                .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup)
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: quietLogger)
        // Requests that take longer than this are cancelled.
        configuration.maximumGracefulShutdownDuration = .seconds(20)
        let group = ServiceGroup(configuration: configuration)
        try await group.run()
    }

    /// The services of the process, in the order in which they start. They stop in reverse order.
    private func serviceStack(_ host: String, _ port: Int, _ whenListening: @escaping @Sendable (Int) async -> Void) -> [any Service] {
        let settings = services.settings
        let metricsServer = settings.metricsPort.map {
            MetricsServer(page: metrics, host: settings.metricsHost, port: $0, logger: quietLogger)
        }
        let all: [(any Service)?] = [
            BackgroundWork(services: services, cleanUp: cleanUp), metricsServer,
            server(host: host, port: port, whenListening: whenListening),
            PollRelease(live: services.live),
        ]
        return all.compactMap(\.self)
    }

    func server(host: String, port: Int, whenListening: @escaping @Sendable (Int) async -> Void) -> any Service {
        ConnectionChannel(table: connections).server(
            configuration: .init(
                address: .hostname(host, port: port), backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(services.settings.connections + Self.extraConnections)),
            onServerRunning: { channel in await whenListening(channel.localAddress?.port ?? port) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quietLogger)
    }

    private var quietLogger: Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return quiet
    }
}

struct BackgroundWork: Service {
    let services: Services
    let cleanUp: CleanupRunner

    func run() async throws {
        // The states of the features end last, after all work that may use a state.
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

/// Answers all held long polls when the server shuts down, so that they do not delay the shutdown.
private struct PollRelease: Service {
    let live: Live

    func run() async throws {
        try? await gracefulShutdown()
        live.close()
    }
}
