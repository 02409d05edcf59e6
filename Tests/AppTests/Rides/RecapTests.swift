import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

struct RecapTests {
    /// Two rides, and laps of Ben on 2024-05-01 (7 and 2), 2024-12-31 (5) and 2022-01-01 (3).
    private func ridden(_ site: TestSite) async throws -> (club: ClubOfTwo, ride: String, other: String) {
        let (club, ride) = try await site.clubWithARide()
        let other = try await club.addRide("Second Wave")
        try await club.ana.post(ride, ["name": "Tidal Wave", "kind": "coaster", "opened": "1984", "height": "30.5"])
        for (place, day, laps) in [
            (ride, "2024-05-01", "7"), (other, "2024-05-01", "2"), (other, "2024-12-31", "5"), (ride, "2022-01-01", "3"),
        ] {
            let key = "lap-\(place.suffix(1))-\(day)"
            try await #expect(club.ben.post(place + "/days", ["idempotency_key": key, "day": day, "laps": laps]).status == .seeOther)
        }
        return (club, ride, other)
    }

    /// The totals at the top of the recap, by label.
    private func sums(_ page: String) -> [String: String] {
        Dictionary(
            page.matches(of: /<li><b>([\d,]+)<\/b> <span>([a-z ]+)<\/span><\/li>/).map { (String($0.2), String($0.1)) },
            uniquingKeysWith: { $1 })
    }

    @Test func `the recap of a year shows its totals and highlights`() async throws {
        try await TestSite.open { site in
            let (club, ride, other) = try await ridden(site)
            let page = try await club.ana.get(club.path + "/laps/ben/recap?year=2024").text
            #expect(page.contains("<title>Ben’s 2024 in rides") && page.contains("<bdi>Ben</bdi>’s 2024 in rides</h1>"))
            // Tidal Wave was ridden in 2022, so only one ride is new. Only its height is known: seven times 30.5 m.
            #expect(sums(page) == ["laps": "14", "rides": "2", "new ride": "1", "park": "1", "metres of height": "213"])
            let busiest = "<a href=\"\(club.path)/laps/ben/recap?day=2024-05-01\">1 May</a>"
            #expect(page.contains("2 days. The busiest day was \(busiest) with 9 laps."))
            #expect(page.contains("Laps by month") && page.contains("9 laps") && page.contains("2 days, 14 laps"))
            for place in [ride, other] { #expect(page.contains("href=\"\(place)\"")) }
            for (heading, name) in [("Ridden most", "Tidal Wave"), ("Ridden for the first time", "Second Wave")] {
                let section = try #require(page.firstRange(of: heading))
                let first = page[section.upperBound...].firstMatch(of: /row-title"><a href="[^"]+"><bdi>([^<]+)</)
                #expect(first?.1 == name[...], "\(heading)")
            }
            #expect(page.contains("recap?year=2022\"") && page.contains("recap?day=2024-12-31\"") && !page.contains("recap?year=2023"))
            // Only the member whose recap it is can share it.
            #expect(!page.contains("can open this page") && page.contains("data-print"))
            let mine = try await club.ben.get(club.path + "/laps/ben/recap?year=2024").text
            #expect(mine.contains("Anyone in the club who can see your rides can open this page."))
            #expect(mine.contains("data-copy=\"\(site.address)\(club.path)/laps/ben/recap?year=2024\""))
            try await #expect(club.ben.get(club.path + "/laps/ben").text.contains("\(club.path)/laps/ben/recap"))
        }
    }

    @Test func `the recap of a day shows its totals`() async throws {
        try await TestSite.open { site in
            let (club, _, _) = try await ridden(site)
            let page = try await club.ana.get(club.path + "/laps/ben/recap?day=2024-05-01").text
            #expect(page.contains("<title>Ben’s 1 May 2024") && page.contains("<span>Wednesday</span><b>1</b><span>May 2024</span>"))
            #expect(sums(page) == ["laps": "9", "rides": "2", "new ride": "1", "park": "1", "metres of height": "213"])
            #expect(page.contains("Laps by ride") && page.contains("9 laps"))
            #expect(!page.contains("The busiest day was") && !page.contains("with laps</summary>\n<h3>"))
            for link in ["day=2022-01-01", "day=2024-12-31", "year=2024"] { #expect(page.contains("recap?\(link)\""), "\(link)") }
            try await #expect(
                sums(club.ana.get(club.path + "/laps/ben/recap?day=2022-01-01").text) == [
                    "laps": "3", "ride": "1", "new ride": "1", "park": "1", "metres of height": "91",
                ])
        }
    }

    @Test func `a recap without laps says so`() async throws {
        try await TestSite.open { site in
            let (club, _, _) = try await ridden(site)
            let recap = club.path + "/laps/ben/recap"
            let (day, year) = (try await club.ana.get(recap + "?day=2023-02-28").text, try await club.ana.get(recap + "?year=2023").text)
            #expect(day.contains("No laps were counted on 28 February 2023.") && year.contains("No laps were counted in 2023."))
            #expect(!day.contains("data-print") && sums(year).isEmpty)
            for link in ["day=2022-01-01", "day=2024-05-01", "year=2023"] { #expect(day.contains("recap?\(link)\""), "\(link)") }
            for link in ["year=2022", "year=2024"] { #expect(year.contains("recap?\(link)\""), "\(link)") }
            try await #expect(club.ana.get(club.path + "/laps/ana/recap").text.contains("No laps were counted in"))
        }
    }

    @Test func `invalid days are not found, invalid years become the current one`() async throws {
        try await TestSite.open { site in
            let (club, _, _) = try await ridden(site)
            let recap = club.path + "/laps/ben/recap"
            for day in ["2024-02-30", "yesterday", "", "0000-01-01", "10000-01-01", "2024-5-1", "%00", "2024-05-01%20"] {
                try await #expect(club.ana.get("\(recap)?day=\(day)").status == .notFound, "\(day)")
            }
            let present = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date()).year ?? 0
            for query in ["", "?year=", "?year=0", "?year=-1", "?year=10000", "?year=99999999999999999999", "?year=x", "?year=%00"] {
                let page = try await club.ana.get(recap + query)
                #expect(page.status == .ok && page.text.contains("’s \(present) in rides"), "\(query)")
            }
            for query in ["?year=1", "?year=9999", "?day=0001-01-01", "?day=9999-12-31"] {
                try await #expect(club.ana.get(recap + query).status == .ok, "\(query)")
            }
        }
    }

    @Test func `the chart leaves out future months`() async throws {
        try await TestSite.open { site in
            let (club, ride, _) = try await ridden(site)
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-9"])
            let present = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date())
            func months(_ year: Int) async throws -> Int {
                let page = try await club.ana.get("\(club.path)/laps/ben/recap?year=\(year)").text
                return page.matches(of: /chart-label"><bdi>[A-Z][a-z]{2}</).count
            }
            try await #expect(months(2024) == 12)
            try await #expect(months(#require(present.year)) == present.month)
        }
    }

    @Test func `a recap is shown to the audience of the rides only`() async throws {
        try await TestSite.open { site in
            let (club, _, _) = try await ridden(site)
            let elsewhere = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let recap = club.path + "/laps/ben/recap?year=2024"
            try await #expect(elsewhere.ana.get(recap).status == .notFound)
            try await #expect(elsewhere.ana.get(elsewhere.path + "/laps/ben/recap?year=2024").status == .notFound)
            try await #expect(club.ana.get(club.path + "/laps/nobody/recap").status == .notFound)
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "friends"])
            try await #expect(club.ana.get(recap).status == .notFound)
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await club.ana.post(club.path + "/follows", ["member": ben])
            try await club.ben.post(club.path + "/follows", ["member": ana])
            try await #expect(club.ana.get(recap).status == .ok)
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "me"])
            try await #expect(club.ana.get(recap).status == .notFound)
            try await #expect(club.ben.get(recap).status == .ok)
        }
    }

    @Test func `a recap shows tagged photos of its days to their audience`() async throws {
        try await TestSite.open { site in
            let (club, ride, _) = try await ridden(site)
            let number = try #require(ride.split(separator: "/").last)
            func photo(_ audience: String, _ width: Int, of tag: String) async throws -> String {
                let image = try Images.jpeg(width: width, height: 8)
                let sent = try await club.ben.upload(club.path + "/photos" + tag, ["audience": audience], [("a.jpg", image)])
                let location = sent.headers[.location] ?? ""
                return String(try #require(location.firstMatch(of: /\/photos\/(\d+)/)).1)
            }
            let tag = "?tag=ride-\(number)"
            let (seen, secret, untagged) = (
                try await photo("club", 40, of: tag), try await photo("me", 41, of: tag), try await photo("club", 42, of: "")
            )
            let park = try ScriptConnection(url: site.test.superuserURL)
            // 23:30 on New Year's Eve in Halifax is already the new year in UTC.
            _ = try park.rows("UPDATE parks SET time_zone = 'America/Halifax'")
            _ = try park.rows("UPDATE photos SET created_at = '2025-01-01 03:30:00+00'")
            func shown(_ person: Visitor, _ query: String) async throws -> [String] {
                let page = try await person.get(club.path + "/laps/ben/recap?" + query).text
                return [seen, secret, untagged].filter { page.contains("src=\"\(club.path)/photos/\($0)/small\"") }
            }
            for query in ["year=2024", "day=2024-12-31"] {
                try await #expect(shown(club.ana, query) == [seen], "\(query)")
                try await #expect(shown(club.ben, query) == [seen, secret], "\(query)")
            }
            for query in ["year=2025", "day=2025-01-01", "day=2024-12-30"] { try await #expect(shown(club.ben, query) == [], "\(query)") }
        }
    }

    @Test func `a recap takes as many round trips with laps as without`() async throws {
        try await TestSite.open { site in
            let (club, _, _) = try await ridden(site)
            func trips(_ query: String) async throws -> Int {
                try await site.roundTrips { _ = try await club.ben.get(club.path + "/laps/ben/recap?" + query) }
            }
            try await #expect(trips("year=2024") == trips("year=1999"))
        }
    }
}
