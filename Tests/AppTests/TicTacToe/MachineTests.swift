import GameRules
import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

struct MachineTests {
    private func start(_ visitor: Visitor, _ path: String, _ fields: [String: String]) async throws -> String {
        try #require(try await visitor.post(path + "/games", fields).headers[.location])
    }

    private func moves(_ site: TestSite) async throws -> String {
        let club = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
        return try await site.database.read(tenant: club, Query<String>.one("SELECT moves::text FROM games ORDER BY id DESC LIMIT 1"))
    }

    @Test func `the machine answers a move at once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await start(club.ana, club.path, ["strength": "strong", "starts": "from", "variant": "15x15"])
            try await #expect(club.ana.post(game + "/moves", ["cell": "112", "ply": "0"]).status == .seeOther)
            let page = try await club.ana.get(game).text
            #expect(
                page.contains("<title>Your turn") && page.contains("name=\"ply\" value=\"2\"") && page.contains("The machine played row"))
            #expect(!page.contains("Offer a draw") && !page.contains("Claim the win"))
        }
    }

    @Test func `the machine can start and its games do not count`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await start(club.ana, club.path, ["strength": "easy", "starts": "to"])
            try await #expect(club.ana.get(game).text.contains("name=\"ply\" value=\"1\""))
            // Plays any legal moves until the game is over.
            for _ in 0..<5 {
                let page = try await club.ana.get(game).text
                guard let cell = page.firstMatch(of: /name="cell" value="(\d)"/), let ply = page.firstMatch(of: /name="ply" value="(\d)"/)
                else { break }
                try await club.ana.post(game + "/moves", ["cell": String(cell.1), "ply": String(ply.1)])
            }
            let over = try await club.ana.get(game).text
            #expect(over.contains("Play again") && !over.contains("name=\"cell\""))
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            try await #expect(site.database.read(tenant: tenant, Query<Int>.one("SELECT count(*) FROM ratings")) == 0)
            let again = try await start(club.ana, club.path, ["strength": "easy", "starts": "from", "variant": "3x3"])
            #expect(again != game)
        }
    }

    @Test func `starting twice returns the same game against the machine`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            async let one = start(club.ana, club.path, ["strength": "fair"])
            async let two = start(club.ana, club.path, ["strength": "fair"])
            let (first, second) = (try await one, try await two)
            #expect(first == second)
            try await #expect(start(club.ben, club.path, ["strength": "fair"]) != first)
            try await #expect(start(club.ana, club.path, ["strength": "strong"]) != first)
            try await #expect(club.ana.post(club.path + "/games", ["variant": "4x4"]).status == .unprocessableContent)
            try await #expect(club.ana.get(club.path + "/games/new").text.contains("How well it plays"))
        }
    }

    @Test func `the machine answers a repeated move once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await start(club.ana, club.path, ["strength": "strong", "starts": "from", "variant": "5x5"])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<5 {
                    group.addTask { try await #expect(club.ana.post(game + "/moves", ["cell": "12", "ply": "0"]).status == .seeOther) }
                }
                try await group.waitForAll()
            }
            try await #expect(moves(site).split(separator: ",").count == 2)
        }
    }

    @Test func `other members can only watch a game against the machine`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await start(club.ana, club.path, ["strength": "fair", "starts": "from"])
            try await #expect(club.ben.post(game + "/moves", ["cell": "4", "ply": "0"]).status == .forbidden)
            try await #expect(club.ben.get(game).text.contains("You are watching."))
            try await club.ana.post(game + "/resignation", [:])
            try await #expect(club.ana.get(game).text.contains("Cancelled"))
        }
    }
}
