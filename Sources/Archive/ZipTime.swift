/// When a file was last modified.
public struct ZipTime: Hashable, Sendable {
    private let utc: Int64
    private let local: Int64

    /// MS-DOS times, which some readers show, have no time zone; they are written as local time, which is so many seconds ahead of UTC.
    public init(secondsSince1970 utc: Int64, secondsFromUTC: Int = 0) {
        (self.utc, local) = (utc, min(max(Self.first, utc &+ Int64(secondsFromUTC)), Self.last))
    }

    /// In steps of two seconds (APPNOTE.TXT section 4.4.6).
    var dosTime: UInt16 {
        let second = local % 86_400
        return UInt16((second / 3_600) << 11 | (second / 60 % 60) << 5 | second % 60 / 2)
    }

    /// Gregorian, by H. Hinnant's "chrono-Compatible Low-Level Date Algorithms", civil_from_days, counted from 1 March 1600.
    var dosDate: UInt16 {
        let day = local / 86_400 + 719_468 - 4 * 146_097
        let (era, dayOfEra) = (day / 146_097 + 4, day % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153  // Months from March on.
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = 400 * era + yearOfEra + (month < 3 ? 1 : 0)
        return UInt16((year - 1_980) << 9 | month << 5 | (dayOfYear - (153 * shifted + 2) / 5 + 1))
    }

    /// Info-ZIP's field 0x5455 with the time of modification alone, which is the same in both headers. Its seconds are signed 32 bits; what
    /// does not fit is left out.
    var extendedTimestamp: [UInt8] {
        guard let seconds = Int32(exactly: utc) else { return [] }
        var field: [UInt8] = []
        field.append(uint16: 0x5455)
        field.append(uint16: 5)
        field.append(1)
        field.append(uint32: UInt32(bitPattern: seconds))
        return field
    }

    /// What MS-DOS can say: from 1980-01-01 00:00:00 to 2107-12-31 23:59:58.
    private static let (first, last): (Int64, Int64) = (315_532_800, 4_354_819_198)
}
