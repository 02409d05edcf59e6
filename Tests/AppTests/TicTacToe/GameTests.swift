import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

struct GameTests {
    private func move(_ player: Visitor, _ game: String, _ cell: Int, _ ply: Int) async throws -> Visitor.Answer {
        try await player.post(game + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
    }

    @Test func `a win changes both players' records`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (game, x, o) = try await club.game()
            for (ply, cell) in [0, 3, 1, 4, 2].enumerated() {
                try await #expect(move(ply.isMultiple(of: 2) ? x : o, game, cell, ply).headers[.location] == game)
            }
            try await #expect(x.get(game).text.contains("<title>You won!"))
            let members = try await o.get(club.path + "/members").text
            #expect(members.contains("1 won, 0 drawn, 0 lost") && members.contains("0 won, 0 drawn, 1 lost"))
        }
    }

    @Test func `draws and resignations count in the records`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let drawn = try await club.game()
            for (ply, cell) in [4, 0, 2, 6, 3, 5, 1, 7, 8].enumerated() {
                _ = try await move(ply.isMultiple(of: 2) ? drawn.x : drawn.o, drawn.path, cell, ply)
            }
            try await #expect(drawn.o.get(drawn.path).text.contains("<title>A draw"))
            let resigned = try await club.game()
            _ = try await move(resigned.x, resigned.path, 0, 0)
            _ = try await move(resigned.o, resigned.path, 1, 1)
            try await #expect(resigned.x.post(resigned.path + "/resignation", [:]).status == .seeOther)
            try await #expect(resigned.x.post(resigned.path + "/resignation", [:]).status == .conflict)
            let members = try await club.ana.get(club.path + "/members").text
            #expect(members.contains("1 won, 1 drawn, 0 lost") && members.contains("0 won, 1 drawn, 1 lost"))
        }
    }

    @Test func `a move sent twice counts once`() async throws {
        try await TestSite.open { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            async let one = move(x, game, 4, 0)
            async let two = move(x, game, 4, 0)
            let statuses = [try await one.status, try await two.status]
            #expect(statuses.contains(.seeOther))
            try await #expect(move(x, game, 4, 0).status == .seeOther)
            try await #expect(o.get(game).text.contains("name=\"ply\" value=\"1\""))
            try await #expect(moves(site) == [4])
        }
    }

    @Test func `a refused move shows why and leaves the game unchanged`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (game, x, o) = try await club.game()
            _ = try await move(x, game, 4, 0)
            let stale = try await move(x, game, 5, 0)
            #expect(stale.status == .conflict && stale.text.contains("The game has changed in the meantime."))
            let early = try await move(x, game, 5, 1)
            #expect(early.status == .conflict && early.text.contains("turn."))
            let taken = try await move(o, game, 4, 1)
            #expect(taken.status == .conflict && taken.text.contains("That square is taken."))
            for cell in ["9", "-1", "x", ""] {
                try await #expect(o.post(game + "/moves", ["cell": cell, "ply": "1"]).status == .unprocessableContent)
            }
            let carmen = try await site.person("carmen")
            try await carmen.post(club.invitation, [:])
            try await #expect(move(carmen, game, 0, 1).status == .forbidden)
            try await #expect(moves(site) == [4])
            try await o.post(game + "/resignation", [:])
            let over = try await move(x, game, 0, 1)
            #expect(over.status == .conflict && over.text.contains("This game is over."))
        }
    }

    @Test func `spectators see the board without buttons`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.game().path
            let carmen = try await site.person("carmen")
            try await carmen.post(club.invitation, [:])
            let page = try await carmen.get(game).text
            #expect(page.contains("You are watching.") && !page.contains("name=\"cell\""))
        }
    }

    @Test func `a rematch can be requested and accepted at the board`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (game, x, o) = try await club.game()
            try await x.post(game + "/resignation", [:])
            let number = String(game.split(separator: "/").last ?? "")
            let asked = try await x.post(club.path + "/challenges", ["member": try await o.member(in: club.path), "game": number])
            #expect(asked.headers[.location] == game)
            try await #expect(x.get(game).text.contains("Asked for another game"))
            let theirs = try await o.get(game).text
            #expect(theirs.contains("wants to play again."))
            let acceptance = try #require(theirs.firstMatch(of: /action="([^"]+\/acceptance)"/)).1
            let next = try #require(try await o.post(String(acceptance), [:]).headers[.location])
            try await #expect(x.get(game).text.contains("href=\"\(next)\""))
        }
    }

    @Test func `a different message with a used idempotency key is stored`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            try await x.post(game + "/messages", ["text": "One", "idempotency_key": "n"])
            try await x.post(game + "/messages", ["text": "Another", "idempotency_key": "n"])
            let page = try await x.get(game).text
            #expect(page.contains(">One<") && page.contains(">Another<"))
        }
    }

    @Test func `a message sent twice is stored once`() async throws {
        try await TestSite.open { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            for _ in 0..<3 {
                try await #expect(x.post(game + "/messages", ["text": "Hello 👋\r\nBen", "idempotency_key": "n1"]).status == .seeOther)
            }
            let page = try await o.get(game).text
            #expect(page.matches(of: />Hello 👋/).count == 1)
        }
    }

    @Test func `empty and too long messages are refused`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let long = String(repeating: "é", count: 501)
            let answer = try await x.post(game + "/messages", ["text": long, "idempotency_key": "1"])
            #expect(answer.status == .unprocessableContent && answer.text.contains(long))
            try await #expect(x.post(game + "/messages", ["text": " \n ", "idempotency_key": "2"]).status == .unprocessableContent)
            try await #expect(
                x.post(game + "/messages", ["text": String(repeating: "é", count: 500), "idempotency_key": "3"]).status == .seeOther)
        }
    }

    @Test func `a game of another club is not found`() async throws {
        try await TestSite.open { site in
            let one = try await site.clubOfTwo()
            let (game, x, o) = try await one.game()
            for (cell, player) in [x, o].enumerated() { try await player.post(game + "/moves", ["cell": "\(cell)", "ply": "\(cell)"]) }
            try await one.ana.post(game + "/messages", ["text": "Ours", "idempotency_key": "1"])
            let line = try #require(try await one.ben.get(game).text.firstMatch(of: /\/messages\/(\d+)"/)).1
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let theirs = "\(other.path)/games/\(game.split(separator: "/").last ?? "")"
            for page in ["", "?ply=1", "/live", "/board", "/messages", "/messages?before=99", "/messages/\(line)", "/resignation"] {
                try await #expect(other.ana.get(theirs + page).status == .notFound, "\(page)")
            }
            let deeds = [
                "moves", "messages", "resignation", "draw", "draw/decline", "takeback", "takeback/decline", "claim",
                "lines/\(line)/removal", "lines/\(line)/restoration", "lines/\(line)/reports",
            ]
            for action in deeds {
                let form = ["cell": "4", "ply": "2", "text": "hi", "idempotency_key": "1", "reason": "spam"]
                try await #expect(other.ana.post("\(theirs)/\(action)", form).status == .notFound, "\(action)")
            }
            for verdict in ["removal", "dismissal"] {
                try await #expect(other.ana.post("\(other.path)/reports/\(line)/\(verdict)", [:]).status == .notFound)
            }
            try await #expect(moves(site) == [0, 1])
            try await #expect(one.ben.get(game).text.contains(">Ours<"))
        }
    }

    @Test func `members of another club cannot be reached`() async throws {
        try await TestSite.open { site in
            let (one, other) = (try await site.clubOfTwo(), try await site.clubOfTwo("mole", names: ("cleo", "dan")))
            let stranger = try await one.ana.member(in: one.path)
            try await #expect(other.ana.get("\(other.path)/challenges/new?member=\(stranger)").status == .notFound)
            try await #expect(other.ana.post(other.path + "/challenges", ["member": stranger]).status == .notFound)
            try await #expect(other.ana.post(other.path + "/blocks", ["member": stranger]).headers[.location] == other.path + "/blocks")
            try #expect(site.rows("SELECT count(*) FROM blocks") == ["0"])
            try await #expect(other.ana.post(other.path + "/messages", ["member": stranger]).status == .notFound)
            for (visitor, path) in [(one.ana, one.path), (other.ana, other.path)] {
                try await #expect(visitor.post(path + "/seeks", ["variant": "3x3"]).headers[.location] == path + "/lobby")
            }
            for path in [
                "/seeks", "/seeks/withdrawal", "/games", "/blocks", "/settings", "/lobby/messages", "/profile", "/invitation", "/photos",
                "/departure", "/departure/withdrawal", "/follows", "/follows/\(stranger)/removal", "/follows/\(stranger)/dismissal",
                "/messages",
                "/notices/settings",
            ] {
                try await #expect(other.ana.post(one.path + path, ["variant": "3x3", "strength": "easy"]).status == .notFound, "\(path)")
            }
            for path in [
                "/lobby", "/games/new", "/blocks", "/settings", "/reports", "/lobby/messages", "/profile", "/invitation",
                "/photos", "/photos?of=ana", "/photos?from=friends", "/members/ana", "/leaderboards/tic-chat-toe", "/departure", "/friends",
                "/messages", "/messages?q=a", "/messages/live", "/notices", "/notices/settings", "/live",
            ] {
                try await #expect(other.ana.get(one.path + path).status == .notFound, "\(path)")
            }
        }
    }

    @Test func `the board page takes one round trip`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            _ = try await x.get(game)
            let count = try await site.roundTrips { try await #expect(x.get(game).status == .ok) }
            #expect(count == 1)
        }
    }

    @Test func `new notices add no round trips to the board page`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (game, x, o) = try await club.game()
            let photo = try #require(try await x.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await o.post(photo + "/like", [:])
            try await #expect(x.get(game).text.contains(/aria-label="Notices, \d+ new"/))
            let count = try await site.roundTrips { try await #expect(x.get(game).status == .ok) }
            #expect(count == 1)
        }
    }

    private func moves(_ site: TestSite) async throws -> [Int] {
        let club = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
        return try await site.database.read(tenant: club, Query<MovesOfOneGame>.one("SELECT moves FROM games ORDER BY id LIMIT 1")).moves
    }

    private struct MovesOfOneGame: RowDecodable {
        var moves: [Int]
        init(_ row: inout Row) throws { moves = try row.next() }
    }
}
