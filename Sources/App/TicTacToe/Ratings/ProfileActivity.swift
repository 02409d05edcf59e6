import Calendar
import Charts
import HTMLTemplates
import Postgres

struct ProfileActivity: ProfileSection {
    static let template = "games/profile-activity"
    var chart: LineChart

    static func query(of member: ID<Member>, for _: MemberVisit) -> Query<[PlayedDay]> { RatingQueries().lastDays(of: member) }

    init?(_ days: [PlayedDay], in context: ProfileContext) {
        // A chart of one day or two shows no trend.
        guard days.count > 2, let today = days.last?.today, context.shows(TicTacToeFeature.played) else { return nil }
        let games = Dictionary(uniqueKeysWithValues: days.map { ($0.day, Double($0.games)) })
        let shown = stride(from: today.advanced(by: 1 - PlayedDay.shown), through: today, by: 1).map(\.self)
        chart = LineChart(
            title: "Games in the last \(PlayedDay.shown) days", heading: "Day", axis: .days(shown),
            series: [ChartSeries("Games", shown.map { games[$0] ?? 0 })], unit: ChartUnit("game", "games"))
    }
}

struct PlayedDay: RowRecord {
    static let shown = 30

    /// A day with finished games. `day` and `today` are days in the club's time zone.
    var day: CalendarDate
    var games: Int
    var today: CalendarDate

    static let decoder = RowDecoder(PlayedDay.init)
}
