import Charts
import HTMLTemplates
import Postgres

/// How much a member has played lately, on their profile.
struct ProfileActivity: ProfileSection {
    static let template = "games/profile-activity"
    var chart: LineChart

    static func query(of member: ID<Member>, for _: MemberVisit) -> Query<[PlayedDay]> { ScoreQueries().lastDays(of: member) }

    init?(_ days: [PlayedDay], in context: ProfileContext) {
        // Of one day or two there is no course to see.
        guard days.count > 2, let today = days.last?.today, context.shows(context.profile.privacy.games) else { return nil }
        let games = Dictionary(uniqueKeysWithValues: days.map { ($0.day, Double($0.games)) })
        let shown = today - PlayedDay.shown + 1...today
        chart = LineChart(
            title: "Games in the last \(PlayedDay.shown) days", heading: "Day", axis: .days(shown.map(ChartDay.init)),
            series: [ChartSeries("Games", shown.map { games[$0] ?? 0 })], unit: ChartUnit("game", "games"))
    }
}

/// Games of one day.
struct PlayedDay: Sendable, RowDecodable {
    static let shown = 30

    /// Days after 1970-01-01, in UTC.
    var day: Int
    var games: Int
    var today: Int

    init(_ row: inout Row) throws {
        day = try row.next()
        games = try row.next()
        today = try row.next()
    }
}
