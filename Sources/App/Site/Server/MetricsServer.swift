import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle

/// Serves `/metrics` on a separate port that visitors cannot reach.
struct MetricsServer: Service {
    let page: MetricsPage
    let host: String
    let port: Int
    let logger: Logger
    var whenListening: @Sendable (Int) async -> Void = { _ in }

    func run() async throws {
        let router = Router()
        router.get("/metrics") { [page] request, _ in
            let wantsOpenMetrics = request.headers[.accept]?.contains("application/openmetrics-text") ?? false
            let format: PrometheusText.Format = wantsOpenMetrics ? .openMetrics : .prometheus
            return Response(
                status: .ok,
                headers: [
                    .contentType: format.contentType, .cacheControl: "no-store", .vary: "Accept", .xContentTypeOptions: "nosniff",
                    .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
                ],
                body: .init(byteBuffer: ByteBuffer(string: page.text(format))))
        }
        let application = Application(
            router: router, server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(
                address: .hostname(host, port: port), serverName: nil, availableConnectionsDelegate: MaximumAvailableConnections(20)),
            onServerRunning: { [whenListening, port] channel in await whenListening(channel.localAddress?.port ?? port) }, logger: logger)
        try await application.run()
    }
}
