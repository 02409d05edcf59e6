import TestSupport
import Testing

@testable import App

/// Sending a video game in a message.
struct VideoGameSharingTests {
    @Test func `a game is sent in a message as a card`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let facts = ["name": "Lanternfall", "released": "2019", "platforms": "PC"]
            let game = try #require(try await club.ana.post(club.path + "/library/games", facts).headers[.location])
            try await #expect(!club.ana.get(game).text.contains("Send it to somebody"))
            let ben = try await club.ben.member(in: club.path)
            try await club.ana.post(club.path + "/follows", ["member": ben])
            try await #expect(club.ana.get(game).text.contains("Send it to somebody"))
            let sent = try await club.ana.post(game + "/shares", ["member": ben, "text": "Tonight?", "idempotency_key": "a"])
            let talk = try #require(sent.headers[.location]?.replacing("#chat", with: ""))
            // Sending the same form again adds no message.
            try await club.ana.post(game + "/shares", ["member": ben, "text": "Tonight?", "idempotency_key": "a"])
            for person in [club.ana, club.ben] {
                let page = try await person.get(talk).text
                #expect(page.contains("Tonight?") && page.contains("2019 · PC") && page.matches(of: /class="message-card"/).count == 1)
                #expect(page.contains("href=\"\(game)\""))
            }
            try await club.ana.post(game + "/shares", ["member": ben, "text": "", "idempotency_key": "b"])
            try await #expect(club.ben.get(club.path + "/messages").text.contains("Lanternfall"))
            let removal = try #require(try await club.ana.get(talk).text.firstMatch(of: /action="([^"]+\/removal)"/)).1
            try await club.ana.post(String(removal), [:])
            try await #expect(club.ben.get(talk).text.matches(of: /class="message-card"/).count == 1)
        }
    }

    @Test func `an invalid message with a game is refused`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try #require(try await club.ana.post(club.path + "/library/games", ["name": "Lanternfall"]).headers[.location])
            let ben = try await club.ben.member(in: club.path)
            try await #expect(club.ana.post(game + "/shares", ["member": ""]).status == .unprocessableContent)
            try await #expect(club.ana.post(game + "/shares", ["member": "999"]).status == .notFound)
            let long = try await club.ana.post(game + "/shares", ["member": ben, "text": String(repeating: "w", count: 501)])
            #expect(long.status == .unprocessableContent && long.text.contains("501 characters"))
            try await club.ana.post(club.path + "/follows", ["member": ben])
            let kept = try await club.ana.post(game + "/shares", ["member": ben, "text": String(repeating: "v", count: 501)]).text
            #expect(kept.contains(#"value="\#(ben)" selected"#) && kept.contains(#"name="text" value="vvv"#))
            try await #expect(club.ana.post(club.path + "/library/games/999/shares", ["member": ben]).status == .notFound)
            try site.run("UPDATE members SET messages_from = 'nobody' WHERE handle = 'ben'")
            try await #expect(club.ana.post(game + "/shares", ["member": ben, "text": "Hello"]).status == .forbidden)
            try #expect(site.rows("SELECT count(*) FROM messages") == ["0"])
        }
    }
}
