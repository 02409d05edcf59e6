import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

/// Import and export of the catalogue of parks and rides.
struct CatalogueFileTests {
    private static let table = """
        park;place;country;ride;kind;height;notes
        Salt Park;Saltmarsh;Ireland;Tidal Wave;coaster;38,5;"Two
        lines"
        Salt Park;Saltmarsh;Ireland;Teacups;flat;;'=SUM(A1)
        Gull Park;;;;;;

        """

    @Test func `an import adds new rides and updates known ones`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await #expect(
                read(Self.table, club).contains("2 parks: 2 new, 0 changed, 0 as before. 2 rides: 2 new, 0 changed, 0 as before."))
            try await #expect(
                read(Self.table, club).contains("2 parks: 0 new, 0 changed, 2 as before. 2 rides: 0 new, 0 changed, 2 as before."))
            let ride = try await page("Tidal Wave", club)
            #expect(ride.contains("38.5 m") && ride.contains("Two\nlines"))
            try await #expect(page("Teacups", club).contains("=SUM(A1)"))
            // Facts that a file omits stay.
            let less = "park,place,ride,status\nSalt Park,Saltmarsh,Tidal Wave,closed\n"
            try await #expect(read(less, club).contains("1 park: 0 new, 0 changed, 1 as before. 1 ride: 0 new, 1 changed, 0 as before."))
            let changed = try await page("Tidal Wave", club)
            #expect(changed.contains("Closed permanently") && changed.contains("38.5 m"))
            // The search finds imported rides.
            try await #expect(club.ben.get(club.path + "/parks?q=tidal").text.contains("Tidal Wave"))
        }
    }

    /// Our own export omits empty fields, so nearly every ride may have different ones.
    @Test func `rides with different fields do not cost a statement each`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let fields = ["maker", "model", "material", "seating", "restraint", "launch", "notes", "source"]
            let rides = (0..<256).map { number in
                let some = fields.indices.filter { number >> $0 & 1 == 1 }.map { ", \"\(fields[$0])\": \"x\"" }.joined()
                return "{\"name\": \"Ride \(number)\", \"odd\(number)\": [], \"kind\": \"coaster\"\(some)}"
            }
            let document = "{\"parks\": [{\"name\": \"Salt Park\", \"rides\": [\(rides.joined(separator: ", "))]}]}"
            let before = site.database.metrics.roundTrips
            try await #expect(read(document, club).contains("256 rides: 256 new, 0 changed, 0 as before."))
            #expect(site.database.metrics.roundTrips - before < 30)
            // Each ride keeps the facts that the file omits.
            let less = document.replacing("\"maker\": \"x\"", with: "\"maker\": \"y\"")
            try await #expect(read(less, club).contains("256 rides: 0 new, 128 changed, 128 as before."))
            try #expect(site.rows("SELECT maker, count(*) FROM rides GROUP BY maker ORDER BY maker") == [" 128", "y 128"])
            let none = document.replacing(/, "(maker|model|notes)": "x"/, with: "")
            try await #expect(read(none, club).contains("256 rides: 0 new, 0 changed, 256 as before."))
        }
    }

    @Test func `an import that waits for its turn holds no upload place`() async throws {
        try await TestSite.open { site in
            let (club, services) = (try await site.clubOfTwo(), site.server.services)
            let others = (1...2).map { Requester(account: ID(1000 + $0), network: "10.0.0.\($0)") }
            for other in others { try await services.imports.places.enter(other) }
            async let answer = read(Self.table, club)
            try await #expect(eventually { services.imports.places.waitingCount == 1 })
            #expect(services.uploads.places.heldCount == 0 && services.admission.status.working == 0)
            for other in others { services.imports.places.leave(other) }
            try await #expect(answer.contains("2 parks: 2 new"))
            #expect(services.imports.places.heldCount == 0)
        }
    }

    @Test func `an import with any problem changes nothing`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cases: [(text: String, problem: String)] = [
                ("park,ride,height\nSalt Park,Good,10\nSalt Park,Bad,high\n", "Line 3, height: Write a number from 0.01 to 1000"),
                ("park,ride\nSalt Park,Good\nSalt Park,Good\n", "Line 3, ride: The same ride is already in the file: Line 2."),
                ("park,ride,kind\nSalt Park,Good,submarine\n", "Line 2, kind: Use one of coaster"),
                ("park,ride,time_zone\nSalt Park,Good,Mars/Olympus\n", "Line 2, time zone: There is no time zone with this name"),
                ("park,ride,opened,closed\nSalt Park,Good,1984,1974\n", "Line 2, closed: The closing date is before the opening date."),
                ("park,latitude\nSalt Park,91\n", "Line 2, latitude: Write a number from -90 to 90"),
                ("ride\nGood\n", "The column “park” is missing."), ("park,park\nA,B\n", "appears twice"), ("", "The file is empty."),
                ("park,ride\n\"Salt Park,Good\n", "A quote opens here"),
                ("park,ride\nSalt Park\n", "The row has 1 field, and the header names 2"),
                ("{\"parks\": 7}", "This is no catalogue"), ("{\"parks\": [{\"name\": {}}]}", "This is no catalogue"),
                ("{\"parks\": [{\"name\": \"Salt Park\", \"rides\": [{\"name\": \"\"}]}]}", "Park 1, ride 1, name: Give the ride a name."),
                ("park,ride\n,Good\n", "Line 2, park: Give the park a name."),
                ("park;ride;hight\nSalt Park;Good;10\n", "Line 1: The column “hight” is not known. Known columns: park, "),
                ("park,ride\nSalt Park,\(String(repeating: "x", count: 101))\n", "Line 2, ride: Use at most 100 characters."),
                ("park,ride\n\(String(repeating: "x", count: 101)),Good\n", "Line 2, park: Use at most 100 characters."),
                ("park;ride;\nSalt Park;Good;10\n", "Line 2: There is text in a column without a name."),
            ]
            for (text, problem) in cases {
                let answer = try await club.ana.upload(club.path + "/parks/import", [:], [("rides.csv", Array(text.utf8))])
                #expect(answer.status == .unprocessableContent && answer.text.contains(problem), "\(text): \(answer.text.suffix(3000))")
            }
            let latin = Array("park,ride\nSalt Park,Caf".utf8) + [0xE9, 0x0A]
            try await #expect(
                club.ana.upload(club.path + "/parks/import", [:], [("a.csv", latin)]).text.contains("A character cannot be read."))
            try await #expect(club.ana.upload(club.path + "/parks/import", [:], []).text.contains("Choose a file."))
            let many = "park,ride,height\n" + (0..<60).map { "Salt Park,Ride \($0),no\n" }.joined()
            try await #expect(read(many, club).contains("And 10 more."))
            try await #expect(club.ana.get(club.path + "/parks").text.contains("No parks yet."))
        }
    }

    @Test func `an exported catalogue can be imported into another club`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            _ = try await read(Self.table, club)
            for (ending, again) in [("csv", "json"), ("json", "csv")] {
                let file = try await club.ben.get("\(club.path)/parks/catalogue.\(ending)")
                #expect(file.status == .ok)
                _ = try await read(file.text, other)
                try await #expect(
                    other.ben.get("\(other.path)/parks/catalogue.\(again)").text
                        == club.ben.get("\(club.path)/parks/catalogue.\(again)").text)
            }
        }
    }

    @Test func `a fact that a ride's entry omits stays unchanged`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let document = #"{"parks": [{"name": "P", "rides": [{"name": "One", "maker": "M"}, {"name": "Two", "maker": "N"}]}]}"#
            _ = try await read(document, club)
            let answer = try await read(#"{"parks": [{"name": "P", "rides": [{"name": "One"}, {"name": "Two", "maker": "O"}]}]}"#, club)
            #expect(answer.contains("0 new, 1 changed, 1 as before"))
            try await #expect(page("One", club).contains(">M<"))
            try await #expect(page("Two", club).contains(">O<"))
        }
    }

    @Test func `a park without a place matches the only park of that name`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await read("park,place,ride\nP,Saltmarsh,One\n", club)
            try await #expect(read("park,ride\nP,Two\nQ,Three\n", club).contains("2 parks: 1 new, 0 changed, 1 as before"))
            _ = try await read("park,place,ride\nP,Inland,One\n", club)
            try await #expect(read("park,ride\nP,Four\n", club).contains("Line 2: There are several parks with the name “P”"))
        }
    }

    @Test func `park and ride names match despite case, accents and apostrophes`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await read("park,place,ride\nShoreline Pier,Saltmarsh,Smugglers’ Cave\nShoreline Pier,Saltmarsh,Café\n", club)
            let same = "park,place,ride,maker,moved_from\nshoreline pier,Saltmarsh,Smugglers' cave,M,\nShoreline Pier,saltmarsh,cafe,,\n"
            try await #expect(read(same, club).contains("1 park: 0 new, 0 changed, 1 as before. 2 rides: 0 new, 1 changed, 1 as before."))
            let shouted = try await read("park,ride\nSHORELINE PIER,cafe\n", club)
            #expect(shouted.contains("1 park: 0 new, 0 changed, 1 as before. 1 ride: 0 new"))
            // Names that the file itself tells apart, and parks in another place, are different entries.
            let apart = try await read("park,ride\nShoreline Pier,Café\nshoreline pier,CAFÉ\n", club)
            #expect(apart.contains("2 rides: 1 new, 0 changed, 1 as before"))
            try await #expect(read("park,place\nShoreline pier,Inland\n", club).contains("1 park: 1 new"))
            try await #expect(
                read("park,place,ride\nshoreline pier,Saltmarsh,Café\nShoreline Pier,Saltmarsh,Café\n", club)
                    .contains("Line 3, ride: The same ride is already in the file: Line 2."))
        }
    }

    @Test func `new parks without a time zone are listed`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let table = "park,time_zone\nA,\nB,Europe/Dublin\nC,\n"
            let answer = try await read(table, club)
            #expect(answer.contains("2 new parks have no time zone yet: their days are counted in UTC."))
            #expect(answer.contains("/edit\"><bdi>A</bdi>") && !answer.contains("<bdi>B</bdi>"))
            try await #expect(!read(table, club).contains("no time zone yet"))
        }
    }

    @Test func `problems are listed in the order of the lines`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let rows = "A,One,,Mars/Olympus\n" + (1...9).map { "A,Ride \($0),no,\n" }.joined() + "A,One,no,\nB,Two,no,Mars/Base\n"
            let answer = try await read("park,ride,height,time_zone\n" + rows, club)
            let lines = answer.matches(of: /<li>Line (\d+), ([a-z ]+):/).map { "\($0.1) \($0.2)" }
            #expect(lines == ["2 time zone"] + (3...11).map { "\($0) height" } + ["12 ride", "13 height", "13 time zone"])
        }
    }

    @Test func `only admins can import a catalogue`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let answer = try await club.ben.upload(club.path + "/parks/import", [:], [("a.csv", Array(Self.table.utf8))])
            #expect(answer.status == .forbidden)
            try await #expect(club.ben.get(club.path + "/parks/import").status == .forbidden)
            try await #expect(club.ana.get(club.path + "/parks").text.contains("No parks yet."))
        }
    }

    // MARK: -

    private func read(_ text: String, _ club: ClubOfTwo) async throws -> String {
        try await club.ana.upload(club.path + "/parks/import", [:], [("rides.csv", Array(text.utf8))]).text
    }

    private func page(_ ride: String, _ club: ClubOfTwo) async throws -> String {
        let found = try await club.ben.get(club.path + "/parks?q=" + ride.replacing(" ", with: "+")).text
        let path = try #require(found.firstMatch(of: try Regex("href=\"([^\"]+/rides/\\d+)\"><bdi>\(ride)")))
        return try await club.ben.get(String(path[1].substring ?? "")).text
    }
}
