/// The central directory while it grows. It is kept in blocks, so that nothing is moved when it is large.
struct ZipDirectory: Sendable {
    private static let blockSize = 64 << 10

    private var blocks: [[UInt8]] = []
    private var last: [UInt8] = []
    private var count: UInt64 = 0
    private var size: UInt64 = 0

    mutating func append(_ record: [UInt8]) {
        if last.count + record.count > Self.blockSize { beginBlock() }
        last += record
        count += 1
        size += UInt64(record.count)
    }

    /// The directory, which begins at `offset`, and the records that end the archive. Entries in ZIP64 form alone are no reason to end it
    /// in that form: BusyBox does not read it, and Go 1.19 only where the old form cannot say all.
    func pieces(at offset: UInt64) -> [[UInt8]] {
        let isZip64 = count >= UInt64(UInt16.max) || size >= ZipEntry.limit || offset >= ZipEntry.limit
        let end = (isZip64 ? zip64End(at: offset) : []) + end(at: offset)
        return blocks + [last + end]
    }

    /// The first block grows as it must, for most archives are small.
    private mutating func beginBlock() {
        blocks.append(last)
        last = []
        last.reserveCapacity(Self.blockSize)
    }

    /// The end record and its locator (APPNOTE.TXT sections 4.3.14 and 4.3.15).
    private func zip64End(at offset: UInt64) -> [UInt8] {
        var end: [UInt8] = []
        end.append(uint32: 0x0606_4B50)
        end.append(uint64: 44)  // What follows of the record.
        end.append(uint16: ZipEntry.madeBy)
        end.append(uint16: ZipEntry.zip64Version)
        end.append(uint64: 0)  // The number of this disk, and of that on which the directory begins.
        end.append(uint64: count)
        end.append(uint64: count)
        end.append(uint64: size)
        end.append(uint64: offset)
        end.append(uint32: 0x0706_4B50)
        end.append(uint32: 0)  // The disk.
        end.append(uint64: offset + size)
        end.append(uint32: 1)  // The number of disks.
        return end
    }

    /// APPNOTE.TXT section 4.3.16. For what is too large there stands the mark that sends the reader to the ZIP64 end (section 4.4.1.4).
    private func end(at offset: UInt64) -> [UInt8] {
        var end: [UInt8] = []
        end.append(uint32: 0x0605_4B50)
        end.append(uint32: 0)  // As above: the disks.
        end.append(uint16: UInt16(clamping: count))
        end.append(uint16: UInt16(clamping: count))
        end.append(uint32: UInt32(clamping: size))
        end.append(uint32: UInt32(clamping: offset))
        end.append(uint16: 0)  // No comment.
        return end
    }
}
