import FoundationEssentials
import TestSupport
import Testing

@testable import App

/// Badges, their audience, the leaderboard, the reset of a score, the break and the history.
struct PracticeScoreTests {
    /// Wins `count` games of Wordley and returns the last page.
    private func find(_ count: Int, _ site: TestSite, _ who: Visitor, in club: ClubOfTwo) async throws -> String {
        var page = ""
        for _ in 0..<count {
            let game = try await who.begin(.wordley, in: club.path)
            try site.ask("boat")
            page = try await who.post(
                "\(club.path)/practice/wordley/\(game)/guesses", ["guess": "boat", "row": "0"], [.prefer: "return=representation"]
            ).text
        }
        return page
    }

    private func share(_ audience: String, isRanked: Bool = false, _ who: Visitor, in club: ClubOfTwo) async throws {
        let answer = try await who.post(club.path + "/practice/sharing", ["audience": audience, "is_ranked": isRanked ? "1" : ""])
        #expect(answer.status == .seeOther)
    }

    private func badges(_ site: TestSite) throws -> [String] {
        try site.rows("SELECT measure, goal, is_counted FROM badges WHERE measure LIKE 'practice%' ORDER BY measure, goal")
    }

    @Test func `there are at least 30 badges with unique titles`() {
        let titles = PracticeBadges.practice.measures.flatMap { $0.badges.map(\.title) }
        #expect(titles.count >= 30 && Set(titles).count == titles.count)
    }

    @Test func `badges are private until the member shares them`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            try await #expect(find(1, site, club.ana, in: club).contains("New badges: "))
            _ = try await find(2, site, club.ana, in: club)
            let own = ["practice_games 1 f", "practice_in_a_row 3 f", "practice_words 1 f"]
            try #expect(badges(site) == own)
            try #expect(site.rows("SELECT FROM badge_counts WHERE measure LIKE 'practice%' AND members > 0").isEmpty)
            let shown = try await club.ana.get(club.path + "/practice/badges").text
            #expect(shown.contains("3 of \(PracticeBadges.practice.measures.reduce(0) { $0 + $1.badges.count }) badges"))
            #expect(shown.contains("First word") && shown.contains("Three in a row") && !shown.contains("Nobody else has it"))
            let profile = club.path + "/members/ana"
            for page in [profile, profile + "/badges"] { try await #expect(!club.ben.get(page).text.contains("First word")) }
            try await #expect(!club.ben.get(profile).text.contains("id=\"practice\""))

            try await share("club", club.ana, in: club)
            try #expect(badges(site) == own.map { $0.replacing(" f", with: " t") })
            try #expect(site.rows("SELECT DISTINCT members FROM badge_counts WHERE measure LIKE 'practice%'") == ["1"])
            try await #expect(club.ben.get(profile + "/badges").text.contains("First word"))
            try await #expect(club.ben.get(profile).text.contains("id=\"practice\""))
            try await #expect(club.ana.get(club.path + "/practice/badges").text.contains("Nobody else has it"))
            // Badges of a member who does not share are not counted.
            _ = try await find(1, site, club.ben, in: club)
            try #expect(badges(site).count { $0.hasSuffix(" f") } == 2)

            try await share("me", club.ana, in: club)
            try #expect(site.rows("SELECT DISTINCT members FROM badge_counts WHERE measure LIKE 'practice%'") == ["0"])
            try await #expect(!club.ben.get(profile + "/badges").text.contains("First word"))
            for check in BadgeChecks.all + PracticeChecks.all {
                let id = try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
                try await #expect(site.database.read(tenant: id, check.query).isEmpty, "\(check.name)")
            }
        }
    }

    @Test func `practice results for friends are shown only to friends`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await find(1, site, club.ana, in: club)
            try await share("friends", isRanked: true, club.ana, in: club)
            try await #expect(!club.ben.get(club.path + "/members/ana").text.contains("id=\"practice\""))
            // Only members who share with the whole club can be on the leaderboard.
            try #expect(site.rows("SELECT is_ranked FROM practice_totals") == ["f"])
            try await club.ana.post(club.path + "/follows", ["member": try await club.ben.member(in: club.path)])
            try await club.ben.post(club.path + "/follows", ["member": try await club.ana.member(in: club.path)])
            try await #expect(club.ben.get(club.path + "/members/ana").text.contains("id=\"practice\""))
        }
    }

    @Test func `the practice leaderboard lists only members who joined it`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let board = club.path + "/practice/leaderboard"
            _ = try await find(2, site, club.ana, in: club)
            try await #expect(club.ben.get(board).text.contains("Nobody is on this leaderboard yet."))
            // Her first settings already put her on the leaderboard.
            try await share("club", isRanked: true, club.ana, in: club)
            var page = try await club.ben.get(board).text
            let points = try site.rows("SELECT points FROM practice_totals")[0]
            #expect(page.contains("Ana") && page.contains(points))
            // A member who joins before their first game is listed after that game.
            try await share("club", isRanked: true, club.ben, in: club)
            _ = try await find(1, site, club.ben, in: club)
            try await #expect(club.ana.get(board).text.contains("Ben"))
            // Sharing with nobody also leaves the leaderboard.
            try await share("me", club.ana, in: club)
            page = try await club.ben.get(board).text
            #expect(!page.contains("members/ana#practice"))
            try #expect(site.rows("SELECT is_ranked FROM practice_settings ORDER BY member_id") == ["f", "t"])
            try await #expect(club.ben.get(board + "?game=chess").status == .notFound)
        }
    }

    @Test func `a practice score can be reset and restored`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await find(4, site, club.ana, in: club)
            let (path, totals) = (
                club.path + "/practice/reset", "SELECT games, won, points, best, streak, best_streak, unaided FROM practice_totals"
            )
            let (before, level) = (try site.rows(totals), try site.rows("SELECT level FROM practice_levels"))
            try await #expect(club.ana.get(path).text.contains("4 games and "))
            try await club.ana.post(path, ["choice": "reset"])
            try #expect(site.rows(totals).isEmpty)
            try #expect(badges(site).isEmpty)
            try #expect(site.rows("SELECT FROM practice_days").isEmpty)
            try #expect(site.rows("SELECT level FROM practice_levels") == level)
            try await #expect(club.ana.get(club.path + "/practice/history").text.contains("There are no games here yet."))
            try await #expect(club.ana.get(path).text.contains("Get the old score back"))
            _ = try await find(1, site, club.ana, in: club)
            try #expect(site.rows("SELECT games FROM practice_totals") == ["1"])
            try await club.ana.post(path, ["choice": "undo"])
            let after = try site.rows(totals)
            #expect(after.count == 1 && after[0].hasPrefix("5 5 ") && after[0].hasSuffix(" 5 5 5") && after != before)
            try #expect(badges(site).contains("practice_in_a_row 5 f"))
            // A reset can be undone only once.
            try await #expect(club.ana.post(path, ["choice": "undo"]).status == .gone)
        }
    }

    @Test func `a reset is final after 30 days`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await find(2, site, club.ana, in: club)
            try await club.ana.post(club.path + "/practice/reset", ["choice": "reset"])
            try site.run("UPDATE practice_settings SET reset_at = now() - interval '31 days'")
            try await #expect(!club.ana.get(club.path + "/practice/reset").text.contains("Get the old score back"))
            try await #expect(club.ana.post(club.path + "/practice/reset", ["choice": "undo"]).status == .gone)
            try await site.server.cleanUp.turn()
            try #expect(site.rows("SELECT count(*) FROM practice_results") == ["0"])
        }
    }

    @Test func `recalculated practice totals match the stored totals`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let member = try await club.ana.member(in: club.path)
            try site.run(
                """
                INSERT INTO practice_results (club_id, member_id, game, level, is_won, is_good, points, steps, hints, is_counted, day)
                SELECT club_id, id, CASE WHEN n % 3 = 0 THEN 'wordley' ELSE 'slideit' END, CASE WHEN n % 7 > 0 THEN n % 9 + 1 END,
                    n % 5 > 0, n % 5 > 1, CASE WHEN n % 5 > 0 THEN n ELSE 0 END, 3, n % 2, true, current_date - n / 4
                FROM members, generate_series(1, 60) n WHERE id = \(member) ORDER BY n
                """)
            let all = """
                SELECT game, games, won, points, best, streak, best_streak, unaided, best_level, daily FROM practice_totals ORDER BY game
                """
            let (totals, days) = (try site.rows(all), try site.rows("SELECT day, games FROM practice_days ORDER BY day"))
            #expect(totals.count == 2 && days.count == 16)
            try site.run("SELECT recount_practice(club_id, id) FROM members WHERE id = \(member)")
            try #expect(site.rows(all) == totals && site.rows("SELECT day, games FROM practice_days ORDER BY day") == days)
        }
    }

    @Test func `a break is suggested after 20 minutes of play`() {
        let now = Date()
        func played(_ games: [(start: Double, end: Double)]) -> PracticeBreak? {
            PracticeBreak(
                games.map { PlayedTime(startedAt: now - $0.start * 60, finishedAt: now - $0.end * 60) }.sorted {
                    $0.finishedAt > $1.finishedAt
                },
                now: now)
        }
        #expect(played([]) == nil && played([(10, 0), (19, 10)]) == nil)
        #expect(played([(8, 0), (16, 8), (23, 16)]) != nil)
        // Neither play before a rest of ten minutes nor a game left open since yesterday counts.
        #expect(played([(8, 0), (40, 18)]) == nil && played([(1500, 0)]) == nil)
    }

    @Test func `the practice history can be filtered and shows charts`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let member = try await club.ana.member(in: club.path)
            try site.run(
                """
                INSERT INTO practice_results (club_id, member_id, game, level, is_won, is_good, points, steps, least, hints, is_counted, day,
                    left_taps, left_ms, left_missed, right_taps, right_ms, right_missed)
                SELECT club_id, id, 'slideit', 3, n % 2 = 0, n % 2 = 0, 0, 8, 6, 0, true, current_date - n, 10, 9000, 1, 10, 12000, 2
                FROM members, generate_series(1, 4) n WHERE id = \(member)
                """)
            let path = club.path + "/practice/history"
            let page = try await club.ana.get(path).text
            for words in ["SlideIt: games by day", "level, by day", "moves for a puzzle", "time between taps", "missed taps out of 100"] {
                #expect(page.contains(words), "\(words)")
            }
            #expect(page.contains("0.9 seconds") && page.contains("1.2 seconds"))
            #expect(page.contains("<tr><th scope=\"row\">3</th><td>4</td><td>2</td><td>0</td><td>0.0</td></tr>"))
            func rows(_ query: String) async throws -> Int {
                try await club.ana.get(path + query).text.matches(of: /practice-result/).count
            }
            for (query, count) in [("", 4), ("?solved=yes", 2), ("?game=slideit&solved=no", 2), ("?game=wordley", 0)] {
                try await #expect(rows(query) == count, "\(query)")
            }
            for query in ["?game=chess", "?solved=maybe"] { try await #expect(club.ana.get(path + query).status == .notFound) }
            try await #expect(club.ana.get(path + "/file").text.contains(",10,0.9,1,10,1.2,2\r\n"))
            try site.run("UPDATE practice_results SET day = day - 40 WHERE id = (SELECT min(id) FROM practice_results)")
            try await #expect(club.ana.get(path).text.contains("games by week"))
        }
    }
}
