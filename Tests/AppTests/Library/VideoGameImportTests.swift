import Postgres
import TestSupport
import Testing

@testable import App

/// Imports of video games by an operator into the catalogue of all clubs.
struct VideoGameImportTests {
    private func read(_ text: String, isDocument: Bool = false, _ site: TestSite) async throws -> (added: Int, changed: Int) {
        var rest = [Array(text.utf8)][...]
        return try await VideoGameImport(site.database).run(isDocument: isDocument) { rest.popFirst() }
    }

    private static let table = """
        name,other_names,description,released,platforms,genres,alone,together,against,hours,links,source,popularity
        Pier Party,Kaifest; Fête,"Six, or more",2003-05,PC; Mac,Party,no,6,8,6.5,https://games.example/pier,Ours,12
        Tea Room,,,,,,,,,,,,
        """

    @Test func `importing a table again changes its games`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await #expect(read(Self.table, site) == (2, 0))
            try #expect(
                site.rows(
                    """
                    SELECT concat_ws('|', name, other_names, released, platforms, is_alone, together, against, minutes, links, popularity)
                    FROM video_games ORDER BY id
                    """)
                    == ["Pier Party|{Kaifest,Fête}|2003-05|{PC,Mac}|f|6|8|390|{https://games.example/pier}|12", "Tea Room|{}|{}|{}|0"])
            let page = try await club.ana.get(club.path + "/library/search?q=kaifest").text
            #expect(page.contains("Pier Party"))
            try await #expect(read(Self.table.replacing("Party,no", with: "Racing,no"), site) == (0, 2))
            try #expect(site.rows("SELECT genres::text FROM video_games ORDER BY id") == ["{Racing}", "{}"])
        }
    }

    @Test func `a JSON document is imported like a table`() async throws {
        try await TestSite.open { site in
            let text = #"[{"name": "Pier Party", "platforms": ["PC", "Mac"], "alone": false, "together": 6, "hours": 6.5}]"#
            try await #expect(read(text, isDocument: true, site) == (1, 0))
            try #expect(site.rows("SELECT concat_ws('|', platforms, is_alone, together, minutes) FROM video_games") == ["{PC,Mac}|f|6|390"])
        }
    }

    @Test func `a file with errors is refused completely`() async throws {
        try await TestSite.open { site in
            let wrong = """
                name,released,together,alone,links,hours
                Good,2001,2,yes,,
                ,2001,2,yes,,
                Bad,soon,-1,perhaps,javascript:alert(1),-4
                Good,2001,2,yes,,
                """
            do {
                _ = try await read(wrong, site)
                Issue.record("It was read.")
            } catch let problems as VideoGameImport.Problems {
                let said = problems.sentences.joined(separator: "\n")
                for words in [
                    "Line 3, name: Write the name of the game.", "Line 4, released: Write a year", "Line 4, together: Write a number",
                    "Line 4, alone: Write yes or no", "Line 4, links: Use at most 20 addresses", "Line 4, hours: Write a number",
                    "Line 5, name: The same game is already in the file: Line 2.",
                ] { #expect(said.contains(words), "\(words)\n\(said)") }
            }
            for (text, isDocument) in [
                ("title,year\nA,2001\n", false), ("{}", true), (#"[{"name": "A", "colour": "red"}]"#, true), ("", false), ("[]", true),
                ("name\n" + String(repeating: "n", count: 10_000), false),
            ] {
                await #expect(throws: VideoGameImport.Problems.self, "\(text.prefix(30))") {
                    try await read(text, isDocument: isDocument, site)
                }
            }
            try #expect(site.rows("SELECT count(*) FROM video_games") == ["0"])
        }
    }
}
