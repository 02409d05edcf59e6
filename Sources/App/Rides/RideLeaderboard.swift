import CSV
import Postgres

/// What most members have ridden.
struct RideLeaderboard: Leaderboard {
    static let (path, title, entryHeading) = ("/rides/popular", "Rides", "Ride")
    static let home = (path: "/parks", label: "Parks and rides")
    static let emptyWords = "Nobody has ridden anything yet."
    static let explanation = "A member counts once, however often they have ridden it; laps are how often all have."
    static let columns: [LeaderboardColumn<RankedRide>] = [
        LeaderboardColumn(name: "park") { .text($0.name.parkName) },
        LeaderboardColumn(heading: "Riders", name: "riders") { .number($0.riders) },
        LeaderboardColumn(heading: "Laps", name: "laps") { .number($0.laps) },
    ]

    init(_ visit: MemberVisit) throws {}

    let query = "by=riders"
    let caption = "By riders"
    let choices: [LeaderboardChoice<RideLeaderboard>] = []

    func entries(after place: LeaderboardPlace?, limit: Int) -> Query<[RankedRide]> {
        RideQueries().leaderboard(after: place, limit: limit)
    }

    func own(of member: ID<Member>) -> Query<OwnEntry<RankedRide>?>? { nil }
}

struct RankedRide: LeaderboardEntry, RowDecodable {
    var name: RideName
    var riders: Int
    var laps: Int

    init(_ row: inout Row) throws {
        name = try RideName(&row)
        riders = try row.next()
        laps = try row.next()
    }

    var score: Double { Double(riders) }
    var key: Int { name.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        LeaderboardName(text: name.name, path: Ride.path(of: name.id, in: club), note: name.parkName)
    }
}
