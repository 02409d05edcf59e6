import Calendar
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
        guard days.count > 2, let today = days.last?.today, context.shows(TicTacToeFeature.played) else { return nil }
        let games = Dictionary(uniqueKeysWithValues: days.map { ($0.day, Double($0.games)) })
        let shown = stride(from: today.advanced(by: 1 - PlayedDay.shown), through: today, by: 1).map(\.self)
        chart = LineChart(
            title: "Games in the last \(PlayedDay.shown) days", heading: "Day", axis: .days(shown),
            series: [ChartSeries("Games", shown.map { games[$0] ?? 0 })], unit: ChartUnit("game", "games"))
    }
}

/// Games of one day.
struct PlayedDay: Sendable, RowDecodable {
    static let shown = 30

    /// As the club counts days.
    var day: CalendarDate
    var games: Int
    var today: CalendarDate

    init(_ row: inout Row) throws {
        day = try row.next()
        games = try row.next()
        today = try row.next()
    }
}
