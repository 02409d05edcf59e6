import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

struct CheckInTests {
    @Test func `a check-in is shown to its audience only`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (park, number) = try await addPark("Salt Park", club)
            for (audience, isKnown) in [("club", true), ("friends", false), ("me", false)] {
                try await #expect(club.ben.post(today(club), ["park": number, "audience": audience]).headers[.location] == today(club))
                try await #expect(club.ana.get(park).text.contains("Ben</bdi>") == isKnown, "\(audience)")
                // Members always see their own check-in.
                try await #expect(club.ben.get(park).text.contains("You are here."), "\(audience)")
            }
            try await befriend(club)
            try await club.ben.post(today(club), ["park": number, "audience": "friends"])
            try await #expect(club.ana.get(park).text.contains("a friend, here since"))
            try await #expect(club.ana.get(today(club)).text.contains("Friends at parks"))
            try await club.ana.post(club.path + "/blocks", ["member": try await club.ben.member(in: club.path)])
            try await #expect(!club.ana.get(park).text.contains("a friend, here since"))
            try await club.ben.post(today(club) + "/end", [:])
            try await #expect(!club.ben.get(park).text.contains("You are here."))
        }
    }

    @Test func `a member is checked in at one park at a time`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (salt, first) = try await addPark("Salt Park", club)
            let (gull, second) = try await addPark("Gull Park", club)
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in [first, second, first, second] {
                    group.addTask { try await club.ben.post(today(club), ["park": number, "audience": "club"]).status }
                }
                for try await status in group { #expect(status == .seeOther) }
            }
            try await club.ben.post(today(club), ["park": second, "audience": "club"])
            try await #expect(!club.ana.get(salt).text.contains("Ben</bdi>"))
            try await #expect(club.ana.get(gull).text.contains("Ben</bdi>"))
            try #expect(rows("SELECT count(*)::text FROM check_ins WHERE is_open AND ends_at > now()", site) == ["1"])
        }
    }

    /// The end is after 12 hours, at 4:00 or at closing time, whichever comes first.
    @Test func `a check-in ends by the park's local time`() async throws {
        let cases: [(now: String, closing: String?, end: String)] = [
            ("2026-07-01 09:00", nil, "2026-07-01 21:00"), ("2026-07-01 20:00", nil, "2026-07-02 04:00"),
            ("2026-07-02 01:00", nil, "2026-07-02 04:00"), ("2026-07-01 14:00", "19:30", "2026-07-01 19:30"),
            ("2026-07-01 20:00", "01:15", "2026-07-02 01:15"), ("2026-07-02 00:30", "01:15", "2026-07-02 01:15"),
            ("2026-07-01 20:00", "19:30", "2026-07-02 04:00"),
        ]
        // The test runs the expressions of the statement with another time instead of `now()`.
        let statement = CheckInQueries().checkIn(at: ID(1), for: .club, by: ID(1)).statement.sql.description
        let end = String(try #require(statement.firstMatch(of: /least\((?s:.*?)END\)/)).0)
        let parts = String(try #require(statement.firstMatch(of: /CROSS JOIN LATERAL (?s:.*?)AS closing\) e/)).0)
        try await TestDatabase.withMigrated { database in
            let connection = try ScriptConnection(url: database.superuserURL)
            for (now, closing, expected) in cases {
                let moment = "(timestamp '\(now)' AT TIME ZONE 'Europe/Dublin')"
                let closes = closing.map { "'\($0)'::time" } ?? "NULL::time"
                let found = try connection.rows(
                    """
                    SELECT to_char((\(end.replacing("now()", with: moment))) AT TIME ZONE 'Europe/Dublin', 'YYYY-MM-DD HH24:MI')
                    FROM (SELECT 'Europe/Dublin' AS time_zone, \(closes) AS closes_at) p \(parts.replacing("now()", with: moment))
                    """)
                #expect(found.first?[0] == expected, "\(now), \(closing ?? "no closing")")
            }
        }
    }

    @Test func `the nearest park is first and invalid positions are refused`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            _ = try await addPark("Far Park", club, ["latitude": "53.3", "longitude": "13.4"])
            _ = try await addPark("Near Park", club, ["latitude": "53.31", "longitude": "-6.1"])
            _ = try await addPark("Date Line Park", club, ["latitude": "0", "longitude": "-179.9"])
            let here = ["latitude": "53.3", "longitude": "-6.1"]
            let page = try await club.ben.post(today(club) + "/nearest", here)
            #expect(page.status == .ok && page.headers[.contentSecurityPolicy] != nil)
            let names = page.text.matches(of: /<bdi>(\w+ ?\w* Park)<\/bdi>/).map { String($0.1) }
            #expect(names == ["Near Park", "Far Park", "Date Line Park"])
            #expect(page.text.contains("1.1 km") && page.text.contains("1292 km"))
            let pacific = try await club.ben.post(today(club) + "/nearest", ["latitude": "0", "longitude": "179.9"]).text
            #expect(pacific.contains("22 km"))
            for form in [
                [:], ["latitude": "91", "longitude": "0"], ["latitude": "nan", "longitude": "inf"], ["latitude": "x", "longitude": "1e3"],
            ] {
                try await #expect(club.ben.post(today(club) + "/nearest", form).text.contains("That location is not valid."), "\(form)")
            }
        }
    }

    @Test func `invalid check-ins and closing times are refused`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let other = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let (_, number) = try await addPark("Salt Park", club)
            try await #expect(other.ana.post(today(other), ["park": number, "audience": "club"]).status == .notFound)
            for form in [[:], ["park": "x", "audience": "club"], ["park": number], ["park": number, "audience": "everybody"]] {
                try await #expect(club.ben.post(today(club), form).status == .unprocessableContent, "\(form)")
            }
            try await #expect(club.ben.post(today(club), ["park": "99999", "audience": "club"]).status == .notFound)
            try await #expect(
                club.ana.post(club.path + "/parks", ["name": "Clock Park", "time_zone": "UTC", "closes_at": "25:00"]).text.contains(
                    "Write a time, such as 22:00."))
        }
    }

    @Test func `only parks and rides without laps can be deleted`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (park, number) = try await addPark("Salt Park", club)
            let ride = try #require(try await club.ana.post(park + "/rides", ["name": "Tidal Wave", "kind": "coaster"]).headers[.location])
            try await club.ben.post(today(club), ["park": number, "audience": "club"])
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            for path in [park, ride] {
                try await #expect(club.ben.post(path + "/removal", [:]).status == .forbidden)
                try await #expect(club.ana.post(path + "/removal", [:]).status == .conflict)
            }
            let other = try #require(try await club.ana.post(park + "/rides", ["name": "Teacups", "kind": "flat"]).headers[.location])
            try await #expect(club.ana.post(other + "/removal", [:]).headers[.location] == park)
            try await #expect(club.ana.get(other).status == .notFound)
            let (empty, its) = try await addPark("Empty Park", club)
            try await club.ben.post(today(club), ["park": its, "audience": "club"])
            try await #expect(club.ana.post(empty + "/removal", [:]).headers[.location] == club.path + "/parks")
            // The check-in at the deleted park has ended.
            try await #expect(club.ben.get(today(club)).text.contains("Where are you today?"))
            try await #expect(club.ana.get(ride).text.contains("The club has counted 1 lap"))
        }
    }

    @Test func `the park of a check-in is forgotten after half a year`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (_, number) = try await addPark("Salt Park", club)
            try await club.ben.post(today(club), ["park": number, "audience": "club"])
            _ = try connection(site).rows(
                "UPDATE check_ins SET made_at = now() - interval '184 days', ends_at = now() - interval '183 days'")
            try await #expect(!club.ben.get(today(club)).text.contains("You are checked in until"))
            for _ in 0..<2 { _ = try await site.server.services.database.write(tenant: 1, CheckInQueries().endExpired(limit: 10)) }
            try #expect(rows("SELECT coalesce(park_id::text, 'nowhere') || ' ' || is_open FROM check_ins", site) == ["nowhere false"])
        }
    }

    // MARK: -

    private func today(_ club: ClubOfTwo) -> String { club.path + "/today" }

    private func addPark(_ name: String, _ club: ClubOfTwo, _ more: [String: String] = [:]) async throws -> (String, String) {
        let form = more.merging(["name": name, "time_zone": "Europe/Dublin"]) { one, _ in one }
        let path = try #require(try await club.ana.post(club.path + "/parks", form).headers[.location])
        return (path, String(path.split(separator: "/").last ?? ""))
    }

    private func befriend(_ club: ClubOfTwo) async throws {
        try await club.ana.post(club.path + "/follows", ["member": try await club.ben.member(in: club.path)])
        try await club.ben.post(club.path + "/follows", ["member": try await club.ana.member(in: club.path)])
    }

    private func connection(_ site: TestSite) throws -> ScriptConnection { try ScriptConnection(url: site.test.superuserURL) }

    private func rows(_ query: String, _ site: TestSite) throws -> [String] { try connection(site).rows(query).compactMap { $0[0] } }
}
