import TestSupport
import Testing

@testable import App
@testable import Web

struct LapImportTests {
    @Test func `an unknown column is refused`() async throws {
        try await TestSite.open { site in
            let (club, _) = try await site.clubWithARide()
            let answer = try await read("date;park;ride;laps\n2024-05-01;Salt Park;Tidal Wave;3\n", club)
            #expect(answer.contains("Line 1: The column “date” is not known. Known columns: park, ride, day, laps, place."))
            try await #expect(read("day;park;ride;\n2024-05-01;Salt Park;Tidal Wave;\n", club).contains("1 line was read"))
        }
    }

    @Test func `an exported log can be imported unchanged`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let marked = try await club.addRide("Second Wave")
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-1", "day": "2024-05-01", "laps": "2"])
            try await club.ben.post(marked + "/mark", [:])
            let file = try await club.ben.get(club.path + "/laps/mine.csv").text
            #expect(file.hasSuffix("2024-05-01,Salt Park,Tidal Wave,2,\r\n,Salt Park,Second Wave,,\r\n"), "\(file)")
            let answer = try await club.ana.upload(club.path + "/rides/lap-import", [:], [("laps.csv", Array(file.utf8))])
            #expect(answer.text.contains("2 lines were read: 1 day of a ride changed, 1 ride marked as ridden."))
            try await #expect(club.ana.get(club.path + "/laps/mine.csv").text == file)
            try await site.expectNoDifferences()
        }
    }

    @Test func `park and ride names match despite case, accents and apostrophes`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubWithACatalogue(
                "park,place,ride\nShoreline Pier,Saltmarsh,Smugglers’ Cave\nShoreline Pier,Saltmarsh,Café\nTwin,A,One\nTWIN,B,One\n")
            let table = "day,park,ride\n2024-05-01,shoreline pier,Smugglers' Cave\n2024-05-01,Shoreline Pier,CAFE\n2024-05-01,TWIN,one\n"
            try await #expect(read(table, club).contains("3 lines were read: 3 days of rides changed"))
            let placed = "day,park,place,ride\n2024-05-02,twin,a,One\n"
            try await #expect(read(placed, club).contains("1 line was read: 1 day of a ride changed"))
            try await #expect(read("day,park,ride\n2024-05-02,twin,One\n", club).contains("Line 2: There is no park with this name."))
            for (place, column) in ["park", "ride"].enumerated() {
                let names = (0..<2).map { $0 == place ? String(repeating: "é", count: 101) : "One" }.joined(separator: ",")
                try await #expect(read("park,ride\n\(names)\n", club).contains("Line 2, \(column): Use at most 100 characters."))
            }
            // Two spellings name one ride.
            let twice = "day,park,place,ride\n2024-05-03,Shoreline Pier,,Café\n2024-05-03,shoreline pier,Saltmarsh,cafe\n"
            try await #expect(read(twice, club).contains("Line 3: Line 2 has the same ride and day."))
        }
    }

    @Test func `problems are listed in the order of the lines`() async throws {
        try await TestSite.open { site in
            let (club, _) = try await site.clubWithARide()
            let rows = ["2024-05-01,Salt Park,Nothing,1", "1 May,Salt Park,Tidal Wave,1", "2024-05-01,Salt Park,Nothing,x"]
            let answer = try await read("day,park,ride,laps\n" + rows.map { $0 + "\n" }.joined(), club)
            let lines = answer.matches(of: /<li>(Line \d+[^<]+)</).map { String($0.1) }
            #expect(
                lines == [
                    "Line 2: There is no ride with this name in this park.", "Line 3, day: Write it as 2026-05-26, or leave it empty.",
                    "Line 4: Line 2 has the same ride and day.",
                ])
        }
    }

    // MARK: -

    private func read(_ text: String, _ club: ClubOfTwo) async throws -> String {
        try await club.ben.upload(club.path + "/rides/lap-import", [:], [("laps.csv", Array(text.utf8))]).text
    }
}
