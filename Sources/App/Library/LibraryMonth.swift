import Calendar
import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// A month, in UTC.
struct LibraryMonth: Sendable {
    /// Its first day.
    var start: CalendarDate

    /// The month of a day.
    init(of day: CalendarDate) { start = CalendarDate(year: day.year, month: day.parts.month, day: 1) }

    /// From an address: "2026-11".
    init?(_ text: String) {
        guard let day = CalendarDate(text + "-01") else { return nil }
        start = day
    }

    /// The first day of the next.
    var end: CalendarDate { CalendarDate(year: start.year, month: start.parts.month + 1, day: 1) }

    /// "November 2026"
    var name: String { "\(CalendarDate.months[start.parts.month - 1]) \(start.year)" }

    static func path(in club: Club) -> String { club.path + "/library/month" }
    func path(in club: Club) -> String { "\(Self.path(in: club))?month=\(start.description.prefix(7))" }
}

/// All SQL over what a club did with video games in a month, as far as members let the club see it.
struct LibraryMonthQueries {
    /// What most members began or finished.
    func titles(in month: LibraryMonth, limit: Int) -> Query<[MonthTitle]> {
        .all(
            """
            SELECT t.id, t.name, t.released, t.platforms, \(CoverQueries.version), g.began, g.finished, g.ratings, g.rated FROM (
                SELECT e.title_id, count(*) FILTER (WHERE e.state <> 'finished') AS began, count(*) FILTER (WHERE e.state = 'finished') AS finished,
                    count(e.rating) AS ratings, coalesce(sum(e.rating), 0) AS rated
                FROM \(LibraryMonthQueries.seen) GROUP BY e.title_id ORDER BY count(*) DESC, count(e.rating) DESC, e.title_id LIMIT $3
            ) g JOIN titles t ON t.id = g.title_id ORDER BY g.began + g.finished DESC, g.ratings DESC, g.title_id
            """, month.start, month.end, limit)
    }

    func totals(of month: LibraryMonth) -> Query<MonthTotals> {
        .one(
            """
            SELECT count(DISTINCT e.title_id) FILTER (WHERE e.state <> 'finished'),
                count(DISTINCT e.title_id) FILTER (WHERE e.state = 'finished'), count(DISTINCT e.title_id), count(DISTINCT e.member_id),
                (SELECT e.active_on FROM \(LibraryMonthQueries.shown) WHERE e.active_on < $1 ORDER BY e.active_on DESC LIMIT 1),
                (SELECT e.active_on FROM \(LibraryMonthQueries.shown) WHERE e.active_on >= $2 ORDER BY e.active_on LIMIT 1)
            FROM \(LibraryMonthQueries.seen)
            """, month.start, month.end)
    }

    /// Entries `e` from `$1` to before `$2`.
    private static let seen: SQL = """
        \(LibraryMonthQueries.shown) AND e.active_on >= $1 AND e.active_on < $2
        """

    /// Entries `e` that the club sees.
    private static let shown: SQL = """
        library_entries e JOIN members m ON m.club_id = e.club_id AND m.id = e.member_id AND m.left_at IS NULL AND \(LibraryEntry.isForClub)
        """
}

/// A title that members began or finished in a month.
struct MonthTitle: Sendable, RowDecodable {
    var id: ID<Title>
    var name: String
    var released: String?
    var platforms: [String]
    /// The version of its cover.
    var cover: String?
    var began: Int
    var finished: Int
    /// How many of those members rate it, and what that is in sum.
    var ratings: Int
    var rated: Int

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        released = try row.next()
        platforms = try row.next()
        cover = try row.next()
        began = try row.next()
        finished = try row.next()
        ratings = try row.next()
        rated = try row.next()
    }
}

struct MonthTotals: Sendable, RowDecodable {
    /// Different titles, as all of these are.
    var began: Int
    var finished: Int
    var titles: Int
    var members: Int
    /// The nearest days before it and after it on which anything was.
    var before: CalendarDate?
    var after: CalendarDate?

    init(_ row: inout Row) throws {
        began = try row.next()
        finished = try row.next()
        titles = try row.next()
        members = try row.next()
        before = try row.next()
        after = try row.next()
    }
}

struct LibraryMonthRoutes {
    private let queries = LibraryMonthQueries()
    private static let shown = 20

    func add(to site: Site) { site.memberGet("/c/:club/library/month", show) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let this = LibraryMonth(of: CalendarDate.today)
        guard let month = visit.query("month").map(LibraryMonth.init) ?? this else { throw Problem.notFound }
        let (titles, totals) = try await visit.read(queries.titles(in: month, limit: Self.shown), queries.totals(of: month))
        return try visit.page(LibraryMonthPage(month, titles, totals, isNow: month.start == this.start, visit: visit))
    }
}

/// What a club did with video games in a month.
struct LibraryMonthPage: Page {
    static let template = "library/month"
    var layout: Layout
    var clubName: String
    var back: String
    var name: String
    /// "3 members began 4 games and finished 2."; nil: nobody did anything.
    var words: String?
    var titles: [Row]
    /// "The 20 that most of them played."; nil: there are no others.
    var more: String?
    /// To the nearest months in which anything was.
    var pager: Pager
    var search: String
    var isNow: Bool

    struct Row: ViewModel {
        var name: String
        var path: String
        var cover: TitleCover
        /// "2019 · PC"
        var facts: String
        /// "3 began it, 1 finished it"
        var words: String
        /// "8.5 of 10"; nil: nobody rates it.
        var rating: String?
    }

    init(_ month: LibraryMonth, _ titles: [MonthTitle], _ totals: MonthTotals, isNow: Bool, visit: MemberVisit) {
        let club = visit.club
        (layout, clubName, name, self.isNow) = (visit.layout, club.name, month.name, isNow)
        (back, search) = (club.path + "/library", club.path + "/library/search")
        words = totals.members == 0 ? nil : Self.words(totals)
        more = totals.titles > titles.count ? "The \(titles.count) that most of them played." : nil
        self.titles = titles.map { title in
            let counts = [title.began > 0 ? "\(title.began) began it" : nil, title.finished > 0 ? "\(title.finished) finished it" : nil]
            let points = title.ratings == 0 ? nil : Int((Double(title.rated) / Double(title.ratings) * 10).rounded())
            return Row(
                name: title.name, path: Title.path(of: title.id, in: club),
                cover: TitleCover(title.id, title.name, version: title.cover, in: club),
                facts: TitleRow.words(title.released, title.platforms), words: counts.compactMap(\.self).joined(separator: ", "),
                rating: points.map { "\(FactInput.text($0, by: 10)) of 10" })
        }
        pager = Pager(
            previous: totals.before.map { LibraryMonth(of: $0).path(in: club) },
            next: totals.after.map { LibraryMonth(of: $0).path(in: club) })
    }

    private static func words(_ totals: MonthTotals) -> String {
        func games(_ count: Int) -> String { count == 1 ? "1 game" : "\(count) games" }
        let members = totals.members == 1 ? "1 member" : "\(totals.members) members"
        let deeds = [
            totals.began > 0 ? "began \(games(totals.began))" : nil, totals.finished > 0 ? "finished \(games(totals.finished))" : nil,
        ]
        return "\(members) \(deeds.compactMap(\.self).joined(separator: " and "))."
    }
}
