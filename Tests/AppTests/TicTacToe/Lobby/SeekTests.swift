import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct SeekTests {
    private func tenant(_ site: TestSite) async throws -> Int {
        try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
    }

    private func count(_ site: TestSite, _ query: Query<Int>) async throws -> Int {
        try await site.database.read(tenant: try await tenant(site), query)
    }

    /// Opens the lobby for each person and waits until their presence is stored.
    private func arrive(_ people: [Visitor], _ path: String, _ site: TestSite) async throws {
        for person in people { _ = try await person.get(path + "/lobby") }
        try await #expect(eventually { try await count(site, .one("SELECT count(*) FROM presence")) >= people.count })
    }

    @Test func `a new seek is paired with one on the same board`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let carmen = try await site.person("carmen")
            try await carmen.post(club.invitation, [:])
            try await arrive([club.ana, club.ben, carmen], club.path, site)
            try await #expect(club.ana.post(club.path + "/seeks", ["variant": "5x5"]).headers[.location] == club.path + "/lobby")
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("Waiting for an opponent, 5 by 5"))
            // A seek for another board is not paired.
            try await #expect(carmen.post(club.path + "/seeks", [:]).headers[.location] == club.path + "/lobby")
            let game = try #require(try await club.ben.post(club.path + "/seeks", ["variant": "5x5"]).headers[.location])
            #expect(game.contains("/games/"))
            try await #expect(club.ana.get(game).text.contains("You and Ben"))
            try await #expect(!club.ana.get(club.path + "/lobby").text.contains("Waiting for an opponent"))
            try await #expect(count(site, .one("SELECT count(*) FROM seeks")) == 1)
        }
    }

    @Test func `clicking twice makes one seek and one game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await arrive([club.ana, club.ben], club.path, site)
            for _ in 0..<3 { try await club.ana.post(club.path + "/seeks", [:]) }
            try await #expect(count(site, .one("SELECT count(*) FROM seeks")) == 1)
            async let one = club.ben.post(club.path + "/seeks", [:]).headers[.location]
            async let two = club.ben.post(club.path + "/seeks", [:]).headers[.location]
            let (first, second) = (try await one, try await two)
            #expect(first == second && first?.contains("/games/") == true)
            try await #expect(count(site, .one("SELECT count(*) FROM games")) == 1)
            try await #expect(count(site, .one("SELECT count(*) FROM seeks")) == 0)
        }
    }

    @Test func `ten concurrent seeks become five games`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            var people = [club.ana, club.ben]
            for number in 1...8 {
                let person = try await site.person("guest\(number)")
                try await person.post(club.invitation, [:])
                people.append(person)
            }
            try await arrive(people, club.path, site)
            let all = people
            try await withThrowingTaskGroup(of: Void.self) { group in
                for person in all { group.addTask { try await person.post(club.path + "/seeks", ["variant": "15x15"]) } }
                try await group.waitForAll()
            }
            try await #expect(count(site, .one("SELECT count(*) FROM seeks")) == 0)
            try await #expect(count(site, .one("SELECT count(*) FROM games")) == 5)
            try await #expect(
                count(
                    site,
                    .one("SELECT count(DISTINCT member) FROM (SELECT x_member AS member FROM games UNION ALL SELECT o_member FROM games) p")
                ) == 10)
        }
    }

    @Test func `members who withdraw or sign out are not paired`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await arrive([club.ana, club.ben], club.path, site)
            try await club.ana.post(club.path + "/seeks", [:])
            try await club.ana.post(club.path + "/seeks/withdrawal", [:])
            try await #expect(club.ben.post(club.path + "/seeks", [:]).headers[.location] == club.path + "/lobby")
            try await club.ben.post("/logout", [:])
            try await #expect(club.ana.post(club.path + "/seeks", [:]).headers[.location] == club.path + "/lobby")
            try await #expect(club.ana.post(club.path + "/seeks", ["variant": "9x9"]).status == .unprocessableContent)
        }
    }

    @Test func `an expired seek is not paired until it is renewed`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await arrive([club.ana, club.ben], club.path, site)
            try await club.ana.post(club.path + "/seeks", [:])
            try await site.database.write(tenant: try await tenant(site), Query<Int>.change("UPDATE seeks SET expires_at = now()"))
            try await #expect(!club.ana.get(club.path + "/lobby").text.contains("Waiting for an opponent"))
            try await #expect(club.ben.post(club.path + "/seeks", [:]).headers[.location] == club.path + "/lobby")
            try await #expect(count(site, .one("SELECT count(*) FROM games")) == 0)
            // A repeated seek counts again.
            try await #expect(club.ana.post(club.path + "/seeks", [:]).headers[.location]?.contains("/games/") == true)
        }
    }

    private func join(_ page: String) -> String? { page.firstMatch(of: /action="([^"]+\/seeks\/\d+\/game)"/).map { String($0.1) } }

    @Test func `members see open seeks on any board and can join them`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await arrive([club.ana, club.ben], club.path, site)
            try await club.ana.post(club.path + "/seeks", ["variant": "5x5"])
            // A member who seeks a game on one board also sees seeks for others.
            try await club.ben.post(club.path + "/seeks", [:])
            let page = try await club.ben.get(club.path + "/lobby").text
            #expect(page.contains("waits for a game, 5 by 5") && page.contains("Ana waits for a game on 5 by 5."))
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("waits for a game, 3 by 3"))
            let path = try #require(join(page))
            let game = try #require(try await club.ben.post(path, [:]).headers[.location])
            try await #expect(club.ben.get(game).text.matches(of: /name="cell"|data-cell/).count != 9)
            try await #expect(count(site, .one("SELECT count(*) FROM seeks")) == 0)
            try await #expect(count(site, .one("SELECT count(*) FROM games WHERE variant = '5x5'")) == 1)
        }
    }

    @Test func `joining a withdrawn seek is refused and creates no seek`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await arrive([club.ana, club.ben], club.path, site)
            try await club.ana.post(club.path + "/seeks", [:])
            let path = try #require(join(try await club.ben.get(club.path + "/lobby").text))
            try await #expect(club.ana.post(path, [:]).status == .conflict)
            try await club.ana.post(club.path + "/seeks/withdrawal", [:])
            let answer = try await club.ben.post(path, [:])
            #expect(answer.status == .conflict && answer.text.contains("stopped waiting"))
            try await #expect(count(site, .one("SELECT count(*) FROM seeks")) == 0)
            try await #expect(count(site, .one("SELECT count(*) FROM games")) == 0)
            try await #expect(club.ben.post(club.path + "/seeks/0/game", [:]).status == .notFound)
        }
    }

    @Test func `a seek cannot be joined from another club`() async throws {
        try await TestSite.open { site in
            let (club, other) = (try await site.clubOfTwo(), try await site.clubOfTwo("mole", names: ("cleo", "dan")))
            try await arrive([club.ana, club.ben], club.path, site)
            try await club.ana.post(club.path + "/seeks", [:])
            let path = try #require(join(try await club.ben.get(club.path + "/lobby").text))
            let elsewhere = path.replacing(club.path, with: other.path)
            try await #expect(other.ana.post(elsewhere, [:]).status == .conflict)
            try await #expect(count(site, .one("SELECT count(*) FROM seeks")) == 1)
        }
    }
}
