import Foundation
import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

/// Changes of the password and the e-mail address, and reset links.
struct CredentialTests {
    private let old = "a good long one"
    private let new = "another long one"

    private func signIn(_ login: String, _ password: String, _ site: TestSite) async throws -> HTTPResponse.Status {
        try await site.visitor().post("/login", ["login": login, "password": password]).status
    }

    @Test func `changing the password ends other sessions and reset links`() async throws {
        try await TestSite.open { site in
            let (ana, elsewhere) = (try await site.person("ana"), site.visitor())
            try await elsewhere.post("/login", ["login": "ana", "password": old])
            _ = try #require(try await ResetLinks.make(for: "ana", in: site.database))
            let token = ana.sessionToken
            let answer = try await ana.post("/account/password", ["password": old, "new_password": new])
            #expect(answer.headers[.location] == "/account?closed=1.0.1")
            let page = try await ana.get("/account?closed=1.0.1")
            #expect(page.status == .ok && page.text.contains("1 sign-in elsewhere and 1 unused link to reset the password"))
            // A copied session cookie is signed out, too.
            try await #expect(site.server.services.sessions.session(token: token, isFresh: true) == nil)
            // Other browsers must sign in again.
            try await #expect(elsewhere.get("/account").status == .seeOther)
            try await #expect(signIn("ana", old, site) == .unprocessableContent)
            try await #expect(signIn("ana", new, site) == .seeOther)
        }
    }

    @Test func `all problems of a password change are shown at once`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let answer = try await ana.post("/account/password", ["password": "guess", "new_password": "short"])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("That is not your password") && answer.text.contains("Use at least 8 characters"))
            // The rules stay visible.
            #expect(answer.text.contains("new_password-hint new_password-problem"))
            let guessed = try await ana.post("/account/password", ["password": old, "new_password": "ana@example.com"])
            #expect(guessed.status == .unprocessableContent)
            try await #expect(signIn("ana", old, site) == .seeOther)
        }
    }

    @Test func `changing the e-mail address requires the password`() async throws {
        try await TestSite.open { site in
            let (ana, _) = (try await site.person("ana"), try await site.person("ben"))
            for (email, words) in [
                ("no address", "Give an e-mail address"), ("BEN@example.com", "An account with this e-mail address already exists."),
            ] {
                let answer = try await ana.post("/account/email", ["password": old, "email": email])
                #expect(answer.status == .unprocessableContent && answer.text.contains(words))
            }
            let guess = try await ana.post("/account/email", ["password": "guess", "email": "new@example.com"])
            #expect(guess.status == .unprocessableContent)
            try await #expect(ana.post("/account/email", ["password": old, "email": "new@example.com"]).status == .seeOther)
            try await #expect(ana.get("/account").text.contains("new@example.com"))
            try await #expect(signIn("new@example.com", old, site) == .seeOther)
        }
    }

    @Test func `a reset link sets a password once and ends all sessions`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let made = try #require(try await ResetLinks.make(for: "ANA@example.com", in: site.database))
            let other = try #require(try await ResetLinks.make(for: "ana", in: site.database))
            #expect(made.username == "ana")
            let visitor = site.visitor()
            try await #expect(visitor.get(made.path).text.contains("for the account <b>ana</b>"))
            let refused = try await visitor.post(made.path, ["new_password": "ana"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Use at least 8 characters"))
            try await #expect(visitor.post(made.path, ["new_password": new]).headers[.location] == "/login?closed=1.0.1")
            try await #expect(ana.get("/account").status == .seeOther)
            try await #expect(signIn("ana", new, site) == .seeOther)
            for path in [made.path, other.path] {
                try await #expect(visitor.get(path).status == .gone)
                try await #expect(visitor.post(path, ["new_password": "a third long one"]).status == .gone)
            }
            try await #expect(signIn("ana", new, site) == .seeOther)
        }
    }

    @Test func `a new e-mail address invalidates reset links`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let made = try #require(try await ResetLinks.make(for: "ana", in: site.database))
            try await ana.post("/account/email", ["password": old, "email": "new@example.com"])
            try await #expect(site.visitor().get(made.path).status == .gone)
        }
    }

    @Test(arguments: ["", "1", "1.2", "a.b.c", "1.2.3.4", "-1.0.0", "99999999999999999999.1.1", "1.1.1<script>"])
    func `a malformed list of revoked credentials is ignored`(text: String) { #expect(RevokedCredentials(text) == nil) }

    @Test func `a reset link expires after half an hour`() async throws {
        try await TestSite.open { site in
            _ = try await site.person("ana")
            let made = try #require(try await ResetLinks.make(for: "ana", in: site.database))
            try await site.database.write(Query<Int>.change("UPDATE reset_links SET expires_at = expires_at - interval '30 minutes'"))
            try await #expect(site.visitor().get(made.path).status == .gone)
            try await site.server.cleanUp.turn()
            try await #expect(site.database.read(Query<Int>.one("SELECT count(*) FROM reset_links")) == 0)
            try await #expect(site.visitor().get("/reset/nonsense").status == .gone)
        }
    }

    @Test func `an unknown account gets no reset link`() async throws {
        try await TestSite.open { site in
            try await #expect(ResetLinks.make(for: "nobody", in: site.database) == nil)
        }
    }
}
