import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// Larger boards, matches, and ways to end a game without a line.
struct VariantTests {
    /// Starts a game by a challenge with these terms, and returns its path. Ana plays crosses.
    private func game(_ club: ClubOfTwo, _ terms: [String: String]) async throws -> String {
        let fields = terms.merging(["member": try await club.ben.member(in: club.path), "starts": "from"]) { $1 }
        try await club.ana.post(club.path + "/challenges", fields)
        let lobby = try await club.ben.get(club.path + "/lobby").text
        let acceptance = try #require(lobby.firstMatch(of: /action="([^"]+\/acceptance)"/)).1
        return try #require(try await club.ben.post(String(acceptance), [:]).headers[.location])
    }

    /// Plays the cells in turns. `first` plays the even plies.
    private func play(_ cells: [Int], _ game: String, _ first: Visitor, _ second: Visitor, from ply: Int = 0) async throws {
        for (index, cell) in cells.enumerated() {
            let player = (ply + index).isMultiple(of: 2) ? first : second
            let answer = try await player.post(game + "/moves", ["cell": "\(cell)", "ply": "\(ply + index)"])
            #expect(answer.headers[.location] == game)
        }
    }

    private func club(_ site: TestSite) async throws -> Int {
        try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
    }

    @Test func `four in a row win on a 5 by 5 board`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club, ["variant": "5x5"])
            let page = try await club.ana.get(game).text
            #expect(page.matches(of: /name="cell"/).count == 25 && page.contains("Four in a row wins."))
            try await #expect(club.ana.post(game + "/moves", ["cell": "25", "ply": "0"]).status == .unprocessableContent)
            try await play([0, 5, 1, 6, 2, 7, 3], game, club.ana, club.ben)
            let won = try await club.ana.get(game).text
            #expect(won.contains("<title>You won!") && won.contains("Four in a row.") && won.matches(of: /is-win"/).count >= 4)
            let score = try await site.database.read(
                tenant: try await self.club(site),
                Query<String>.one("SELECT string_agg(variant || wins || losses, ',' ORDER BY wins) FROM ratings"))
            #expect(score == "5x501,5x510")
        }
    }

    @Test func `a match continues with swapped sides until it is decided`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let first = try await game(club, ["best_of": "3"])
            try await play([0, 3, 1, 4, 2], first, club.ana, club.ben)
            let over = try await club.ana.get(first).text
            #expect(over.contains("Game 1 of 3, you lead 1 to 0"))
            let second = String(
                try #require(over.firstMatch(of: /href="([^"]+\/games\/\d+)"[^>]*>[^\/]*<svg[^>]*><use[^>]*><\/use><\/svg>Go to/)).1)
            try await #expect(club.ben.get(second).text.contains("<title>Your turn"))
            try await play([0, 3, 1, 4, 8, 5], second, club.ben, club.ana)
            let end = try await club.ana.get(second).text
            #expect(end.contains("Game 2 of 3, you won 2 to 0") && end.contains("Play again") && !end.contains("Go to the next game"))
            let games = try await site.database.read(tenant: try await self.club(site), Query<Int>.one("SELECT count(*) FROM games"))
            #expect(games == 2)
        }
    }

    @Test func `a draw can be agreed only on large boards`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let small = try await game(club, [:])
            try await play([0, 1], small, club.ana, club.ben)
            try await #expect(club.ana.post(small + "/draw", [:]).status == .conflict)
            try await club.ana.post(small + "/resignation", [:])
            let game = try await game(club, ["variant": "15x15"])
            try await play([0, 1], game, club.ana, club.ben)
            try await #expect(club.ana.get(game).text.contains("Offer a draw"))
            try await club.ana.post(game + "/draw", [:])
            try await #expect(club.ana.get(game).text.contains("You have offered a draw"))
            try await #expect(club.ben.get(game).text.contains("Agree to a draw"))
            // A move declines the offer.
            try await play([2], game, club.ana, club.ben, from: 2)
            try await #expect(!club.ben.get(game).text.contains("Agree to a draw"))
            try await club.ben.post(game + "/draw", [:])
            try await club.ana.post(game + "/draw", [:])
            let over = try await club.ben.get(game).text
            #expect(over.contains("<title>A draw") && over.contains("You both agreed on it."))
        }
    }

    @Test func `a declined draw is shown until the next move`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club, ["variant": "5x5"])
            try await play([0, 1], game, club.ana, club.ben)
            try await club.ben.post(game + "/draw", [:])
            try await club.ana.post(game + "/draw/decline", [:])
            let declined = try await club.ben.get(game).text
            #expect(declined.contains("declined the draw") && !declined.contains("Offer a draw"))
            try await #expect(!club.ana.get(game).text.contains("declined the draw"))
            // A declined player can offer again only after the next move.
            try await play([2], game, club.ana, club.ben, from: 2)
            let after = try await club.ben.get(game).text
            #expect(!after.contains("declined the draw") && after.contains("Offer a draw"))
        }
    }

    @Test func `the last move is taken back with the opponent's consent`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club, [:])
            try await #expect(club.ana.post(game + "/takeback", ["ply": "0"]).status == .conflict, "there is no move yet")
            try await play([0], game, club.ana, club.ben)
            try await #expect(club.ben.post(game + "/takeback", ["ply": "1"]).status == .conflict, "it is not Ben's move")
            try await club.ana.post(game + "/takeback", ["ply": "1"])
            try await #expect(club.ana.get(game).text.contains("You have asked to take your move back"))
            try await #expect(club.ben.get(game).text.contains("asks to take back the last move"))
            try await club.ben.post(game + "/takeback/decline", [:])
            try await #expect(club.ana.get(game).text.contains("did not allow you to take the move back"))
            try await play([1, 4], game, club.ana, club.ben, from: 1)
            try await club.ana.post(game + "/takeback", ["ply": "3"])
            // The acceptance is sent twice and counts once.
            for _ in 1...2 { try await club.ben.post(game + "/takeback", ["ply": "3"]) }
            let back = try await club.ana.get(game).text
            #expect(back.contains("<title>Your turn") && back.contains(#"name="ply" value="2""#))
            try await play([8], game, club.ana, club.ben, from: 2)
        }
    }

    @Test func `a move that was answered cannot be taken back`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club, [:])
            try await play([0], game, club.ana, club.ben)
            try await club.ana.post(game + "/takeback", ["ply": "1"])
            try await play([1], game, club.ana, club.ben, from: 1)
            let page = try await club.ana.get(game).text
            #expect(page.contains("<title>Your turn") && !page.contains("take your move back"))
            try await #expect(club.ben.post(game + "/takeback/decline", [:]).status == .seeOther)
            try await #expect(!club.ana.get(game).text.contains("did not allow you"))
        }
    }

    private func letPass(seconds: Int, _ site: TestSite) async throws {
        let tenant = try await self.club(site)
        // Presence that is still in memory would overwrite `seen_at`.
        await site.server.services.presence.flush()
        try await site.database.write(
            tenant: tenant, Query<Int>.change("UPDATE games SET moved_at = now() - make_interval(secs => $1::integer)", seconds),
            Query<Int>.change("UPDATE presence SET seen_at = now() - make_interval(secs => $1::integer)", seconds))
    }

    @Test func `a player who is away for two minutes can lose`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club, [:])
            try await play([0, 1, 4], game, club.ana, club.ben)
            try await #expect(club.ana.get(game).text.contains("for two minutes on their turn can lose"))
            try await #expect(club.ana.post(game + "/claim", [:]).status == .conflict)
            try await #expect(club.ben.post(game + "/claim", [:]).status == .conflict)
            try await letPass(seconds: 80, site)
            let waiting = try await club.ana.get(game).text
            #expect(waiting.contains("You may claim the win in") && !waiting.contains("Claim the win"))
            try await #expect(club.ana.post(game + "/claim", [:]).status == .conflict)
            try await letPass(seconds: 121, site)
            try await #expect(club.ana.get(game).text.contains("Claim the win"))
            try await #expect(club.ana.post(game + "/claim", [:]).status == .seeOther)
            try await #expect(club.ana.get(game).text.contains("Ben was away for too long."))
            try await #expect(club.ana.post(game + "/claim", [:]).status == .conflict)
        }
    }

    @Test func `no player loses by absence if one was absent at the start`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club, [:])
            try await play([0], game, club.ana, club.ben)
            try await site.database.write(
                tenant: try await self.club(site), Query<Int>.change("UPDATE games SET started_at = now() - interval '1 hour'"))
            try await play([1, 4], game, club.ana, club.ben, from: 1)
            try await letPass(seconds: 600, site)
            let page = try await club.ana.get(game).text
            #expect(page.contains("nobody loses for being away for less than a week") && !page.contains("laim the win"))
            try await #expect(club.ana.post(game + "/claim", [:]).status == .conflict)
        }
    }

    @Test func `the chat of two players continues from game to game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let first = try await game(club, [:])
            try await club.ana.post(first + "/messages", ["text": "Well met", "idempotency_key": "1"])
            try await club.ana.post(first + "/resignation", [:])
            let second = try await game(club, ["starts": "to", "variant": "5x5"])
            #expect(first != second)
            try await #expect(club.ben.get(second).text.contains("Well met"))
            try await club.ben.post(second + "/messages", ["text": "And again", "idempotency_key": "2"])
            try await #expect(club.ana.get(first).text.contains("And again"))
            // A message can be removed at any board of the two players.
            let line = try #require(try await club.ana.get(second).text.firstMatch(of: /id="message-(\d+)"/)).1
            try await #expect(club.ana.post(second + "/messages/\(line)/removal", [:]).status == .seeOther)
            try await #expect(!club.ben.get(first).text.contains("Well met"))
        }
    }

    @Test func `the previous board shows messages from the next game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let first = try await game(club, [:])
            try await club.ana.post(first + "/resignation", [:])
            let second = try await game(club, [:])
            let tag = try #require(try await club.ana.get(first + "/live").headers[.eTag])
            async let news = club.ana.get(first + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"])
            try await #expect(eventually { site.server.services.live.heldCount == 1 })
            try await club.ben.post(second + "/messages", ["text": "Over here", "idempotency_key": "1"])
            try await #expect(news.text.contains("Over here"))
        }
    }

    @Test func `a game that ends after one move does not count`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club, [:])
            try await play([0], game, club.ana, club.ben)
            try await club.ben.post(game + "/resignation", [:])
            try await #expect(club.ana.get(game).text.contains("Cancelled"))
            let ratings = try await site.database.read(tenant: try await self.club(site), Query<Int>.one("SELECT count(*) FROM ratings"))
            #expect(ratings == 0)
        }
    }

    @Test func `earlier positions of a game can be viewed`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club, [:])
            try await play([4, 0, 8], game, club.ana, club.ben)
            let page = try await club.ben.get(game + "?ply=2").text
            #expect(page.contains("Move 2 of 3: Ben played top left.") && page.contains("T1O") && page.contains("B3X"))
            #expect(page.contains("href=\"\(game)?ply=1\" rel=\"prev\"") && page.contains("href=\"\(game)?ply=3\" rel=\"next\""))
            #expect(!page.contains("name=\"cell\"") && !page.contains("data-live-url=\"\(game)") && page.contains("Bottom right, empty"))
            try await #expect(club.ben.get(game + "?ply=0").text.contains("The empty board"))
            for ply in ["4", "-1", "x"] { try await #expect(club.ben.get(game + "?ply=\(ply)").status == .notFound, "\(ply)") }
        }
    }

    @Test func `no draw can be agreed before both players have moved`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club, ["variant": "5x5"])
            for player in [club.ana, club.ben] {
                let answer = try await player.post(game + "/draw", [:])
                #expect(answer.status == .conflict && answer.text.contains("after both players have moved"))
            }
            try await #expect(club.ana.get(game).text.contains("<title>Your turn"))
        }
    }

    @Test func `a match ends when one player blocks the other`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let first = try await game(club, ["best_of": "3"])
            try await play([0, 3, 1, 4], first, club.ana, club.ben)
            try await club.ben.post(club.path + "/blocks", ["member": try await club.ana.member(in: club.path)])
            try await play([2], first, club.ana, club.ben, from: 4)
            let over = try await club.ana.get(first).text
            #expect(over.contains("<title>You won!") && !over.contains("Play again") && !over.contains("next game"))
        }
    }
}
