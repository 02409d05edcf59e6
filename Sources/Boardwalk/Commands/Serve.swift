import App
import ArgumentParser
import FoundationEssentials
import Logging
import Migrations
import Postgres

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the web server.",
        discussion: """
            Without BOARDWALK_DATABASE_URL the server starts a private PostgreSQL and migrates it. If that database is empty, and only this
            machine can reach the server, it also creates a demo club.

            Environment variables configure the server. Their defaults are in brackets. The value of a variable NAME can also be in a file
            that NAME_FILE names, such as BOARDWALK_DATABASE_URL_FILE=/run/secrets/database.
            \(Settings.help)
            """)

    @Flag(name: .customLong("no-demo"), help: "Do not create the demo club in an empty private database.")
    var leavesEmpty = false

    func run() async throws {
        var settings = try Settings()
        settings.app.version = Main.version
        let logger = settings.logger
        let available = OpenFiles.raiseLimit() - OpenFiles.reserve
        if available < settings.app.connections {
            logger.warning("the limit of open files lowers the limit of connections", metadata: ["connections": "\(available)"])
            settings.app.connections = available
        }
        settings.app.heldPolls = min(settings.app.heldPolls, settings.app.connections * 9 / 10)
        warn(of: settings.app.passwordCost, logger)
        guard let url = settings.databaseURL else { return try await serveEmbedded(settings, logger) }
        async let files = SiteFiles(settings.app)
        let database = try await open(url, settings)
        defer { database.shutDown() }
        try await serve(database, files, settings, logger, demo: false)
    }

    private func warn(of cost: PasswordHasher.Cost, _ logger: Logger) {
        guard cost.ln < PasswordHasher.Cost.standard.ln else { return }
        logger.warning(
            "BOARDWALK_PASSWORD_COST is for tests: stolen password hashes could be guessed",
            metadata: ["cost": "\(cost.ln)", "standard": "\(PasswordHasher.Cost.standard.ln)"])
    }

    private func serveEmbedded(_ settings: Settings, _ logger: Logger) async throws {
        // The files are read before PostgreSQL starts, so that an incomplete installation is found before any data are touched.
        let files = try await SiteFiles(settings.app)
        let embedded = try EmbeddedPostgres(settings)
        try await embedded.use { urls in
            let folder = try MigrationFolder(directory: settings.app.root + "/migrations")
            var options = MigratorOptions()
            options.report = { line in logger.notice("migrations", metadata: ["event": "\(line)"]) }
            try Migrator(url: urls.owner, folder: folder, version: Main.version, options: options)
                .up(serverRole: EmbeddedPostgres.serverRole)
            let database = try await open(urls.server, settings)
            defer { database.shutDown() }
            async let _: Void = PostgresWatch(postgres: embedded, logger: logger).run()
            try await serve(database, files, settings, logger, demo: !leavesEmpty && settings.isForThisMachine)
        }
    }

    private func open(_ url: String, _ settings: Settings) async throws -> Database {
        var configuration = DatabaseConfiguration(url: url)
        configuration.channel = AppServer.notificationChannel
        configuration.sessionSettings = settings.app.databaseSettings
        return try await DatabaseStart(configuration, settings).open()
    }

    private func serve(_ database: Database, _ files: SiteFiles, _ settings: Settings, _ logger: Logger, demo: Bool) async throws {
        let server = try AppServer(
            settings: settings.app, files: files, database: database, logger: logger, securityLogger: settings.securityLogger())
        let club = DemoClub(server)
        let isNew = demo ? try await club.load() : false
        let hasDemo = try await club.isPresent()
        // The site opens before the photos of the demo club are complete.
        async let _: Void = isNew ? complete(of: club, logger) : ()
        try await server.run(host: settings.host, port: settings.port) { port in
            Announcement(host: settings.host, port: port, hasDemo: hasDemo).show()
            ProgramCode.releaseStartupCode()
        }
    }
}

/// Adds photos to the demo club. If that fails, the failure is only logged, because the demo club is useful without photos.
private func complete(of club: DemoClub, _ logger: Logger) async {
    do { try await club.complete() } catch {
        logger.notice("the demo club has no photos", metadata: ["reason": "\(error)"])
    }
}

/// The text that tells the operator that the server has started, and at which address.
private struct Announcement {
    let host: String
    let port: Int
    let hasDemo: Bool

    func show() {
        let name = host.contains(":") ? "[\(host)]" : host == "0.0.0.0" ? "127.0.0.1" : host
        var lines = ["", "  Boardwalk is open: http://\(name):\(port)"]
        if hasDemo {
            let names = DemoClub.guests.map(\.username).joined(separator: ", ")
            lines += [
                "", "  Demo club: http://\(name):\(port)/c/\(DemoClub.slug)/", "  Sign in as \(names), password: \(DemoClub.password)",
            ]
        }
        lines += ["", "  Ctrl-C closes it.", ""]
        Console.standardOutput.write(lines.joined(separator: "\n") + "\n")
    }
}
