import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct CleanupRunnerTests {
    private func cleared(by cleanUp: CleanupRunner) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: cleanUp.steps.map { ($0.cleanup.name, $0.cleared.value) }).filter { $0.value > 0 }
    }

    private func tenant(_ site: TestSite) async throws -> Int {
        try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
    }

    @Test func `cleanup ends only expired challenges, seeks and games`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let tenant = try await tenant(site)
            let (old, x, o) = try await club.game()
            for (ply, cell) in [0, 1].enumerated() {
                try await (ply == 0 ? x : o).post(old + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            let unplayed = try #require(
                try await club.ana.post(club.path + "/games", ["strength": "easy", "starts": "from"]).headers[.location])
            try await site.database.write(
                tenant: tenant,
                Query<Int>.change("UPDATE games SET started_at = now() - interval '9 days', moved_at = now() - interval '8 days'"))
            try await club.ana.post(club.path + "/challenges", ["member": try await club.ben.member(in: club.path)])
            try await site.database.write(
                tenant: tenant,
                Query<Int>.change("UPDATE challenges SET expires_at = now() - interval '1 minute' WHERE state = 'open'"),
                Query<Int>.change(
                    "INSERT INTO seeks (club_id, member_id, variant, expires_at) SELECT club_id, min(id), '3x3', now() FROM members GROUP BY 1"
                ))
            let running = try #require(try await club.ana.post(club.path + "/games", ["strength": "fair"]).headers[.location])
            let cleanUp = site.server.cleanUp
            try await cleanUp.turn()
            try await #expect(x.get(old).text.contains("You were away for too long."))
            try await #expect(club.ana.get(unplayed).text.contains("Cancelled"))
            try await #expect(!club.ana.get(running).text.contains("Cancelled"))
            try await #expect(!club.ben.get(club.path + "/lobby").text.contains("/acceptance"))
            #expect(cleared(by: cleanUp) == ["challenges": 1, "seeks": 1, "overdue games": 2])
            let rated = try await site.database.read(tenant: tenant, Query<Int>.one("SELECT count(*) FROM ratings WHERE games = 1"))
            #expect(rated == 2)
            try await cleanUp.turn()
            #expect(cleared(by: cleanUp) == ["challenges": 1, "seeks": 1, "overdue games": 2])
        }
    }

    @Test func `one instance cleans up at a time`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post(club.path + "/challenges", ["member": try await club.ben.member(in: club.path)])
            let cleanUp = site.server.cleanUp
            let other = try ScriptConnection(url: site.test.serverURL)
            try other.run("BEGIN")
            _ = try other.rows("SELECT pg_advisory_xact_lock(\(CleanupRunner.lock))")
            // The challenge expires only now, because the site also cleans up by itself.
            try await site.database.write(
                tenant: try await tenant(site), Query<Int>.change("UPDATE challenges SET expires_at = now() - interval '1 minute'"))
            async let turn: Void = cleanUp.turn()
            try await #expect(eventually { try site.waitingForLocks() == 1 })
            #expect(cleanUp.cleared("challenges") == 0)
            try other.run("COMMIT")
            try await turn
            #expect(cleanUp.cleared("challenges") == 1)
        }
    }

    @Test func `the lobby lists games of others to watch`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.game().path
            let carmen = try await site.person("carmen")
            try await carmen.post(club.invitation, [:])
            let lobby = try await carmen.get(club.path + "/lobby").text
            #expect(lobby.contains("Games to watch") && lobby.contains("href=\"\(game)\""))
            try await #expect(!club.ana.get(club.path + "/lobby").text.contains("Games to watch"))
        }
    }
}
