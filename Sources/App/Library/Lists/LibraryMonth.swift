import Calendar
import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// A calendar month in UTC.
struct LibraryMonth: Sendable {
    var start: CalendarDate

    init(of day: CalendarDate) { start = CalendarDate(year: day.year, month: day.parts.month, day: 1) }

    /// Parses a month such as "2026-11". Nil if the text is not a month.
    init?(_ text: String) {
        guard let day = CalendarDate(text + "-01") else { return nil }
        start = day
    }

    /// The first day of the next month. The month is the range `start..<end`.
    var end: CalendarDate { CalendarDate(year: start.year, month: start.parts.month + 1, day: 1) }

    var name: String { "\(CalendarDate.months[start.parts.month - 1]) \(start.year)" }

    static func path(in club: Club) -> String { club.path + "/library/month" }
    func path(in club: Club) -> String { "\(Self.path(in: club))?month=\(start.description.prefix(7))" }
}

/// A video game that members began or finished in a month. Its numbers count these members and their ratings.
struct MonthVideoGame: RowRecord {
    var id: ID<VideoGame>
    var name: String
    var released: String?
    var platforms: [String]
    var coverVersion: String?
    var began: Int
    var finished: Int
    var ratingCount: Int
    var ratingSum: Int

    static let decoder = RowDecoder(MonthVideoGame.init)
}

struct MonthTotals: RowRecord {
    var began: Int
    var finished: Int
    var games: Int
    var members: Int
    /// The last day with activity before the month (`previousDay`), and the first one after the month (`nextDay`). Nil if there is none.
    var previousDay: CalendarDate?
    var nextDay: CalendarDate?

    static let decoder = RowDecoder(MonthTotals.init)
}

struct LibraryMonthPage: Page {
    static let template = "library/month"
    var layout: Layout
    var clubName: String
    var back: String
    var name: String
    /// The activity in one sentence, for example "3 members began 4 games and finished 2.". Nil if there was no activity.
    var summary: String?
    var games: [Row]
    /// A sentence about the games that are shown, for example "The 20 that most of them played.". Nil if the page shows all games.
    var more: String?
    var pager: Pager
    var search: String
    var isCurrentMonth: Bool

    struct Row: ViewModel {
        var name: String
        var path: String
        var cover: VideoGameCover
        /// The year and the platforms, for example "2019 · PC".
        var facts: String
        /// The number of members who began or finished the game, for example "3 began it, 1 finished it".
        var activity: String
        /// The average rating by these members, for example "8.5 of 10". Nil if none of them has rated the game.
        var rating: String?
    }

    init(_ month: LibraryMonth, _ games: [MonthVideoGame], _ totals: MonthTotals, isCurrentMonth: Bool, visit: MemberVisit) {
        let club = visit.club
        (layout, clubName, name, self.isCurrentMonth) = (visit.layout, club.name, month.name, isCurrentMonth)
        (back, search) = (club.path + "/library", club.path + "/library/search")
        summary = totals.members == 0 ? nil : Self.summary(of: totals)
        more = totals.games > games.count ? "Only the \(games.count) most played games are shown." : nil
        self.games = games.map { game in
            let counts = [game.began > 0 ? "\(game.began) started it" : nil, game.finished > 0 ? "\(game.finished) finished it" : nil]
            let points = game.ratingCount == 0 ? nil : Int((Double(game.ratingSum) / Double(game.ratingCount) * 10).rounded())
            return Row(
                name: game.name, path: VideoGame.path(of: game.id, in: club),
                cover: VideoGameCover(game.id, game.name, version: game.coverVersion, in: club),
                facts: VideoGameRow.details(game.released, game.platforms), activity: counts.compactMap(\.self).joined(separator: ", "),
                rating: points.map { "\(FactInput.text($0, by: 10)) of 10" })
        }
        pager = Pager(
            previous: totals.previousDay.map { LibraryMonth(of: $0).path(in: club) },
            next: totals.nextDay.map { LibraryMonth(of: $0).path(in: club) })
    }

    private static func summary(of totals: MonthTotals) -> String {
        func games(_ count: Int) -> String { count == 1 ? "1 game" : "\(count) games" }
        let members = totals.members == 1 ? "1 member" : "\(totals.members) members"
        let actions = [
            totals.began > 0 ? "started \(games(totals.began))" : nil, totals.finished > 0 ? "finished \(games(totals.finished))" : nil,
        ]
        return "\(members) \(actions.compactMap(\.self).joined(separator: " and "))."
    }
}
