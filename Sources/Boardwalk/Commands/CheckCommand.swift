import App
import ArgumentParser
import Foundation
import Postgres

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Count all stored totals again, and report differences.",
        discussion: """
            Some totals are stored and updated together with the records that they count: for rides, riddles, practice, video games, badges
            and storage. This command counts them again in every club, and changes nothing. A server may run at the same time.

            Exit codes: 0 all totals are right, 1 a total is wrong or the command failed (it says why), 64 wrong configuration.
            """)

    func run() async throws {
        let settings = try Settings()
        guard let url = settings.databaseURL else {
            return try await EmbeddedPostgres.useServers(settings) { url in try await check(url, settings) }
        }
        try await check(url, settings)
    }

    private func check(_ url: String, _ settings: Settings) async throws {
        var configuration = DatabaseConfiguration(url: url)
        configuration.deadline = .seconds(3600)
        let database = try await DatabaseStart(configuration, settings).open()
        defer { database.shutDown() }
        var differences = 0
        let (clubs, checks) = try await ConsistencyChecker(database).run { difference in
            differences += 1
            say(difference)
        }
        say("Counted \(checks) kinds of numbers in \(clubs == 1 ? "1 club" : "\(clubs) clubs"): \(differences) differ.")
        if differences > 0 { throw ExitCode.failure }
    }
}
