import App
import ArgumentParser
import Configuration
import Foundation
import Logging

/// The configuration, from the environment. Every mistake is reported, not only the first.
struct Settings {
    var host: String
    var port: Int
    var data: String
    var databaseURL: String?
    var migrationURL: String?
    var logLevel: Logger.Level
    var app: AppSettings

    /// One variable: its name behind `BOARDWALK_`, what holds without it, and what it means. `serve --help` and the README show these.
    struct Variable {
        var name: String
        var fallback: String
        var meaning: String
    }

    static let variables = [
        Variable(name: "HOST", fallback: "127.0.0.1", meaning: "address to listen on"),
        Variable(name: "PORT", fallback: "8080", meaning: "port to listen on; 0 takes a free one"),
        Variable(name: "DATA", fallback: ".boardwalk", meaning: "folder of the embedded PostgreSQL"),
        Variable(name: "DATABASE_URL", fallback: "embedded", meaning: "PostgreSQL to use, as a role that is subject to row-level security"),
        Variable(name: "MIGRATION_DATABASE_URL", fallback: "DATABASE_URL", meaning: "the same database as the owner of its tables"),
        Variable(name: "BASE_URL", fallback: "the visitor's host", meaning: "public address, such as https://boardwalk.example"),
        Variable(name: "TRUSTED_PROXIES", fallback: "none", meaning: "addresses or networks whose X-Forwarded headers count, with commas"),
        Variable(name: "RATE_LIMITS", fallback: "on", meaning: "on or off"),
        Variable(name: "PASSWORD_COST", fallback: "17", meaning: "scrypt's cost as a power of two, from 14 (for tests) to 20"),
        Variable(name: "HELD_POLLS", fallback: "10000", meaning: "requests held at once while they wait for news"),
        Variable(name: "RELOAD", fallback: "off", meaning: "on: read templates and public files again when they change"),
        Variable(name: "ROOT", fallback: "the current folder", meaning: "folder with Templates, Public and migrations"),
        Variable(name: "LOG_LEVEL", fallback: "info", meaning: "trace, debug, info, notice, warning, error or critical"),
    ]

    static var table: String {
        let width = variables.map(\.name.count).max() ?? 0
        return variables.map { variable in
            let name = "BOARDWALK_" + variable.name.padding(toLength: width, withPad: " ", startingAt: 0)
            return "  \(name)  \(variable.meaning) (\(variable.fallback))"
        }.joined(separator: "\n")
    }

    /// Throws `ValidationError` with every mistake.
    init(environment: EnvironmentVariablesProvider = EnvironmentVariablesProvider()) throws {
        var reader = SettingsReader(config: ConfigReader(provider: environment))
        host = reader.text("HOST") ?? "127.0.0.1"
        port = reader.number("PORT", in: 0...65_535) ?? 8080
        data = Settings.absolute(reader.text("DATA") ?? ".boardwalk")
        databaseURL = reader.text("DATABASE_URL")
        migrationURL = reader.text("MIGRATION_DATABASE_URL")
        logLevel = reader.choice("LOG_LEVEL", Dictionary(uniqueKeysWithValues: Logger.Level.allCases.map { ($0.rawValue, $0) })) ?? .info
        app = AppSettings(root: Settings.absolute(reader.text("ROOT") ?? "."))
        app.baseURL = reader.baseURL("BASE_URL")
        app.trustedProxies = reader.networks("TRUSTED_PROXIES")
        app.limitsRates = reader.choice("RATE_LIMITS", ["on": true, "off": false]) ?? true
        app.reloads = reader.choice("RELOAD", ["on": true, "off": false]) ?? false
        app.passwordCost = reader.number("PASSWORD_COST", in: 14...20).map { PasswordHasher.Cost(ln: $0) } ?? .standard
        app.heldPolls = reader.number("HELD_POLLS", in: 0...1_000_000) ?? 10_000
        reader.check(root: app.root)
        guard reader.mistakes.isEmpty else { throw ValidationError(reader.mistakes.joined(separator: "\n")) }
    }

    /// Whether only this machine can reach the server. Only there is it safe to make accounts whose password is printed.
    var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" || host == "localhost" }

    /// Writes one line an event to standard error.
    var logger: Logger {
        var logger = Logger(label: "boardwalk") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = logLevel
        return logger
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}

/// Reads variables and collects what is wrong with them.
private struct SettingsReader {
    let config: ConfigReader
    var mistakes: [String] = []

    init(config: ConfigReader) { self.config = config }

    func text(_ name: String) -> String? {
        let key = ConfigKey(["boardwalk"] + name.lowercased().split(separator: "_").map(String.init))
        let value = config.string(forKey: key, isSecret: name.contains("URL"))
        return value?.isEmpty == true ? nil : value
    }

    mutating func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = text(name) else { return nil }
        if let number = Int(text), range.contains(number) { return number }
        mistakes.append("BOARDWALK_\(name) is \"\(text)\"; it should be a number from \(range.lowerBound) to \(range.upperBound).")
        return nil
    }

    mutating func choice<Value>(_ name: String, _ choices: [String: Value]) -> Value? {
        guard let text = text(name) else { return nil }
        if let value = choices[text.lowercased()] { return value }
        mistakes.append("BOARDWALK_\(name) is \"\(text)\"; it should be one of \(choices.keys.sorted().joined(separator: ", ")).")
        return nil
    }

    mutating func baseURL(_ name: String) -> String? {
        guard let text = text(name) else { return nil }
        if text.wholeMatch(of: /https?:\/\/[^\/\s?#]+/) != nil { return text }
        mistakes.append("BOARDWALK_\(name) is \"\(text)\"; it should be like https://boardwalk.example, without a path.")
        return nil
    }

    mutating func networks(_ name: String) -> [Network] {
        let words = (text(name) ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        for word in words where Network(word) == nil {
            mistakes.append("BOARDWALK_\(name) has \"\(word)\"; it should hold addresses like 10.0.0.1 or networks like 10.0.0.0/8.")
        }
        return words.compactMap { Network($0) }
    }

    mutating func check(root: String) {
        for folder in ["Templates", "Public", "migrations"] where !FileManager.default.fileExists(atPath: root + "/" + folder) {
            mistakes.append("There is no folder \(folder) in \(root). Start boardwalk in its own folder, or set BOARDWALK_ROOT.")
        }
    }
}
