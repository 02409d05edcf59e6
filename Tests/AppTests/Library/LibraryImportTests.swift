import CSV
import TestSupport
import Testing

@testable import App
@testable import Web

/// Imports of a member's file of video games.
struct LibraryImportTests {
    @Test(arguments: [
        ("Game,Status,Score\nA,Playing,9\n", ["name": 0, "list": 1, "rating": 2], 10),
        (
            "Title,Platform,Play Status,User Rating,Completion Date\nA,PC,Beaten,4.5,\n",
            ["name": 0, "platform": 1, "list": 2, "rating": 3, "finished": 4], 5
        ),
        ("id,note,name,rating\n1,,A,88\n", ["note": 1, "name": 2, "rating": 3], 100),
        ("Spiel,Liste\nA,B\n", [:], 10),
    ])
    func `columns are guessed by their names`(_ text: String, _ columns: [String: Int], _ scale: Int) throws {
        let records = try CSVReader.records(in: text.utf8)
        let reading = ImportReading(guessedFrom: records[0].fields, Array(records.dropFirst()))
        #expect(reading.columns == columns && reading.scale == scale)
    }

    @Test(arguments: [
        ("2026-03-04", "2026-03-04"), ("2026/3/4 12:30", "2026-03-04"), ("4.3.2026", "2026-03-04"), ("3/4/2026", "2026-03-04"),
        ("2026-03-04T10:00:00Z", "2026-03-04"), ("13/4/2026", nil), ("yesterday", nil), ("2026-02-30", nil), ("", nil),
        ("2026.03.04", "2026-03-04"), ("2026-3-4", "2026-03-04"), ("2026-03-045", nil), ("4-3.2026", nil), ("20260304", nil),
        ("４.３.2026", nil),
        (String(repeating: "1", count: 4000), nil), (String(repeating: "1-", count: 2000), nil),
    ])
    func `common formats of dates are read`(_ text: String, _ day: String?) throws {
        let (line, problems) = try reading().line(2, ["A", "finished", "", "", text])
        #expect(line.entry.finished == day)
        #expect(problems.isEmpty == (day != nil || text.isEmpty), "\(problems)")
    }

    @Test(arguments: [
        ("12.5", 750), ("12,5", 750), ("12:30", 750), ("12:30:59", 750), ("12h 30m", 750), ("30m", 30), ("2 hours", 120), ("", nil),
        ("long", nil), ("1h2m3s", 60), ("90 min", 90), ("45 secs", 0), ("2H 5M", 126), ("2h 5", nil), ("5m 2h", nil), ("1h 1h", nil),
        ("1:2", nil),
        ("1:30:5", nil), ("12:30x", nil), ("h", nil), ("5 years", nil), (String(repeating: "9", count: 1353) + "h", nil),
        (String(repeating: "1h", count: 500), nil), (String(repeating: "1", count: 900) + ":00x", nil),
    ])
    func `common formats of playing times are read`(_ text: String, _ minutes: Int?) throws {
        let (line, problems) = try reading().line(2, ["A", "", "", text, ""])
        #expect(line.entry.minutes == minutes)
        #expect(problems.isEmpty == (minutes != nil || text.isEmpty), "\(problems)")
    }

    @Test(arguments: [
        ("9", 9), ("4/5", 8), ("4 / 5", 8), ("4.5/5", 9), ("0", nil), ("11", nil), ("good", nil), ("", nil), ("1/0", nil), ("inf", nil),
        ("inf/inf", nil), ("1e999/1e999", nil), ("nan/1", nil), ("1/2/3", nil),
    ])
    func `ratings are read on a scale of ten`(_ text: String, _ rating: Int?) throws {
        let (line, problems) = try reading().line(2, ["A", "", text, "", ""])
        #expect(line.entry.rating == rating)
        #expect(problems.isEmpty == (rating != nil || ["", "0"].contains(text)), "\(problems)")
    }

    @Test(arguments: [
        ("2017", "2017"), ("3 March 2017", "2017"), ("2017-03-03", "2017"), ("v2017", nil), ("12017", nil), ("2017_1", nil),
        ("1817, 1917", "1917"),
        ("2199", nil), ("", nil), ("é2017", nil), (String(repeating: "20", count: 2000), nil),
    ])
    func `the year of a release must be a separate word`(_ text: String, _ year: String?) { #expect(ImportCell.year(in: text) == year) }

    @Test func `a long cell is cut at 4 KB between characters`() {
        let long = ImportCell.bounded(String(repeating: "é", count: 5000))
        #expect(long == String(repeating: "é", count: 2048))
        #expect(ImportCell.bounded("a" + String(repeating: "🎢", count: 5000)) == "a" + String(repeating: "🎢", count: 1023))
        #expect(ImportCell.bounded("short") == "short")
    }

    @Test func `words for lists are remembered up to a limit`() throws {
        var reading = try reading()
        for number in 0..<1000 { reading.remember("word \(number)", means: .plays) }
        reading.remember(String(repeating: "x", count: 1000), means: .plays)
        #expect(reading.words.count == 500 && reading.state(of: "word 7") == .plays)
    }

    @Test func `an exported file can be imported unchanged`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for name in ["Lanternfall", "Moth Season", "=Sum, the \"Game\""] {
                let game = try #require(try await club.ana.post(club.path + "/library/games", ["name": name]).headers[.location])
                let entry = [
                    "state": "finished", "rating": "7", "hours": "12.5", "platform": "PC", "note": "Two\nlines", "started": "2026-01-02",
                    "finished": "2026-02-03",
                ]
                try await club.ana.post(game + "/entry", entry)
            }
            let file = try await club.ana.get(club.path + "/library/file").text
            try await send(file, by: club.ben, club)
            let page = try await read(by: club.ben, club)
            #expect(page.contains("Add 3 games to my lists"))
            let answer = try await club.ben.post(club.path + "/library/import/entries", [:]).text
            #expect(answer.contains("3 games are on your lists now."), "\(answer)")
            func lines(_ text: String) -> Set<String> { Set(text.split(separator: "\r\n").map { String($0.prefix { $0 != "T" }) }) }
            try await #expect(lines(club.ben.get(club.path + "/library/file").text) == lines(file))
            try #expect(site.rows("SELECT count(*) FROM library_entries WHERE member_id = 2 AND news IS NOT NULL") == ["0"])
            try #expect(site.rows("SELECT count(*) FROM library_imports") == ["0"])
            for check in [LibraryChecks.lists, LibraryChecks.games, LibraryChecks.leaderboardTotals] {
                try #expect(site.rows("\(check)").isEmpty)
            }
        }
    }

    @Test func `unknown games are resolved line by line`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for name in ["Lanternfall", "Lanternfall", "Deep Kitchen", "Tea Room"] {
                let facts = ["name": name, "released": name == "Tea Room" ? "2019" : "", "is_another": "1"]
                try await club.ana.post(club.path + "/library/games", facts)
            }
            let twins = try site.rows("SELECT id FROM video_games WHERE name = 'Lanternfall' ORDER BY id")
            let rows = ["Lanternfall", "Deep Kitchn", "Never Heard", "Wrong Name", "Leave Me", "tea room", ""]
            try await send("Game,Mine,Day\n" + rows.map { "\($0),Halfway,soon\n" }.joined(), by: club.ben, club)
            let base = club.path + "/library/import"
            // No column names the lists, so the member must choose one.
            try await #expect(club.ben.post(base + "/columns", ["name": "", "list": "1"]).status == .unprocessableContent)
            try await club.ben.post(base + "/columns", ["name": "0", "list": "1", "finished": "2", "otherwise": "plays"])
            var page = try await club.ben.get(base + "/preview").text
            #expect(page.contains("5 games were not found") && page.contains("Add 1 game to my lists"))
            #expect(page.contains("8 things cannot be read") && page.contains("Line 8, name: The name is missing. The line is left out."))
            #expect(page.contains("<bdi>Halfway</bdi>") && page.contains("value=\"\(twins[1])\""))
            try await club.ben.post(base + "/words", ["word": "Halfway", "state": "aside"])
            let said = [
                "line": "2", "is-2": twins[1],
            ]
            try await club.ben.post(base + "/lines", said)
            try await club.ben.post(base + "/lines", ["line": "3", "is-3": "other", "name-3": "Deep Kitchen"])
            try await club.ben.post(base + "/lines", ["line": "4", "is-4": "new", "called-4": "Never Heard"])
            try await club.ben.post(base + "/lines", ["line": "4", "is-4": "new", "called-4": "Never Heard"])
            try #expect(site.rows("SELECT count(*) FROM video_games WHERE name = 'Never Heard'") == ["1"])
            try await club.ben.post(base + "/lines", ["line": "6", "is-6": "out"])
            try await #expect(
                club.ben.post(base + "/lines", ["line": "5", "is-5": "other", "name-5": ""]).status == .unprocessableContent)
            page = try await club.ben.get(base + "/preview").text
            #expect(page.contains("1 game was not found") && page.contains("Add 4 games to my lists"))
            let answer = try await club.ben.post(base + "/entries", [:]).text
            #expect(answer.contains("4 games are on your lists now.") && answer.contains("You have an unfinished file"))
            try #expect(
                site.rows(
                    "SELECT t.name || ' ' || e.state FROM library_entries e JOIN video_games t ON t.id = e.video_game_id WHERE e.member_id = 2 ORDER BY e.place"
                )
                    == ["Lanternfall aside", "Deep Kitchen aside", "Never Heard aside", "Tea Room aside"])
            try #expect(site.rows("SELECT name FROM library_import_rows WHERE NOT is_left_out AND name <> ''") == ["Wrong Name"])
            // Other members do not see the file.
            try await #expect(club.ana.get(base + "/preview").status == .seeOther)
            try await club.ben.post(base + "/removal", [:])
            try #expect(site.rows("SELECT count(*) FROM library_import_rows") == ["0"])
        }
    }

    @Test func `new games are added once, and all of them or none`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let base = club.path + "/library/import"
            try await send("name\nFoo\nFoo\nBar\n", by: club.ben, club)
            _ = try await read(by: club.ben, club)
            try site.run("INSERT INTO video_games (club_id, name, added_by) SELECT 1, 'Own ' || n, 2 FROM generate_series(1, 999) n")
            let all = [2, 3, 4].flatMap { [("line", "\($0)"), ("is-\($0)", "new"), ("called-\($0)", $0 < 4 ? "Foo" : "Bar")] }
            let refused = try await club.ben.post(base + "/lines", fields: all)
            #expect(refused.status == .unprocessableContent && refused.text.contains("You can add at most 1000 games to the club."))
            try #expect(site.rows("SELECT count(*) FROM video_games") == ["999"])
            try site.run("DELETE FROM video_games WHERE name = 'Own 1'")
            try await #expect(club.ben.post(base + "/lines", fields: all).status == .seeOther)
            try #expect(site.rows("SELECT name FROM video_games WHERE name NOT LIKE 'Own %' ORDER BY 1") == ["Bar", "Foo"])
            try #expect(
                site.rows("SELECT count(DISTINCT video_game_id) || ' ' || count(video_game_id) FROM library_import_rows") == ["2 3"])
        }
    }

    @Test func `existing entries are kept or replaced as the member chooses`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try #require(try await club.ben.post(club.path + "/library/games", ["name": "Lanternfall"]).headers[.location])
            try await club.ben.post(game + "/entry", ["state": "plays", "rating": "3"])
            for (mine, rating, words) in [
                ("keep", "3", "1 that was already there stayed as before"), ("replace", "9", "1 that was already there now has"),
            ] {
                try await send("name,list,rating\nLanternfall,finished,9\nlanternfall,wants,1\n", by: club.ben, club)
                let preview = try await read(by: club.ben, club)
                #expect(preview.matches(of: /Line 2 has the same game and is used\. This line is left out\./).count == 1)
                #expect(preview.contains("<dt>Repeated</dt><dd>1</dd>"))
                let answer = try await club.ben.post(club.path + "/library/import/entries", ["mine": mine]).text
                #expect(answer.contains("0 games are on your lists now. \(words)"), "\(answer)")
                try #expect(site.rows("SELECT rating FROM library_entries") == [rating])
            }
            for check in [LibraryChecks.lists, LibraryChecks.games, LibraryChecks.leaderboardTotals] {
                try #expect(site.rows("\(check)").isEmpty)
            }
        }
    }

    @Test func `an invalid file is refused with a reason`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let long = "name\n" + String(repeating: "a\n", count: 5001)
            for (text, sentence) in [
                ("", "That file is empty."), ("name\n", "The file has only its first line"),
                ("{\"games\": []}", "A text that is not in quotes has a quote in it."),
                ("name,list\nA\nB,plays\n", "Line 2: The row has 1 field, and the header names 2."),
                ("name\n\"A\n", "A quote opens here and is never closed."),
                ("name\nA\u{0}\n", "This is not plain text."), (long, "The file has more than 5000 lines."),
            ] {
                let answer = try await club.ben.upload(club.path + "/library/import", [:], [("games.csv", Array(text.utf8))])
                #expect(answer.status.code >= 400 && answer.text.contains(sentence), "\(text.prefix(20)): \(answer.text)")
            }
            let large = [UInt8](repeating: UInt8(ascii: "a"), count: 5 << 20 + 1)
            let answer = try await club.ben.upload(club.path + "/library/import", [:], [("games.csv", large)])
            #expect(answer.text.contains("That file is larger than 5 MB."))
            try #expect(site.rows("SELECT count(*) FROM library_imports") == ["0"])
            // A name of ten thousand letters is refused.
            try await send("name\n\(String(repeating: "a", count: 10_000))\nB\n", by: club.ben, club)
            try await #expect(read(by: club.ben, club).contains("Line 2, name: It is longer than 100 characters, so the line is left out."))
        }
    }

    @Test func `a long file keeps its order, and full lists refuse it`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try site.run("INSERT INTO video_games (club_id, name) SELECT 0, 'Number ' || n FROM generate_series(1, 1200) n")
            try await send("name\n" + (1...1200).map { "Number \($0)\n" }.joined(), by: club.ben, club)
            _ = try await read(by: club.ben, club)
            try await #expect(club.ben.post(club.path + "/library/import/entries", [:]).text.contains("1200 games are on your lists now."))
            let ordered = try site.rows(
                "SELECT t.name FROM library_entries e JOIN video_games t ON t.id = e.video_game_id WHERE e.state = 'wants' ORDER BY e.place"
            )
            #expect(ordered == (1...1200).map { "Number \($0)" })
            // The first line of a game counts, however far below it another line of that game is.
            try await send("name,rating\n" + (1...1100).map { "Number \($0),9\n" }.joined() + "Number 1,2\n", by: club.ben, club)
            _ = try await read(by: club.ben, club)
            let replaced = try await club.ben.post(club.path + "/library/import/entries", ["mine": "replace"]).text
            #expect(replaced.contains("1100 that were already there now have the values from the file."))
            try #expect(
                site.rows("SELECT concat_ws(' ', rating, count(*)) FROM library_entries WHERE rating > 0 GROUP BY rating") == ["9 1100"])
            try #expect(site.rows("SELECT count(*) FROM library_import_rows") == ["0"])
            try site.run(
                """
                INSERT INTO video_games (club_id, name) SELECT 0, 'Other ' || n FROM generate_series(1, 3900) n;
                INSERT INTO library_entries (club_id, member_id, video_game_id, state)
                    SELECT 1, 2, id, 'plays' FROM video_games WHERE name LIKE 'Other%' ORDER BY id LIMIT 3795
                """)
            try await send("name\nOther 3890\nOther 3891\nOther 3892\nOther 3893\nOther 3894\nOther 3895\n", by: club.ben, club)
            _ = try await read(by: club.ben, club)
            let refused = try await club.ben.post(club.path + "/library/import/entries", [:])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Your lists can have at most 5000 games."))
            try #expect(site.rows("SELECT count(*) FROM library_import_rows") == ["6"])
        }
    }

    // MARK: -

    private func reading() throws -> ImportReading {
        ImportReading(guessedFrom: ["name", "list", "rating", "hours", "finished"], [])
    }

    private func send(_ text: String, by visitor: Visitor, _ club: ClubOfTwo) async throws {
        let sent = try await visitor.upload(club.path + "/library/import", [:], [("games.csv", Array(text.utf8))])
        #expect(sent.headers[.location] == club.path + "/library/import/columns", "\(sent.text)")
    }

    /// Accepts the guessed columns and returns the preview.
    private func read(by visitor: Visitor, _ club: ClubOfTwo) async throws -> String {
        let path = club.path + "/library/import"
        let page = try await visitor.get(path + "/columns").text
        var fields: [String: String] = [:]
        for select in page.matches(of: /<select id="(\w+)"(?s:.*?)<\/select>/) {
            fields[String(select.1)] = String(select.0.firstMatch(of: /value="(\w*)" selected/)?.1 ?? "")
        }
        let answer = try await visitor.post(path + "/columns", fields)
        #expect(answer.headers[.location] == path + "/preview", "\(answer.text)")
        return try await visitor.get(path + "/preview").text
    }
}
