import GameRules
import CSV
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct LeaderboardTests {
    private func club(_ site: TestSite) async throws -> Int {
        try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
    }

    /// With one game for each rating period, Glicko-2 gives 1662.3 and 1337.7 after the first game of two new players.
    @Test func `a finished game changes both ratings exactly once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (game, x, o) = try await club.game()
            for (ply, cell) in [0, 3, 1, 4].enumerated() {
                try await (ply.isMultiple(of: 2) ? x : o).post(game + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { try await x.post(game + "/moves", ["cell": "2", "ply": "4"]) } }
                try await group.waitForAll()
            }
            let ratings = try await site.database.read(
                tenant: try await self.club(site),
                Query<String>.one("SELECT string_agg(round(rating)::text || ':' || games, ' ' ORDER BY rating DESC) FROM ratings"))
            #expect(ratings == "1662:1 1338:1")
            let page = try await o.get(club.path + "/leaderboards/tic-chat-toe").text
            #expect(page.contains("<b>1662</b>") && page.contains("<b>1338</b>"))
        }
    }

    /// Plays all but the last move of a game that Ana wins. Returns the path, and the cell and ply of the last move.
    private func almostWonGame(_ club: ClubOfTwo) async throws -> (path: String, move: [String: String]) {
        let (game, x, o) = try await club.game()
        let cells = x === club.ana ? [0, 3, 1, 4, 2] : [3, 0, 4, 1, 8, 2]
        for (ply, cell) in cells.dropLast().enumerated() {
            try await (ply.isMultiple(of: 2) ? x : o).post(game + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
        }
        return (game, ["cell": "\(cells.last ?? 0)", "ply": "\(cells.count - 1)"])
    }

    @Test func `two games that end at the same time both change the ratings`() async throws {
        try await TestSite.open(connections: 4) { site in
            let (pier, quay) = (try await site.clubOfTwo(), try await site.clubOfTwo("quay", names: ("cleo", "dan")))
            for club in [pier, pier, pier, quay] {
                let game = try await self.almostWonGame(club)
                try await club.ana.post(game.path + "/moves", game.move)
            }
            let (one, two) = (try await self.almostWonGame(quay), try await self.almostWonGame(quay))
            let other = try ScriptConnection(url: site.test.superuserURL)
            try other.run("BEGIN; SELECT FROM ratings FOR UPDATE")
            async let first = quay.ana.post(one.path + "/moves", one.move)
            async let second = quay.ana.post(two.path + "/moves", two.move)
            try await #expect(eventually { try site.waitingForLocks() == 2 })
            try other.run("COMMIT")
            try await #expect([first.status, second.status] == [.seeOther, .seeOther])
            // The ratings of the quay equal those of the pier, where three games were played one after another.
            let ratings = """
                SELECT string_agg(round(s.rating) || ':' || s.games, ' ' ORDER BY s.rating DESC)
                FROM ratings s JOIN clubs c ON c.id = s.club_id GROUP BY c.slug ORDER BY c.slug
                """
            let found = try site.rows(ratings)
            #expect(found.count == 2 && found.first == found.last)
        }
    }

    @Test func `equal ratings share a rank and the next rank is skipped`() {
        // The first four rows of a leaderboard, then the rows after its third row.
        #expect(LeaderboardCursor.ranks(of: [1600.2, 1550.4, 1549.6, 1500]) == [1, 2, 2, 4])
        let third = LeaderboardCursor(score: 1549.6, key: 7, count: 3, rank: 2)
        #expect(LeaderboardCursor.ranks(of: [1549.5, 1549.4, 1500], after: third) == [2, 5, 6])
    }

    @Test func `a made-up leaderboard cursor never causes an error`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for rating in [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, .nan, 1e19, -1e19, 1500, 0] {
                let bits = String(rating.bitPattern, radix: 36)
                for place in ["\(bits)_1_1_1", "\(bits)_1_\(Int.max)_1", "\(bits)_\(Int.max)_\(Int.max)_\(Int.max)", "\(bits)_1_-1_0"] {
                    let path = club.path + "/leaderboards/tic-chat-toe?after=" + place
                    let status = LeaderboardCursor(place) == nil ? HTTPResponse.Status.notFound : .ok
                    try await #expect(club.ana.get(path).status == status, "\(rating) \(place)")
                    try await #expect(club.ana.get(path + "&period=30").status == status, "\(rating) \(place)")
                }
            }
        }
    }

    @Test func `the 30-day leaderboard counts only the last 30 days`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let tenant = try await self.club(site)
            for cells in [[0, 3, 1, 4, 2], [0, 3, 1, 4, 8, 5]] {
                let (game, x, o) = try await club.game()
                for (ply, cell) in cells.enumerated() {
                    try await (ply.isMultiple(of: 2) ? x : o).post(game + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
                }
                // All ratings become twenty days older each time, so the two games end up 40 and 20 days old.
                try await site.database.write(tenant: tenant, Query<Int>.change("UPDATE rating_days SET day = day - 20"))
            }
            let path = club.path + "/leaderboards/tic-chat-toe"
            func games(_ query: String) async throws -> [Int] {
                let page = try await club.ana.get(path + query).text
                return page.matches(of: /number">(\d+)<\/td>\s*<td class="number">(\d+)<\/td>\s*<td class="number">(\d+)</).map {
                    [$0.1, $0.2, $0.3].compactMap { Int($0) }.reduce(0, +)
                }
            }
            try await site.server.cleanUp.turn()
            #expect(site.server.cleanUp.cleared("rating days") == 2)
            try await #expect(games("") == [2, 2])
            try await #expect(games("?period=30") == [1, 1])
            try await #expect(games("?period=30&games=5") == [1])
            try await site.database.write(tenant: tenant, Query<Int>.change("UPDATE rating_days SET day = day - 10"))
            try await site.server.cleanUp.turn()
            try await #expect(games("?period=30") == [])
            try await #expect(games("") == [2, 2])
        }
    }

    @Test func `the leaderboard is paged by key and always shows one's own row`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let tenant = try await self.club(site)
            // There are 120 other members, and most have the same rating as one neighbour.
            try await site.database.write(
                tenant: tenant,
                Query<Int>.change(
                    """
                    WITH made AS (
                        INSERT INTO members (club_id, handle, display_name)
                        SELECT (SELECT min(club_id) FROM members), 'guest' || n, 'Guest ' || n FROM generate_series(1, 120) n RETURNING club_id, id, handle
                    )
                    INSERT INTO ratings (club_id, member_id, variant, wins, rating)
                    SELECT club_id, id, '3x3', 5, 2000 - (substr(handle, 6)::integer / 2) * 2 FROM made
                    """))
            let me = ID<Member>(try await club.ana.member(in: club.path))
            try await site.database.write(
                tenant: tenant,
                Query<Int>.change(
                    "INSERT INTO ratings (club_id, member_id, variant, losses, rating) SELECT club_id, id, '3x3', 1, 1000 FROM members WHERE id = $1",
                    me))
            var (path, ranks, pages) = (club.path + "/leaderboards/tic-chat-toe", [Int](), 0)
            while pages < 5 {
                let page = try await club.ana.get(path).text
                #expect(page.contains(">You</span>"), "page \(pages)")
                let rows = page.split(separator: "class=\"my-standing\"")[0]
                ranks += rows.matches(of: /class="rank">(\d+)</).compactMap { Int($0.1) }
                pages += 1
                guard let next = page.firstMatch(of: /href="([^"]+)">Next page/) else { break }
                path = String(next.1).replacing("&amp;", with: "&")
            }
            #expect(pages == 3 && ranks.count == 121)
            #expect(Array(ranks.prefix(6)) == [1, 2, 2, 4, 4, 6] && ranks.last == 121)
            let few = try await club.ana.get(club.path + "/leaderboards/tic-chat-toe?games=5").text
            #expect(few.contains("class=\"rank\">–<"))
            for query in ["variant=4x4", "games=2"] {
                try await #expect(club.ana.get(club.path + "/leaderboards/tic-chat-toe?" + query).status == .notFound)
            }
            try await #expect(club.ana.get(club.path + "/leaderboards/tic-chat-toe?after=nonsense").status == .notFound)
        }
    }

    @Test func `the whole leaderboard can be downloaded as CSV`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.game()
            for (ply, (player, cell)) in [(game.x, 0), (game.o, 3), (game.x, 1), (game.o, 4), (game.x, 2)].enumerated() {
                try await player.post(game.path + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            let page = try await club.ana.get(club.path + "/leaderboards/tic-chat-toe").text
            let link = try #require(page.firstMatch(of: /href="([^"]+\.csv[^"]*)"/)).1.replacing("&amp;", with: "&")
            let file = try await club.ana.get(String(link))
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8; header=present")
            let records = try CSVReader.records(in: Array(file.text.utf8)).map(\.fields)
            #expect(records.first?.prefix(4) == ["rank", "name", "handle", "rating"])
            #expect(records.dropFirst().map { Array($0[5...8]) } == [["1", "1", "0", "0"], ["1", "0", "0", "1"]])
            try await #expect(site.visitor().get(String(link)).status == .seeOther)
            try await #expect(!club.ana.get(club.path + "/members/ana").text.contains("Games in the last 30 days"))
            let pier = try #require(try await site.server.services.clubs.club(slug: "pier")).id
            try await site.database.write(
                tenant: pier.rawValue,
                Query<Int>.change(
                    """
                    INSERT INTO rating_days (club_id, member_id, variant, day, wins)
                    SELECT club_id, member_id, variant, day - n, 2 FROM rating_days, generate_series(1, 2) n
                    """))
            try await #expect(club.ana.get(club.path + "/members/ana").text.contains("Games in the last 30 days"))
            try await #expect(club.ana.get(club.path + "/leaderboards/tic-chat-toe.csv?variant=nonsense").status == .notFound)
        }
    }

    @Test func `ratings of another club are not shown`() async throws {
        try await TestSite.open { site in
            let one = try await site.clubOfTwo()
            let (game, x, o) = try await one.game()
            for (ply, cell) in [0, 3, 1, 4, 2].enumerated() {
                try await (ply.isMultiple(of: 2) ? x : o).post(game + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            try await #expect(other.ana.get(other.path + "/leaderboards/tic-chat-toe").text.contains("Nobody is on this leaderboard yet."))
            try await #expect(other.ana.get(one.path + "/leaderboards/tic-chat-toe").status == .notFound)
        }
    }

    @Test func `members who opt out are on no leaderboard and affect no rank`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.game()
            for (ply, (player, cell)) in [(game.x, 0), (game.o, 3), (game.x, 1), (game.o, 4), (game.x, 2)].enumerated() {
                try await player.post(game.path + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            let path = club.path + "/leaderboards/tic-chat-toe"
            func rank(_ visitor: Visitor, _ query: String) async throws -> Substring? {
                let rows = try await visitor.get(path + query).text.split(separator: "is-me").dropFirst()
                return rows.first?.firstMatch(of: /class="rank">([^<]+)</)?.1
            }
            for query in ["", "?period=30"] { try await #expect(rank(game.o, query) == "2") }
            let winner = try await game.x.get(club.path + "/profile").text
            let name = try #require(winner.firstMatch(of: /name="display_name" value="([^"]+)"/)).1
            try await game.x.post(club.path + "/profile", ["display_name": String(name), "is_unranked": "1"])
            for query in ["", "?period=30"] {
                try await #expect(rank(game.o, query) == "1")
                try await #expect(rank(game.x, query) == "–")
                let page = try await game.o.get(path + query).text
                #expect(page.matches(of: /class="rank">/).count == 1, "\(query)")
            }
            try await #expect(!game.o.get(path + ".csv").text.contains(name))
            try await #expect(game.x.get(club.path + "/profile").text.contains(/name="is_unranked" value="1" checked/))
            try await game.x.post(club.path + "/profile", ["display_name": String(name)])
            try await #expect(rank(game.o, "") == "2")
        }
    }
}
