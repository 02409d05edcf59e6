import App
import ArgumentParser
import Postgres

struct BadgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "badges", abstract: "Look after badges.", subcommands: [Replay.self])

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Look again at what every member has earned, as after a version with other badges.",
            discussion: """
                Gives what is missing, dated by when it was earned, and takes what has no reason any more. A server may be running meanwhile.

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
            let (members, badges) = try await BadgeReplay(database).run()
            say("Looked at \(members) members; \(badges) badges are new.")
        }
    }
}
