#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Looks for the delimiter, a line end with "--" and the boundary (RFC 2046 section 5.1.1), in a stream of chunks.
///
/// What a chunk ends with and may be the beginning of a delimiter is held back. It is only counted, since its bytes are those of the
/// delimiter. A boundary has no carriage return, so a delimiter begins nowhere within another.
struct DelimiterSearch: Sendable {
    enum Finding {
        /// Bytes of the chunk before the next delimiter, never none.
        case run(UnsafeRawBufferPointer)
        /// Bytes that were held back and do not belong to a delimiter; none when all of them were `assumed`.
        case released(ArraySlice<UInt8>)
        case delimiter
    }

    private let delimiter: [UInt8]
    private(set) var held = 0
    /// How many of the bytes held belong to what came before: where a line begins, the delimiter's own line end is not asked for.
    private var assumed = 0

    init(_ boundary: MultipartBoundary) {
        delimiter = [.carriageReturn, .lineFeed, .dash, .dash] + boundary.bytes
        beginLine()
    }

    /// The delimiter as it stands in its line.
    var dashBoundary: ArraySlice<UInt8> { delimiter.dropFirst(2) }

    /// Says that what comes next stands at the beginning of a line: the whole form, and the body of a part.
    mutating func beginLine() {
        (held, assumed) = (2, 2)
    }

    /// Takes what it finds first from `rest`. Returns nil when the rest was nothing, or is held back.
    mutating func next(in rest: inout UnsafeRawBufferPointer) -> Finding? {
        if held == 0 {
            let run = rest.take(firstCandidate(in: rest))
            if !run.isEmpty { return .run(run) }
        }
        hold(&rest)
        if held == delimiter.count { return endHolding(.delimiter) }
        return rest.isEmpty ? nil : endHolding(.released(delimiter[assumed..<held]))
    }

    /// Takes what goes on with the delimiter.
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

    /// Where the delimiter begins, or what the next chunk may complete; the end when neither is there.
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
