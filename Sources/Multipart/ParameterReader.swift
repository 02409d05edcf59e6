/// Reads a header's value of the form `type; name=value; name="value"` (RFC 2045 section 5.1).
struct ParameterReader {
    struct Parameter {
        /// In small letters.
        let name: String
        /// Without quotes.
        let value: [UInt8]
    }

    private var rest: ArraySlice<UInt8>
    /// Whether a backslash in quotes stands for the byte behind it, as in MIME, or for itself, as browsers write it.
    private let escapes: Bool
    private let fault: MultipartError

    /// `fault` is thrown for what breaks the syntax.
    init(_ value: ArraySlice<UInt8>, escapes: Bool, fault: MultipartError) {
        (rest, self.escapes, self.fault) = (value, escapes, fault)
    }

    /// What stands before the parameters, in small letters.
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

    /// Semicolons may stand side by side or last (RFC 9110 section 5.6.6). Returns whether a parameter follows.
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
