import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

/// The history that imports of the catalogue leave, and files that are refused.
struct CatalogueHistoryTests {
    private static let before = """
        park,place,country,latitude,longitude,closes_at,ride,kind,height,length,speed,\
        inversions,duration,indoor,kiddie,former_names,notes,opened
        Salt Park,Saltmarsh,Ireland,53.3,-6,22:00,Tidal Wave,coaster,34,700,64.5,2,90,,1,Old Wave; Older Wave,Two words,1984
        Salt Park,Saltmarsh,Ireland,53.3,-6,22:00,Teacups,flat,,,,,,,,,,
        Gull Park,,,,,,,,,,,,,,,,,

        """
    private static let after = """
        park,place,country,latitude,longitude,closes_at,ride,kind,height,length,speed,\
        inversions,duration,indoor,kiddie,former_names,notes,opened
        Salt Park,Saltmarsh,Éire,53.25,-6,,Tidal Wave,powered,"24,5",700,0.05,,91,1,,Old Wave,Three more words,1984-05-26
        Salt Park,Saltmarsh,Éire,53.25,-6,,Teacups,flat,,,,,,,,,,
        Gull Park,,,-1,1e1,,New Swings,flat,10,,,,,,,,,

        """

    @Test func `an import records its changes in the history as form values`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubWithACatalogue(Self.before)
            let connection = try ScriptConnection(url: site.test.superuserURL)
            func notes() throws -> [[String?]] {
                try connection.rows(
                    """
                    SELECT coalesce(r.name, p.name), c.changes::text FROM corrections c
                    LEFT JOIN rides r ON c.kind = 'ride' AND r.id = c.subject_id LEFT JOIN parks p ON c.kind = 'park' AND p.id = c.subject_id
                    WHERE c.state = 'done' AND c.member_id = c.decided_by ORDER BY 1
                    """)
            }
            _ = try await club.ana.upload(club.path + "/parks/import", [:], [("a.csv", Array(Self.before.utf8))])
            try #expect(notes().isEmpty)
            for _ in 0..<2 {
                _ = try await club.ana.upload(club.path + "/parks/import", [:], [("a.csv", Array(Self.after.utf8))])
                let notes = try notes()
                #expect(notes.map { $0[0] } == ["Gull Park", "Salt Park", "Tidal Wave"])
                let changes = try notes.map { note in
                    try JSONDecoder().decode(FactChanges.self, from: Data((note[1] ?? "").utf8)).mapValues { [$0.before, $0.after] }
                }
                #expect(changes[0] == ["latitude": ["", "-1.0"], "longitude": ["", "10.0"]])
                #expect(
                    changes[1] == ["country": ["Ireland", "Éire"], "latitude": ["53.3", "53.25"], "closes_at": ["22:00", ""]])
                #expect(
                    changes[2] == [
                        "kind": ["coaster", "powered"], "height": ["34", "24.5"], "speed": ["64.5", "0.05"], "inversions": ["2", ""],
                        "duration": ["90", "91"], "is_indoor": ["", "1"], "is_kiddie": ["1", ""],
                        "former_names": ["Old Wave; Older Wave", "Old Wave"], "notes": ["Two words", "Three more words"],
                        "opened": ["1984", "1984-05-26"],
                    ])
            }
            let found = try await club.ben.get(club.path + "/parks?q=tidal").text
            let ride = String(try #require(found.firstMatch(of: /href="([^"]+\/rides\/\d+)"><bdi>Tidal/)).1)
            let history = try await club.ben.get(ride + "/history").text
            #expect(
                history.contains("Ana") && history.contains("<del dir=\"auto\">34</del>")
                    && history.contains("<ins dir=\"auto\">24.5</ins>"))
            // The form shows the same values.
            let form = try await club.ana.get(ride + "/edit").text
            for value in ["24.5", "0.05", "91", "Old Wave"] { #expect(form.contains("value=\"\(value)\""), "\(value)") }
        }
    }

    @Test func `an import records a move together with other changes`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubWithACatalogue("park,ride,height\nA,One,10\nB,Two,20\nC,Three,30\n")
            let file = "park,ride,height,moved_from\nA,One,10,\nB,Two,21,One; A\nC,Three,30,Two; B\nD,Four,40,Three; C\n"
            let answer = try await club.ana.upload(club.path + "/parks/import", [:], [("a.csv", Array(file.utf8))]).text
            #expect(answer.contains("4 rides: 1 new, 2 changed, 1 as before."))
            let notes = try ScriptConnection(url: site.test.superuserURL).rows(
                "SELECT r.name, c.changes::text FROM corrections c JOIN rides r ON r.id = c.subject_id ORDER BY 1")
            #expect(
                notes.map { $0.map { $0 ?? "" } } == [
                    ["Three", #"{"moved_from": {"after": "Two, B", "before": ""}}"#],
                    ["Two", #"{"height": {"after": "21", "before": "20"}, "moved_from": {"after": "One, A", "before": ""}}"#],
                ])
        }
    }

    /// The number of rides exceeds one batch.
    @Test func `a large import records each changed ride once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            func table(_ more: Int) -> [UInt8] {
                let rows = (0..<1200).map { "Park \($0 / 40),Ride \($0),coaster,Rosmer,\($0 % 50 + more),Note \(more)\n" }
                return Array(("park,ride,kind,maker,height,notes\n" + rows.joined()).utf8)
            }
            for (more, words) in [(1, "1200 rides: 1200 new"), (2, "0 new, 1200 changed"), (2, "0 new, 0 changed, 1200 as before")] {
                let answer = try await club.ana.upload(club.path + "/parks/import", [:], [("a.csv", table(more))])
                #expect(answer.text.contains(words))
            }
            try #expect(
                ScriptConnection(url: site.test.superuserURL).rows(
                    "SELECT count(*)::text, count(DISTINCT subject_id)::text FROM corrections") == [["1200", "1200"]])
        }
    }

    @Test func `an unreadable catalogue is refused and formulas are escaped`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let address = club.path + "/parks/import"
            let cases: [(bytes: [UInt8], status: HTTPResponse.Status, words: String)] = [
                // Spreadsheets save Windows-1252.
                (Array("park;ride\nPort Aventure;Caf".utf8) + [0xE9, 0x0D, 0x0A], .unprocessableContent, "A character cannot be read."),
                (Array("park;ride\n".utf8) + [0x93] + Array("Salt\n".utf8), .unprocessableContent, "A character cannot be read."),
                (Array("park,ride\n\"Salt Park,Good\nA,B\n".utf8), .unprocessableContent, "A quote opens here"),
                (Array("name,ride\nSalt Park,Good\n".utf8), .unprocessableContent, "The column “park” is missing."),
                (Array("park,ride,PARK\nA,B,C\n".utf8), .unprocessableContent, "appears twice"),
                (Array("park,ride,kind,kind\nA,B,flat,dark\n".utf8), .unprocessableContent, "appears twice"),
                ([], .unprocessableContent, "The file is empty."), (Array("\n\n".utf8), .unprocessableContent, "The file is empty."),
                ([0x50, 0x4B, 3, 4, 0, 0, 0, 0], .unprocessableContent, "This is not plain text."),
                ([0xFF, 0xFE] + Array("p\0a\0r\0k\0".utf8), .unprocessableContent, "Line 1"),
                ([UInt8](repeating: UInt8(ascii: "a"), count: 13 << 20), .contentTooLarge, "That file is larger than 12 MB."),
            ]
            for (bytes, status, words) in cases {
                let answer = try await club.ana.upload(address, [:], [("rides.csv", bytes)])
                #expect(answer.status == status && answer.text.contains(words), "\(words): \(answer.status)")
            }
            try await #expect(club.ana.get(club.path + "/parks").text.contains("No parks yet."))
            // A formula is stored as text, and the export escapes it, so that no spreadsheet runs it.
            for text in ["=HYPERLINK(\"\"x\"\")", "'=1+1", "@SUM(A1)", "+1-1"] {
                let file = "park,ride,notes\nSalt Park,Good,\"\(text)\"\n"
                try await #expect(club.ana.upload(address, [:], [("rides.csv", Array(file.utf8))]).status == .ok)
                let table = try await club.ben.get(club.path + "/parks/catalogue.csv").text
                #expect(table.contains(",\"'") || table.contains(",'"), "\(text): \(table)")
            }
        }
    }

    /// The announced length alone is refused, and nothing is stored.
    @Test func `a request that announces one gigabyte is refused at once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let token = SessionToken(cookie: club.ana.sessionToken)?.formToken ?? ""
            let client = try RawClient(site.address)
            let head = "POST \(club.path)/parks/import HTTP/1.1\r\nHost: a\r\nCookie: session=\(club.ana.sessionToken)\r\n"
            let form =
                "--x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(token)\r\n"
                + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\npark,ride\nSalt Park,Good\n"
            let answer = await client.ask(
                head + "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1073741824\r\n\r\n" + form)
            #expect(answer.statuses == [413] && answer.isClosed && answer.text.contains("The form is too large"))
            try await #expect(club.ben.get(club.path + "/parks").text.contains("No parks yet."))
        }
    }
}
