import App
import ArgumentParser
import Postgres

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Help somebody with their account.",
        subcommands: [ResetLink.self, EndSessions.self, RemoveSecondFactor.self])

    struct ResetLink: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link by which somebody who has forgotten their password sets another.",
            discussion: """
                Give it to nobody but the owner of the account. It works once, and for 30 minutes; then they are signed out everywhere, and \
                sign in anew. A second factor stays. A server may be running meanwhile.

                Exit codes: 0 the link is printed, 1 failed (it says why), 64 wrong configuration.
                """)

        @Argument(help: "Their username, or their e-mail address.")
        var name: String

        func run() async throws {
            try await AccountCommand.withDatabase { database, settings in
                guard let link = try await ResetLinks.make(for: name, in: database) else { throw AccountCommand.nobody(name) }
                say("For \(link.username), within 30 minutes, once:")
                say((settings.app.baseURL ?? "http://\(settings.host):\(settings.port)") + link.path)
            }
        }
    }

    struct EndSessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sign somebody out everywhere.",
            discussion: """
                All sessions of the account end, on every device. Its password and its second factor stay. A server may be running \
                meanwhile.

                Exit codes: 0 done, 1 failed (it says why), 64 wrong configuration.
                """)

        @Argument(help: "Their username, or their e-mail address.")
        var name: String

        func run() async throws {
            try await AccountCommand.withDatabase { database, _ in
                guard let outcome = try await AccountHelp.endSessions(of: name, in: database) else { throw AccountCommand.nobody(name) }
                say("\(outcome.username) is signed out everywhere. Sessions that were ended: \(outcome.sessions).")
            }
        }
    }

    struct RemoveSecondFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the second factor of somebody who has lost their authenticator and their recovery codes.",
            discussion: """
                Make sure first that it is really the owner who asks: whoever knows the password can sign in afterwards. All sessions of \
                the account end, and its recovery codes are deleted. A server may be running meanwhile.

                Exit codes: 0 done, or there was no second factor; 1 failed (it says why), 64 wrong configuration.
                """)

        @Argument(help: "Their username, or their e-mail address.")
        var name: String

        func run() async throws {
            try await AccountCommand.withDatabase { database, _ in
                guard let (outcome, hadSecondFactor) = try await AccountHelp.removeSecondFactor(of: name, in: database) else {
                    throw AccountCommand.nobody(name)
                }
                say(
                    hadSecondFactor
                        ? "\(outcome.username) signs in without a code from now on." : "\(outcome.username) had no second factor.")
                say("They are signed out everywhere. Sessions that were ended: \(outcome.sessions).")
            }
        }
    }

    /// Runs `body` on the configured database, or on the private one.
    private static func withDatabase(_ body: (Database, Settings) async throws -> Void) async throws {
        let settings = try Settings()
        guard let url = settings.databaseURL else {
            return try await EmbeddedPostgres.useServers(settings) { url in try await open(url, settings, body) }
        }
        try await open(url, settings, body)
    }

    private static func open(_ url: String, _ settings: Settings, _ body: (Database, Settings) async throws -> Void) async throws {
        let database = try await DatabaseStart(DatabaseConfiguration(url: url), settings).open()
        defer { database.shutDown() }
        try await body(database, settings)
    }

    private static func nobody(_ name: String) -> OperatorError {
        OperatorError("There is no account \(name). Ask for the username, or the e-mail address.")
    }
}
