/// A day of the calendar (`date`), without time or time zone, from 0001-01-01 to 9999-12-31.
public struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let year: Int
    public let month: Int
    public let day: Int

    /// Nil when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// From `YYYY-MM-DD` (ISO 8601), as forms send it.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2d || (0x30...0x39).contains($0) }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    public var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: width - digits.count) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

extension CalendarDate: PostgresValue {
    public static var typeID: UInt32 { TypeID.date }
    public static var arrayTypeID: UInt32 { TypeID.dateArray }
    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: Int32(daysSince2000)) }

    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> CalendarDate? {
        guard type == TypeID.date, let days = bytes?.bigEndian(Int32.self), days != .max, days != .min else { return nil }
        return CalendarDate(daysSince2000: Int(days))
    }

    /// Both ways by counting years from March, so that the leap day is a year's last, in eras of 400 years (146,097 days).
    private var daysSince2000: Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.epoch
    }

    private init?(daysSince2000 days: Int) {
        let sinceMarch = days + Self.epoch
        guard sinceMarch >= 0 else { return nil }
        let (era, dayOfEra) = (sinceMarch / 146_097, sinceMarch % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = (shiftedMonth + 2) % 12 + 1
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// Days from 0000-03-01 to 2000-01-01.
    private static let epoch = 730_425
}
