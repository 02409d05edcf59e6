import Foundation
import Postgres
import TestSupport
import Testing

@testable import App

/// Merging two entries of the same video game.
struct VideoGameMergeTests {
    @Test func `merging moves everything to the other game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            func add(_ name: String, _ who: Visitor) async throws -> String {
                try #require(try await who.post(club.path + "/library/games", ["name": name]).headers[.location])
            }
            let (twin, game) = (try await add("Lanternfal", club.ben), try await add("Lanternfall", club.ana))
            let (old, new) = (twin.split(separator: "/").last ?? "", game.split(separator: "/").last ?? "")
            try await club.ana.post(twin + "/entry", ["state": "plays", "rating": "2", "note": "Dark."])
            try await club.ana.post(game + "/entry", ["state": "finished", "rating": "9"])
            try await club.ben.post(twin + "/entry", ["state": "finished", "rating": "7", "note": "Two endings."])
            let shelf = try #require(
                try await club.ben.post(club.path + "/library/shelves", ["name": "Dark", "audience": "club"]).headers[.location])
            try await club.ben.post(twin + "/shelves", ["shelf": String(shelf.split(separator: "/").last ?? "")])
            try await club.ben.post(twin + "/messages", ["text": "The owl did it", "idempotency_key": "1"])
            try await club.ben.post(twin + "/player-request", ["minutes": "60"])
            let day = Date(timeIntervalSinceNow: 86_400).ISO8601Format().prefix(10)
            let evening = ["with": "ana", "game": String(old), "day": String(day), "time": "20:00"]
            try await #expect(club.ben.post(club.path + "/library/evenings", evening).status == .seeOther)
            try site.run("UPDATE library_entries SET news_at = '2026-01-01'")
            try await #expect(club.ana.get(twin + "/edit").text.contains("Merge it with another game"))
            try await #expect(!club.ben.get(twin + "/edit").text.contains("Merge it with another game"))
            try await #expect(club.ben.post(twin + "/merge", ["into": String(new)]).status == .forbidden)
            for into in ["", String(old), "999"] {
                try await #expect(club.ana.post(twin + "/merge", ["into": into]).status == .unprocessableContent, "\(into)")
            }
            let merged = try await club.ana.post(twin + "/merge", ["into": String(new)])
            #expect(merged.status == .seeOther && merged.headers[.location] == game)
            // Old addresses redirect to the game, also through several merges.
            try await #expect(club.ana.get(twin).headers[.location] == game)
            try #expect(site.rows("SELECT note FROM library_entries WHERE member_id = 1") == ["Dark."])
            let page = try await club.ana.get(game).text
            #expect(page.contains("gives it 7 of 10") && page.contains("The owl did it") && page.contains("Ben is looking for players"))
            try await #expect(club.ben.get(shelf).text.contains("Lanternfall"))
            try #expect(
                site.rows("SELECT member_id || ' ' || video_game_id || ' ' || state || ' ' || rating FROM library_entries ORDER BY 1")
                    == ["1 \(new) finished 9", "2 \(new) finished 7"])
            try #expect(site.rows("SELECT count(*) FROM library_entries WHERE news_at > '2026-01-02'") == ["0"])
            try #expect(site.rows("SELECT video_game_id FROM evening_games WHERE is_chosen") == [String(new)])
            try #expect(site.rows("SELECT members || ' ' || rated FROM video_game_totals WHERE video_game_id = \(new)") == ["2 16"])
            for check in [LibraryChecks.lists, LibraryChecks.games, LibraryChecks.leaderboardTotals] {
                try #expect(site.rows("\(check)").isEmpty)
            }
            let third = try await add("Lanternfall Again", club.ana)
            try await club.ana.post(game + "/merge", ["into": String(third.split(separator: "/").last ?? "")])
            for old in [twin, game] { try await #expect(club.ana.get(old).headers[.location] == third) }
            let others = try await site.clubOfTwo("harbour", names: ("cleo", "dana"))
            try await #expect(others.ana.get(twin.replacing(club.path, with: others.path)).status == .notFound)
            try await club.ana.post(third + "/removal", [:])
            try await #expect(club.ana.get(twin).status == .notFound)
        }
    }

    @Test func `a merge keeps a finished entry rather than a wish`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            func add(_ name: String) async throws -> String {
                try #require(try await club.ana.post(club.path + "/library/games", ["name": name]).headers[.location])
            }
            let (twin, game) = (try await add("Lanternfal"), try await add("Lanternfall"))
            try await club.ben.post(game + "/entry", ["state": "wants"])
            try await club.ben.post(twin + "/entry", ["state": "finished", "rating": "2", "finished": "2026-01-31"])
            try await club.ana.post(game + "/entry", ["state": "plays"])
            try await club.ana.post(twin + "/entry", ["state": "finished", "finished": "2026-01-31"])
            try site.run("UPDATE library_entries SET news_at = '2026-02-01'")
            try await club.ana.post(twin + "/merge", ["into": String(game.split(separator: "/").last ?? "")])
            try #expect(
                site.rows(
                    """
                    SELECT concat_ws(' ', state, rating, finished, active_on, news, (news_at < '2026-02-02')::text)
                    FROM library_entries ORDER BY member_id
                    """)[1] == "finished 2 2026-01-31 2026-01-31 finished true")
            try #expect(site.rows("SELECT state FROM library_entries ORDER BY member_id") == ["plays", "finished"])
            for check in [LibraryChecks.lists, LibraryChecks.games, LibraryChecks.leaderboardTotals] {
                try #expect(site.rows("\(check)").isEmpty)
            }
        }
    }

    @Test func `a game merges only with one of its club or the catalogue`() async throws {
        try await TestSite.open { site in
            let (club, others) = (try await site.clubOfTwo(), try await site.clubOfTwo("harbour", names: ("cleo", "dana")))
            let game = try #require(try await club.ana.post(club.path + "/library/games", ["name": "Lanternfall"]).headers[.location])
            let theirs = try #require(
                try await others.ana.post(others.path + "/library/games", ["name": "Owl Harbour"]).headers[.location])
            try site.run("INSERT INTO video_games (club_id, name) VALUES (0, 'Owl Island')")
            let page = try await club.ana.get(game + "/edit?q=owl").text
            #expect(page.contains("Owl Island") && !page.contains("Owl Harbour"))
            try await #expect(club.ben.get(game + "/edit?q=owl").status == .forbidden)
            let into = String(theirs.split(separator: "/").last ?? "")
            try await #expect(club.ana.post(game + "/merge", ["into": into]).status == .unprocessableContent)
        }
    }

    /// This happens if somebody deletes the other game meanwhile.
    @Test func `a merge into a deleted game loses nothing`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try #require(try await club.ana.post(club.path + "/library/games", ["name": "Lanternfall"]).headers[.location])
            try await club.ben.post(game + "/entry", ["state": "finished", "rating": "7"])
            try await club.ben.post(game + "/messages", ["text": "The owl did it", "idempotency_key": "1"])
            let queries = VideoGameMergeQueries(source: ID(1), target: ID(999))
            let (_, _, _, _, _, _, _, _, removed) = try await site.database.write(
                tenant: 1, queries.lockGames, queries.copyEntries, queries.restoreNews, queries.copyShelves, queries.copyEvenings,
                queries.movePlayerRequests, queries.moveMessages, queries.saveRedirects, queries.deleteSource)
            #expect(removed == 0)
            let page = try await club.ana.get(game).text
            #expect(page.contains("gives it 7 of 10") && page.contains("The owl did it"))
        }
    }
}
