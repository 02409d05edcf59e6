import GameRules
import HTTPTypes
import TestSupport
import Testing

@testable import App

struct SlideItTests {
    /// Moves of the tiles 8, 5, 4 and 7, starting from the solved puzzle.
    private static let shuffle = "hedg"
    private static let home = "gdeh"

    private func begin(_ site: TestSite, _ club: ClubOfTwo) async throws -> String {
        let game = try await club.ana.begin(.slideit, in: club.path)
        try site.run("UPDATE slideit_games SET size = 3, level = 2, shuffle = '\(Self.shuffle)', exact = 4")
        return "\(club.path)/practice/slideit/\(game)"
    }

    private func state(_ site: TestSite) throws -> [String] {
        try site.rows("SELECT moves, changes, hints, state FROM slideit_games ORDER BY id DESC LIMIT 1")
    }

    @Test func `moves solve the puzzle and the result counts`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await begin(site, club)
            let page = try await club.ana.get(club.path + "/practice/slideit").text
            #expect(
                page.contains("aria-label=\"7, row 2, column 1. Slides down.\"") && page.contains("aria-label=\"Empty, row 3, column 1.\""))
            try await #expect(club.ana.post(game + "/moves", ["from": "0", "moves": "g"]).status == .seeOther)
            // A move is undone and repeated.
            try await club.ana.post(game + "/moves", ["from": "1", "moves": "-g"])
            try #expect(state(site) == ["g 3 0 open"])
            // Moves that are sent twice count once.
            try await #expect(club.ana.post(game + "/moves", ["from": "1", "moves": "-gde"]).status == .seeOther)
            try #expect(state(site) == ["gde 5 0 open"])
            try await club.ana.post(game + "/moves", ["from": "5", "moves": "h"])
            try #expect(state(site) == ["gdeh 6 0 won"])
            try await #expect(club.ana.get(club.path + "/practice/slideit").text.contains("Solved in 4 moves."))
            // Points: nine for the size of the board, and four for the moves of the shuffle.
            try #expect(site.rows("SELECT is_good, points, steps, least, is_counted FROM practice_results") == ["t 13 4 4 t"])
        }
    }

    @Test func `a solution with twice the shuffle's moves is still good`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            // The solutions have eight and ten moves, because tile 7 moves back and forth first.
            for (moves, isGood) in [("gg" + "gg" + Self.home, "t"), ("gg" + "gg" + "gg" + Self.home, "f")] {
                let game = try await begin(site, club)
                try await club.ana.post(game + "/moves", ["from": "0", "moves": moves])
                try #expect(site.rows("SELECT is_won, is_good FROM practice_results ORDER BY id DESC LIMIT 1") == ["t \(isGood)"])
            }
        }
    }

    @Test func `a restarted puzzle ignores earlier moves`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await begin(site, club)
            try await club.ana.post(game + "/moves", ["from": "0", "moves": "gd"])
            try await #expect(club.ana.post(game + "/start", [:]).status == .seeOther)
            try #expect(state(site) == [" 10002 0 open"])
            // Offline moves from before the restart are refused after it.
            try await #expect(club.ana.post(game + "/moves", ["from": "2", "moves": "eh"]).status == .conflict)
            try await club.ana.post(game + "/moves", ["from": "10002", "moves": Self.home])
            try #expect(state(site) == ["gdeh 10006 0 won"])
            try await #expect(club.ana.post(game + "/start", [:]).status == .conflict)
        }
    }

    @Test func `each tap is measured once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await begin(site, club)
            try await club.ana.post(game + "/moves", ["from": "0", "moves": "g", "taps": "l0 R400 r300"])
            try await club.ana.post(game + "/moves", ["from": "0", "moves": "gd", "taps": "l0 R400 r300 l100"])
            try await club.ana.post(game + "/moves", ["from": "2", "moves": "eh", "taps": "l200 x5 l-9 l99999 l r 7 L250"])
            try #expect(
                site.rows("SELECT left_taps, left_ms, left_missed, right_taps, right_ms, right_missed FROM practice_results") == [
                    "3 450 1 2 700 1"
                ])
        }
    }

    @Test func `offline SlideIt moves count once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await begin(site, club)
            let id = String(game.split(separator: "/").last ?? "")
            func send(_ from: Int, _ moves: String, game: String) async throws -> String {
                try await club.ana.post(
                    club.path + "/outbox",
                    ["account": "ana", "action": "id=a&kind=slides&age=60&game=\(game)&from=\(from)&moves=\(moves)&taps="]
                ).text
            }
            try await #expect(send(0, "gd", game: id).contains("\"status\":200"))
            try await #expect(send(0, "gd", game: id).contains("\"status\":200"))
            try #expect(state(site) == ["gd 2 0 open"])
            try await #expect(send(2, "a", game: id).contains("That tile cannot slide."))
            try await #expect(send(2, "eh", game: id).contains("\"state\":\"won\""))
            try await #expect(send(2, "eh", game: id).contains("\"status\":200"))
            try #expect(site.rows("SELECT count(*) FROM badges WHERE measure = 'practice_puzzles'") == ["1"])
            for other in ["0", "x", ""] { try await #expect(send(0, "g", game: other).contains("\"status\":404")) }
        }
    }

    @Test func `forged SlideIt moves are refused`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await begin(site, club)
            for (fields, status) in [
                (["from": "0", "moves": "a"], HTTPResponse.Status.unprocessableContent),
                (["from": "0", "moves": "gg-g-x"], .unprocessableContent),
                (["from": "0", "moves": "-"], .unprocessableContent), (["from": "0", "moves": "G"], .unprocessableContent),
                (["from": "1", "moves": "g"], .conflict), (["from": "-1", "moves": "g"], .conflict), (["moves": "g"], .conflict),
                (["from": "0", "moves": String(repeating: "gg", count: 1500)], .contentTooLarge),
                (["from": "0", "moves": Self.home + "h"], .unprocessableContent),
                (["from": "9223372036854775807", "moves": "g"], .conflict),
            ] {
                let answer = try await club.ana.post(game + "/moves", fields)
                #expect(answer.status == status, "\(fields["moves"]?.prefix(9) ?? "") \(answer.status)")
            }
            try #expect(state(site) == [" 0 0 open"])
            for action in ["moves", "hint", "surrender"] {
                try await #expect(club.ben.post("\(game)/\(action)", ["from": "0", "moves": "g"]).status == .notFound)
            }
            try await club.ana.post(game + "/surrender", [:])
            try await #expect(club.ana.post(game + "/moves", ["from": "0", "moves": Self.home]).status == .conflict)
            try #expect(site.rows("SELECT is_won, points FROM practice_results") == ["f 0"])
        }
    }

    @Test func `hints lead to the solution and are counted`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await begin(site, club)
            try await club.ana.post(game + "/moves", ["from": "0", "moves": "e"])
            var changes = 1
            while try state(site)[0].hasSuffix("open"), changes < 20 {
                try await club.ana.post(game + "/hint", [:])
                let page = try await club.ana.get(club.path + "/practice/slideit").text
                let tile = try #require(page.firstMatch(of: /Slide (\d) (up|down|to the left|to the right)\./)).1
                let move = SlideMoves.text([try #require(UInt8(tile))])
                try await #expect(club.ana.post(game + "/moves", ["from": "\(changes)", "moves": move]).status == .seeOther)
                changes += 1
            }
            try #expect(site.rows("SELECT is_won, is_good, hints FROM practice_results") == ["t f 5"])
        }
    }

    @Test func `an unknown photo cannot be put on the tiles`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await #expect(club.ana.post(club.path + "/practice/slideit", ["photo": "1"]).status == .notFound)
            try #expect(site.rows("SELECT count(*) FROM slideit_games") == ["0"])
            try await club.ana.begin(.slideit, in: club.path, ["tile_style": "letters"])
            try await #expect(club.ana.get(club.path + "/practice/slideit").text.contains("aria-label=\"A, row"))
        }
    }
}
