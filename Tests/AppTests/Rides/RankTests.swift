import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres
@testable import Web

/// Rankings, wishes and popular rides.
struct RankTests {
    /// The moves that a form can send, besides a place.
    private static let moves = ["up", "down", "top", "end", "remove"]
    private let inPlace: HTTPFields = [.prefer: "return=representation"]

    /// A club of two with `count` rides that both have ridden.
    private func clubWithRides(_ site: TestSite, _ count: Int) async throws -> (ClubOfTwo, rides: [String]) {
        let (club, first) = try await site.clubWithARide()
        var rides = [first]
        for number in 1..<max(count, 1) { rides.append(try await club.addRide("Wave \(number)")) }
        for (number, ride) in rides.enumerated() {
            for person in [club.ana, club.ben] { try await person.post(ride + "/laps", ["idempotency_key": "lap-number-\(number)"]) }
        }
        return (club, rides)
    }

    /// The stored ranking is compared with a plain array after each move.
    @Test func `a ranking follows any sequence of moves without gaps`() async throws {
        try await TestSite.open { site in
            let (club, rides) = try await clubWithRides(site, 7)
            var orders: [[String]] = [[], []]
            var random = SystemRandomNumberGenerator()
            for _ in 0..<160 {
                let who = Int.random(in: 0...1, using: &random)
                let ride = try #require(rides.randomElement(using: &random))
                let (move, place) = (Self.moves.randomElement(using: &random), Int.random(in: 1...9, using: &random))
                let isPlaced = Int.random(in: 0..<3, using: &random) == 0
                let answer = try await [club.ana, club.ben][who].post(
                    ride + "/rank", isPlaced ? ["place": "\(place)"] : ["move": move ?? ""])
                #expect(answer.status == .seeOther)
                orders[who] = moved(ride, isPlaced ? nil : move, place, in: orders[who])
                for (handle, order) in zip(["ana", "ben"], orders) { try #expect(ranking(of: handle, site) == order) }
            }
            try #expect(kept(site) == recomputed(site))
        }
    }

    /// Applies the same move to a plain array.
    private func moved(_ ride: String, _ move: String?, _ place: Int, in order: [String]) -> [String] {
        let (before, others) = (order.firstIndex(of: ride), order.filter { $0 != ride })
        let target =
            switch move {
            case nil: min(place - 1, others.count)
            case "top": 0
            case "up": before.map { max($0 - 1, 0) } ?? others.count
            case "down": before.map { min($0 + 1, others.count) } ?? others.count
            default: others.count
            }
        var moved = others
        if move != "remove" { moved.insert(ride, at: target) }
        return moved
    }

    @Test func `parallel moves leave no gaps in a ranking`() async throws {
        try await TestSite.open { site in
            let (club, rides) = try await clubWithRides(site, 6)
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<240 {
                    let (person, ride) = (number.isMultiple(of: 2) ? club.ana : club.ben, rides[Int.random(in: 0..<rides.count)])
                    let move = Self.moves[Int.random(in: 0..<Self.moves.count)]
                    group.addTask { try await person.post(ride + "/rank", ["move": move]).status }
                    if number >= 12 { try await #expect(group.next() == .seeOther) }
                }
                for try await status in group { #expect(status == .seeOther) }
            }
            let places = try connection(site).rows(
                "SELECT member_id::text, array_agg(place ORDER BY place) = array_agg(n::integer ORDER BY n) FROM (SELECT member_id, place, "
                    + "row_number() OVER (PARTITION BY member_id ORDER BY place) AS n FROM ride_ranks) ranks GROUP BY member_id")
            #expect(places.allSatisfy { $0[1] == "t" }, "\(places)")
            try #expect(kept(site) == recomputed(site))
        }
    }

    @Test func `a member can rank rides and others can see it`() async throws {
        try await TestSite.open { site in
            let (club, rides) = try await clubWithRides(site, 3)
            let page = club.path + "/laps/ben/ranking"
            try await #expect(club.ben.get(page).text.contains("There are no ranked rides yet."))
            try await #expect(club.ben.get(page).text.contains("Ridden but not ranked"))
            try await #expect(!club.ben.get(rides[0]).text.contains("Average rank"))
            for ride in rides { try await #expect(club.ben.post(ride + "/rank", [:]).headers[.location] == ride + "#opinion") }
            try await club.ana.post(rides[2] + "/rank", [:])
            try await #expect(names(on: club.ben.get(page).text) == ["Tidal Wave", "Wave 1", "Wave 2"])
            let ride = try await club.ben.get(rides[2]).text
            #expect(ride.contains("Average rank 2.0, by 2 members") && ride.contains("Number 3 in your ranking"))
            #expect(!ride.contains("Rank it"))
            // A move on the ranking page leads back to the row. A script receives the list alone.
            let number = rides[2].split(separator: "/").last ?? ""
            let up = try await club.ben.post(rides[2] + "/rank", ["move": "up", "from": "ranking"])
            #expect(up.headers[.location] == page + "#ranked-\(number)")
            let top = try await club.ben.post(rides[2] + "/rank", ["move": "top", "from": "ranking"], inPlace)
            #expect(top.status == .ok && !top.text.contains("<html") && top.text.contains("Wave 2 is number 1 of 3."))
            #expect(names(on: top.text) == ["Wave 2", "Tidal Wave", "Wave 1"])
            let gone = try await club.ben.post(rides[0] + "/rank", ["move": "remove"], inPlace)
            #expect(gone.text.contains("Tidal Wave is not ranked any more.") && gone.text.contains("Rank it"))
            // Other members see the ranking without buttons.
            let seen = try await club.ana.get(page).text
            #expect(names(on: seen) == ["Wave 2", "Wave 1"] && !seen.contains("/rank\"") && !seen.contains("Ridden but not ranked"))
            try await #expect(club.ana.get(club.path + "/laps/ben").text.contains(page))
        }
    }

    @Test func `invalid rankings and rides of another club are refused`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let elsewhere = try await site.clubOfTwo("mole", names: ("cleo", "dan"))
            let number = ride.split(separator: "/").last ?? ""
            for action in ["rank", "wish", "wish/removal"] {
                for form in [["move": "remove"], [:]] {
                    let answer = try await elsewhere.ana.post("\(elsewhere.path)/rides/\(number)/\(action)", form)
                    #expect(answer.status == .notFound, "\(action)")
                    try await #expect(elsewhere.ana.post("\(ride)/\(action)", form).status == .notFound, "\(action)")
                    try await #expect(club.ana.post("\(club.path)/rides/999999/\(action)", form).status == .notFound, "\(action)")
                }
            }
            for page in ["ranking", "wishes"] {
                try await #expect(elsewhere.ana.get("\(club.path)/laps/ben/\(page)").status == .notFound)
                try await #expect(elsewhere.ana.get("\(elsewhere.path)/laps/ben/\(page)").status == .notFound)
                try await #expect(club.ana.get("\(club.path)/laps/nobody/\(page)").status == .notFound)
            }
            func refusal(_ form: [String: String], _ headers: HTTPFields = [:]) async throws -> String {
                let answer = try await club.ben.post(ride + "/rank", form, headers)
                #expect(answer.status == .unprocessableContent, "\(form)")
                return answer.text
            }
            try await #expect(refusal([:]).contains("You can rank only rides that you have ridden."))
            try await #expect(refusal(["from": "ranking"]).contains("You can rank only rides that you have ridden."))
            try await #expect(refusal([:], inPlace).contains("data-problem"))
            try await #expect(refusal(["from": "ranking"], inPlace).contains("data-problem"))
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            try await #expect(refusal(["move": "sideways"]).contains("A ride goes up, down, to the top or to the end."))
            for place in ["0", "-1", "201", "99999999999999999999", "first"] {
                try await #expect(refusal(["place": place]).contains("Write a place: from 1 to 200."), "\(place)")
            }
            try #expect(ranking(of: "ben", site) == [])
            // A ranking has at most 200 rides.
            _ = try connection(site).rows(
                """
                WITH more AS (
                    INSERT INTO rides (club_id, park_id, name, kind) SELECT r.club_id, r.park_id, 'Ride ' || n, 'flat'
                    FROM rides r, generate_series(1, 200) n WHERE r.id = \(number) RETURNING club_id, id, substr(name, 6)::integer AS place
                ) INSERT INTO ride_ranks (club_id, member_id, ride_id, place)
                SELECT more.club_id, m.id, more.id, more.place FROM more JOIN members m ON m.club_id = more.club_id AND m.handle = 'ben'
                """)
            try await #expect(refusal(["place": "1"]).contains("Your ranking has 200 rides. Remove one first."))
            try await #expect(club.ben.get(club.path + "/laps/ben/ranking").status == .ok)
        }
    }

    @Test func `a wish comes true with the first lap`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let other = try await club.addRide("Second Wave")
            let page = club.path + "/laps/ben/wishes"
            try await #expect(club.ben.get(page).text.contains("There are no wishes on this list."))
            for wished in [ride, other, other] {
                try await #expect(club.ben.post(wished + "/wish", [:]).headers[.location] == wished + "#opinion")
            }
            try await #expect(club.ben.get(ride).text.contains("It is on your <a"))
            try await #expect(!club.ana.get(ride).text.contains("It is on your <a"))
            let wishes = try await club.ana.get(page).text
            #expect(wishes.contains("Tidal Wave") && wishes.contains("Salt Park") && !wishes.contains("/wish/removal"))
            try await club.ben.post(ride + "/laps", ["idempotency_key": "lap-number-1"])
            let (open, fulfilled) = try await halves(of: club.ben.get(page).text)
            #expect(open.contains("Second Wave") && !open.contains("Tidal Wave"))
            #expect(fulfilled.contains("Tidal Wave") && !fulfilled.contains("Second Wave"))
            let late = try await club.ben.post(ride + "/wish", [:])
            #expect(late.status == .unprocessableContent && late.text.contains("You have already ridden it."))
            let gone = try await club.ben.post(other + "/wish/removal", ["from": "wishes"], inPlace)
            #expect(gone.text.contains("id=\"wishes\"") && !gone.text.contains("Second Wave"))
            try await #expect(club.ben.post(ride + "/wish/removal", ["from": "wishes"]).headers[.location] == page)
            try await #expect(!club.ben.get(page).text.contains("Tidal Wave"))
        }
    }

    /// The open wishes, and those that came true.
    private func halves(of page: String) throws -> (String, String) {
        let parts = page.components(separatedBy: "Wishes that came true")
        try #require(parts.count == 2)
        return (parts[0], parts[1])
    }

    @Test func `rankings and wishes are shown to the audience of the rides`() async throws {
        try await TestSite.open { site in
            let (club, rides) = try await clubWithRides(site, 1)
            let wished = try await club.addRide("Second Wave")
            try await club.ben.post(rides[0] + "/rank", [:])
            try await club.ben.post(wished + "/wish", [:])
            func statuses(_ person: Visitor) async throws -> [HTTPResponse.Status] {
                [
                    try await person.get(club.path + "/laps/ben/ranking").status,
                    try await person.get(club.path + "/laps/ben/wishes").status,
                ]
            }
            try await #expect(statuses(club.ana) == [.ok, .ok])
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "friends"])
            try await #expect(statuses(club.ana) == [.notFound, .notFound])
            try await #expect(statuses(club.ben) == [.ok, .ok])
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await club.ana.post(club.path + "/follows", ["member": ben])
            try await club.ben.post(club.path + "/follows", ["member": ana])
            try await #expect(statuses(club.ana) == [.ok, .ok])
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "rides_for": "club"])
            try await club.ben.post(club.path + "/blocks", ["member": ana])
            try await #expect(statuses(club.ana) == [.notFound, .notFound])
        }
    }

    @Test func `a ranking is deleted when its member leaves the club`() async throws {
        try await TestSite.open { site in
            let (club, rides) = try await clubWithRides(site, 2)
            for ride in rides { try await club.ben.post(ride + "/rank", ["move": "top"]) }
            try await club.ana.post(rides[0] + "/rank", [:])
            try await #expect(club.ana.get(rides[0]).text.contains("Average rank 1.5, by 2 members"))
            try await site.leave(club.path, club.ben)
            try await #expect(eventually { try await club.ana.get(rides[0]).text.contains("Average rank 1.0, by 1 member") })
            try await #expect(!club.ana.get(rides[1]).text.contains("Average rank"))
            try #expect(kept(site) == recomputed(site))
        }
    }

    @Test func `popular rides are ranked by riders, laps or mean rank`() async throws {
        try await TestSite.open { site in
            let (club, rides) = try await clubWithRides(site, 3)
            let cleo = try await site.guest("cleo", of: club)
            let board = club.path + "/rides/popular"
            func names(_ query: String) async throws -> [String] {
                try await club.ana.get(board + ".csv?" + query).text.split(separator: "\r\n").dropFirst().map(String.init)
            }
            for key in ["lap-number-8", "lap-number-9"] { try await club.ana.post(rides[1] + "/laps", ["idempotency_key": key]) }
            try await cleo.post(rides[2] + "/laps", ["idempotency_key": "lap-number-7"])
            try await #expect(names("by=riders").first == "1,Wave 2,Salt Park,3,3,–")
            try await #expect(names("by=laps").first == "1,Wave 1,Salt Park,4,2,–")
            // A mean rank needs three members.
            for person in [club.ana, club.ben] {
                for ride in rides { try await person.post(ride + "/rank", ["move": "top"]) }
            }
            try await #expect(names("by=mean") == [])
            try await #expect(club.ana.get(board + "?by=mean").text.contains("No ride is on this leaderboard yet."))
            try await cleo.post(rides[0] + "/laps", ["idempotency_key": "lap-number-6"])
            for ride in [rides[0], rides[2]] { try await cleo.post(ride + "/rank", [:]) }
            try await #expect(names("by=mean") == ["1,Wave 2,Salt Park,1.3,3,3", "2,Tidal Wave,Salt Park,2.3,3,3"])
            try await #expect(club.ana.get(board + "?by=mean").text.contains("By average rank"))
            try await #expect(club.ana.get(board + "?by=nonsense").status == .notFound)
        }
    }

    /// Entries with equal scores are included. Invented cursors cause no error.
    @Test func `popular rides are paged without gaps or repeats`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let number = ride.split(separator: "/").last ?? ""
            _ = try connection(site).rows(
                """
                WITH more AS (
                    INSERT INTO rides (club_id, park_id, name, kind, laps, riders)
                    SELECT r.club_id, r.park_id, 'Ride ' || n || '.', 'flat', n / 30 + 1, n / 30 + 1
                    FROM rides r, generate_series(1, 120) n WHERE r.id = \(number) RETURNING club_id, id, laps
                ) INSERT INTO ride_rank_totals (club_id, ride_id, members, places) SELECT club_id, id, 3, laps * 7 FROM more
                """)
            for measure in ["riders", "laps", "mean"] {
                var (found, address): ([String], String?) = ([], "\(club.path)/rides/popular?by=\(measure)")
                while let page = address {
                    let text = try await club.ana.get(page).text
                    found += text.matches(of: /Ride \d+\./).map { String($0.0) }
                    let next = text.firstMatch(of: /rel="next" href="([^"]+)"/)?.1
                    address = next.map { String($0).replacing("&amp;", with: "&") }
                }
                #expect(found.count == 120 && Set(found).count == 120, "\(measure): \(found.count)")
                for score in [-1e15, 1e15, 0.5, -0.5] {
                    let place = LeaderboardCursor(score: score, key: 1, count: 1, rank: 1).text
                    try await #expect(club.ana.get("\(club.path)/rides/popular?by=\(measure)&after=\(place)").status == .ok, "\(score)")
                }
            }
        }
    }

    @Test func `mean ranks are rounded the same way as scores`() throws {
        #expect(
            [1000, 1049, 1050, 1051, 3249, 3250, 3251, 200_000].map(MeanRank.label) == [
                "1.0", "1.0", "1.0", "1.1", "3.2", "3.2", "3.3", "200.0",
            ])
        for mean in [1000, 1001, 3250, 3333, 199_999, 200_000] {
            let score = 100_000 - Double(mean) / 100
            #expect(PopularRidesEntry.mean(of: score) == mean)
            #expect(100_000 - LeaderboardCursor.shown(score) == MeanRank.tenths(mean), "\(mean)")
        }
    }

    // MARK: -

    private func connection(_ site: TestSite) throws -> ScriptConnection { try ScriptConnection(url: site.test.superuserURL) }

    /// The names of the rides in a ranking, from the top.
    private func names(on page: String) -> [String] {
        let list = page.components(separatedBy: "data-ranking>").dropFirst().first?.components(separatedBy: "</ol>").first ?? ""
        return list.matches(of: /row-title"><a [^>]*><bdi>([^<]+)</).map { String($0.1) }
    }

    /// The paths of a member's rides in their order. Expects the places 1, 2, 3 and so on.
    private func ranking(of handle: String, _ site: TestSite) throws -> [String] {
        let rows = try connection(site).rows(
            """
            SELECT '/c/' || c.slug || '/rides/' || k.ride_id, k.place::text FROM ride_ranks k JOIN clubs c ON c.id = k.club_id
            JOIN members m ON m.club_id = k.club_id AND m.id = k.member_id WHERE m.handle = $1 ORDER BY k.place
            """, [handle])
        #expect(rows.map { $0[1] } == rows.indices.map { "\($0 + 1)" })
        return rows.compactMap { $0[0] }
    }

    private func kept(_ site: TestSite) throws -> [[String?]] {
        try connection(site).rows("SELECT ride_id::text, members::text, places::text FROM ride_rank_totals WHERE members > 0 ORDER BY 1")
    }

    private func recomputed(_ site: TestSite) throws -> [[String?]] {
        try connection(site).rows("SELECT ride_id::text, count(*)::text, sum(place)::text FROM ride_ranks GROUP BY ride_id ORDER BY 1")
    }
}
