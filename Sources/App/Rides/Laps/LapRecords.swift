import Calendar
import Postgres

/// What became of a request to count or undo laps.
struct LapOutcome: Sendable, RowDecodable {
    /// False if there is no such ride or member.
    var rideExists: Bool
    /// The reason why nothing was counted. Nil if the action was accepted.
    var problem: LapProblem?

    init(_ row: inout Row) throws {
        rideExists = try row.next()
        problem = try row.next()
    }
}

/// A reason why laps are not counted.
enum LapProblem: String, DatabaseEnum {
    case future, unopened, closed
    /// The idempotency key belongs to a lap of another ride.
    case reused

    var refusal: Refusal {
        let sentence =
            switch self {
            case .future: "That day is in the future."
            case .unopened: "The ride was not open yet."
            case .closed: "The ride was not open that day. If it is open again, propose a correction."
            case .reused: "This lap was already counted for another ride."
            }
        return Refusal(.unprocessableContent, sentence)
    }
}

struct LapTally: Sendable, RowDecodable {
    var day: CalendarDate
    /// The number of the member's laps on the ride on that day.
    var dayLaps: Int
    /// The number of all laps of the member on the ride.
    var laps: Int
    /// The idempotency key of another action that can be undone: the latest action of that day that counted one lap. Nil if there is no
    /// such action.
    var previousKey: String?

    init(_ row: inout Row) throws {
        day = try row.next()
        dayLaps = try row.next()
        laps = try row.next()
        previousKey = try row.next()
    }
}

struct LapTotals: Sendable, RowDecodable {
    var laps: Int
    /// The number of credits (different rides by the counting rule).
    var rides: Int
    var parks: Int

    init(_ row: inout Row) throws {
        laps = try row.next()
        rides = try row.next()
        parks = try row.next()
    }
}

struct RideName: Sendable {
    var id: ID<Ride>
    var name: String
    var park: ID<Park>
    var parkName: String

    init(_ row: inout Row) throws {
        id = try row.next()
        name = try row.next()
        park = try row.next()
        parkName = try row.next()
    }
}

struct LapDay: Sendable, RowDecodable {
    var day: CalendarDate
    var laps: Int
    var ride: RideName

    init(_ row: inout Row) throws {
        day = try row.next()
        laps = try row.next()
        ride = try RideName(&row)
    }
}

struct MemberRide: Sendable, RowDecodable {
    var laps: Int
    var ride: RideName

    init(_ row: inout Row) throws {
        laps = try row.next()
        ride = try RideName(&row)
    }
}

/// A ride that at least one of two members has ridden. `mine` and `theirs` are numbers of laps. They are 0 if the laps were not counted.
/// They are nil if the member has not ridden the ride.
struct ComparedRide: Sendable, RowDecodable {
    var ride: RideName
    var mine: Int?
    var theirs: Int?

    init(_ row: inout Row) throws {
        ride = try RideName(&row)
        mine = try row.next()
        theirs = try row.next()
    }
}

struct FriendOnRide: Sendable, RowDecodable {
    var person: PersonRecord
    var laps: Int

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        laps = try row.next()
    }
}

/// The first day and the last day with laps. Both are nil if there are no laps.
struct LapSpan: Sendable, RowDecodable {
    var first: CalendarDate?
    var last: CalendarDate?

    init(_ row: inout Row) throws {
        first = try row.next()
        last = try row.next()
    }
}

/// The number of all laps of a member on one day.
struct LapSum: Sendable, RowDecodable {
    var day: CalendarDate
    var laps: Int

    init(_ row: inout Row) throws {
        day = try row.next()
        laps = try row.next()
    }
}

/// A ride that a member has ridden, and that counts as a different ride by the counting rule.
struct Credit: Sendable, RowDecodable {
    /// The position in the order in which the member got the credits, from 1.
    var number: Int
    var day: CalendarDate
    var isMilestone: Bool
    var ride: RideName

    init(_ row: inout Row) throws {
        number = try row.next()
        day = try row.next()
        isMilestone = try row.next()
        ride = try RideName(&row)
    }
}

struct LapMonth: Sendable, RowDecodable {
    /// The first day of the month.
    var month: CalendarDate
    var mine: Int
    /// The number of laps of all members.
    var all: Int

    init(_ row: inout Row) throws {
        month = try row.next()
        mine = try row.next()
        all = try row.next()
    }
}

enum LapGroup: String, CaseIterable {
    case park, country, maker, kind, year

    var label: String {
        switch self {
        case .park: "Parks"
        case .country: "Countries"
        case .maker: "Makers"
        case .kind: "Kinds"
        case .year: "Years"
        }
    }
}

struct LapGroupSum: Sendable, RowDecodable {
    var name: String
    var rides: Int
    var laps: Int

    init(_ row: inout Row) throws {
        name = try row.next()
        rides = try row.next()
        laps = try row.next()
    }
}
