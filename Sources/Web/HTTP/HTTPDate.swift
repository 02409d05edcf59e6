import FoundationEssentials

/// The dates of HTTP (RFC 9110, section 5.6.7): written as IMF-fixdate, read in all three forms. Whole seconds, in UTC.
public struct HTTPDate: Sendable, Equatable, Comparable, CustomStringConvertible {
    let seconds: Int

    init(seconds: Int) { self.seconds = seconds }

    /// A fraction of a second is dropped.
    init(_ date: Date) { seconds = Int(date.timeIntervalSince1970.rounded(.down)) }

    /// nil for what is no date.
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
        // 60: a leap second.
        guard numbers.count == 6, (1...31).contains(numbers[0]), numbers[3] < 24, numbers[4] < 60, numbers[5] <= 60 else { return nil }
        seconds = Self.days(numbers[2], numbers[1], numbers[0]) * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    public var description: String {
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let (year, month, day) = Self.date(ofDay: days)
        let rest = seconds - days * 86_400
        let weekday = Self.weekdays[((days + 4) % 7 + 7) % 7]
        let time = [rest / 3_600, rest / 60 % 60, rest % 60].map(Self.twoDigits).joined(separator: ":")
        return "\(weekday), \(Self.twoDigits(day)) \(Self.months[month - 1]) \(year) \(time) GMT"
    }

    public static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

    /// `Wednesday, 06-Nov-94 08:49:37 GMT`, in bytes
    private static let longest = 33

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// What seems to lie more than 50 years ahead is in the past.
    private static func year(ofTwoDigits digits: Int, _ now: Date) -> Int {
        let current = date(ofDay: HTTPDate(now).seconds / 86_400).year
        let year = current - current % 100 + digits
        return year > current + 50 ? year - 100 : year
    }

    /// Days since 1970-01-01 of the Gregorian calendar; the year begins in March, so that a leap day ends it.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
