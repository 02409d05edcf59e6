import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

struct AccountTests {
    private let good = ["username": "ana", "email": "ana@example.com", "password": "a good long one", "display_name": "Ana K."]

    @Test func `registering signs the visitor in`() async throws {
        try await TestSite.open { site in
            let ana = site.visitor()
            try await #expect(ana.post("/register", good).status == .seeOther)
            try await #expect(ana.get("/account").text.contains("Ana K."))
        }
    }

    @Test func `an invalid registration keeps what was typed except the password`() async throws {
        try await TestSite.open { site in
            var form = good
            form["email"] = "nowhere"
            let answer = try await site.visitor().post("/register", form)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("value=\"nowhere\"") && answer.text.contains("value=\"ana\""))
            #expect(!answer.text.contains("a good long one"))
        }
    }

    @Test(arguments: [
        ("username", "a"), ("username", "ana k"), ("username", "-ana"), ("email", "x@"), ("password", "short"), ("password", "password1"),
        ("display_name", String(repeating: "x", count: 51)),
    ])
    func `an invalid registration field is refused`(field: String, value: String) async throws {
        try await TestSite.open { site in
            var form = good
            form[field] = value
            try await #expect(site.visitor().post("/register", form).status == .unprocessableContent)
        }
    }

    @Test(arguments: ["ana.kowalska", "ANA@example.com"])
    func `a password equal to the name or e-mail address is refused`(_ password: String) async throws {
        try await TestSite.open { site in
            let form = good.merging(["username": "Ana.Kowalska", "password": password]) { $1 }
            let answer = try await site.visitor().post("/register", form)
            #expect(answer.status == .unprocessableContent && answer.text.contains("easy to guess"))
        }
    }

    /// A blank Braille pattern is invisible.
    @Test func `an invisible display name is replaced by the user name`() async throws {
        try await TestSite.open { site in
            let ana = site.visitor()
            try await #expect(ana.post("/register", good.merging(["display_name": "\u{2800}\u{2800}"]) { $1 }).status == .seeOther)
            try await #expect(ana.get("/account").text.contains("<h1 id=\"me\"><bdi>ana</bdi></h1>"))
        }
    }

    @Test func `usernames and e-mail addresses are unique in any case`() async throws {
        try await TestSite.open { site in
            try await site.visitor().post("/register", good)
            var again = good
            again["username"] = "ANA"
            again["email"] = "other@example.com"
            let answer = try await site.visitor().post("/register", again)
            #expect(answer.status == .unprocessableContent && answer.text.contains("That name is taken"))
            again["username"] = "ana2"
            again["email"] = "ANA@example.com"
            try await #expect(site.visitor().post("/register", again).text.contains("already"))
        }
    }

    @Test func `an account signs in by user name or e-mail address`() async throws {
        try await TestSite.open { site in
            try await site.visitor().post("/register", good)
            for login in ["ana", "Ana", "ANA@example.com"] {
                let visitor = site.visitor()
                try await #expect(
                    visitor.post("/login", ["login": login, "password": "a good long one", "next": "/account"]).headers[.location]
                        == "/account")
                try await #expect(visitor.get("/account").status == .ok)
            }
        }
    }

    @Test func `a wrong password and an unknown name look the same`() async throws {
        try await TestSite.open { site in
            try await site.visitor().post("/register", good)
            let wrong = try await site.visitor().post("/login", ["login": "ana", "password": "not this one"])
            let unknown = try await site.visitor().post("/login", ["login": "nobody", "password": "not this one"])
            #expect(wrong.status == .unprocessableContent && unknown.status == .unprocessableContent)
            #expect(wrong.text.replacing("ana", with: "nobody") == unknown.text)
            #expect(wrong.text.contains("value=\"ana\"") && !wrong.text.contains("not this one"))
        }
    }

    @Test func `a session cookie does not work after signing out`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let token = ana.sessionToken
            try await ana.post("/logout", [:])
            let answer = try await site.visitor().get("/account", [.cookie: "session=\(token)"])
            #expect(answer.status == .seeOther && answer.headers[.location] == "/login?next=%2Faccount")
        }
    }

    @Test func `a signed-out visitor is led to sign in and back`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            try await ana.post("/logout", [:])
            let form = try await ana.post("/clubs/new", ["name": "A"], [.referer: site.address + "/clubs/new"])
            #expect(form.status == .unauthorized && form.text.contains("/login?next=%2Fclubs%2Fnew"))
            try await #expect(ana.send("/account", .head, [:], nil).status == .seeOther)
            // A club that does not exist leads to the sign-in page.
            try await #expect(ana.get("/c/nowhere/").headers[.location] == "/login?next=%2Fc%2Fnowhere%2F")
        }
    }

    @Test func `the password ends all other sessions`() async throws {
        try await TestSite.open { site in
            let phone = try await site.person("ana")
            let laptop = site.visitor()
            try await laptop.post("/login", ["login": "ana", "password": "a good long one"])
            try await #expect(phone.get("/account").status == .ok)
            try await #expect(laptop.get("/account/sessions/revocation").text.contains("Sign out everywhere else?"))
            try await #expect(laptop.post("/account/sessions/revocation", ["password": "a guess"]).status == .unprocessableContent)
            try await #expect(phone.get("/account").status == .ok)
            try await laptop.post("/account/sessions/revocation", ["password": "a good long one"])
            try await #expect(phone.get("/account").status == .seeOther)
            try await #expect(laptop.get("/account").status == .ok)
        }
    }

    @Test func `only its owner can end a session`() async throws {
        try await TestSite.open { site in
            let (phone, ben) = (try await site.person("ana"), try await site.person("ben"))
            let (laptop, tablet) = (site.visitor(), site.visitor())
            let form = ["login": "ana", "password": "a good long one"]
            try await laptop.post("/login", form)
            let page = try await laptop.get("/account").text
            let path = String(try #require(page.firstMatch(of: /href="(\/account\/sessions\/[^"\/]+\/revocation)"/)).1)
            try await tablet.post("/login", form)
            try await #expect(ben.post(path, ["password": "a good long one"]).status == .seeOther)
            try await #expect(laptop.post(path, [:]).status == .unprocessableContent)
            try await #expect(site.server.services.sessions.session(token: phone.sessionToken, isFresh: true) != nil)
            try await #expect(laptop.post("/account/sessions/x/revocation", [:]).status == .notFound)
            try await #expect(laptop.post(path, ["password": "a good long one"]).headers[.location] == "/account")
            try await #expect(phone.get("/account").status == .seeOther)
            for other in [laptop, tablet, ben] { try await #expect(other.get("/account").status == .ok) }
        }
    }

    @Test func `an unused session ends after two weeks`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let sessions = site.server.services.sessions
            let account = try #require(try await sessions.session(token: ana.sessionToken)).account
            try await site.database.write(Query<Int>.change("UPDATE sessions SET created_at = now() - interval '15 days'"))
            sessions.evict(account)
            try await #expect(ana.get("/account").status == .ok)
            try await site.database.write(Query<Int>.change("UPDATE sessions SET seen_at = now() - interval '15 days'"))
            sessions.evict(account)
            try await #expect(ana.get("/account").status == .seeOther)
        }
    }

    @Test func `every sign-in replaces the session token`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let before = ana.sessionToken
            try await ana.post("/login", ["login": "ana", "password": "a good long one"])
            #expect(ana.sessionToken != before)
            try await #expect(site.visitor().get("/account", [.cookie: "session=\(before)"]).status == .seeOther)
        }
    }

    @Test func `repeated failed sign-ins are limited`() async throws {
        try await TestSite.open(change: { $0.limitsRates = true }) { site in
            var last = try await site.visitor().post("/login", ["login": "ana", "password": "guess"])
            for _ in 0..<12 { last = try await site.visitor().post("/login", ["login": "ana", "password": "guess"]) }
            #expect(last.status == .tooManyRequests)
            #expect(last.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
            #expect(last.text.contains("value=\"ana\"") && !last.text.contains("guess"))
        }
    }

    @Test func `password hashes are salted and in PHC format`() async throws {
        let hasher = PasswordHasher(cost: .low)
        let (one, two) = (try await hasher.hash("crème brûlée"), try await hasher.hash("crème brûlée"))
        #expect(one != two && one.hasPrefix("$scrypt$ln=4,r=8,p=1$"))
        try await #expect(hasher.verify("cre\u{300}me bru\u{302}le\u{301}e", against: one))
        try await #expect(!hasher.verify("creme brulee", against: one))
        try await #expect(!hasher.verify("anything", against: nil))
    }
}
