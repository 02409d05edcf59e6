import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct LobbyChatTests {
    @Test func `lobby messages appear to all members and only in the lobby`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let game = try await club.game().path
            let lobby = club.path + "/lobby"
            let said = ["text": "Who plays? https://example.com/rules", "idempotency_key": "1"]
            for _ in 1...2 { try await #expect(club.ana.post(lobby + "/messages", said).headers[.location] == lobby + "#chat") }
            let theirs = try await club.ben.get(lobby).text
            #expect(theirs.contains("Who plays? <a href=\"https://example.com/rules\""))
            #expect(theirs.matches(of: /Who plays\?/).count == 2, "the line, and what is said aloud")
            try await #expect(!club.ben.get(game).text.contains("Who plays?"))
            try await #expect(club.ben.get(lobby + "/messages").text.contains("Who plays?"))
            let stranger = try await site.person("eve")
            for path in [lobby + "/messages", lobby + "/messages/1", club.path + "/blocks", club.path + "/reports"] {
                try await #expect(stranger.get(path).status == .notFound)
            }
        }
    }

    @Test func `a too long message is refused and stays in the form`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let text = String(repeating: "long ", count: 110) + "end"
            for headers: HTTPFields in [[:], [.prefer: "return=representation"]] {
                let answer = try await club.ana.post(club.path + "/lobby/messages", ["text": text, "idempotency_key": "1"], headers)
                #expect(answer.status == .unprocessableContent && answer.text.contains("The limit is 500."))
                #expect(headers.isEmpty == answer.text.contains("long end</textarea>"))
            }
            try await #expect(!club.ben.get(club.path + "/lobby").text.contains("long end"))
        }
    }

    @Test func `a poll returns only the fragment that has changed`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let lobby = club.path + "/lobby"
            _ = try await club.ana.get(lobby)
            // When both see each other in the lobby, only the chat can still change.
            for visitor in [club.ben, club.ana, club.ben] {
                try await #expect(eventually { try await visitor.get(lobby).text.matches(of: /id="member-/).count == 2 })
            }
            let all = try await club.ana.get(lobby + "/live")
            #expect(all.text.contains("id=\"online\"") && all.text.contains("id=\"messages\""))
            try await club.ben.post(lobby + "/messages", ["text": "Hello there", "idempotency_key": "1"])
            let tag = try #require(all.headers[.eTag])
            let news = try await club.ana.get(lobby + "/live", [.ifNoneMatch: tag])
            #expect(news.text.contains("Hello there"))
            #expect(!news.text.contains("id=\"online\""))
            let again = try await club.ana.get(lobby + "/live", [.ifNoneMatch: try #require(news.headers[.eTag])])
            #expect(again.status == .notModified)
        }
    }

    @Test func `an admin removes or dismisses reported messages`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let lobby = club.path + "/lobby"
            let carmen = try await site.person("carmen")
            try await carmen.post(club.invitation, [:])
            for text in ["Buy my tokens", "You are all awful"] {
                try await carmen.post(lobby + "/messages", ["text": text, "idempotency_key": text])
            }
            let page = try await club.ben.get(lobby).text
            let lines = page.matches(of: /href="([^"]+\/messages\/\d+)"/).map { String($0.1) }
            #expect(lines.count == 2)
            try await #expect(club.ben.post(lines[0] + "/reports", ["reason": "whatever"]).status == .unprocessableContent)
            for line in lines {
                for _ in 1...2 { try await #expect(club.ben.post(line + "/reports", ["reason": "spam"]).status == .seeOther) }
            }
            try await #expect(club.ben.get(lines[0]).text.contains("Thank you."))
            try await #expect(carmen.post(lines[0] + "/reports", ["reason": "spam"]).status == .notFound)
            try await #expect(!carmen.get(lobby).text.contains("reported"))
            try await #expect(club.ana.get(lobby).text.contains("2 things were reported"))
            try await #expect(club.ben.get(club.path + "/reports").status == .forbidden)
            let reports = try await club.ana.get(club.path + "/reports").text
            #expect(reports.contains("Buy my tokens") && reports.contains("reported by <bdi>Ben</bdi>"))
            let removal = String(try #require(reports.firstMatch(of: /action="([^"]+\/removal)"/)).1)
            let dismissal = String(try #require(reports.matches(of: /action="([^"]+\/dismissal)"/).last).1)
            try await #expect(club.ben.post(removal, [:]).status == .forbidden)
            try await club.ana.post(removal, [:])
            try await club.ana.post(dismissal, [:])
            let after = try await carmen.get(lobby).text
            #expect(!after.contains("Buy my tokens") && after.contains("Message removed") && after.contains("You are all awful"))
            #expect(!after.contains("/restoration"))
            try await #expect(carmen.post(lines[0] + "/restoration", [:]).status == .notFound)
            try await #expect(!club.ana.get(lobby).text.contains("reported"))
            try await #expect(club.ana.post(club.path + "/reports/999999/removal", [:]).status == .notFound)
        }
    }

    @Test func `no report is offered when the author is the only admin`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let lobby = club.path + "/lobby"
            try await club.ana.post(lobby + "/messages", ["text": "I am the law", "idempotency_key": "1"])
            let line = String(try #require(try await club.ben.get(lobby).text.firstMatch(of: /href="([^"]+\/messages\/\d+)"/)).1)
            let page = try await club.ben.get(line).text
            #expect(page.contains("there is nobody to") && !page.contains("Send the report") && page.contains("Block Ana"))
            try await site.database.write(
                tenant: try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue,
                Query<Int>.change("UPDATE memberships SET role = 'admin'"))
            try await #expect(club.ben.get(line).text.contains("Send the report"))
        }
    }

    @Test func `a block hides both members from each other`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (lobby, blocks) = (club.path + "/lobby", club.path + "/blocks")
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await club.ben.post(lobby + "/messages", ["text": "From Ben", "idempotency_key": "1"])
            try await club.ana.post(lobby + "/messages", ["text": "From Ana", "idempotency_key": "1"])
            try await club.ben.post(club.path + "/challenges", ["member": ana])
            try await club.ana.post(club.path + "/seeks", ["variant": "3x3"])
            try await #expect(eventually { try await club.ana.get(lobby).text.contains("id=\"member-\(ben)\"") })
            try await #expect(club.ana.post(blocks, ["member": ben]).headers[.location] == blocks)
            try await #expect(club.ana.get(blocks).text.contains("Ben"))
            let (hers, his) = (try await club.ana.get(lobby).text, try await club.ben.get(lobby).text)
            #expect(!hers.contains("From Ben") && !hers.contains("id=\"member-\(ben)\"") && !hers.contains("/acceptance"))
            #expect(!his.contains("From Ana") && !his.contains("id=\"member-\(ana)\"") && his.contains("From Ben"))
            try await #expect(club.ben.post(club.path + "/challenges", ["member": ana]).text.contains("You cannot challenge that person."))
            try await #expect(club.ben.get(club.path + "/challenges/new?member=\(ana)").status == .notFound)
            try await #expect(club.ben.post(club.path + "/seeks", ["variant": "3x3"]).headers[.location] == lobby)
            try await #expect(club.ana.post(blocks, ["member": ana]).status == .notFound)
            // Both members must end their own blocks. The answer does not tell Ben whether he is blocked or the member does not exist.
            for member in [ana, "999999"] {
                try await #expect(club.ben.post(blocks, ["member": member]).headers[.location] == blocks)
                try await #expect(!club.ben.get(blocks).text.contains("/removal"))
            }
            try await #expect(club.ana.get(blocks).text.contains("Ben"))
            try await club.ana.post(blocks + "/\(ben)/removal", [:])
            try await #expect(!club.ben.get(lobby).text.contains("From Ana"))
            try await #expect(club.ben.get(blocks).text.contains("/\(ana)/removal"))
            try await club.ben.post(blocks + "/\(ana)/removal", [:])
            try await #expect(club.ben.get(lobby).text.contains("From Ana"))
            try await #expect(club.ana.get(lobby).text.contains("From Ben"))
        }
    }

    @Test func `lobby messages older than the club's limit are deleted`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let lobby = club.path + "/lobby"
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            let ben = try await club.ben.member(in: club.path)
            let talk = try #require(try await club.ana.post(club.path + "/messages", ["member": ben]).headers[.location])
            let photo = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            for room in [lobby, talk, photo] { try await club.ana.post(room + "/messages", ["text": "Old news", "idempotency_key": "1"]) }
            try await club.ana.post(lobby + "/messages", ["text": "New news", "idempotency_key": "2"])
            try await site.database.write(
                tenant: tenant, Query<Int>.change("UPDATE messages SET created_at = now() - interval '31 days' WHERE text = 'Old news'"))
            let cleanUp = site.server.cleanUp
            try await cleanUp.turn()
            try await #expect(club.ben.get(lobby).text.contains("Old news"))
            try await club.ana.post(
                club.path + "/settings", ["name": "The pier", "visibility": "private", "hue": "15", "chat_days": "30"])
            try await cleanUp.turn()
            let page = try await club.ben.get(lobby).text
            #expect(!page.contains("Old news") && page.contains("New news"))
            for kept in [talk, photo] { try await #expect(club.ben.get(kept).text.contains("Old news"), "\(kept)") }
            #expect(cleanUp.cleared("messages") == 1)
        }
    }

    @Test func `admins cannot decide reports about their own messages`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let lobby = club.path + "/lobby"
            try await club.ana.post(lobby + "/messages", ["text": "I am the law", "idempotency_key": "1"])
            let line = String(try #require(try await club.ben.get(lobby).text.firstMatch(of: /href="([^"]+\/messages\/\d+)"/)).1)
            try await club.ben.post(line + "/reports", ["reason": "unkind"])
            try await #expect(!club.ana.get(lobby).text.contains("reported"))
            let reports = try await club.ana.get(club.path + "/reports").text
            #expect(!reports.contains("I am the law") && reports.contains("There are no reports."))
            let number = line.split(separator: "/").last ?? ""
            for verdict in ["dismissal", "removal"] {
                try await #expect(club.ana.post("\(club.path)/reports/\(number)/\(verdict)", [:]).status == .notFound)
            }
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            let open = try await site.database.read(
                tenant: tenant, Query<Int>.one("SELECT count(*) FROM reports WHERE verdict IS NULL"))
            #expect(open == 1)
        }
    }

    @Test func `a concurrent block leaves no challenge open`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            let tenant = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
            for _ in 0..<25 {
                async let challenge = club.ben.post(club.path + "/challenges", ["member": ana])
                async let block = club.ana.post(club.path + "/blocks", ["member": ben])
                _ = try await (challenge, block)
                let open = try await site.database.read(
                    tenant: tenant, Query<Int>.one("SELECT count(*) FROM challenges WHERE state = 'open'"))
                #expect(open == 0)
                try await club.ana.post(club.path + "/blocks/\(ben)/removal", [:])
            }
        }
    }
}
