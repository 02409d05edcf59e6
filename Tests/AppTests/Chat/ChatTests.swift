import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

struct ChatTests {
    @Test func `authors can remove and restore their own messages`() async throws {
        try await TestSite.open { site in
            let (game, x, o) = try await site.clubOfTwo().game()
            try await x.post(game + "/messages", ["text": "Too hasty", "idempotency_key": "1"])
            let removal = String(try #require(try await x.get(game).text.firstMatch(of: /action="([^"]+\/removal)"/)).1)
            try await #expect(!o.get(game).text.contains("/removal"))
            try await #expect(o.post(removal, [:]).status == .notFound)
            try await #expect(x.post(removal, [:]).status == .seeOther)
            let theirs = try await o.get(game).text
            #expect(theirs.contains("Message removed") && !theirs.contains("Too hasty"))
            let restoration = String(try #require(try await x.get(game).text.firstMatch(of: /action="([^"]+\/restoration)"/)).1)
            let restored = try await x.post(restoration, [:], [.prefer: "return=representation"])
            #expect(restored.status == .ok && restored.text.contains("Too hasty"))
            try await #expect(o.get(game).text.contains("Too hasty"))
            try await #expect(x.post(game + "/messages/999999/removal", [:]).status == .notFound)
        }
    }

    @Test func `older messages are paged by key`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            try await site.database.write(
                tenant: tenant,
                Query<Int>.change(
                    """
                    INSERT INTO messages (club_id, room_kind, room_number, member_id, text, idempotency_key)
                    SELECT club_id, 'game', id, x_member, 'Line ' || n || '.', 'n' || n FROM games, generate_series(1, 120) n
                    """))
            var (path, lines) = (game, [Int]())
            for expected in [71...120, 21...70, 1...20] {
                let page = try await x.get(path).text
                let found = page.matches(of: />Line (\d+)\.</).compactMap { Int($0.1) }
                #expect(found == Array(expected))
                lines += found
                guard let older = page.firstMatch(of: /href="([^"]+before=\d+)"/) else { break }
                path = String(older.1)
            }
            #expect(lines.count == 120)
            try await #expect(x.get(game + "/messages?before=x").status == .notFound)
        }
    }
}
