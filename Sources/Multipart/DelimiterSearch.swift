#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Searches a stream of chunks for the delimiter between two parts. The delimiter is a line end, "--" and the boundary (RFC 2046 section
/// 5.1.1).
///
/// The last bytes of a chunk may be the beginning of a delimiter. They are held back until the next chunk. Only their number is stored,
/// because they are equal to the first bytes of the delimiter. A boundary contains no carriage return, so a delimiter cannot begin inside
/// another.
struct DelimiterSearch: Sendable {
    enum Finding {
        /// Bytes of the chunk before the next delimiter. There is at least one.
        case run(UnsafeRawBufferPointer)
        /// Bytes that were held back, but do not belong to a delimiter. The value is empty if all of these bytes were only `assumed`.
        case released(ArraySlice<UInt8>)
        case delimiter
    }

    private let delimiter: [UInt8]
    private(set) var held = 0
    /// The number of held bytes that were not in the input. At the beginning of a line, the search begins as if the line end of a delimiter
    /// had been read already.
    private var assumed = 0

    init(_ boundary: MultipartBoundary) {
        delimiter = [.carriageReturn, .lineFeed, .dash, .dash] + boundary.bytes
        beginLine()
    }

    /// The delimiter without its line end: "--" and the boundary.
    var dashBoundary: ArraySlice<UInt8> { delimiter.dropFirst(2) }

    /// Treats the next byte as the beginning of a line. This is needed at the start of the form and at the start of a part's body.
    mutating func beginLine() {
        (held, assumed) = (2, 2)
    }

    /// Removes the next finding from the beginning of `rest` and returns it. Returns nil if `rest` is empty, or if all of it is held back.
    mutating func next(in rest: inout UnsafeRawBufferPointer) -> Finding? {
        if held == 0 {
            let run = rest.take(firstCandidate(in: rest))
            if !run.isEmpty { return .run(run) }
        }
        hold(&rest)
        if held == delimiter.count { return endHolding(.delimiter) }
        return rest.isEmpty ? nil : endHolding(.released(delimiter[assumed..<held]))
    }

    private mutating func hold(_ rest: inout UnsafeRawBufferPointer) {
        var count = 0
        while count < rest.count, held < delimiter.count, rest[count] == delimiter[held] {
            count += 1
            held += 1
        }
        _ = rest.take(count)
    }

    private mutating func endHolding(_ finding: Finding) -> Finding {
        (held, assumed) = (0, 0)
        return finding
    }

    /// Returns the index of the first delimiter, or of bytes at the end that may be the beginning of a delimiter. Returns the index after
    /// the last byte if there is neither.
    private func firstCandidate(in bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        return delimiter.withUnsafeBytes { delimiter in
            guard let wanted = delimiter.baseAddress else { return 0 }
            var position = 0
            while let found = memchr(start + position, CInt(UInt8.carriageReturn), bytes.count - position) {
                position = UnsafeRawPointer(found) - start
                if memcmp(found, wanted, min(delimiter.count, bytes.count - position)) == 0 { return position }
                position += 1
            }
            return bytes.count
        }
    }
}
