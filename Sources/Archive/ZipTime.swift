import Calendar

/// The time when a file was last modified.
public struct ZipTime: Hashable, Sendable {
    private let utc: Int64
    private let local: Int64

    /// Creates a time. Archives also contain an MS-DOS time without a time zone, which some programs show. It is written as local time,
    /// which is `secondsFromUTC` ahead of UTC.
    public init(secondsSince1970 utc: Int64, secondsFromUTC: Int = 0) {
        (self.utc, local) = (utc, min(max(Self.first, utc &+ Int64(secondsFromUTC)), Self.last))
    }

    private var time: UTCTime { UTCTime(secondsSince1970: Int(local)) }

    /// The MS-DOS time, in steps of two seconds (APPNOTE.TXT section 4.4.6).
    var dosTime: UInt16 { UInt16(time.hour << 11 | time.minute << 5 | time.second / 2) }

    var dosDate: UInt16 {
        let (year, month, day) = time.date.parts
        return UInt16((year - 1_980) << 9 | month << 5 | day)
    }

    /// Info-ZIP's extra field 0x5455 with the time of the last modification. It is the same in the local header and the directory record.
    /// Empty if the seconds do not fit into signed 32 bits.
    var extendedTimestamp: [UInt8] {
        guard let seconds = Int32(exactly: utc) else { return [] }
        var field: [UInt8] = []
        field.append(uint16: 0x5455)
        field.append(uint16: 5)
        field.append(1)
        field.append(uint32: UInt32(bitPattern: seconds))
        return field
    }

    /// The first and the last MS-DOS time in seconds since 1970: 1980-01-01 00:00:00 and 2107-12-31 23:59:58.
    private static let (first, last): (Int64, Int64) = (315_532_800, 4_354_819_198)
}
