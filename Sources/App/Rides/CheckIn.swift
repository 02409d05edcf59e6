import FoundationEssentials
import Postgres

/// That a member is at a park, as they see it themselves.
struct CheckIn: Sendable, RowDecodable {
    var park: Park
    var audience: Audience
    /// By the park's clock: "4:00".
    var endsAt: String

    init(_ row: inout Row) throws {
        park = try Park(&row)
        audience = try row.next()
        endsAt = try row.next()
    }

    /// After that the place is forgotten.
    static let daysWithPlace = 183
}

/// Somebody at a park.
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

/// A friend at some park.
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

/// A friend at some park, on the map.
struct FriendOnMap: Sendable, RowDecodable {
    var person: PersonRecord
    var park: Park
    var since: Date
    /// In kilometres; nil: from nowhere, or it is not known where that is.
    var distance: Double?

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        park = try Park(&row)
        since = try row.next()
        distance = try row.next()
    }
}

/// A park with how far away it is.
struct ParkNearby: Sendable, RowDecodable {
    var park: Park
    /// In kilometres along a great circle of a sphere of the Earth's mean radius.
    var distance: Double

    init(_ row: inout Row) throws {
        park = try Park(&row)
        distance = try row.next()
    }
}
