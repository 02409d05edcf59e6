/// Reads short patterns, such as dates and times, from the start of a text. It looks at each byte once, while a regular expression may look
/// at the same bytes many times.
struct TextScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func digits(atMost count: Int) -> String? {
        let digits = rest.prefix(count).prefix { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return String(digits)
    }

    /// Reads the next character if it is one of these ASCII characters. Nil if it is not.
    mutating func one(of characters: String) -> UInt8? {
        guard let next = rest.first, characters.utf8.contains(next) else { return nil }
        rest = rest.dropFirst()
        return next
    }

    mutating func letters() -> String? {
        let letters = rest.prefix { UInt8(ascii: "a") <= $0 | 0x20 && $0 | 0x20 <= UInt8(ascii: "z") }
        guard !letters.isEmpty else { return nil }
        rest = rest.dropFirst(letters.count)
        return String(letters)
    }
}
