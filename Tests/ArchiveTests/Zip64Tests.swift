import Testing

@testable import Archive

/// Sizes, offsets and counts beyond the old format. The writer only counts the gigabytes, which do not exist.
@Suite struct Zip64Tests {
    private static let mark = UInt64(UInt32.max)
    private let anyChecksum = CRC32(value: 0)

    /// Reads an archive with one entry of that size and a small one after it.
    private func reading(_ size: UInt64, promising promise: ZipPromise) throws -> ZipReading {
        var (zip, recording) = (ZipWriter(), Recording())
        try recording.pass(size, as: "large", promising: promise, through: &zip)
        recording.append(try zip.add("small", Array("hello".utf8), modified: .sample))
        #expect(zip.length == recording.length)
        let reading = try ZipReading(recording.finished(zip))
        #expect(reading.entries.map(\.name) == ["large", "small"])
        #expect(reading.entries.map(\.size) == [size, 5])
        #expect(reading.entries[1].bytes == Array("hello".utf8))
        return reading
    }

    @Test func `an entry larger than 4 GiB uses ZIP64`() throws {
        for (promise, form) in [
            (ZipPromise.nothing, ZipReading.Entry.Form.descriptorZip64), (.size(5 << 30), .descriptorZip64),
            (.sizeAndChecksum(5 << 30, anyChecksum), .headerZip64),
        ] {
            let reading = try reading(5 << 30, promising: promise)
            #expect(reading.entries[0].form == form)
            #expect(reading.entries[0].extra.zip64 == [5 << 30, 5 << 30])
            #expect(reading.entries[1].extra.zip64 == [reading.entries[1].offset])
            #expect(reading.entries[1].form == .header)
            #expect(reading.isZip64)
        }
    }

    /// 4 GiB - 1 marks a size that stands in the ZIP64 field, so that this size itself must stand there, too.
    @Test(arguments: [(mark - 1, false), (mark, true), (mark + 1, true)])
    func `a promised size of 4 GiB minus 1 or more uses ZIP64`(size: UInt64, isZip64: Bool) throws {
        let sized = try reading(size, promising: .size(size)).entries[0]
        #expect(sized.form == (isZip64 ? .descriptorZip64 : .descriptor))
        #expect(sized.extra.zip64 == (isZip64 ? [size, size] : nil))
        let checked = try reading(size, promising: .sizeAndChecksum(size, anyChecksum)).entries[0]
        #expect(checked.form == (isZip64 ? .headerZip64 : .header))
        let unknown = try reading(size, promising: .nothing).entries[0]
        #expect(unknown.form == .descriptorZip64)
        #expect(unknown.extra.zip64 == (isZip64 ? [size, size] : nil))
    }

    /// The first entry takes 60 bytes more than its content: 30 for the header, 5 for the name, 9 for the timestamp, 16 for the descriptor.
    @Test(arguments: [(mark - 1, false), (mark, true), (mark + 1, true)])
    func `an offset of 4 GiB minus 1 or more uses ZIP64`(offset: UInt64, isZip64: Bool) throws {
        let size = offset - 60
        let reading = try reading(size, promising: .size(size))
        #expect(reading.entries[1].offset == offset)
        #expect(reading.entries[1].extra.zip64 == (isZip64 ? [offset] : nil))
        #expect(reading.entries[1].head.version == (isZip64 ? 45 : 20))
    }

    @Test(arguments: [(mark - 1, false), (mark, true), (mark + 1, true)])
    func `a directory at 4 GiB minus 1 or more uses ZIP64`(offset: UInt64, isZip64: Bool) throws {
        var (zip, recording) = (ZipWriter(), Recording())
        try recording.pass(offset - 60, as: "large", promising: .size(offset - 60), through: &zip)
        #expect(recording.length == offset)
        let reading = try ZipReading(recording.finished(zip))
        #expect(reading.isZip64 == isZip64)
        #expect(reading.entries[0].form == .descriptor)
    }

    @Test func `more than 65534 entries use ZIP64`() throws {
        var (zip, recording) = (ZipWriter(), Recording())
        for number in 0..<65_536 {
            recording.append(try zip.add("\(number)", [], modified: .sample))
            guard number >= 65_533 else { continue }
            let end = try ZipEnd(recording.finished(zip))
            #expect(end.count == UInt64(number + 1))
            #expect(end.isZip64 == (number > 65_533))
        }
        let reading = try ZipReading(recording.finished(zip))
        #expect(reading.entries.map(\.name) == (0..<65_536).map(String.init))
    }
}
