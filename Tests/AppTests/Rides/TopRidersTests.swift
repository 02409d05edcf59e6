import Foundation
import TestSupport
import Testing

@testable import App
@testable import Postgres

/// Credits, leaderboards, counting rules, and the totals behind them.
struct TopRidersTests {
    @Test func `a ride marked as ridden is a credit without laps`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await #expect(club.ben.get(ride).text.contains("Mark as ridden"))
            for _ in 0..<2 {
                let target = try await club.ben.post(ride + "/mark", [:]).headers[.location]
                #expect(target?.split(separator: "?").first.map(String.init) == ride)
            }
            try await #expect(club.ben.get(ride).text.contains("Ridden, laps not counted"))
            try await #expect(club.ana.get(ride).text.contains("1 member has ridden it"))
            try await #expect(club.ana.get(club.path + "/laps/ben").text.contains("0 laps on 1 ride in 1 park"))
            try await #expect(club.ana.get(club.path + "/members/ben/badges").text.contains("First coaster"))
            try await site.expectNoDifferences()
            // A lap counts as usual. The mark stays when the lap is undone.
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            try await #expect(club.ana.get(ride).text.contains("counted 1 lap; 1 member has ridden it"))
            try await club.ben.post(ride + "/laps/removal", ["idempotency_key": "lap-number-1"])
            try await #expect(club.ana.get(ride).text.contains("1 member has ridden it"))
            try await site.expectNoDifferences()
            try await club.ben.post(ride + "/mark/removal", [:])
            try await #expect(!club.ana.get(ride).text.contains("1 member has ridden it"))
            try await #expect(club.ana.get(club.path + "/laps/ben").text.contains("There are no laps yet."))
            try await site.expectNoDifferences()
            let elsewhere = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let number = ride.split(separator: "/").last ?? ""
            try await #expect(elsewhere.ana.post("\(elsewhere.path)/rides/\(number)/mark", [:]).status == .notFound)
            try await #expect(elsewhere.ana.post("\(ride)/mark", [:]).status == .notFound)
        }
    }

    @Test func `the leaderboard can be narrowed to a period or to friends`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await club.addRide("Second Wave")
            for (who, place, day, laps) in [
                (club.ana, ride, "2024-05-01", "7"), (club.ana, other, "2023-07-02", "1"), (club.ben, ride, "2024-06-30", "2"),
                (club.ben, other, "2024-06-01", "3"),
            ] {
                try await who.post(place + "/days", ["idempotency_key": "lap-\(day)", "day": day, "laps": laps])
            }
            func board(_ query: String) async throws -> [String] {
                let file = try await club.ana.get(club.path + "/rides/leaderboard.csv?" + query)
                #expect(file.status == .ok, "\(query)")
                return file.text.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
            }
            try await #expect(board("by=rides") == ["1,Ana,ana,2,8,1", "1,Ben,ben,2,5,1"])
            try await #expect(board("by=laps") == ["1,Ana,ana,8,2,1", "2,Ben,ben,5,2,1"])
            try await #expect(board("by=rides&period=2024") == ["1,Ben,ben,2,5,1", "2,Ana,ana,1,7,1"])
            try await #expect(board("by=laps&period=2024-05") == ["1,Ana,ana,7,1,1"])
            try await #expect(board("by=parks&period=2023") == ["1,Ana,ana,1,1,1"])
            try await #expect(board("by=laps&of=friends") == ["1,Ana,ana,8,2,1"])
            for (one, other) in [(club.ana, club.ben), (club.ben, club.ana)] {
                try await one.post(club.path + "/follows", ["member": try await other.member(in: club.path)])
            }
            try await #expect(board("by=laps&of=friends") == ["1,Ana,ana,8,2,1", "2,Ben,ben,5,2,1"])
            let page = try await club.ben.get(club.path + "/rides/leaderboard?by=laps&of=friends").text
            #expect(page.contains("By laps, of all time, among friends"))
            try await #expect(club.ben.get(club.path + "/rides/leaderboard?period=2024-05").text.contains("different rides, May 2024"))
            for query in ["by=nothing", "period=24", "period=2024-13", "period=2024-05-01", "period=%00", "after=x"] {
                try await #expect(club.ben.get(club.path + "/rides/leaderboard?" + query).status == .notFound, "\(query)")
            }
            try await site.expectNoDifferences()
        }
    }

    @Test func `the club's counting rule ranks, a member's own changes their log`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let water = try await club.addRide("Gull Falls")
            try await club.ana.post(water, ["name": "Gull Falls", "kind": "water", "is_kiddie": "1"])
            for (number, place) in [ride, water].enumerated() {
                try await club.ben.post(place + "/laps", ["idempotency_key": "lap-number-\(number)"])
            }
            func rides() async throws -> String {
                try await site.server.cleanUp.turn()
                let file = try await club.ana.get(club.path + "/rides/leaderboard.csv").text
                return String(file.split(whereSeparator: \.isNewline).last?.split(separator: ",")[3] ?? "")
            }
            func log(_ who: Visitor) async throws -> String { try await who.get(club.path + "/laps/ben").text }
            try await #expect(rides() == "2")
            // A member's own rule changes only their own log, for every reader.
            let kinds = ["way": "own", "kind": "coaster", "kiddie": "1"]
            try await #expect(club.ben.post(club.path + "/rides/counting", kinds).status == .seeOther)
            try await #expect(log(club.ana).contains("2 laps on 1 ride in 1 park"))
            try await #expect(
                club.ben.get(club.path + "/laps/ben/recap?year=\(Date().formatted(.iso8601.year()))").text
                    .contains(/<b>1<\/b>\s*<span[^>]*>(different )?ride\b/))
            try await #expect(
                site.server.services.database.read(
                    tenant: 1, LapLogQueries().groups(of: ID(2), by: .kind, limit: 9)
                ).map(\.rides) == [1, 0])
            try await #expect(rides() == "2")
            try await #expect(club.ben.get(club.path + "/rides/counting").text.contains("Every ride counts once."))
            // The club's rule changes the leaderboard once the totals are recalculated.
            try await #expect(club.ben.post(club.path + "/rides/counting/club", ["kind": "coaster"]).status == .forbidden)
            try await club.ana.post(club.path + "/rides/counting/club", ["kind": "coaster"])
            try await #expect(rides() == "1")
            try await club.ben.post(club.path + "/rides/counting", ["way": "club"])
            try await #expect(log(club.ana).contains("2 laps on 1 ride in 1 park"))
            try await site.expectNoDifferences()
            // A change of the ride's facts changes the leaderboard, too.
            try await club.ana.post(water, ["name": "Gull Falls", "kind": "coaster"])
            try await #expect(rides() == "2")
            let words = try await club.ben.get(club.path + "/rides/counting").text
            #expect(words.contains("except powered coasters, alpine coasters, water rides") && words.contains("rides for children"))
            try await site.expectNoDifferences()
        }
    }

    @Test func `a chain of moved rides counts once if the rule says so`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let (second, third) = (try await club.addRide("Second Wave"), try await club.addRide("Third Wave"))
            let connection = try ScriptConnection(url: site.test.superuserURL)
            func number(_ ride: String) -> String { String(ride.split(separator: "/").last ?? "") }
            func move(_ ride: String, from other: String?) throws {
                _ = try connection.rows(
                    "UPDATE rides SET moved_from = \(other.map(number) ?? "NULL") WHERE id = \(number(ride))")
            }
            for place in [ride, second, third] {
                try await club.ben.post(place + "/laps", ["idempotency_key": "lap-of-\(number(place))-long"])
            }
            func rides() async throws -> String? {
                try await site.server.cleanUp.turn()
                return try connection.rows("SELECT rides::text FROM member_ride_totals WHERE period = ''").first?.first ?? nil
            }
            try await club.ana.post(club.path + "/rides/counting/club", ["moved": "same", "kiddie": "1", "kind": "coaster"])
            try await #expect(rides() == "3")
            // All rides of a chain count as one, in whichever order the moves are recorded.
            try move(third, from: second)
            try move(second, from: ride)
            try await #expect(rides() == "1")
            try await site.expectNoDifferences()
            #expect(throws: DatabaseError.self) { try move(ride, from: third) }
            try move(second, from: nil)
            try await #expect(rides() == "2")
            try await site.expectNoDifferences()
        }
    }

    /// The actions are laps, undos, days, marks, imports and changes of the counting rule.
    @Test func `totals stay consistent after random parallel actions`() async throws {
        try await TestSite.open { site in
            let (club, first) = try await site.clubWithARide()
            let rides = [first, try await club.addRide("Second Wave"), try await club.addRide("Third Wave")]
            let names = ["Tidal Wave", "Second Wave", "Third Wave"]
            var random = SystemRandomNumberGenerator()
            func day() -> String { "202\(Int.random(in: 3...4, using: &random))-0\(Int.random(in: 5...6, using: &random))-01" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<80 {
                    let place = Int.random(in: 0...2, using: &random)
                    let (ride, key, earlier, when) = (rides[place], "lap-number-\(number)", "lap-number-\(number / 2)", day())
                    let who = Bool.random(using: &random) ? club.ana : club.ben
                    switch Int.random(in: 0..<9, using: &random) {
                    case 0...2: group.addTask { try await who.post(ride + "/laps", ["idempotency_key": key, "day": when]) }
                    case 3: group.addTask { try await who.post(ride + "/laps/removal", ["idempotency_key": earlier, "day": when]) }
                    case 4:
                        let form = ["idempotency_key": key, "day": when, "laps": "\(number % 4)"]
                        group.addTask { try await who.post(ride + "/days", form) }
                    case 5: group.addTask { try await who.post(ride + "/mark", [:]) }
                    case 6: group.addTask { try await who.post(ride + "/mark/removal", [:]) }
                    case 7:
                        let file = "day,park,ride,laps\n\(when),Salt Park,\(names[place]),\(number % 5)\n,Salt Park,\(names[0]),\n"
                        group.addTask {
                            _ = try await who.upload(club.path + "/rides/lap-import", [:], [("laps.csv", Array(file.utf8))])
                        }
                    default:
                        let kind = ["kind": number % 2 == 0 ? "coaster" : "dark"]
                        group.addTask { try await club.ana.post(club.path + "/rides/counting/club", kind) }
                    }
                    if number >= 6 { try await group.next() }
                }
                try await group.waitForAll()
            }
            try await site.server.cleanUp.turn()
            try await site.expectNoDifferences()
        }
    }

    @Test func `a log file is imported as a whole or not at all`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            _ = try await club.addRide("=Second Wave")
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1", "day": "2024-05-01"])
            func read(_ text: String) async throws -> Visitor.Answer {
                try await club.ben.upload(club.path + "/rides/lap-import", [:], [("laps.csv", Array(text.utf8))])
            }
            let table =
                "day,park,ride,laps\n2024-05-01,Salt Park,Tidal Wave,3\n2022-01-02,Salt Park,'=Second Wave,\n,Salt Park,Tidal Wave,\n"
            for changed in ["2 days of rides changed, 1 ride marked", "0 days of rides changed"] {
                let answer = try await read(table)
                #expect(answer.status == .ok && answer.text.contains(changed), "\(answer.text)")
            }
            let log = try await club.ben.get(club.path + "/laps/ben").text
            #expect(log.contains("4 laps on 2 rides in 1 park"))
            // An exported log is imported without a change.
            let file = try await club.ben.get(club.path + "/laps/mine.csv").text
            try await #expect(read(file).text.contains("0 days of rides changed"))
            for (text, words) in [
                ("day,park\n2024-05-01,Salt Park\n", "ride"), ("", "The file is empty."),
                ("day,park,ride,laps\n2024-05-01,Nowhere,Tidal Wave,1\n", "Line 2: There is no park with this name."),
                ("day,park,ride,laps\n2024-05-01,Salt Park,Nothing,1\n", "Line 2: There is no ride with this name in this park."),
                ("day,park,ride,laps\n2999-05-01,Salt Park,Tidal Wave,1\n", "Line 2: That day is in the future."),
                ("day,park,ride,laps\n1983-05-01,Salt Park,Tidal Wave,1\n", "Line 2: The ride was not open yet."),
                ("day,park,ride,laps\n1 May,Salt Park,Tidal Wave,1\n", "Line 2, day"),
                ("day,park,ride,laps\n2024-05-09,Salt Park,Tidal Wave,1000\n", "Line 2, laps"),
                (
                    "day,park,ride,laps\n2024-05-09,Salt Park,Tidal Wave,1\n2024-05-09,Salt Park,Tidal Wave,2\n",
                    "Line 3: Line 2 has the same"
                ),
                ("day,park,ride,laps\n2024-05-09,Salt Park,\"Tidal Wave,1\n", "quote"),
            ] {
                let answer = try await read(text)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(text)\n\(answer.text)")
            }
            // One wrong line prevents the whole import.
            let half = "day,park,ride,laps\n2024-05-09,Salt Park,Tidal Wave,5\n2024-05-10,Salt Park,Nothing,1\n"
            try await #expect(read(half).status == .unprocessableContent)
            try await #expect(club.ben.get(club.path + "/laps/ben").text.contains("4 laps on 2 rides in 1 park"))
            try await site.expectNoDifferences()
        }
    }

    @Test func `the log shows the member's milestones`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let others = [try await club.addRide("Second Wave"), try await club.addRide("Third Wave")]
            for (place, day) in zip([ride] + others, ["2022-05-01", "2023-05-01", "2024-05-01"]) {
                try await club.ben.post(place + "/days", ["idempotency_key": "lap-\(day)", "day": day, "laps": "2"])
            }
            let log = try await club.ana.get(club.path + "/laps/ben").text
            #expect(log.contains("The first") && log.contains("1 May 2022") && log.contains("Different rides"))
            try await #expect(club.ana.get(club.path + "/laps/ben?by=year").text.contains("2023"))
        }
    }

    @Test func `the consistency check finds each wrong total`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            try await site.expectNoDifferences()
            let connection = try ScriptConnection(url: site.test.superuserURL)
            // Each stored total is made wrong alone, and is mended before the next.
            for (check, spoil, mend) in [
                ("laps by day", "UPDATE laps SET count = 7", "UPDATE laps SET count = 1"),
                ("laps by ride and member", "UPDATE member_rides SET laps = 7", "UPDATE member_rides SET laps = 1"),
                (
                    "member ride totals", "UPDATE member_ride_totals SET parks = 7 WHERE period = ''",
                    "UPDATE member_ride_totals SET parks = 1 WHERE period = ''"
                ),
                ("laps and riders of rides", "UPDATE rides SET riders = 7", "UPDATE rides SET riders = 1"),
                ("laps by month", "UPDATE ride_months SET laps = 7", "UPDATE ride_months SET laps = 1"),
                ("holders of badges", "UPDATE badge_counts SET members = 7", "UPDATE badge_counts SET members = 1"),
                ("mean ranks", "INSERT INTO ride_rank_totals SELECT club_id, id, 1, 1 FROM rides", "DELETE FROM ride_rank_totals"),
            ] {
                _ = try connection.rows(spoil)
                let found = try await site.differences()
                #expect(found.contains { $0.hasPrefix("pier, \(check):") }, "\(spoil)\n\(found)")
                _ = try connection.rows(mend)
                try await site.expectNoDifferences()
            }
        }
    }
}

extension TestSite {
    /// The lines that `boardwalk check` prints.
    func differences() async throws -> [String] {
        var found: [String] = []
        _ = try await ConsistencyChecker(server.services.database).run { found.append($0) }
        return found
    }

    func expectNoDifferences(_ location: SourceLocation = #_sourceLocation) async throws {
        let found = try await differences()
        #expect(found.isEmpty, sourceLocation: location)
    }
}
