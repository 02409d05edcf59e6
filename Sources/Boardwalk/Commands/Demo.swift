import App
import ArgumentParser
import Postgres

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Fill a database without accounts with the demo club.")

    func run() async throws {
        let settings = try Settings()
        guard let url = settings.databaseURL else {
            return try await EmbeddedPostgres(settings).use { urls in try await load(urls.server, settings) }
        }
        try await load(url, settings)
    }

    private func load(_ url: String, _ settings: Settings) async throws {
        let database = try await DatabaseStart(DatabaseConfiguration(url: url), settings).open()
        defer { database.shutDown() }
        let files = try await SiteFiles(settings.app)
        let club = DemoClub(try AppServer(settings: settings.app, files: files, database: database, logger: settings.logger))
        guard try await club.load() else { throw OperatorError("The database has accounts already; nothing was changed.") }
        do { try await club.complete() } catch { say("The demo club has no photos: \(error)") }
        say("Sign in as \(DemoClub.guests.map(\.username).joined(separator: ", ")), password: \(DemoClub.password)")
    }
}
