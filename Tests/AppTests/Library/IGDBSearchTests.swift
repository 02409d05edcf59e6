import Foundation
import IGDB
import IGDBStandIn
import Postgres
import ServiceLifecycle
import TestSupport
import Testing

@testable import App

/// Searches for video games at IGDB, within its limits for all instances together.
struct IGDBSearchTests {
    private func withSite(
        _ change: @Sendable @escaping (inout AppSettings) -> Void = { _ in },
        _ body: @Sendable @escaping (TestSite, ClubOfTwo, StandIn) async throws -> Void
    ) async throws {
        let standIn = StandIn()
        standIn.picture.change { $0 = Images.gif }
        try await standIn.run {
            let igdb = try IGDBSettings(clientID: StandIn.clientID, secret: StandIn.secret, url: standIn.url)
            try await TestSite.open(change: { settings in
                settings.igdb = igdb
                change(&settings)
            }) { site in try await body(site, try await site.clubOfTwo(), standIn) }
        }
    }

    @Test func `games found at IGDB are stored with their facts`() async throws {
        try await withSite { site, club, standIn in
            let search = club.path + "/library/search"
            try await #expect(club.ana.get(search + "?q=cloudberry").text.contains("\(search)/igdb?q=cloudberry"))
            let page = try await club.ana.get(search + "/igdb?q=Cloudberry").text
            #expect(page.contains("Cloudberry Harbour") && page.contains("Cloudberry Harbour II") && page.contains("IGDB.com"))
            #expect(standIn.count(StandIn.gamesPath) == 1)
            // All clubs share equal searches.
            try await #expect(club.ben.get(search + "/igdb?q=cloudberry").text.contains("Cloudberry Harbour"))
            #expect(standIn.count(StandIn.gamesPath) == 1)
            try await #expect(club.ben.get(search + "?q=cloudbery").text.contains("Cloudberry Harbour"))
            let id = try site.rows("SELECT id FROM video_games WHERE provider_id = 101")[0]
            let game = try await club.ben.get("\(club.path)/library/games/\(id)").text
            for words in [
                "Boats, berries", "Nintendo Switch", "10 Mar 2017", "Alone; together, up to 4", "Hafen der Moltebeeren", "At\nigdb.com",
            ] {
                #expect(game.contains(words), "\(words)")
            }
            try #expect(site.rows("SELECT released FROM video_games WHERE provider_id = 102") == ["2021"])
            // A link is kept only if its address belongs to IGDB.
            _ = try await club.ana.get(search + "/igdb?q=wicker")
            let isStored = try await eventually {
                try site.rows("SELECT links::text FROM video_games WHERE provider_id = 103") == ["{}"]
            }
            #expect(isStored)
            try await #expect(club.ana.post("\(club.path)/library/games/\(id)", ["name": "Mine"]).status == .forbidden)
        }
    }

    @Test func `covers and playing times are fetched in the background`() async throws {
        try await withSite { site, club, standIn in
            _ = try await club.ana.get(club.path + "/library/search/igdb?q=cloudberry")
            let isComplete = try await eventually {
                try site.rows("SELECT count(*) FROM video_game_covers") == ["2"]
                    && site.rows("SELECT minutes FROM video_games WHERE provider_id = 101") == ["600"]
                    && site.rows("SELECT count(*) FROM video_games WHERE cover_due_at IS NOT NULL") == ["0"]
            }
            #expect(isComplete)
            #expect(standIn.asked.value.contains("/igdb/image/upload/t_cover_big/co1abc.jpg"))
        }
    }

    @Test func `IGDB's background work ends when the server stops`() async throws {
        try await withSite { site, _, _ in
            let (state, hasEnded) = (IGDBState(site.server.services), Locked(false))
            let group = ServiceGroup(services: [Background(state: state)], logger: site.server.services.logger)
            let run = Task {
                try await group.run()
                hasEnded.value = true
            }
            try await #expect(eventually { state.isWorking })
            await group.triggerGracefulShutdown()
            try await #expect(eventually { hasEnded.value })
            run.cancel()
            state.end()
        }
    }

    private struct Background: Service {
        let state: IGDBState
        func run() async throws { try await state.run() }
    }

    @Test func `an old search result is shown and refreshed`() async throws {
        try await withSite { site, club, standIn in
            let page = club.path + "/library/search/igdb?q=cloudberry"
            _ = try await club.ana.get(page)
            try site.run("UPDATE igdb_searches SET fetched_at = now() - interval '8 days'")
            standIn.games.change { $0 = [StandInGame(id: 101, name: "Cloudberry Harbour Remade")] }
            // A browser's prefetch does not start a refresh.
            _ = try await club.ana.get(page, [.init("Sec-Purpose")!: "prefetch"])
            try await #expect(club.ana.get(page).text.contains("Cloudberry Harbour II"))
            try await #expect(eventually { try await club.ana.get(page).text.contains("Cloudberry Harbour Remade") })
            #expect(standIn.count(StandIn.gamesPath) == 2)
            try #expect(site.rows("SELECT name FROM video_games WHERE provider_id = 101") == ["Cloudberry Harbour Remade"])
        }
    }

    @Test func `errors of IGDB are reported and nothing is stored`() async throws {
        try await withSite { site, club, standIn in
            let page = club.path + "/library/search/igdb?q=cloudberry"
            standIn.tricks.change { $0[StandIn.gamesPath] = [.text("{\"no\": 1}"), .cutOff] }
            let unread = try await club.ana.get(page)
            #expect(unread.status == .serviceUnavailable && unread.text.contains("could not be read"))
            try #expect(site.rows("SELECT count(*) FROM video_games") == ["0"])
            try #expect(site.rows("SELECT count(*) FROM igdb_searches WHERE found IS NOT NULL OR claimed_until IS NOT NULL") == ["0"])
            // The next request succeeds.
            try await #expect(club.ana.get(page).text.contains("Cloudberry Harbour"))
        }
    }

    @Test func `a search that another instance abandons is not shown as empty`() async throws {
        try await withSite { site, club, standIn in
            // The other instance's claim is committed after this one waits for it, and is deleted after this one has seen it.
            let other = try ScriptConnection(url: site.test.superuserURL)
            try other.run(
                "BEGIN; INSERT INTO igdb_searches (key, claimed_until) VALUES ('cloudberry', now() + interval '20 seconds')")
            async let answer = club.ana.get(club.path + "/library/search/igdb?q=cloudberry")
            try await #expect(eventually { try site.waitingForLocks() == 1 })
            try other.run("COMMIT")
            try await #expect(eventually { try site.waitingForLocks() == 0 })
            try other.run("DELETE FROM igdb_searches")
            let lost = try await answer
            #expect(lost.status == .serviceUnavailable && lost.text.contains("IGDB is not answering"))
            #expect(standIn.count(StandIn.gamesPath) == 0)
            try await #expect(club.ana.get(club.path + "/library/search/igdb?q=cloudberry").text.contains("Cloudberry Harbour"))
        }
    }

    /// Runs a second instance on the same database. Ana has searched `count` times, a minute apart, the last time just now.
    private func withTwoInstances(
        asked count: Int, _ body: @Sendable @escaping (TestSite, TestSite, ClubOfTwo, StandIn, ID<Account>) async throws -> Void
    ) async throws {
        try await withSite {
            $0.limitsRates = true
        } _: { site, club, standIn in
            standIn.isLimiting.change { $0 = false }
            let account = ID<Account>(try #require(Int(site.rows("SELECT id FROM accounts WHERE username = 'ana'")[0])))
            try site.run(
                """
                INSERT INTO igdb_accounts SELECT \(account), array_agg(now() - n * interval '1 minute' ORDER BY n DESC)
                FROM generate_series(0, \(count - 1)) n
                """)
            var settings = AppSettings(root: TestDatabase.root)
            settings.data = TestDatabase.root + "/.build/tests"
            settings.igdb = try IGDBSettings(clientID: StandIn.clientID, secret: StandIn.secret, url: standIn.url)
            try await TestSite.run(settings, site.test) { other in try await body(site, other, club, standIn, account) }
        }
    }

    @Test func `members have 30 IGDB searches an hour, and cached ones are free`() async throws {
        try await withTwoInstances(asked: 29) { site, other, club, standIn, account in
            let path = club.path + "/library/search/igdb?q="
            // This search counts at another instance.
            try await other.server.services[IGDBState.self].ask("barberry", for: account)
            try await #expect(club.ben.get(path + "cloudberry").status == .ok)
            try await #expect(club.ana.get(path + "cloudberry").status == .ok)
            let refused = try await club.ana.get(path + "wicker")
            #expect(refused.status == .tooManyRequests && refused.text.contains("30 times within an hour"))
            let wait = try #require(refused.headers[.retryAfter].flatMap(Int.init))
            #expect((31 * 60...32 * 60).contains(wait))
            #expect(!standIn.queries.value.contains { $0.contains("wicker") })
            try await #expect(club.ben.get(path + "wicker").status == .ok)
            // An hour after the oldest search there is room for one more.
            try site.run(
                """
                UPDATE igdb_accounts SET asked_at = ARRAY(SELECT t - interval '32 minutes' FROM unnest(asked_at) t ORDER BY t)
                WHERE account_id = \(account)
                """)
            try await #expect(club.ana.get(path + "lantern").status == .ok)
            try await #expect(club.ana.get(path + "harbour").status == .tooManyRequests)
        }
    }

    @Test func `refreshing an old search result counts towards the limit`() async throws {
        try await withTwoInstances(asked: 29) { site, _, club, standIn, account in
            let path = club.path + "/library/search/igdb?q="
            for words in ["cloudberry", "wicker"] { try await #expect(club.ben.get(path + words).status == .ok) }
            try site.run("UPDATE igdb_searches SET fetched_at = now() - interval '8 days'")
            try await #expect(club.ana.get(path + "cloudberry").status == .ok)
            let fresh = "SELECT count(*) FROM igdb_searches WHERE fetched_at > now() - interval '1 day'"
            try await #expect(eventually { try site.rows(fresh) == ["1"] })
            // The old result is shown and stays old until a member comes who may still search.
            try await #expect(club.ana.get(path + "wicker").text.contains("Wicker Man Tycoon"))
            try await #expect(club.ana.get(path + "lantern").status == .tooManyRequests)
            try #expect(site.rows(fresh) == ["1"])
            try await #expect(club.ben.get(path + "wicker").status == .ok)
            try await #expect(eventually { try site.rows(fresh) == ["2"] })
            #expect(standIn.queries.value.count { $0.hasPrefix("search") } == 4)
        }
    }

    @Test func `parallel searches at two instances do not exceed a member's limit`() async throws {
        try await withTwoInstances(asked: 27) { site, other, _, standIn, account in
            let states = [site, other].map { $0.server.services[IGDBState.self] }
            let refused = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        do { try await states[number % 2].ask("berry \(Self.letters(number))", for: account) } catch {
                            return error is Refusal
                        }
                        return false
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(refused == 5)
            #expect(standIn.queries.value.count { $0.hasPrefix("search") } == 3)
        }
    }

    @Test func `one member's refusal does not affect another's identical search`() async throws {
        try await withTwoInstances(asked: 30) { site, _, club, _, account in
            let path = club.path + "/library/search/igdb?q=cloudberry"
            let other = try ScriptConnection(url: site.test.superuserURL)
            try other.run("BEGIN; SELECT FROM igdb_accounts FOR UPDATE")
            async let first = club.ana.get(path)
            try await #expect(eventually { try site.waitingForLocks() == 1 })
            async let second = club.ben.get(path)
            try await #expect(eventually { site.server.services[IGDBState.self].waitingCount == 2 })
            try other.run("COMMIT")
            try await #expect(first.status == .tooManyRequests)
            try await #expect(second.text.contains("Cloudberry Harbour"))
        }
    }

    @Test func `times of searches are deleted after an hour`() async throws {
        try await withTwoInstances(asked: 3) { site, _, _, _, account in
            #expect(try await site.server.services.database.write(IGDBQueries().deleteOldSearchTimes(limit: 10)) == 0)
            try site.run("UPDATE igdb_accounts SET asked_at = ARRAY[now() - interval '61 minutes']")
            #expect(try await site.server.services.database.write(IGDBQueries().deleteOldSearchTimes(limit: 10)) == 1)
        }
    }

    @Test func `without keys no page links to IGDB`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await #expect(!club.ana.get(club.path + "/library/search?q=cloudberry").text.contains("IGDB"))
            let answer = try await club.ana.get(club.path + "/library/search/igdb?q=cloudberry")
            #expect(answer.headers[.location] == club.path + "/library/search?q=cloudberry")
        }
    }

    @Test func `two instances together stay within IGDB's limits`() async throws {
        try await withSite { site, _, standIn in
            standIn.isLimiting.change { $0 = false }
            standIn.games.change { games in
                games = (0..<24).map { StandInGame(id: 500 + $0, name: "Berry \(Self.letters($0)) Tycoon") }
            }
            var settings = AppSettings(root: TestDatabase.root)
            settings.data = TestDatabase.root + "/.build/tests"
            settings.limitsRates = false
            settings.igdb = try IGDBSettings(clientID: StandIn.clientID, secret: StandIn.secret, url: standIn.url)
            try await TestSite.run(settings, site.test) { other in
                let states = [site, other].map { $0.server.services[IGDBState.self] }
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<24 {
                        // Both instances get the same search, and only one of them asks IGDB.
                        for state in states {
                            group.addTask { _ = try? await state.ask("berry \(Self.letters(number))", for: ID<Account>(1)) }
                        }
                    }
                }
                let traffic = standIn.traffic.value
                #expect(traffic.mostInASecond <= 4 && traffic.mostOpen <= 8 && traffic.arrivals.count > 6)
                let asked = standIn.queries.value.filter { $0.hasPrefix("search") }
                #expect(Set(asked).count == asked.count, "equal searches are asked once")
            }
        }
    }

    private static func letters(_ number: Int) -> String {
        String(String.UnicodeScalarView([number / 5, number % 5].compactMap { Unicode.Scalar(UInt8(97 + $0)) }))
    }
}
