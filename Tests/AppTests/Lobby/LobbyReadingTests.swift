import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

/// What everybody sees in the lobby is read once for all, and yet everybody sees what is theirs to see, at once.
struct LobbyReadingTests {
    /// How many statements `body` takes: the least of some attempts, as what runs in the background takes some, too.
    private func statements(_ site: TestSite, of body: () async throws -> Void) async throws -> Int {
        var least = Int.max
        for _ in 0..<10 {
            let before = site.database.metrics.snapshot().statements
            try await body()
            least = min(least, site.database.metrics.snapshot().statements - before)
        }
        return least
    }

    @Test func allWhoLookWithinASecondShareOneReading() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await club.ben.get(club.path + "/lobby")
            try await #expect(eventually { try await club.ana.get(club.path + "/lobby").text.contains("Ben") })
            let apiece = try await statements(site) {
                for person in [club.ana, club.ben, club.ben, club.ben] { _ = try await person.get(club.path + "/lobby") }
            }
            // The club, then challenges, games, the link and what one waits for; for the admin what is reported; once who is here.
            #expect(apiece <= 4 * 5 + 1 + 5)
        }
    }

    @Test func whoHasJustComeSeesThemselvesAndTheOthers() async throws {
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

    /// Whoever reads for all is not the first in everybody's list.
    @Test func allSeeTheSameOrder() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo(names: ("zoe", "ben"))
            let people = [
                "Ben": club.ben, "Carmen": try await site.guest("carmen", of: club), "Dan": try await site.guest("dan", of: club),
                "Zoe": club.ana,
            ]
            for person in people.values { _ = try await person.get(club.path + "/lobby") }
            let id = try #require(try await site.server.services.clubs.club(slug: "pier")).id
            // One sees oneself, and whoever reads for all shows one to them, before one's presence is written.
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

    /// The names of who is here, as they stand on the page.
    private func order(in page: String) -> [String] {
        let section = page.split(separator: "<section id=\"online\"").last?.split(separator: "</section>").first ?? ""
        return section.matches(of: /<bdi>([^<]+)<\/bdi><\/a>/).map { String($0.1) }
    }

    @Test func nobodySeesThroughAnothersEyes() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let carmen = try await site.guest("carmen", of: club)
            let dan = try await site.guest("dan", of: club)
            for person in [club.ana, club.ben, carmen, dan] { _ = try await person.get(club.path + "/lobby") }
            try await #expect(eventually { try await order(in: club.ana.get(club.path + "/lobby").text).count == 4 })
            let (ben, hers) = (try await club.ben.member(in: club.path), try await carmen.member(in: club.path))
            try await #expect(carmen.post(club.path + "/blocks", ["member": ben]).status == .seeOther)
            // Ana reads for all within the second.
            try await #expect(club.ana.get(club.path + "/lobby").text.contains("id=\"member-\(ben)\""))
            try await #expect(!club.ben.get(club.path + "/lobby").text.contains("id=\"member-\(hers)\""))
            try await #expect(!carmen.get(club.path + "/lobby").text.contains("id=\"member-\(ben)\""))
            try await #expect(dan.get(club.path + "/lobby").text.contains("id=\"member-\(ben)\""))
        }
    }

    @Test func aClubsReadingIsItsOwn() async throws {
        try await TestSite.open { site in
            let one = try await site.clubOfTwo()
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dora"))
            try await one.ana.post("/c/pier/lobby/lines", ["text": "Said on the pier", "nonce": "n"])
            for _ in 0..<3 {
                let here = try await one.ana.get("/c/pier/lobby").text
                let there = try await other.ana.get("/c/mole/lobby").text
                #expect(here.contains("Said on the pier") && !there.contains("Said on the pier"))
                #expect(!here.contains("Cleo") && there.contains("Cleo") && !there.contains("Ana"))
            }
        }
    }

    @Test func whatIsAnnouncedIsSeenAtOnce() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let carmen = try await site.guest("carmen", of: club)
            for round in 1...3 {
                // Somebody has read for all just now.
                _ = try await carmen.get(club.path + "/lobby")
                try await club.ana.post(club.path + "/lobby/lines", ["text": "Line \(round)", "nonce": "n\(round)"])
                try await #expect(carmen.get(club.path + "/lobby").text.contains("Line \(round)"))
                try await club.ana.post(club.path + "/profile", ["display_name": "Ana \(round)"])
                try await #expect(carmen.get(club.path + "/lobby").text.contains("line-who\"><bdi>Ana \(round)</bdi>"))
                let game = try await club.game().path
                try await #expect(carmen.get(club.path + "/lobby").text.contains("href=\"\(game)\""))
                try await club.ana.post(game + "/resignation", [:])
                try await #expect(!carmen.get(club.path + "/lobby").text.contains("href=\"\(game)\""))
            }
        }
    }
}
