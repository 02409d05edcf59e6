/// The tags of an HTML text, found by a separate tokenizer (HTML standard, 13.2.5). Tests use it to see that values add no tags.
struct Markup: Equatable {
    struct Tag: Equatable {
        var name: String
        var attributes: [String] = []
    }

    private(set) var tags: [Tag] = []
    private(set) var comments = 0
    /// True if the text ends outside tags, comments and raw text.
    private(set) var isWhole = true
    /// The values of attributes that hold a URL. They do not count for equality.
    private(set) var urls: [String] = []

    static func == (a: Markup, b: Markup) -> Bool { a.tags == b.tags && a.comments == b.comments && a.isWhole == b.isWhole }

    private let bytes: [UInt8]
    private var index = 0

    init(_ html: [UInt8]) {
        bytes = html
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            readMarkup()
        }
    }

    /// True if a browser would run one of the URLs, also if spaces and control characters hide its scheme.
    var runsScript: Bool {
        urls.contains { url in
            let plain = url.lowercased().unicodeScalars.drop { $0.value <= 0x20 }.filter { !["\t", "\n", "\r"].contains($0) }
            let text = String(String.UnicodeScalarView(plain))
            return ["javascript:", "data:", "vbscript:"].contains { text.hasPrefix($0) }
        }
    }

    private mutating func readMarkup() {
        switch byte {
        case let letter? where Self.isLetter(letter): readTag(isEnd: false)
        case UInt8(ascii: "/"):
            index += 1
            if let byte, Self.isLetter(byte) { return readTag(isEnd: true) }
            if byte != nil { skip(past: ">") }
        case UInt8(ascii: "!"):
            index += 1
            guard bytes[index...].starts(with: "--".utf8) else { return skip(past: ">") }
            index += 2
            readComment()
        case UInt8(ascii: "?"): skip(past: ">")
        default: break
        }
    }

    private mutating func readComment() {
        comments += 1
        for end in [">", "->"] where bytes[index...].starts(with: end.utf8) {
            index += end.utf8.count
            return
        }
        while index < bytes.count {
            for end in ["-->", "--!>"] where bytes[index...].starts(with: end.utf8) {
                index += end.utf8.count
                return
            }
            index += 1
        }
        isWhole = false
    }

    private mutating func readTag(isEnd: Bool) {
        var tag = Tag(name: read { !Self.isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") })
        while true {
            _ = read { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
            guard let byte else { return isWhole = false }
            if byte == UInt8(ascii: ">") { break }
            readAttribute(of: &tag)
        }
        index += 1
        let name = tag.name
        if isEnd { tag.name = "/" + name }
        tags.append(tag)
        if !isEnd, Self.rawText.contains(name) { skipRawText(of: name) }
    }

    private mutating func readAttribute(of tag: inout Tag) {
        let first = index
        index += 1
        _ = read { !Self.isSpace($0) && !"/>=".utf8.contains($0) }
        let name = String(decoding: bytes[first..<index], as: UTF8.self).lowercased()
        tag.attributes.append(name)
        _ = read(while: Self.isSpace)
        guard byte == UInt8(ascii: "=") else { return }
        index += 1
        _ = read(while: Self.isSpace)
        var value = ""
        if let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            index += 1
            value = read { $0 != quote }
            if byte == nil { isWhole = false }
            index = min(index + 1, bytes.count)
        } else {
            value = read { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
        }
        if ["href", "src", "action"].contains(name) { urls.append(value) }
    }

    private mutating func skipRawText(of name: String) {
        let end = Array("</\(name)".utf8)
        while index + end.count < bytes.count {
            let tag = bytes[index..<index + end.count].map { Self.isLetter($0) ? $0 | 0x20 : $0 }
            let next = bytes[index + end.count]
            if tag == end, Self.isSpace(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: ">") { return }
            index += 1
        }
        index = bytes.count
        isWhole = false
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func read(while holds: (UInt8) -> Bool) -> String {
        let start = index
        while let byte, holds(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    }

    private mutating func skip(past end: Character) {
        comments += 1
        _ = read { $0 != end.asciiValue }
        if byte == nil { isWhole = false }
        index = min(index + 1, bytes.count)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isSpace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) }
    private static let rawText: Set = ["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"]
}
