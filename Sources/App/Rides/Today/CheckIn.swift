import FoundationEssentials
import Postgres

/// The signed-in member's own check-in at a park.
struct CheckIn: Sendable, RowDecodable {
    var park: Park
    var audience: Audience
    /// The time in the park's time zone, such as "4:00".
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
    /// In kilometres from the park of the signed-in member. Nil if they are not checked in, or the position of a park is not known.
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
    /// In kilometres, along a great circle of a sphere with the Earth's mean radius.
    var distance: Double

    init(_ row: inout Row) throws {
        park = try Park(&row)
        distance = try row.next()
    }
}
