import CSV
import Calendar
import Postgres

/// Ranks members by the number of their rides, laps or parks. The period is all time, a year or a month. Either all members are ranked, or
/// only the visitor and the visitor's friends.
struct TopRidersLeaderboard: Leaderboard {
    static let (path, title, entryHeading) = ("/rides/leaderboard", "Riders", "Rider")
    static let home = (path: "/parks", label: "Parks and rides")
    static let emptyText = "Nobody has ridden anything in this time."
    static let explanation = """
        “Rides” counts each ride once, by the rules of the club. “Laps” counts every lap. A year or a month includes only what was \
        ridden in it.
        """

    var measure = RideTotalMeasure.rides
    /// The period: a year (2026) or a month (2026-11). Empty if the period is all time.
    var period = ""
    /// The member whose friends are ranked, together with the member. Nil if all members are ranked.
    var friendsOf: ID<Member>?
    private let me: ID<Member>
    private let today: CalendarDate

    init(_ visit: MemberVisit) throws {
        me = visit.me
        today = CalendarDate.todayInUTC
        if let text = visit.query("by") {
            guard let measure = RideTotalMeasure(rawValue: text) else { throw Problem.notFound }
            self.measure = measure
        }
        if let text = visit.query("period") {
            guard text.wholeMatch(of: /(\d{4}(-(0[1-9]|1[0-2]))?)?/) != nil else { throw Problem.notFound }
            period = text
        }
        if visit.query("of") == "friends" { friendsOf = visit.me }
    }

    var columns: [LeaderboardColumn<TopRidersEntry>] {
        let others = RideTotalMeasure.allCases.filter { $0 != measure }
        let numbers = ([measure] + others).map { measure in
            LeaderboardColumn<TopRidersEntry>(heading: measure.heading, name: measure.rawValue) { .number($0.rider[measure]) }
        }
        return [LeaderboardColumn(name: "handle") { .text($0.rider.person.handle) }] + numbers
    }

    var query: String {
        "by=\(measure.rawValue)" + (period.isEmpty ? "" : "&period=\(period)") + (friendsOf == nil ? "" : "&of=friends")
    }

    var caption: String {
        let what = measure == .rides ? "different rides" : measure.rawValue
        return "By \(what), \(period.isEmpty ? "of all time" : Self.label(period))\(friendsOf == nil ? "" : ", among friends")"
    }

    var choices: [LeaderboardChoice<TopRidersLeaderboard>] {
        func changed(_ change: (inout TopRidersLeaderboard) -> Void) -> TopRidersLeaderboard {
            var other = self
            change(&other)
            return other
        }
        let (year, month) = (String(today.description.prefix(4)), String(today.description.prefix(7)))
        var periods = ["", year, month, "\(today.year - 1)"]
        if !periods.contains(period) { periods.append(period) }
        return [
            LeaderboardChoice(
                label: "By", options: RideTotalMeasure.allCases.map { measure in (measure.heading, changed { $0.measure = measure }) }),
            LeaderboardChoice(
                label: "When",
                options: periods.map { period in (period.isEmpty ? "All time" : Self.label(period), changed { $0.period = period }) }),
            LeaderboardChoice(
                label: "Who", options: [("Everybody", changed { $0.friendsOf = nil }), ("Friends", changed { $0.friendsOf = $0.me })]),
        ]
    }

    private static func label(_ period: String) -> String { CalendarDate(period + "-01")?.monthLabel ?? period }

    func entries(after place: LeaderboardCursor?, limit: Int) -> Query<[TopRidersEntry]> {
        guard let friendsOf else { return TopRidersQueries().entries(by: measure, in: period, after: place, limit: limit) }
        return TopRidersQueries().entries(by: measure, in: period, amongFriendsOf: friendsOf, after: place, limit: limit)
    }

    func own(of member: ID<Member>) -> Query<OwnEntry<TopRidersEntry>?>? {
        let (queries, measure) = (TopRidersQueries(), measure)
        let own =
            friendsOf == nil
            ? queries.ownTotal(of: member, by: measure, in: period) : queries.ownTotalAmongFriends(of: member, by: measure, in: period)
        return own.map { own in
            own.map { OwnEntry(entry: TopRidersEntry($0.rider, by: measure), better: $0.isRanked ? $0.better : nil) }
        }
    }
}

struct TopRidersEntry: LeaderboardEntry {
    var rider: MemberRideTotal
    var measure: RideTotalMeasure

    init(_ rider: MemberRideTotal, by measure: RideTotalMeasure) { (self.rider, self.measure) = (rider, measure) }

    var score: Double { Double(rider[measure]) }
    var key: Int { rider.person.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        let person = rider.person
        return LeaderboardName(person: person.person(in: club), text: person.displayName, path: LapsPage.path(of: person.handle, in: club))
    }
}
