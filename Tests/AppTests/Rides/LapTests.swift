import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

struct LapTests {
    @Test func `a lap counts once however often it is sent`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            for _ in 0..<3 {
                let target = try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"]).headers[.location]
                #expect(target?.split(separator: "?").first.map(String.init) == ride)
            }
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-2"])
            let page = try await club.ben.get(ride).text
            #expect(page.contains("2 laps today") && page.contains("The club has counted 2 laps; 1 member has ridden it."))
            // The same key from another member is another lap.
            try await club.ana.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            try await #expect(club.ana.get(ride).text.contains("The club has counted 3 laps; 2 members have ridden it."))
            let log = try await club.ana.get(club.path + "/laps/ben").text
            #expect(log.contains("2 laps on 1 ride in 1 park") && log.contains("Tidal Wave"))
            try await #expect(club.ana.get(club.path + "/members/ben").text.contains("2 laps on 1 ride in 1 park"))
            try await #expect(club.ben.get(club.path + "/parks").text.contains("2 laps on 1 ride in 1 park"))
            try #expect(recomputed(site) == kept(site))
        }
    }

    /// A browser shows the newer of two: the page, or the answer to a lap that it has sent.
    @Test func `a page never says that its counts are newer than they are`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try ScriptConnection(url: site.test.superuserURL)
            try other.run("BEGIN; LOCK TABLE member_rides")
            async let page = club.ben.get(ride).text
            try await #expect(eventually { try site.waitingForLocks() == 1 })
            let moment = Date()
            try other.run("COMMIT")
            let at = try #require(try await page.firstMatch(of: /data-at="(\d+)"/).flatMap { Double($0.1) })
            #expect(at <= moment.timeIntervalSince1970 * 1000)
        }
    }

    @Test func `an undone lap does not count, even if it arrives later`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            // The second lap is undone before it arrives.
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            for key in ["lap-number-2", "lap-number-1", "lap-number-1"] {
                try await #expect(club.ben.post(ride + "/laps/removal", ["idempotency_key": key]).status == .seeOther)
            }
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-2"])
            try await #expect(club.ben.get(ride).text.contains("No laps today"))
            try await #expect(!club.ben.get(ride).text.contains("The club has counted"))
            try #expect(recomputed(site) == kept(site))
        }
    }

    /// The actions are laps, undos and repeated requests.
    @Test func `lap actions in any order end in the same counts`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await club.addRide("Second Wave")
            var random = SystemRandomNumberGenerator()
            var actions: [(path: String, form: [String: String])] = []
            var expected: [String: Int] = [:]
            for number in 0..<40 {
                let place = [ride, other].randomElement(using: &random) ?? ride
                let day = "2024-05-0\(Int.random(in: 1...3, using: &random))"
                let form = ["idempotency_key": "lap-number-\(number)", "day": day]
                let isTakenBack = Int.random(in: 0..<3, using: &random) == 0
                let copies = Int.random(in: 1...3, using: &random)
                for _ in 0..<copies { actions.append((place + "/laps", form)) }
                if isTakenBack { actions.append((place + "/laps/removal", form)) }
                expected["\(place.split(separator: "/").last ?? "") \(day)", default: 0] += isTakenBack ? 0 : 1
            }
            actions.shuffle(using: &random)
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for (number, action) in actions.enumerated() {
                    group.addTask { try await club.ben.post(action.path, action.form).status }
                    if number >= 8 { try await #expect(group.next() == .seeOther) }
                }
                for try await status in group { #expect(status == .seeOther) }
            }
            let rows = try connection(site).rows("SELECT ride_id || ' ' || day, count::text FROM laps WHERE count <> 0 ORDER BY 1")
            let found = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", Int($0[1] ?? "") ?? -1) })
            #expect(found == expected.filter { $0.value > 0 })
            try #expect(recomputed(site) == kept(site))
        }
    }

    @Test func `a member can set the number of laps of a past day`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1", "day": "2024-05-01"])
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-2", "day": "2024-05-01", "laps": "12"])
            try await #expect(club.ben.get(club.path + "/laps/ben").text.contains("12 laps on 1 ride"))
            // Setting a day to 0 deletes its earlier actions, so the next lap counts as the first.
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-3", "day": "2024-05-01", "laps": "0"])
            try await club.ben.post(ride + "/laps/removal", ["idempotency_key": "lap-number-1", "day": "2024-05-01"])
            try await #expect(!club.ben.get(club.path + "/laps/ben").text.contains("laps on"))
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-5", "day": "2024-05-01"])
            try await #expect(club.ben.get(club.path + "/laps/ben").text.contains("1 lap on 1 ride"))
            for _ in 0..<2 {
                try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-4", "day": "2024-05-01", "laps": "3"])
                try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-6", "day": "2024-05-01"])
                try await #expect(club.ben.get(club.path + "/laps/ben").text.contains("4 laps on 1 ride"))
            }
            // With fewer laps, the last ones are removed and the first stay.
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-7", "day": "2024-05-01", "laps": "2"])
            try await club.ben.post(ride + "/laps/removal", ["idempotency_key": "lap-number-6", "day": "2024-05-01"])
            try await #expect(club.ben.get(club.path + "/laps/ben").text.contains("2 laps on 1 ride"))
            try await club.ben.post(ride + "/laps/removal", ["idempotency_key": "lap-number-5", "day": "2024-05-01"])
            try await #expect(club.ben.get(club.path + "/laps/ben").text.contains("1 lap on 1 ride"))
            try await site.expectNoDifferences()
            try #expect(recomputed(site) == kept(site))
        }
    }

    @Test func `the log shows laps by year and by kind`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await club.addRide("Second Wave")
            for (place, day, laps) in [(ride, "2024-05-01", "7"), (other, "2024-12-31", "2"), (ride, "2022-01-01", "3")] {
                try await club.ben.post(place + "/days", ["idempotency_key": "lap-\(day)", "day": day, "laps": laps])
            }
            func log(_ query: String = "") async throws -> String { try await club.ana.get(club.path + "/laps/ben" + query).text }
            // Without a query, the log shows the last year that has laps.
            try await #expect(log().contains("9 laps on 2 days of 2024; most on 1 May, 7 laps."))
            try await #expect(log("?year=2022").contains("3 laps on 1 day of 2022"))
            for (query, link) in [("", "?year=2023"), ("?year=2023", "?year=2022"), ("?year=2022", "?year=2023")] {
                try await #expect(log(query).contains("/laps/ben" + link), "\(query)")
            }
            for query in ["?year=0", "?year=-5", "?year=99999999999999999999", "?year=x", "?year=10000", "?by=nonsense"] {
                try await #expect(club.ana.get(club.path + "/laps/ben" + query).status == .ok, "\(query)")
            }
            try await #expect(log("?by=kind").contains("This appears when there are at least two to compare."))
            try await club.ana.post(other, ["name": "Second Wave", "kind": "water"])
            try await #expect(log("?by=kind").contains("Water ride"))
        }
    }

    @Test func `invalid laps and rides of another club are refused`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let elsewhere = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let number = ride.split(separator: "/").last ?? ""
            for action in ["laps", "laps/removal", "days"] {
                let form = ["idempotency_key": "lap-number-9", "day": "2024-05-01", "laps": "1"]
                try await #expect(elsewhere.ana.post("\(elsewhere.path)/rides/\(number)/\(action)", form).status == .notFound, "\(action)")
                try await #expect(elsewhere.ana.post("\(ride)/\(action)", form).status == .notFound, "\(action)")
            }
            let park = String(try #require(try await club.ana.get(ride).text.firstMatch(of: /href="[^"]+\/(parks\/\d+)"/)).1)
            for page in ["rides/\(number)", "rides/\(number)/edit", park, park + "/edit", park + "/rides/new"] {
                try await #expect(elsewhere.ana.get("\(elsewhere.path)/\(page)").status == .notFound, "\(page)")
                try await #expect(elsewhere.ana.get("\(club.path)/\(page)").status == .notFound, "\(page)")
            }
            for form in ["rides/\(number)", park, park + "/rides"] {
                let words = ["name": "Taken over", "kind": "flat"]
                try await #expect(elsewhere.ana.post("\(elsewhere.path)/\(form)", words).status == .notFound, "\(form)")
            }
            func refusal(_ path: String, _ form: [String: String]) async throws -> String {
                let answer = try await club.ben.post(ride + path, form)
                #expect(answer.status == .unprocessableContent, "\(form)")
                return answer.text
            }
            let tooLate = ["idempotency_key": "lap-number-1", "day": "2999-01-01"]
            try await #expect(refusal("/laps", tooLate).contains("That day is in the future."))
            let tooEarly = ["idempotency_key": "lap-number-1", "day": "1983-12-31"]
            try await #expect(refusal("/laps", tooEarly).contains("The ride was not open yet."))
            try await #expect(refusal("/days", ["idempotency_key": "lap-number-1", "laps": "1"]).contains("Choose the day."))
            for laps in ["1000", "-1", "", "many"] {
                let form = ["idempotency_key": "lap-number-1", "day": "2024-05-01", "laps": laps]
                try await #expect(refusal("/days", form).contains("Write a number of laps"), "\(laps)")
            }
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-1", "day": "2024-05-01", "laps": "999"])
            try await #expect(refusal("/laps", ["idempotency_key": "lap-number-2", "day": "2024-05-01"]).contains("at most 999 laps"))
            let other = try await club.addRide("Second Wave")
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-5"])
            let reused = try await club.ben.post(other + "/laps", ["idempotency_key": "lap-number-5"])
            #expect(reused.status == .unprocessableContent && reused.text.contains("This lap was already counted for another ride."))
            for form in [
                [:], ["idempotency_key": "short"], ["idempotency_key": "lap number 1"],
                ["idempotency_key": "lap-number-1", "day": "yesterday"],
            ] {
                try await #expect(club.ben.post(ride + "/laps", form).status == .unprocessableContent, "\(form)")
            }
            // A GET request for the address of a form leads to its page.
            for form in ["laps", "days", "mark", "waits"] {
                try await #expect(club.ben.get("\(ride)/\(form)").headers[.location] == ride, "\(form)")
            }
            try await #expect(club.ben.get(ride + "/corrections").headers[.location] == ride + "/correction")
            try #expect(recomputed(site) == kept(site))
        }
    }

    @Test func `a member's laps are shown to their audience only`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "me"])
            try await #expect(club.ana.get(club.path + "/laps/ben").status == .notFound)
            try await #expect(!club.ana.get(club.path + "/members/ben").text.contains("1 lap on"))
            try await #expect(club.ben.get(club.path + "/laps/ben").text.contains("1 lap on 1 ride in 1 park"))
        }
    }

    @Test func `a member can compare rides with another member`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await club.addRide("Second Wave")
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-1", "day": "2024-05-01", "laps": "7"])
            try await club.ben.post(other + "/days", ["idempotency_key": "lap-number-2", "day": "2024-05-01", "laps": "1"])
            let comparison = club.path + "/laps/ben/comparison"
            let before = try await club.ana.get(comparison).text
            #expect(before.contains("There is no ride that you have both ridden.") && before.contains("Only Ben, 2"))
            try await club.ana.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            let page = try await club.ana.get(comparison).text
            #expect(page.contains("You have both ridden 1 ride.") && page.contains("you 1, Ben 7") && page.contains("Only Ben, 1"))
            #expect(!page.contains("Only you"))
            // Screen readers also read the unit.
            let units = page.matches(of: /ride-count">([^<]+)<span\s+class="visually-hidden"> (laps?)</).map { "\($0.1) \($0.2)" }
            #expect(units == ["you 1, Ben 7 laps", "1 lap"])
            try await #expect(club.ben.get(comparison).status == .notFound)
            _ = try connection(site).rows("UPDATE members SET for_me = '{rides}' WHERE handle = 'ben'")
            try await #expect(club.ana.get(comparison).status == .notFound)
        }
    }

    @Test func `members can export only their own log`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await club.addRide("=HYPERLINK(1)")
            for (place, day, laps) in [
                (ride, "2024-05-02", "7"), (other, "2024-05-01", "2"), (ride, "2022-01-01", "3"), (other, "2022-01-02", "0"),
            ] {
                try await club.ben.post(place + "/days", ["idempotency_key": "lap-\(day)", "day": day, "laps": laps])
            }
            let file = try await club.ben.get(club.path + "/laps/mine.csv")
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"pier-laps.csv\"")
            let lines = file.text.split(whereSeparator: \.isNewline)
            #expect(lines.dropFirst().first == "2022-01-01,Salt Park,Tidal Wave,3," && lines.count == 4)
            #expect(lines.dropFirst(2).first == "2024-05-01,Salt Park,'=HYPERLINK(1),2,")
            // The file has no laps of other members.
            try await #expect(club.ana.get(club.path + "/laps/mine.csv").text.split(whereSeparator: \.isNewline).count == 1)
            try await #expect(
                site.guest("zoe", of: site.clubOfTwo("quay", names: ("cleo", "dan"))).get(club.path + "/laps/mine.csv").status == .notFound)
        }
    }

    @Test func `a closed ride accepts laps only for days when it was open`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            for facts in ["status = 'resting'", "status = 'closed', closed = '2024-05'"] {
                _ = try connection(site).rows("UPDATE rides SET \(facts)")
                #expect(try await !club.ben.get(ride).text.contains("id=\"lap-"))
                let answer = try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-2"])
                #expect(answer.status == .unprocessableContent && answer.text.contains("The ride was not open that day."))
            }
            func laps(_ day: String, _ count: String) async throws -> HTTPResponse.Status {
                try await club.ben.post(ride + "/days", ["idempotency_key": "lap-\(day)-\(count)", "day": day, "laps": count]).status
            }
            try await #expect(laps("2024-06-01", "3") == .unprocessableContent)
            try await #expect(laps("2024-05-31", "3") == .seeOther)
            // A lap that was counted before the closure was recorded can still be undone.
            try await #expect(club.ben.post(ride + "/laps/removal", ["idempotency_key": "lap-number-1"]).status == .seeOther)
            try await #expect(club.ana.get(club.path + "/laps/ben").text.contains("3 laps on 1 ride"))
        }
    }

    @Test func `a ride shows own laps, club totals and friends who rode it`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            for (day, laps) in [("2024-05-02", "7"), ("2022-01-01", "3")] {
                try await club.ben.post(ride + "/days", ["idempotency_key": "lap-\(day)", "day": day, "laps": laps])
            }
            try await #expect(club.ben.get(ride).text.contains("First ridden on 1 Jan 2022, last ridden on 2 May 2024."))
            try await #expect(!club.ben.get(ride).text.contains("Laps by month"))
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            try await #expect(club.ben.get(ride).text.contains("Laps by month"))
            let sums = try await club.ben.get(ride + "/laps/last").text
            for words in ["id=\"ride-sums\"", "The club has counted 11 laps;", "Laps by month"] { #expect(sums.contains(words)) }
            // Friends see this only if the audience includes them.
            try await #expect(!club.ana.get(ride).text.contains("Friends who rode it"))
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await club.ana.post(club.path + "/follows", ["member": ben])
            try await club.ben.post(club.path + "/follows", ["member": ana])
            let page = try await club.ana.get(ride).text
            #expect(page.contains("Friends who rode it") && page.contains("11 laps"))
            _ = try connection(site).rows("UPDATE members SET for_me = '{rides}' WHERE handle = 'ben'")
            try await #expect(!club.ana.get(ride).text.contains("Friends who rode it"))
            let ranking = try await club.ana.get(club.path + "/rides/popular").text
            #expect(ranking.contains("Tidal Wave") && ranking.contains("Salt Park"))
        }
    }

    @Test func `the leaderboard ranks members by different rides`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await club.addRide("Second Wave")
            for key in ["lap-number-1", "lap-number-2", "lap-number-3"] {
                try await club.ana.post(ride + "/laps", ["idempotency_key": key])
            }
            for place in [ride, other] { try await club.ben.post(place + "/laps", ["idempotency_key": "lap-\(place.suffix(1))-number"]) }
            let board = club.path + "/rides/leaderboard"
            func names() async throws -> [String] {
                try await club.ana.get(board + ".csv").text.split(separator: "\r\n").dropFirst().map(String.init)
            }
            // Three laps on one ride count as one ride.
            try await #expect(names() == ["1,Ben,ben,2,2,1", "2,Ana,ana,1,3,1"])
            try await #expect(club.ana.get(board).text.contains("By different rides"))
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "friends"])
            try await #expect(names() == ["1,Ana,ana,1,3,1"])
        }
    }

    @Test func `laps are deleted when their member leaves the club`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            for key in ["lap-number-1", "lap-number-2"] { try await club.ben.post(ride + "/laps", ["idempotency_key": key]) }
            try await club.ana.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            try await site.leave(club.path, club.ben)
            try await #expect(
                eventually { try await club.ana.get(ride).text.contains("The club has counted 1 lap; 1 member has ridden it.") })
            try #expect(recomputed(site) == kept(site))
        }
    }

    // MARK: -

    private func connection(_ site: TestSite) throws -> ScriptConnection { try ScriptConnection(url: site.test.superuserURL) }

    /// The totals, calculated from the lap actions alone.
    private func recomputed(_ site: TestSite) throws -> [[String?]] {
        try connection(site).rows(
            """
            WITH days AS (SELECT member_id, ride_id, greatest(sum(amount), 0) AS laps FROM lap_actions WHERE NOT is_undone GROUP BY 1, 2, day),
                ridden AS (SELECT member_id, ride_id, sum(laps) AS laps FROM days GROUP BY 1, 2 HAVING sum(laps) > 0)
            SELECT 'member ' || member_id || ' ' || ride_id, laps::text FROM ridden
            UNION ALL SELECT 'ride ' || ride_id, sum(laps) || ' ' || count(*) FROM ridden GROUP BY ride_id
            UNION ALL SELECT 'rider ' || member_id, sum(laps) || ' ' || count(*) FROM ridden GROUP BY member_id ORDER BY 1
            """)
    }

    /// The stored totals.
    private func kept(_ site: TestSite) throws -> [[String?]] {
        try connection(site).rows(
            """
            SELECT 'member ' || member_id || ' ' || ride_id, laps::text FROM member_rides WHERE laps > 0
            UNION ALL SELECT 'ride ' || id, laps || ' ' || riders FROM rides WHERE laps > 0 OR riders > 0
            UNION ALL SELECT 'rider ' || member_id, laps || ' ' || rides FROM member_ride_totals WHERE period = '' AND (laps > 0 OR rides > 0) ORDER BY 1
            """)
    }
}
