/// Reads comma-separated values (RFC 4180) while the chunks of a file arrive. The file is in UTF-8, with or without a byte order mark.
///
/// A line ends with CRLF, LF or CR. The last line need not have a line break. Empty lines are skipped. Between chunks, the reader keeps
/// only the record that is not complete yet. This record takes at most `Limits.recordBytes` bytes of memory, plus one integer for each
/// field (the place where the field ends).
public struct CSVReader: Sendable {
    private enum Stage {
        /// The beginning of the file. The value is the number of bytes of a byte order mark that were read.
        case mark(Int)
        case detection(DelimiterDetection)
        case records(RecordReader)
        case refused(CSVError)
    }

    private let delimiter: Delimiter
    private let limits: Limits
    private var stage = Stage.mark(0)

    /// Creates a reader for one file.
    public init(delimiter: Delimiter = .comma, limits: Limits = Limits()) {
        (self.delimiter, self.limits) = (delimiter, limits)
    }

    /// Reads the next chunk, and calls `handle` with each record that ends in it. Throws `CSVError` if the file has a mistake. After that,
    /// every later call throws the same error. If `handle` throws, the rest of the chunk is lost.
    public mutating func read(_ chunk: UnsafeRawBufferPointer, _ handle: (CSVRecord) throws -> Void) throws {
        var rest = chunk[...]
        while !rest.isEmpty { try advance(&rest, handle) }
    }

    /// Reads the next chunk from an array of bytes, or from the UTF-8 bytes of a string.
    public mutating func read(_ chunk: some Collection<UInt8>, _ handle: (CSVRecord) throws -> Void) throws {
        let lent: Void? = try chunk.withContiguousStorageIfAvailable { try read(UnsafeRawBufferPointer($0), handle) }
        if lent == nil { try Array(chunk).withUnsafeBytes { try read($0, handle) } }
    }

    /// Ends the file. Call this after the last chunk, because the last record may have no line break.
    public mutating func finish(_ handle: (CSVRecord) throws -> Void) throws {
        if case .mark(let count) = stage { try passOn([UInt8].byteOrderMark.prefix(count), handle) }
        if case .detection(let detection) = stage { try endDetection(detection, handle) }
        try withRecords { try $0.finish(handle) }
    }

    /// Returns all records of a file that is in memory.
    public static func records(
        in bytes: some Collection<UInt8>, delimiter: Delimiter = .comma, limits: Limits = Limits()
    ) throws -> [CSVRecord] {
        var reader = CSVReader(delimiter: delimiter, limits: limits)
        var records: [CSVRecord] = []
        try reader.read(bytes) { records.append($0) }
        try reader.finish { records.append($0) }
        return records
    }

    private mutating func advance(_ rest: inout Slice<UnsafeRawBufferPointer>, _ handle: (CSVRecord) throws -> Void) throws {
        switch stage {
        case .mark(let count):
            guard rest.first == [UInt8].byteOrderMark[count] else { return try passOn([UInt8].byteOrderMark.prefix(count), handle) }
            rest = rest.dropFirst()
            stage = .mark(count + 1)
            if count == 2 { try passOn([], handle) }
        case .detection(let detection): try detect(detection, &rest, handle)
        case .records:
            let bytes = UnsafeRawBufferPointer(rebasing: rest)
            rest = rest.suffix(0)
            try withRecords { try $0.read(bytes, handle) }
        case .refused(let error): throw error
        }
    }

    /// Continues after the place of the byte order mark. `held` are bytes that looked like the beginning of a byte order mark, but are not.
    private mutating func passOn(_ held: ArraySlice<UInt8>, _ handle: (CSVRecord) throws -> Void) throws {
        if let known = delimiter.known {
            stage = .records(RecordReader(delimiter: known.byte, limits: limits))
        } else {
            stage = .detection(DelimiterDetection())
        }
        try held.withUnsafeBytes { try read($0, handle) }
    }

    private mutating func detect(
        _ detection: DelimiterDetection, _ rest: inout Slice<UnsafeRawBufferPointer>, _ handle: (CSVRecord) throws -> Void
    ) throws {
        var detection = detection
        stage = .mark(0)  // Drops the other reference, so that appending does not copy the bytes.
        while let byte = rest.popFirst() {
            if detection.look(at: byte) || detection.seen.count > limits.recordBytes { return try endDetection(detection, handle) }
        }
        stage = .detection(detection)
    }

    private mutating func endDetection(_ detection: DelimiterDetection, _ handle: (CSVRecord) throws -> Void) throws {
        stage = .records(RecordReader(delimiter: detection.delimiter.byte, limits: limits))
        // The line break after "sep=;" is read again, so that later line numbers are right.
        let bytes = detection.seen.dropFirst(detection.named == nil ? 0 : DelimiterDetection.namingLength)
        try bytes.withUnsafeBytes { try read($0, handle) }
    }

    private mutating func withRecords(_ body: (inout RecordReader) throws -> Void) throws {
        if case .refused(let error) = stage { throw error }
        guard case .records(var reader) = stage else { return }
        stage = .mark(0)  // Drops the other reference, so that reading does not copy the record.
        do {
            try body(&reader)
            stage = .records(reader)
        } catch let error as CSVError {
            stage = .refused(error)
            throw error
        } catch {
            stage = .records(reader)
            throw error
        }
    }
}

extension CSVReader {
    /// The delimiter of a file. It may be known, or detected from the beginning of the file.
    public struct Delimiter: Hashable, Sendable {
        let known: CSVDelimiter?

        /// The comma, the delimiter of RFC 4180.
        public static let comma = Delimiter(known: .comma)
        /// The semicolon, which spreadsheets use in countries with a decimal comma.
        public static let semicolon = Delimiter(known: .semicolon)
        /// The tab, the delimiter of "tab-separated values".
        public static let tab = Delimiter(known: .tab)
        /// The delimiter that the first line names ("sep=;"). If it names none, the most frequent delimiter in the header line.
        public static let detected = Delimiter(known: nil)
    }

    /// The limits for one record. The caller must limit the size of the file.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of bytes of a record, including quotes, delimiters and line breaks.
        public var recordBytes: Int
        /// The maximum number of fields in a record.
        public var fields: Int

        /// Creates limits. The default values are 1 MiB and 1,000 fields.
        public init(recordBytes: Int = 1 << 20, fields: Int = 1_000) {
            (self.recordBytes, self.fields) = (recordBytes, fields)
        }
    }
}
