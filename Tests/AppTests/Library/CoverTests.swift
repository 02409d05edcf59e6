import TestSupport
import Testing

@testable import App

/// Covers of video games.
struct CoverTests {
    private func game(_ who: Visitor, in club: String) async throws -> String {
        try #require(try await who.post(club + "/library/games", ["name": "Lanternfall", "is_another": "1"]).headers[.location])
    }

    private func address(of size: String, on page: String, _ who: Visitor) async throws -> String? {
        try await who.get(page).text.matches(of: /src="([^"]*\/cover\/(\w+)\?[^"]*)"/).first { $0.2 == size }.map { String($0.1) }
    }

    @Test func `covers drawn together equal covers drawn one by one`() async throws {
        try await TestSite.open { site in
            try site.run("INSERT INTO video_games (club_id, name) VALUES (0, 'Lanternfall'), (0, 'Tea Room'), (0, 'Pier Party')")
            let (store, genres) = (CoverStore(site.server.services), ["Puzzle", "Arcade", "Party"])
            let drawings = genres.enumerated().map { (game: ID<VideoGame>($0 + 1), drawing: DemoCover("A game", genre: $1).drawing) }
            func covers() throws -> [String] {
                try site.rows(
                    "SELECT concat_ws(' ', video_game_id, size, width, height, md5(data)) FROM video_game_covers ORDER BY video_game_id, size"
                )
            }
            for drawing in drawings { try await store.store(drawn: [drawing]) }
            let alone = try covers()
            #expect(
                Set(alone.map { $0.split(separator: " ").last }).count == 6
                    && alone.allSatisfy { $0.contains("e 528 704") || $0.contains("l 264 352") })
            try site.run("DELETE FROM video_game_covers")
            try await store.store(drawn: drawings)
            try #expect(covers() == alone)
        }
    }

    @Test func `a cover appears on every page of its game and is revalidated`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club.ana, in: club.path)
            try await club.ana.post(game + "/entry", ["state": "plays"])
            let pages = ["", "?view=covers", "/order?list=plays", "/search?q=lanternfall"].map { club.path + "/library" + $0 }
            for page in pages { try await #expect(address(of: "small", on: page, club.ana) == nil, "\(page)") }
            let sent = try await club.ana.upload(game + "/cover", [:], [("a.jpg", try Images.jpeg(width: 900, height: 1200))])
            #expect(sent.status == .seeOther && sent.headers[.location] == game)
            for page in pages + [club.path + "/members/ana"] {
                try await #expect(address(of: "small", on: page, club.ana) != nil, "\(page)")
            }
            let large = try #require(try await address(of: "large", on: game, club.ben))
            let answer = try await club.ben.get(large)
            #expect(answer.headers[.contentType] == "image/webp")
            #expect(answer.headers[.cacheControl] == "private, no-cache")
            let again = try await club.ben.get(large, [.ifNoneMatch: answer.headers[.eTag] ?? ""])
            #expect(again.status == .notModified)
            #expect(
                try site.rows("SELECT size || width || 'x' || height FROM video_game_covers ORDER BY size") == [
                    "large528x704", "small264x352",
                ])
            // A new cover has another address, and the response at the old address is not cached.
            _ = try await club.ana.upload(game + "/cover", [:], [("a.gif", Images.gif)])
            try await #expect(address(of: "large", on: game, club.ben) != large)
            try await #expect(club.ben.get(large).headers[.cacheControl] == "private, no-cache")
            try await #expect(club.ana.post(game + "/cover/removal", [:]).status == .seeOther)
            try await #expect(address(of: "large", on: game, club.ben) == nil)
            try await #expect(club.ben.get(large).status == .notFound)
        }
    }

    @Test func `only the author and admins can change a cover`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (anas, bens) = (try await game(club.ana, in: club.path), try await game(club.ben, in: club.path))
            let eve = try await site.person("eve")
            try await eve.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            try await #expect(club.ben.upload(anas + "/cover", [:], [("a.gif", Images.gif)]).status == .forbidden)
            for who in [club.ben, club.ana] {
                try await #expect(who.upload(bens + "/cover", [:], [("a.gif", Images.gif)]).status == .seeOther)
            }
            try await #expect(club.ben.upload(bens + "/cover", ["csrf": "guess"], [("a.gif", Images.gif)]).status == .forbidden)
            let theirs = bens.replacing(club.path, with: "/c/other")
            try await #expect(eve.get(theirs + "/cover/small").status == .notFound)
            try await #expect(eve.upload(theirs + "/cover", [:], [("a.gif", Images.gif)]).status == .notFound)
            try await #expect(eve.post(theirs + "/cover/removal", [:]).status == .notFound)
            try await #expect(club.ana.get(bens + "/cover/small").status == .ok)
            try await club.ben.post(bens + "/removal", [:])
            try #expect(site.rows("SELECT count(*) FROM video_game_covers") == ["0"])
        }
    }

    @Test func `clubs see but cannot change covers of shared games`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let eve = try await site.person("eve")
            try await eve.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            try site.run("INSERT INTO video_games (club_id, name) VALUES (0, 'Starless Covenant')")
            let id = try #require(ID<VideoGame>(try site.rows("SELECT id FROM video_games")[0]))
            let store = CoverStore(site.server.services)
            try await #expect(store.store(Images.gif, of: id))
            try await #expect(store.store(try Images.jpeg(width: 30, height: 40), of: id))
            try await #expect(!store.store(Images.gif, of: ID(id.rawValue + 1)))
            await #expect(throws: Refusal.self) { try await store.store(Array("no picture".utf8), of: id) }
            for (who, path) in [(club.ana, club.path), (eve, "/c/other")] {
                let game = "\(path)/library/games/\(id)"
                let cover = try #require(try await address(of: "large", on: game, who))
                try await #expect(who.get(cover).status == .ok)
                try await #expect(who.upload(game + "/cover", [:], [("a.gif", Images.gif)]).status == .forbidden)
                try await #expect(who.post(game + "/cover/removal", [:]).status == .forbidden)
            }
            try #expect(site.rows("SELECT club_id FROM video_game_covers") == ["0", "0"])
        }
    }

    @Test func `a file that is no cover is refused with a reason`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club.ana, in: club.path)
            let huge = [UInt8](repeating: 7, count: 100_000_000)
            for (files, words) in [
                ([], "Choose a picture first."), ([("a.txt", Array("no picture".utf8))], "We cannot read that picture."),
                ([("a.gif", Images.gif), ("b.gif", Images.gif)], "Choose one picture."), ([("a.gif", [])], "That file is empty."),
                ([("a.jpg", huge)], "larger than"),
            ] as [([(String, [UInt8])], String)] {
                let answer = try await club.ana.upload(game + "/cover", [:], files)
                #expect(answer.status.code >= 400 && answer.text.contains(words), "\(words): \(answer.status)")
            }
            try #expect(site.rows("SELECT count(*) FROM video_game_covers") == ["0"])
        }
    }
}
