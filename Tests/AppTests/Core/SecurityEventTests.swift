import Foundation
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// The log lines that tell operators who signed in, who was refused, and what admins did.
struct SecurityEventTests {
    private static let password = "a good long one"

    /// Runs `body` and returns the security lines that it logged.
    private func lines(_ body: @escaping @Sendable (TestSite) async throws -> Void) async throws -> [String] {
        let lines = Locked<[String]>([])
        try await TestDatabase.withMigrated { test in
            var settings = AppSettings(root: TestDatabase.root)
            (settings.passwordCost, settings.limitsRates) = (.low, false)
            settings.data = TestDatabase.root + "/.build/tests"
            try await TestSite.run(settings, test, logger: Log.logger(lines), body)
        }
        return lines.value.filter { $0.hasPrefix("notice security ") }
    }

    private func events(_ lines: [String]) -> [String] {
        lines.compactMap { line in line.firstMatch(of: /event=([\w-]+)/).map { String($0.1) } }
    }

    @Test func `sign-ins and changes of credentials are logged without typed text`() async throws {
        let lines = try await lines { site in
            let ana = try await site.person("ana")
            let visitor = site.visitor()
            try await visitor.post("/login", ["login": "ana", "password": "my other secret"])
            try await visitor.post("/login", ["login": "secret in the wrong field", "password": "x"])
            try await visitor.post("/login", ["login": "ana", "password": Self.password])
            try await visitor.post("/account/sessions/revocation", ["password": Self.password])
            try await visitor.post("/account/email", ["password": Self.password, "email": "new@example.com"])
            try await visitor.post("/account/email", ["password": "my guess", "email": "new@example.com"])
            try await visitor.post("/account/password", ["password": Self.password, "new_password": "another secret"])
            let link = try #require(try await ResetLinks.make(for: "ana", in: site.database))
            try await site.visitor().post(link.path, ["new_password": "a third secret"])
            try await visitor.post("/login", ["login": "ana", "password": "a third secret"])
            try await visitor.post("/clubs/new", ["name": "A"], [.origin: "https://evil.example"])
            try await visitor.post("/account/deletion", ["password": "a third secret"])
            try await visitor.post("/logout", [:])
            _ = ana
        }
        #expect(
            events(lines) == [
                "signed-in", "sign-in-refused", "sign-in-refused", "signed-in", "sessions-ended", "email-changed", "password-refused",
                "password-changed", "password-reset", "signed-in", "form-refused", "deletion-requested", "signed-out",
            ])
        #expect(!lines.contains { $0.contains("secret") || $0.contains("guess") || $0.contains("example.com") })
        #expect(lines[1].contains("account=1") && !lines[2].contains("account="))
        #expect(lines.allSatisfy { $0.contains("network=127.0.0.1") && $0.contains("id=") })
    }

    @Test func `codes and changes of the second factor are logged`() async throws {
        let lines = try await lines { site in
            let ana = try await site.person("ana")
            let setup = try await ana.post("/account/second-factor", ["password": Self.password]).text
            let secret = String(try #require(setup.firstMatch(of: /id="secret"[^>]* value="([A-Z2-7 ]+)"/)).1)
            let form = String(try #require(setup.firstMatch(of: /name="setup" value="([^"]+)"/)).1)
            let totp = TOTP(secret: try #require(Base32.decode(secret)))
            func code() -> String { totp.code(step: TOTP.step(at: Date())) }
            let again: Query<Int> = .change("UPDATE second_factors SET last_step = 0")
            let proven = try await ana.post("/account/second-factor/proof", ["setup": form, "code": code()]).text
            let recovery = String(try #require(proven.firstMatch(of: /<li><code>([a-z2-7\-]+)<\/code>/)).1)
            let visitor = site.visitor()
            try await visitor.post("/login", ["login": "ana", "password": Self.password])
            try await visitor.post("/login/code", ["recovery_code": recovery])
            try await visitor.post("/logout", [:])
            try await visitor.post("/login", ["login": "ana", "password": Self.password])
            try await visitor.post("/login/code", ["recovery_code": recovery])
            try await site.database.write(again)
            try await ana.post("/account/second-factor/codes", ["password": Self.password, "code": code()])
            try await site.database.write(again)
            try await ana.post("/account/second-factor/removal", ["password": Self.password, "code": code()])
        }
        #expect(
            events(lines) == [
                "signed-in", "second-factor-on", "recovery-code-used", "signed-in", "signed-out", "code-refused", "recovery-codes-made",
                "second-factor-off",
            ])
        #expect(lines.allSatisfy { $0.contains("account=1") })
    }

    @Test func `actions of admins and refused attempts are logged`() async throws {
        let lines = try await lines { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post(club.path + "/practice/words", ["words": "shore"])
            try await club.ben.post(club.path + "/practice/words", ["words": "shore"])
        }
        let admin = lines.filter { $0.contains("event=admin-") }
        #expect(events(admin) == ["admin-action", "admin-refused"])
        #expect(admin.allSatisfy { $0.contains("club=pier") && $0.contains("path=/c/pier/practice/words") })
    }
}
