/// Parses a form of type multipart/form-data (RFC 7578 and RFC 2046 section 5.1.1) while its chunks arrive. A form has one part for each
/// field and each file. A boundary separates the parts.
///
/// Between chunks, the parser keeps only the boundary and the headers of one part. These take at most five times `Limits.headerBytes` of
/// memory: the array of a line may have grown to twice the length of the line, and the repair of invalid UTF-8 makes names three times as
/// long.
public struct MultipartParser: Sendable {
    /// Something that the parser has read: the beginning, some content or the end of a part, or the end of the form. Events come in the
    /// order of the form.
    public enum Event {
        case partBegins(MultipartPart)
        /// The next bytes of the part's content, at least one byte. The buffer is valid only during the call, so copy the bytes that you
        /// need.
        case body(UnsafeRawBufferPointer)
        case partEnds
        /// The form is complete. Later bytes are ignored.
        case formEnds
    }

    private enum Stage {
        case preamble, body, epilogue
        case head
        /// Places in a line with a boundary. Each case is the last thing that was read.
        case boundary, padding, dash, carriageReturn
    }

    private let limits: Limits
    private var stage = Stage.preamble
    private var search: DelimiterSearch
    private var head: PartHead
    private var partCount = 0
    private var bytesOutsideParts = 0
    private var refusal: MultipartError?

    public init(boundary: MultipartBoundary, limits: Limits = Limits()) {
        self.limits = limits
        search = DelimiterSearch(boundary)
        head = PartHead(dashBoundary: search.dashBoundary, limits: limits)
    }

    /// Parses the next bytes of the form, and calls `handle` with each event. Throws `MultipartError` or the error of `handle`. After an
    /// error, every later call throws an error, too.
    public mutating func parse(_ chunk: UnsafeRawBufferPointer, _ handle: (Event) throws -> Void) throws {
        if let refusal { throw refusal }
        var rest = chunk
        do {
            while !rest.isEmpty { try advance(&rest, handle) }
        } catch {
            refusal = error as? MultipartError ?? .incomplete
            throw error
        }
    }

    /// Checks that the form is complete. Call this after the last byte. Throws `incomplete` if the end of the form is missing.
    public func finish() throws(MultipartError) {
        if let refusal { throw refusal }
        guard stage == .epilogue else { throw .incomplete }
    }

    /// The number of bytes that are kept until the next chunk, not counting the boundary.
    var heldCount: Int { search.held + head.heldCount }

    private mutating func advance(_ rest: inout UnsafeRawBufferPointer, _ handle: (Event) throws -> Void) throws {
        switch stage {
        case .preamble: try skipPreamble(&rest)
        case .head: try readHead(&rest, handle)
        case .body: try readBody(&rest, handle)
        case .boundary, .padding, .dash, .carriageReturn:
            for byte in rest.take(1) { try endBoundary(byte, handle) }
        case .epilogue: try ignore(rest.take(rest.count).count)
        }
    }

    private mutating func skipPreamble(_ rest: inout UnsafeRawBufferPointer) throws(MultipartError) {
        switch search.next(in: &rest) {
        case .run(let bytes): try ignore(bytes.count)
        case .released(let bytes): try ignore(bytes.count)
        case .delimiter: stage = .boundary
        case nil: break
        }
    }

    private mutating func readBody(_ rest: inout UnsafeRawBufferPointer, _ handle: (Event) throws -> Void) throws {
        switch search.next(in: &rest) {
        case .run(let bytes): try handle(.body(bytes))
        case .released(let bytes) where !bytes.isEmpty: try bytes.withUnsafeBytes { try handle(.body($0)) }
        case .delimiter:
            stage = .boundary
            try handle(.partEnds)
        case .released, nil: break
        }
    }

    /// Reads a byte after a boundary. If "--" follows the boundary, the form ends. Otherwise only white space and a line end may follow.
    /// Anything else is a malformed delimiter (RFC 2046 section 5.1.1).
    private mutating func endBoundary(_ byte: UInt8, _ handle: (Event) throws -> Void) throws {
        switch (stage, byte) {
        case (.boundary, .dash): stage = .dash
        case (.dash, .dash):
            stage = .epilogue
            try handle(.formEnds)
        case (.carriageReturn, .lineFeed): try beginHead()
        case (.carriageReturn, _): throw MultipartError.bareCarriageReturn
        case (.boundary, .carriageReturn), (.padding, .carriageReturn): stage = .carriageReturn
        case (.boundary, .lineFeed), (.padding, .lineFeed): throw MultipartError.bareLineFeed
        case (.boundary, let byte) where byte.isBlank, (.padding, let byte) where byte.isBlank:
            stage = .padding
            try ignore(1)
        default: throw MultipartError.malformedDelimiter
        }
    }

    private mutating func beginHead() throws(MultipartError) {
        guard partCount < limits.parts else { throw .tooManyParts }
        partCount += 1
        head = PartHead(dashBoundary: search.dashBoundary, limits: limits)
        stage = .head
    }

    private mutating func readHead(_ rest: inout UnsafeRawBufferPointer, _ handle: (Event) throws -> Void) throws {
        guard let part = try head.read(&rest) else { return }
        head = PartHead(dashBoundary: search.dashBoundary, limits: limits)
        search.beginLine()
        stage = .body
        try handle(.partBegins(part))
    }

    private mutating func ignore(_ count: Int) throws(MultipartError) {
        bytesOutsideParts += count
        guard bytesOutsideParts <= limits.bytesOutsideParts else { throw .tooMuchOutsideParts }
    }
}

extension MultipartParser {
    /// The limits for one form. The caller must limit the size of files and values.
    public struct Limits: Sendable {
        public var parts: Int
        /// The maximum number of bytes of a part's headers, including line ends.
        public var headerBytes: Int
        /// The maximum number of headers of a part.
        public var headerFields: Int
        /// The maximum number of bytes of a field's name or a filename, as the browser sends it.
        public var nameBytes: Int
        /// The maximum number of bytes before the first part, after the last part, and of white space after boundaries, taken together.
        public var bytesOutsideParts: Int

        public init(
            parts: Int = 100, headerBytes: Int = 8 << 10, headerFields: Int = 16, nameBytes: Int = 1 << 10, bytesOutsideParts: Int = 8 << 10
        ) {
            (self.parts, self.headerBytes, self.headerFields) = (parts, headerBytes, headerFields)
            (self.nameBytes, self.bytesOutsideParts) = (nameBytes, bytesOutsideParts)
        }
    }
}
