/// The way in which a value is written at one place of a template. The compiler chooses it by the place in the HTML.
struct Escape: Sendable, Equatable {
    enum Rule: UInt8, Sendable {
        /// The value is written unchanged: `{{{name}}}`, and whole numbers (`Int`) at any place, because digits and a minus sign have no
        /// meaning in HTML and URLs.
        case raw
        /// Plain Mustache, which escapes every value as text, wherever it is. Only for `TemplateStore(lenient: true)`.
        case lenient
        /// Text, or an attribute value in quotes.
        case html
        /// An attribute value without quotes.
        case unquoted
        /// Three places of a URL. A value at the beginning (`urlStart`) may contain a scheme, which is checked. `urlPath` is in the path,
        /// and `urlQuery` is in the query or in the fragment.
        case urlStart, urlPath, urlQuery
        /// The content of a meta tag with http-equiv. A text there could lead the browser to another page. So only whole numbers are
        /// allowed, and nothing is escaped. For a property, the compiler checks its type. For data, `DataRenderer` checks the value.
        case wholeNumber
    }

    static let raw = Escape(.raw)

    var rule: Rule
    /// Whether the value is a whole attribute value without quotes. If the text is empty, it is written as `""`. Otherwise the next
    /// attribute would become the value.
    var quotesEmpty: Bool

    init(_ rule: Rule, quotesEmpty: Bool = false) {
        self.rule = rule
        self.quotesEmpty = quotesEmpty
    }

    /// The text that replaces a URL with a scheme that is not allowed.
    static let refusedURL: StaticString = "#refused"
}

extension Output {
    mutating func write(_ text: String, as escape: Escape) {
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { write($0, as: escape) }
        if isWritten == nil { write(Substring(text), as: escape) }
    }

    mutating func write(_ text: Substring, as escape: Escape) {
        var text = text
        text.withUTF8 { write($0, as: escape) }
    }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, as escape: Escape) {
        if escape.quotesEmpty, bytes.isEmpty { return append("\"\"") }
        switch escape.rule {
        case .raw, .wholeNumber: append(bytes)
        case .lenient: writeHTML(bytes, escaping: .lenient, byWords: false)
        case .html: writeHTML(bytes, escaping: .html, byWords: true)
        case .unquoted: writeHTML(bytes, escaping: .unquoted, byWords: false)
        case .urlStart: hasAllowedScheme(bytes) ? writeURL(bytes, isPath: true) : append(Escape.refusedURL)
        case .urlPath: writeURL(bytes, isPath: true)
        case .urlQuery: writeURL(bytes, isPath: false)
        }
    }

    /// Appends the bytes, and escapes those in `special`. Neighbouring bytes that need no escape are copied together. If `byWords` is true,
    /// eight bytes are tested at a time.
    private mutating func writeHTML(_ bytes: UnsafeBufferPointer<UInt8>, escaping special: ByteSet, byWords: Bool) {
        var start = 0
        var index = 0
        while index < bytes.count {
            if byWords, index &+ 8 <= bytes.count, !Self.hasHTMLSpecial(bytes.word(at: index)) {
                index &+= 8
                continue
            }
            let byte = bytes[index]
            if special.contains(byte) {
                append(bytes, from: start, to: index)
                append(Self.reference(to: byte))
                start = index &+ 1
            }
            index &+= 1
        }
        append(bytes, from: start, to: bytes.count)
    }

    /// Returns whether one of the eight bytes is in `ByteSet.html`. The exclusive or makes such a byte zero. Only a zero byte then borrows
    /// from its high bit ("Hacker's Delight", 6-1). `&` and `'` differ in only one bit, so one test finds both. The same is true of `<` and
    /// `>`.
    @inline(__always)
    private static func hasHTMLSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let ampersand = (word | ones) ^ (ones &* 0x27)
        let angle = (word | (ones &* 2)) ^ (ones &* 0x3E)
        let borrows =
            (word &- ones) & ~word | (quote &- ones) & ~quote | (ampersand &- ones) & ~ampersand | (angle &- ones) & ~angle
        return borrows & (ones &* 0x80) != 0
    }

    /// Returns the character reference for a byte. The null byte has no character reference and becomes U+FFFD (HTML standard, 13.2.5.80).
    private static func reference(to byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case UInt8(ascii: "\t"): "&#9;"
        case UInt8(ascii: "\n"): "&#10;"
        case 0x0C: "&#12;"
        case UInt8(ascii: "\r"): "&#13;"
        case UInt8(ascii: " "): "&#32;"
        case UInt8(ascii: "="): "&#61;"
        case UInt8(ascii: "`"): "&#96;"
        default: "\u{FFFD}"
        }
    }

    /// Percent-encodes bytes that are not allowed in a URL (RFC 3986, 2.1). In a path, `&` becomes a character reference, and bytes that
    /// are percent-encoded already stay unchanged.
    private mutating func writeURL(_ bytes: UnsafeBufferPointer<UInt8>, isPath: Bool) {
        let kept = isPath ? ByteSet.urlPath : .unreserved
        var start = 0
        for index in bytes.indices where !kept.contains(bytes[index]) {
            if isPath, isPercentEncoding(bytes, at: index) { continue }
            append(bytes, from: start, to: index)
            isPath && bytes[index] == UInt8(ascii: "&") ? append("&amp;") : appendPercentEncoding(of: bytes[index])
            start = index + 1
        }
        append(bytes, from: start, to: bytes.count)
    }

    private mutating func appendPercentEncoding(of byte: UInt8) {
        append(UInt8(ascii: "%"))
        append(hexDigit(byte >> 4))
        append(hexDigit(byte & 15))
    }

    private func isPercentEncoding(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count && bytes[index + 1].isHexDigit && bytes[index + 2].isHexDigit
    }

    private func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    /// Returns whether a URL has no scheme or an allowed scheme. The scheme is all the text before the first `:`, unless `/`, `?` or `#`
    /// comes before it (RFC 3986, 4.2). So white space and control characters cannot hide a scheme.
    private func hasAllowedScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let end = bytes.firstIndex(where: ByteSet.schemeEnd.contains), bytes[end] == UInt8(ascii: ":") else { return true }
        guard end < AttributeValue.longestScheme else { return false }
        return AttributeValue.schemes.contains(String(decoding: bytes[..<end], as: UTF8.self).lowercased())
    }
}

extension ByteSet {
    static let lenient = ByteSet("&\"'<>".utf8)
    static let html = ByteSet("\0&\"'<>".utf8)
    static let unquoted = ByteSet("\0&\"'<>\t\n\u{0C}\r =`".utf8)
    static let schemeEnd = ByteSet(":/?#".utf8)
    /// The characters that RFC 3986, 2.3 calls unreserved.
    static let unreserved = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    /// The unreserved and the reserved characters of RFC 3986, as in Go's html/template, but without the single quote, the parentheses and
    /// `&`.
    static let urlPath = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!#$*+,/:;=?@[]".utf8)
}
