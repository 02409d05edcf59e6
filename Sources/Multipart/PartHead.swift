/// Reads the headers of one part, up to an empty line. It keeps the current line, and the values of the headers that it has read.
struct PartHead: Sendable {
    private let dashBoundary: ArraySlice<UInt8>
    private let limits: MultipartParser.Limits
    private var line: [UInt8] = []
    private var byteCount = 0
    private var fieldCount = 0
    private var disposition: Disposition?
    private var contentType: String?

    init(dashBoundary: ArraySlice<UInt8>, limits: MultipartParser.Limits) {
        (self.dashBoundary, self.limits) = (dashBoundary, limits)
    }

    /// The number of bytes that are stored outside this value: in the current line and in the headers.
    var heldCount: Int {
        line.capacity + [disposition?.name, disposition?.filename, contentType].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }

    /// Reads `rest` up to the end of a line. Returns the part if this was the empty line after the headers. Otherwise returns nil.
    mutating func read(_ rest: inout UnsafeRawBufferPointer) throws(MultipartError) -> MultipartPart? {
        let room = limits.headerBytes - byteCount
        let lineEnd = rest.prefix(room).firstIndex(of: .lineFeed)
        guard lineEnd != nil || rest.count <= room else { throw .headersTooLong }
        let piece = rest.take(lineEnd.map { $0 + 1 } ?? rest.count)
        line += piece
        byteCount += piece.count
        guard lineEnd != nil else { return nil }
        defer { line.removeAll(keepingCapacity: true) }
        return try endLine()
    }

    private mutating func endLine() throws(MultipartError) -> MultipartPart? {
        guard line.dropLast().last == .carriageReturn else { throw .bareLineFeed }
        let content = line.dropLast(2)
        guard content.isEmpty else {
            try readField(content)
            return nil
        }
        guard let disposition else { throw .noDisposition }
        return MultipartPart(name: disposition.name, filename: disposition.filename, contentType: contentType)
    }

    private mutating func readField(_ content: ArraySlice<UInt8>) throws(MultipartError) {
        guard !content.contains(.carriageReturn) else { throw .bareCarriageReturn }
        guard !content.contains(where: { $0.isControl && !$0.isBlank }) else { throw .controlCharacter }
        guard !content.starts(with: dashBoundary) else { throw .delimiterInHeaders }
        guard content.first?.isBlank == false else { throw .foldedHeader }
        guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { throw .headerWithoutColon }
        let name = content[..<colon]
        guard !name.isEmpty, name.allSatisfy(\.isToken) else { throw .malformedHeaderName }
        guard fieldCount < limits.headerFields else { throw .tooManyHeaders }
        fieldCount += 1
        try store(content[(colon + 1)...], of: name.lowercasedText)
    }

    /// Stores the value of Content-Disposition or Content-Type. All other headers are ignored (RFC 7578 section 4.8).
    private mutating func store(_ value: ArraySlice<UInt8>, of name: String) throws(MultipartError) {
        switch name {
        case "content-disposition":
            guard disposition == nil else { throw .repeatedHeader }
            disposition = try Disposition(value, limits: limits)
        case "content-type":
            guard contentType == nil else { throw .repeatedHeader }
            let type = value.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed()
            contentType = String(decoding: Array(type), as: UTF8.self)
        default: break
        }
    }
}
