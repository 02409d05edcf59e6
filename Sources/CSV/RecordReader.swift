import SafeText

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Parses the bytes of records after the byte order mark. The delimiter is known.
struct RecordReader: Sendable {
    private enum Place {
        case recordStart, fieldStart, unquoted, quoted
        /// The place after a quote in a quoted field. The field has ended, unless a second quote follows.
        case quoteRead
    }

    private let delimiter: UInt8
    private let limits: CSVReader.Limits
    private var place = Place.recordStart
    /// Whether the last byte was a carriage return. A line feed after it belongs to the same line break.
    private var isAfterReturn = false
    private var line = 1
    private var recordLine = 1
    private var quoteLine = 1
    /// The number of bytes of the current record in the file. It is compared with the limit.
    private var count = 0
    /// The fields of the current record, one after another, without quotes.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(delimiter: UInt8, limits: CSVReader.Limits) {
        (self.delimiter, self.limits) = (delimiter, limits)
    }

    mutating func read(_ chunk: UnsafeRawBufferPointer, _ handle: (CSVRecord) throws -> Void) throws {
        var position = 0
        while position < chunk.count {
            if place == .unquoted || place == .quoted { try takeRun(chunk, &position) }
            guard position < chunk.count else { return }
            let byte = chunk[position]
            position += 1
            try take(byte, handle)
        }
    }

    /// Ends the file. The last record may have no line break.
    mutating func finish(_ handle: (CSVRecord) throws -> Void) throws {
        guard place != .quoted else { throw CSVError(line: quoteLine, fault: .unclosedQuote) }
        guard place != .recordStart else { return }
        try endField()
        try handle(try takeRecord())
    }

    /// Reads all bytes before the next byte that may have a special meaning.
    private mutating func takeRun(_ chunk: UnsafeRawBufferPointer, _ position: inout Int) throws(CSVError) {
        let start = position
        if place == .quoted {
            while position < chunk.count, chunk[position] > 0x22 || !chunk[position].endsQuotedRun { position += 1 }
        } else {
            while position < chunk.count, chunk[position] != delimiter, !chunk[position].endsUnquotedRun { position += 1 }
        }
        guard position > start else { return }
        isAfterReturn = false
        try count(position - start)
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[start..<position]))
    }

    private mutating func take(_ byte: UInt8, _ handle: (CSVRecord) throws -> Void) throws {
        if isAfterReturn {
            isAfterReturn = false
            // This byte follows a carriage return, which was already counted as a line break.
            if byte == .lineFeed { return place == .quoted ? try add(byte) : () }
        }
        guard byte != .zero else { throw CSVError(line: line, fault: .zeroByte) }
        switch place {
        case .quoted: try takeQuoted(byte)
        case .quoteRead where byte == .quote:
            try add(byte)
            place = .quoted
        case .recordStart where byte.isLineBreak: countLine(byte)
        case _ where byte.isLineBreak:
            try endField()
            let record = try takeRecord()
            countLine(byte)
            try handle(record)
        case _ where byte == delimiter:
            if place == .recordStart { recordLine = line }
            try count(1)
            try endField()
            place = .fieldStart
        default: try takeText(byte)
        }
    }

    private mutating func takeQuoted(_ byte: UInt8) throws(CSVError) {
        if byte == .quote {
            try count(1)
            place = .quoteRead
        } else {
            if byte.isLineBreak { countLine(byte) }
            try add(byte)
        }
    }

    private mutating func takeText(_ byte: UInt8) throws(CSVError) {
        guard place != .quoteRead else { throw CSVError(line: line, fault: .textAfterQuote) }
        guard byte == .quote else {
            if place == .recordStart { recordLine = line }
            place = .unquoted
            return try add(byte)
        }
        guard place != .unquoted else { throw CSVError(line: line, fault: .quoteInField) }
        if place == .recordStart { recordLine = line }
        quoteLine = line
        try count(1)
        place = .quoted
    }

    private mutating func countLine(_ byte: UInt8) {
        line += 1
        isAfterReturn = byte == .carriageReturn
    }

    private mutating func add(_ byte: UInt8) throws(CSVError) {
        try count(1)
        bytes.append(byte)
    }

    private mutating func count(_ more: Int) throws(CSVError) {
        count += more
        guard count <= limits.recordBytes else { throw CSVError(line: recordLine, fault: .recordTooLong(mostBytes: limits.recordBytes)) }
    }

    private mutating func endField() throws(CSVError) {
        guard ends.count < limits.fields else { throw CSVError(line: recordLine, fault: .tooManyFields(most: limits.fields)) }
        ends.append(bytes.count)
    }
}

extension RecordReader {
    private mutating func takeRecord() throws(CSVError) -> CSVRecord {
        let fields = bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            var fields: [String] = []
            fields.reserveCapacity(ends.count)
            for end in ends {
                guard let field = Self.text(UnsafeBufferPointer(rebasing: bytes[start..<end])) else { break }
                fields.append(field)
                start = end
            }
            return fields
        }
        guard fields.count == ends.count else { throw CSVError(line: lineOfInvalidText, fault: .invalidUTF8) }
        (place, count) = (.recordStart, 0)
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        return CSVRecord(line: recordLine, fields: fields)
    }

    /// Decodes a field from UTF-8 and limits its combining marks (see `StreamSafeText`). Nil if the bytes are not UTF-8. To find this out,
    /// the decoded text is compared with the bytes. `String(validating:as:)` would double the time that it takes to read a file.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var text = String(decoding: bytes, as: UTF8.self)
        let isSame = text.withUTF8 { text in
            guard text.count == bytes.count, let one = text.baseAddress, let other = bytes.baseAddress else {
                return text.count == bytes.count
            }
            return memcmp(one, other, bytes.count) == 0
        }
        return isSame ? StreamSafeText.text(text) : nil
    }

    /// The line of the first text that is not UTF-8. Each line can be checked separately, because a line break is never a part of a longer
    /// character.
    private var lineOfInvalidText: Int {
        var line = recordLine
        var (start, previous) = (0, UInt8.zero)
        for (index, byte) in bytes.enumerated() where byte.isLineBreak {
            defer { previous = byte }
            guard String(validating: bytes[start..<index], as: UTF8.self) != nil else { return line }
            let isSecondHalf = byte == .lineFeed && previous == .carriageReturn && start == index
            if !isSecondHalf { line += 1 }
            start = index + 1
        }
        return line
    }
}

extension UInt8 {
    fileprivate var endsQuotedRun: Bool { self == .quote || self == .lineFeed || self == .carriageReturn || self == .zero }
    fileprivate var endsUnquotedRun: Bool { self <= 0x22 && endsQuotedRun }
}
