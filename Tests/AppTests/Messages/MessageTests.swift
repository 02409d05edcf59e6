import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

struct MessageTests {
    /// Opens the conversation of two members and returns its path.
    private func open(_ one: Visitor, with other: Visitor, in club: ClubOfTwo) async throws -> String {
        let answer = try await one.post(club.path + "/messages", ["member": try await other.member(in: club.path)])
        return try #require(answer.headers[.location])
    }

    @discardableResult
    private func say(_ text: String, _ person: Visitor, in conversation: String, idempotencyKey: String? = nil) async throws
        -> Visitor.Answer
    {
        try await person.post(conversation + "/messages", ["text": text, "idempotency_key": idempotencyKey ?? RandomText.make(bytes: 8)])
    }

    @Test func `two members share one conversation`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let paths = try await withThrowingTaskGroup(of: String.self) { group in
                for (one, other) in [(club.ana, club.ben), (club.ben, club.ana), (club.ana, club.ben)] {
                    group.addTask { try await open(one, with: other, in: club) }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            let path = try #require(paths.first)
            #expect(paths.count == 1)
            // A conversation without messages is not listed.
            try await #expect(club.ben.get(club.path + "/messages").text.contains("No messages yet."))
            try await #expect(say("Hello Ben", club.ana, in: path).status == .seeOther)
            let inbox = try await club.ben.get(club.path + "/messages").text
            #expect(inbox.contains("Hello Ben") && inbox.contains("1<span class=\"visually-hidden\"> unread"))
            try await #expect(club.ben.get(path).text.contains("Hello Ben"))
            let read = try await club.ben.get(club.path + "/messages").text
            #expect(read.contains("Hello Ben") && !read.contains("is-new"))
            try await #expect(club.ana.get(path).text.contains("Seen <time"))
        }
    }

    @Test func `a message sent twice is stored and counted once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { _ = try await say("Once", club.ana, in: path, idempotencyKey: "same") } }
                try await group.waitForAll()
            }
            try await say("Twice", club.ana, in: path)
            try await #expect(club.ben.get(club.path + "/messages").text.contains("2<span class=\"visually-hidden\"> unread"))
            try await #expect(club.ben.get(path).text.matches(of: />Once</).count == 1)
        }
    }

    @Test func `messages shown in the no-JavaScript frame count as read`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            _ = try await club.ben.get(path)
            try await say("Hello", club.ana, in: path)
            try await #expect(club.ana.get(path + "/messages").status == .ok)
            try await #expect(club.ben.get(club.path + "/messages").text.contains("1<span class=\"visually-hidden\"> unread"))
            try await #expect(club.ben.get(path + "/messages").text.contains("Hello"))
            try await #expect(!club.ben.get(club.path + "/messages").text.contains("1<span class=\"visually-hidden\"> unread"))
            try await #expect(club.ana.get(path).text.contains("Seen <time"))
        }
    }

    @Test func `a removed message does not count as unread`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            for text in ["Oh", "No"] { try await say(text, club.ana, in: path) }
            let lines = try await club.ana.get(path).text.matches(of: /id="message-(\d+)"/).map { String($0.1) }
            try await club.ana.post("\(path)/messages/\(lines[1])/removal", [:])
            try await #expect(club.ben.get(club.path + "/messages").text.contains("1<span class=\"visually-hidden\"> unread"))
            try await club.ana.post("\(path)/messages/\(lines[1])/restoration", [:])
            try await #expect(club.ben.get(club.path + "/messages").text.contains("2<span class=\"visually-hidden\"> unread"))
        }
    }

    @Test func `a removed photo message is hidden from the other member`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            _ = try await club.ana.upload(path + "/photos", ["idempotency_key": "1"], [("a.gif", Images.gif)])
            let page = try await club.ben.get(path).text
            let photo = club.path + String(try #require(page.firstMatch(of: /\/photos\/\d+/)).0)
            let line = try #require(page.firstMatch(of: /id="message-(\d+)"/)).1
            try await #expect(club.ben.get(photo + "/large").status == .ok)
            try await club.ana.post("\(path)/messages/\(line)/removal", [:])
            for file in ["", "/large", "/small"] { try await #expect(club.ben.get(photo + file).status == .notFound, "\(file)") }
            try await #expect(club.ana.get(photo + "/large").status == .ok)
        }
    }

    @Test func `an admin can remove only reported private messages`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            let path = try await open(club.ben, with: cleo, in: club)
            try await say("Between us", club.ben, in: path)
            let line = try #require(try await cleo.get(path).text.firstMatch(of: /id="message-(\d+)"/)).1
            let removal = "\(club.path)/reports/\(line)/removal"
            try await #expect(club.ana.post(removal, [:]).status == .notFound)
            try await cleo.post("\(path)/messages/\(line)/reports", ["reason": "unkind"])
            let reports = try await club.ana.get(club.path + "/reports").text
            #expect(reports.contains("Between us") && reports.contains("a private message") && !reports.contains(path))
            try await #expect(club.ana.post(removal, [:]).status == .seeOther)
            try await #expect(cleo.get(path).text.contains("Message removed"))
        }
    }

    @Test func `concurrent messages are all stored and counted`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<60 {
                    group.addTask { try await say("\(number)", number.isMultiple(of: 2) ? club.ana : club.ben, in: path).status }
                    if number.isMultiple(of: 5) { group.addTask { try await club.ben.get(path).status } }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [.seeOther: 60, .ok: 12], "\(statuses)")
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            let wrong = try await site.database.read(
                tenant: tenant,
                Query<Int>.one(
                    """
                    SELECT count(*) FROM conversation_sides s WHERE unread <> (SELECT count(*) FROM messages l
                        WHERE l.room_kind = 'conversation' AND l.room_number = s.conversation_id AND l.id > s.read_message_id
                            AND l.member_id <> s.member_id)
                        OR last_message_id <> (SELECT max(id) FROM messages l
                            WHERE l.room_kind = 'conversation' AND l.room_number = s.conversation_id)
                    """))
            #expect(wrong == 0)
        }
    }

    @Test func `only the two members can read a conversation`() async throws {
        try await TestSite.open { site in
            let (club, other) = (try await site.clubOfTwo(), try await site.clubOfTwo("mole", names: ("dan", "eve")))
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            let path = try await open(club.ana, with: club.ben, in: club)
            try await say("Between us", club.ana, in: path)
            let line = try #require(try await club.ben.get(path).text.firstMatch(of: /id="message-(\d+)"/)).1
            let sent = try await club.ana.upload(path + "/photos", [:], [("a.gif", Images.gif)])
            #expect(sent.status == .seeOther, "\(sent.text)")
            let photo = try #require(try await club.ben.get(path).text.firstMatch(of: /\/photos\/\d+/)).0
            try await #expect(club.ben.get(club.path + photo + "/small").status == .ok)
            for stranger in [cleo, other.ana] {
                for page in ["", "/live", "/messages", "/messages?before=99", "/messages/\(line)"] {
                    try await #expect(stranger.get(path + page).status == .notFound, "\(page)")
                }
                try await #expect(stranger.post(path + "/reading", ["message": "\(line)"]).status == .notFound)
                try await #expect(say("Me, too", stranger, in: path).status == .notFound)
                try await #expect(stranger.upload(path + "/photos", [:], [("a.gif", Images.gif)]).status == .notFound)
                for file in ["", "/small", "/large"] {
                    try await #expect(stranger.get(club.path + photo + file).status == .notFound, "\(file)")
                }
                try await #expect(stranger.post(path + "/messages/\(line)/reports", ["reason": "spam"]).status == .notFound)
            }
            let there = other.path + path.dropFirst(club.path.count)
            for page in ["", "/live", "/messages"] { try await #expect(other.ana.get(there + page).status == .notFound, "\(page)") }
            try await #expect(say("Me, too", other.ana, in: there).status == .notFound)
            try await #expect(!cleo.get(club.path + "/messages?q=between").text.contains("Between us"))
            try await #expect(!cleo.get(club.path + "/photos").text.contains(photo))
            try await #expect(!club.ana.get(club.path + "/photos?of=ana").text.contains(photo))
            try await #expect(club.ana.get(club.path + "/messages?q=between+US").text.contains("Between us"))
            try await #expect(club.ana.get(club.path + "/messages?q=BETWEEN").text.contains("Between us"))
            try await #expect(club.ana.get(club.path + "/messages?q=%25").text.contains("Nothing found for"))
        }
    }

    @Test func `members choose who can send them messages`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            var form = ["display_name": "Ben", "messages_from": "friends"]
            try await club.ben.post(club.path + "/profile", form)
            try await #expect(say("Hello?", club.ana, in: path).status == .forbidden)
            try await #expect(club.ana.upload(path + "/photos", [:], [("a.gif", Images.gif)]).status == .forbidden)
            try await #expect(!club.ana.get(club.path + "/members/ben").text.contains("action=\"\(club.path)/messages\""))
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await club.ana.post(club.path + "/follows", ["member": ben])
            try await club.ben.post(club.path + "/follows", ["member": ana])
            try await #expect(say("Hello, friend", club.ana, in: path).status == .seeOther)
            form["messages_from"] = "nobody"
            try await club.ben.post(club.path + "/profile", form)
            try await #expect(say("Still there?", club.ana, in: path).status == .forbidden)
            let closed = try await club.ana.get(path).text
            #expect(closed.contains("This member does not accept messages") && !closed.contains("<textarea"))
        }
    }

    @Test func `read receipts are shown only when both members share them`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            try await say("Seen?", club.ana, in: path)
            _ = try await club.ben.get(path)
            try await #expect(club.ana.get(path).text.contains("Seen <time"))
            for silent in [club.ana, club.ben] {
                try await silent.post(club.path + "/profile", ["display_name": "Somebody"])
                try await #expect(!club.ana.get(path).text.contains("Seen <time"))
                try await silent.post(club.path + "/profile", ["display_name": "Somebody", "shows_reading": "1"])
                try await #expect(club.ana.get(path).text.contains("Seen <time"))
            }
            // Messages that were read without receipts stay without a receipt.
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben"])
            try await say("And this?", club.ana, in: path)
            _ = try await club.ben.get(path)
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "shows_reading": "1"])
            try await #expect(!club.ana.get(path).text.contains("Seen <time"))
        }
    }

    @Test func `a block hides the conversation from both members`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            try await say("Hello", club.ana, in: path)
            let ana = try await club.ana.member(in: club.path)
            try await club.ben.post(club.path + "/blocks", ["member": ana])
            for person in [club.ana, club.ben] {
                try await #expect(person.get(path).status == .notFound)
                try await #expect(say("Again", person, in: path).status == .notFound)
                try await #expect(person.get(club.path + "/messages").text.contains("No messages yet."))
                try await #expect(!person.get(club.path + "/messages?q=hello").text.contains("found-text"))
                try await #expect(!person.get(club.path + "/notices").text.contains("wrote you"))
            }
            try await club.ben.post(club.path + "/blocks/\(ana)/removal", [:])
            try await #expect(club.ben.get(path).text.contains("Hello"))
        }
    }

    @Test func `older messages are paged and searched by key`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            try await say("Hello", club.ana, in: path)
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            try await site.database.write(
                tenant: tenant,
                Query<Int>.change(
                    """
                    INSERT INTO messages (club_id, room_kind, room_number, member_id, text, idempotency_key)
                    SELECT club_id, 'conversation', id, low_member, 'Line ' || n || '.', 'n' || n FROM conversations, generate_series(1, 120) n
                    """))
            let page = try await club.ben.get(path).text
            #expect(page.matches(of: />Line \d+\.</).count == 50 && page.contains("Line 120."))
            let older = try #require(page.firstMatch(of: /href="([^"]+before=\d+)"/)).1
            try await #expect(club.ben.get(String(older)).text.contains("Line 70."))
            // A search result opens with the messages that followed it.
            let found = try await club.ben.get(club.path + "/messages?q=line+30.").text
            let hit = try #require(found.firstMatch(of: /href="([^"]+before=\d+)#message-\d+"/)).1
            let around = try await club.ben.get(String(hit)).text
            #expect(around.contains("Line 30.") && around.contains("Line 50.") && !around.contains("Line 51."))
            try await #expect(club.ben.get(club.path + "/messages?q=line+119.").text.contains("href=\"\(path)#message-"))
            // One step searches a limited number of messages, and the next step searches older ones.
            let ben = try #require(ID<Member>(try await club.ben.member(in: club.path)))
            func look(for words: String, before line: ID<ChatMessageRecord> = .last) async throws -> [SearchRow] {
                try await site.database.read(
                    tenant: tenant,
                    ConversationQueries().messages(
                        with: words, of: ben, hidden: [], before: line, within: SearchLimits(messages: 100, bytes: 1_000_000), limit: 10))
            }
            let first = try await look(for: "Line 5.")
            #expect(first.count == 1 && first[0].message == nil)
            let second = try await look(for: "Line 5.", before: try #require(first[0].oldestSearched))
            #expect(second.map(\.message?.text) == ["Line 5."] && second[0].oldestSearched == nil)
            let both = try await look(for: "Line 2")
            #expect(
                both.compactMap(\.message?.text) == (0...9).reversed().map { "Line 2\($0)." }
                    && both[0].oldestSearched == first[0].oldestSearched)
            // Search ignores line breaks and repeated spaces.
            try await say("Once\n upon  a time", club.ana, in: path)
            try await #expect(look(for: "once upon a time").first?.message != nil)
            let last = try await club.ben.get(club.path + "/messages?q=Line+5.&before=2").text
            #expect(last.contains("Nothing more found for") && last.contains("Newest messages"))
        }
    }

    @Test func `conversation, inbox, friends and photos pages take one round trip`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            try await say("Hello", club.ana, in: path)
            for page in [path, club.path + "/messages", club.path + "/friends", club.path + "/photos"] {
                _ = try await club.ana.get(page)
                let count = try await site.roundTrips { try await #expect(club.ana.get(page).status == .ok) }
                #expect(count == 1, "\(page)")
            }
        }
    }

    @Test func `invalid message input is refused`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let path = try await open(club.ana, with: club.ben, in: club)
            try await #expect(say("", club.ana, in: path).status == .unprocessableContent)
            try await #expect(say(String(repeating: "x", count: 501), club.ana, in: path).status == .unprocessableContent)
            for member in ["", "0", "x", "99999999999999999999", try await club.ana.member(in: club.path)] {
                try await #expect(club.ana.post(club.path + "/messages", ["member": member]).status == .notFound, "\(member)")
            }
            for line in ["", "x", "-4", "99999999999999999999"] {
                try await #expect(club.ana.post(path + "/reading", ["message": line]).status == .unprocessableContent, "\(line)")
            }
            for page in ["/messages?before=x", "/messages/0", "/messages/x", "/messages/99999999999999999999", "/notices?before=-1"] {
                try await #expect(club.ana.get(club.path + page).status == .notFound, "\(page)")
            }
            try await #expect(club.ana.get(club.path + "/messages?q=%20").status == .seeOther)
        }
    }
}
