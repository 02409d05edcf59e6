import Foundation
import Postgres
import TestSupport
import Testing

@testable import App

/// Video games, and the lists on which members have them.
struct LibraryTests {
    private func add(_ name: String, _ who: Visitor, in club: String, _ fields: [String: String] = [:]) async throws -> String {
        let answer = try await who.post(club + "/library/games", ["name": name].merging(fields) { $1 })
        #expect(answer.status == .seeOther)
        return try #require(answer.headers[.location])
    }

    private func put(_ game: String, _ state: String, _ who: Visitor, _ fields: [String: String] = [:]) async throws -> Visitor.Answer {
        try await who.post(game + "/entry", ["state": state].merging(fields) { $1 })
    }

    @Test func `a game is on one list, with its rating and notes`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let facts = ["platforms": "PC; Switch", "released": "2019-04", "together": "4"]
            let game = try await add("Lanternfall", club.ana, in: club.path, facts)
            let record = ["rating": "9", "hours": "12,5", "platform": "Switch", "note": "Two endings.", "started": "2026-11-01"]
            var answer = try await put(game, "plays", club.ana, record)
            #expect(answer.status == .seeOther)
            var page = try await club.ana.get(club.path + "/library").text
            #expect(page.contains("Lanternfall") && page.contains("2019 · Switch · 9 of 10 · 12.5 h") && page.contains("I play (1)"))
            answer = try await put(game, "finished", club.ana, ["rating": "8"])
            page = try await club.ana.get(club.path + "/library?list=finished").text
            #expect(page.contains("Lanternfall") && page.contains("8 of 10") && page.contains("Finished (1)"))
            try await #expect(!club.ana.get(club.path + "/library").text.contains("Lanternfall"))
            let seen = try await club.ben.get(game).text
            #expect(seen.contains("has finished it, and gives it 8 of 10"))
            #expect(seen.contains("Apr 2019") && seen.contains("Together, up to 4"))
            try await club.ana.post(game + "/entry/removal", [:])
            try await #expect(!club.ben.get(game).text.contains("has finished it"))
        }
    }

    @Test func `invalid entries and games are refused with a reason`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await add("Lanternfall", club.ana, in: club.path)
            for (fields, words) in [
                (["hours": "many"], "Hours played: Write a number from 0 to 100000"), (["started": "soon"], "Write a day like 2026-11-26"),
                (["started": "2026-02-30"], "There is no such day."), (["started": "2099-01-01"], "That day is in the future."),
                (["finished": "2026-01-01", "started": "2026-01-02"], "before the day you started it"),
                (["note": String(repeating: "x", count: 1001)], "That is 1001 characters. The limit is 1000."),
            ] {
                let answer = try await put(game, "plays", club.ana, fields)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
                #expect(answer.text.contains(/value="plays" required\s+checked/))
            }
            try await #expect(put(game, "burns", club.ana).status == .unprocessableContent)
            try await #expect(put(club.path + "/library/games/999", "plays", club.ana).status == .notFound)
            try #expect(site.rows("SELECT count(*) FROM library_entries") == ["0"])
            for (fields, words) in [
                (["name": ""], "Write the name of the game."), (["name": String(repeating: "n", count: 10_000)], "Use at most"),
                (["name": "A", "released": "soon"], "Write a year"), (["name": "A", "together": "-1"], "Write a number from 0 to 1000"),
                (["name": "A", "description": String(repeating: "d", count: 5001)], "Use at most 5,000 characters."),
                (["name": "A", "platforms": (1...21).map { "p\($0);" }.joined()], "Use at most 20"),
            ] {
                let answer = try await club.ana.post(club.path + "/library/games", fields)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
            }
            try #expect(site.rows("SELECT count(*) FROM video_games") == ["1"])
            _ = try await put(game, "plays", club.ana, ["rating": "7"])
            for rating in ["0", "11", "-1", "8.5", "ten"] {
                try await #expect(put(game, "plays", club.ana, ["rating": rating]).status == .unprocessableContent, "\(rating)")
            }
            try #expect(site.rows("SELECT rating FROM library_entries") == ["7"])
            let script = try await add("<script>alert(1)</script>", club.ana, in: club.path, ["description": "<b onclick=x>"])
            let page = try await club.ana.get(script).text
            #expect(!page.contains("<script>alert") && !page.contains("<b onclick") && page.contains("&lt;script&gt;"))
        }
    }

    @Test func `an outdated form does not overwrite a newer entry`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await add("Lanternfall", club.ana, in: club.path)
            func mark() async throws -> String {
                String(try #require(try await club.ana.get(game).text.firstMatch(of: /name="was" value="(\w*)"/)).1)
            }
            let nothing = try await mark()
            #expect(nothing.isEmpty)
            for _ in 1...2 {
                // Sending the same form twice is no conflict.
                try await #expect(put(game, "plays", club.ana, ["rating": "7", "was": nothing]).status == .seeOther)
            }
            let first = try await mark()
            try await #expect(put(game, "finished", club.ana, ["rating": "8", "was": first]).status == .seeOther)
            for was in [nothing, first] {
                // A form with another error cannot avoid the conflict either.
                let refused = try await put(game, "aside", club.ana, ["hours": "many", "was": was])
                #expect(refused.text.contains("name=\"was\" value=\"\(was)\""))
                let answer = try await put(game, "aside", club.ana, ["rating": "2", "note": "Too dark", "was": was])
                #expect(answer.status == .conflict && answer.text.contains("You have also changed this"))
                #expect(answer.text.contains(">Too dark</textarea>"))
                try #expect(site.rows("SELECT state || rating FROM library_entries") == ["finished8"])
                let again = String(try #require(answer.text.firstMatch(of: /name="was" value="(\w*)"/)).1)
                try await #expect(again == mark())
            }
            try await #expect(put(game, "aside", club.ana, ["rating": "2", "was": try await mark()]).status == .seeOther)
            try #expect(site.rows("SELECT state || rating FROM library_entries") == ["aside2"])
            // An outdated form adds an entry again that was removed elsewhere.
            let last = try await mark()
            try await club.ana.post(game + "/entry/removal", [:])
            try await #expect(put(game, "wants", club.ana, ["was": last]).status == .seeOther)
        }
    }

    @Test func `a game with an existing name needs confirmation`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let first = try await add("The Lanternfall II", club.ana, in: club.path, ["platforms": "PC; pc;Switch;PC"])
            try #expect(site.rows("SELECT platforms::text FROM video_games") == ["{PC,Switch}"])
            let form = ["name": "lanternfall 2", "description": "Mine"]
            let answer = try await club.ben.post(club.path + "/library/games", form)
            #expect(answer.status == .unprocessableContent && answer.text.contains(">Mine</textarea>"))
            #expect(answer.text.contains("href=\"\(first)\""))
            try await #expect(club.ben.post(club.path + "/library/games", form.merging(["is_another": "1"]) { $1 }).status == .seeOther)
            // Games of other clubs do not count.
            let other = try await site.person("eve")
            try await other.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            _ = try await add("Lanternfall II", other, in: "/c/other")
        }
    }

    @Test func `a club's games are private and the catalogue's are shared`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let other = try await site.person("eve")
            try await other.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            let own = try await add("Sandcastle Siege", club.ana, in: club.path)
            try site.run("INSERT INTO video_games (club_id, name) VALUES (0, 'Starless Covenant')")
            let shared = try site.rows("SELECT id FROM video_games WHERE club_id = 0")[0]
            let theirs = own.replacing(club.path, with: "/c/other")
            try await #expect(other.get(theirs).status == .notFound)
            for ending in ["", "/entry", "/entry/removal", "/removal"] {
                let answer = try await other.post(theirs + ending, ["name": "Mine", "state": "plays"])
                #expect(answer.status == (ending == "/entry/removal" ? .seeOther : .notFound), "\(ending)")
            }
            try await #expect(other.get("/c/other/library/search?q=sandcastle").text.contains("There is no game with this name"))
            try await #expect(other.get("/c/other/library/search?q=sandcaslte").text.contains("There is no game with this name"))
            for (who, path) in [(other, "/c/other"), (club.ana, club.path)] {
                let game = "\(path)/library/games/\(shared)"
                try await #expect(who.get(path + "/library/search?q=starles+covenant").text.contains("Starless Covenant"))
                try await #expect(put(game, "wants", who).status == .seeOther)
                try await #expect(who.get(game + "/edit").status == .forbidden)
                try await #expect(who.post(game, ["name": "Mine"]).status == .forbidden)
                try await #expect(who.post(game + "/removal", [:]).status == .forbidden)
            }
            try #expect(site.rows("SELECT name FROM video_games ORDER BY id") == ["Sandcastle Siege", "Starless Covenant"])
        }
    }

    @Test func `only the author and admins can change or delete a game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await add("Sandcastle Siege", club.ben, in: club.path)
            let anas = try await add("Tide Table", club.ana, in: club.path)
            try await #expect(club.ben.post(anas, ["name": "Mine"]).status == .forbidden)
            try await #expect(club.ben.post(game, ["name": "Sandcastle Sieges"]).status == .seeOther)
            try await #expect(club.ana.get(club.path + "/library/search?q=sieges").text.contains("Sandcastle Sieges"))
            try await #expect(put(game, "plays", club.ben).status == .seeOther)
            try await #expect(club.ana.post(game + "/removal", [:]).status == .seeOther)
            try await #expect(club.ben.get(game).status == .notFound)
            try #expect(site.rows("SELECT count(*) FROM library_entries") == ["0"])
            try #expect(site.rows("SELECT count(*) FROM video_game_vocabulary WHERE word LIKE 'sand%'") == ["0"])
        }
    }

    @Test func `members choose who sees each list`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await add("Lanternfall", club.ana, in: club.path)
            _ = try await put(game, "plays", club.ana, ["note": "Hush"])
            let list = club.path + "/library/players/ana"
            try await #expect(club.ben.get(list).text.contains("Lanternfall"))
            for (column, isSeen) in [("for_me", false), ("for_friends", false)] {
                try site.run("UPDATE members SET \(column) = \(column) || '{library_plays}' WHERE handle = 'ana'")
                try await #expect(club.ben.get(list).text.contains("Lanternfall") == isSeen)
                try await #expect(club.ben.get(game).text.contains("Hush") == isSeen)
                try await #expect(club.ana.get(club.path + "/library").text.contains("Lanternfall"))
                if column == "for_friends" {
                    try await club.ana.post(club.path + "/follows", ["member": try await club.ben.member(in: club.path)])
                    try await club.ben.post(club.path + "/follows", ["member": try await club.ana.member(in: club.path)])
                    try await #expect(club.ben.get(list).text.contains("Lanternfall"))
                    try await #expect(club.ben.get(game).text.contains("Hush"))
                }
                try site.run("UPDATE members SET \(column) = array_remove(\(column), 'library_plays') WHERE handle = 'ana'")
            }
        }
    }

    @Test func `a member with hidden lists still has a page`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await add("Lanternfall", club.ana, in: club.path)
            _ = try await put(game, "plays", club.ana)
            try await club.ana.post(club.path + "/library/names", ["platform": "PC", "name": "SaltWaterAna", "audience": "club"])
            try site.run(
                "UPDATE members SET for_me = for_me || '{library_plays,library_wants,library_again,library_finished,library_aside}'")
            let page = try await club.ben.get(club.path + "/library/players/ana")
            #expect(page.status == .ok && page.text.contains("SaltWaterAna") && page.text.contains("You cannot see their lists."))
            #expect(!page.text.contains("Lanternfall"))
            try await #expect(club.ben.get(club.path + "/library/players/ana?list=plays").status == .notFound)
        }
    }

    @Test func `the average does not reveal a hidden rating`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await add("Lanternfall", club.ana, in: club.path)
            let others = [
                try await site.guest("cleo", of: club), try await site.guest("dora", of: club), try await site.guest("eva", of: club),
            ]
            for who in [club.ana, club.ben] + others { _ = try await put(game, "plays", who, ["rating": "8"]) }
            try await #expect(club.ana.get(game).text.contains("8 of 10, from 5"))
            for (handle, isTold) in [("cleo", false), ("dora", false), ("eva", true)] {
                try site.run("UPDATE members SET for_me = for_me || '{library_plays}' WHERE handle = '\(handle)'")
                try await #expect(club.ana.get(game).text.contains("8 of 10, from 5") == isTold, "\(handle)")
            }
        }
    }

    @Test func `all lists can be downloaded as a file`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await add("=Lanternfall, \"II\"", club.ana, in: club.path, ["platforms": "PC; Switch", "released": "2019"])
            _ = try await put(
                game, "finished", club.ana, ["rating": "9", "hours": "12.5", "note": "Two\nendings", "finished": "2026-11-02"])
            _ = try await put(try await add("Tea Room", club.ana, in: club.path), "wants", club.ana)
            let file = try await club.ana.get(club.path + "/library/file")
            #expect(file.headers[.contentDisposition]?.contains("pier-games.csv") == true)
            let lines = file.text.components(separatedBy: "\r\n")
            #expect(lines.first?.hasSuffix("name,list,rating,hours,platform,started,finished,note,released,platforms,added_at") == true)
            #expect(lines[1].hasPrefix("\"'=Lanternfall, \"\"II\"\"\",finished,9,12.5,,,2026-11-02,\"Two\nendings\",2019,\"PC; Switch\",2"))
            #expect(lines[2].hasPrefix("Tea Room,wants,,,,,,,,,2") && lines.count == 4)
            try await #expect(!club.ben.get(club.path + "/library/file").text.contains("Lanternfall"))
        }
    }

    @Test func `finishing and reviewing games earns badges`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await add("Lanternfall", club.ana, in: club.path)
            _ = try await put(game, "plays", club.ana)
            func earned() throws -> [String] { try site.rows("SELECT measure || '-' || goal FROM badges ORDER BY 1") }
            try #expect(earned().isEmpty)
            _ = try await put(game, "finished", club.ana, ["note": "Two endings.", "finished": "2026-05-01"])
            try #expect(earned() == ["video_games_finished-1", "video_games_reviewed-1"])
            try #expect(site.rows("SELECT earned_on FROM badges WHERE measure = 'video_games_finished'") == ["2026-05-01"])
            try await club.ana.post(game + "/entry/removal", [:])
            try #expect(earned().isEmpty)
        }
    }

    @Test func `the leaderboard counts finished games, reviews and shelves`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let board = club.path + "/library/leaderboard"
            func scores() throws -> [String] {
                try site.rows("SELECT measure || ' ' || year || ' ' || amount FROM library_leaderboard_totals WHERE amount > 0 ORDER BY 1")
            }
            try await #expect(club.ben.get(board).text.contains("Nobody is on this leaderboard yet."))
            let game = try await add("Lanternfall", club.ana, in: club.path)
            _ = try await put(game, "plays", club.ana, ["note": "Two endings."])
            try #expect(scores().isEmpty)
            _ = try await put(game, "finished", club.ana, ["note": "Two endings."])
            let year = Calendar(identifier: .gregorian).component(.year, from: Date())
            try #expect(scores() == ["finished \(year) 1", "reviews 0 1"])
            for by in ["finished", "reviews"] { try await #expect(club.ben.get(board + "?by=" + by).text.contains("/players/ana")) }
            try await #expect(club.ben.get(board + "?by=luck").status == .notFound)
            _ = try await put(game, "finished", club.ana, ["finished": "2020-03-01"])
            try #expect(scores() == ["finished 2020 1"])
            try await #expect(!club.ben.get(board).text.contains("/players/ana"))
            for audience in ["club", "me"] {
                try await club.ana.post(club.path + "/library/shelves", ["name": audience, "audience": audience])
                try #expect(scores() == ["finished 2020 1", "shelves 0 1"])
            }
            try await club.ana.post(game + "/removal", [:])
            try #expect(scores() == ["shelves 0 1"])
        }
    }

    @Test func `the club's month counts visible entries only`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let month = club.path + "/library/month"
            try await #expect(club.ben.get(month).text.contains("Nobody has started or finished a game yet."))
            let games = [try await add("Lanternfall", club.ana, in: club.path), try await add("Tea Room", club.ana, in: club.path)]
            _ = try await put(games[0], "plays", club.ana, ["rating": "8"])
            _ = try await put(games[0], "finished", club.ben, ["rating": "9", "finished": "2024-05-09"])
            _ = try await put(games[1], "wants", club.ben)
            let now = try await club.ben.get(month).text
            #expect(now.contains("1 member started 1 game.") && now.contains("8 of 10") && !now.contains("Tea Room"))
            #expect(now.contains("month=2024-05"))
            var then = try await club.ana.get(month + "?month=2024-05").text
            #expect(then.contains("May 2024 in games") && then.contains("1 member finished 1 game.") && then.contains("9 of 10"))
            // Without a date, a finished game counts on the day on which it came onto the list. A new note does not change that.
            _ = try await put(games[0], "finished", club.ben)
            _ = try await put(games[0], "finished", club.ben, ["note": "Two endings."])
            try await #expect(club.ana.get(month).text.contains("2 members started 1 game and finished 1 game."))
            try site.run("UPDATE members SET for_me = array_append(for_me, 'library_finished') WHERE handle = 'ben'")
            then = try await club.ana.get(month).text
            #expect(then.contains("1 member started 1 game.") && !then.contains("finished it"))
            // Months with hidden entries only are not linked.
            #expect(!then.contains("month=2024-05"))
            for wrong in ["2024", "2024-13", "x"] { try await #expect(club.ana.get(month + "?month=" + wrong).status == .notFound) }
        }
    }

    @Test func `each page takes one round trip`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await add("Lanternfall", club.ana, in: club.path)
            _ = try await put(game, "plays", club.ana)
            let shelf = try #require(
                try await club.ana.post(club.path + "/library/shelves", ["name": "One", "audience": "club"]).headers[.location])
            let pages = [
                "", "?view=table", "/search", "/search?q=lanternfal", "/players/ana", "/order?list=plays", "/month", "/leaderboard",
                "/import",
            ]
            for page in pages.map({ club.path + "/library" + $0 }) + [game, shelf] {
                let count = try await site.roundTrips { try await #expect(club.ben.get(page).status == .ok) }
                #expect(count <= 1, "\(page)")
            }
        }
    }

    /// Random changes are made in any order.
    @Test func `stored totals match the entries after any changes`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for name in ["A", "B", "C", "D"] { _ = try await add("Title \(name)", club.ana, in: club.path) }
            let games = try site.rows("SELECT id FROM video_games").map { "\(club.path)/library/games/\($0)" }
            var generator = Seeded(state: 17)
            for _ in 0..<80 {
                let (who, game) = (Bool.random(using: &generator) ? club.ana : club.ben, games.randomElement(using: &generator) ?? "")
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    try await who.post(game + "/entry/removal", [:])
                } else {
                    let state = LibraryEntry.State.allCases.randomElement(using: &generator) ?? .plays
                    let rating = Int.random(in: 0...10, using: &generator)
                    try await #expect(put(game, state.rawValue, who, ["rating": rating == 0 ? "" : "\(rating)"]).status == .seeOther)
                }
            }
            try #expect(!site.rows("SELECT video_game_id FROM library_entries").isEmpty)
            let id = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            for check in LibraryFeature().checks {
                try await #expect(site.database.read(tenant: id, check.query).isEmpty, "\(check.name)")
            }
        }
    }

    @Test func `a long list is paged completely and in order`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try site.run(
                """
                INSERT INTO video_games (club_id, name) SELECT 0, 'Title ' || n FROM generate_series(1, 150) n;
                INSERT INTO library_entries (club_id, member_id, video_game_id, state, place)
                SELECT m.club_id, m.id, t.id, 'plays', t.id / 3 FROM members m, video_games t WHERE m.handle = 'ana'
                """)
            var (path, names) = (club.path + "/library", [String]())
            while true {
                let page = try await club.ana.get(path).text
                names += page.matches(of: /<bdi class="row-title">([^<]*)</).map { String($0.1) }
                guard let next = page.firstMatch(of: /rel="next" href="([^"]*)"/) else { break }
                path = String(next.1).replacing("&amp;", with: "&")
            }
            #expect(names == (1...150).map { "Title \($0)" })
            for bad in ["x", "1_", "_1", "nan_1", "inf_3", "1_x"] {
                try await #expect(club.ana.get(club.path + "/library?after=" + bad).status == .notFound)
            }
            try await #expect(club.ana.get(club.path + "/library?list=x").status == .notFound)
        }
    }
}
