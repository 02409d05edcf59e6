import Foundation
import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

/// Providers as sign-in methods, and confirmations with a provider.
struct SignInMethodTests {
    private let password = "a good long one"

    private func identities(_ site: TestSite) async throws -> Int {
        try await site.database.read(Query<Int>.one("SELECT count(*) FROM account_identities"))
    }

    @Test func `linking a provider to an existing account requires its password`() async throws {
        try await MockProvider.open { site, mock, _ in
            _ = try await site.person("ana")
            mock.person.value.email = "ANA@example.com"
            let ana = site.visitor()
            _ = try await ana.travel("/login/mock?next=/clubs/new")
            let page = try await ana.get("/welcome").text
            #expect(page.contains("There is already an account with <bdi>ANA@example.com</bdi>"))
            // Claiming the address does not link the provider.
            let claimed = try await ana.upload("/welcome", ["username": "annie", "display_name": "Annie", "keep_email": "1"], [])
            #expect(claimed.status == .unprocessableContent && claimed.text.contains("An account with this e-mail address already exists"))
            let guessed = try await ana.post("/welcome/link", ["login": "ana@example.com", "password": "guess"])
            #expect(guessed.status == .unprocessableContent && guessed.text.contains("do not match"))
            try await #expect(identities(site) == 0)
            let linked = try await ana.post("/welcome/link", ["login": "ana@example.com", "password": password])
            #expect(linked.status == .seeOther && linked.headers[.location] == "/clubs/new")
            let again = site.visitor()
            try await #expect(again.travel("/login/mock").headers[.location] == "/")
            try await #expect(again.get("/account").text.contains("ana@example.com"))
        }
    }

    @Test func `wrong passwords while linking count as failed sign-ins`() async throws {
        try await MockProvider.open(change: { $0.limitsRates = true }) { site, _, _ in
            _ = try await site.person("ben")
            let eve = site.visitor()
            _ = try await eve.travel("/login/mock")
            for _ in 0..<10 { try await eve.post("/welcome/link", ["login": "ben", "password": "guess"]) }
            try await #expect(eve.post("/welcome/link", ["login": "ben", "password": password]).status == .tooManyRequests)
            try await #expect(site.visitor().post("/login", ["login": "ben", "password": password]).status == .tooManyRequests)
        }
    }

    @Test func `linking and unlinking a provider require the password`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = try await site.person("ana")
            try await #expect(ana.travel("/account/sign-in-methods/mock/link").headers[.location] == "/account/sign-in-methods/new")
            try await #expect(ana.get("/account/sign-in-methods/new").text.contains("ana@provider.example"))
            try await #expect(ana.post("/account/sign-in-methods/new", ["password": "guess"]).status == .unprocessableContent)
            try await #expect(identities(site) == 0)
            try await #expect(ana.post("/account/sign-in-methods/new", ["password": password]).headers[.location] == "/account")
            try await #expect(ana.get("/account").text.contains("Linked since"))
            let elsewhere = site.visitor()
            try await #expect(elsewhere.travel("/login/mock").headers[.location] == "/")
            try await #expect(ana.get("/account/sign-in-methods/mock/removal").text.contains("Unlink Mock &amp; Co?"))
            try await #expect(ana.post("/account/sign-in-methods/mock/removal", ["password": "guess"]).status == .unprocessableContent)
            try await #expect(identities(site) == 1)
            try await #expect(ana.post("/account/sign-in-methods/mock/removal", ["password": password]).headers[.location] == "/account")
            try await #expect(site.visitor().travel("/login/mock").headers[.location] == "/welcome")
        }
    }

    @Test func `the last sign-in method cannot be removed`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = site.visitor()
            try await ana.arrive(as: "annie")
            try await #expect(ana.get("/account/sign-in-methods/mock/removal").status == .conflict)
            _ = try await ana.travel("/account/confirmation/mock?for=/account/sign-in-methods/mock/removal")
            let refused = try await ana.post("/account/sign-in-methods/mock/removal", [:])
            #expect(refused.status == .conflict && refused.text.contains("This is your only sign-in method"))
            // Another provider can replace it after a confirmation with the first one.
            _ = try await ana.travel("/account/sign-in-methods/other/link")
            let unconfirmed = try await ana.post("/account/sign-in-methods/new", [:])
            #expect(unconfirmed.status == .unprocessableContent && unconfirmed.text.contains("Confirm first that it is you"))
            let back = try await ana.travel("/account/confirmation/mock?for=/account/sign-in-methods/new")
            #expect(back.headers[.location] == "/account/sign-in-methods/new")
            try await #expect(ana.get("/account/sign-in-methods/new").text.contains("You have confirmed"))
            try await #expect(ana.post("/account/sign-in-methods/new", [:]).headers[.location] == "/account")
            _ = try await ana.travel("/account/confirmation/mock?for=/account/sign-in-methods/mock/removal")
            try await #expect(ana.post("/account/sign-in-methods/mock/removal", [:]).headers[.location] == "/account")
            _ = try await ana.travel("/account/confirmation/other?for=/account/sign-in-methods/other/removal")
            try await #expect(ana.post("/account/sign-in-methods/other/removal", [:]).status == .conflict)
        }
    }

    @Test func `a provider identity is linked to one account only`() async throws {
        try await MockProvider.open { site, mock, _ in
            try await site.visitor().arrive(as: "annie")
            let ben = try await site.person("ben")
            let answer = try await ben.travel("/account/sign-in-methods/mock/link")
            #expect(answer.status == .conflict && answer.text.contains("is linked to another account here"))
            // A second identity of the same provider is refused, too.
            mock.person.value.subject = "ben-1"
            _ = try await ben.travel("/account/sign-in-methods/mock/link")
            try await ben.post("/account/sign-in-methods/new", ["password": password])
            mock.person.value.subject = "ben-2"
            _ = try await ben.travel("/account/sign-in-methods/mock/link")
            let second = try await ben.post("/account/sign-in-methods/new", ["password": password])
            #expect(second.status == .conflict && second.text.contains("is linked already"))
        }
    }

    @Test func `another account cannot finish a link that was begun`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = try await site.person("ana")
            let back = try await ana.wayBack("/account/sign-in-methods/mock/link")
            try await ana.post("/logout", [:])
            try await ana.post("/register", ["username": "eve", "email": "e@example.com", "password": password, "display_name": "Eve"])
            let answer = try await ana.get(back)
            #expect(answer.status == .unprocessableContent && answer.text.contains("Nothing was changed"))
            try await #expect(ana.get("/account/sign-in-methods/new").headers[.location] == "/account")
            try await #expect(site.database.read(Query<Int>.one("SELECT count(*) FROM pending_identities")) == 0)
        }
    }

    @Test func `a confirmation counts once, for one form and one session`() async throws {
        try await MockProvider.open { site, mock, _ in
            let (ana, elsewhere) = (site.visitor(), site.visitor())
            try await ana.arrive(as: "annie")
            _ = try await elsewhere.travel("/login/mock")
            func change(_ email: String, _ person: Visitor) async throws -> Visitor.Answer {
                try await person.post("/account/email", ["email": email])
            }
            let refused = try await change("one@example.com", ana)
            #expect(refused.status == .unprocessableContent && refused.text.contains("Confirm with Mock &amp; Co"))
            // The typed address survives the way to the provider and back.
            let link = try #require(refused.text.firstMatch(of: /href="(\/account\/confirmation\/mock[^"]+)"/)).1
            let back = try await ana.travel(String(link).replacing("&amp;", with: "&"))
            #expect(back.headers[.location] == "/account/email?email=one%40example.com")
            try await #expect(ana.get(try #require(back.headers[.location])).text.contains("value=\"one@example.com\""))
            // It does not count in another session or for another form. A refused change does not use it up.
            try await #expect(change("one@example.com", elsewhere).status == .unprocessableContent)
            try await #expect(ana.post("/account/deletion", [:]).status == .unprocessableContent)
            try await #expect(change("nowhere", ana).text.contains("Give an e-mail address"))
            try await #expect(change("one@example.com", ana).headers[.location] == "/account")
            try await #expect(change("two@example.com", ana).status == .unprocessableContent)
            // It does not count if the sign-in at the provider or the confirmation is too old.
            mock.person.value.age = 600
            try await #expect(ana.travel("/account/confirmation/mock?for=/account/email").status == .badRequest)
            try await #expect(change("two@example.com", ana).status == .unprocessableContent)
            mock.person.value.age = 5
            _ = try await ana.travel("/account/confirmation/mock?for=/account/email")
            try await site.database.write(Query<Int>.change("UPDATE sessions SET confirmed_until = confirmed_until - interval '5 minutes'"))
            try await #expect(change("two@example.com", ana).status == .unprocessableContent)
            // Another person at the provider cannot confirm.
            mock.person.value.subject = "eve-1"
            try await #expect(ana.travel("/account/confirmation/mock?for=/account/email").status == .conflict)
            try await #expect(change("two@example.com", ana).status == .unprocessableContent)
        }
    }

    @Test func `an account without a password can set one`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = site.visitor()
            try await ana.arrive(as: "annie")
            try await #expect(!ana.get("/account/password").text.contains("id=\"password\" name"))
            _ = try await ana.travel("/account/confirmation/mock?for=/account/password")
            try await #expect(ana.post("/account/password", ["new_password": password]).headers[.location] == "/account")
            try await #expect(site.visitor().post("/login", ["login": "annie", "password": password]).status == .seeOther)
            let page = try await ana.get("/account/password").text
            #expect(page.contains("id=\"password\" name") && page.contains("Confirm with Mock"))
            _ = try await ana.travel("/account/confirmation/mock?for=/account/password")
            // Somebody who knew the old password may have linked the provider, so it is unlinked.
            let another = try await ana.post("/account/password", ["new_password": "another long one"])
            #expect(another.headers[.location] == "/account?closed=1.1.0")
            try await #expect(ana.get("/account?closed=1.1.0").text.contains("1 sign-in elsewhere and 1 linked provider"))
            try await #expect(site.visitor().travel("/login/mock").headers[.location] == "/welcome")
        }
    }

    @Test func `an account without a password can leave clubs and be deleted`() async throws {
        try await MockProvider.open { site, _, _ in
            let club = try await site.clubOfTwo()
            let cleo = site.visitor()
            try await cleo.arrive(as: "cleo")
            try await cleo.post(club.invitation, [:])
            try await #expect(cleo.post(club.path + "/departure", [:]).status == .unprocessableContent)
            let back = try await cleo.travel("/account/confirmation/mock?for=\(club.path)/departure")
            #expect(back.headers[.location] == club.path + "/departure")
            try await #expect(cleo.post(club.path + "/departure", [:]).headers[.location] == club.path + "/departure")
            try await #expect(cleo.get(club.path + "/departure").text.contains("You leave"))
            try await #expect(cleo.post("/account/deletion", [:]).status == .unprocessableContent)
            _ = try await cleo.travel("/account/confirmation/mock?for=/account/deletion")
            try await #expect(cleo.post("/account/deletion", [:]).headers[.location] == "/account")
            // A sign-in first shows that the account is going to be deleted.
            try await #expect(site.visitor().travel("/login/mock?next=/clubs/new").headers[.location] == "/account")
            try await site.database.write(Query<Int>.change("UPDATE accounts SET deletion_at = now() WHERE deletion_at IS NOT NULL"))
            _ = try await Departures(site.server.services).deleteDueAccounts()
            try await #expect(identities(site) == 0)
            try await #expect(site.visitor().travel("/login/mock").headers[.location] == "/welcome")
        }
    }

    @Test func `an unavailable provider confirms nothing`() async throws {
        try await MockProvider.open { site, mock, _ in
            let ana = site.visitor()
            try await ana.arrive(as: "annie")
            mock.isAway.value = true
            let back = try await ana.wayBack("/account/confirmation/mock?for=/account/email")
            let answer = try await ana.get(back)
            #expect(answer.status == .serviceUnavailable && answer.text.contains("is not answering now"))
            #expect(answer.text.contains("href=\"/account/email\""))
            try await #expect(ana.post("/account/email", ["email": "a@example.com"]).status == .unprocessableContent)
        }
    }
}
