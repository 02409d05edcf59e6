/// Appends numbers in little-endian order, as ZIP archives contain them (APPNOTE.TXT section 4.4.1.1).
extension [UInt8] {
    mutating func append(uint16 value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func append(uint32 value: UInt32) {
        append(uint16: UInt16(truncatingIfNeeded: value))
        append(uint16: UInt16(truncatingIfNeeded: value >> 16))
    }

    mutating func append(uint64 value: UInt64) {
        append(uint32: UInt32(truncatingIfNeeded: value))
        append(uint32: UInt32(truncatingIfNeeded: value >> 32))
    }
}
