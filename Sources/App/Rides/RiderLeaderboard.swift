import CSV
import Calendar
import Postgres

/// Who has ridden most: different rides, laps or parks, of all time or of a year or month, among all or among friends.
struct RiderLeaderboard: Leaderboard {
    static let (path, title, entryHeading) = ("/rides/leaderboard", "Riders", "Rider")
    static let home = (path: "/parks", label: "Parks and rides")
    static let emptyWords = "Nobody has ridden anything then."
    static let explanation = """
        A ride counts once, however often it was ridden, by the club’s rule of what counts; laps are how often. A year or month has what was \
        ridden in it.
        """

    var measure = RiderMeasure.rides
    /// Empty: of all time.
    var period = ""
    /// nil: everybody is ranked, else that member and their friends.
    var friendsOf: ID<Member>?
    private let me: ID<Member>
    private let today: CalendarDate

    init(_ visit: MemberVisit) throws {
        me = visit.me
        today = CalendarDate.today
        if let text = visit.query("by") {
            guard let measure = RiderMeasure(rawValue: text) else { throw Problem.notFound }
            self.measure = measure
        }
        if let text = visit.query("period") {
            guard text.wholeMatch(of: /(\d{4}(-(0[1-9]|1[0-2]))?)?/) != nil else { throw Problem.notFound }
            period = text
        }
        if visit.query("of") == "friends" { friendsOf = visit.me }
    }

    var columns: [LeaderboardColumn<RankedRider>] {
        let others = RiderMeasure.allCases.filter { $0 != measure }
        let numbers = ([measure] + others).map { measure in
            LeaderboardColumn<RankedRider>(heading: measure.heading, name: measure.rawValue) { .number($0.rider[measure]) }
        }
        return [LeaderboardColumn(name: "handle") { .text($0.rider.person.handle) }] + numbers
    }

    var query: String {
        "by=\(measure.rawValue)" + (period.isEmpty ? "" : "&period=\(period)") + (friendsOf == nil ? "" : "&of=friends")
    }

    var caption: String {
        let what = measure == .rides ? "different rides" : measure.rawValue
        return "By \(what), \(period.isEmpty ? "of all time" : Self.words(period))\(friendsOf == nil ? "" : ", among friends")"
    }

    var choices: [LeaderboardChoice<RiderLeaderboard>] {
        func changed(_ change: (inout RiderLeaderboard) -> Void) -> RiderLeaderboard {
            var other = self
            change(&other)
            return other
        }
        let (year, month) = (String(today.description.prefix(4)), String(today.description.prefix(7)))
        var periods = ["", year, month, "\(today.year - 1)"]
        if !periods.contains(period) { periods.append(period) }
        return [
            LeaderboardChoice(
                label: "By", options: RiderMeasure.allCases.map { measure in (measure.heading, changed { $0.measure = measure }) }),
            LeaderboardChoice(
                label: "When",
                options: periods.map { period in (period.isEmpty ? "All time" : Self.words(period), changed { $0.period = period }) }),
            LeaderboardChoice(
                label: "Who", options: [("Everybody", changed { $0.friendsOf = nil }), ("Friends", changed { $0.friendsOf = $0.me })]),
        ]
    }

    /// "2026", "November 2026"
    private static func words(_ period: String) -> String { CalendarDate(period + "-01")?.monthWords ?? period }

    func entries(after place: LeaderboardPlace?, limit: Int) -> Query<[RankedRider]> {
        guard let friendsOf else { return RiderQueries().leaderboard(by: measure, in: period, after: place, limit: limit) }
        return RiderQueries().leaderboard(by: measure, in: period, ofFriendsOf: friendsOf, after: place, limit: limit)
    }

    func own(of member: ID<Member>) -> Query<OwnEntry<RankedRider>?>? {
        let (queries, measure) = (RiderQueries(), measure)
        let own = friendsOf == nil ? queries.rider(member, by: measure, in: period) : queries.friend(member, by: measure, in: period)
        return own.map { own in
            own.map { OwnEntry(entry: RankedRider($0.rider, by: measure), better: $0.isRanked ? $0.better : nil) }
        }
    }
}

/// A rider by one of their numbers.
struct RankedRider: LeaderboardEntry {
    var rider: Rider
    var measure: RiderMeasure

    init(_ rider: Rider, by measure: RiderMeasure) { (self.rider, self.measure) = (rider, measure) }

    var score: Double { Double(rider[measure]) }
    var key: Int { rider.person.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        let person = rider.person
        return LeaderboardName(person: person.person(in: club), text: person.displayName, path: LapsPage.path(of: person.handle, in: club))
    }
}
