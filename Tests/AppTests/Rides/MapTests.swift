import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App

struct MapTests {
    @Test func `the map shows friends at parks where they are checked in`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            func park(_ name: String, _ latitude: String, _ longitude: String) async throws -> String {
                let path = try await club.ana.post(
                    club.path + "/parks", ["name": name, "time_zone": "UTC", "latitude": latitude, "longitude": longitude]
                ).headers[.location]
                return String(try #require(path?.split(separator: "/").last))
            }
            let (dublin, berlin) = (try await park("Dublin Pier", "53.3", "-6.1"), try await park("Berlin Park", "52.5", "13.4"))
            _ = try await park("Tokyo Land", "35.6", "139.8")
            let nowhere = try await club.ana.post(club.path + "/parks", ["name": "Nowhere", "time_zone": "UTC"]).headers[.location]
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await club.ben.post(club.path + "/today", ["park": berlin, "audience": "friends"])
            let map = club.path + "/parks/map"
            // Members who are not friends are not shown.
            try await #expect(!club.ana.get(map).text.contains("Ben"))
            try await club.ana.post(club.path + "/follows", ["member": ben])
            try await club.ben.post(club.path + "/follows", ["member": ana])
            let world = try await club.ana.get(map).text
            #expect(world.contains("<title>Berlin Park: Ben</title>") && world.contains("<title>Tokyo Land</title>"))
            #expect(world.contains("d=\"M1934 375m0-71l71 71-71 71-71-71z\"") && !world.contains("Nowhere") && !world.contains(" km away"))
            // Distances start at the member's own park: 1,306.9 km along a great circle.
            try await club.ana.post(club.path + "/today", ["park": dublin, "audience": "me"])
            let europe = try await club.ana.get(map + "?region=europe").text
            #expect(europe.contains("1307 km away"))
            #expect(europe.contains("<title>Dublin Pier. You are here.</title>") && !world.contains("You are here."))
            #expect(europe.contains("Distances are from Dublin Pier.") && !europe.contains("Tokyo Land"))
            // The list also names a friend's park in another region. A check-in for “only me” is hidden.
            try await #expect(club.ana.get(map + "?region=asia").text.contains("Berlin Park"))
            try await club.ben.post(club.path + "/today", ["park": berlin, "audience": "me"])
            try await #expect(!club.ana.get(map).text.contains("Ben"))
            // A park without coordinates is on no map. A friend there is in the list.
            let number = String(try #require(nowhere?.split(separator: "/").last))
            try await club.ben.post(club.path + "/today", ["park": number, "audience": "friends"])
            let there = try await club.ana.get(map).text
            #expect(there.contains("Nowhere") && !there.contains("<title>Nowhere") && !there.contains("Distances are from"))
            for bad in ["moon", "", "Europe", "%00"] {
                try await #expect(club.ana.get("\(map)?region=\(bad)").status == .notFound, "\(bad)")
            }
        }
    }

    @Test func `an empty map has a hint, a full one lists 100 parks`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let map = club.path + "/parks/map"
            let (admins, members) = (try await club.ana.get(map).text, try await club.ben.get(map).text)
            #expect(admins.contains("No park is on the map yet.") && admins.contains("href=\"\(club.path)/parks/new\""))
            #expect(members.contains("No park is on the map yet.") && !members.contains("/parks/new"))
            func write(_ numbers: ClosedRange<Int>) async throws {
                for number in numbers {
                    try await club.ana.post(
                        club.path + "/parks",
                        ["name": "Pier \(1000 + number)", "time_zone": "UTC", "latitude": "53", "longitude": "-\(number)"])
                }
            }
            try await write(1...100)
            let full = try await club.ana.get(map).text
            #expect(!full.contains("No park is on the map yet.") && !full.contains("Not all parks are shown."))
            try await write(101...101)
            let more = try await club.ana.get(map).text
            #expect(more.contains("Not all parks are shown.") && more.contains("<title>Pier 1101</title>"))
            #expect(more.contains("<bdi>Pier 1100</bdi>") && !more.contains("<bdi>Pier 1101</bdi>"))
            let asia = try await club.ana.get(map + "?region=asia").text
            #expect(asia.contains("No park of the club is on this part of the map.") && asia.contains("Show the world"))
        }
    }

    @Test func `the map's land file is small and names its source`() throws {
        let land = try String(contentsOfFile: TestDatabase.root + "/Public/land.svg", encoding: .utf8)
        #expect(land.utf8.count <= 60 * 1024 && land.contains("Natural Earth") && land.contains("public domain"))
    }
}
