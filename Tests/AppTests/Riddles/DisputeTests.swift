import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App

struct DisputeTests {
    @Test func `the majority of jurors decides a dispute`() async throws {
        try await TestSite.open { site in
            let (club, jurors) = try await clubWithJurors(site)
            let riddle = try await judgedWrong(club)
            try await #expect(club.ben.get(riddle).text.contains("Dispute the verdict"))
            try await #expect(club.ben.post(riddle + "/disputes", ["reason": ""]).status == .unprocessableContent)
            try await #expect(club.ben.post(riddle + "/disputes", ["reason": "It means the same"]).headers[.location] == riddle)
            try await #expect(club.ben.get(riddle).text.contains("3 members can vote on your dispute"))
            try await #expect(club.ana.get(club.path + "/notices").text.contains("disputes your verdict"))
            // During a dispute there are no further tries and no second dispute.
            try await #expect(club.ben.post(riddle + "/answers", ["text": "Raining cats"]).status == .conflict)
            try await #expect(club.ben.post(riddle + "/disputes", ["reason": "Once more"]).status == .conflict)
            let ben = try await club.ben.member(in: club.path)
            for (juror, vote) in zip(jurors, ["right", "wrong", "right"]) {
                let list = try await juror.get(club.path + "/riddles").text
                #expect(list.contains("asks you to vote on a verdict"))
                let page = try await juror.get("\(riddle)/disputes/\(ben)").text
                #expect(page.contains("Raining cats") && page.contains("Wet weather pets") && page.contains("It means the same"))
                try await #expect(juror.post("\(riddle)/disputes/\(ben)", ["verdict": vote]).status == .seeOther)
                try await #expect(juror.post("\(riddle)/disputes/\(ben)", ["verdict": vote]).status == .conflict)
            }
            // The two sides are not jurors.
            try await #expect(club.ana.get("\(riddle)/disputes/\(ben)").status == .notFound)
            try await #expect(club.ben.get("\(riddle)/disputes/\(ben)").status == .notFound)
            let decided = try await club.ben.get(riddle).text
            #expect(decided.contains("2 for right, 1 for wrong") && decided.contains("You solved it"))
            try await #expect(club.ana.get(riddle).text.contains("2 for right, 1 for wrong"))
            try await #expect(club.ben.get(club.path + "/notices").text.contains("dispute about a riddle is decided"))
            try #expect(points(site) == ["ben 1"])
        }
    }

    @Test func `a tie leaves the verdict unchanged`() async throws {
        try await TestSite.open { site in
            let (club, jurors) = try await clubWithJurors(site)
            let riddle = try await judgedWrong(club, times: 3)
            try #expect(points(site) == ["ana 1"])
            try await club.ben.post(riddle + "/disputes", ["reason": "It means the same"])
            let ben = try await club.ben.member(in: club.path)
            try await jurors[0].post("\(riddle)/disputes/\(ben)", ["verdict": "right"])
            try await jurors[1].post("\(riddle)/disputes/\(ben)", ["verdict": "wrong"])
            try await #expect(club.ben.get(riddle).text.contains("3 members can vote on your dispute"))
            try ScriptConnection(url: site.test.superuserURL).run("UPDATE riddle_disputes SET closes_at = now()")
            try await site.server.cleanUp.turn()
            try await #expect(club.ben.get(riddle).text.contains("1 for right, 1 for wrong. The verdict stays."))
            try await #expect(jurors[2].post("\(riddle)/disputes/\(ben)", ["verdict": "right"]).status == .conflict)
            try #expect(points(site) == ["ana 1"])
        }
    }

    @Test func `a successful dispute after the last try moves the point`() async throws {
        try await TestSite.open { site in
            let (club, jurors) = try await clubWithJurors(site)
            let riddle = try await judgedWrong(club, times: 3)
            try await club.ben.post(riddle + "/disputes", ["reason": "It means the same"])
            let ben = try await club.ben.member(in: club.path)
            for juror in jurors { try await juror.post("\(riddle)/disputes/\(ben)", ["verdict": "right"]) }
            try #expect(points(site) == ["ben 1"])
        }
    }

    @Test func `a dispute with too few jurors leaves the verdict unchanged`() async throws {
        try await TestSite.open { site in
            let (club, jurors) = try await clubWithJurors(site)
            // One of three jurors has a block with one side, so only two are left.
            try await jurors[0].post(club.path + "/blocks", ["member": club.ben.member(in: club.path)])
            let riddle = try await judgedWrong(club)
            try await club.ben.post(riddle + "/disputes", ["reason": "It means the same"])
            let page = try await club.ben.get(riddle).text
            #expect(page.contains("Too few members could vote on your dispute") && page.contains("Try 2 of 3"))
            try await #expect(club.ana.get(riddle).text.contains("Too few members could vote on the dispute"))
            try await #expect(!jurors[1].get(club.path + "/riddles").text.contains("asks you to vote on a verdict"))
        }
    }

    @Test func `a juror can no longer solve the riddle`() async throws {
        try await TestSite.open { site in
            let (club, jurors) = try await clubWithJurors(site)
            let riddle = try await club.ana.send(.cats, in: club.path)
            try await club.ben.post(riddle + "/answers", ["text": "Wet weather pets"])
            try await club.ben.post(riddle + "/disputes", ["reason": "It means the same"])
            try await #expect(jurors[0].get(riddle).text.contains("You were asked to vote on this riddle"))
            try await #expect(jurors[0].post(riddle + "/answers", ["text": "Raining cats"]).status == .conflict)
            try #expect(points(site) == [])
        }
    }

    // MARK: Steps

    /// A club with three members who can be jurors because they were here recently.
    private func clubWithJurors(_ site: TestSite) async throws -> (ClubOfTwo, [Visitor]) {
        let club = try await site.clubOfTwo()
        var jurors: [Visitor] = []
        for name in ["cleo", "dora", "eli"] { jurors.append(try await site.guest(name, of: club)) }
        let seen = "INSERT INTO presence (club_id, member_id, seen_at) SELECT club_id, id, now() FROM members ON CONFLICT DO NOTHING"
        try ScriptConnection(url: site.test.superuserURL).run(seen)
        return (club, jurors)
    }

    /// Ana's riddle to Ben, whose answers she has judged wrong `times` times.
    private func judgedWrong(_ club: ClubOfTwo, times: Int = 1) async throws -> String {
        let riddle = try await club.ana.send(.cats, to: [club.ben.member(in: club.path)], in: club.path)
        for number in 1...times {
            try await club.ben.post(riddle + "/answers", ["text": "Wet weather pets"])
            try await club.ana.post(riddle + "/verdict", ["member": "ben", "number": "\(number)", "verdict": "wrong"])
        }
        return riddle
    }

    private func points(_ site: TestSite) throws -> [String] {
        try ScriptConnection(url: site.test.superuserURL).rows(
            """
            SELECT m.handle || ' ' || t.points FROM riddle_totals t JOIN members m ON m.club_id = t.club_id AND m.id = t.member_id
            WHERE t.points > 0
            ORDER BY m.handle
            """, []
        ).compactMap { $0[0] }
    }
}
