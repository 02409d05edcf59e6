import ArgumentParser
import Hummingbird
import Logging

/// A Hummingbird server with only two routes, with which `http.empty` and `poll.unchanged` are compared.
struct BareServer: AsyncParsableCommand {
    @Option var port: Int

    func run() async throws {
        let router = Router()
        router.get("/empty") { _, _ in "ok\n" }
        router.get("/unchanged") { request, _ in
            Response(status: .notModified, headers: [.eTag: request.headers[.ifNoneMatch] ?? "\"1\""])
        }
        var logger = Logger(label: "bare")
        logger.logLevel = .error
        try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger).run()
    }
}
