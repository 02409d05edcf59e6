/// A day of the (proleptic) Gregorian calendar, counted from 1970-01-01, which is 0. By H. Hinnant's "chrono-Compatible Low-Level Date
/// Algorithms", which count years from March, so that the leap day is a year's last, in eras of 400 years.
public struct CalendarDate: Hashable, Comparable, Sendable, Strideable {
    /// Days after 1970-01-01; negative before it.
    public let number: Int

    public init(number: Int) { self.number = number }

    /// Days and months beyond their ends run on: 0 March is the last of February, month 13 is next January.
    public init(year: Int, month: Int, day: Int) {
        let months = year * 12 + month - 3
        let shifted = months.floored(by: 12)
        let (monthOfYear, era) = (months - 12 * shifted, shifted.floored(by: 400))
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * monthOfYear + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.epoch
    }

    /// nil where there is no such day, or not from 0001-01-01 to 9999-12-31.
    public init?(exactly year: Int, _ month: Int, _ day: Int) {
        guard Self.years.contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(year: year, month: month, day: day)
        guard parts == (year, month, day) else { return nil }
    }

    /// From `YYYY-MM-DD` (ISO 8601), as forms send it.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2d || (0x30...0x39).contains($0) }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(exactly: numbers[0], numbers[1], numbers[2])
    }

    /// Year, month from 1 and day from 1.
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

    /// Whether it can be written with four digits of a year.
    public var isInRange: Bool { Self.years.contains(year) }

    public var weekday: Weekday { Weekday(rawValue: number + 3 - 7 * (number + 3).floored(by: 7)) ?? .monday }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.number < right.number }
    public func distance(to other: CalendarDate) -> Int { other.number - number }
    public func advanced(by days: Int) -> CalendarDate { CalendarDate(number: number + days) }

    private static let years = 1...9999
    /// Days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468
}

extension CalendarDate: CustomStringConvertible {
    /// `2026-07-04`
    public var description: String {
        let (year, month, day) = parts
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    /// "4 July"
    public var dayText: String { "\(parts.day) \(Self.months[parts.month - 1])" }
    /// "4 Jul"
    public var shortText: String { "\(parts.day) \(Self.shortMonth(parts.month))" }
    /// "4 July 2026"
    public var text: String { "\(dayText) \(year)" }

    /// From 1: "Jul"
    public static func shortMonth(_ month: Int) -> String { String(months[month - 1].prefix(3)) }

    public static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Counted from a Monday, which is 0 (ISO 8601 has the same order).
public enum Weekday: Int, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    public var name: String { ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][rawValue] }
    /// "Mon"
    public var shortName: String { String(name.prefix(3)) }
}

extension Int {
    /// Divided, and rounded down.
    func floored(by divisor: Int) -> Int { (self >= 0 ? self : self - (divisor - 1)) / divisor }
}
