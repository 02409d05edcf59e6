import Postgres
import TestSupport
import Testing

@testable import App

/// Requests for others to play a video game with.
struct PlayerRequestTests {
    private func game(_ club: ClubOfTwo, _ name: String = "Lanternfall") async throws -> String {
        try #require(try await club.ana.post(club.path + "/library/games", ["name": name]).headers[.location])
    }

    @Test func `a player request is shown until it is withdrawn`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (game, other) = (try await game(club), try await game(club, "Tea Room"))
            let answer = try await club.ben.post(game + "/player-request", ["minutes": "60", "note": "With voice"])
            #expect(answer.status == .seeOther && answer.headers[.location] == game + "#player-requests")
            for page in [game, club.path + "/library/together"] {
                let text = try await club.ana.get(page).text
                #expect(text.contains("With voice") && text.contains("Write<span"), "\(page)")
                #expect(text.contains("Ben is looking for players for Lanternfall."))
            }
            try await #expect(!club.ana.get(other).text.contains("With voice"))
            try await #expect(club.ben.get(game).text.contains("Stop looking"))
            // A member can have one request at a time.
            try await club.ben.post(other + "/player-request", ["minutes": "30"])
            try await #expect(!club.ana.get(game).text.contains("Ben is looking for players"))
            try await club.ben.post(club.path + "/library/player-request/withdrawal", [:])
            try await #expect(!club.ana.get(other).text.contains("Ben is looking for players"))
            try #expect(site.rows("SELECT count(*) FROM player_requests") == ["0"])
        }
    }

    @Test func `a player request expires, and blocked members do not see it`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club)
            try await club.ben.post(game + "/player-request", ["minutes": "30"])
            try await #expect(club.ana.get(game).text.contains("Ben is looking for players"))
            try site.run("UPDATE player_requests SET created_at = now() - interval '1 hour', expires_at = now() - interval '1 second'")
            try await #expect(!club.ana.get(game).text.contains("Ben is looking for players"))
            try await club.ben.post(game + "/player-request", ["minutes": "30"])
            try site.run("UPDATE members SET messages_from = 'nobody' WHERE handle = 'ben'")
            let text = try await club.ana.get(game).text
            #expect(text.contains("Ben is looking for players") && !text.contains("Write<span"))
            try await club.ben.post(club.path + "/blocks", ["member": try await club.ana.member(in: club.path)])
            try await #expect(!club.ana.get(game).text.contains("Ben is looking for players"))
        }
    }

    @Test func `an invalid player request is refused with a reason`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await game(club)
            for (fields, words) in [
                (["minutes": "31"], "Choose how long"), ([:], "Choose how long"),
                (["minutes": "30", "note": String(repeating: "n", count: 201)], "That is 201 characters. The limit is 200."),
            ] {
                let answer = try await club.ben.post(game + "/player-request", fields)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
                #expect(answer.text.contains(#"name="note" value="\#(fields["note"] ?? "")""#))
            }
            try await #expect(club.ben.post(club.path + "/library/games/999/player-request", ["minutes": "30"]).status == .notFound)
            try #expect(site.rows("SELECT count(*) FROM player_requests") == ["0"])
        }
    }
}
