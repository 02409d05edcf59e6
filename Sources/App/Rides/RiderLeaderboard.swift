import CSV
import Postgres

/// Who has ridden most different rides.
struct RiderLeaderboard: Leaderboard {
    static let (path, title, entryHeading) = ("/rides/leaderboard", "Riders", "Rider")
    static let home = (path: "/parks", label: "Parks and rides")
    static let emptyWords = "Nobody has ridden anything yet."
    static let explanation = "A ride counts once, however often it was ridden; laps are how often."
    static let columns: [LeaderboardColumn<Rider>] = [
        LeaderboardColumn(name: "handle") { .text($0.person.handle) },
        LeaderboardColumn(heading: "Rides", name: "rides") { .number($0.rides) },
        LeaderboardColumn(heading: "Laps", name: "laps") { .number($0.laps) },
    ]

    init(_ visit: MemberVisit) throws {}

    let query = "by=rides"
    let caption = "By different rides"
    let choices: [LeaderboardChoice<RiderLeaderboard>] = []

    func entries(after place: LeaderboardPlace?, limit: Int) -> Query<[Rider]> { LapQueries().leaderboard(after: place, limit: limit) }

    func own(of member: ID<Member>) -> Query<OwnEntry<Rider>?>? {
        LapQueries().rider(member).map { own in own.map { OwnEntry(entry: $0.rider, better: $0.isRanked ? $0.better : nil) } }
    }
}

/// What a member has ridden in all.
struct Rider: LeaderboardEntry, RowDecodable {
    var person: PersonRecord
    var rides: Int
    var laps: Int

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        rides = try row.next()
        laps = try row.next()
    }

    var score: Double { Double(rides) }
    var key: Int { person.id.rawValue }

    func name(in club: Club) -> LeaderboardName {
        LeaderboardName(person: person.person(in: club), text: person.displayName, path: LapsPage.path(of: person.handle, in: club))
    }
}

struct OwnRider: Sendable, RowDecodable {
    var rider: Rider
    var isRanked: Bool
    /// How many have ridden more.
    var better: Int

    init(_ row: inout Row) throws {
        rider = try Rider(&row)
        isRanked = try row.next()
        better = try row.next()
    }
}
