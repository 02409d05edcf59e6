import HTTPTypes
import TestSupport
import Testing

@testable import App

/// Shelves, and the order of video games on shelves and lists.
struct ShelfTests {
    private static let moves = ["up", "down", "top", "end", "place"]

    /// Puts `count` shared games on the member's playing list.
    private func fill(_ count: Int, _ site: TestSite, of handle: String = "ana") throws {
        try site.run(
            """
            INSERT INTO video_games (club_id, name) SELECT 0, 'Title ' || n FROM generate_series(1, \(count)) n;
            INSERT INTO library_entries (club_id, member_id, video_game_id, state, place)
            SELECT m.club_id, m.id, t.id, 'plays', t.id / 3 FROM members m, video_games t WHERE m.handle = '\(handle)'
            """)
    }

    private func order(_ table: String, _ site: TestSite) throws -> [String] {
        try site.rows("SELECT video_game_id FROM \(table) ORDER BY place, video_game_id")
    }

    /// The order stays right however often the same gap is halved.
    @Test func `moves give the same order as in a plain list`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try fill(9, site)
            var (random, plain) = (Seeded(state: 23), try order("library_entries", site))
            for turn in 0..<150 {
                let game = plain.randomElement(using: &random) ?? ""
                let move = turn < 60 ? "place" : Self.moves.randomElement(using: &random) ?? ""
                // Sixty moves go into the same gap, more than the precision of a floating-point number allows.
                let place = turn < 60 ? 2 : Int.random(in: 1...9, using: &random)
                let at = try #require(plain.firstIndex(of: game))
                plain.remove(at: at)
                let to = ["up": max(at - 1, 0), "down": min(at + 1, 8), "top": 0, "end": 8, "place": place - 1][move] ?? 0
                plain.insert(game, at: to)
                let form = ["list": "plays", move == "place" ? "place" : "move": move == "place" ? "\(place)" : move]
                let answer = try await club.ana.post("\(club.path)/library/games/\(game)/place", form)
                #expect(answer.status == .seeOther)
                try #expect(order("library_entries", site) == plain, "\(turn): \(game) \(move) \(place)")
            }
            try #expect(site.rows("SELECT count(*) FROM library_entries WHERE place::text = 'NaN'") == ["0"])
        }
    }

    @Test func `a shelf holds games of its owner's lists`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try fill(3, site)
            let made = try await club.ana.post(club.path + "/library/shelves", ["name": "Rainy Sundays", "audience": "club"])
            let shelf = try #require(made.headers[.location])
            let id = String(try #require(shelf.split(separator: "/").last))
            for game in 1...3 {
                let answer = try await club.ana.post("\(club.path)/library/games/\(game)/shelves", ["shelf": id])
                #expect(answer.status == .seeOther)
            }
            try #expect(order("shelf_games", site) == ["1", "2", "3"])
            try await club.ana.post("\(club.path)/library/games/3/place", ["shelf": id, "move": "top"])
            try #expect(order("shelf_games", site) == ["3", "1", "2"])
            try #expect(order("library_entries", site) == ["1", "2", "3"])
            try await club.ana.post("\(club.path)/library/games/1/shelves", [:])
            try #expect(order("shelf_games", site) == ["3", "2"])
            try await club.ana.post("\(club.path)/library/games/2/entry/removal", [:])
            let page = try await club.ben.get(shelf).text
            #expect(
                page.contains("Rainy Sundays") && page.contains("Title 3") && !page.contains("Title 2")
                    && !page.contains("Edit the shelf"))
            try await #expect(club.ben.get(club.path + "/library/players/ana").text.contains("1 game"))
            // Only the owner can change a shelf.
            try await club.ben.post("\(club.path)/library/games/3/shelves", ["shelf": id])
            try await #expect(club.ben.post(shelf, ["name": "Mine"]).status == .notFound)
            try await #expect(club.ben.post(shelf + "/removal", [:]).status == .notFound)
            try await #expect(club.ben.get(shelf + "/edit").status == .notFound)
            try await #expect(club.ben.get("\(club.path)/library/order?shelf=\(id)").status == .notFound)
            try await #expect(club.ben.post("\(club.path)/library/games/3/place", ["shelf": id, "move": "up"]).status == .notFound)
            try #expect(order("shelf_games", site) == ["3"])
            try await #expect(club.ana.post(shelf, ["name": "Rain", "audience": "me"]).status == .seeOther)
            try await #expect(club.ben.get(shelf).status == .notFound)
            try await #expect(club.ana.get(shelf).text.contains("Only you can see it."))
            try await #expect(club.ana.post(shelf + "/removal", [:]).status == .seeOther)
            try #expect(site.rows("SELECT count(*) FROM library_entries") == ["2"])
        }
    }

    @Test func `each list has its own audience`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try fill(2, site)
            try site.run("UPDATE library_entries SET state = 'wants' WHERE video_game_id = 2")
            let made = try await club.ana.post(club.path + "/library/shelves", ["name": "All", "audience": "club"])
            let shelf = try #require(made.headers[.location])
            for game in 1...2 {
                try await club.ana.post(
                    "\(club.path)/library/games/\(game)/shelves", ["shelf": String(shelf.split(separator: "/").last ?? "")])
            }
            try site.run("UPDATE members SET for_me = for_me || '{library_wants}' WHERE handle = 'ana'")
            let list = club.path + "/library/players/ana"
            try await #expect(club.ben.get(list + "?list=wants").status == .notFound)
            var page = try await club.ben.get(list).text
            #expect(page.contains("Title 1") && !page.contains("Wants to play"))
            page = try await club.ben.get(shelf).text
            #expect(page.contains("Title 1") && !page.contains("Title 2"))
            try await #expect(!club.ben.get("\(club.path)/library/games/2").text.contains("wants to play it"))
            // If the member shows only another list, the page redirects to that list.
            try site.run("UPDATE members SET for_me = '{library_plays,library_again}' WHERE handle = 'ana'")
            let moved = try await club.ben.get(list)
            #expect(moved.status == .seeOther && moved.headers[.location]?.hasSuffix("?list=wants") == true)
            try site.run(
                "UPDATE members SET for_me = '{library_plays,library_wants,library_again,library_finished,library_aside}' WHERE handle = 'ana'"
            )
            // A member who shows no lists may still show shelves.
            try await #expect(club.ben.get(list).text.contains("You cannot see their lists."))
            try await #expect(club.ana.get(club.path + "/library").text.contains("Only you can see it."))
        }
    }

    @Test func `invalid shelves and moves are refused with a reason`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try fill(1, site)
            let shelves = club.path + "/library/shelves"
            for name in ["", String(repeating: "x", count: 61), "\u{202E}\u{200B}"] {
                let answer = try await club.ana.post(shelves, ["name": name])
                #expect(answer.status == .unprocessableContent && answer.text.contains("Give the shelf a name of at most 60 characters."))
            }
            try await #expect(club.ana.post(shelves, ["name": "One"]).status == .seeOther)
            let again = try await club.ana.post(shelves, ["name": "One"])
            #expect(again.status == .unprocessableContent && again.text.contains("You already have a shelf with this name."))
            try await #expect(club.ben.post(shelves, ["name": "One"]).status == .seeOther)
            for number in 2...30 { try await club.ana.post(shelves, ["name": "Shelf \(number)"]) }
            try #expect(site.rows("SELECT count(*) FROM shelves s JOIN members m ON m.id = s.member_id WHERE m.handle = 'ana'") == ["30"])
            try await #expect(club.ana.post(shelves, ["name": "One more"]).text.contains("You have 30 shelves"))
            // If one of the chosen shelves is full, nothing changes.
            let (one, two) = (
                try site.rows("SELECT id FROM shelves WHERE name = 'One' ORDER BY id")[0],
                try site.rows("SELECT id FROM shelves WHERE name = 'Shelf 2'")[0]
            )
            try await #expect(club.ana.post(club.path + "/library/games/1/shelves", ["shelf": one]).status == .seeOther)
            try site.run(
                "ALTER TABLE shelf_games DISABLE TRIGGER ALL; INSERT INTO shelf_games (club_id, shelf_id, member_id, video_game_id, place) SELECT 1, \(two), 1, 1000 + n, n FROM generate_series(1, 500) n; ALTER TABLE shelf_games ENABLE TRIGGER ALL"
            )
            try await #expect(club.ana.post(club.path + "/library/games/1/shelves", ["shelf": two]).status == .unprocessableContent)
            try #expect(site.rows("SELECT count(*) FROM shelf_games WHERE shelf_id = \(one)") == ["1"])
            let place = club.path + "/library/games/1/place"
            for (form, words) in [
                (["list": "plays", "move": "away"], "A game goes up, down"),
                (["list": "plays", "place": "0"], "Write a place: from 1 to 5000."),
                (["list": "plays", "place": "many"], "Write a place"),
            ] {
                let answer = try await club.ana.post(place, form)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words))
            }
            try await #expect(club.ana.post(place, ["list": "wants", "move": "up"]).status == .notFound)
            try await #expect(club.ana.post(place, ["move": "up"]).status == .notFound)
            try await #expect(club.ana.get(club.path + "/library/order?list=none").status == .notFound)
        }
    }

    @Test func `shelves belong to one club`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let made = try await club.ana.post(club.path + "/library/shelves", ["name": "One"])
            let shelf = try #require(made.headers[.location])
            try await club.ana.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            let there = shelf.replacing(club.path, with: "/c/other")
            try await #expect(club.ana.get(there).status == .notFound)
            try await #expect(club.ana.post(there, ["name": "Two"]).status == .notFound)
            try await #expect(!club.ana.get("/c/other/library").text.contains("One"))
        }
    }
}
