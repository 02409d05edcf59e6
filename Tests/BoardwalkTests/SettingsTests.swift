import Foundation
import TestSupport
import Testing

@testable import Boardwalk

struct SettingsTests {
    @Test func theReadmeHasTheTableOfVariables() throws {
        let readme = try String(contentsOfFile: TestDatabase.root + "/README.md", encoding: .utf8)
        #expect(readme.contains("\n\n" + Settings.markdown + "\n"), "Put this into README.md:\n\(Settings.markdown)")
    }

    @Test func helpNamesEveryVariableWithItsDefault() {
        let help = Serve.helpMessage(columns: 120)
        for variable in Settings.variables {
            #expect(help.contains("\(variable.name) (\(variable.fallback.replacing("`", with: "")))"))
        }
    }

    /// A default that its own reader refuses would show up as a mistake nobody made.
    @Test func theDefaultsAreInOrder() throws {
        let settings = try Settings(environment: .init(environmentVariables: ["BOARDWALK_ROOT": TestDatabase.root]))
        #expect(settings.port == 8080)
        #expect(settings.app.passwordCost == .standard)
        #expect(settings.app.limitsRates)
    }

    @Test func everyMistakeIsReported() {
        let mistakes = [
            "BOARDWALK_PORT": "many", "BOARDWALK_HELD_POLLS": "-1", "BOARDWALK_RELOAD": "perhaps", "BOARDWALK_LOG_LEVEL": "loud",
            "BOARDWALK_BASE_URL": "clubs.example/path", "BOARDWALK_TRUSTED_PROXIES": "10.0.0.1, nobody", "BOARDWALK_ROOT": "/nowhere",
        ]
        let error = #expect(throws: (any Error).self) { try Settings(environment: .init(environmentVariables: mistakes)) }
        for name in mistakes.keys { #expect(error.map { "\($0)" }?.contains(name) == true, "\(name)") }
    }
}
