import Calendar
import FoundationEssentials
import Postgres

/// Days, which begin at midnight where somebody is.
enum Day {
    /// The day (`date`) of a `moment` (`timestamptz`) in a time zone, by its name in the IANA Time Zone Database.
    /// What is compared with it by an index takes it from a subquery: a conversion of the row's own zone is no condition for an index, as
    /// row-level security lets only leakproof functions look at rows.
    static func of(_ moment: SQL, in zone: SQL) -> SQL { "((\(moment)) AT TIME ZONE \(zone))::date" }
}

struct DayQueries {
    /// The day that it is in a time zone.
    func today(in zone: String) -> Query<CalendarDate> { .one("SELECT \(Day.of("now()", in: "$1"))", zone) }
}

extension String {
    /// A date as far as it is known, "1984", "1984-05" or "1984-05-26", in words: "1984", "May 1984", "26 May 1984".
    var partialDateWords: String {
        switch utf8.count {
        case 10: CalendarDate(self)?.words ?? self
        case 7: CalendarDate(self + "-01")?.monthWords ?? self
        default: self
        }
    }
}

extension CalendarDate {
    /// The day that it is in UTC, and so the same for all.
    static var today: CalendarDate { UTCTime(secondsSince1970: Int(Date().timeIntervalSince1970)).date }

    /// The latest day that it is anywhere: where days begin first it may be as late as that.
    static var latestToday: CalendarDate { today.advanced(by: 1) }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// "23 Nov 2026"
    var words: String {
        let (year, month, day) = parts
        return "\(day) \(Self.months[month - 1]) \(year)"
    }

    /// "Nov 2026"
    var monthWords: String { "\(Self.months[parts.month - 1]) \(parts.year)" }
}
