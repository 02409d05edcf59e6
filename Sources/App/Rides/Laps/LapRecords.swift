import Calendar
import Postgres

struct LapOutcome: RowRecord {
    /// False if there is no such ride, or if the member has left the club.
    var isFound: Bool
    /// The reason why nothing was counted. Nil if the action was accepted.
    var problem: LapProblem?

    static let decoder = RowDecoder(LapOutcome.init)
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

struct LapTally: RowRecord {
    var day: CalendarDate
    var dayLaps: Int
    var laps: Int
    /// The idempotency key of another action that can be undone: the latest action of that day that counted one lap. Nil if there is no
    /// such action.
    var previousKey: String?

    static let decoder = RowDecoder(LapTally.init)
}

struct LapTotals: RowRecord {
    var laps: Int
    /// The number of credits (different rides by the counting rule).
    var rides: Int
    var parks: Int

    static let decoder = RowDecoder(LapTotals.init)
}

struct RideName: RowRecord {
    var id: ID<Ride>
    var name: String
    var park: ID<Park>
    var parkName: String

    static let decoder = RowDecoder(RideName.init)
}

struct LapDay: RowRecord {
    var day: CalendarDate
    var laps: Int
    var ride: RideName

    static let decoder = RowDecoder(LapDay.init)
}

struct MemberRide: RowRecord {
    var laps: Int
    var ride: RideName

    static let decoder = RowDecoder(MemberRide.init)
}

/// A ride that at least one of two members has ridden. `mine` and `theirs` are the numbers of laps of the two members. A number is 0 if the
/// member has only marked the ride as ridden, and nil if the member has not ridden the ride.
struct ComparedRide: RowRecord {
    var ride: RideName
    var mine: Int?
    var theirs: Int?

    static let decoder = RowDecoder(ComparedRide.init)
}

struct FriendOnRide: RowRecord {
    var person: PersonRecord
    var laps: Int

    static let decoder = RowDecoder(FriendOnRide.init)
}

/// The first day and the last day with laps. Both are nil if there are no laps.
struct LapSpan: RowRecord {
    var first: CalendarDate?
    var last: CalendarDate?

    static let decoder = RowDecoder(LapSpan.init)
}

struct LapSum: RowRecord {
    var day: CalendarDate
    var laps: Int

    static let decoder = RowDecoder(LapSum.init)
}

/// A ride that a member has ridden, and that counts as a different ride by the counting rule.
struct Credit: RowRecord {
    /// The position in the order in which the member got the credits, from 1.
    var number: Int
    var day: CalendarDate
    var isMilestone: Bool
    var ride: RideName

    static let decoder = RowDecoder(Credit.init)
}

struct LapMonth: RowRecord {
    /// The first day of the month.
    var month: CalendarDate
    var mine: Int
    var all: Int

    static let decoder = RowDecoder(LapMonth.init)
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

struct LapGroupSum: RowRecord {
    var name: String
    var rides: Int
    var laps: Int

    static let decoder = RowDecoder(LapGroupSum.init)
}
