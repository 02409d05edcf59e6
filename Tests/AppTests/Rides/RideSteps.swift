import TestSupport
import Testing

extension TestSite {
    /// A club of two with a park, and a roller coaster in it.
    func clubWithARide() async throws -> (ClubOfTwo, ride: String) {
        let club = try await clubOfTwo()
        let park = try #require(
            try await club.ana.post(club.path + "/parks", ["name": "Salt Park", "time_zone": "UTC"]).headers[.location])
        let ride = try #require(
            try await club.ana.post(park + "/rides", ["name": "Tidal Wave", "kind": "coaster", "opened": "1984"]).headers[.location])
        return (club, ride)
    }
}

extension ClubOfTwo {
    /// Adds another roller coaster to that park.
    func addRide(_ name: String) async throws -> String {
        let park = String(try #require(try await ana.get(path + "/parks").text.firstMatch(of: /href="([^"]+\/parks\/\d+)"/)).1)
        return try #require(try await ana.post(park + "/rides", ["name": name, "kind": "coaster"]).headers[.location])
    }
}
