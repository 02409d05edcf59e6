import Calendar

/// Encodes and decodes `date`, which has no time and no time zone, from 0001-01-01 to 9999-12-31.
extension CalendarDate: PostgresValue {
    public static var typeID: UInt32 { TypeID.date }
    public static var arrayTypeID: UInt32 { TypeID.dateArray }
    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: Int32(number - Self.first)) }

    public static func decode(_ bytes: UnsafeRawBufferPointer?, type: UInt32) -> CalendarDate? {
        guard type == TypeID.date, let days = bytes?.bigEndian(Int32.self), days != .max, days != .min else { return nil }
        let date = CalendarDate(number: Int(days) + first)
        return date.isInRange ? date : nil
    }

    /// The number of the day 2000-01-01 in `CalendarDate`. PostgreSQL counts days from there.
    private static let first = 10_957
}
