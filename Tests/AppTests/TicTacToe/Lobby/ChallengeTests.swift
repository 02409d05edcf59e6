import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct ChallengeTests {
    private func club(_ site: TestSite) async throws -> Int {
        try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
    }

    private func acceptance(in page: String) throws -> String {
        String(try #require(page.firstMatch(of: /action="([^"]+\/acceptance)"/)).1)
    }

    @Test func `a challenge shows its board, match length and first player`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            let form = try await club.ana.get("\(club.path)/challenges/new?member=\(ben)")
            #expect(form.status == .ok && form.text.contains("15 by 15") && form.text.contains("Send the challenge"))
            let terms = ["member": ben, "variant": "15x15", "starts": "to", "best_of": "5", "words": "Five  rides, five games <3"]
            try await #expect(club.ana.post(club.path + "/challenges", terms).status == .seeOther)
            let theirs = try await club.ben.get(club.path + "/lobby").text
            #expect(theirs.contains("15 by 15, five in a row, best of 5, you start"))
            #expect(theirs.contains("“Five rides, five games &lt;3”"))
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("best of 5, they start"))
            let game = try #require(try await club.ben.post(acceptance(in: theirs), [:]).headers[.location])
            let board = try await club.ben.get(game).text
            #expect(board.contains("<title>Your turn") && board.matches(of: /name="cell"/).count == 225)
        }
    }

    @Test func `invalid challenge terms are refused and the form keeps its text`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            for field in [
                ["variant": "4x4"], ["starts": "me"], ["best_of": "2"], ["best_of": "x"], ["words": String(repeating: "a", count: 201)],
            ] {
                let fields = ["member": ben, "words": "Kept"].merging(field) { $1 }
                let answer = try await club.ana.post(club.path + "/challenges", fields)
                #expect(answer.status == .unprocessableContent && answer.text.contains(fields["words"] ?? ""), "\(field)")
            }
            let open = try await site.database.read(tenant: try await self.club(site), Query<Int>.one("SELECT count(*) FROM challenges"))
            #expect(open == 0)
            try await #expect(club.ana.get(club.path + "/challenges/new?member=999999").status == .notFound)
            let me = try await club.ana.member(in: club.path)
            try await #expect(club.ana.get("\(club.path)/challenges/new?member=\(me)").status == .notFound)
        }
    }

    @Test func `the challenger sees the read time and the decline reason`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post(club.path + "/challenges", ["member": try await club.ben.member(in: club.path)])
            try await #expect(!club.ana.get(club.path + "/lobby").text.contains("seen <time"))
            let theirs = try await club.ben.get(club.path + "/lobby").text
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("seen <time"))
            let decline = String(try #require(theirs.firstMatch(of: /action="([^"]+\/decline)"/)).1)
            try await club.ben.post(decline, ["reason": "later"])
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("Declined: Later today"))
        }
    }

    @Test func `a challenge expires later when the challenged member is absent`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let tenant = try await self.club(site)
            let minutes = Query<Int>.one(
                "SELECT round(extract(epoch FROM max(expires_at) - now()) / 60)::integer FROM challenges WHERE state = 'open'")
            try await site.database.write(tenant: tenant, Query<Int>.change("DELETE FROM presence"))
            let ben = try await club.ben.member(in: club.path)
            try await club.ana.post(club.path + "/challenges", ["member": ben])
            try await #expect(site.database.read(tenant: tenant, minutes) == 24 * 60)
            let mine = try await club.ana.get(club.path + "/lobby").text
            try await club.ana.post(String(try #require(mine.firstMatch(of: /action="([^"]+\/withdrawal)"/)).1), [:])
            _ = try await club.ben.get(club.path + "/lobby")
            let seen = Query<Int>.one("SELECT count(*) FROM presence WHERE member_id::text = $1", ben)
            try await #expect(eventually { try await site.database.read(tenant: tenant, seen) == 1 })
            try await club.ana.post(club.path + "/challenges", ["member": ben])
            try await #expect(site.database.read(tenant: tenant, minutes) == 10)
        }
    }

    @Test func `an expired challenge cannot be accepted`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post(club.path + "/challenges", ["member": try await club.ben.member(in: club.path)])
            let lobby = try await club.ben.get(club.path + "/lobby").text
            let tenant = try await self.club(site)
            try await site.database.write(
                tenant: tenant, Query<Int>.change("UPDATE challenges SET expires_at = now() - interval '1 second'"))
            try await #expect(club.ben.post(acceptance(in: lobby), [:]).status == .conflict)
            try await #expect(site.database.read(tenant: tenant, Query<Int>.one("SELECT count(*) FROM games")) == 0)
        }
    }

    @Test func `a rematch uses the same board and swaps the sides`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            try await club.ana.post(club.path + "/challenges", ["member": ben, "variant": "5x5", "starts": "from"])
            let lobby = try await club.ben.get(club.path + "/lobby").text
            let game = try #require(try await club.ben.post(acceptance(in: lobby), [:]).headers[.location])
            try await club.ana.post(game + "/resignation", [:])
            let number = String(game.split(separator: "/").last ?? "")
            try await club.ana.post(club.path + "/challenges", ["member": ben, "game": number])
            let theirs = try await club.ben.get(game).text
            let next = try #require(try await club.ben.post(acceptance(in: theirs), [:]).headers[.location])
            let board = try await club.ben.get(next).text
            #expect(board.contains("<title>Your turn") && board.matches(of: /name="cell"/).count == 25)
        }
    }

    @Test func `a second challenge to the same member replaces the first`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            try await club.ana.post(club.path + "/challenges", ["member": ben])
            _ = try await club.ben.get(club.path + "/lobby")
            let second = ["member": ben, "variant": "15x15", "best_of": "3", "words": "Rather this"]
            try await #expect(club.ana.post(club.path + "/challenges", second).headers[.location] == club.path + "/lobby")
            let theirs = try await club.ben.get(club.path + "/lobby").text
            #expect(theirs.contains("15 by 15, five in a row, best of 3") && theirs.contains("“Rather this”"))
            #expect(Set(theirs.matches(of: /\/challenges\/\d+\/acceptance/).map(\.0)).count == 1)
        }
    }

    @Test func `crossing challenges start a game only on the same terms`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await club.ben.post(club.path + "/challenges", ["member": ana, "variant": "5x5"])
            let mine = ["member": ben, "variant": "15x15", "words": "Five in a row?"]
            let answer = try await club.ana.post(club.path + "/challenges", mine)
            #expect(answer.status == .conflict && answer.text.contains("They have challenged you already, on 5 by 5."))
            #expect(answer.text.contains("value=\"Five in a row?\""))
            let same = try await club.ana.post(club.path + "/challenges", ["member": ben, "variant": "5x5"])
            #expect(same.headers[.location]?.contains("/games/") == true)
        }
    }

    @Test func `the lobby and the previous board lead to a new game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let old = try await club.game()
            for (ply, (player, cell)) in [(old.x, 0), (old.o, 3), (old.x, 1), (old.o, 4), (old.x, 2)].enumerated() {
                try await player.post(old.path + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            try await #expect(!club.ana.get(club.path + "/lobby").text.contains("data-begun"))
            let next = try await club.game()
            try await #expect(next.x.get(club.path + "/lobby").text.contains("data-begun=\"\(next.path)\""))
            try await #expect(next.o.get(old.path + "/live").text.contains("data-begun=\"\(next.path)\""))
            try await next.x.post(next.path + "/moves", ["cell": "0", "ply": "0"])
            try await #expect(!next.o.get(club.path + "/lobby").text.contains("data-begun"))
        }
    }
}
