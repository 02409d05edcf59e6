import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct LobbyTests {
    @Test func `a challenge is seen by both and accepting starts a game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post(club.path + "/challenges", ["member": try await club.ben.member(in: club.path)])
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("/withdrawal"))
            let theirs = try await club.ben.get(club.path + "/lobby").text
            #expect(theirs.contains("Ana challenges you."))
            let path = try #require(theirs.firstMatch(of: /action="([^"]+\/acceptance)"/)).1
            let accepted = try await club.ben.post(String(path), [:])
            let game = try #require(accepted.headers[.location])
            try await #expect(club.ben.post(String(path), [:]).headers[.location] == game)
            try await #expect(club.ana.get(game).status == .ok)
        }
    }

    @Test func `two members who challenge each other get one game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            async let one = club.ana.post(club.path + "/challenges", ["member": ben])
            async let two = club.ben.post(club.path + "/challenges", ["member": ana])
            let places = [try await one, try await two].compactMap { $0.headers[.location] }
            #expect(places.count(where: { $0.contains("/games/") }) == 1)
            let games = try await site.database.read(tenant: try await clubID(site), Query<Int>.one("SELECT count(*) FROM games"))
            #expect(games == 1)
        }
    }

    @Test func `a repeated challenge is stored once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            for _ in 0..<3 { try await #expect(club.ana.post(club.path + "/challenges", ["member": ben]).status == .seeOther) }
            let open = try await site.database.read(tenant: try await clubID(site), Query<Int>.one("SELECT count(*) FROM challenges"))
            #expect(open == 1)
        }
    }

    @Test func `the challenger sees in the lobby how a challenge was answered`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post(club.path + "/challenges", ["member": try await club.ben.member(in: club.path)])
            let lobby = try await club.ben.get(club.path + "/lobby").text
            let path = String(try #require(lobby.firstMatch(of: /action="([^"]+\/decline)"/)).1)
            try await club.ben.post(path, [:])
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("Ben cannot play now."))
            _ = try await club.game()
            try await #expect(club.ana.get(club.path + "/lobby").text.firstMatch(of: /Your (turn|game) against Ben/) != nil)
        }
    }

    @Test func `only the challenged member can accept a challenge`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await club.ana.post(club.path + "/challenges", ["member": try await club.ben.member(in: club.path)])
            let carmen = try await site.person("carmen")
            try await carmen.post(club.invitation, [:])
            let lobby = try await club.ben.get(club.path + "/lobby").text
            let path = String(try #require(lobby.firstMatch(of: /action="([^"]+\/acceptance)"/)).1)
            try await #expect(carmen.post(path, [:]).status == .notFound)
            try await #expect(club.ana.post(path, [:]).status == .conflict)
            try await #expect(club.ana.post(path.replacing("acceptance", with: "decline"), [:]).status == .conflict)
            try await #expect(club.ben.post(path.replacing("acceptance", with: "decline"), [:]).status == .seeOther)
            try await #expect(club.ben.post(path, [:]).status == .conflict)
        }
    }

    @Test func `a challenge of another club is not found`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            try await club.ana.post(club.path + "/challenges", ["member": ben])
            let lobby = try await club.ben.get(club.path + "/lobby").text
            let path = String(try #require(lobby.firstMatch(of: /action="([^"]+\/acceptance)"/)).1)
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            for answer in ["acceptance", "decline", "withdrawal"] {
                let there = path.replacing(club.path, with: other.path).replacing("acceptance", with: answer)
                try await #expect(other.ana.post(there, [:]).status == .notFound, "\(answer)")
            }
            try await #expect(other.ana.post(other.path + "/challenges", ["member": ben]).status == .notFound)
            try await #expect(club.ben.post(path, [:]).status == .seeOther)
        }
    }

    @Test func `members cannot challenge themselves or strangers`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ana = try await club.ana.member(in: club.path)
            try await #expect(club.ana.post(club.path + "/challenges", ["member": ana]).status == .unprocessableContent)
            try await #expect(club.ana.post(club.path + "/challenges", ["member": "999999"]).status == .notFound)
            try await #expect(club.ana.post(club.path + "/challenges", ["member": "x"]).status == .unprocessableContent)
        }
    }

    @Test func `present members appear in the lobby until they sign out`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            _ = try await club.ben.get(club.path + "/lobby")
            let button = "value=\"\(ben)\""
            try await #expect(eventually { try await club.ana.get(club.path + "/lobby").text.contains(button) })
            try await club.ben.post("/logout", [:])
            try await #expect(!club.ana.get(club.path + "/lobby").text.contains(button))
        }
    }

    private func clubID(_ site: TestSite) async throws -> Int {
        try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
    }
}
