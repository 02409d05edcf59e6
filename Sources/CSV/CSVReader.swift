/// Reads comma-separated values (RFC 4180) chunk by chunk as they arrive, in UTF-8 with or without a byte order mark.
///
/// A line ends in CRLF, LF or CR, the last one also where the file ends. Empty lines are skipped. Between chunks it keeps the record
/// that is being read, at most `Limits.recordBytes` and a number for each field.
public struct CSVReader: Sendable {
    private enum Stage {
        /// So many bytes of a byte order mark were there.
        case mark(Int)
        case detection(DelimiterDetection)
        case records(RecordReader)
        case refused(CSVError)
    }

    private let delimiter: Delimiter
    private let limits: Limits
    private var stage = Stage.mark(0)

    /// A reader of one file.
    public init(delimiter: Delimiter = .comma, limits: Limits = Limits()) {
        (self.delimiter, self.limits) = (delimiter, limits)
    }

    /// Reads the next bytes, as many as there are, and hands on each record that ends in them. Throws `CSVError`, which ends the file:
    /// every call after that throws it as well; or what `handle` throws, and then the rest of the chunk is lost.
    public mutating func read(_ chunk: UnsafeRawBufferPointer, _ handle: (CSVRecord) throws -> Void) throws {
        var rest = chunk[...]
        while !rest.isEmpty { try advance(&rest, handle) }
    }

    /// Reads the next bytes of an array or a string's UTF-8.
    public mutating func read(_ chunk: some Collection<UInt8>, _ handle: (CSVRecord) throws -> Void) throws {
        let lent: Void? = try chunk.withContiguousStorageIfAvailable { try read(UnsafeRawBufferPointer($0), handle) }
        if lent == nil { try Array(chunk).withUnsafeBytes { try read($0, handle) } }
    }

    /// Call it when all was read: the last record may end here.
    public mutating func finish(_ handle: (CSVRecord) throws -> Void) throws {
        if case .mark(let count) = stage { try passOn([UInt8].byteOrderMark.prefix(count), handle) }
        if case .detection(let detection) = stage { try endDetection(detection, handle) }
        try withRecords { try $0.finish(handle) }
    }

    /// All records of a file that is in memory.
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

    /// Goes on behind the mark; `held` is the beginning of one that was none.
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
        stage = .mark(0)  // So that the bytes seen have one owner.
        while let byte = rest.popFirst() {
            if detection.look(at: byte) || detection.seen.count > limits.recordBytes { return try endDetection(detection, handle) }
        }
        stage = .detection(detection)
    }

    private mutating func endDetection(_ detection: DelimiterDetection, _ handle: (CSVRecord) throws -> Void) throws {
        stage = .records(RecordReader(delimiter: detection.delimiter.byte, limits: limits))
        // What is left of a line that names the delimiter is an empty one, which counts.
        let bytes = detection.seen.dropFirst(detection.named == nil ? 0 : DelimiterDetection.namingLength)
        try bytes.withUnsafeBytes { try read($0, handle) }
    }

    private mutating func withRecords(_ body: (inout RecordReader) throws -> Void) throws {
        if case .refused(let error) = stage { throw error }
        guard case .records(var reader) = stage else { return }
        stage = .mark(0)  // So that the record has one owner.
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
    /// Which delimiter a file has.
    public struct Delimiter: Hashable, Sendable {
        let known: CSVDelimiter?

        /// As RFC 4180 has it.
        public static let comma = Delimiter(known: .comma)
        /// As spreadsheets write it where a comma stands in numbers.
        public static let semicolon = Delimiter(known: .semicolon)
        /// As in "tab-separated values".
        public static let tab = Delimiter(known: .tab)
        /// The one of these that the header line has most often.
        public static let detected = Delimiter(known: nil)
    }

    /// What is taken at most. How long a file is, is left to the caller.
    public struct Limits: Hashable, Sendable {
        /// Of one record, with its quotes, delimiters and line breaks.
        public var recordBytes: Int
        /// Of one record.
        public var fields: Int

        /// A megabyte and a thousand fields, where nothing else is said.
        public init(recordBytes: Int = 1 << 20, fields: Int = 1_000) {
            (self.recordBytes, self.fields) = (recordBytes, fields)
        }
    }
}
