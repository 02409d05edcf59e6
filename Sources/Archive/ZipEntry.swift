/// One stored file of the archive, with the three records that tell of it.
struct ZipEntry: Sendable {
    /// The mark that sends the reader of a 32-bit field to the ZIP64 field (APPNOTE.TXT section 4.5.3), where all from it on stands.
    static let limit = UInt64(UInt32.max)

    let name: ZipName
    let modified: ZipTime
    let promise: ZipPromise
    /// Where its local header stands in the archive.
    let offset: UInt64
    var size: UInt64 = 0
    var crc = CRC32()

    /// Throws unless the entry, now that it ends, is what was promised.
    func checkPromise() throws(ZipError) {
        if let promised = promise.size, size != promised { throw size < promised ? .lessThanPromised : .moreThanPromised }
        if let promised = promise.crc, crc != promised { throw .otherThanPromised }
    }

    /// APPNOTE.TXT section 4.3.7. What is not known yet is zero (section 4.4.4, bit 3), or in ZIP64 form the mark and a field of zeros, as
    /// Info-ZIP writes it: the field alone says that the descriptor's sizes take 8 bytes (section 4.3.9.2).
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

    /// APPNOTE.TXT section 4.3.9, with the signature.
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

    /// APPNOTE.TXT section 4.3.12. Here the ZIP64 field has only what is too large for its own (section 4.5.3).
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

    /// Of a header: from its flags to the length of its name.
    private func commonFields(crc: UInt32, size: UInt32) -> [UInt8] {
        var fields: [UInt8] = []
        fields.append(uint16: hasDescriptor ? 1 << 11 | 1 << 3 : 1 << 11)  // UTF-8, and a descriptor (section 4.4.4).
        fields.append(uint16: 0)  // Stored.
        fields.append(uint16: modified.dosTime)
        fields.append(uint16: modified.dosDate)
        fields.append(uint32: crc)
        fields.append(uint32: size)
        fields.append(uint32: size)
        fields.append(uint16: UInt16(clamping: name.bytes.count))
        return fields
    }

    /// APPNOTE.TXT section 4.5.3.
    private static func zip64Field(_ values: [UInt64]) -> [UInt8] {
        guard !values.isEmpty else { return [] }
        var field: [UInt8] = []
        field.append(uint16: 0x0001)
        field.append(uint16: UInt16(8 * values.count))
        for value in values { field.append(uint64: value) }
        return field
    }

    private var hasDescriptor: Bool { promise.crc == nil }

    /// Whether the local header and the descriptor have 64-bit sizes, which must be known before the size is.
    private var isZip64: Bool { promise.size ?? .max >= Self.limit }

    /// APPNOTE.TXT section 4.4.3.2.
    static let (oldVersion, zip64Version): (UInt16, UInt16) = (20, 45)
    /// On Unix, by version 6.3 of the specification (section 4.4.2), the first that knows UTF-8.
    static let madeBy: UInt16 = 3 << 8 | 63
    /// A file that its owner may read and write and all others may read, as Unix says it.
    private static let attributes: UInt32 = 0o100644 << 16
}
