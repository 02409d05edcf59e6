import FoundationEssentials
import Glibc

/// A point in time for a page: machine-readable, and in words (UTC) for whom no script turns it into local time.
struct Moment {
    /// RFC 3339, in UTC.
    let iso: String
    /// "21 Nov 2026, 14:05"
    let text: String

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let twoDigits = (0...99).map { $0 < 10 ? "0\($0)" : "\($0)" }

    /// The last second of the year 9999, in seconds since 1970; whatever lies outside counts as the nearer end.
    private static let latest = 253_402_300_799.0

    init(_ date: Date) {
        var seconds = time_t(min(max(date.timeIntervalSince1970.rounded(.down), 0), Self.latest))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
        let (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
        let two = Self.twoDigits
        let clock = "\(two[hour]):\(two[minute])"
        iso = "\(two[year / 100])\(two[year % 100])-\(two[month])-\(two[day])T\(clock):\(two[second])Z"
        text = "\(day) \(Self.months[month - 1]) \(year), \(clock)"
    }
}
