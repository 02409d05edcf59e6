import HTTPTypes
import TestSupport
import Testing

@testable import App

/// The chat about a video game, and similar games.
struct VideoGameVisitTests {
    private func game(_ name: String, _ club: ClubOfTwo) async throws -> String {
        try #require(try await club.ana.post(club.path + "/library/games", ["name": name]).headers[.location])
    }

    @Test func `the club reads messages about a game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game("Lanternfall & Sons", club)
            try await #expect(club.ben.get(game).text.contains("No messages yet. Is the game good?"))
            let said = try await club.ben.post(game + "/messages", ["text": "Two endings", "idempotency_key": "idempotency_key"])
            #expect(said.headers[.location] == game + "#chat")
            for path in [game, game + "/live", game + "/messages"] {
                try await #expect(club.ana.get(path).text.contains("Two endings"), "\(path)")
            }
            let refused = try await club.ben.post(game + "/messages", ["text": "", "idempotency_key": "other"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Write something first."))
            // The page links to a video search, which does not learn where the visitor comes from.
            let page = try await club.ana.get(game).text
            #expect(page.contains("results?search_query=Lanternfall%20%26%20Sons%20gameplay"))
            #expect(page.contains("rel=\"noopener noreferrer\" referrerpolicy=\"no-referrer\""))
            try await club.ana.post(game + "/removal", [:])
            try #expect(site.rows("SELECT count(*) FROM messages WHERE room_kind = 'video_game'") == ["0"])
        }
    }

    @Test func `each club has its own chat about a shared game`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try site.run("INSERT INTO video_games (club_id, name) VALUES (0, 'Starless Covenant')")
            let id = try site.rows("SELECT id FROM video_games")[0]
            try await club.ana.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            try await club.ana.post(
                "\(club.path)/library/games/\(id)/messages", ["text": "Here alone", "idempotency_key": "idempotency_key"])
            try await #expect(club.ben.get("\(club.path)/library/games/\(id)").text.contains("Here alone"))
            try await #expect(!club.ana.get("/c/other/library/games/\(id)").text.contains("Here alone"))
            try await #expect(club.ana.get("/c/other/library/games/\(id)/messages").status == .ok)
            try await #expect(club.ana.get("\(club.path)/library/games/999/messages").status == .notFound)
        }
    }

    /// At least two members must have both games on lists that the club sees.
    @Test func `similar games are those that its players share`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.guest("cleo", of: club)
            let games = try await [game("Lanternfall", club), game("Deep Kitchen", club), game("Tea Room", club), game("Moth", club)]
            for who in [club.ana, club.ben] {
                for game in games.prefix(2) { try await who.post(game + "/entry", ["state": "plays"]) }
                try await who.post(games[3] + "/entry", ["state": "wants"])
            }
            try await club.ana.post(games[2] + "/entry", ["state": "plays"])
            func alike() async throws -> Set<String> {
                let page = try await cleo.get(games[0]).text
                let part = page.components(separatedBy: "id=\"alike\"").dropFirst().first?.components(separatedBy: "</section>").first ?? ""
                return Set(["Deep Kitchen", "Tea Room", "Moth"].filter { part.contains($0) })
            }
            try await #expect(alike() == ["Deep Kitchen", "Moth"])
            try site.run("UPDATE members SET for_me = for_me || '{library_wants}' WHERE handle = 'ben'")
            try await #expect(alike() == ["Deep Kitchen"])
            try site.run("UPDATE members SET for_friends = for_friends || '{library_plays}' WHERE handle = 'ana'")
            try await #expect(alike() == [])
        }
    }
}
