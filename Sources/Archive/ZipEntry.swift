/// An uncompressed file in the archive, and the three records that describe the file. The old form of these records has 32-bit sizes and
/// offsets. The ZIP64 form has 64-bit ones.
struct ZipEntry: Sendable {
    /// The largest 32-bit value. A field with this value means that the true value is in the ZIP64 field (APPNOTE.TXT section 4.5.3).
    static let limit = UInt64(UInt32.max)

    let name: ZipName
    let modified: ZipTime
    let promise: ZipPromise
    /// The position of the local header in the archive.
    let offset: UInt64
    var size: UInt64 = 0
    var crc = CRC32()

    /// Throws if the size or the checksum of the complete entry differs from the caller's promise.
    func checkPromise() throws(ZipError) {
        if let promised = promise.size, size != promised { throw size < promised ? .lessThanPromised : .moreThanPromised }
        if let promised = promise.crc, crc != promised { throw .otherThanPromised }
    }

    /// The local header (APPNOTE.TXT section 4.3.7), which comes before the bytes of the file. If a data descriptor follows the file, the
    /// checksum and the sizes are zero here (section 4.4.4, bit 3). In ZIP64 form, the sizes (or the zeros) are in the ZIP64 field, as
    /// Info-ZIP writes them, and the old fields contain the largest 32-bit number. The ZIP64 field also tells readers that the sizes in the
    /// data descriptor have 8 bytes (section 4.3.9.2).
    var localHeader: [UInt8] {
        let known = hasDescriptor ? 0 : promise.size ?? 0
        let size = isZip64 ? UInt32.max : UInt32(clamping: known)
        var header: [UInt8] = []
        header.append(uint32: 0x0403_4B50)
        header.append(uint16: isZip64 ? Self.zip64Version : Self.oldVersion)
        header.append(contentsOf: commonFields(crc: promise.crc?.value ?? 0, size: size))
        let extra = Self.zip64Field(isZip64 ? [known, known] : []) + modified.extendedTimestamp
        header.append(uint16: UInt16(clamping: extra.count))
        return header + name.bytes + extra
    }

    /// The data descriptor with its signature (APPNOTE.TXT section 4.3.9), which comes after the bytes of the file. Empty if the local
    /// header has all values already.
    var descriptor: [UInt8] {
        guard hasDescriptor else { return [] }
        var descriptor: [UInt8] = []
        descriptor.append(uint32: 0x0807_4B50)
        descriptor.append(uint32: crc.value)
        for size in [size, size] {  // Compressed and uncompressed.
            if isZip64 { descriptor.append(uint64: size) } else { descriptor.append(uint32: UInt32(clamping: size)) }
        }
        return descriptor
    }

    /// The record of this entry in the central directory (APPNOTE.TXT section 4.3.12). Its ZIP64 field contains only values that are too
    /// large for their own fields (section 4.5.3).
    var directoryRecord: [UInt8] {
        let large = (size < Self.limit ? [] : [size, size]) + (offset < Self.limit ? [] : [offset])
        let extra = Self.zip64Field(large) + modified.extendedTimestamp
        var record: [UInt8] = []
        record.append(uint32: 0x0201_4B50)
        record.append(uint16: Self.madeBy)
        record.append(uint16: isZip64 || !large.isEmpty ? Self.zip64Version : Self.oldVersion)
        record.append(contentsOf: commonFields(crc: crc.value, size: UInt32(clamping: size)))
        record.append(uint16: UInt16(clamping: extra.count))
        record.append(contentsOf: [UInt8](repeating: 0, count: 6))  // No comment, the first disk, no internal attributes.
        record.append(uint32: Self.attributes)
        record.append(uint32: UInt32(clamping: offset))
        return record + name.bytes + extra
    }

    /// Returns the fields that the local header and the directory record share: from the flags to the length of the name.
    private func commonFields(crc: UInt32, size: UInt32) -> [UInt8] {
        var fields: [UInt8] = []
        fields.append(uint16: hasDescriptor ? 1 << 11 | 1 << 3 : 1 << 11)  // Flags for UTF-8 and for a descriptor (section 4.4.4).
        fields.append(uint16: 0)  // No compression.
        fields.append(uint16: modified.dosTime)
        fields.append(uint16: modified.dosDate)
        fields.append(uint32: crc)
        fields.append(uint32: size)
        fields.append(uint32: size)
        fields.append(uint16: UInt16(clamping: name.bytes.count))
        return fields
    }

    /// Returns the ZIP64 field with these values (APPNOTE.TXT section 4.5.3). Empty if there are no values.
    private static func zip64Field(_ values: [UInt64]) -> [UInt8] {
        guard !values.isEmpty else { return [] }
        var field: [UInt8] = []
        field.append(uint16: 0x0001)
        field.append(uint16: UInt16(8 * values.count))
        for value in values { field.append(uint64: value) }
        return field
    }

    private var hasDescriptor: Bool { promise.crc == nil }

    /// Whether the local header and the data descriptor have 64-bit sizes. This must be decided before the size is known.
    private var isZip64: Bool { promise.size ?? .max >= Self.limit }

    /// The version numbers of ZIP programs that can read an entry in the old form (`oldVersion`) and in ZIP64 form (`zip64Version`)
    /// (APPNOTE.TXT section 4.4.3.2).
    static let (oldVersion, zip64Version): (UInt16, UInt16) = (20, 45)
    /// The system and the version of the specification with which an entry was made (section 4.4.2): Unix, and version 6.3, the first
    /// version with UTF-8.
    static let madeBy: UInt16 = 3 << 8 | 63
    /// The Unix mode of the file: its owner can read and write it, and all others can only read it.
    private static let attributes: UInt32 = 0o100644 << 16
}
