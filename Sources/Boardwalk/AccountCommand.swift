import App
import ArgumentParser
import Postgres

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Help somebody with their account.", subcommands: [ResetLink.self])

    struct ResetLink: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link by which somebody who has forgotten their password sets another.",
            discussion: """
                Give it to nobody but the owner of the account. It works once, and for 30 minutes; then they are signed out everywhere, and \
                sign in anew. A server may be running meanwhile.

                Exit codes: 0 the link is printed, 1 failed (it says why), 64 wrong configuration.
                """)

        @Argument(help: "Their username, or their e-mail address.")
        var name: String

        func run() async throws {
            let settings = try Settings()
            guard let url = settings.databaseURL else {
                return try await EmbeddedPostgres.useServers(settings) { url in try await make(url, settings) }
            }
            try await make(url, settings)
        }

        private func make(_ url: String, _ settings: Settings) async throws {
            let database = try await DatabaseStart(DatabaseConfiguration(url: url), settings).open()
            defer { database.shutDown() }
            guard let link = try await ResetLinks.make(for: name, in: database) else {
                throw OperatorError("There is no account \(name). Ask for the username, or the e-mail address.")
            }
            say("For \(link.username), within 30 minutes, once:")
            say((settings.app.baseURL ?? "http://\(settings.host):\(settings.port)") + link.path)
        }
    }
}
