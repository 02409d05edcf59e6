import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct MessageSearchTests {
    /// A club whose two members have a conversation of `lines` messages. `text` is an SQL expression of the message's number `n`.
    private func club(of lines: Int, _ text: StaticString, _ site: TestSite) async throws -> (club: ClubOfTwo, tenant: Int, path: String) {
        let club = try await site.clubOfTwo()
        let ben = try await club.ben.member(in: club.path)
        let path = try #require(try await club.ana.post(club.path + "/messages", ["member": ben]).headers[.location])
        try await club.ana.post(path + "/messages", ["text": "Hello", "idempotency_key": "1"])
        let owner = try ScriptConnection(url: site.test.superuserURL)
        try owner.run(
            """
            INSERT INTO messages (club_id, room_kind, room_number, member_id, text, idempotency_key)
            SELECT club_id, 'conversation', id, low_member, \(text), 'n' || n FROM conversations, generate_series(1, \(lines)) n;
            UPDATE conversation_sides SET last_message_id = (SELECT max(id) FROM messages)
            """)
        return (club, try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue, path)
    }

    @Test func `one search step reads a limited number of bytes`() async throws {
        try await TestSite.open { site in
            // Each message has about 1,000 bytes.
            let (club, tenant, _) = try await club(of: 200, "rpad('№' || n || '.', 499, 'Ж')", site)
            let ben = try #require(ID<Member>(try await club.ben.member(in: club.path)))
            func look(before line: ID<ChatMessageRecord> = .last, bytes: Int) async throws -> [SearchRow] {
                try await site.database.read(
                    tenant: tenant,
                    ConversationQueries().messages(
                        with: "№50.ж", of: ben, hidden: [], before: line, within: SearchLimits(messages: 1000, bytes: bytes), limit: 10))
            }
            var (steps, start, found) = (0, Optional(ID<ChatMessageRecord>.last), 0)
            while let line = start {
                let rows = try await look(before: line, bytes: 60_000)
                (steps, start, found) = (steps + 1, rows.first?.oldestSearched, found + rows.compactMap(\.message).count)
            }
            #expect(steps == 4 && found == 1)
            let all = try await look(bytes: 1_000_000)
            #expect(all.count == 1 && all[0].message != nil && all[0].oldestSearched == nil)
        }
    }

    @Test func `messages are folded when stored and older ones at cleanup`() async throws {
        try await TestSite.open { site in
            let (club, tenant, path) = try await club(of: 30, "'Once' || E'\\n \\t' || 'UPON №' || n || '.'", site)
            try await club.ana.post(club.path + "/lobby/messages", ["text": "Said to ALL", "idempotency_key": "2"])
            try await club.ben.post(path + "/messages", ["text": "Twice  upon\n a Time", "idempotency_key": "3"])
            func folded() async throws -> [String] {
                try await site.database.read(
                    tenant: tenant, .one("SELECT array_agg(folded ORDER BY id) FILTER (WHERE folded IS NOT NULL) FROM messages"))
            }
            try await #expect(folded() == ["hello", "twice upon a time"])
            func search() async throws -> [Bool] {
                var found: [Bool] = []
                for words in ["once+upon+n", "said+to", "once++UPON+%E2%84%967.", "Upon+A+time"] {
                    found.append(try await club.ben.get(club.path + "/messages?q=" + words).text.contains("found-text"))
                }
                return found
            }
            try await #expect(search() == [false, false, true, true])
            try await site.server.cleanUp.turn()
            try await #expect(folded() == ["hello"] + (1...30).map { "once upon №\($0)." } + ["twice upon a time"])
            try await #expect(search() == [false, false, true, true])
        }
    }

    @Test func `a removed message is not found by search`() async throws {
        try await TestSite.open { site in
            let (club, _, path) = try await club(of: 1, "'Line ' || n", site)
            let search = club.path + "/messages?q=hello"
            try await #expect(club.ben.get(search).text.contains("found-text"))
            let line = try #require(try await club.ana.get(path).text.firstMatch(of: /id="message-(\d+)"/)).1
            try await club.ana.post("\(path)/messages/\(line)/removal", [:])
            for person in [club.ana, club.ben] { try await #expect(!person.get(search).text.contains("found-text")) }
        }
    }

    @Test func `a search that times out offers a narrower search`() async throws {
        try await TestSite.open { site in
            let (club, _, _) = try await club(of: 5, "'Line ' || n", site)
            let path = club.path + "/messages?q=line+3"
            try await #expect(club.ben.get(path).text.contains("found-text"))
            let blocker = try ScriptConnection(url: site.test.superuserURL)
            try blocker.run("BEGIN; LOCK TABLE messages IN ACCESS EXCLUSIVE MODE")
            let answer = try await club.ben.get(path)
            #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "5")
            #expect(answer.text.contains("The search took too long") && answer.text.contains("value=\"line 3\""))
            let again = club.path + "/messages?q=line%203"
            #expect(answer.text.contains("href=\"\(again)\"") && !answer.text.contains("Nothing found for"))
            let nearer = String(try #require(answer.text.firstMatch(of: /href="([^"]+)near=1"/)).1).replacing("&amp;", with: "&") + "near=1"
            try await #expect(!club.ben.get(nearer).text.contains("Search fewer"))
            try blocker.run("ROLLBACK")
            try await #expect(club.ben.get(nearer).text.contains("found-text"))
        }
    }
}
