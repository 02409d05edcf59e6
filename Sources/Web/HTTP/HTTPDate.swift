import Calendar
import FoundationEssentials

/// A date in an HTTP header, in whole seconds and UTC (RFC 9110, section 5.6.7). It is written in the form IMF-fixdate. All three forms of
/// the RFC can be read.
public struct HTTPDate: Sendable, Equatable, Comparable, CustomStringConvertible {
    let seconds: Int

    init(seconds: Int) { self.seconds = seconds }

    /// Converts a date. The fraction of a second is dropped.
    public init(_ date: Date) { seconds = Int(date.timeIntervalSince1970.rounded(.down)) }

    /// Parses a date in any of the three forms. Nil if the text is not a date.
    init?(_ text: String, now: Date = Date()) {
        guard text.utf8.count <= Self.longest else { return nil }
        let imf = /[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT/
        let rfc850 = /[A-Z][a-z]+day, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT/
        let asctime = /[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})/
        var fields: [Substring]
        if let match = text.wholeMatch(of: imf)?.output {
            fields = [match.1, match.2, match.3, match.4, match.5, match.6]
        } else if let match = text.wholeMatch(of: rfc850)?.output {
            fields = [match.1, match.2, Substring("\(Self.year(ofTwoDigits: Int(match.3) ?? 0, now))"), match.4, match.5, match.6]
        } else if let match = text.wholeMatch(of: asctime)?.output {
            fields = [match.2.drop { $0 == " " }, match.1, match.6, match.3, match.4, match.5]
        } else {
            return nil
        }
        guard let month = Self.months.firstIndex(of: String(fields[1])) else { return nil }
        fields[1] = Substring("\(month + 1)")
        let numbers = fields.compactMap { Int($0) }
        // A minute with a leap second has a second 60.
        guard numbers.count == 6, (1...31).contains(numbers[0]), numbers[3] < 24, numbers[4] < 60, numbers[5] <= 60 else { return nil }
        let days = CalendarDate(year: numbers[2], month: numbers[1], day: numbers[0]).number
        seconds = days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
    }

    /// The date in the form IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        let now = UTCTime(secondsSince1970: seconds)
        let (year, month, day) = now.date.parts
        let time = [now.hour, now.minute, now.second].map(Self.twoDigits).joined(separator: ":")
        return "\(now.date.weekday.shortName), \(Self.twoDigits(day)) \(CalendarDate.shortMonth(month)) \(year) \(time) GMT"
    }

    public static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

    /// The number of bytes of the longest date, `Wednesday, 06-Nov-94 08:49:37 GMT`.
    private static let longest = 33

    private static let months = (1...12).map(CalendarDate.shortMonth)

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Returns the full year for its last two digits. A year that would be more than 50 years in the future is a year in the past instead.
    private static func year(ofTwoDigits digits: Int, _ now: Date) -> Int {
        let current = UTCTime(secondsSince1970: HTTPDate(now).seconds).date.year
        let year = current - current % 100 + digits
        return year > current + 50 ? year - 100 : year
    }
}
