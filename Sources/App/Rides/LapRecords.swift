import Calendar
import Postgres

/// What came of an act.
struct LapChange: Sendable, RowDecodable {
    /// Whether there is such a ride for the member.
    var isThere: Bool
    /// Why nothing was counted: `future`, `unopened`, `shut` or `reused`.
    var problem: String?
    /// The day that it was about; nil: there is no such ride.
    var day: CalendarDate?
    /// Of that day.
    var dayLaps: Int
    /// Ever.
    var laps: Int
    /// Of that day, the last act besides this one that can be taken back; nil: there is none.
    var otherTap: String?
    /// Those that it has brought.
    var badges: [EarnedBadge] = []

    init(_ row: inout Row) throws {
        isThere = try row.next()
        problem = try row.next()
        day = try row.next()
        dayLaps = try row.next()
        laps = try row.next()
        otherTap = try row.next()
    }
}

/// What a member has ridden.
struct LapTotals: Sendable, RowDecodable {
    var laps: Int
    /// Different rides: credits.
    var rides: Int
    var parks: Int

    init(_ row: inout Row) throws {
        laps = try row.next()
        rides = try row.next()
        parks = try row.next()
    }
}

/// A ride with its park, as a list names it.
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

/// The laps of a ride on a day.
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

struct RiddenRide: Sendable, RowDecodable {
    var laps: Int
    var ride: RideName

    init(_ row: inout Row) throws {
        laps = try row.next()
        ride = try RideName(&row)
    }
}

/// A ride that one of two has ridden, or both: how often; 0: nobody knows, nil: they have not.
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

/// From when to when somebody has ridden; nil: never.
struct LapSpan: Sendable, RowDecodable {
    var first: CalendarDate?
    var last: CalendarDate?

    init(_ row: inout Row) throws {
        first = try row.next()
        last = try row.next()
    }
}

/// The laps of a day.
struct LapSum: Sendable, RowDecodable {
    var day: CalendarDate
    var laps: Int

    init(_ row: inout Row) throws {
        day = try row.next()
        laps = try row.next()
    }
}

/// A ride that was new to a member, in their order.
struct Credit: Sendable, RowDecodable {
    /// The first is 1.
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

/// The laps of a month on one ride.
struct LapMonth: Sendable, RowDecodable {
    /// Its first day.
    var month: CalendarDate
    var mine: Int
    /// The club's.
    var all: Int

    init(_ row: inout Row) throws {
        month = try row.next()
        mine = try row.next()
        all = try row.next()
    }
}

/// By what rides are put together.
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
