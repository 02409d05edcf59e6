import App
import Configuration
import FoundationEssentials
import IGDB
import Logging
import OpenID
import Web

/// Reads environment variables, and collects mistakes in them and the descriptions for `--help`.
struct SettingsReader {
    private let config: ConfigReader
    private let names: [String]
    var mistakes: [String] = []
    var variables: [Settings.Variable] = []

    init(_ environment: [String: String]) {
        let environment = Self.readingFiles(in: environment, &mistakes)
        config = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment))
        names = environment.keys.sorted()
    }

    /// Returns the environment with values from files, because containers and systemd provide secrets as files. For example,
    /// BOARDWALK_DATABASE_URL_FILE names a file that contains the value of BOARDWALK_DATABASE_URL. A line break at the end of the file is
    /// removed.
    private static func readingFiles(in environment: [String: String], _ mistakes: inout [String]) -> [String: String] {
        var found = environment
        for (name, path) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix("BOARDWALK_") && name.hasSuffix("_FILE") {
            found[name] = nil
            guard !path.isEmpty else { continue }
            let variable = String(name.dropLast("_FILE".count))
            if environment[variable]?.isEmpty == false {
                mistakes.append("\(variable) and \(name) are both set; only one of them may be.")
            } else if let data = try? Data(contentsOf: URL(filePath: path)), data.count <= maxFileBytes,
                let text = String(validating: data, as: UTF8.self)
            {
                // `dropLast` also removes a line break of CR and LF, because that is one `Character`.
                found[variable] = text.last?.isNewline == true ? String(text.dropLast()) : text
            } else {
                mistakes.append(
                    "\(name) is \"\(path)\"; it should name a file of text that can be read, of at most \(maxFileBytes) bytes.")
            }
        }
        return found
    }

    private static let maxFileBytes = 16_384

    mutating func text(_ name: String, without fallback: String, _ meaning: String) -> String? {
        systemVariable("BOARDWALK_\(name)", without: fallback, meaning)
    }

    mutating func systemVariable(_ name: String, without fallback: String, _ meaning: String) -> String? {
        variables.append(Settings.Variable(name: name, fallback: fallback, meaning: meaning))
        return value(of: name)
    }

    private func value(of name: String) -> String? {
        let key = ConfigKey(name.lowercased().split(separator: "_").map(String.init))
        let value = config.string(forKey: key, isSecret: name.contains("URL") || name.contains("SECRET"))
        return value?.isEmpty == true ? nil : value
    }

    mutating func text(_ name: String, else standard: String, _ meaning: String) -> String {
        text(name, without: "`\(standard)`", meaning) ?? standard
    }

    mutating func number(_ name: String, in range: ClosedRange<Int>, else standard: Int, _ meaning: String) -> Int {
        number(text(name, else: "\(standard)", meaning), of: name, in: range) ?? standard
    }

    mutating func number(_ name: String, in range: ClosedRange<Int>, without fallback: String, _ meaning: String) -> Int? {
        guard let text = text(name, without: fallback, meaning) else { return nil }
        return number(text, of: name, in: range)
    }

    private mutating func number(_ text: String, of name: String, in range: ClosedRange<Int>) -> Int? {
        if let number = Int(text), range.contains(number) { return number }
        mistakes.append("BOARDWALK_\(name) is \"\(text)\"; it should be a number from \(range.lowerBound) to \(range.upperBound).")
        return nil
    }

    mutating func isOn(_ name: String, else standard: Bool, _ meaning: String) -> Bool {
        choice(name, ["on", "off"], else: standard ? "on" : "off", meaning) == "on"
    }

    mutating func secondFactor(_ name: String, else standard: SecondFactorPolicy, _ meaning: String) -> SecondFactorPolicy {
        let names = SecondFactorPolicy.allCases.map(\.rawValue)
        return SecondFactorPolicy(rawValue: choice(name, names, else: standard.rawValue, meaning)) ?? standard
    }

    /// Returns a key of `count` bytes. Nil if the variable is not set, or if its value is wrong. The message about the mistake does not
    /// contain the key.
    mutating func key(_ name: String, bytes count: Int, without fallback: String, _ meaning: String) -> [UInt8]? {
        guard let text = text(name, without: fallback, meaning) else { return nil }
        if let data = Data(base64Encoded: text), data.count == count { return Array(data) }
        mistakes.append("BOARDWALK_\(name) should be \(count) bytes in base64: the command openssl rand -base64 \(count) makes such a key.")
        return nil
    }

    mutating func level(_ name: String, else standard: Logger.Level) -> Logger.Level {
        let names = Logger.Level.allCases.map(\.rawValue)
        let quoted = names.map { "`\($0)`" }
        let meaning = "How much to log: " + quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
        return Logger.Level(rawValue: choice(name, names, else: standard.rawValue, meaning)) ?? standard
    }

    private mutating func choice(_ name: String, _ choices: [String], else standard: String, _ meaning: String) -> String {
        let text = text(name, else: standard, meaning)
        if choices.contains(text.lowercased()) { return text.lowercased() }
        mistakes.append("BOARDWALK_\(name) is \"\(text)\"; it should be one of \(choices.joined(separator: ", ")).")
        return standard
    }

    mutating func baseURL(_ name: String, without fallback: String, _ meaning: String) -> String? {
        guard let text = text(name, without: fallback, meaning) else { return nil }
        if text.wholeMatch(of: /https?:\/\/[^\/\s?#]+/) != nil { return text }
        mistakes.append("BOARDWALK_\(name) is \"\(text)\"; it should be like https://boardwalk.example, without a path.")
        return nil
    }

    mutating func networks(_ name: String, _ meaning: String) -> [Network] {
        let words = (text(name, without: "none", meaning) ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
        for word in words where Network(word) == nil {
            mistakes.append("BOARDWALK_\(name) has \"\(word)\"; it should list addresses like 10.0.0.1 or networks like 10.0.0.0/8.")
        }
        return words.compactMap { Network($0) }
    }

    /// Returns all OpenID Connect providers that the variables configure.
    mutating func providers() -> [OpenIDProviderSettings] {
        let prefix = "BOARDWALK_OIDC_"
        let fields = [
            (
                name: "ISSUER", fallback: "none",
                meaning: "Issuer of an OpenID Connect provider; `<NAME>` is any name of capital letters and digits"
            ),
            (name: "CLIENT_ID", fallback: "none", meaning: "Client ID of this site at the provider"),
            (name: "CLIENT_SECRET", fallback: "none", meaning: "Client secret of this site at the provider"),
            (name: "LABEL", fallback: "the name", meaning: "Name of the provider on the sign-in page"),
        ]
        for field in fields {
            variables.append(
                Settings.Variable(name: "\(prefix)<NAME>_\(field.name)", fallback: field.fallback, meaning: field.meaning))
        }
        var found: [String: [String: String]] = [:]
        for name in names where name.hasPrefix(prefix) {
            guard let text = value(of: name) else { continue }
            let rest = name.dropFirst(prefix.count)
            guard let field = fields.first(where: { rest.hasSuffix("_" + $0.name) }),
                let provider = rest.dropLast(field.name.count + 1).wholeMatch(of: /[A-Z0-9]{1,30}/)?.0
            else {
                mistakes.append(
                    "\(name) is not a variable; it should be like \(prefix)GOOGLE_ISSUER, …_CLIENT_ID, …_CLIENT_SECRET or …_LABEL.")
                continue
            }
            found[String(provider), default: [:]][field.name] = text
        }
        return found.sorted { $0.key < $1.key }.compactMap { provider(prefix + $0.key, $0.key, $0.value) }
    }

    private mutating func provider(_ prefix: String, _ name: String, _ fields: [String: String]) -> OpenIDProviderSettings? {
        for field in ["ISSUER", "CLIENT_ID", "CLIENT_SECRET"] where fields[field] == nil {
            mistakes.append("\(prefix)_\(field) is missing, but other variables of that provider are set.")
        }
        guard name != "CODE" else {
            mistakes.append("\(prefix)_…: a provider cannot have the name CODE, because /login/code is a page of the site.")
            return nil
        }
        guard let issuer = fields["ISSUER"], let id = fields["CLIENT_ID"], let secret = fields["CLIENT_SECRET"] else { return nil }
        do {
            return try OpenIDProviderSettings(
                name: name.lowercased(), issuer: issuer, clientID: id, clientSecret: secret, label: fields["LABEL"] ?? name.capitalized)
        } catch {
            mistakes.append("\(prefix)_ISSUER, …_CLIENT_ID, …_CLIENT_SECRET, …_LABEL: \(error)")
            return nil
        }
    }

    /// Returns the settings for IGDB. Nil if the variables are not set, or if they are wrong.
    mutating func igdb() -> IGDBSettings? {
        let id = text("IGDB_CLIENT_ID", without: "none", "Client ID of this site at IGDB, which lets members search for games there")
        let secret = text("IGDB_CLIENT_SECRET", without: "none", "Client secret of this site at IGDB")
        let url = text("IGDB_URL", without: "IGDB itself", "Address of a proxy that answers for IGDB, Twitch and IGDB's pictures")
        guard id != nil || secret != nil else { return nil }
        guard let id, let secret else {
            mistakes.append("BOARDWALK_IGDB_CLIENT_ID and BOARDWALK_IGDB_CLIENT_SECRET belong together: one of them is missing.")
            return nil
        }
        do { return try IGDBSettings(clientID: id, secret: secret, url: url) } catch {
            mistakes.append("BOARDWALK_IGDB_CLIENT_ID, …_CLIENT_SECRET, …_URL: \(error)")
            return nil
        }
    }

    mutating func check(root: String) {
        for folder in ["Templates", "Public", "migrations"] where !FileManager.default.fileExists(atPath: root + "/" + folder) {
            mistakes.append("There is no folder \(folder) in \(root). Start boardwalk in its own folder, or set BOARDWALK_ROOT.")
        }
    }
}
