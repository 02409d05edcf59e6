import ArgumentParser
import ServiceLifecycle
import UnixSignals

struct PostgresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "postgres", abstract: "Run only the embedded PostgreSQL, until it is told to stop.")

    @Flag(help: "For tests: faster, and lost when the machine stops.")
    var throwaway = false

    func run() async throws {
        let settings = try Settings()
        let embedded = try EmbeddedPostgres(settings, isThrowaway: throwaway)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await embedded.use { urls in
            async let _: Void = PostgresWatch(postgres: embedded, logger: settings.logger).run()
            say("postgres ready \(urls.superuser)")
            for await _ in signals { break }
        }
    }
}
