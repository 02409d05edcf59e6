/// Writes a ZIP archive piece by piece, in the order of APPNOTE.TXT 6.3.10 section 4.3.6. Each call returns bytes. Send them before the
/// next call. Entries are not compressed.
///
/// A call that throws changes nothing, and there is nothing to send. After an entry is complete, only its record in the central directory
/// stays in memory: 55 bytes, or 83 with ZIP64, and the name. The caller makes sure that no name occurs twice.
public struct ZipWriter: Sendable {
    private var directory = ZipDirectory()
    private var entry: ZipEntry?
    private var isFinished = false
    /// The number of bytes that all calls have returned so far.
    public private(set) var length: UInt64 = 0

    public init() {}

    /// Starts an entry and returns its local header. Pass the bytes of the entry to `write`. The name is a path with slashes, which must
    /// not leave the folder in which the archive is unpacked.
    public mutating func begin(_ name: String, modified: ZipTime, promising promise: ZipPromise = .nothing) throws(ZipError) -> [UInt8] {
        guard !isFinished else { throw .finished }
        guard entry == nil else { throw .entryOpen }
        let begun = ZipEntry(name: try ZipName(name), modified: modified, promise: promise, offset: length)
        entry = begun
        return counted(begun.localHeader)
    }

    /// Adds the next bytes of the entry to its size and checksum. Returns the bytes unchanged, so that they can be sent.
    @discardableResult
    public mutating func write<Chunk: Collection<UInt8>>(_ chunk: Chunk) throws(ZipError) -> Chunk {
        try advance(by: UInt64(chunk.count))
        entry?.crc.update(chunk)
        return chunk
    }

    /// Ends the entry and returns its data descriptor. The result is empty if the local header already has all values.
    public mutating func end() throws(ZipError) -> [UInt8] {
        guard let ended = entry else { throw .noEntryOpen }
        try ended.checkPromise()
        entry = nil
        directory.append(ended.directoryRecord)
        return counted(ended.descriptor)
    }

    /// Returns the bytes of a whole entry, in the form that every program can read.
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

    /// Returns the central directory and the records that end the archive. They are in pieces of at most about 64 KiB, which are all in
    /// memory.
    public mutating func finish() throws(ZipError) -> [[UInt8]] {
        guard !isFinished else { throw .finished }
        guard entry == nil else { throw .entryOpen }
        isFinished = true
        let pieces = directory.pieces(at: length)
        directory = ZipDirectory()
        length += pieces.reduce(0) { $0 + UInt64($1.count) }
        return pieces
    }

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
