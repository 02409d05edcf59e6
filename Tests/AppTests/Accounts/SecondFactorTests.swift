import Foundation
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// The second factor through HTTP, as a browser without scripts uses it.
struct SecondFactorTests {
    private static let password = "a good long one"

    // MARK: Switching on and off

    @Test func `the second factor is on as soon as a code has proven it`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let form = try await ana.get("/account/second-factor").text
            #expect(form.contains("name=\"password\"") && !form.contains("otpauth:"))
            try await #expect(ana.post("/account/second-factor", ["password": "guess"]).status == .unprocessableContent)
            let setup = try await begin(ana)
            #expect(setup.page.contains("href=\"otpauth://totp/Boardwalk%20127.0.0.1%20"))
            // A sign-in does not ask for a code yet.
            try await #expect(signIn(site).headers[.location] == "/account")
            let wrong = try await ana.post("/account/second-factor/proof", ["setup": setup.form, "code": wrongCode(setup.totp)])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("aria-describedby=\"code-hint code-problem\""))
            #expect(wrong.text.contains(setup.secret))
            let proven = try await ana.post("/account/second-factor/proof", ["setup": setup.form, "code": code(setup.totp)])
            #expect(proven.status == .ok && recoveryCodes(proven).count == 10 && proven.headers[.cacheControl] == "no-store")
            try await #expect(signIn(site).headers[.location] == "/login/code")
            try await #expect(ana.get("/account").text.contains("10 recovery codes are left."))
            // The secret and the codes are not shown again.
            let later = try await ana.get("/account/second-factor").text
            #expect(!later.contains("otpauth:") && !later.contains(setup.secret) && later.contains("It has been on since"))
        }
    }

    @Test func `a form proves only the secret that it showed`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (old, new) = (try await begin(ana), try await begin(ana))
            for form in [old.form, SessionToken().text, "x", ""] {
                let answer = try await ana.post("/account/second-factor/proof", ["setup": form, "code": code(new.totp)])
                #expect(answer.headers[.location] == "/account/second-factor")
            }
            try await #expect(signIn(site).headers[.location] == "/account")
            try await #expect(ana.post("/account/second-factor/proof", ["setup": new.form, "code": code(new.totp)]).status == .ok)
            // Sending a form twice changes nothing.
            let again = try await ana.post("/account/second-factor/proof", ["setup": new.form, "code": code(new.totp)])
            #expect(again.headers[.location] == "/account/second-factor")
            try #expect(site.rows("SELECT count(*) FROM recovery_codes") == ["10"])
        }
    }

    @Test func `a signed-out visitor is asked to sign in first`() async throws {
        try await TestSite.open { site in
            let visitor = site.visitor()
            for path in ["", "/codes", "/removal"] {
                try await #expect(visitor.get("/account/second-factor" + path).headers[.location]?.hasPrefix("/login?next=") == true)
            }
            for path in ["", "/proof", "/codes", "/removal"] {
                try await #expect(visitor.post("/account/second-factor" + path, [:]).status == .unauthorized)
            }
        }
    }

    @Test func `switching off requires the password and a code`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let path = "/account/second-factor/removal"
            try await #expect(ana.get(path).text.contains("Switch off the second factor?"))
            let guess = try await ana.post(path, ["password": "guess", "code": code(totp)])
            #expect(guess.status == .unprocessableContent && guess.text.contains("href=\"#password\""))
            let wrong = try await ana.post(path, ["password": Self.password, "code": wrongCode(totp)])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("href=\"#code\""))
            try await #expect(signIn(site).headers[.location] == "/login/code")
            try await #expect(ana.post(path, ["password": Self.password, "code": code(totp)]).headers[.location] == "/account")
            try await #expect(signIn(site).headers[.location] == "/account")
            try #expect(site.rows("SELECT count(*) FROM recovery_codes") == ["0"])
            try await #expect(ana.get(path).headers[.location] == "/account/second-factor")
        }
    }

    @Test func `new recovery codes replace the old ones`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, old) = try await switchOn(ana, site)
            let path = "/account/second-factor/codes"
            try await #expect(ana.post(path, ["code": code(totp)]).status == .unprocessableContent)
            let made = try await ana.post(path, ["password": Self.password, "code": code(totp)])
            let new = recoveryCodes(made)
            #expect(made.status == .ok && new.count == 10 && Set(new).isDisjoint(with: old))
            let visitor = try await passPassword(site)
            try await #expect(visitor.post("/login/code", ["recovery_code": old[0]]).status == .unprocessableContent)
            try await #expect(visitor.post("/login/code", ["recovery_code": new[0]]).status == .seeOther)
        }
    }

    // MARK: Signing in

    @Test func `a sign-in asks for the code, then opens the requested page`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let visitor = try await passPassword(site, next: "/account/display")
            try await #expect(visitor.get("/account").status == .seeOther)
            let page = try await visitor.get("/login/code").text
            #expect(page.contains("inputmode=\"numeric\" autocomplete=\"one-time-code\"") && page.contains("<label for=\"code\">"))
            let wrong = try await visitor.post("/login/code", ["code": wrongCode(totp)])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("aria-describedby=\"code-hint code-problem\""))
            #expect(visitor.sessionToken.isEmpty)
            // Spaces in a code are allowed.
            let digits = code(totp)
            let right = try await visitor.post("/login/code", ["code": " \(digits.prefix(3)) \(digits.suffix(3))"])
            #expect(right.status == .seeOther && right.headers[.location] == "/account/display")
            try await #expect(visitor.get("/account").status == .ok)
            // The page of the code is no longer needed and leads to the start page.
            try await #expect(visitor.get("/login/code").headers[.location] == "/")
        }
    }

    @Test func `malformed codes do not count as attempts`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let visitor = try await passPassword(site)
            let fields: [[String: String]] = [
                [:], ["code": "12345"], ["code": "١٢٣٤٥٦"], ["code": "1234567"], ["code": "abcdef"], ["recovery_code": "abcd"],
                ["recovery_code": "\u{0}"], ["code": String(repeating: "1", count: 10_000)],
            ]
            for fields in fields {
                try await #expect(visitor.post("/login/code", fields).status == .unprocessableContent, "\(fields)")
            }
            try await #expect(visitor.post("/login/code", ["code": code(totp)]).status == .seeOther)
        }
    }

    @Test func `a code is accepted once`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let (one, other) = (try await passPassword(site), try await passPassword(site))
            let code = code(totp)
            try await #expect(one.post("/login/code", ["code": code]).status == .seeOther)
            try await #expect(other.post("/login/code", ["code": code]).status == .unprocessableContent)
            #expect(other.sessionToken.isEmpty)
        }
    }

    @Test func `only one of twenty parallel uses of a code starts a session`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            var visitors: [Visitor] = []
            for _ in 0..<20 { visitors.append(try await passPassword(site)) }
            let code = code(totp)
            let started = try await withThrowingTaskGroup(of: Bool.self) { group in
                for visitor in visitors {
                    group.addTask { try await visitor.post("/login/code", ["code": code]).status == .seeOther }
                }
                var count = 0
                for try await isStarted in group where isStarted { count += 1 }
                return count
            }
            #expect(started == 1)
            try #expect(site.rows("SELECT count(*) FROM sessions") == ["2"])
        }
    }

    @Test func `a recovery code signs in once`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (_, codes) = try await switchOn(ana, site)
            let (one, other) = (try await passPassword(site), try await passPassword(site))
            try await #expect(one.post("/login/code", ["recovery_code": codes[3].uppercased()]).status == .seeOther)
            let again = try await other.post("/login/code", ["recovery_code": codes[3]])
            #expect(again.status == .unprocessableContent && again.text.contains("id=\"recovery_code-problem\""))
            #expect(again.text.contains("<details class=\"after-form\" open>"))
            try await #expect(ana.get("/account").text.contains("9 recovery codes are left."))
        }
    }

    @Test func `five wrong codes end the sign-in`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let visitor = try await passPassword(site)
            for _ in 0..<4 {
                try await #expect(visitor.post("/login/code", ["code": wrongCode(totp)]).status == .unprocessableContent)
            }
            let last = try await visitor.post("/login/code", ["code": wrongCode(totp)])
            #expect(last.status == .gone && last.text.contains("name=\"password\""))
            try await #expect(visitor.post("/login/code", ["code": code(totp)]).status == .gone)
            #expect(visitor.sessionToken.isEmpty)
        }
    }

    @Test func `codes are limited by account across sign-ins`() async throws {
        try await TestSite.open(change: { $0.limitsRates = true }) { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let account = try #require(try await site.server.services.sessions.session(token: ana.sessionToken)).account
            let visitor = try await passPassword(site)
            while (try? site.server.services.limiter.spend(.secondFactor, by: account)) != nil {}
            try await #expect(
                eventually {
                    let answer = try await visitor.post("/login/code", ["code": wrongCode(totp)])
                    return answer.status == .tooManyRequests && answer.headers[.retryAfter] != nil && answer.text.contains("name=\"code\"")
                })
        }
    }

    @Test func `a recovery code signs in while codes are limited`() async throws {
        try await TestSite.open(change: { $0.limitsRates = true }) { site in
            let ana = try await site.person("ana")
            let (_, recovery) = try await switchOn(ana, site)
            let account = try #require(try await site.server.services.sessions.session(token: ana.sessionToken)).account
            let visitor = try await passPassword(site)
            while (try? site.server.services.limiter.spend(.secondFactor, by: account)) != nil {}
            try await #expect(visitor.post("/login/code", ["recovery_code": recovery[0]]).status == .seeOther)
            #expect(!visitor.sessionToken.isEmpty)
        }
    }

    @Test func `a second factor switched on meanwhile requires a code`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let account = try #require(try await site.server.services.sessions.session(token: ana.sessionToken)).account
            let hash = try site.rows("SELECT password_hash FROM accounts")[0]
            _ = try await site.server.services.sessions.start(for: account, by: .password(hash: hash), userAgent: "before")
            _ = try await switchOn(ana, site)
            await #expect {
                _ = try await site.server.services.sessions.start(for: account, by: .password(hash: hash), userAgent: "after")
            } throws: { error in
                (error as? DatabaseError)?.constraint == "access_proof"
            }
        }
    }

    @Test func `signing out everywhere else ends sign-ins that lack their code`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let visitor = try await passPassword(site)
            try await ana.post("/account/sessions/revocation", ["password": "a good long one"])
            try await #expect(visitor.post("/login/code", ["code": code(totp)]).status == .gone)
            try #expect(site.rows("SELECT count(*) FROM pending_sign_ins") == ["0"])
        }
    }

    @Test func `a sign-in that lacks its code expires after ten minutes`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let visitor = try await passPassword(site)
            try await site.database.write(Query<Int>.change("UPDATE pending_sign_ins SET expires_at = expires_at - interval '10 minutes'"))
            try await #expect(visitor.get("/login/code").status == .gone)
            try await #expect(visitor.post("/login/code", ["code": code(totp)]).status == .gone)
            try await site.server.cleanUp.turn()
            try #expect(site.rows("SELECT count(*) FROM pending_sign_ins") == ["0"])
        }
    }

    @Test func `a sign-in belongs to the browser in which it began`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            _ = try await passPassword(site)
            let other = site.visitor()
            try await #expect(other.get("/login/code").status == .gone)
            try await #expect(other.post("/login/code", ["code": code(totp)]).status == .gone)
        }
    }

    @Test func `a sign-in leads only to local addresses`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let visitor = try await passPassword(site, next: "https://evil.example/")
            try await #expect(visitor.post("/login/code", ["code": code(totp)]).headers[.location] == "/")
        }
    }

    @Test func `a sign-in with a provider asks for the code, too`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = try await site.person("ana")
            let linking = site.visitor()
            _ = try await linking.travel("/login/mock")
            try await #expect(linking.post("/welcome/link", ["login": "ana", "password": Self.password]).headers[.location] == "/")
            let (totp, _) = try await switchOn(ana, site)
            let visitor = site.visitor()
            try await #expect(visitor.travel("/login/mock?next=/clubs/new").headers[.location] == "/login/code")
            #expect(visitor.sessionToken.isEmpty)
            try await #expect(visitor.post("/login/code", ["code": code(totp)]).headers[.location] == "/clubs/new")
        }
    }

    @Test func `the password alone links no provider to an account with a second factor`() async throws {
        try await MockProvider.open { site, _, _ in
            let ana = try await site.person("ana")
            _ = try await switchOn(ana, site)
            let eve = site.visitor()
            _ = try await eve.travel("/login/mock")
            let answer = try await eve.post("/welcome/link", ["login": "ana", "password": Self.password])
            #expect(answer.status == .conflict && answer.text.contains("That account has a second factor"))
            try #expect(site.rows("SELECT count(*) FROM account_identities") == ["0"])
            #expect(eve.sessionToken.isEmpty)
        }
    }

    @Test func `resetting the password does not bypass the second factor`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            let waiting = try await passPassword(site)
            let link = try #require(try await ResetLinks.make(for: "ana", in: site.database))
            let visitor = site.visitor()
            let answer = try await visitor.post(link.path, ["new_password": "another long one"])
            #expect(answer.headers[.location]?.hasPrefix("/login?closed=") == true && visitor.sessionToken.isEmpty)
            let signIn = try await visitor.post("/login", ["login": "ana", "password": "another long one"])
            #expect(signIn.headers[.location] == "/login/code" && visitor.sessionToken.isEmpty)
            // A sign-in that began with the old password is void.
            try await #expect(waiting.post("/login/code", ["code": code(totp)]).status == .gone)
            try await #expect(visitor.post("/login/code", ["code": code(totp)]).status == .seeOther)
        }
    }

    // MARK: Rules and actions of the operator

    @Test func `where admins need a second factor, they must set it up`() async throws {
        try await TestSite.open(change: { $0.secondFactor = .admins }) { site in
            let club = try await site.clubOfTwo()
            for answer in [
                try await club.ana.get(club.path + "/settings"), try await club.ana.post(club.path + "/practice/words", ["words": "shore"]),
            ] {
                #expect(answer.status == .forbidden && answer.text.contains("href=\"/account/second-factor\""))
            }
            try await #expect(club.ana.get("/account/second-factor").text.contains("On this site admins need a second factor"))
            let ben = try await club.ben.get(club.path + "/settings")
            #expect(ben.status == .forbidden && ben.text.contains("Only the club&#39;s admins") && !ben.text.contains("second-factor"))
            try await #expect(!club.ben.get("/account/second-factor").text.contains("On this site admins need"))
            _ = try await switchOn(club.ana, site)
            try await #expect(club.ana.get(club.path + "/settings").status == .ok)
            try await #expect(club.ana.post(club.path + "/practice/words", ["words": "shore"]).status != .forbidden)
        }
    }

    @Test func `where everybody needs a second factor, members must set it up`() async throws {
        try await TestSite.open(change: { $0.secondFactor = .everybody }) { site in
            let (ben, path) = try await memberOfOpenClub(site)
            for answer in [
                try await ben.get(path + "/lobby"), try await ben.get(path + "/"), try await ben.get(path + "/members"),
                try await ben.post(path + "/lobby/messages", ["text": "Hi", "idempotency_key": "1"]),
            ] {
                #expect(answer.status == .forbidden && answer.text.contains("href=\"/account/second-factor\""))
            }
            try await #expect(ben.get("/account/second-factor").text.contains("On this site everybody needs a second factor"))
            _ = try await switchOn(ben, site)
            for page in ["/lobby", "/", "/members"] { try await #expect(ben.get(path + page).status == .ok) }
        }
    }

    @Test func `where everybody must have a second factor, strangers still see an open club`() async throws {
        try await TestSite.open(change: { $0.secondFactor = .everybody }) { site in
            let (_, path) = try await memberOfOpenClub(site)
            try await #expect(site.visitor().get(path + "/").status == .ok)
            try await #expect(site.person("cleo").get(path + "/").status == .ok)
        }
    }

    /// Ben, who has no second factor, and the path of the public club that he has joined.
    private func memberOfOpenClub(_ site: TestSite) async throws -> (ben: Visitor, path: String) {
        let (ana, ben) = (try await site.person("ana"), try await site.person("ben"))
        try await ana.post("/clubs/new", ["name": "The pier", "slug": "pier", "visibility": "public"])
        try await ben.post("/c/pier/members", [:])
        return (ben, "/c/pier")
    }

    @Test func `an encrypted secret signs in`() async throws {
        try await TestSite.open(change: { $0.secretKey = [UInt8](repeating: 7, count: 32) }) { site in
            let ana = try await site.person("ana")
            let (totp, _) = try await switchOn(ana, site)
            try #expect(site.rows("SELECT get_byte(secret, 0) FROM second_factors") == ["1"])
            let visitor = try await passPassword(site)
            try await #expect(visitor.post("/login/code", ["code": code(totp)]).status == .seeOther)
        }
    }

    @Test func `the operator removes a second factor and ends all sessions`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            _ = try await switchOn(ana, site)
            let waiting = try await passPassword(site)
            let (outcome, hadSecondFactor) = try #require(
                try await OperatorAccountActions.removeSecondFactor(of: "ANA@example.com", in: site.database))
            #expect(outcome.username == "ana" && hadSecondFactor && outcome.sessions == 1)
            try await #expect(eventually { try await ana.get("/account").status == .seeOther })
            try await #expect(waiting.get("/login/code").status == .gone)
            try await #expect(signIn(site).headers[.location] == "/account")
            let again = try #require(try await OperatorAccountActions.removeSecondFactor(of: "ana", in: site.database))
            #expect(!again.hadSecondFactor)
            try await #expect(OperatorAccountActions.removeSecondFactor(of: "nobody", in: site.database) == nil)
        }
    }

    @Test func `the operator ends all sessions of an account and of no other`() async throws {
        try await TestSite.open { site in
            let (ana, ben) = (try await site.person("ana"), try await site.person("ben"))
            _ = try await signIn(site)
            let outcome = try #require(try await OperatorAccountActions.endSessions(of: "Ana", in: site.database))
            #expect(outcome.username == "ana" && outcome.sessions == 2)
            try await #expect(eventually { try await ana.get("/account").status == .seeOther })
            try await #expect(ben.get("/account").status == .ok)
            try await #expect(OperatorAccountActions.endSessions(of: "nobody", in: site.database) == nil)
        }
    }

    @Test func `unproven second factor secrets are deleted`() async throws {
        try await TestSite.open { site in
            _ = try await begin(try await site.person("ana"))
            _ = try await switchOn(try await site.person("ben"), site)
            try await site.database.write(Query<Int>.change("UPDATE second_factors SET made_at = made_at - interval '2 hours'"))
            try await site.server.cleanUp.turn()
            try #expect(site.rows("SELECT username FROM second_factors f JOIN accounts a ON a.id = f.account_id") == ["ben"])
        }
    }

    // MARK: Steps

    private struct Setup {
        var page: String
        /// The secret as the page shows it.
        var secret: String
        /// The token that binds the form to the secret.
        var form: String
        var totp: TOTP
    }

    /// Opens the page with a new secret.
    private func begin(_ person: Visitor) async throws -> Setup {
        let page = try await person.post("/account/second-factor", ["password": Self.password])
        #expect(page.status == .ok)
        let secret = String(try #require(page.text.firstMatch(of: /id="secret"[^>]* value="([A-Z2-7 ]+)"/)).1)
        let form = String(try #require(page.text.firstMatch(of: /name="setup" value="([^"]+)"/)).1)
        return Setup(page: page.text, secret: secret, form: form, totp: TOTP(secret: try #require(Base32.decode(secret))))
    }

    /// Switches the second factor on. Its code can be used again, so that no test waits for the next one.
    private func switchOn(_ person: Visitor, _ site: TestSite) async throws -> (totp: TOTP, recoveryCodes: [String]) {
        let setup = try await begin(person)
        let proven = try await person.post("/account/second-factor/proof", ["setup": setup.form, "code": code(setup.totp)])
        let codes = recoveryCodes(proven)
        #expect(proven.status == .ok && codes.count == 10)
        try await site.database.write(Query<Int>.change("UPDATE second_factors SET last_step = 0"))
        return (setup.totp, codes)
    }

    private func recoveryCodes(_ answer: Visitor.Answer) -> [String] {
        answer.text.matches(of: /<li><code>([a-z2-7\-]+)<\/code>/).map { String($0.1) }
    }

    private func code(_ totp: TOTP) -> String { totp.code(step: TOTP.step(at: Date())) }

    private func wrongCode(_ totp: TOTP) -> String {
        let now = TOTP.step(at: Date())
        let right = Set((now - 5...now + 5).map { totp.code(step: $0) })
        return (100_000..<100_020).map { String($0) }.first { !right.contains($0) } ?? ""
    }

    /// Signs Ana in with her password, in a new browser.
    private func signIn(_ site: TestSite) async throws -> Visitor.Answer {
        try await site.visitor().post("/login", ["login": "ana", "password": Self.password, "next": "/account"])
    }

    /// A browser that has sent Ana's password and lacks the code.
    private func passPassword(_ site: TestSite, next: String = "/account") async throws -> Visitor {
        let visitor = site.visitor()
        let answer = try await visitor.post("/login", ["login": "ana", "password": Self.password, "next": next])
        #expect(answer.status == .seeOther && answer.headers[.location] == "/login/code" && visitor.sessionToken.isEmpty)
        return visitor
    }
}
