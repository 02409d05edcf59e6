/// Reads an archive from its end to its beginning, strictly as APPNOTE.TXT says and without the writer's code. Bytes outside the records,
/// contradictions and missing parts throw `Malformed`.
struct ZipReading {
    struct Malformed: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }

    let entries: [Entry]
    let isZip64: Bool

    init(_ archive: Recording) throws {
        let end = try ZipEnd(archive)
        var cursor = Cursor(archive, at: end.directory)
        var entries: [Entry] = []
        for _ in 0..<end.count { entries.append(try Entry(&cursor)) }
        try require(cursor.offset == end.directory + end.size, "The directory has another size than its end says.")
        try require(cursor.offset == end.start, "Something stands behind the directory.")
        var offset: UInt64 = 0
        for index in entries.indices {
            try require(entries[index].offset == offset, "Entry \(index) begins at \(entries[index].offset), not at \(offset).")
            offset = try entries[index].readLocal(archive)
        }
        try require(offset == end.directory, "Something stands before the directory.")
        try require(end.isZip64 == end.isLarge, "There is a ZIP64 end for no reason, or none where it is needed.")
        (self.entries, isZip64) = (entries, end.isZip64)
    }
}

func require(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    if !condition { throw ZipReading.Malformed(reason()) }
}

/// The end of the central directory, in the old form or ZIP64.
struct ZipEnd {
    private(set) var count: UInt64
    private(set) var size: UInt64
    private(set) var directory: UInt64
    private(set) var isZip64 = false
    /// The offset of the first end record.
    private(set) var start: UInt64

    init(_ archive: Recording) throws {
        try require(archive.length >= 22, "There is no end.")
        start = archive.length - 22
        var cursor = Cursor(archive, at: start)
        try cursor.expect(0x0605_4B50, "an end")
        try require(try cursor.number(4) == 0, "It claims to have several disks.")
        count = try cursor.number(2)
        try require(try cursor.number(2) == count, "The counts differ.")
        (size, directory) = (try cursor.number(4), try cursor.number(4))
        try require(try cursor.number(2) == 0, "There is a comment.")
        let said = (count, size, directory)
        guard start >= 20, archive.bytes(at: start - 20, count: 4) == [0x50, 0x4B, 0x06, 0x07] else { return }
        try readZip64(archive)
        try require(said.0 == min(count, 0xFFFF), "The count differs in the ZIP64 end.")
        try require(said.1 == min(size, 0xFFFF_FFFF), "The size differs in the ZIP64 end.")
        try require(said.2 == min(directory, 0xFFFF_FFFF), "The offset differs in the ZIP64 end.")
    }

    /// True if the old form cannot hold the numbers.
    var isLarge: Bool { count >= 0xFFFF || size >= 0xFFFF_FFFF || directory >= 0xFFFF_FFFF }

    private mutating func readZip64(_ archive: Recording) throws {
        isZip64 = true
        var locator = Cursor(archive, at: start - 20)
        try locator.expect(0x0706_4B50, "a locator")
        try require(try locator.number(4) == 0, "The ZIP64 end is on another disk.")
        var end = Cursor(archive, at: try locator.number(8))
        try require(try locator.number(4) == 1, "There are several disks.")
        start = end.offset
        try end.expect(0x0606_4B50, "a ZIP64 end")
        try require(try end.number(8) == 44, "The ZIP64 end has another size.")
        try require(try end.number(2) >> 8 == 3 && end.number(2) == 45, "The versions of the ZIP64 end are wrong.")
        try require(try end.number(8) == 0, "The ZIP64 end has several disks.")
        count = try end.number(8)
        try require(try end.number(8) == count, "The counts of the ZIP64 end differ.")
        (size, directory) = (try end.number(8), try end.number(8))
        try require(end.offset == archive.length - 42, "The locator does not follow the ZIP64 end.")
    }
}

/// Reads bytes and numbers one after another.
struct Cursor {
    private let archive: Recording
    private(set) var offset: UInt64

    init(_ archive: Recording, at offset: UInt64) {
        (self.archive, self.offset) = (archive, offset)
    }

    mutating func take(_ count: UInt64) throws -> [UInt8] {
        guard let bytes = archive.bytes(at: offset, count: count) else { throw ZipReading.Malformed("Nothing stands at \(offset).") }
        offset += count
        return bytes
    }

    /// Passes bytes without reading them.
    mutating func pass(_ count: UInt64) { offset += count }

    mutating func number(_ count: UInt64) throws -> UInt64 {
        try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func expect(_ signature: UInt64, _ what: String) throws {
        let start = offset
        try require(try number(4) == signature, "There is not \(what) at \(start).")
    }
}
