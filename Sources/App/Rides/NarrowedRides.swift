import Hummingbird
import Postgres

/// The catalogue's page with its rides, narrowed.
struct NarrowedRides {
    private static let (pageSize, found, offered) = (50, 60, 100)

    /// What there is to choose from: countries, and makers.
    static var countries: Query<[String]> { RideFilterQueries().countries(limit: offered) }
    static var makers: Query<[String]> { RideFilterQueries().makers(limit: offered) }

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
        if !filter.words.isEmpty { try visit.spend(.search) }
        let rides =
            filter.words.isEmpty
            ? queries.rides(filter, to: visit.me, after: last, limit: Self.pageSize + 1)
            : queries.found(filter, to: visit.me, limit: Self.found)
        let (entries, countries, makers) = try await visit.read(rides, Self.countries, Self.makers)
        let size = filter.words.isEmpty ? Self.pageSize : Self.found
        return try visit.page(
            ParksPage(filter.form(countries, makers), filter, entries, after: last, size: size, visit: visit))
    }
}

extension ParksPage {
    /// Rides, narrowed.
    init(_ form: RideFilterForm, _ filter: RideFilter, _ entries: [RideEntry], after last: ID<Ride>?, size: Int, visit: MemberVisit) {
        self.init([], entries.prefix(size).map { $0 }, found: filter.words, visit: visit)
        narrowing = form
        narrowed = filter.problem == nil ? filter.sentence : nil
        let path = visit.club.path + "/parks?" + filter.query
        pager = Pager(
            first: last == nil ? nil : path, previous: nil,
            next: entries.count > size ? entries.prefix(size).last.map { "\(path)&after=\($0.ride.id)" } : nil)
    }
}
