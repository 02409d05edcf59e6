import CSV
import Postgres

/// What most members have ridden, what was ridden most often, or what members rank best.
struct RideLeaderboard: Leaderboard {
    enum Measure: String, CaseIterable {
        case riders, laps, mean
    }

    static let (path, title, entryHeading) = ("/rides/popular", "Rides", "Ride")
    static let home = (path: "/parks", label: "Parks and rides")
    static let emptyWords = "No ride is on this leaderboard yet."
    static let explanation = """
        A member counts once as a rider, however often they have ridden; laps are how often all have. The mean rank is of members’ own \
        rankings, where at least three have ranked a ride.
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
        case .mean: "By mean rank"
        }
    }

    var choices: [LeaderboardChoice<RideLeaderboard>] {
        func changed(_ measure: Measure) -> RideLeaderboard {
            var other = self
            other.measure = measure
            return other
        }
        return [
            LeaderboardChoice(
                label: "By", options: [("Riders", changed(.riders)), ("Laps", changed(.laps)), ("Mean rank", changed(.mean))])
        ]
    }

    var columns: [LeaderboardColumn<RankedRide>] {
        let park = LeaderboardColumn<RankedRide>(name: "park") { .text($0.name.parkName) }
        let riders = LeaderboardColumn<RankedRide>(heading: "Riders", name: "riders") { .number($0.riders) }
        let laps = LeaderboardColumn<RankedRide>(heading: "Laps", name: "laps") { .number($0.laps) }
        let mean = LeaderboardColumn<RankedRide>(heading: "Mean rank", name: "mean_rank") { .text($0.meanWords) }
        return switch measure {
        case .riders: [park, riders, laps, mean]
        case .laps: [park, laps, riders, mean]
        case .mean: [park, mean, riders, laps]
        }
    }

    func entries(after place: LeaderboardPlace?, limit: Int) -> Query<[RankedRide]> {
        let (queries, measure) = (PopularRideQueries(), measure)
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

    func own(of member: ID<Member>) -> Query<OwnEntry<RankedRide>?>? { nil }
}

struct RankedRide: LeaderboardEntry, RowDecodable {
    var name: RideName
    var riders: Int
    var laps: Int
    /// At which place members have it, on the average, by thousandths; nil: nobody has ranked it.
    var mean: Int?
    var members: Int
    /// By which it is ranked.
    var measure = RideLeaderboard.Measure.riders

    init(_ row: inout Row) throws {
        name = try RideName(&row)
        riders = try row.next()
        laps = try row.next()
        mean = try row.next()
        members = try row.next()
    }

    /// Of a row `r` of `rides` with its `joins`.
    static let columns: SQL = "r.id, r.name, p.id, p.name, r.riders, r.laps, t.mean, coalesce(t.members, 0)"
    static let joins: SQL = """
        JOIN parks p ON p.club_id = r.club_id AND p.id = r.park_id
        LEFT JOIN ride_rank_totals t ON t.club_id = r.club_id AND t.ride_id = r.id
        """

    /// "3.2"; of fewer than three members none is told.
    var meanWords: String { members < 3 ? "–" : mean.map(MeanRank.words) ?? "–" }

    /// The mean in tenths, below a number that none comes to: as it is read it is whole, and the better, the more.
    private static let worst = 100_000.0

    var score: Double {
        switch measure {
        case .riders: Double(riders)
        case .laps: Double(laps)
        case .mean: Self.worst - Double(mean ?? 0) / 100
        }
    }

    /// Of a score by the mean.
    static func mean(of score: Double) -> Int { Int(((worst - score) * 100).rounded()) }

    var key: Int { name.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        LeaderboardName(text: name.name, path: Ride.path(of: name.id, in: club), note: name.parkName)
    }
}
