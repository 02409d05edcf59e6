import CSV
import Postgres

/// Ranks rides by the number of their riders, by the number of their laps, or by the mean of the ranks that members give to the rides.
struct PopularRidesLeaderboard: Leaderboard {
    enum Measure: String, CaseIterable {
        case riders, laps, mean
    }

    static let (path, title, entryHeading) = ("/rides/popular", "Rides", "Ride")
    static let home = (path: "/parks", label: "Parks and rides")
    static let emptyText = "No ride is on this leaderboard yet."
    static let explanation = """
        “Riders” counts each member once. “Laps” counts every lap of all members. “Average rank” comes from the rankings of the members. \
        At least three members must have ranked the ride.
        """

    var measure = Measure.riders

    init(_ visit: MemberVisit) throws {
        guard let text = visit.query("by") else { return }
        guard let measure = Measure(rawValue: text) else { throw Problem.notFound }
        self.measure = measure
    }

    var query: String { "by=\(measure.rawValue)" }

    var caption: String {
        switch measure {
        case .riders: "By riders"
        case .laps: "By laps"
        case .mean: "By average rank"
        }
    }

    var choices: [LeaderboardChoice<PopularRidesLeaderboard>] {
        func changed(_ measure: Measure) -> PopularRidesLeaderboard {
            var other = self
            other.measure = measure
            return other
        }
        return [
            LeaderboardChoice(
                label: "By", options: [("Riders", changed(.riders)), ("Laps", changed(.laps)), ("Average rank", changed(.mean))])
        ]
    }

    var columns: [LeaderboardColumn<PopularRidesEntry>] {
        let park = LeaderboardColumn<PopularRidesEntry>(name: "park") { .text($0.name.parkName) }
        let riders = LeaderboardColumn<PopularRidesEntry>(heading: "Riders", name: "riders") { .number($0.riders) }
        let laps = LeaderboardColumn<PopularRidesEntry>(heading: "Laps", name: "laps") { .number($0.laps) }
        let mean = LeaderboardColumn<PopularRidesEntry>(heading: "Average rank", name: "mean_rank") { .text($0.meanLabel) }
        return switch measure {
        case .riders: [park, riders, laps, mean]
        case .laps: [park, laps, riders, mean]
        case .mean: [park, mean, riders, laps]
        }
    }

    func entries(after place: LeaderboardCursor?, limit: Int) -> Query<[PopularRidesEntry]> {
        let (queries, measure) = (PopularRidesQueries(), measure)
        let entries =
            switch measure {
            case .riders: queries.byRiders(after: place, limit: limit)
            case .laps: queries.byLaps(after: place, limit: limit)
            case .mean: queries.byMean(after: place, limit: limit)
            }
        return entries.map { entries in
            entries.map { entry in
                var entry = entry
                entry.measure = measure
                return entry
            }
        }
    }

    func own(of member: ID<Member>) -> Query<OwnEntry<PopularRidesEntry>?>? { nil }
}

struct PopularRidesEntry: LeaderboardEntry, RowDecodable {
    var name: RideName
    var riders: Int
    var laps: Int
    /// The mean rank in thousandths, for example 3200 for 3.2. Nil if nobody has ranked the ride.
    var mean: Int?
    var members: Int
    var measure = PopularRidesLeaderboard.Measure.riders

    init(_ row: inout Row) throws {
        name = try RideName(&row)
        riders = try row.next()
        laps = try row.next()
        mean = try row.next()
        members = try row.next()
    }

    /// The columns of an entry. Needs a row `r` of `rides`, and `joins`.
    static let columns: SQL = "r.id, r.name, p.id, p.name, r.riders, r.laps, t.mean, coalesce(t.members, 0)"
    static let joins: SQL = """
        JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
        LEFT JOIN ride_rank_totals t ON t.club_id = r.club_id AND t.ride_id = r.id
        """

    /// The mean rank as text. The text is "–" if fewer than three members have ranked the ride.
    var meanLabel: String { members < 3 ? "–" : mean.map(MeanRank.label) ?? "–" }

    /// A leaderboard puts the highest score first, but the best mean rank is the lowest. So the score is this number minus the mean rank,
    /// counted in tenths. Pages show the mean rank with one decimal, so rides with the same shown mean rank share a place.
    private static let scoreOffset = 100_000.0
    /// Mean ranks are stored in thousandths.
    private static let thousandthsPerTenth = 100.0

    var score: Double {
        switch measure {
        case .riders: Double(riders)
        case .laps: Double(laps)
        case .mean: Self.scoreOffset - Double(mean ?? 0) / Self.thousandthsPerTenth
        }
    }

    /// Converts a score back to the mean rank in thousandths.
    static func mean(of score: Double) -> Int { Int(((scoreOffset - score) * thousandthsPerTenth).rounded()) }

    var key: Int { name.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        LeaderboardName(text: name.name, path: Ride.path(of: name.id, in: club), note: name.parkName)
    }
}
