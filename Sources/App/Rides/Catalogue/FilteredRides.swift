import Hummingbird
import Postgres

struct FilteredRides {
    private static let (pageSize, maxFound, maxOptions) = (50, 60, 100)

    static var countries: Query<[String]> { RideFilterQueries().countries(limit: maxOptions) }
    static var makers: Query<[String]> { RideFilterQueries().makers(limit: maxOptions) }

    func page(_ filter: RideFilter, _ visit: MemberVisit) async throws -> Response {
        let queries = RideFilterQueries()
        guard filter.problem == nil else {
            let (countries, makers) = try await visit.read(Self.countries, Self.makers)
            let page = ParksPage(filter.form(countries, makers), filter, [], after: nil, size: Self.pageSize, visit: visit)
            return try visit.page(page, status: .unprocessableContent)
        }
        let last = try visit.query("after").map { text in
            guard let ride = ID<Ride>(text) else { throw Problem.notFound }
            return ride
        }
        if !filter.searchText.isEmpty { try visit.spend(.search) }
        let rides =
            filter.searchText.isEmpty
            ? queries.rides(filter, to: visit.me, after: last, limit: Self.pageSize + 1)
            : queries.search(filter, to: visit.me, limit: Self.maxFound)
        let (entries, countries, makers) = try await visit.read(rides, Self.countries, Self.makers)
        let size = filter.searchText.isEmpty ? Self.pageSize : Self.maxFound
        return try visit.page(
            ParksPage(filter.form(countries, makers), filter, entries, after: last, size: size, visit: visit))
    }
}

extension ParksPage {
    init(_ form: RideFilterForm, _ filter: RideFilter, _ entries: [RideEntry], after last: ID<Ride>?, size: Int, visit: MemberVisit) {
        self.init([], entries.prefix(size).map { $0 }, found: filter.searchText, visit: visit)
        filterForm = form
        filterSummary = filter.problem == nil ? filter.sentence : nil
        let path = visit.club.path + "/parks?" + filter.query
        pager = Pager(
            first: last == nil ? nil : path, previous: nil,
            next: entries.count > size ? entries.prefix(size).last.map { "\(path)&after=\($0.ride.id)" } : nil)
    }
}
