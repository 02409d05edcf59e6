extension ZipReading {
    /// An entry. The central directory and its local header agree.
    struct Entry {
        let name: String
        let head: Head
        let crc: UInt32
        let size: UInt64
        let offset: UInt64
        let attributes: UInt64
        let extra: Extra
        /// Nil if they were left out of the recording.
        private(set) var bytes: [UInt8]?
        private(set) var form: Form?

        /// The place where the entry has its size.
        enum Form {
            case header, headerZip64, descriptor, descriptorZip64
        }
    }

    /// The fields with which both headers begin.
    struct Head: Equatable {
        let version: UInt64
        let flags: UInt64
        let time: UInt64
        let date: UInt64

        init(_ cursor: inout Cursor) throws {
            (version, flags) = (try cursor.number(2), try cursor.number(2))
            try require(try cursor.number(2) == 0, "It is not stored.")
            (time, date) = (try cursor.number(2), try cursor.number(2))
            try require(flags & 0x800 != 0 && flags & ~0x808 == 0, "It has the flags \(flags).")
        }

        var hasDescriptor: Bool { flags & 8 != 0 }
    }

    /// The known extra fields. Others are refused.
    struct Extra: Equatable {
        private(set) var zip64: [UInt64]?
        private(set) var timestamp: Int32?

        init(_ bytes: [UInt8]) throws {
            var cursor = Cursor(Recording(bytes), at: 0)
            while cursor.offset < bytes.count {
                let (id, size) = (try cursor.number(2), try cursor.number(2))
                switch id {
                case 0x0001 where zip64 == nil && size % 8 == 0 && size > 0: zip64 = try (0..<size / 8).map { _ in try cursor.number(8) }
                case 0x5455 where timestamp == nil && size == 5:
                    try require(try cursor.number(1) == 1, "The timestamp is of another kind.")
                    timestamp = Int32(truncatingIfNeeded: try cursor.number(4))
                default: throw Malformed("There is a field \(id) of \(size) bytes.")
                }
            }
        }
    }
}

extension ZipReading.Entry {
    /// Reads a record of the central directory.
    init(_ cursor: inout Cursor) throws {
        try cursor.expect(0x0201_4B50, "a directory record")
        try require(try cursor.number(2) >> 8 == 3, "It was not made on Unix.")
        head = try ZipReading.Head(&cursor)
        crc = UInt32(try cursor.number(4))
        var sizes = [try cursor.number(4), try cursor.number(4)]
        let (nameLength, extraLength) = (try cursor.number(2), try cursor.number(2))
        try require(try cursor.number(6) == 0, "It has a comment, a disk or internal attributes.")
        attributes = try cursor.number(4)
        var start = try cursor.number(4)
        name = String(decoding: try cursor.take(nameLength), as: UTF8.self)
        extra = try ZipReading.Extra(try cursor.take(extraLength))
        var large = extra.zip64 ?? []
        for index in sizes.indices where sizes[index] == 0xFFFF_FFFF && !large.isEmpty { sizes[index] = large.removeFirst() }
        if start == 0xFFFF_FFFF, !large.isEmpty { start = large.removeFirst() }
        try require(large.isEmpty, "The ZIP64 field says more than it should.")
        try require((extra.zip64 ?? []).allSatisfy { $0 >= 0xFFFF_FFFF }, "The ZIP64 field is not needed.")
        try require(sizes[0] == sizes[1], "The sizes differ.")
        (size, offset) = (sizes[0], start)
    }

    /// Reads the local header, the bytes and the descriptor. Returns where they end.
    mutating func readLocal(_ archive: Recording) throws -> UInt64 {
        var cursor = Cursor(archive, at: offset)
        let isZip64 = try readLocalHeader(&cursor)
        bytes = archive.bytes(at: cursor.offset, count: size)
        try bytes.map { try require(reference($0) == crc, "The checksum of \(name) is wrong.") }
        cursor.pass(size)
        if head.hasDescriptor { try readDescriptor(&cursor, width: isZip64 ? 8 : 4) }
        form = head.hasDescriptor ? (isZip64 ? .descriptorZip64 : .descriptor) : (isZip64 ? .headerZip64 : .header)
        return cursor.offset
    }

    /// Returns true if it has a ZIP64 field.
    private func readLocalHeader(_ cursor: inout Cursor) throws -> Bool {
        try cursor.expect(0x0403_4B50, "a local header")
        let local = try ZipReading.Head(&cursor)
        try require((local.flags, local.time, local.date) == (head.flags, head.time, head.date), "The headers differ.")
        let said = (crc: try cursor.number(4), sizes: [try cursor.number(4), try cursor.number(4)])
        let (nameLength, extraLength) = (try cursor.number(2), try cursor.number(2))
        try require(Array(name.utf8) == (try cursor.take(nameLength)), "The names differ.")
        let localExtra = try ZipReading.Extra(try cursor.take(extraLength))
        try require(localExtra.timestamp == extra.timestamp, "The timestamps differ.")
        let isZip64 = localExtra.zip64 != nil
        try require(local.version == (isZip64 ? 45 : 20), "The version of the local header is wrong.")
        try require(head.version == (isZip64 || extra.zip64 != nil ? 45 : 20), "The version of the directory record is wrong.")
        try require(said.sizes == [0xFFFF_FFFF, 0xFFFF_FFFF] || !isZip64, "The ZIP64 field of a local header is not asked for.")
        let expected = head.hasDescriptor ? 0 : size
        try require((localExtra.zip64 ?? said.sizes) == [expected, expected], "The sizes of the local header are wrong.")
        try require(said.crc == (head.hasDescriptor ? 0 : UInt64(crc)), "The checksum of the local header is wrong.")
        return isZip64
    }

    private func readDescriptor(_ cursor: inout Cursor, width: UInt64) throws {
        try cursor.expect(0x0807_4B50, "a descriptor")
        try require(try cursor.number(4) == UInt64(crc), "The checksum of the descriptor is wrong.")
        try require(try [cursor.number(width), cursor.number(width)] == [size, size], "The sizes of the descriptor are wrong.")
    }
}

/// CRC-32, computed bit by bit.
func reference(_ bytes: [UInt8]) -> UInt32 {
    var register = UInt32.max
    for byte in bytes {
        register ^= UInt32(byte)
        for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
    }
    return ~register
}
