/// Writes a ZIP archive piece by piece, in the order of APPNOTE.TXT 6.3.10 section 4.3.6; send every piece before you ask for the next.
/// Entries are stored as they are.
///
/// What throws has changed nothing, and there is nothing to send. Of an entry that has ended only its record in the central directory
/// is kept: 55 bytes and the name, 83 where it needs ZIP64. That no name comes twice is left to the caller.
public struct ZipWriter: Sendable {
    private var directory = ZipDirectory()
    private var entry: ZipEntry?
    private var isFinished = false
    /// What was written so far, in bytes.
    public private(set) var length: UInt64 = 0

    public init() {}

    /// Returns the header of an entry whose bytes follow in `write`. A name is a path, parted by slashes, that stays within the folder into
    /// which it is unpacked.
    public mutating func begin(_ name: String, modified: ZipTime, promising promise: ZipPromise = .nothing) throws(ZipError) -> [UInt8] {
        guard !isFinished else { throw .finished }
        guard entry == nil else { throw .entryOpen }
        let begun = ZipEntry(name: try ZipName(name), modified: modified, promise: promise, offset: length)
        entry = begun
        return counted(begun.localHeader)
    }

    /// Takes the next bytes of the entry into account and returns them as they came: they are what to send.
    @discardableResult
    public mutating func write<Chunk: Collection<UInt8>>(_ chunk: Chunk) throws(ZipError) -> Chunk {
        try advance(by: UInt64(chunk.count))
        entry?.crc.update(chunk)
        return chunk
    }

    /// Returns what stands behind the bytes of the entry, which is nothing where its header said all.
    public mutating func end() throws(ZipError) -> [UInt8] {
        guard let ended = entry else { throw .noEntryOpen }
        try ended.checkPromise()
        entry = nil
        directory.append(ended.directoryRecord)
        return counted(ended.descriptor)
    }

    /// Returns a whole entry, in the form that every reader reads.
    public mutating func add(_ name: String, _ bytes: some Collection<UInt8>, modified: ZipTime) throws(ZipError) -> [UInt8] {
        var crc = CRC32()
        crc.update(bytes)
        var piece = try begin(name, modified: modified, promising: .sizeAndChecksum(UInt64(bytes.count), crc))
        try advance(by: UInt64(bytes.count))
        entry?.crc = crc
        piece.append(contentsOf: bytes)
        piece += try end()
        return piece
    }

    /// Returns the central directory and the end of the archive in pieces of at most some 64 KiB. They are all held in memory.
    public mutating func finish() throws(ZipError) -> [[UInt8]] {
        guard !isFinished else { throw .finished }
        guard entry == nil else { throw .entryOpen }
        isFinished = true
        let pieces = directory.pieces(at: length)
        directory = ZipDirectory()
        length += pieces.reduce(0) { $0 + UInt64($1.count) }
        return pieces
    }

    /// Counts bytes of the entry that is open.
    mutating func advance(by count: UInt64) throws(ZipError) {
        guard !isFinished else { throw .finished }
        guard let size = entry?.size else { throw .noEntryOpen }
        if let promised = entry?.promise.size, size + count > promised { throw .moreThanPromised }
        entry?.size = size + count
        length += count
    }

    private mutating func counted(_ piece: [UInt8]) -> [UInt8] {
        length += UInt64(piece.count)
        return piece
    }
}
