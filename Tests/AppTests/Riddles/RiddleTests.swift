import Calendar
import Foundation
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App

struct RiddleTests {
    @Test func `a riddle is answered and judged`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let riddle = try await club.ana.send(.cats, to: [club.ben.member(in: club.path)], in: club.path, ["hint1": "Take an umbrella"])
            let waiting = try await club.ben.get(club.path + "/riddles").text
            #expect(waiting.contains("sent you a riddle") && waiting.contains("🌧️🐱"))
            let page = try await club.ben.get(riddle).text
            #expect(page.contains("Try 1 of 3") && !page.contains("Raining") && !page.contains("umbrella") && !page.contains("id=\"chat\""))
            try await club.ben.post(riddle + "/hints", [:])
            try await #expect(club.ben.get(riddle).text.contains("Take an umbrella"))
            try await #expect(club.ben.post(riddle + "/answers", ["text": "Wet pets"]).headers[.location] == riddle)
            // A second answer must wait for the verdict.
            let second = try await club.ben.post(riddle + "/answers", ["text": "Raining cats"])
            #expect(
                second.status == .conflict && second.text.contains("cannot answer this riddle now")
                    && second.text.contains("value=\"Raining cats\"") == false)
            let judging = try await club.ana.get(riddle).text
            #expect(judging.contains("Wet pets") && judging.contains("That is not your solution"))
            try await #expect(club.ana.get(club.path + "/riddles").text.contains("waits for your verdict"))
            try await judge("wrong", 1, riddle, club)
            try await #expect(club.ben.get(riddle).text.contains("Two tries are left"))
            try await club.ben.post(riddle + "/answers", ["text": "raining CATS!"])
            try await #expect(club.ana.get(riddle).text.contains("That matches your solution"))
            try await judge("right", 2, riddle, club)
            let solved = try await club.ben.get(riddle).text
            #expect(
                solved.contains("You get the point") && solved.contains("Raining cats") && solved.contains("🟥🟩")
                    && solved.contains("id=\"chat\""))
            try #expect(totals(site) == ["ana 0 0 0 1", "ben 1 1 1 0"])
            // A solved riddle accepts no more answers.
            try await #expect(club.ben.post(riddle + "/answers", ["text": "Again"]).status == .conflict)
        }
    }

    @Test func `the sender gets the point after three tries or giving up`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            let first = try await club.ana.send(.cats, to: [ben], in: club.path)
            for number in 1...3 {
                try await club.ben.post(first + "/answers", ["text": "Guess \(number)"])
                try await judge("wrong", number, first, club)
            }
            let lost = try await club.ben.get(first).text
            #expect(lost.contains("Ana gets the point") && lost.contains("Raining cats"))
            try await #expect(club.ben.post(first + "/surrender", [:]).status == .conflict)
            let second = try await club.ana.send(.secret, to: [ben], in: club.path)
            try await #expect(club.ben.post(second + "/surrender", [:]).headers[.location] == second)
            try #expect(totals(site) == ["ana 2 0 0 2", "ben 0 0 2 0"])
        }
    }

    @Test func `concurrent verdicts count once`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let riddle = try await club.ana.send(.cats, to: [club.ben.member(in: club.path)], in: club.path)
            try await club.ben.post(riddle + "/answers", ["text": "Cats"])
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for verdict in ["right", "wrong", "right", "wrong", "right"] {
                    group.addTask {
                        try await club.ana.post(riddle + "/verdict", ["member": "ben", "number": "1", "verdict": verdict]).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .seeOther }.count == 1 && statuses.filter { $0 == .conflict }.count == 4)
            let sum = try totals(site).joined(separator: ",")
            #expect(["ana 0 0 0 1,ben 1 1 1 0", "ana 0 0 0 1"].contains(sum))
        }
    }

    @Test func `only the sender can judge an answer`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.guest("cleo", of: club)
            let riddle = try await club.ana.send(.cats, to: [club.ben.member(in: club.path)], in: club.path)
            try await club.ben.post(riddle + "/answers", ["text": "Cats"])
            let verdict = ["member": "ben", "number": "1", "verdict": "right"]
            try await #expect(club.ben.post(riddle + "/verdict", verdict).status == .conflict)
            try await #expect(cleo.post(riddle + "/verdict", verdict).status == .notFound)
            try await #expect(cleo.get(riddle).status == .notFound)
            try #expect(totals(site) == ["ana 0 0 0 1"])
        }
    }

    @Test func `an invalid riddle is refused and nothing is stored`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (me, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            let former = try await site.guest("cleo", of: club)
            let gone = try await former.member(in: club.path)
            try await site.leave(club.path, former)
            let dora = try await site.guest("dora", of: club)
            try await dora.post(club.path + "/blocks", ["member": me])
            let other = try await site.clubOfTwo("wharf", names: ("eli", "finn"))
            let stranger = try await other.ana.member(in: other.path)
            let blocked = try await dora.member(in: club.path)
            for receiver in [me, gone, stranger, blocked, "999999"] {
                let answer = try await club.ana.make(.cats, to: [receiver], in: club.path)
                #expect(answer.status == .unprocessableContent, "\(receiver)")
                #expect(answer.text.contains("field-problem") && answer.text.contains("value=\"Raining cats\""))
            }
            for emoji in ["", "abc", "🐱 and 🐶", String(repeating: "🐱", count: 13), "\u{FE0F}", "🐱\u{200D}\u{200D}🐶", "1", "©a"] {
                let answer = try await club.ana.make(SampleRiddle(emoji: emoji, solution: "Cats"), to: [ben], in: club.path)
                #expect(answer.status == .unprocessableContent, "\(emoji)")
            }
            let joiners = try await club.ana.make(
                SampleRiddle(emoji: String(repeating: "\u{200D}", count: 20_000), solution: "Cats"), to: [ben], in: club.path)
            #expect([.unprocessableContent, .contentTooLarge].contains(joiners.status))
            for hidden in ["200B", "AD", "2060", "202E", "FE0F"].compactMap({ UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }) {
                let answer = try await club.ana.make(SampleRiddle(emoji: "🐱\(hidden) 🐶", solution: "Cats"), to: [ben], in: club.path)
                let code = String(hidden.value, radix: 16, uppercase: true)
                #expect(answer.status == .unprocessableContent && answer.text.contains("\(code)) in it"), "\(code)")
            }
            for (field, value) in [("kind", "opera"), ("kind", ""), ("audience", "daily"), ("audience", "nobody")] {
                let answer = try await club.ana.make(.cats, to: [ben], in: club.path, [field: value])
                #expect(answer.status == .unprocessableContent && answer.text.contains("data-problem"), "\(field) \(value)")
            }
            try await #expect(
                club.ana.make(SampleRiddle(emoji: "🐱", solution: "!!!"), to: [ben], in: club.path).status == .unprocessableContent)
            try await #expect(club.ana.post(club.path + "/riddles", ["emoji": "🐱", "solution": "Cat"]).status == .unprocessableContent)
            let named = try await club.ana.make(.cats, to: [], in: club.path, ["audience": "members", "names": "ben, nobody"])
            #expect(named.status == .unprocessableContent && named.text.contains("No member has the username nobody"))
            try #expect(count("riddles", site) == 0)
            try await #expect(club.ana.make(.cats, to: [], in: club.path, ["audience": "members", "names": "@Ben"]).status == .seeOther)
        }
    }

    @Test func `each member solves a riddle for the club separately`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (cleo, dora) = (try await site.guest("cleo", of: club), try await site.guest("dora", of: club))
            let riddle = try await club.ana.send(.cats, in: club.path)
            try await #expect(club.ana.post(riddle + "/answers", ["text": "Raining cats"]).status == .unprocessableContent)
            try await #expect(cleo.get(club.path + "/riddles?list=all").text.contains("for you to solve"))
            // A nearly right answer does not use up a try.
            try await club.ben.post(riddle + "/answers", ["text": "Rainimg cats"])
            let nearly = try await club.ben.get(riddle).text
            #expect(nearly.contains("“Rainimg cats” is nearly right") && nearly.contains("Try 1 of 3"))
            #expect(nearly.contains("value=\"Rainimg cats\""))
            try await club.ben.post(riddle + "/answers", ["text": "the raining cats"])
            try await #expect(club.ben.get(riddle).text.contains("the first in the club who solved it"))
            try await cleo.post(riddle + "/answers", ["text": "Raining Cats"])
            try await #expect(!cleo.get(riddle).text.contains("the first in the club who solved it"))
            for number in 1...3 { try await dora.post(riddle + "/answers", ["text": "No idea \(number)"]) }
            try await #expect(dora.get(riddle).text.contains("Ana gets one point for it, no matter how many members do not solve it."))
            let eli = try await site.guest("eli", of: club)
            // A member who has not started the riddle can also give up.
            try await #expect(eli.get(riddle).text.contains("Yes, give up"))
            try await eli.post(riddle + "/surrender", [:])
            // Two members could not solve it, which gives its sender a point.
            try #expect(totals(site) == ["ana 1 0 0 1", "ben 1 1 1 0", "cleo 1 1 1 0", "dora 0 0 1 0", "eli 0 0 1 0"])
            let page = try await club.ana.get(riddle).text
            #expect(page.contains("2 members have solved it, 2 did not.") && page.contains(">First<"))
        }
    }

    @Test func `exactly one of several concurrent solvers is first`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let riddle = try await club.ana.send(.cats, in: club.path)
            var guests: [Visitor] = [club.ben]
            for name in ["cleo", "dora", "eli", "finn"] { guests.append(try await site.guest(name, of: club)) }
            try await withThrowingTaskGroup(of: Void.self) { [guests] group in
                for guest in guests {
                    group.addTask { try await #expect(guest.post(riddle + "/answers", ["text": "Raining cats"]).status == .seeOther) }
                }
                try await group.waitForAll()
            }
            try await #expect(
                site.database.read(tenant: tenant(site), Query<Int>.one("SELECT count(*) FROM riddle_plays WHERE is_first")) == 1)
            try await #expect(
                site.database.read(tenant: tenant(site), Query<Int>.one("SELECT sum(points)::bigint FROM riddle_totals")) == 5)
        }
    }

    @Test func `an unjudged answer ends by itself after three days`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            let (match, other) = (
                try await club.ana.send(.cats, to: [ben], in: club.path), try await club.ana.send(.secret, to: [ben], in: club.path)
            )
            try await club.ben.post(match + "/answers", ["text": "Raining cats"])
            try await club.ben.post(other + "/answers", ["text": "Something else"])
            try await site.server.cleanUp.turn()
            try await #expect(club.ben.get(match).text.contains("Ana has your answer"))
            try await site.database.write(
                tenant: tenant(site), Query<Int>.change("UPDATE riddle_plays SET waiting_since = now() - interval '3 days 1 minute'"))
            try await site.server.cleanUp.turn()
            try await #expect(club.ben.get(match).text.contains("it matches, and nobody judged in time"))
            let unjudged = try await club.ben.get(other).text
            #expect(unjudged.contains("did not judge in time. Nobody gets the point") && unjudged.contains("Zyzzyva quokka"))
            try #expect(totals(site) == ["ana 0 0 0 2", "ben 1 1 1 0"])
            // Both get a notice.
            let notices = try await club.ben.get(club.path + "/notices").text
            #expect(notices.matches(of: /did not judge your answer in time/).count == 2)
            try await #expect(club.ana.get(club.path + "/notices").text.contains("has finished your riddle"))
        }
    }

    @Test func `the chat appears when the riddle ends`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let riddle = try await club.ana.send(.cats, to: [club.ben.member(in: club.path)], in: club.path)
            func offer(_ visitor: Visitor) async throws -> Bool { try await visitor.get(riddle + "/live").text.contains("?talk#chat") }
            for visitor in [club.ana, club.ben] {
                try await #expect(visitor.get(riddle).text.contains("id=\"riddle-talk\""))
                try await #expect(!offer(visitor))
            }
            try await club.ben.post(riddle + "/surrender", [:])
            for visitor in [club.ana, club.ben] {
                try await #expect(offer(visitor))
                let page = try await visitor.get(riddle + "?talk").text
                #expect(page.contains("id=\"chat\"") && !page.contains("id=\"riddle-talk\""))
            }
        }
    }

    @Test func `a timed hint shows when it opens`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let hints = ["hint1": "One", "hint2": "Two", "hint_hours": "6"]
            let riddle = try await club.ana.send(.cats, to: [club.ben.member(in: club.path)], in: club.path, hints)
            try await #expect(club.ben.get(riddle).text.contains(/The next of 2 hints appears <time datetime="[^"]+"/))
            try ScriptConnection(url: site.test.superuserURL).run("UPDATE riddle_plays SET sent_at = sent_at - interval '7 hours'")
            try await #expect(club.ben.get(riddle).text.contains(/Hint 1.*One[^$]*A hint appears <time/.dotMatchesNewlines()))
        }
    }

    @Test func `each side can remind the other once a day`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let riddle = try await club.ana.send(.cats, to: [club.ben.member(in: club.path)], in: club.path)
            try await #expect(club.ana.post(riddle + "/nudge", ["member": "ben"]).status == .seeOther)
            try await #expect(club.ana.post(riddle + "/nudge", ["member": "ben"]).status == .conflict)
            try await #expect(club.ben.get(club.path + "/notices").text.contains("reminds you of a riddle"))
            try await #expect(club.ben.post(riddle + "/nudge", [:]).status == .conflict)
            try await club.ben.post(riddle + "/answers", ["text": "Cats"])
            try await #expect(club.ben.post(riddle + "/nudge", [:]).status == .seeOther)
            try await #expect(club.ben.get(riddle).text.contains("You can remind them again tomorrow"))
            try await #expect(club.ana.get(club.path + "/notices").text.contains("reminds you of a riddle"))
        }
    }

    @Test func `a riddle link works for people who register`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let riddle = try await club.ana.send(.cats, in: club.path, ["audience": "link", "shows_words": "1"])
            let link = try await club.ana.riddleLink(riddle)
            let stranger = site.visitor()
            let page = try await stranger.get(link).text
            #expect(page.contains("🌧️🐱") && page.contains("A saying · 2 words") && page.contains("Ana") && page.contains("/register?next="))
            #expect(!page.contains("Raining"))
            try await #expect(stranger.post(link, [:]).headers[.location]?.hasPrefix("/login?next=") == true)
            let cleo = try await site.person("cleo")
            try await #expect(cleo.post(link, [:]).headers[.location] == riddle)
            try await #expect(cleo.get(riddle).text.contains("Try 1 of 3"))
            try await cleo.post(riddle + "/answers", ["text": "Raining cats"])
            try await #expect(club.ana.get(riddle).text.contains("That matches your solution"))
            try await #expect(club.ana.get(link).headers[.location] == riddle)
            // A member who did not open the link does not have the riddle.
            try await #expect(club.ben.get(riddle).status == .notFound)
            try await club.ana.post(riddle + "/removal", [:])
            try await #expect(site.visitor().get(link).status == .notFound)
        }
    }

    @Test func `a riddle that everybody removed is erased`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let riddle = try await club.ana.send(.secret, to: [club.ben.member(in: club.path)], in: club.path)
            try await club.ben.post(riddle + "/answers", ["text": "Something"])
            try await #expect(club.ben.post(riddle + "/removal", [:]).status == .conflict)
            try await judge("right", 1, riddle, club)
            try await club.ben.post(riddle + "/messages", ["text": "Good one", "idempotency_key": "1"])
            try await #expect(club.ana.post(riddle + "/removal", [:]).status == .seeOther)
            try await #expect(club.ana.get(riddle).status == .notFound)
            try await #expect(club.ben.get(riddle).text.contains("Zyzzyva quokka"))
            try await #expect(club.ben.post(riddle + "/removal", [:]).status == .seeOther)
            try await #expect(club.ben.get(riddle).status == .notFound)
            let left = try await site.database.read(
                tenant: tenant(site),
                Query<Int>.one(
                    """
                    SELECT (SELECT count(*) FROM riddles WHERE solution <> '' OR emoji <> '') + (SELECT count(*) FROM riddle_answers)
                        + (SELECT count(*) FROM messages WHERE room_kind = 'riddle') + (SELECT count(*) FROM notices WHERE kind LIKE 'riddle%')
                    """))
            #expect(left == 0)
            // The points remain.
            try #expect(totals(site) == ["ana 0 0 0 1", "ben 1 1 1 0"])
        }
    }

    @Test func `a forwarded riddle credits its first author`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.guest("cleo", of: club)
            let riddle = try await club.ana.send(.cats, to: [club.ben.member(in: club.path)], in: club.path)
            let number = riddle.split(separator: "/").last.map(String.init) ?? ""
            // A riddle can be forwarded only after it has ended.
            try await #expect(club.ben.get(club.path + "/riddles/new?from=\(number)").status == .notFound)
            try await club.ben.post(riddle + "/surrender", [:])
            let form = try await club.ben.get(club.path + "/riddles/new?from=\(number)").text
            #expect(form.contains("value=\"🌧️🐱\"") && form.contains("value=\"Raining cats\""))
            let again = try await club.ben.send(.cats, to: [cleo.member(in: club.path)], in: club.path, ["origin": number])
            try await #expect(cleo.get(again).text.contains("First made by <bdi>Ana</bdi>"))
            // A changed riddle has no credit.
            for other in [SampleRiddle(emoji: "🐱🐱", solution: "Raining cats"), SampleRiddle(emoji: "🌧️🐱", solution: "Wet cats")] {
                let changed = try await club.ben.send(other, to: [cleo.member(in: club.path)], in: club.path, ["origin": number])
                try await #expect(!cleo.get(changed).text.contains("First made by"))
            }
            for unknown in ["999999", again.split(separator: "/").last.map(String.init) ?? ""] {
                let refused = try await club.ana.make(.cats, to: [], in: club.path, ["origin": unknown])
                #expect(refused.status == .unprocessableContent && refused.text.contains("no longer exists"))
                // The form comes back without the origin, so the riddle is sent without credit.
                #expect(!refused.text.contains("name=\"origin\""))
            }
        }
    }

    @Test func `a riddle of another club is not found`() async throws {
        try await TestSite.open { site in
            let (club, other) = (try await site.clubOfTwo(), try await site.clubOfTwo("wharf", names: ("cleo", "dora")))
            let riddle = try await club.ana.send(.cats, in: club.path)
            let number = riddle.split(separator: "/").last.map(String.init) ?? ""
            try await #expect(other.ana.get(riddle).status == .notFound)
            for action in ["answers", "surrender", "hints", "removal", "nudge"] {
                try await #expect(other.ana.post("\(other.path)/riddles/\(number)/\(action)", ["text": "Raining cats"]).status == .notFound)
            }
            try await #expect(!other.ana.get(other.path + "/riddles?list=all").text.contains("🌧️🐱"))
        }
    }

    @Test func `EmoJim sends a welcome riddle and a daily riddle`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await #expect(club.ben.get(club.path + "/").text.contains("EmoJim says welcome"))
            let welcome = try #require(try await club.ben.get(club.path + "/riddles/welcome").headers[.location])
            try await club.ben.post(welcome + "/answers", ["text": "i love pizza!"])
            let solved = try await club.ben.get(welcome).text
            #expect(solved.contains("You get the point") && solved.contains("I love pizza"))
            let hub = try await club.ben.get(club.path + "/").text
            #expect(!hub.contains("EmoJim says welcome") && hub.contains("Riddle of the day"))
            // All members of a club get the same riddle.
            let daily = try #require(try await club.ben.get(club.path + "/riddles/today").headers[.location])
            try await #expect(club.ana.get(club.path + "/riddles/today").headers[.location] == daily)
            let riddle = JimsRiddles.ofTheDay(CalendarDate.todayInUTC)
            try await #expect(club.ana.get(daily).text.contains(riddle.emoji))
            try await #expect(club.ben.post(daily + "/answers", ["text": riddle.solution]).headers[.location] == daily)
            let streak = Query<Int>.one(
                "SELECT streak::bigint FROM riddle_totals WHERE member_id = (SELECT id FROM members WHERE handle = 'ben')")
            try await #expect(site.database.read(tenant: tenant(site), streak) == 1)
        }
    }

    // MARK: Steps

    private func judge(_ verdict: String, _ number: Int, _ riddle: String, _ club: ClubOfTwo) async throws {
        let answer = try await club.ana.post(riddle + "/verdict", ["member": "ben", "number": "\(number)", "verdict": verdict])
        #expect(answer.headers[.location] == riddle)
    }

    private func tenant(_ site: TestSite) async throws -> Int {
        try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
    }

    private func count(_ table: String, _ site: TestSite) throws -> Int {
        Int(try ScriptConnection(url: site.test.superuserURL).rows("SELECT count(*)::text FROM \(table)", [])[0][0] ?? "") ?? -1
    }

    /// For example "ana 1 0 0 2": points, solved, finished and sent.
    private func totals(_ site: TestSite) throws -> [String] {
        try ScriptConnection(url: site.test.superuserURL).rows(
            """
            SELECT m.handle || ' ' || concat_ws(' ', t.points, t.solved, t.finished, t.sent)
            FROM riddle_totals t JOIN members m ON m.club_id = t.club_id AND m.id = t.member_id ORDER BY m.handle
            """, []
        ).compactMap { $0[0] }
    }
}
