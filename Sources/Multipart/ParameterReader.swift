/// Reads the value of a header in the form `type; name=value; name="value"` (RFC 2045 section 5.1).
struct ParameterReader {
    struct Parameter {
        let name: String
        let value: [UInt8]
    }

    private var rest: ArraySlice<UInt8>
    /// Whether a backslash in quotes escapes the next byte, as in MIME. In the headers of parts, browsers use a backslash as an ordinary
    /// character.
    private let escapes: Bool
    private let fault: MultipartError

    /// Creates a reader for the value of a header. `fault` is the error that it throws for invalid syntax.
    init(_ value: ArraySlice<UInt8>, escapes: Bool, fault: MultipartError) {
        (rest, self.escapes, self.fault) = (value, escapes, fault)
    }

    /// Reads the type before the parameters. Returns it in lower case.
    mutating func takeType() -> String {
        skipBlanks()
        let type = rest.prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }
        rest = rest.dropFirst(type.count)
        return type.lowercasedText
    }

    mutating func next() throws(MultipartError) -> Parameter? {
        guard try skipSeparators() else { return nil }
        let name = takeToken()
        guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { throw fault }
        if rest.first == .quote { return Parameter(name: name.lowercasedText, value: try takeQuoted()) }
        let value = takeToken()
        guard !value.isEmpty else { throw fault }
        return Parameter(name: name.lowercasedText, value: Array(value))
    }

    /// Skips semicolons. There may be several in a row, and at the end (RFC 9110 section 5.6.6). Returns whether a parameter follows.
    private mutating func skipSeparators() throws(MultipartError) -> Bool {
        skipBlanks()
        guard let first = rest.first else { return false }
        guard first == UInt8(ascii: ";") else { throw fault }
        rest = rest.drop { $0 == UInt8(ascii: ";") || $0.isBlank }
        return !rest.isEmpty
    }

    private mutating func takeToken() -> ArraySlice<UInt8> {
        let token = rest.prefix(while: \.isToken)
        rest = rest.dropFirst(token.count)
        return token
    }

    private mutating func takeQuoted() throws(MultipartError) -> [UInt8] {
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == .quote { return value }
            guard escapes, byte == .backslash else {
                value.append(byte)
                continue
            }
            guard let escaped = rest.popFirst() else { break }
            value.append(escaped)
        }
        throw fault
    }

    private mutating func skipBlanks() {
        rest = rest.drop(while: \.isBlank)
    }
}
