import ArgumentParser
import ServiceLifecycle
import UnixSignals

struct PostgresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "postgres", abstract: "Run only the private PostgreSQL, until Ctrl-C or SIGTERM.")

    @Flag(help: "For tests: faster, but the data is lost if the machine stops.")
    var throwaway = false

    @Flag(help: "With --throwaway: wait for the storage at each commit, as without it.")
    var sync = false

    func run() async throws {
        let settings = try Settings()
        let embedded = try EmbeddedPostgres(settings, isThrowaway: throwaway, syncs: sync || !throwaway)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await embedded.use { urls in
            async let _: Void = PostgresWatch(postgres: embedded, logger: settings.logger).run()
            say("postgres ready \(urls.superuser)")
            for await _ in signals { break }
        }
    }
}
