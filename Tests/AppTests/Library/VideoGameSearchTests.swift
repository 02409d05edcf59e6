import Postgres
import TestSupport
import Testing

@testable import App

/// Searches for video games by an approximate name.
struct VideoGameSearchTests {
    private static let names = [
        "The Legend of the Pier", "Half Tide", "Halftime Heroes", "Chronicles of Vael VII", "Chronicles of Vael II", "Señor Ölpest",
        "S.T.A.R. Patrol", "Dom", "Doom Garden", "Portal of Oranges", "Portals", "Battle & Bread", "Æther Run", "Counterclockwise",
        "Grandmother’s Garage", "Lighthouse Keepers", "It Takes Two Spoons", "街角の灯台",
    ]

    private func open(_ body: @escaping @Sendable (_ found: @escaping @Sendable (String) async throws -> [String]) async throws -> Void)
        async throws
    {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for name in Self.names {
                try site.run("INSERT INTO video_games (club_id, name) VALUES (0, '\(name.replacing("'", with: "''"))')")
            }
            try await body { words in
                let page = try await club.ana.get(club.path + "/library/search?q=\(words.percentEncoded)").text
                return page.matches(of: /<bdi class="row-title">([^<]*)</).map { String($0.1) }
            }
        }
    }

    @Test func `search forgives typos, articles, numerals, accents and spaces`() async throws {
        try await open { found in
            for (asked, name) in [
                ("legend of pier", "The Legend of the Pier"), ("teh legned of the pier", "The Legend of the Pier"),
                ("Legend Pier", "The Legend of the Pier"), ("halftide", "Half Tide"), ("hal ftide", "Half Tide"),
                ("halfxtide", "Half Tide"), ("half time heroes", "Halftime Heroes"), ("chronicles of vael 7", "Chronicles of Vael VII"),
                ("Cronicles of Veal II", "Chronicles of Vael II"), ("senor olpest", "Señor Ölpest"),
                ("star patrol", "S.T.A.R. Patrol"), ("STAR Patrl", "S.T.A.R. Patrol"), ("dom", "Dom"), ("dooom garden", "Doom Garden"),
                ("batle and bread", "Battle &amp; Bread"),
                ("aether run", "Æther Run"), ("conterclokwise", "Counterclockwise"), ("grandmothers garage", "Grandmother’s Garage"),
                ("lighthouse k", "Lighthouse Keepers"), ("keepers lighthouse", "Lighthouse Keepers"),
                ("it takes 2 spoons", "It Takes Two Spoons"),
                ("街角の灯", "街角の灯台"), ("the portals", "Portals"),
            ] {
                let names = try await found(asked)
                #expect(names.first == name, "\(asked): \(names)")
            }
        }
    }

    @Test func `unrelated words find nothing`() async throws {
        try await open { found in
            for asked in ["zzzz", "xylophone", "%", "'", "\\", "ﷺ", "🦀", String(repeating: "ab ", count: 300)] {
                let names = try await found(asked)
                #expect(names.isEmpty, "\(asked): \(names)")
            }
        }
    }

    @Test func `a search can be filtered by platform and genre`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try site.run(
                "INSERT INTO video_games (club_id, name, platforms, genres, popularity) VALUES (0, 'Half Tide', '{Nintendo Switch}', '{Puzzle}', 9)"
            )
            try await club.ana.post(club.path + "/library/games", ["name": "Doom Garden", "platforms": "Switch"])
            let search = club.path + "/library/search?"
            for query in ["q=tide&platform=switch", "platform=SWITCH", "genre=puzz", "q=garden&platform=Switch"] {
                let page = try await club.ana.get(search + query).text
                #expect(page.contains(query.contains("garden") ? "Doom Garden" : "Half Tide"), "\(query)")
            }
            let page = try await club.ana.get(search + "platform=switch").text
            #expect(page.contains("Half Tide") && page.contains("Doom Garden"), "the club's own are among them")
            try await #expect(club.ana.get(search + "platform=Amiga").text.contains("No game matches."))
        }
    }

    @Test func `results are sorted by popularity and limited to 30`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try site.run(
                "INSERT INTO video_games (club_id, name, popularity) SELECT 0, 'Pier ' || chr(65 + n), n FROM generate_series(1, 25) n")
            let search = club.path + "/library/search?q=pier"
            let few = try await club.ana.get(search).text
            #expect(few.contains("25 games found") && few.firstMatch(of: /<bdi class="row-title">([^<]*)</)?.1 == "Pier Z")
            try site.run("INSERT INTO video_games (club_id, name) SELECT 0, 'Pier 10' || n FROM generate_series(1, 9) n")
            try await #expect(club.ana.get(search).text.contains("The 30 closest matches"))
        }
    }

    /// The names, words and typos that the search uses equal those of the games after random additions, renames and deletions.
    @Test func `the search index follows every change of names`() async throws {
        try await TestSite.open { site in
            var generator = Seeded(state: 3)
            let words = ["pier", "the", "gull", "gulls", "lighthouse", "of", "tide", "tides", "counterclockwise", "2", "II"]
            func name() -> String {
                (0..<Int.random(in: 1...4, using: &generator)).compactMap { _ in words.randomElement(using: &generator) }.joined(
                    separator: " ")
            }
            for _ in 0..<60 {
                let id = try site.rows("SELECT id FROM video_games").randomElement(using: &generator)
                switch (Int.random(in: 0...4, using: &generator), id) {
                case (0, let id?): try site.run("DELETE FROM video_games WHERE id = \(id)")
                case (1, let id?): try site.run("UPDATE video_games SET name = '\(name())', other_names = '{\(name())}' WHERE id = \(id)")
                case (2, let id?): try site.run("UPDATE video_games SET popularity = popularity + 1, name = '\(name())' WHERE id = \(id)")
                case (3, let id?): try site.run("UPDATE video_games SET popularity = popularity + 1 WHERE id = \(id)")
                default: try site.run("INSERT INTO video_games (club_id, name) VALUES (0, '\(name())'), (0, '\(name())')")
                }
            }
            let kept = [
                "SELECT word, club_id, video_games FROM video_game_vocabulary ORDER BY word",
                "SELECT word, video_game_id FROM video_game_words ORDER BY word, video_game_id",
                "SELECT deletion, word FROM video_game_word_deletions ORDER BY deletion, word",
                "SELECT key, video_game_id, popularity FROM video_game_names ORDER BY key, video_game_id",
            ]
            let before = try kept.map(site.rows)
            try site.run(
                """
                DELETE FROM video_game_names; DELETE FROM video_game_words; DELETE FROM video_game_vocabulary; SELECT add_video_game_words(ARRAY(SELECT id FROM video_games))
                """)
            let after = try kept.map(site.rows)
            #expect(before == after && before.allSatisfy { !$0.isEmpty })
        }
    }
}
