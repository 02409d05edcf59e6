import App
import ArgumentParser
import Postgres

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Help a user with their account.",
        subcommands: [ResetLink.self, EndSessions.self, RemoveSecondFactor.self])

    struct ResetLink: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a link to set a new password, for a user who has forgotten it.",
            discussion: """
                Give the link only to the owner of the account. It works once, within 30 minutes. A new password ends all sessions of the \
                account, so the owner has to sign in again. A second factor stays. A server may run at the same time.

                Exit codes: 0 the link is printed, 1 failed (it says why), 64 wrong configuration.
                """)

        @Argument(help: "The username or e-mail address of the account.")
        var name: String

        func run() async throws {
            try await AccountCommand.withDatabase { database, settings in
                guard let link = try await ResetLinks.make(for: name, in: database) else { throw AccountCommand.noAccount(named: name) }
                say("Link for \(link.username) (works once, within 30 minutes):")
                say((settings.app.baseURL ?? "http://\(settings.host):\(settings.port)") + link.path)
            }
        }
    }

    struct EndSessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sign a user out everywhere.",
            discussion: """
                All sessions of the account end, on every device. Its password and its second factor stay. A server may run at the same \
                time.

                Exit codes: 0 done, 1 failed (it says why), 64 wrong configuration.
                """)

        @Argument(help: "The username or e-mail address of the account.")
        var name: String

        func run() async throws {
            try await AccountCommand.withDatabase { database, _ in
                guard let outcome = try await OperatorAccountActions.endSessions(of: name, in: database) else {
                    throw AccountCommand.noAccount(named: name)
                }
                say("\(outcome.username) is signed out everywhere. Sessions that were ended: \(outcome.sessions).")
            }
        }
    }

    struct RemoveSecondFactor: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the second factor of a user who has lost both authenticator and recovery codes.",
            discussion: """
                Make sure first that the owner of the account asks for this: anybody who knows the password can sign in afterwards. All \
                sessions of the account end, and its recovery codes are deleted. A server may run at the same time.

                Exit codes: 0 done, or there was no second factor; 1 failed (it says why), 64 wrong configuration.
                """)

        @Argument(help: "The username or e-mail address of the account.")
        var name: String

        func run() async throws {
            try await AccountCommand.withDatabase { database, _ in
                guard let (outcome, hadSecondFactor) = try await OperatorAccountActions.removeSecondFactor(of: name, in: database) else {
                    throw AccountCommand.noAccount(named: name)
                }
                say(
                    hadSecondFactor
                        ? "\(outcome.username) signs in without a code from now on." : "\(outcome.username) had no second factor.")
                say("They are signed out everywhere. Sessions that were ended: \(outcome.sessions).")
            }
        }
    }

    /// Runs `body` with the configured database. If none is configured, runs it with the private database in the data folder.
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

    private static func noAccount(named name: String) -> OperatorError {
        OperatorError("There is no account \(name). Ask for the username, or the e-mail address.")
    }
}
