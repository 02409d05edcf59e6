import Calendar
import FoundationEssentials
import Postgres

/// SQL for calendar days, which begin at midnight in a given time zone.
enum Day {
    /// SQL expression: the day (`date`) of `moment` (`timestamptz`) in the time zone `zone`, a name of the IANA Time Zone Database.
    ///
    /// To compare an indexed column with this day, compute the day in a subquery. If `zone` is a column of the compared row, the comparison
    /// cannot use an index, because row-level security allows only leakproof functions in index conditions.
    static func of(_ moment: SQL, in zone: SQL) -> SQL { "((\(moment)) AT TIME ZONE \(zone))::date" }
}

extension String {
    /// The words for a date that may lack its day or month: "1984-05-26" becomes "26 May 1984", "1984-05" becomes "May 1984", and "1984"
    /// stays "1984".
    var partialDateLabel: String {
        switch utf8.count {
        case 10: CalendarDate(self)?.label ?? self
        case 7: CalendarDate(self + "-01")?.monthLabel ?? self
        default: self
        }
    }
}

extension CalendarDate {
    /// The current day in UTC. It is the same for all accounts, and can differ from the day in an account's time zone.
    static var todayInUTC: CalendarDate { UTCTime(secondsSince1970: Int(Date().timeIntervalSince1970)).date }

    /// The latest date that a time zone can have now: tomorrow in UTC. Time zones east of UTC may already be one day ahead.
    static var latestToday: CalendarDate { todayInUTC.advanced(by: 1) }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The date in words: "23 Nov 2026".
    var label: String {
        let (year, month, day) = parts
        return "\(day) \(Self.months[month - 1]) \(year)"
    }

    /// The month and the year of the date in words: "Nov 2026".
    var monthLabel: String { "\(Self.months[parts.month - 1]) \(parts.year)" }
}
