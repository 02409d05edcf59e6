extension TemplateData {
    /// The maximum size of a JSON text in bytes.
    public static let largestJSON = 32 << 20

    /// Parses a JSON text (RFC 8259). Throws errors that contain the name `file` and the position.
    public init(json: [UInt8], file: String) throws(TemplateErrors) {
        var reader = JSONReader(source: json)
        do {
            self = try reader.read()
        } catch {
            throw TemplateErrors([TemplateError(error.message, at: error.offset, in: json, of: file)])
        }
    }
}

/// Reads JSON more strictly than `JSONDecoder`: every error has a position, the names in an object must be unique, and a whole number keeps
/// all of its digits.
struct JSONReader {
    static let deepestNesting = 500

    struct Mistake: Error {
        let message: String
        let offset: Int
    }

    private let source: [UInt8]
    private var position = 0
    private var depth = 0

    init(source: [UInt8]) {
        self.source = source
    }

    mutating func read() throws(Mistake) -> TemplateData {
        guard source.count <= TemplateData.largestJSON else {
            throw mistake("The data are larger than \(TemplateData.largestJSON >> 20) MB; give fewer.")
        }
        if let offset = source.firstInvalidUTF8 { throw Mistake(message: "This is not UTF-8; save the data as UTF-8.", offset: offset) }
        if source.starts(with: [UInt8].byteOrderMark) { position = 3 }
        let data = try readValue()
        skipBlanks()
        guard position == source.count else { throw mistake("The JSON ends before this; take it away.") }
        return data
    }

    private mutating func readValue() throws(Mistake) -> TemplateData {
        skipBlanks()
        switch byte {
        case UInt8(ascii: "{"): return .object(try nested { reader throws(Mistake) in try reader.readMembers() })
        case UInt8(ascii: "["): return .array(try nested { reader throws(Mistake) in try reader.readItems() })
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t") where skip("true"): return .bool(true)
        case UInt8(ascii: "f") where skip("false"): return .bool(false)
        case UInt8(ascii: "n") where skip("null"): return .null
        case UInt8(ascii: "-"): return try readNumber()
        case let digit? where digit.isDigit: return try readNumber()
        case nil: throw mistake("The JSON ends where a value should stand.")
        default: throw mistake("No JSON value begins like this; write text in double quotes.")
        }
    }

    private mutating func nested<Value>(_ body: (inout Self) throws(Mistake) -> Value) throws(Mistake) -> Value {
        guard depth < Self.deepestNesting else { throw mistake("The data nest deeper than \(Self.deepestNesting) here.") }
        position += 1
        depth += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func readItems() throws(Mistake) -> [TemplateData] {
        var items: [TemplateData] = []
        skipBlanks()
        guard !skip("]") else { return items }
        repeat { items.append(try readValue()) } while try goesOn(until: "]")
        return items
    }

    private mutating func readMembers() throws(Mistake) -> [String: TemplateData] {
        var members: [String: TemplateData] = [:]
        skipBlanks()
        guard !skip("}") else { return members }
        repeat {
            skipBlanks()
            let start = position
            guard byte == UInt8(ascii: "\"") else { throw mistake("A name in double quotes should stand here.") }
            let name = try readString()
            skipBlanks()
            guard skip(":") else { throw mistake("A colon should stand here, between a name and its value.") }
            guard members.updateValue(try readValue(), forKey: name) == nil else {
                throw Mistake(message: "The name \"\(name)\" stands twice in this object; take one away.", offset: start)
            }
        } while try goesOn(until: "}")
        return members
    }

    private mutating func goesOn(until end: StaticString) throws(Mistake) -> Bool {
        skipBlanks()
        if skip(",") { return true }
        guard skip(end) else { throw mistake("A comma or \(end) should stand here.") }
        return false
    }
}

// MARK: Numbers and text

extension JSONReader {
    /// Reads a number. A whole number that is too long for `Int` becomes a string of its digits.
    private mutating func readNumber() throws(Mistake) -> TemplateData {
        let start = position
        _ = skip("-")
        let isZero = skip("0")
        if !isZero { try skipDigits() }
        var isWhole = true
        if skip(".") {
            isWhole = false
            try skipDigits()
        }
        if skip("e") || skip("E") {
            isWhole = false
            if !skip("+") { _ = skip("-") }
            try skipDigits()
        }
        let text = String(decoding: source[start..<position], as: UTF8.self)
        if isWhole { return Int(text).map(TemplateData.integer) ?? .string(text) }
        guard let number = Double(text), number.isFinite else {
            throw Mistake(message: "The number is too large; write it as text in double quotes.", offset: start)
        }
        return .number(number)
    }

    private mutating func skipDigits() throws(Mistake) {
        guard byte?.isDigit == true else { throw mistake("A digit should stand here.") }
        while byte?.isDigit == true { position += 1 }
    }

    private mutating func readString() throws(Mistake) -> String {
        position += 1
        var text = ""
        while true {
            let start = position
            while let byte, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
            text += String(decoding: source[start..<position], as: UTF8.self)
            if skip("\"") { return text }
            guard skip("\\") else { throw mistake("The text is not closed; add a double quote, and write a new line as \\n.") }
            text.unicodeScalars.append(try readEscape())
        }
    }

    private mutating func readEscape() throws(Mistake) -> Unicode.Scalar {
        guard let byte else { throw mistake("The text is not closed; add a double quote.") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readScalar()
        default: throw Mistake(message: "JSON has no such escape; write a backslash as \\\\.", offset: position - 2)
        }
    }

    /// Reads a `\u` escape. One half of a surrogate pair without the other half becomes U+FFFD, as when browsers encode text as UTF-8.
    private mutating func readScalar() throws(Mistake) -> Unicode.Scalar {
        let unit = try readCodeUnit()
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        let afterLead = position
        if skip("\\u") {
            let trail = try readCodeUnit()
            let bits = UInt32(unit & 0x3FF) << 10 | UInt32(trail & 0x3FF)
            if UTF16.isTrailSurrogate(trail), let scalar = Unicode.Scalar(0x10000 + bits) { return scalar }
            position = afterLead
        }
        return "\u{FFFD}"
    }

    private mutating func readCodeUnit() throws(Mistake) -> UInt16 {
        let digits = source[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw mistake("Four hexadecimal digits should stand here.") }
        position += 4
        return unit
    }
}

// MARK: Bytes

extension JSONReader {
    private var byte: UInt8? { position < source.count ? source[position] : nil }

    private mutating func skipBlanks() {
        while let byte, byte.isBlank || byte == .newline { position += 1 }
    }

    /// Skips `text` if it is at the current position. Returns whether it was there.
    private mutating func skip(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= source.count, text.withUTF8Buffer({ source[position..<end].elementsEqual($0) }) else { return false }
        position = end
        return true
    }

    private func mistake(_ message: String) -> Mistake { Mistake(message: message, offset: position) }
}
