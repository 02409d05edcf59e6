/// A date in the (proleptic) Gregorian calendar. It is stored as the number of days after 1970-01-01. The algorithms are from H. Hinnant's
/// "chrono-Compatible Low-Level Date Algorithms". In them, a year begins in March, so that the leap day is the last day of a year. An era
/// is 400 years.
public struct CalendarDate: Hashable, Comparable, Sendable, Strideable {
    /// The number of days after 1970-01-01. It is negative for days before.
    public let number: Int

    public init(number: Int) { self.number = number }

    /// Creates a date. The day and the month may be out of range: 0 March is the last day of February, and month 13 is January of the next
    /// year.
    public init(year: Int, month: Int, day: Int) {
        let months = year * 12 + month - 3
        let shifted = months.floored(by: 12)
        let (monthOfYear, era) = (months - 12 * shifted, shifted.floored(by: 400))
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * monthOfYear + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.epoch
    }

    /// Creates a date. Nil if there is no such day, or if the year is not from 1 to 9999.
    public init?(exactly year: Int, _ month: Int, _ day: Int) {
        guard Self.years.contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(year: year, month: month, day: day)
        guard parts == (year, month, day) else { return nil }
    }

    /// Parses a date in the form `YYYY-MM-DD` (ISO 8601), which browsers send in forms. Nil if the text is not such a date.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2d || (0x30...0x39).contains($0) }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(exactly: numbers[0], numbers[1], numbers[2])
    }

    /// The year, the month from 1 to 12, and the day from 1 to 31.
    public var parts: (year: Int, month: Int, day: Int) {
        let sinceMarch = number + Self.epoch
        let era = sinceMarch.floored(by: 146_097)
        let dayOfEra = sinceMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    public var year: Int { parts.year }

    /// Whether the year is from 1 to 9999, so that it has at most four digits.
    public var isInRange: Bool { Self.years.contains(year) }

    public var weekday: Weekday { Weekday(rawValue: number + 3 - 7 * (number + 3).floored(by: 7)) ?? .monday }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.number < right.number }
    public func distance(to other: CalendarDate) -> Int { other.number - number }
    public func advanced(by days: Int) -> CalendarDate { CalendarDate(number: number + days) }

    private static let years = 1...9999
    /// The number of days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468
}

extension CalendarDate: CustomStringConvertible {
    /// The date in the form of ISO 8601, such as `2026-07-04`.
    public var description: String {
        let (year, month, day) = parts
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    /// The day and the month, such as "4 July".
    public var dayText: String { "\(parts.day) \(Self.months[parts.month - 1])" }
    /// The day and the short name of the month, such as "4 Jul".
    public var shortText: String { "\(parts.day) \(Self.shortMonth(parts.month))" }
    /// The whole date, such as "4 July 2026".
    public var text: String { "\(dayText) \(year)" }

    /// Returns the short name of a month, such as "Jul". `month` is from 1 to 12.
    public static func shortMonth(_ month: Int) -> String { String(months[month - 1].prefix(3)) }

    public static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// A day of the week. The first day is Monday, as in ISO 8601. Its number is 0.
public enum Weekday: Int, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    public var name: String { ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][rawValue] }
    /// The short name of the day, such as "Mon".
    public var shortName: String { String(name.prefix(3)) }
}

extension Int {
    /// Returns the quotient of a division, rounded down even if it is negative.
    func floored(by divisor: Int) -> Int { (self >= 0 ? self : self - (divisor - 1)) / divisor }
}
