import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

struct HomeParkTests {
    @Test func `a member has one home park at a time`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (salt, gull) = (try await addPark("Salt Park", club), try await addPark("Gull Park", club))
            try await #expect(club.ben.post(salt + "/home", [:]).headers[.location] == salt + "#home")
            try await #expect(club.ben.get(salt).text.contains("This is your home park."))
            try await #expect(club.ben.get(gull).text.contains("Your home park is <bdi>Salt Park</bdi>."))
            try await #expect(!club.ana.get(salt).text.contains("This is your home park."))
            for _ in 0..<2 { try await #expect(club.ben.post(gull + "/home", [:]).status == .seeOther) }
            try await #expect(!club.ben.get(salt).text.contains("This is your home park."))
            try await #expect(club.ben.get(gull).text.contains("This is your home park."))
            // Removing an earlier home park does not remove the current one.
            try await #expect(club.ben.post(salt + "/home/removal", [:]).headers[.location] == salt + "#home")
            try await #expect(club.ben.get(gull).text.contains("This is your home park."))
            try await club.ben.post(gull + "/home/removal", [:])
            try #expect(homes(site) == "0")
        }
    }

    @Test func `the profile shows the home park to its audience only`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let park = try await addPark("Salt Park", club)
            let profile = club.path + "/members/ben"
            try await #expect(!club.ana.get(profile).text.contains("Home park"))
            try await club.ben.post(park + "/home", [:])
            let shown = try await club.ana.get(profile).text
            #expect(shown.contains("Home park") && shown.contains("<bdi>Salt Park</bdi>"))
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "friends"])
            try await #expect(!club.ana.get(profile).text.contains("Home park"))
            try await #expect(club.ben.get(profile).text.contains("Home park"))
            for (one, other) in [(club.ana, club.ben), (club.ben, club.ana)] {
                try await one.post(club.path + "/follows", ["member": try await other.member(in: club.path)])
            }
            try await #expect(club.ana.get(profile).text.contains("Home park"))
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "me"])
            try await #expect(!club.ana.get(profile).text.contains("Home park"))
        }
    }

    @Test func `a home park belongs to the club and goes with the member`() async throws {
        try await TestSite.open { site in
            let (club, other) = (try await site.clubOfTwo(), try await site.clubOfTwo("mole", names: ("cleo", "dan")))
            let park = try await addPark("Salt Park", club)
            let number = park.split(separator: "/").last ?? ""
            for ending in ["/home", "/home/removal"] {
                try await #expect(other.ana.post("\(other.path)/parks/\(number)\(ending)", [:]).status == .notFound)
                try await #expect(other.ana.post(park + ending, [:]).status == .notFound)
                for bad in ["999999", "x", "-1"] {
                    try await #expect(club.ben.post("\(club.path)/parks/\(bad)\(ending)", [:]).status == .notFound, "\(bad)")
                }
                try await #expect(club.ben.get(park + ending).headers[.location] == park)
            }
            try #expect(homes(site) == "0")
            try await club.ben.post(park + "/home", [:])
            try #expect(homes(site) == "1")
            try await site.leave(club.path, club.ben)
            try await #expect(eventually { try homes(site) == "0" })
        }
    }

    // MARK: -

    private func addPark(_ name: String, _ club: ClubOfTwo) async throws -> String {
        try #require(try await club.ana.post(club.path + "/parks", ["name": name, "time_zone": "UTC"]).headers[.location])
    }

    private func homes(_ site: TestSite) throws -> String? {
        try ScriptConnection(url: site.test.superuserURL).rows("SELECT count(*)::text FROM home_parks")[0][0]
    }
}
