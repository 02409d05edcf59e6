import Foundation
import TestSupport
import Testing

@testable import Boardwalk

struct SettingsTests {
    @Test func `the manual has the table of all variables`() throws {
        let manual = try String(contentsOfFile: TestDatabase.root + "/docs/operations.md", encoding: .utf8)
        #expect(manual.contains("\n\n" + Settings.markdown + "\n"), "Put this into docs/operations.md:\n\(Settings.markdown)")
    }

    @Test func `the help names every variable with its default`() {
        let help = Serve.helpMessage(columns: 120)
        for variable in Settings.variables {
            #expect(help.contains("\(variable.name) (\(variable.fallback.replacing("`", with: "")))"))
        }
    }

    /// The settings are read from the defaults alone, which must be accepted.
    @Test func `the defaults are valid`() throws {
        let settings = try Settings(environment: ["BOARDWALK_ROOT": TestDatabase.root])
        #expect(settings.port == 8080)
        #expect(settings.app.passwordCost == .standard)
        #expect(settings.app.limitsRates)
    }

    private func settings(_ variables: [String: String]) throws -> Settings {
        try Settings(environment: variables.merging(["BOARDWALK_ROOT": TestDatabase.root]) { $1 })
    }

    @Test func `the demo club is for this machine only`() throws {
        try #expect(settings([:]).isForThisMachine)
        try #expect(!settings(["BOARDWALK_HOST": "0.0.0.0"]).isForThisMachine)
        try #expect(!settings(["BOARDWALK_BASE_URL": "https://clubs.example"]).isForThisMachine)
        try #expect(!settings(["BOARDWALK_TRUSTED_PROXIES": "127.0.0.1"]).isForThisMachine)
    }

    @Test func `storage limits are set by variables`() throws {
        let limits = try settings(["BOARDWALK_LIMIT_RIDES": "7", "BOARDWALK_LIMIT_TEXT_MB": "3"]).app.storageLimits.databaseSettings
        #expect(limits["boardwalk.limit_rides"] == "7" && limits["boardwalk.limit_text_bytes"] == "3145728")
        #expect(limits["boardwalk.limit_clubs"] == "20")
    }

    @Test func `several providers can be set`() throws {
        let two = try settings([
            "BOARDWALK_OIDC_GOOGLE_ISSUER": "https://accounts.example", "BOARDWALK_OIDC_GOOGLE_CLIENT_ID": "one",
            "BOARDWALK_OIDC_GOOGLE_CLIENT_SECRET": "secret", "BOARDWALK_OIDC_CLUB_ISSUER": "https://id.example/realms/club",
            "BOARDWALK_OIDC_CLUB_CLIENT_ID": "two", "BOARDWALK_OIDC_CLUB_CLIENT_SECRET": "secret",
            "BOARDWALK_OIDC_CLUB_LABEL": "your club account", "BOARDWALK_OIDC_OFF_ISSUER": "",
        ]).app.providers
        #expect(two.map(\.name) == ["club", "google"] && two.map(\.label) == ["your club account", "Google"])
        #expect(two.map(\.issuer) == ["https://id.example/realms/club", "https://accounts.example"])
        #expect(two.map(\.clientID) == ["two", "one"])
        try #expect(settings([:]).app.providers.isEmpty)
    }

    @Test func `variables are read from files`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "boardwalk-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "postgres://secret\n".write(toFile: file, atomically: true, encoding: .utf8)
        let found = try settings([
            "BOARDWALK_DATABASE_URL_FILE": file, "BOARDWALK_OIDC_A_CLIENT_SECRET_FILE": file,
            "BOARDWALK_OIDC_A_ISSUER": "https://a.example",
            "BOARDWALK_OIDC_A_CLIENT_ID": "a", "BOARDWALK_LOG_LEVEL_FILE": "",
        ])
        #expect(found.databaseURL == "postgres://secret" && found.app.providers.map(\.clientSecret) == ["postgres://secret"])
        let mistakes = [
            ["BOARDWALK_DATABASE_URL_FILE": file, "BOARDWALK_DATABASE_URL": "x"]: "are both set",
            ["BOARDWALK_DATABASE_URL_FILE": file + "-not"]: "it should name a file of text that can be read",
            ["BOARDWALK_DATABASE_URL_FILE": "/usr"]: "it should name a file of text that can be read",
        ]
        for (variables, words) in mistakes {
            let error = #expect(throws: (any Error).self) { try settings(variables) }
            #expect(error.map { "\($0)" }?.contains(words) == true, "\(variables)")
        }
    }

    @Test(arguments: [
        ("BOARDWALK_OIDC_X_CLIENT_ID is missing", ["X_ISSUER": "https://a.example", "X_CLIENT_SECRET": "very secret"]),
        ("BOARDWALK_OIDC_X_ISSUER", ["X_ISSUER": "no address", "X_CLIENT_ID": "a", "X_CLIENT_SECRET": "very secret"]),
        ("BOARDWALK_OIDC_X_ISUER is not a variable", ["X_ISUER": "https://a.example"]),
        ("BOARDWALK_OIDC_MY_OWN_ISSUER is not a variable", ["MY_OWN_ISSUER": "https://a.example"]),
    ])
    func `an incomplete provider is reported without its secret`(_ words: String, _ fields: [String: String]) {
        let variables = Dictionary(uniqueKeysWithValues: fields.map { ("BOARDWALK_OIDC_" + $0.key, $0.value) })
        let error = #expect(throws: (any Error).self) { try settings(variables) }
        #expect(error.map { "\($0)" }?.contains(words) == true)
        #expect(error.map { "\($0)" }?.contains("very secret") == false)
    }

    @Test func `the key for stored secrets has 32 bytes in base64`() throws {
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        try #expect(settings(["BOARDWALK_SECRET_KEY": key]).app.secretKey == [UInt8](repeating: 7, count: 32))
        try #expect(settings([:]).app.secretKey == nil)
        for wrong in ["very secret", Data(repeating: 7, count: 31).base64EncodedString()] {
            let error = #expect(throws: (any Error).self) { try settings(["BOARDWALK_SECRET_KEY": wrong]) }
            #expect(error.map { "\($0)" }?.contains("BOARDWALK_SECRET_KEY should be 32 bytes in base64") == true)
            #expect(error.map { "\($0)" }?.contains(wrong) == false)
        }
    }

    @Test func `a second factor is asked of nobody, of admins or of everybody`() throws {
        try #expect(settings([:]).app.secondFactor == .optional)
        try #expect(settings(["BOARDWALK_SECOND_FACTOR": "admins"]).app.secondFactor == .admins)
        try #expect(settings(["BOARDWALK_SECOND_FACTOR": "everybody"]).app.secondFactor == .everybody)
        #expect(throws: (any Error).self) { try settings(["BOARDWALK_SECOND_FACTOR": "somebody"]) }
    }

    @Test func `every mistake is reported`() {
        let mistakes = [
            "BOARDWALK_PORT": "many", "BOARDWALK_HELD_POLLS": "-1", "BOARDWALK_RELOAD": "perhaps", "BOARDWALK_LOG_LEVEL": "loud",
            "BOARDWALK_BASE_URL": "clubs.example/path", "BOARDWALK_TRUSTED_PROXIES": "10.0.0.1, nobody", "BOARDWALK_ROOT": "/nowhere",
        ]
        let error = #expect(throws: (any Error).self) { try Settings(environment: mistakes) }
        for name in mistakes.keys { #expect(error.map { "\($0)" }?.contains(name) == true, "\(name)") }
    }
}
