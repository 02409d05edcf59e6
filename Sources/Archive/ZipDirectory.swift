/// The central directory of an archive: a list of its entries, which is at the end of the archive. It consists of blocks, so that a large
/// directory is not copied when it grows.
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

    /// Returns the central directory, which begins at `offset` in the archive, and the records that end the archive. The ZIP64 end record
    /// is written only if the old end record cannot hold the values. Otherwise it is left out, even if an entry is in ZIP64 form: BusyBox
    /// cannot read it, and Go 1.19 reads it only if the old end record refers to it.
    func pieces(at offset: UInt64) -> [[UInt8]] {
        let isZip64 = count >= UInt64(UInt16.max) || size >= ZipEntry.limit || offset >= ZipEntry.limit
        let end = (isZip64 ? zip64End(at: offset) : []) + end(at: offset)
        return blocks + [last + end]
    }

    /// Begins a new block. The first block does not reserve memory, because most archives are small.
    private mutating func beginBlock() {
        blocks.append(last)
        last = []
        last.reserveCapacity(Self.blockSize)
    }

    /// Returns the ZIP64 end record and its locator (APPNOTE.TXT sections 4.3.14 and 4.3.15).
    private func zip64End(at offset: UInt64) -> [UInt8] {
        var end: [UInt8] = []
        end.append(uint32: 0x0606_4B50)
        end.append(uint64: 44)  // The size of the rest of the record.
        end.append(uint16: ZipEntry.madeBy)
        end.append(uint16: ZipEntry.zip64Version)
        end.append(uint64: 0)  // The numbers of this disk, and of the disk on which the directory begins.
        end.append(uint64: count)
        end.append(uint64: count)
        end.append(uint64: size)
        end.append(uint64: offset)
        end.append(uint32: 0x0706_4B50)
        end.append(uint32: 0)  // The number of the disk with the end record.
        end.append(uint64: offset + size)
        end.append(uint32: 1)  // The number of disks.
        return end
    }

    /// Returns the end record (APPNOTE.TXT section 4.3.16). If a value is too large for its field, the field contains the largest number
    /// that fits. This number means that the value is in the ZIP64 end record (section 4.4.1.4).
    private func end(at offset: UInt64) -> [UInt8] {
        var end: [UInt8] = []
        end.append(uint32: 0x0605_4B50)
        end.append(uint32: 0)  // The numbers of both disks.
        end.append(uint16: UInt16(clamping: count))
        end.append(uint16: UInt16(clamping: count))
        end.append(uint32: UInt32(clamping: size))
        end.append(uint32: UInt32(clamping: offset))
        end.append(uint16: 0)  // No comment.
        return end
    }
}
