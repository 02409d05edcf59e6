import ArgumentParser
import ServiceLifecycle
import UnixSignals

struct PostgresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "postgres", abstract: "Run only the embedded PostgreSQL, until it is told to stop.")

    @Flag(help: "For tests: faster, and lost when the machine stops.")
    var throwaway = false

    func run() async throws {
        let embedded = try EmbeddedPostgres(directory: try Settings().data, isThrowaway: throwaway)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let urls = try await embedded.start()
        say("postgres ready \(urls.superuser)")
        for await _ in signals { break }
        await embedded.stop()
    }
}
