import FoundationEssentials
import Postgres

/// The signed-in member's own check-in at a park.
struct CheckIn: Sendable, RowDecodable {
    var park: Park
    var audience: Audience
    /// The time when the check-in ends, in the park's time zone, for example "4:00".
    var endsAt: String

    init(_ row: inout Row) throws {
        park = try Park(&row)
        audience = try row.next()
        endsAt = try row.next()
    }

    static let daysUntilParkIsDeleted = 183
}

struct ParkVisitor: Sendable, RowDecodable {
    var person: PersonRecord
    var since: Date
    var isFriend: Bool

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        since = try row.next()
        isFriend = try row.next()
    }
}

struct FriendAtPark: Sendable, RowDecodable {
    var person: PersonRecord
    var park: ID<Park>
    var parkName: String
    var since: Date

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        park = try row.next()
        parkName = try row.next()
        since = try row.next()
    }
}

struct FriendOnMap: Sendable, RowDecodable {
    var person: PersonRecord
    var park: Park
    var since: Date
    /// The distance in kilometres from the park where the signed-in member is checked in. Nil if the signed-in member is not checked in, or
    /// the position of one of the two parks is not known.
    var distance: Double?

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        park = try Park(&row)
        since = try row.next()
        distance = try row.next()
    }
}

struct ParkNearby: Sendable, RowDecodable {
    var park: Park
    /// The distance in kilometres, along a great circle of a sphere with the Earth's mean radius.
    var distance: Double

    init(_ row: inout Row) throws {
        park = try Park(&row)
        distance = try row.next()
    }
}
