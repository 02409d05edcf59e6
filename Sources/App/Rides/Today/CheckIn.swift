import FoundationEssentials
import Postgres

struct CheckIn: RowRecord {
    var park: Park
    var audience: Audience
    /// The time when the check-in ends, in the park's time zone, for example "4:00".
    var endsAt: String

    static let decoder = RowDecoder(CheckIn.init)

    static let daysUntilParkIsDeleted = 183
}

struct ParkVisitor: RowRecord {
    var person: PersonRecord
    var since: Date
    var isFriend: Bool

    static let decoder = RowDecoder(ParkVisitor.init)
}

struct FriendAtPark: RowRecord {
    var person: PersonRecord
    var park: ID<Park>
    var parkName: String
    var since: Date

    static let decoder = RowDecoder(FriendAtPark.init)
}

struct FriendOnMap: RowRecord {
    var person: PersonRecord
    var park: Park
    var since: Date
    /// The distance in kilometres from the park where the signed-in member is checked in. Nil if the signed-in member is not checked in, or
    /// the position of one of the two parks is not known.
    var distance: Double?

    static let decoder = RowDecoder(FriendOnMap.init)
}

struct ParkNearby: RowRecord {
    var park: Park
    /// The distance in kilometres, along a great circle of a sphere with the Earth's mean radius.
    var distance: Double

    static let decoder = RowDecoder(ParkNearby.init)
}
