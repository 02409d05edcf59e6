import App
import ArgumentParser
import FoundationEssentials
import Glibc
import Logging
import Web

/// The configuration of the server, from environment variables. If there are mistakes, all of them are reported together.
struct Settings {
    var host: String
    var port: Int
    /// The system's folder for sockets. Nil if the system has none.
    var runtime: String?
    var databaseURL: String?
    var migrationURL: String?
    var logLevel: Logger.Level
    /// The path of the file for security events. Nil if they are written to standard error like all other events.
    var securityLog: String?
    var app: AppSettings

    /// Reads the variables. Throws `ValidationError` with all mistakes.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        var reader = SettingsReader(environment)
        self.init(from: &reader)
        reader.check(root: app.root)
        guard reader.mistakes.isEmpty else { throw ValidationError(reader.mistakes.joined(separator: "\n")) }
    }

    /// Only this function defines the names, defaults and meanings of the variables. `serve --help` and docs/operations.md list the
    /// variables that it reads.
    private init(from reader: inout SettingsReader) {
        app = AppSettings(root: "")
        host = reader.text("HOST", else: "127.0.0.1", "Address to listen on")
        port = reader.number("PORT", in: 0...65_535, else: 8080, "Port to listen on; `0` takes a free one")
        app.data = Self.absolute(
            reader.text("DATA", else: ".boardwalk", "Folder of the private PostgreSQL and of uploads in progress"))
        runtime = reader.systemVariable(
            "RUNTIME_DIRECTORY", without: "`BOARDWALK_DATA`", "Folder of the private PostgreSQL's sockets, as systemd sets it"
        )?.split(separator: ":").first.map(String.init)
        databaseURL = reader.text(
            "DATABASE_URL", without: "none (a private PostgreSQL)",
            "PostgreSQL 15 or newer, with a role that cannot bypass row-level security")
        migrationURL = reader.text(
            "MIGRATION_DATABASE_URL", without: "`BOARDWALK_DATABASE_URL`", "The same database with the role of its owner, for `migrate`")
        app.baseURL = reader.baseURL("BASE_URL", without: "from the request", "Public address, such as `https://clubs.example`")
        app.trustedProxies = reader.networks(
            "TRUSTED_PROXIES", "Addresses or networks whose forwarded headers count, separated by commas")
        app.coversSubdomains = reader.isOn(
            "HSTS_SUBDOMAINS", else: app.coversSubdomains, "`on`: browsers use HTTPS for all subdomains of the public address, too")
        app.passwordCost = PasswordHasher.Cost(
            ln: reader.number(
                "PASSWORD_COST", in: 4...20, else: app.passwordCost.ln,
                "scrypt's cost as a power of two, 4 to 20; less than 17 is for tests, and logs a warning"))
        app.secondFactor = reader.secondFactor(
            "SECOND_FACTOR", else: app.secondFactor,
            "Who must have a second factor: `optional`: nobody; `admins`: admins, for what only they can do; `everybody`: all members")
        app.secretKey = reader.key(
            "SECRET_KEY", bytes: StoredSecret.keyBytes, without: "none (secrets are not encrypted)",
            "Key that encrypts the secrets of second factors: 32 bytes in base64, as `openssl rand -base64 32` makes them")
        app.heldPolls = reader.number(
            "HELD_POLLS", in: 0...1_000_000, else: app.heldPolls, "Long polls held at once")
        app.heldPollsPerSession = reader.number(
            "HELD_POLLS_PER_SESSION", in: 1...10_000, else: app.heldPollsPerSession,
            "Long polls of one session held at once; each open tab has one")
        app.connections = reader.number(
            "CONNECTIONS", in: 10...1_000_000, else: app.connections, "Connections served at once; one more is answered 503")
        app.limits.perAddress = reader.number(
            "CONNECTIONS_PER_ADDRESS", in: 0...1_000_000, without: "a quarter of all",
            "Connections from one address that is not a trusted proxy; `0` means no limit")
        app.limits.headTimeout = Double(
            reader.number(
                "HEAD_TIMEOUT", in: 1...3600, else: Int(app.limits.headTimeout),
                "Seconds for the head of a request; with one more for every 500 bytes, also for its body and its response"))
        app.limits.keepAlive = Double(
            reader.number("KEEP_ALIVE", in: 1...3600, else: Int(app.limits.keepAlive), "Seconds that a connection may be idle"))
        app.workingRequests = reader.number(
            "WORKING_REQUESTS", in: 4...100_000, else: app.workingRequests,
            "Requests processed at once; more wait for a moment, and get 503 if the queue stays long")
        app.clubPhotoMegabytes = reader.number(
            "CLUB_PHOTOS_MB", in: 0...1_000_000_000, else: app.clubPhotoMegabytes, "Megabytes of photos that a club may keep")
        for limit in StorageLimit.allCases {
            app.storageLimits[limit] = reader.number(limit.variable, in: 1...1_000_000_000, else: limit.standard, limit.meaning)
        }
        app.providers = reader.providers()
        app.igdb = reader.igdb()
        let metricsPort = reader.number(
            "METRICS_PORT", in: 0...65_535, else: 0, "Port of `/metrics` in Prometheus' text format; `0` means no metrics")
        app.metricsPort = metricsPort == 0 ? nil : metricsPort
        app.metricsHost = reader.text("METRICS_HOST", else: app.metricsHost, "Address that the metrics port listens on")
        app.reloads = reader.isOn("RELOAD", else: app.reloads, "`on`: read templates and public files again when they change")
        app.limitsRates = reader.isOn("RATE_LIMITS", else: app.limitsRates, "`off` for tests only")
        logLevel = reader.level("LOG_LEVEL", else: .info)
        securityLog = reader.text(
            "SECURITY_LOG", without: "standard error",
            "File for security events: sign-ins, refusals, changes of credentials, actions of admins"
        ).map(Self.absolute)
        app.root = Self.absolute(
            reader.text("ROOT", without: "the current folder", "Where `Templates/`, `Public/` and `migrations/` are") ?? ".")
    }

    /// The variables that `init(from:)` reads, in the order in which it reads them.
    static var variables: [Variable] {
        var reader = SettingsReader([:])
        _ = Settings(from: &reader)
        return reader.variables
    }

    /// Whether only this machine can reach the server, and no proxy is configured. Only then is it safe to create accounts whose passwords
    /// are printed.
    var isForThisMachine: Bool {
        (host.hasPrefix("127.") || host == "::1" || host == "localhost") && app.baseURL == nil && app.trustedProxies.isEmpty
    }

    /// A logger that writes each event as one line to standard error.
    var logger: Logger {
        var logger = Logger(label: "boardwalk") { _ in LogLines(sink: .standardError) }
        logger.logLevel = logLevel
        return logger
    }

    /// Returns a logger that writes security events to their own file. Nil if no such file is configured. Throws `ValidationError` if the
    /// file cannot be opened.
    func securityLogger() throws -> Logger? {
        guard let securityLog else { return nil }
        guard let sink = LogSink.file(securityLog) else {
            let reason = String(cString: strerror(errno))
            throw ValidationError("BOARDWALK_SECURITY_LOG is \"\(securityLog)\"; it cannot be written to: \(reason).")
        }
        return Logger(label: "boardwalk.security") { _ in LogLines(sink: sink) }
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}
