import Hummingbird
import Postgres

struct RecapRoutes {
    private let queries = RecapQueries()
    private static let (shownRides, shownParks, shownFirsts, shownPhotos, shownNotes) = (10, 50, 40, 12, 20)

    func add(to site: Site) {
        site.memberGet("/c/:club/laps/:handle/recap", show)
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let member = try await visit.member(visit.context.parameters.get("handle") ?? "")
        guard let period = RecapPeriod(day: visit.query("day"), year: visit.query("year")) else { throw Problem.notFound }
        let (first, last, me, hidden) = (period.first, period.last, visit.me, visit.hidden)
        let (profile, relationship, totals, days, mostRidden, parks, firsts, photos, notes, neighbours) = try await visit.read(
            Members.profile(of: member), Relationship.query(of: me, to: member),
            queries.totals(of: member, from: first, through: last), queries.days(of: member, from: first, through: last),
            queries.mostRidden(of: member, from: first, through: last, limit: Self.shownRides),
            queries.parks(of: member, from: first, through: last, limit: Self.shownParks),
            queries.firstLaps(of: member, from: first, through: last, limit: Self.shownFirsts),
            queries.photos(of: member, from: first, through: last, to: me, hidden: hidden, limit: Self.shownPhotos),
            LapNoteQueries().notes(of: member, to: me, hidden: hidden, from: first, through: last, limit: Self.shownNotes),
            queries.neighbours(of: member, from: first, through: last))
        let shown = try visit.profile(profile, relationship, showing: RideFeature.ridden)
        let contents = RecapContents(
            totals: totals, days: days, mostRidden: mostRidden, parks: parks, firsts: firsts, photos: photos, notes: notes,
            neighbours: neighbours)
        return try visit.page(RecapPage(shown, period, contents, visit: visit))
    }
}
