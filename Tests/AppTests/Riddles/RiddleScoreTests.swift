import Foundation
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App

struct RiddleScoreTests {
    /// Ana, Ben and Cleo, who have sent and solved some riddles.
    private func scene(_ site: TestSite) async throws -> (ClubOfTwo, cleo: Visitor, RiddleScene) {
        let club = try await site.clubOfTwo()
        let cleo = try await site.guest("cleo", of: club)
        let scene = try await RiddleScene(site, club, guests: [cleo])
        let (ana, ben, third) = (scene.members[0], scene.members[1], scene.members[2])
        // Ben solves two of Ana's riddles, Cleo solves one of Ana's and one of Ben's, so each has 2 points.
        // Ana gets a point when Cleo gives up, and another when two members give up her riddle for the club.
        for (receiver, sender) in [(ben, ana), (ben, ana), (third, ana), (third, ben)] {
            let riddle = try #require(try await scene.send(.members, by: sender, to: [receiver]))
            try await scene.wait(riddle, by: receiver)
            try await scene.judge(riddle, of: receiver, number: 1, by: sender, .right)
        }
        let hard = try #require(try await scene.send(.members, by: ana, to: [third], emoji: "🗝️🌫️"))
        try await scene.giveUp(hard, by: third)
        let harder = try #require(try await scene.send(.club, by: ana, emoji: "🌋🧊"))
        for member in [ben, third] { try await scene.giveUp(harder, by: member) }
        return (club, cleo, scene)
    }

    private func board(_ query: String, _ who: Visitor, in club: ClubOfTwo) async throws -> [String] {
        let file = try await who.get(club.path + "/riddles/leaderboard.csv?" + query)
        #expect(file.status == .ok, "\(query)")
        return file.text.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
    }

    @Test func `members are ranked by points, solved riddles and among friends`() async throws {
        try await TestSite.open { site in
            let (club, cleo, _) = try await scene(site)
            try await #expect(
                board("by=points", club.ana, in: club) == [
                    "1,Ana,ana,2,0,0,0,5,2,0,0", "1,Ben,ben,2,2,3,67,1,0,0,0", "1,Cleo,cleo,2,2,4,50,0,0,0,0",
                ])
            try await #expect(
                board("by=solved", club.ana, in: club) == ["1,Ben,ben,2,2,3,67,1,0,0,0", "1,Cleo,cleo,2,2,4,50,0,0,0,0"])
            // After one more point, Cleo is first and the two others share the second rank.
            let scene = try await RiddleScene(site, club, guests: [cleo])
            let more = try #require(try await scene.send(.club, by: scene.members[0]))
            try await scene.answer(more, by: scene.members[2], .exact)
            try await #expect(
                board("by=points", club.ana, in: club).map { String($0.prefix(6)) } == ["1,Cleo", "2,Ana,", "2,Ben,"])
            try await #expect(board("by=points&of=friends", club.ben, in: club).map { String($0.prefix(5)) } == ["1,Ben"])
            for (one, other) in [(club.ben, cleo), (cleo, club.ben)] {
                try await one.post(club.path + "/follows", ["member": try await other.member(in: club.path)])
            }
            try await #expect(board("of=friends", club.ben, in: club).map { String($0.prefix(6)) } == ["1,Cleo", "2,Ben,"])
            let page = try await club.ben.get(club.path + "/riddles/leaderboard?by=solved&of=friends").text
            #expect(page.contains("By riddles solved, among friends") && page.contains("href=\"\(club.path)/members/cleo#riddles\""))
            for query in ["by=nothing", "by=", "after=x", "by=%00"] {
                try await #expect(club.ben.get(club.path + "/riddles/leaderboard?" + query).status == .notFound, "\(query)")
            }
        }
    }

    @Test func `each leaderboard page starts after the previous one`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let scene = try await RiddleScene(site, club)
            try scene.change(
                """
                INSERT INTO members (club_id, handle, display_name)
                    SELECT \(scene.club), 'guest' || n, 'Guest ' || n FROM generate_series(1, 70) n;
                INSERT INTO riddle_totals (club_id, member_id, points, solved, finished)
                    SELECT club_id, id, 1 + id % 7, 1, 1 FROM members WHERE handle LIKE 'guest%';
                INSERT INTO riddle_totals (club_id, member_id, points, solved, finished) VALUES (\(scene.club), \(scene.members[1]), 1, 1, 1)
                """)
            let first = try await club.ben.get(club.path + "/riddles/leaderboard").text
            let next = try #require(first.firstMatch(of: /href="([^"]+&amp;after=[^"]+)"/)).1.replacing("&amp;", with: "&")
            let second = try await club.ben.get(String(next)).text
            func names(_ page: String) -> [String] { page.matches(of: /members\/(guest\d+)#riddles/).map { String($0.1) } }
            #expect(names(first).count == 50 && names(second).count == 20)
            #expect(Set(names(first) + names(second)).count == 70)
            // Ben is not among the first 50, and the first page shows his own row.
            #expect(first.contains("my-standing") && first.contains("<td class=\"rank\">61</td>") && !second.contains("my-standing"))
        }
    }

    @Test func `a profile shows the riddle score and the hardest riddle`() async throws {
        try await TestSite.open { site in
            let (club, cleo, scene) = try await scene(site)
            let mine = try await club.ana.get(club.path + "/members/ana").text
            #expect(mine.contains("Emoji Charades") && mine.contains("Your hardest riddle") && mine.contains("2 members did not solve it"))
            #expect(mine.contains("🌋🧊</a>") && !mine.contains("riddles/new?to="))
            let theirs = try await cleo.get(club.path + "/members/ana").text
            #expect(theirs.contains("🌋🧊</a>") && theirs.contains("href=\"\(club.path)/riddles/new?to=ana\""))
            #expect(theirs.contains("href=\"\(club.path)/riddles/leaderboard\""))
            let bens = try await club.ana.get(club.path + "/members/ben").text
            #expect(bens.contains("2 of 3 (67 %)") && !bens.contains("did not solve it"))
            // A hardest riddle that was not for the whole club is shown only to its sender.
            let harder = try #require(try await scene.send(.link, by: scene.members[0], emoji: "🪤🧵"))
            for member in [scene.members[1], scene.members[2]] {
                try await scene.receive(harder, by: member)
                try await scene.giveUp(harder, by: member)
            }
            try scene.change("UPDATE riddle_totals SET hardest_id = \(harder), hardest_failed = 2 WHERE member_id = \(scene.members[0])")
            let (own, others) = (
                try await club.ana.get(club.path + "/members/ana").text, try await cleo.get(club.path + "/members/ana").text
            )
            #expect(own.contains("🪤🧵") && own.contains("href=\"\(club.path)/riddles/\(harder)\""))
            #expect(!others.contains("🪤🧵") && others.contains("2 members did not solve it") && !others.contains("/riddles/\(harder)"))
            // A withdrawn riddle is not shown either.
            try await scene.withdraw(harder, by: scene.members[0])
            let after = try await club.ana.get(club.path + "/members/ana").text
            #expect(!after.contains("🪤🧵") && after.contains("2 members did not solve it"))
        }
    }

    @Test func `a streak counts consecutive days`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let scene = try await RiddleScene(site, club)
            let ben = scene.members[1]
            func solve() async throws { try await scene.answer(try await scene.daily(), by: ben, .exact) }
            func shown() async throws -> String {
                let page = try await club.ana.get(club.path + "/members/ben").text
                return page.firstMatch(of: /Riddle of the day<\/dt><dd><b>([^<]*)</).map { String($0.1) } ?? ""
            }
            try await solve()
            try await #expect(shown() == "1 day")
            try scene.letADayPass()
            try await solve()
            try scene.letADayPass()
            // A streak can continue until the end of the day after the last riddle.
            try await #expect(shown() == "2 days in a row")
            try scene.letADayPass()
            try await #expect(shown() == "Best: 2 days in a row")
            try await solve()
            try await #expect(shown() == "1 day, best: 2")
            try await #expect(board("", club.ana, in: club) == ["1,Ben,ben,3,3,3,100,0,0,1,2"])
            // The riddle of an earlier day does not count for a streak.
            try scene.letADayPass()
            let older = try #require(try scene.row("SELECT min(id)::text FROM riddles WHERE day IS NOT NULL").first.flatMap { $0 })
            try await scene.answer(try #require(ID(older)), by: scene.members[0], .exact)
            try #expect(scene.row("SELECT streak::text FROM riddle_totals WHERE member_id = \(scene.members[0])") == ["0"])
            try await #expect(scene.differences() == [])
        }
    }

    @Test(arguments: [Riddle.Audience.members, .club])
    func `a successful dispute moves the point to the solver`(audience: Riddle.Audience) async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            var guests: [Visitor] = []
            for name in ["cleo", "dan", "eve"] { guests.append(try await site.guest(name, of: club)) }
            let scene = try await RiddleScene(site, club, guests: guests)
            try scene.beHere()
            let (ana, ben) = (scene.members[0], scene.members[1])
            let riddle = try #require(try await scene.send(audience, by: ana, to: audience == .members ? [ben] : []))
            for number in 1...3 {
                guard audience.isJudged else {
                    try await scene.answer(riddle, by: ben, .none)
                    continue
                }
                try await scene.wait(riddle, by: ben)
                try await scene.judge(riddle, of: ben, number: number, by: ana, .wrong)
            }
            func points() throws -> [String?] {
                try scene.row("SELECT string_agg(points || ' ' || hardest_failed, ', ' ORDER BY member_id) FROM riddle_totals")
            }
            try #expect(points() == ["1 1, 0 0"])
            let opened = try #require(try await scene.dispute(riddle, by: ben))
            for juror in opened.jurors { try await scene.vote(.right, on: ben, about: riddle, by: juror) }
            try await #expect(scene.decideDispute(ben, about: riddle))
            try #expect(points() == ["0 0, 1 0"])
            try await #expect(scene.differences() == [])
        }
    }

    @Test func `members who hide their score are not ranked`() async throws {
        try await TestSite.open { site in
            let (club, cleo, _) = try await scene(site)
            func isShown(_ who: Visitor) async throws -> Bool {
                let page = try await who.get(club.path + "/members/ben").text
                #expect(page.contains("Emoji Charades"))
                return page.contains("2 of 3 (67 %)")
            }
            try await #expect(isShown(cleo))
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "about": "", "riddles_for": "friends"])
            try await #expect(!isShown(cleo))
            try await #expect(isShown(club.ben))
            try await #expect(!board("", club.ana, in: club).contains { $0.contains("Ben") })
            // Ben sees his own score without a rank.
            try await #expect(club.ben.get(club.path + "/riddles/leaderboard").text.contains("<td class=\"rank\">–</td>"))
            for (one, other) in [(club.ben, cleo), (cleo, club.ben)] {
                try await one.post(club.path + "/follows", ["member": try await other.member(in: club.path)])
            }
            try await #expect(isShown(cleo))
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "about": "", "riddles_for": "me"])
            try await #expect(!isShown(cleo))
            // Members can still send Ben a riddle.
            try await #expect(cleo.get(club.path + "/members/ben").text.contains("/riddles/new?to=ben"))
        }
    }

    @Test func `riddle scores of another club are not shown`() async throws {
        try await TestSite.open { site in
            let (club, _, scene) = try await scene(site)
            let elsewhere = try await site.clubOfTwo("mole", names: ("dora", "eli"))
            try await #expect(elsewhere.ana.get(club.path + "/riddles/leaderboard").status == .notFound)
            try await #expect(board("", elsewhere.ana, in: elsewhere).isEmpty)
            // A member of both clubs has a separate score in each.
            try await club.ben.post(elsewhere.invitation, [:])
            let page = try await elsewhere.ana.get(elsewhere.path + "/members/ben").text
            #expect(page.contains("No riddle yet.") && !page.contains("2 of 3"))
            let other = try await RiddleScene(site, elsewhere)
            let riddle = try #require(try await other.send(.club, by: other.members[0]))
            try await other.answer(riddle, by: other.members[1], .exact)
            try await #expect(board("", elsewhere.ana, in: elsewhere) == ["1,Eli,eli,1,1,1,100,0,0,0,0"])
            try await #expect(board("", club.ana, in: club).count == 3)
            // A riddle's number is not found in the other club.
            try await #expect(other.answer(ID(riddle.rawValue), by: scene.members[0], .exact) == nil)
            try await #expect(scene.answer(riddle, by: scene.members[0], .exact) == nil)
        }
    }

    @Test func `riddle badges carry the day on which they were earned`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let scene = try await RiddleScene(site, club)
            let (ana, ben) = (scene.members[0], scene.members[1])
            for _ in 0..<4 {
                try await scene.answer(try await scene.daily(), by: ben, .exact)
                try scene.letADayPass()
            }
            for _ in 0..<10 { _ = try await scene.send(.club, by: ana) }
            try scene.change(
                """
                UPDATE riddles SET sent_at = '2024-05-01 12:00Z' WHERE sender_id IS NOT NULL;
                UPDATE riddle_plays SET finished_at = '2024-05-02 12:00Z'
                """)
            func earned() async throws -> [[String?]] {
                try await scene.database.write(tenant: scene.club.rawValue, RiddleBadges.riddles.award(to: [ana, ben]))
                return try ScriptConnection(url: site.test.superuserURL).rows(
                    """
                    SELECT m.handle, measure, goal::text, CASE WHEN measure = 'riddle_days' THEN (current_date - earned_on)::text
                        ELSE earned_on::text END
                    FROM badges b JOIN members m ON m.id = b.member_id WHERE measure LIKE 'riddle%' ORDER BY 1, 2, goal
                    """)
            }
            try await #expect(
                earned() == [
                    ["ana", "riddles_sent", "1", "2024-05-01"], ["ana", "riddles_sent", "10", "2024-05-01"],
                    ["ben", "riddle_days", "3", "2"], ["ben", "riddles_solved", "1", "2024-05-02"],
                ])
            // A badge is removed when its number is no longer reached.
            try scene.change("UPDATE riddle_totals SET sent = sent * 9 / 10, best_streak = best_streak / 2")
            try await #expect(earned().map { $0[1...2].compactMap(\.self) } == [["riddles_sent", "1"], ["riddles_solved", "1"]])
        }
    }

    @Test(arguments: [
        ("riddles", "UPDATE riddles SET solved = solved + 1, finished = finished + 1 WHERE audience = 'club'"),
        ("riddle scores", "UPDATE riddle_totals SET points = points + 1"),
        ("riddle scores", "UPDATE riddle_totals SET sent = sent + 1"),
        ("riddle scores", "DELETE FROM riddle_totals WHERE sent = 0"),
        ("hardest riddles", "UPDATE riddle_totals SET hardest_failed = 1 WHERE hardest_failed = 2"),
        ("hardest riddles", "UPDATE riddle_totals SET hardest_id = NULL"),
        ("riddle streaks", "UPDATE riddle_totals SET best_streak = 2 WHERE best_streak = 1"),
        ("riddle streaks", "UPDATE riddle_totals SET streak_day = streak_day - 1"),
    ])
    func `the consistency check finds wrong riddle totals`(check: String, spoil: String) async throws {
        try await TestSite.open { site in
            let (club, _, scene) = try await scene(site)
            try await scene.answer(try await scene.daily(), by: scene.members[1], .exact)
            try await #expect(scene.differences() == [])
            try scene.change(spoil)
            let found = try await site.differences()
            #expect(found.contains { $0.hasPrefix("\(club.path.dropFirst(3)), \(check):") }, "\(found)")
        }
    }
}
