import Foundation
import Postgres
import TestSupport
import Testing

@testable import App

/// Evenings on which members play a video game together, and the vote on the game.
struct EveningTests {
    /// The host Ana, the guests Ben and Cleo, and three games that all of them have.
    private struct Table: Sendable {
        var site: TestSite
        var club: ClubOfTwo
        var cleo: Visitor
        var games: [String] = []
        var ana: Visitor { club.ana }
        var ben: Visitor { club.ben }

        /// The fields of a valid form, with `changes`.
        func form(_ changes: [(String, String)] = [], games: [String]? = nil) -> [(String, String)] {
            let tomorrow = Date(timeIntervalSinceNow: 86_400).ISO8601Format().prefix(10)
            let all = [("with", "ben, cleo"), ("day", String(tomorrow)), ("time", "20:30"), ("hours", "24"), ("note", "Bring crisps")]
            let kept = all.filter { field in !changes.contains { $0.0 == field.0 } }
            return kept + changes + (games ?? self.games).map { ("game", $0) }
        }

        func plan(_ changes: [(String, String)] = [], games: [String]? = nil) async throws -> String {
            let answer = try await ana.post(club.path + "/library/evenings", fields: form(changes, games: games))
            #expect(answer.status == .seeOther, "\(answer.text)")
            return try #require(answer.headers[.location])
        }

        func vote(_ who: Visitor, on evening: String, for games: [String]) async throws -> Visitor.Answer {
            try await who.post(evening + "/votes", fields: games.map { ("game", $0) })
        }

        func cleanUp() async throws { try await site.server.cleanUp.turn() }
    }

    private func withTable(_ body: @Sendable @escaping (Table) async throws -> Void) async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            var table = Table(site: site, club: club, cleo: try await site.guest("cleo", of: club))
            for name in ["Arch", "Bay", "Cove"] {
                let made = try await club.ana.post(club.path + "/library/games", ["name": name, "together": "4"])
                let game = try #require(made.headers[.location])
                for who in [club.ana, club.ben, table.cleo] { try await who.post(game + "/entry", ["state": "wants"]) }
                table.games.append(game.split(separator: "/").last.map(String.init) ?? "")
            }
            try await body(table)
        }
    }

    @Test func `the suggested evening is at least an hour away in every zone`() async throws {
        try await TestSite.open { site in
            for zone in (-12...14).map({ "Etc/GMT\($0 > 0 ? "-" : "+")\(abs($0))" }) {
                let day = try await site.database.read(tenant: 0, EveningQueries().nextEvening(in: zone))
                let away = Query<Int>.one(
                    "SELECT floor(extract(epoch FROM ($1::text::date + time '20:00') AT TIME ZONE $2 - now()) / 60)::bigint",
                    day.description, zone)
                try await #expect((60...25 * 60).contains(site.database.read(tenant: 0, away)), "\(zone)")
            }
        }
    }

    @Test func `a vote of the guests decides the game of an evening`() async throws {
        try await withTable { table in
            let plan = try await table.ana.get(table.club.path + "/library/evenings/new?with=ben,cleo").text
            #expect(plan.contains("For you, Ben and Cleo.") && plan.contains("Arch") && plan.contains("Cove"))
            let evening = try await table.plan()
            for who in [table.ben, table.cleo] {
                try await #expect(who.get(table.club.path + "/notices").text.contains("invites you to play together"))
                try await #expect(who.get(evening).text.contains("Bring crisps"))
            }
            try await #expect(table.vote(table.ana, on: evening, for: [table.games[0]]).status == .seeOther)
            try await #expect(table.vote(table.ben, on: evening, for: [table.games[1], table.games[2]]).status == .seeOther)
            try await #expect(table.vote(table.cleo, on: evening, for: [table.games[2], "999"]).status == .seeOther)
            try await #expect(table.ben.post(evening + "/answer", ["comes": "yes"]).status == .seeOther)
            try await #expect(table.ana.get(table.club.path + "/notices").text.contains("has answered your invitation"))
            var page = try await table.ana.get(evening).text
            #expect(page.contains("2 of 3") && page.contains("2 people") && page.contains("The vote so far"))
            #expect(!page.contains("You will play"))
            try await #expect(table.ben.post(evening + "/end", [:]).status == .conflict)
            try await #expect(table.ana.post(evening + "/end", [:]).status == .seeOther)
            page = try await table.cleo.get(evening).text
            #expect(page.contains("You will play") && page.firstMatch(of: /pick-name"><a [^>]*><bdi>Cove</) != nil)
            try await #expect(table.cleo.get(table.club.path + "/notices").text.contains("the game for the evening is chosen"))
            let late = try await table.vote(table.ben, on: evening, for: [table.games[0]])
            #expect(late.status == .conflict && late.text.contains("The vote has ended."))
            try #expect(table.site.rows("SELECT video_game_id FROM evening_games WHERE is_chosen") == [table.games[2]])
        }
    }

    @Test func `a vote ends at its closing time`() async throws {
        try await withTable { table in
            let evening = try await table.plan()
            _ = try await table.vote(table.ben, on: evening, for: [table.games[1]])
            try table.site.run("UPDATE evenings SET closes_at = now()")
            let late = try await table.vote(table.cleo, on: evening, for: [table.games[0]])
            #expect(late.status == .conflict && late.text.contains("The vote has ended."))
            // A member who looks before the cleanup counts the votes sees the result.
            try await #expect(table.cleo.get(evening).text.firstMatch(of: /pick-name"><a [^>]*><bdi>Bay</) != nil)
            try await table.cleanUp()
            try #expect(table.site.rows("SELECT video_game_id FROM evening_games WHERE is_chosen") == [table.games[1]])
            for who in [table.ana, table.ben, table.cleo] {
                try await #expect(who.get(table.club.path + "/notices").text.contains("the game for the evening is chosen"))
            }
            try await table.cleanUp()
            try #expect(table.site.rows("SELECT count(*) FROM evening_games WHERE is_chosen") == ["1"])
        }
    }

    @Test func `ties go to the first game, and one game needs no vote`() async throws {
        try await withTable { table in
            let tied = try await table.plan(games: [table.games[1], table.games[0]])
            try await table.ana.post(tied + "/end", [:])
            try #expect(table.site.rows("SELECT video_game_id FROM evening_games WHERE is_chosen") == [table.games[1]])
            let alone = try await table.plan([("time", "21:30")], games: [table.games[2]])
            let page = try await table.ben.get(alone).text
            #expect(page.contains("You will play") && !page.contains("Which games would you play?"))
        }
    }

    @Test func `only the host can cancel an evening`() async throws {
        try await withTable { table in
            let evening = try await table.plan()
            try await #expect(table.ben.post(evening + "/removal", [:]).status == .conflict)
            try await #expect(table.ana.post(evening + "/removal", [:]).status == .seeOther)
            try await #expect(table.ben.get(evening).text.contains("This evening is cancelled."))
            try await #expect(table.ben.get(table.club.path + "/notices").text.contains("has cancelled an evening"))
            for (form, fields) in [("/votes", ["game": table.games[0]]), ("/answer", ["comes": "yes"])] {
                try await #expect(table.ben.post(evening + form, fields).status == .conflict)
            }
            try await #expect(table.ben.get(evening + "/evening.ics").status == .notFound)
        }
    }

    @Test func `a past evening cannot be cancelled`() async throws {
        try await withTable { table in
            let evening = try await table.plan()
            try table.site.run("UPDATE evenings SET closes_at = now() - interval '2 days', starts_at = now() - interval '1 day'")
            try await #expect(table.ana.post(evening + "/removal", [:]).status == .conflict)
            try await #expect(!table.ben.get(table.club.path + "/notices").text.contains("has cancelled an evening"))
        }
    }

    @Test func `a chosen game stays chosen although not everyone has it`() async throws {
        try await withTable { table in
            let made = try await table.ana.post(table.club.path + "/library/games", ["name": "Dune Buggy"])
            let id = try #require(made.headers[.location]?.split(separator: "/").last).description
            func isChosen(_ page: String) -> Bool {
                page.contains(try! Regex("name=\"game\" value=\"\(id)\" checked")) && page.contains("Dune Buggy")
            }
            let plan = table.club.path + "/library/evenings/new?with=ben,cleo&game=\(id)"
            try await #expect(isChosen(table.ana.get(plan).text))
            let answer = try await table.ana.post(
                table.club.path + "/library/evenings", fields: table.form([("with", "ben, clio")], games: [id]))
            #expect(answer.status == .unprocessableContent && isChosen(answer.text))
        }
    }

    @Test func `evenings of hidden members do not end the list early`() async throws {
        try await withTable { table in
            for number in 1...35 {
                try await table.site.database.write(
                    tenant: 1,
                    Query<Int>.change(
                        """
                        WITH made AS (
                            INSERT INTO evenings (club_id, host_id, starts_at, closes_at, note)
                            SELECT club_id, id, now() + interval '1 day', now() + interval '1 day', 'Evening ' || $1::int FROM members
                            WHERE handle = CASE WHEN $1 = 34 THEN 'cleo' ELSE 'ana' END RETURNING club_id, id
                        )
                        INSERT INTO evening_guests (club_id, evening_id, member_id)
                        SELECT e.club_id, e.id, m.id FROM made e JOIN members m ON m.handle = 'ben'
                        """, number))
            }
            try await table.ben.post(table.club.path + "/blocks", ["member": try await table.cleo.member(in: table.club.path)])
            let list = table.club.path + "/library/evenings"
            let next = try #require(try await table.ben.get(list).text.firstMatch(of: /href="([^"]*\?before=\d+)"/)?.1).description
            let last = try await table.ben.get(next).text
            #expect(last.matches(of: /\/library\/evenings\/\d+"/).count == 4)
        }
    }

    @Test func `only invited members see an evening`() async throws {
        try await withTable { table in
            let dora = try await table.site.guest("dora", of: table.club)
            let evening = try await table.plan()
            for form in ["/votes", "/answer", "/end", "/removal"] {
                try await #expect(dora.post(evening + form, ["comes": "yes"]).status == .notFound, "\(form)")
            }
            try await #expect(dora.get(evening).status == .notFound)
            try await #expect(dora.get(evening + "/evening.ics").status == .notFound)
            try await #expect(dora.get(table.club.path + "/library/evenings").text.contains("There are no evenings yet."))
            try await #expect(table.ben.get(table.club.path + "/library/evenings").text.contains("you have not answered"))
            try await table.ben.post(table.club.path + "/blocks", ["member": try await table.ana.member(in: table.club.path)])
            try await #expect(table.ben.get(evening).status == .notFound)
            try await #expect(!table.ana.get(evening).text.contains("Ben"))
        }
    }

    @Test func `an invalid evening is refused and nothing is stored`() async throws {
        try await withTable { table in
            try await table.cleo.post(table.club.path + "/blocks", ["member": try await table.ana.member(in: table.club.path)])
            for (changes, games, words) in [
                ([("with", "ben, cleo")], nil, "Not found: “cleo”."),
                ([("with", "nobody")], nil, "Not found: “nobody”."),
                ([("with", "")], nil, "Write who you want to invite"), ([("with", "a,b,c,d,e,f,g,h")], nil, "At most 8"),
                ([("with", "ben"), ("day", "soon")], nil, "Write a day like"),
                ([("with", "ben"), ("day", "2026-02-31")], nil, "There is no such day."),
                ([("with", "ben"), ("time", "25:00")], nil, "Write a time like"),
                ([("with", "ben"), ("day", "2020-01-01")], nil, "That time is in the past."),
                ([("with", "ben"), ("day", "2099-01-01")], nil, "more than a year away"),
                ([("with", "ben"), ("note", String(repeating: "n", count: 301))], nil, "That is 301 characters. The limit is 300."),
                ([("with", "ben")], [], "Choose a game"), ([("with", "ben")], ["999"], "no longer exists"),
                ([("with", "ben")], (1...13).map(String.init), "Choose at most 12 games."),
            ] as [([(String, String)], [String]?, String)] {
                let answer = try await table.ana.post(table.club.path + "/library/evenings", fields: table.form(changes, games: games))
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
            }
            for table_ in ["evenings", "evening_guests", "evening_games", "notices"] {
                try #expect(table.site.rows("SELECT count(*) FROM \(table_)") == ["0"], "\(table_)")
            }
        }
    }

    @Test func `an evening that is sent twice is created once`() async throws {
        try await withTable { table in
            let evening = try await table.plan()
            try await #expect(table.plan() == evening)
            try #expect(table.site.rows("SELECT count(*) FROM evenings") == ["1"])
            try #expect(table.site.rows("SELECT count(*) FROM notices WHERE kind = 'evening'") == ["2"])
            for changes in [[("note", "Bring nothing")], [("with", "ben")]] {
                let answer = try await table.ana.post(table.club.path + "/library/evenings", fields: table.form(changes))
                #expect(answer.status == .unprocessableContent && answer.text.contains("another evening for this time"), "\(changes)")
            }
            try await table.ana.post(evening + "/removal", [:])
            try await #expect(table.plan() != evening)
        }
    }

    @Test func `the form keeps its text when a rate limit is reached`() async throws {
        try await TestSite.open(change: { $0.limitsRates = true }) { site in
            let club = try await site.clubOfTwo()
            let form = ["with": "ben", "day": "2020-01-01", "time": "20:00", "game": "1", "note": "Crisps"]
            var last = try await club.ana.post(club.path + "/library/evenings", form)
            for _ in 0..<10 { last = try await club.ana.post(club.path + "/library/evenings", form) }
            #expect(last.status == .tooManyRequests && last.text.contains(">Crisps</textarea>") && last.headers[.retryAfter] != nil)
        }
    }

    @Test func `an evening can be added to a calendar`() async throws {
        try await withTable { table in
            let evening = try await table.plan()
            try await table.ana.post(evening + "/end", [:])
            let answer = try await table.ben.get(evening + "/evening.ics")
            #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(answer.text.contains("SUMMARY:Arch with Ana and Cleo\r\n") && answer.text.contains("T203000Z\r\n"))
            #expect(answer.text.contains(evening))
        }
    }
}
