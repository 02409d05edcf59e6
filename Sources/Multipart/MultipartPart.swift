import SafeText

/// The headers of a part (RFC 7578 sections 4.2 and 4.4). The sender chooses them, so do not trust them.
public struct MultipartPart: Hashable, Sendable {
    /// The name of the form field. The name and the filename may contain quotes and line ends, which browsers send as `%22`, `%0D` and
    /// `%0A`.
    public let name: String
    /// The name of the file without folders. Nil if the field is not a file. Empty if the user chose no file.
    public let filename: String?
    /// The content type that the sender names. It was not checked. Nil if the part names none, which means text/plain.
    public let contentType: String?
}

/// The Content-Disposition header of a part, in the form that browsers use (HTML standard, "multipart/form-data encoding algorithm").
/// `filename*` is ignored (RFC 7578 section 4.2).
struct Disposition {
    let name: String
    let filename: String?

    init(_ value: ArraySlice<UInt8>, limits: MultipartParser.Limits) throws(MultipartError) {
        var reader = ParameterReader(value, escapes: false, fault: .malformedDisposition)
        guard reader.takeType() == "form-data" else { throw .notFormData }
        var (name, filename): ([UInt8]?, [UInt8]?)
        while let parameter = try reader.next() {
            switch parameter.name {
            case "name": try Self.set(&name, to: parameter.value, limits, tooLong: .nameTooLong)
            case "filename": try Self.set(&filename, to: parameter.value, limits, tooLong: .filenameTooLong)
            default: break
            }
        }
        guard let name else { throw .noName }
        self.name = Self.text(name)
        self.filename = filename.map { Self.text(Self.lastComponent($0)) }
    }

    private static func set(
        _ parameter: inout [UInt8]?, to value: [UInt8], _ limits: MultipartParser.Limits, tooLong: MultipartError
    ) throws(MultipartError) {
        guard parameter == nil else { throw .repeatedParameter }
        guard value.count <= limits.nameBytes else { throw tooLong }
        guard !value.contains(where: \.isControl) else { throw .controlCharacter }
        parameter = value
    }

    /// Returns the last component of a path, because some browsers send a path instead of a filename. Slashes and backslashes both separate
    /// components. The components "." and ".." become empty.
    private static func lastComponent(_ path: [UInt8]) -> [UInt8] {
        let start = path.lastIndex { $0 == UInt8(ascii: "/") || $0 == .backslash }.map { $0 + 1 } ?? 0
        let component = Array(path[start...])
        return component == Array(".".utf8) || component == Array("..".utf8) ? [] : component
    }

    /// Decodes the three escapes that browsers use (`%22`, `%0D`, `%0A`). Other percent signs stay unchanged. Invalid UTF-8 becomes U+FFFD.
    private static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let meant = escapes.first(where: { rest.starts(with: $0.digits) }) else {
                text.append(byte)
                continue
            }
            text.append(meant.byte)
            rest = rest.dropFirst(2)
        }
        return StreamSafeText.text(text)
    }

    private static let escapes: [(digits: [UInt8], byte: UInt8)] = [
        (Array("22".utf8), .quote), (Array("0D".utf8), .carriageReturn), (Array("0A".utf8), .lineFeed),
    ]
}
