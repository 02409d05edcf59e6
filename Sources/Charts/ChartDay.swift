/// A day of the Gregorian calendar, counted from 1970-01-01, which is 0.
public struct ChartDay: Hashable, Comparable, Sendable, Strideable {
    public let number: Int

    /// So many days after 1970-01-01, or before it.
    public init(number: Int) {
        self.number = number
    }

    /// Days and months beyond their ends run on: 0 March is the last of February, month 13 is next January. By H. Hinnant's
    /// "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
    public init(year: Int, month: Int, day: Int) {
        let months = year * 12 + month - 3  // From March on, so that the leap day is a year's last.
        let (shifted, monthOfYear) = (Self.floored(months, 12), months - 12 * Self.floored(months, 12))
        let era = Self.floored(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * monthOfYear + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Year, month from 1 and day from 1, by civil_from_days of the same paper.
    var parts: (year: Int, month: Int, day: Int) {
        let sinceMarch = number + 719_468
        let era = Self.floored(sinceMarch, 146_097)
        let dayOfEra = sinceMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = (shifted + 2) % 12 + 1
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// From 0, a Monday, to 6.
    var weekday: Int { number + 3 - 7 * Self.floored(number + 3, 7) }

    /// "4 July"
    var dayText: String { "\(parts.day) \(Self.months[parts.month - 1])" }
    /// "4 Jul"
    var shortText: String { "\(parts.day) \(Self.shortMonth(parts.month))" }
    /// "4 July 2026"
    var text: String { "\(dayText) \(parts.year)" }

    public static func < (left: ChartDay, right: ChartDay) -> Bool { left.number < right.number }
    public func distance(to other: ChartDay) -> Int { other.number - number }
    public func advanced(by days: Int) -> ChartDay { ChartDay(number: number + days) }

    static func shortMonth(_ month: Int) -> String { String(months[month - 1].prefix(3)) }

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
    static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    private static func floored(_ number: Int, _ divisor: Int) -> Int { Int((Double(number) / Double(divisor)).rounded(.down)) }
}
