import App
import ArgumentParser
import Postgres

struct BadgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badges", abstract: "Manage badges.", subcommands: [Replay.self])

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Award the badges of all members again, for example after an update with other badges.",
            discussion: """
                Missing badges are awarded with the date when they were earned. Badges that are no longer earned are taken back. A server \
                may run at the same time.

                Exit codes: 0 done, 1 failed (it says why), 64 wrong configuration.
                """)

        func run() async throws {
            let settings = try Settings()
            guard let url = settings.databaseURL else {
                return try await EmbeddedPostgres.useServers(settings) { url in try await replay(url, settings) }
            }
            try await replay(url, settings)
        }

        private func replay(_ url: String, _ settings: Settings) async throws {
            let database = try await DatabaseStart(DatabaseConfiguration(url: url), settings).open()
            defer { database.shutDown() }
            let (members, badges) = try await BadgeRecalculation(database).run()
            say("Looked at \(members) members; \(badges) badges are new.")
        }
    }
}
