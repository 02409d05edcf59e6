import Foundation
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct DepartureTests {
    private func tenant(_ site: TestSite) async throws -> Int {
        try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
    }

    /// The numbers of rows that still name the member, by table and column.
    private func traces(of member: String, in site: TestSite) throws -> [String: Int] {
        let connection = try ScriptConnection(url: site.test.superuserURL)
        let references = try connection.rows(
            """
            SELECT c.conrelid::regclass::text, a.attname::text FROM pg_constraint c
            JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[2]
            WHERE c.contype = 'f' AND c.confrelid = 'members'::regclass
            """)
        var traces: [String: Int] = [:]
        for reference in references {
            guard let table = reference[0], let column = reference[1] else { continue }
            let rows = try connection.rows("SELECT count(*)::text FROM \(table) WHERE \(column) = $1::bigint", [member])
            let count = rows.first.flatMap { $0[0] }.flatMap { Int($0) } ?? 0
            if count > 0 { traces["\(table).\(column)"] = count }
        }
        return traces
    }

    @Test func `only anonymous games, challenges and conversations remain after a member leaves`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            let (finished, x, o) = try await club.game()
            for (player, cell, ply) in [(x, 0, 0), (o, 3, 1), (x, 1, 2), (o, 4, 3), (x, 2, 4)] {
                try await player.post(finished + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            let (running, first, second) = try await club.game()
            try await first.post(running + "/moves", ["cell": "0", "ply": "0"])
            try await second.post(running + "/moves", ["cell": "4", "ply": "1"])
            for (one, other) in [(club.ana, ben), (club.ben, ana)] { try await one.post(club.path + "/follows", ["member": other]) }
            let conversation = try #require(try await club.ben.post(club.path + "/messages", ["member": ana]).headers[.location])
            try await club.ben.post(conversation + "/messages", ["text": "From Ben", "idempotency_key": "1"])
            try await club.ana.post(conversation + "/messages", ["text": "From Ana", "idempotency_key": "1"])
            try await club.ben.post(club.path + "/lobby/messages", ["text": "Ben in the lobby", "idempotency_key": "2"])
            let hers = try #require(try await club.ana.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            let his = try #require(try await club.ben.upload(club.path + "/photos", [:], [("a.gif", Images.gif)]).headers[.location])
            try await club.ben.post(hers + "/like", [:])
            try await club.ben.post(his + "/avatar", [:])

            let page = try await club.ben.get(club.path + "/departure").text
            #expect(page.contains("Leave <bdi>The pier</bdi>?"))
            try await site.leave(club.path, club.ben)
            try await #expect(club.ben.get(club.path + "/lobby").status == .notFound)
            let tenant = try await tenant(site)
            try await #expect(
                eventually {
                    try await site.database.read(
                        tenant: tenant, Query<Bool>.one("SELECT EXISTS (SELECT FROM members WHERE erased_at IS NOT NULL)"))
                })
            let left = try traces(of: ben, in: site).keys.sorted()
            #expect(left.allSatisfy { $0.hasPrefix("games.") || $0.hasPrefix("challenges.") || $0.hasPrefix("conversation") }, "\(left)")
            let gone = try await club.ana.get(hers).text
            #expect(!gone.contains("1 like"))
            try await #expect(club.ana.get(his).status == .notFound)
            try await #expect(club.ana.get(club.path + "/members/ben").status == .notFound)
            for list in ["/members", "/", "/lobby", "/friends", "/leaderboards/tic-chat-toe", "/notices"] {
                let text = try await club.ana.get(club.path + list).text
                #expect(!text.contains("Ben"), "\(list)")
                if list == "/members" { #expect(!text.contains("Former member") && text.contains("1 member of")) }
            }
            let talk = try await club.ana.get(conversation).text
            #expect(talk.contains("From Ana") && !talk.contains("From Ben") && talk.contains("Former member"))
            let game = try await club.ana.get(finished).text
            #expect(game.contains("Former member"))
            try await #expect(club.ana.get(running).text.contains("You won"))
            // A person who rejoins is a new member.
            try await club.ben.post(club.invitation, [:])
            try await #expect(club.ben.member(in: club.path) != ben)
            try await #expect(club.ana.get(club.path + "/members/ben").status == .ok)
        }
    }

    @Test func `the longest-standing member becomes admin when the only admin leaves`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            try await #expect(club.ana.get(club.path + "/departure").text.contains("<bdi>Ben</bdi> has been here longest"))
            try await #expect(!club.ben.get(club.path + "/departure").text.contains("only admin"))
            try await site.leave(club.path, club.ana)
            try await #expect(club.ben.get(club.path + "/settings").status == .ok)
            try await #expect(cleo.get(club.path + "/settings").status == .forbidden)
            try await site.leave(club.path, club.ben, cleo)
            let count = try await site.database.read(tenant: tenant(site), Query<Int>.one("SELECT count(*) FROM memberships"))
            #expect(count == 0)
        }
    }

    @Test func `too many joins and departures are refused with a link back`() async throws {
        try await TestSite.open(change: { $0.limitsRates = true }) { site in
            let club = try await site.clubOfTwo()
            for path in (0..<20).map({ $0 % 2 == 0 ? club.path + "/departure" : club.invitation }) {
                let answer = try await club.ben.post(path, ["password": "a good long one"], [.referer: site.address + path])
                guard answer.status == .tooManyRequests else { continue }
                #expect(answer.text.contains("href=\"\(path)\"") && answer.headers[.retryAfter] != nil)
                return
            }
            Issue.record("nobody minded")
        }
    }

    @Test func `a member with 100,000 messages can leave`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            try await site.sayAHundredThousandLines("ben", in: "pier")
            try await site.leave(club.path, club.ben)
            try await #expect(eventually { try traces(of: ben, in: site)["messages.member_id"] == nil })
        }
    }

    @Test func `a member can withdraw a departure before it takes effect`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await #expect(club.ben.post(club.path + "/departure", ["password": "not this"]).status == .unprocessableContent)
            try await #expect(!club.ben.get(club.path + "/departure").text.contains("You leave"))
            try await club.ben.post(club.path + "/departure", ["password": "a good long one"])
            try await #expect(club.ben.get(club.path + "/").text.contains("You leave this club"))
            try await site.server.cleanUp.turn()
            try await #expect(club.ana.get(club.path + "/members").text.contains("Ben"))
            try await #expect(club.ben.post(club.path + "/departure/withdrawal", [:]).headers[.location] == club.path + "/")
            try await #expect(!club.ben.get(club.path + "/").text.contains("You leave this club"))
        }
    }

    @Test func `an account deletion can be withdrawn until it is due`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await #expect(club.ben.post("/account/deletion", ["password": "not this"]).status == .unprocessableContent)
            try await #expect(!club.ben.get("/account").text.contains("will be deleted"))
            try await #expect(club.ben.post("/account/deletion", ["password": "a good long one"]).headers[.location] == "/account")
            try await #expect(club.ben.get("/account").text.contains("will be deleted"))
            let again = site.visitor()
            let signedIn = try await again.post("/login", ["login": "ben", "password": "a good long one", "next": club.path + "/lobby"])
            #expect(signedIn.headers[.location] == "/account")
            try await again.post("/account/deletion/withdrawal", [:])
            try await site.server.cleanUp.turn()
            try await #expect(!again.get("/account").text.contains("will be deleted"))

            try await again.post("/account/deletion", ["password": "a good long one"])
            try await site.server.cleanUp.turn()
            try await #expect(again.get(club.path + "/lobby").status == .ok)
            try await site.database.write(Query<Int>.change("UPDATE accounts SET deletion_at = now() WHERE deletion_at IS NOT NULL"))
            try await site.server.cleanUp.turn()
            try await #expect(again.get("/account").status == .seeOther)
            try await #expect(
                site.visitor().post("/login", ["login": "ben", "password": "a good long one"]).status == .unprocessableContent)
            try await #expect(!club.ana.get(club.path + "/members").text.contains("Ben"))
        }
    }

    @Test func `password guesses at account deletion are rate limited`() async throws {
        try await TestSite.open(change: { $0.limitsRates = true }) { site in
            let ana = try await site.person("ana")
            var last = try await ana.post("/account/deletion", ["password": "guess"])
            #expect(last.status == .unprocessableContent)
            for _ in 0..<12 { last = try await ana.post("/account/deletion", ["password": "guess"]) }
            #expect(last.status == .tooManyRequests)
            try await #expect(ana.post("/account/deletion", ["password": "a good long one"]).status == .tooManyRequests)
            try await #expect(!ana.get("/account").text.contains("will be deleted"))
        }
    }

    @Test func `a block survives when the blocked member leaves and rejoins`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            try await club.ana.post(club.path + "/blocks", ["member": ben])
            try await site.leave(club.path, club.ben)
            try await club.ben.post(club.invitation, [:])
            let (new, ana) = (try await club.ben.member(in: club.path), try await club.ana.member(in: club.path))
            #expect(new != ben)
            try await #expect(club.ben.get(club.path + "/members/ana").status == .notFound)
            try await #expect(club.ben.post(club.path + "/messages", ["member": ana]).status == .notFound)
            try await #expect(club.ana.get(club.path + "/members/ben").status == .notFound)
            try await #expect(club.ana.get(club.path + "/blocks").text.contains("/blocks/\(new)/removal"))
            try await club.ana.post(club.path + "/blocks/\(new)/removal", [:])
            try await #expect(club.ben.get(club.path + "/members/ana").status == .ok)
        }
    }

    @Test func `the first person to join an empty club becomes admin`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo("mole", visibility: "public")
            try await site.leave(club.path, club.ana, club.ben)
            let cleo = try await site.person("cleo")
            try await #expect(!cleo.get("/").text.contains("The mole"))
            try await cleo.post(club.path + "/members", [:])
            try await #expect(cleo.get(club.path + "/settings").status == .ok)
        }
    }

    @Test func `a club without members is deleted after thirty days, unless somebody joins it`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo("mole", visibility: "public")
            try await club.ana.post("/clubs/new", ["name": "Other", "slug": "other", "visibility": "public"])
            try await club.ana.post("/c/other/parks", ["name": "Park", "time_zone": "UTC"])
            try await club.ana.post(club.path + "/parks", ["name": "Park", "time_zone": "UTC"])
            let park = try #require(try site.rows("SELECT min(id) FROM parks WHERE club_id = 1").first)
            for number in 0..<250 {
                try site.run(
                    """
                    SET app.club_id = '1';
                    INSERT INTO rides (club_id, park_id, name, kind) VALUES (1, \(park), 'Ride \(number)', 'coaster')
                    """)
            }
            try await club.ana.post(club.path + "/games", ["strength": "easy"])
            try await club.ana.post(
                club.path + "/riddles", ["emoji": "😀", "solution": "A smile", "kind": "saying", "audience": "club"])
            try await club.ana.post(club.path + "/library/games", ["name": "Lanternfall"])
            try await club.ben.post(club.path + "/lobby/messages", ["text": "Hello", "idempotency_key": "1"])
            // A reported message, with a verdict.
            try site.run(
                """
                SET app.club_id = '1';
                INSERT INTO reports (club_id, member_id, message_id, reason, verdict, decided_by, decided_at)
                SELECT 1, 1, max(id), 'spam', 'kept', 1, now() FROM messages WHERE club_id = 1
                """)
            let page = try await club.ana.get(club.path + "/departure").text
            #expect(!page.contains("Nobody else is in the club"))
            try await site.leave(club.path, club.ana, club.ben)
            func turns() async throws { for _ in 0..<3 { try await site.server.cleanUp.turn() } }
            func empty(daysAgo days: Int) throws {
                try site.run("UPDATE clubs SET emptied_at = now() - interval '\(days) days' WHERE id = 1 AND emptied_at IS NOT NULL")
            }
            try empty(daysAgo: 29)
            try await turns()
            let cleo = try await site.person("cleo")
            try await #expect(cleo.post(club.path + "/members", [:]).status == .seeOther)
            try #expect(site.rows("SELECT count(*) FROM clubs WHERE emptied_at IS NOT NULL") == ["0"])
            try await #expect(cleo.get(club.path + "/departure").text.contains("Nobody else is in the club"))
            try await site.leave(club.path, cleo)
            try empty(daysAgo: 31)
            try await turns()
            try #expect(site.rows("SELECT slug FROM clubs") == ["other"])
            try await #expect(cleo.get(club.path + "/").status == .notFound)
            // No table has rows of the deleted club, and the other club keeps its own.
            let tables = try site.rows(
                """
                SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'club_id'
                WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
                """)
            #expect(tables.count > 50)
            for table in tables { try #expect(site.rows("SELECT count(*) FROM \(table) WHERE club_id = 1") == ["0"], "\(table)") }
            try #expect(site.rows("SELECT count(*) FROM parks WHERE club_id = 2") == ["1"])
        }
    }

    /// Requests that began before the departure end after it.
    @Test func `a former member's late message and photo are not stored`() async throws {
        try await TestSite.open { site in
            let (club, tenant) = (try await site.clubOfTwo(), try await tenant(site))
            let ben: ID<Member> = try #require(ID(try await club.ben.member(in: club.path)))
            try await site.leave(club.path, club.ben)
            let saying = try await site.database.write(
                tenant: tenant, ChatMessageQueries().add("Late", picture: nil, to: .lobby, by: ben, idempotencyKey: "n"))
            #expect(!saying.isAllowed && !saying.isNew)
            let pictures = try await site.server.services.uploadFolder.with { folder in
                try Data(Images.gif).write(to: URL(filePath: folder + "/a.gif"))
                return try await site.server.services.pictures.pictures(of: "a.gif", in: folder, for: .server)
            }
            let photo = NewPhoto(pictures: pictures, digest: Array(repeating: 7, count: 32))
            try await #expect(site.database.write(tenant: tenant, PhotoQueries().add(photo, by: ben, clubBytes: 1 << 30)) == nil)
        }
    }
}
