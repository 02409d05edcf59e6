import App
import ArgumentParser
import Foundation
import Postgres

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Count anew what is kept in sums, and say what differs.",
        discussion: """
            Laps by day, ride, month and member, riders, mean ranks, holders of badges: all of it is kept beside what it counts, in the same
            transaction. This counts it anew in every club and changes nothing. A server may be running meanwhile.

            Exit codes: 0 all agree, 1 something differs or failed (it says what), 64 wrong configuration.
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
        let (clubs, checks) = try await SiteCheck(database).run { difference in
            differences += 1
            say(difference)
        }
        say("Counted \(checks) kinds of numbers in \(clubs == 1 ? "1 club" : "\(clubs) clubs"): \(differences) differ.")
        if differences > 0 { throw ExitCode.failure }
    }
}
