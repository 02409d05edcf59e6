import FoundationEssentials
import Glibc

/// A point in time for a page: machine-readable, and in words (UTC) for whom no script turns it into local time.
struct Moment {
    /// RFC 3339, in UTC.
    let iso: String
    /// "21 Nov 2026, 14:05"
    let text: String

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    init(_ date: Date) {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (year, month) = (parts.tm_year + 1900, parts.tm_mon + 1)
        let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min))"
        iso = "\(year)-\(two(month))-\(two(parts.tm_mday))T\(clock):\(two(parts.tm_sec))Z"
        text = "\(parts.tm_mday) \(Self.months[Int(parts.tm_mon)]) \(year), \(clock)"
    }
}
