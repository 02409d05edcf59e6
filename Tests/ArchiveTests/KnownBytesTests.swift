import Testing

@testable import Archive

/// Archives written by hand from the tables of APPNOTE.TXT section 4.3.
@Suite struct KnownBytesTests {
    /// The bytes of all lines. Each line has hexadecimal bytes, two spaces and a comment.
    private func bytes(_ lines: String) -> [UInt8] {
        lines.split(separator: "\n").flatMap { line in
            line.split(separator: "  ", maxSplits: 1)[0].split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
    }

    private let checksum = CRC32(value: 0x3610_A686)

    private func archive(promising promise: ZipPromise) throws -> [UInt8] {
        var zip = ZipWriter()
        var archive = try zip.begin("a/é", modified: .sample, promising: promise)
        archive += try zip.write(Array("hello".utf8))
        archive += try zip.end()
        archive += try zip.finish().joined()
        #expect(zip.length == UInt64(archive.count))
        return archive
    }

    @Test func `an empty archive consists of its end record`() throws {
        var zip = ZipWriter()
        #expect(try zip.finish() == [bytes("50 4B 05 06 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00")])
    }

    private let promised = """
        50 4B 03 04 14 00 00 08 00 00  local header, version 2.0, UTF-8, stored
        5C 64 5D 58 86 A6 10 36        12:34:56, 2024-02-29, checksum
        05 00 00 00 05 00 00 00        sizes
        04 00 09 00                    lengths of name and extra
        61 2F C3 A9                    a/é
        55 54 05 00 01 F0 79 E0 65     timestamp
        68 65 6C 6C 6F                 hello
        50 4B 01 02 3F 03 14 00 00 08  directory record, by Unix and 6.3, version 2.0, UTF-8
        00 00 5C 64 5D 58 86 A6 10 36  stored, time, date, checksum
        05 00 00 00 05 00 00 00        sizes
        04 00 09 00 00 00              lengths of name, extra and comment
        00 00 00 00 00 00 A4 81        disk, attributes
        00 00 00 00                    offset
        61 2F C3 A9                    a/é
        55 54 05 00 01 F0 79 E0 65     timestamp
        50 4B 05 06 00 00 00 00        end, disks
        01 00 01 00 3B 00 00 00        counts, size
        30 00 00 00 00 00              offset, comment
        """

    @Test func `a promised size and checksum stand in the local header`() throws {
        #expect(try archive(promising: .sizeAndChecksum(5, checksum)) == bytes(promised))
    }

    @Test func `an entry added at once has the bytes of a fully promised one`() throws {
        var zip = ZipWriter()
        let entry = try zip.add("a/é", Array("hello".utf8), modified: .sample)
        #expect(entry + (try zip.finish().joined()) == bytes(promised))
    }

    private let sized = """
        50 4B 03 04 14 00 08 08 00 00  local header, version 2.0, UTF-8 and descriptor, stored
        5C 64 5D 58 00 00 00 00        12:34:56, 2024-02-29, checksum
        00 00 00 00 00 00 00 00        sizes
        04 00 09 00                    lengths of name and extra
        61 2F C3 A9                    a/é
        55 54 05 00 01 F0 79 E0 65     timestamp
        68 65 6C 6C 6F                 hello
        50 4B 07 08 86 A6 10 36        descriptor, checksum
        05 00 00 00 05 00 00 00        sizes
        50 4B 01 02 3F 03 14 00 08 08  directory record, by Unix and 6.3, version 2.0, UTF-8 and descriptor
        00 00 5C 64 5D 58 86 A6 10 36  stored, time, date, checksum
        05 00 00 00 05 00 00 00        sizes
        04 00 09 00 00 00              lengths of name, extra and comment
        00 00 00 00 00 00 A4 81        disk, attributes
        00 00 00 00                    offset
        61 2F C3 A9                    a/é
        55 54 05 00 01 F0 79 E0 65     timestamp
        50 4B 05 06 00 00 00 00        end, disks
        01 00 01 00 3B 00 00 00        counts, size
        40 00 00 00 00 00              offset, comment
        """

    @Test func `an entry with a promised size has a 32-bit descriptor`() throws {
        #expect(try archive(promising: .size(5)) == bytes(sized))
    }

    private let unpromised = """
        50 4B 03 04 2D 00 08 08 00 00  local header, version 4.5, UTF-8 and descriptor, stored
        5C 64 5D 58 00 00 00 00        12:34:56, 2024-02-29, checksum
        FF FF FF FF FF FF FF FF        sizes: see the ZIP64 field
        04 00 1D 00                    lengths of name and extra
        61 2F C3 A9                    a/é
        01 00 10 00                    ZIP64 field
        00 00 00 00 00 00 00 00        uncompressed size
        00 00 00 00 00 00 00 00        compressed size
        55 54 05 00 01 F0 79 E0 65     timestamp
        68 65 6C 6C 6F                 hello
        50 4B 07 08 86 A6 10 36        descriptor, checksum
        05 00 00 00 00 00 00 00        compressed size
        05 00 00 00 00 00 00 00        uncompressed size
        50 4B 01 02 3F 03 2D 00 08 08  directory record, by Unix and 6.3, version 4.5, UTF-8 and descriptor
        00 00 5C 64 5D 58 86 A6 10 36  stored, time, date, checksum
        05 00 00 00 05 00 00 00        sizes
        04 00 09 00 00 00              lengths of name, extra and comment
        00 00 00 00 00 00 A4 81        disk, attributes
        00 00 00 00                    offset
        61 2F C3 A9                    a/é
        55 54 05 00 01 F0 79 E0 65     timestamp
        50 4B 05 06 00 00 00 00        end, disks
        01 00 01 00 3B 00 00 00        counts, size
        5C 00 00 00 00 00              offset, comment
        """

    @Test func `an entry without promises has a 64-bit descriptor`() throws {
        #expect(try archive(promising: .nothing) == bytes(unpromised))
    }
}
