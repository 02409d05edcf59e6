import Testing

@testable import Archive

@Suite struct ZipWriterTests {
    private let hello = Array("hello".utf8)

    @Test func `calls in the wrong order are refused`() throws {
        var zip = ZipWriter()
        #expect(throws: ZipError.noEntryOpen) { try zip.write(hello) }
        #expect(throws: ZipError.noEntryOpen) { try zip.end() }
        _ = try zip.begin("a", modified: .sample)
        #expect(throws: ZipError.entryOpen) { try zip.begin("b", modified: .sample) }
        #expect(throws: ZipError.entryOpen) { try zip.add("b", hello, modified: .sample) }
        #expect(throws: ZipError.entryOpen) { try zip.finish() }
        _ = try zip.end()
        _ = try zip.finish()
        #expect(throws: ZipError.finished) { try zip.begin("b", modified: .sample) }
        #expect(throws: ZipError.finished) { try zip.add("b", hello, modified: .sample) }
        #expect(throws: ZipError.finished) { try zip.write(hello) }
        #expect(throws: ZipError.noEntryOpen) { try zip.end() }
        #expect(throws: ZipError.finished) { try zip.finish() }
    }

    @Test func `an entry that breaks its promised size or checksum is refused`() throws {
        var zip = ZipWriter()
        _ = try zip.begin("a", modified: .sample, promising: .size(7))
        try zip.write(hello)
        #expect(throws: ZipError.lessThanPromised) { try zip.end() }
        #expect(throws: ZipError.moreThanPromised) { try zip.write(hello) }
        try zip.write([0, 0])
        #expect(throws: ZipError.moreThanPromised) { try zip.write([0]) }
        #expect(try zip.end().count == 16)
        _ = try zip.begin("b", modified: .sample, promising: .sizeAndChecksum(5, CRC32(value: 1)))
        try zip.write(hello)
        #expect(throws: ZipError.otherThanPromised) { try zip.end() }
    }

    @Test func `refused calls do not change the archive`() throws {
        let archives = try [true, false].map { errs in
            var zip = ZipWriter()
            func err(_ call: (inout ZipWriter) throws -> Void) { if errs { #expect(throws: ZipError.self) { try call(&zip) } } }
            err { _ = try $0.begin("../a", modified: .sample) }
            var archive = try zip.begin("a", modified: .sample, promising: .size(5))
            err { try $0.write(Array("hello!".utf8)) }
            err { _ = try $0.add("b", [1], modified: .sample) }
            err { _ = try $0.end() }
            err { _ = try $0.finish() }
            archive += try zip.write(hello)
            archive += try zip.end()
            err { _ = try $0.end() }
            archive += try zip.finish().joined()
            err { _ = try $0.finish() }
            #expect(zip.length == UInt64(archive.count))
            return archive
        }
        #expect(archives[0] == archives[1])
        #expect(try ZipReading(Recording(archives[0])).entries.map(\.bytes) == [hello])
    }

    @Test func `chunks of any collection type are written and returned unchanged`() throws {
        var zip = ZipWriter()
        var recording = Recording(try zip.begin("a", modified: .sample))
        let slice: ArraySlice<UInt8> = try zip.write([9, 1, 2, 9][1..<3])
        recording.append(Array(slice))
        try ([3, 4] as [UInt8]).withUnsafeBytes { bytes in
            let lent: UnsafeRawBufferPointer = try zip.write(bytes)
            #expect(lent.baseAddress == bytes.baseAddress)
            recording.append(Array(lent))
        }
        let text: String.UTF8View = try zip.write("hello".utf8)
        recording.append(Array(text))
        let reversed: ReversedCollection<[UInt8]> = try zip.write(hello.reversed())
        recording.append(Array(reversed))
        recording.append(try zip.end())
        let read = try ZipReading(recording.finished(zip)).entries[0]
        #expect(read.bytes == [1, 2, 3, 4] + hello + hello.reversed())
    }

    @Test func `an entry has the file mode 644`() throws {
        var zip = ZipWriter()
        var recording = Recording(try zip.add("a", hello, modified: .sample))
        recording = try recording.finished(zip)
        #expect(try ZipReading(recording).entries[0].attributes == 0o100644 << 16)
    }

    @Test func `the directory is written in pieces of at most 64 KB`() throws {
        var zip = ZipWriter()
        let count = 5_000
        for number in 0..<count { _ = try zip.add("photos/\(100_000 + number).webp", [], modified: .sample) }
        let pieces = try zip.finish()
        #expect(pieces.joined().count == count * (55 + 18) + 22)
        #expect(pieces.count == 6)
        #expect(pieces.allSatisfy { $0.count <= 64 << 10 })
        #expect(pieces.reduce(0) { $0 + $1.capacity } < count * (60 + 18) + (128 << 10))
    }

    @Test func `a directory record takes at most 83 bytes and the name`() throws {
        var zip = ZipWriter()
        _ = try zip.begin("a", modified: .sample)
        try zip.advance(by: 5 << 30)
        _ = try zip.end()
        _ = try zip.begin("b", modified: .sample)
        try zip.advance(by: 5 << 30)
        _ = try zip.end()
        #expect(try zip.finish().joined().count == (75 + 1) + (83 + 1) + 56 + 20 + 22)
    }

    @Test func `every error has its own text`() {
        #expect(Set(ZipError.allCases.map(\.description)).count == ZipError.allCases.count)
        #expect(ZipError.dots.description == "zip: an entry's name has a component of dots and blanks alone")
    }
}
