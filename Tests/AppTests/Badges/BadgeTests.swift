import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

struct BadgeTests {
    @Test func `a lap earns badges and removing it takes them back`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let first = try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            // A lap at night earns one more badge.
            let earned = first.headers[.location]?.replacing(",nights-1", with: "")
            #expect(earned == ride + "?badges=coasters-1,laps-1")
            try await #expect(club.ben.get(ride + "?badges=coasters-1,laps-1").text.contains("New badges: First coaster, First lap"))
            // Unknown badges are not shown.
            for words in ["laps-2", "laps-", "-1", "<b>-1", "", "laps-1-1"] {
                let page = try await club.ben.get(ride + "?badges=" + words.percentEncoded).text
                #expect(!page.contains("New badge"))
            }
            let day = "2024-05-01"
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-2", "day": day, "laps": "10"])
            try #expect(
                badges(site).filter { $0.hasPrefix("same_day") || $0.hasPrefix("laps") } == [
                    "laps 1 \(today)", "laps 10 2024-05-01", "same_day 10 2024-05-01",
                ])
            try await club.ben.post(ride + "/laps/removal", ["idempotency_key": "lap-number-1"])
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-3", "day": day, "laps": "9"])
            try #expect(badges(site).map { $0.prefix { $0 != "2" } } == ["coasters 1 ", "laps 1 "])
            try await club.ben.post(ride + "/days", ["idempotency_key": "lap-number-4", "day": day, "laps": "0"])
            try #expect(badges(site).isEmpty)
            try #expect(connection(site).rows("SELECT FROM badge_counts WHERE members <> 0").isEmpty)
        }
    }

    @Test func `badges match the counts after any sequence of lap actions`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let rides = [
                ride, try await club.addRide("Second Wave"), try await club.addRide("Third Wave"), try await club.addRide("Fourth"),
            ]
            var random = SystemRandomNumberGenerator()
            for number in 0..<60 {
                let place = rides.randomElement(using: &random) ?? ride
                let key = "lap-number-\(Int.random(in: 0...number, using: &random))"
                let form = ["idempotency_key": key, "day": "2024-05-0\(1 + number % 3)"]
                switch Int.random(in: 0..<4, using: &random) {
                case 0: try await club.ben.post(place + "/days", form.merging(["laps": "\(number % 14)"]) { first, _ in first })
                case 1: try await club.ben.post(place + "/laps/removal", form)
                default: try await club.ben.post(place + "/laps", form)
                }
            }
            let kept = try badges(site)
            #expect(!kept.isEmpty)
            try await #expect(BadgeRecalculation(site.server.services.database).run().badges == 0)
            // The day of a badge depends on the order of the entries, so only the names are compared.
            try #expect(badges(site).map(name) == kept.map(name))
            try change(site, "DELETE FROM badges")
            _ = try await BadgeRecalculation(site.server.services.database).run()
            try #expect(badges(site).map(name) == kept.map(name))
            try #expect(counted(site))
        }
    }

    @Test func `changed ride data updates badges at the next cleanup`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1", "day": "2024-05-01"])
            try await club.ana.post(ride, ["name": "Tidal Wave", "kind": "coaster", "status": "operating", "height": "120"])
            try #expect(connection(site).rows("SELECT FROM badge_recalculations WHERE club_id = (SELECT max(id) FROM clubs)").count >= 1)
            try await site.server.cleanUp.turn()
            try #expect(badges(site).contains("height 100 2024-05-01"))
            try await club.ana.post(ride, ["name": "Tidal Wave", "kind": "flat", "status": "operating", "height": "20"])
            try await site.server.cleanUp.turn()
            try #expect(badges(site) == ["laps 1 2024-05-01"])
            try #expect(connection(site).rows("SELECT FROM badge_recalculations").isEmpty)
        }
    }

    @Test func `friendships and laps at night earn badges`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await club.ben.post(club.path + "/follows", ["member": ana])
            try await club.ana.post(club.path + "/follows", ["member": ben])
            try #expect(badges(site).contains("friends 1 \(today)"))
            try await club.ana.post(club.path + "/follows/\(ben)/removal", [:])
            try #expect(!badges(site).contains { $0.hasPrefix("friends") })
            // It is night in at least one of these zones.
            for (number, zone) in ["Pacific/Honolulu", "America/New_York", "Europe/Berlin", "Asia/Dhaka", "Asia/Tokyo", "Pacific/Auckland"]
                .enumerated()
            {
                try change(site, "UPDATE parks SET time_zone = '\(zone)'")
                try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-\(number)"])
            }
            let nights = try connection(site).rows(
                "SELECT FROM lap_actions a JOIN parks p ON p.club_id = a.club_id WHERE a.is_night")
            try #expect(badges(site).contains { $0.hasPrefix("nights 1") } == !nights.isEmpty && !nights.isEmpty)
        }
    }

    @Test func `badges follow the member's privacy settings`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1", "day": "2024-05-01"])
            let path = club.path + "/members/ben/badges"
            let seen = try await club.ana.get(path).text
            #expect(
                seen.contains("First lap") && seen.contains("1 May 2024") && seen.contains("Nobody else has it") && !seen.contains("Next"))
            let mine = try await club.ben.get(path).text
            #expect(mine.contains("Next") && mine.contains("1 of 5"))
            try await #expect(club.ana.get(club.path + "/members/ben").text.contains("2 badges"))
            try change(site, "UPDATE members SET for_me = '{rides}' WHERE handle = 'ben'")
            try await #expect(!club.ana.get(path).text.contains("First lap"))
            try change(site, "UPDATE members SET for_me = '{badges}' WHERE handle = 'ben'")
            try await #expect(club.ana.get(path).status == .notFound)
            try await #expect(!club.ana.get(club.path + "/members/ben").text.contains("1 badge"))
            try await #expect(club.ben.get(path).status == .ok)
        }
    }

    @Test func `every badge has its own title`() {
        let measures = BadgeSource.all.flatMap(\.measures)
        #expect(Set(measures.map(\.name.description)).count == measures.count)
        let badges = measures.flatMap(\.badges)
        #expect(badges.count >= 40)
        #expect(Set(badges.map(\.title)).count == badges.count)
        // Laps are checked for badges at multiples of ten, and when they bring something new.
        for measure in RideBadges.rides.measures where ["laps", "same_day"].contains(measure.name.description) {
            #expect(measure.badges.allSatisfy { $0.goal == 1 || $0.goal.isMultiple(of: 10) })
        }
    }

    // MARK: Steps

    private var today: String { ISO8601DateFormatter().string(from: Date()).prefix(10).description }

    private func connection(_ site: TestSite) throws -> ScriptConnection { try ScriptConnection(url: site.test.superuserURL) }

    private func change(_ site: TestSite, _ statement: String) throws { _ = try connection(site).rows(statement) }

    private func name(_ badge: String) -> String { badge.split(separator: " ").prefix(2).joined(separator: " ") }

    private func badges(_ site: TestSite) throws -> [String] {
        try connection(site).rows(
            """
            SELECT measure || ' ' || goal || ' ' || earned_on FROM badges b JOIN members m ON m.club_id = b.club_id AND m.id = b.member_id
            WHERE m.handle = 'ben' ORDER BY measure, goal
            """
        ).compactMap { $0[0] }
    }

    /// Whether the stored numbers of members with each badge are correct.
    private func counted(_ site: TestSite) throws -> Bool {
        try connection(site).rows(
            """
            SELECT FROM (SELECT club_id, measure, goal, count(*) AS n FROM badges GROUP BY 1, 2, 3) b
            FULL JOIN badge_counts c USING (club_id, measure, goal) WHERE coalesce(b.n, 0) <> coalesce(c.members, 0)
            """
        ).isEmpty
    }
}
