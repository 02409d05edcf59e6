import Foundation
import Postgres
import Testing

@testable import App

/// A transaction checks again the proof that was verified before it, because another request may have revoked the proof meanwhile.
struct AccessProofTests {
    private func account(_ site: TestSite) throws -> (ID<Account>, hash: String) {
        let row = try site.rows("SELECT id || ' ' || password_hash FROM accounts WHERE username = 'ana'")[0]
        let parts = row.split(separator: " ", maxSplits: 1).map(String.init)
        return (ID(parts[0]) ?? ID(0), parts[1])
    }

    private func fails(_ work: () async throws -> Void) async -> Bool {
        do {
            try await work()
            return false
        } catch {
            return (error as? DatabaseError)?.constraint == "access_proof"
        }
    }

    @Test func `a password that was changed meanwhile starts no session`() async throws {
        try await TestSite.open { site in
            let ana = try await site.person("ana")
            let (account, hash) = try account(site)
            let sessions = site.server.services.sessions
            _ = try await sessions.start(for: account, by: .password(hash: hash), userAgent: "before")
            try await ana.post("/account/password", ["password": "a good long one", "new_password": "another good one"])
            await #expect(fails { _ = try await sessions.start(for: account, by: .password(hash: hash), userAgent: "after") })
            try #expect(site.rows("SELECT count(*) FROM sessions") == ["1"])
        }
    }

    @Test func `a provider that was unlinked meanwhile starts no session`() async throws {
        try await TestSite.open { site in
            _ = try await site.person("ana")
            let (account, _) = try account(site)
            try site.run(
                "INSERT INTO account_identities (issuer, subject, account_id, provider, label) VALUES ('i', 's', \(account), 'p', 'P')")
            let (sessions, proof) = (site.server.services.sessions, SignInProof.provider(issuer: "i", subject: "s"))
            _ = try await sessions.start(for: account, by: proof, userAgent: "before")
            try site.run("DELETE FROM account_identities")
            await #expect(fails { _ = try await sessions.start(for: account, by: proof, userAgent: "after") })
        }
    }

    @Test func `a session that was ended meanwhile changes nothing`() async throws {
        try await TestSite.open { site in
            _ = try await site.person("ana")
            let (account, _) = try account(site)
            let session = try #require(UUID(uuidString: try site.rows("SELECT id FROM sessions")[0]))
            let use = SessionQueries().useConfirmation(of: session, of: account)
            try await site.database.write(use, AccountQueries().setPassword("one", of: account))
            try site.run("DELETE FROM sessions")
            await #expect(fails { try await site.database.write(use, AccountQueries().setPassword("two", of: account)) })
            try #expect(site.rows("SELECT password_hash FROM accounts") == ["one"])
        }
    }

    @Test func `a password hash of another cost is replaced at the next sign-in`() async throws {
        try await TestSite.open { site in
            _ = try await site.person("ana")
            let old = try await PasswordHasher(cost: PasswordHasher.Cost(ln: 5)).hash("a good long one")
            try site.run("UPDATE accounts SET password_hash = '\(old)'")
            for _ in 0..<2 {
                let visitor = site.visitor()
                try await #expect(visitor.post("/login", ["login": "ana", "password": "a good long one"]).status == .seeOther)
                try await #expect(visitor.get("/account").status == .ok)
            }
            try #expect(site.rows("SELECT split_part(password_hash, ',', 1) FROM accounts") == ["$scrypt$ln=4"])
        }
    }

    @Test func `no session of the old password survives a parallel change`() async throws {
        try await TestSite.open(connections: 8) { site in
            let ana = try await site.person("ana")
            let others = (0..<12).map { _ in site.visitor() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for other in others {
                    group.addTask { _ = try await other.post("/login", ["login": "ana", "password": "a good long one"]) }
                }
                group.addTask {
                    _ = try await ana.post("/account/password", ["password": "a good long one", "new_password": "another good one"])
                }
                try await group.waitForAll()
            }
            try #expect(site.rows("SELECT count(*) FROM sessions") == ["1"])
            try await #expect(ana.get("/account").status == .ok)
        }
    }
}
