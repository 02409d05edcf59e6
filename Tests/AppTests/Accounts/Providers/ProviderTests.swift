import Foundation
import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

/// Signing in with a provider, for the first time and again.
struct ProviderTests {
    private func username(_ person: Visitor, _ site: TestSite) async throws -> String? {
        try await site.server.services.sessions.session(token: person.sessionToken, isFresh: true)?.username
    }

    @Test(arguments: [("cross-site", false), ("same-site", false), ("same-origin", true), ("none", true)])
    func `a page of another site does not begin a sign-in`(site: String, begins: Bool) async throws {
        try await MockProvider.open { test, _, _ in
            let answer = try await test.visitor().get("/login/mock?next=/clubs/new", [try #require(HTTPField.Name("Sec-Fetch-Site")): site])
            #expect(answer.status == (begins ? .seeOther : .ok))
            #expect(begins || answer.text.contains("href=\"/login/mock?next=%2Fclubs%2Fnew\""))
            try #expect(test.rows("SELECT count(*) FROM sign_in_attempts") == [begins ? "1" : "0"])
        }
    }

    @Test func `at the first sign-in a person chooses what is kept`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = site.visitor()
            let back = try await ana.travel("/login/mock?next=/clubs/new")
            #expect(back.status == .seeOther && back.headers[.location] == "/welcome")
            let page = try await ana.get("/welcome").text
            #expect(page.contains("value=\"ana\"") && page.contains("value=\"Ana Kovač\""))
            // The e-mail address is offered, but not selected.
            #expect(page.contains("ana@provider.example") && !page.contains("checked"))
            let answer = try await ana.upload("/welcome", ["username": "annie", "display_name": "Annie"], [])
            #expect(answer.status == .seeOther && answer.headers[.location] == "/clubs/new")
            let session = try #require(try await site.server.services.sessions.session(token: ana.sessionToken))
            #expect(session.username == "annie" && session.displayName == "Annie" && session.email == nil && !session.hasPassword)
            let account = try await ana.get("/account").text
            #expect(account.contains("Mock &amp; Co") && account.contains("Set a password") && !account.contains("provider.example"))
        }
    }

    @Test func `the provider's subject identifies a returning person`() async throws {
        try await MockProvider.open { site, mock, _ in
            try await site.visitor().arrive(as: "annie", ["keep_email": "1"])
            // Everything except the subject may change at the provider.
            mock.person.value = .init(email: "new@provider.example", name: "Somebody", username: "else")
            let again = site.visitor()
            try await #expect(again.travel("/login/mock?next=/clubs/new").headers[.location] == "/clubs/new")
            let session = try #require(try await site.server.services.sessions.session(token: again.sessionToken))
            #expect(session.username == "annie" && session.email == "ana@provider.example")
            mock.person.value.subject = "ana-2"
            try await #expect(site.visitor().travel("/login/mock").headers[.location] == "/welcome")
        }
    }

    @Test func `metrics count the requests to a provider`() async throws {
        try await MockProvider.open { site, _, _ in
            _ = try await site.visitor().travel("/login/mock")
            let text = site.server.metrics.text(.prometheus)
            #expect(text.firstMatch(of: /boardwalk_openid_requests_total\{host="[^"]+",purpose="token",outcome="200"\} 1\n/) != nil)
        }
    }

    @Test func `a second sign-in in the same browser replaces the first`() async throws {
        try await MockProvider.open { site, mock, _ in
            let ana = site.visitor()
            try await #expect(ana.travel("/login/mock").headers[.location] == "/welcome")
            // The provider names another person in the same browser.
            mock.person.value = .init(subject: "ben", email: "ben@provider.example", name: "Ben", username: "ben")
            try await #expect(ana.travel("/login/mock").headers[.location] == "/welcome")
            let page = try await ana.get("/welcome").text
            #expect(page.contains("value=\"ben\"") && !page.contains("value=\"ana\""))
        }
    }

    @Test func `an invalid name is refused and keeps what was typed`() async throws {
        try await MockProvider.open { site, _, _ in
            _ = try await site.person("ana")
            let ben = site.visitor()
            _ = try await ben.travel("/login/mock")
            // The name is taken, so the page suggests another one.
            try await #expect(ben.get("/welcome").text.contains("value=\"ana2\""))
            for (fields, words) in [
                (["username": "ANA"], "That name is taken"), (["username": "a b"], "Use 3 to 30 letters"),
                (["username": "benny", "email": "nowhere"], "Give an e-mail address"),
                (["username": "benny", "email": "ANA@example.com"], "An account with this e-mail address already exists."),
            ] {
                let answer = try await ben.upload("/welcome", ["display_name": "Ben the First"].merging(fields) { $1 }, [])
                #expect(answer.status == .unprocessableContent && answer.text.contains(words) && answer.text.contains("Ben the First"))
            }
            try await #expect(ben.upload("/welcome", ["username": "benny", "display_name": "Ben"], []).status == .seeOther)
            // The page can be used only once.
            try await #expect(site.visitor().get("/welcome").status == .gone)
            try await #expect(ben.upload("/welcome", ["username": "benny2", "display_name": "Ben"], []).headers[.location] == "/")
        }
    }

    @Test func `a provider's answer counts once, in the browser that asked`() async throws {
        try await MockProvider.open { site, _, _ in
            let (ana, eve) = (site.visitor(), site.visitor())
            let back = try await ana.wayBack("/login/mock")
            _ = try await eve.wayBack("/login/mock")
            // The other browser may have begun its own sign-in or none.
            for other in [eve, site.visitor()] {
                let answer = try await other.get(back)
                #expect(answer.status == .badRequest && answer.text.contains("matches no sign-in in this browser"))
                #expect(answer.text.contains("name=\"password\"") && answer.headers[.location] == nil)
            }
            try await #expect(ana.get(back).headers[.location] == "/welcome")
            try await #expect(ana.get(back).status == .badRequest)
            for path in ["/login/mock/callback", "/login/mock/callback?state=x&code=y"] {
                try await #expect(ana.get(path).status == .badRequest)
            }
            try await #expect(ana.get("/login/nobody").status == .notFound)
        }
    }

    @Test func `an answer of one provider is refused for another`() async throws {
        try await MockProvider.open { site, mock, other in
            let ana = site.visitor()
            let back = try await ana.wayBack("/login/mock")
            let mixed = try await ana.get(back.replacing("/login/mock/", with: "/login/other/"))
            #expect(mixed.status == .badRequest && !other.asked.value.contains("token"))
            // The attempt is used up.
            try await #expect(ana.get(back).status == .badRequest)
            #expect(!mock.asked.value.contains("token"))
        }
    }

    @Test func `a sign-in attempt expires after ten minutes`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = site.visitor()
            let back = try await ana.wayBack("/login/mock")
            try await site.database.write(Query<Int>.change("UPDATE sign_in_attempts SET expires_at = expires_at - interval '10 minutes'"))
            try await #expect(ana.get(back).status == .badRequest)
            try await site.server.cleanUp.turn()
            try await #expect(site.database.read(Query<Int>.one("SELECT count(*) FROM sign_in_attempts")) == 0)
            _ = try await ana.travel("/login/mock")
            try await site.database.write(Query<Int>.change("UPDATE pending_identities SET expires_at = now() - interval '1 second'"))
            try await #expect(ana.get("/welcome").status == .gone)
            try await site.server.cleanUp.turn()
            try await #expect(site.database.read(Query<Int>.one("SELECT count(*) FROM pending_identities")) == 0)
        }
    }

    @Test func `the password form remains while a provider is unavailable`() async throws {
        try await MockProvider.open { site, mock, _ in
            mock.isAway.value = true
            let answer = try await site.visitor().get("/login/mock?next=/clubs/new")
            #expect(answer.status == .serviceUnavailable && answer.text.contains("is not answering now"))
            #expect(answer.text.contains("name=\"password\"") && answer.text.contains("value=\"/clubs/new\""))
        }
    }

    @Test func `a provider sign-in leads only to local addresses`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = site.visitor()
            _ = try await ana.travel("/login/mock?next=https://evil.example/")
            let answer = try await ana.upload("/welcome", ["username": "annie", "display_name": "Annie"], [])
            #expect(answer.headers[.location] == "/")
            try await #expect(site.visitor().travel("/login/mock?next=//evil.example").headers[.location] == "/")
        }
    }

    @Test func `a provider sign-in starts a session and ends the old one`() async throws {
        try await MockProvider.open { site, _, _ in
            try await site.visitor().arrive(as: "annie")
            let ana = site.visitor()
            let back = try await ana.wayBack("/login/mock")
            // Meanwhile another tab registers an account.
            try await ana.post(
                "/register", ["username": "ben", "email": "ben@example.com", "password": "a good long one", "display_name": "B"])
            let before = ana.sessionToken
            try await #expect(ana.get(back).status == .seeOther)
            try await #expect(username(ana, site) == "annie")
            try await #expect(site.server.services.sessions.session(token: before, isFresh: true) == nil)
        }
    }

    @Test func `provider sign-ins are limited by network`() async throws {
        try await MockProvider.open(change: { $0.limitsRates = true }) { site, _, _ in
            let ana = site.visitor()
            var answer = try await ana.get("/login/mock")
            #expect(answer.status == .seeOther)
            for _ in 0..<40 where answer.status == .seeOther { answer = try await ana.get("/login/mock") }
            #expect(answer.status == .tooManyRequests && answer.text.contains("name=\"password\"") && answer.headers[.retryAfter] != nil)
        }
    }

    @Test func `sign-in and registration offer every provider`() async throws {
        try await MockProvider.open { site, _, _ in
            for path in ["/login?next=/clubs/new", "/register?next=/clubs/new"] {
                let page = try await site.visitor().get(path).text
                #expect(page.contains("href=\"/login/mock?next=%2Fclubs%2Fnew\"") && page.contains("Sign in with Other &amp; Co"))
            }
        }
        try await TestSite.open { site in
            try await #expect(!site.visitor().get("/login").text.contains("Sign in with"))
        }
    }

    @Test func `an account without a password cannot sign in by password`() async throws {
        try await MockProvider.open { site, _, _ in
            try await site.visitor().arrive(as: "annie", ["keep_email": "1"])
            for password in ["", "a good long one"] {
                for login in ["annie", "ana@provider.example"] {
                    let answer = try await site.visitor().post("/login", ["login": login, "password": password])
                    #expect(answer.status == .unprocessableContent)
                }
            }
            // With an e-mail address, the operator can make a reset link. Without one, only the provider can identify the person.
            try await #expect(ResetLinks.make(for: "annie", in: site.database) != nil)
            try await site.database.write(Query<Int>.change("UPDATE accounts SET email = NULL"))
            try await #expect(ResetLinks.make(for: "annie", in: site.database) == nil)
        }
    }
}
