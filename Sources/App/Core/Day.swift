import Calendar
import FoundationEssentials
import Postgres

/// Days that begin at midnight in a given time zone.
enum Day {
    /// The day (`date`) of a `moment` (`timestamptz`) in a time zone of the IANA Time Zone Database.
    ///
    /// To compare an indexed column with it, compute it in a subquery. A conversion with the row's own time zone cannot be an index
    /// condition, because row-level security lets only leakproof functions look at rows.
    static func of(_ moment: SQL, in zone: SQL) -> SQL { "((\(moment)) AT TIME ZONE \(zone))::date" }
}

extension String {
    /// The text for a date that may lack its day or month: "1984", "May 1984" or "26 May 1984" for "1984", "1984-05" or "1984-05-26".
    var partialDateWords: String {
        switch utf8.count {
        case 10: CalendarDate(self)?.words ?? self
        case 7: CalendarDate(self + "-01")?.monthWords ?? self
        default: self
        }
    }
}

extension CalendarDate {
    /// The present day in UTC, which is the same for everybody.
    static var today: CalendarDate { UTCTime(secondsSince1970: Int(Date().timeIntervalSince1970)).date }

    /// The latest day that it is anywhere now. Time zones east of UTC may already be one day ahead.
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
