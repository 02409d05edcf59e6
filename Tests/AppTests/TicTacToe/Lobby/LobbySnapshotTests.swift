import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// Members share one read of the lobby, and still each sees their own version without delay.
struct LobbySnapshotTests {
    /// The number of statements that `body` takes. Background work adds statements, so this is the minimum of ten attempts.
    private func statements(_ site: TestSite, of body: () async throws -> Void) async throws -> Int {
        var least = Int.max
        for _ in 0..<10 {
            let before = site.database.metrics.snapshot().statements
            try await body()
            least = min(least, site.database.metrics.snapshot().statements - before)
        }
        return least
    }

    @Test func `lobby visitors within one second share one database read`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await club.ben.get(club.path + "/lobby")
            try await #expect(eventually { try await club.ana.get(club.path + "/lobby").text.contains("Ben") })
            let apiece = try await statements(site) {
                for person in [club.ana, club.ben, club.ben, club.ben] { _ = try await person.get(club.path + "/lobby") }
            }
            // For each member: the club, challenges, games, the invitation and the seek. For the admin: reports. Once: who is online.
            #expect(apiece <= 4 * 5 + 1 + 5)
        }
    }

    @Test func `newcomers see themselves in the lobby at once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for name in ["carmen", "dan", "eva", "finn"] {
                let guest = try await site.guest(name, of: club)
                _ = try await club.ana.get(club.path + "/lobby")
                let page = try await guest.get(club.path + "/lobby").text
                #expect(page.contains("id=\"member-\(try await guest.member(in: club.path))\""), "\(name)")
            }
        }
    }

    @Test func `members see themselves first and the others sorted by name`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo(names: ("zoe", "ben"))
            let people = [
                "Ben": club.ben, "Carmen": try await site.guest("carmen", of: club), "Dan": try await site.guest("dan", of: club),
                "Zoe": club.ana,
            ]
            for person in people.values { _ = try await person.get(club.path + "/lobby") }
            let id = try #require(try await site.server.services.clubs.club(slug: "pier")).id
            // Members see themselves and are shown to others before their presence is stored.
            try await #expect(
                eventually {
                    try await site.database.read(tenant: id.rawValue, Query<Int>.one("SELECT count(*) FROM presence")) == people.count
                })
            let lobby = Topic.lobby(id)
            for reader in people.keys {
                site.server.services.live.change([lobby])
                for (name, person) in [(reader, people[reader])] + people.map({ ($0.key, $0.value) }) {
                    let page = try await #require(person).get(club.path + "/lobby").text
                    #expect(order(in: page) == [name] + people.keys.sorted().filter { $0 != name }, "\(reader) has read for \(name)")
                }
            }
        }
    }

    /// The names of the members who are online, in the order of the page.
    private func order(in page: String) -> [String] {
        let section = page.split(separator: "<section id=\"online\"").last?.split(separator: "</section>").first ?? ""
        return section.matches(of: /<bdi>([^<]+)<\/bdi><\/a>/).map { String($0.1) }
    }

    @Test func `the shared lobby snapshot respects each member's blocks`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let carmen = try await site.guest("carmen", of: club)
            let dan = try await site.guest("dan", of: club)
            for person in [club.ana, club.ben, carmen, dan] { _ = try await person.get(club.path + "/lobby") }
            try await #expect(eventually { try await order(in: club.ana.get(club.path + "/lobby").text).count == 4 })
            let (ben, hers) = (try await club.ben.member(in: club.path), try await carmen.member(in: club.path))
            try await #expect(carmen.post(club.path + "/blocks", ["member": ben]).status == .seeOther)
            // Ana's read is shared with the others within the second.
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("id=\"member-\(ben)\""))
            try await #expect(!club.ben.get(club.path + "/lobby").text.contains("id=\"member-\(hers)\""))
            try await #expect(!carmen.get(club.path + "/lobby").text.contains("id=\"member-\(ben)\""))
            try await #expect(dan.get(club.path + "/lobby").text.contains("id=\"member-\(ben)\""))
        }
    }

    @Test func `each club has its own lobby snapshot`() async throws {
        try await TestSite.open { site in
            let one = try await site.clubOfTwo()
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dora"))
            try await one.ana.post("/c/pier/lobby/messages", ["text": "Said on the pier", "idempotency_key": "n"])
            for _ in 0..<3 {
                let here = try await one.ana.get("/c/pier/lobby").text
                let there = try await other.ana.get("/c/mole/lobby").text
                #expect(here.contains("Said on the pier") && !there.contains("Said on the pier"))
                #expect(!here.contains("Cleo") && there.contains("Cleo") && !there.contains("Ana"))
            }
        }
    }

    @Test func `messages, names and games appear in the lobby at once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let carmen = try await site.guest("carmen", of: club)
            for round in 1...3 {
                // This read is shared with others for a second.
                _ = try await carmen.get(club.path + "/lobby")
                try await club.ana.post(club.path + "/lobby/messages", ["text": "Line \(round)", "idempotency_key": "n\(round)"])
                try await #expect(carmen.get(club.path + "/lobby").text.contains("Line \(round)"))
                try await club.ana.post(club.path + "/profile", ["display_name": "Ana \(round)"])
                try await #expect(carmen.get(club.path + "/lobby").text.contains("message-author\"><bdi>Ana \(round)</bdi>"))
                let game = try await club.game().path
                try await #expect(carmen.get(club.path + "/lobby").text.contains("href=\"\(game)\""))
                try await club.ana.post(game + "/resignation", [:])
                try await #expect(!carmen.get(club.path + "/lobby").text.contains("href=\"\(game)\""))
            }
        }
    }
}
