/// Splits a text that consists only of emoji into its emoji.
public enum EmojiText {
    /// The maximum number of bytes of an emoji with some white space. Every emoji is shorter.
    private static let bytesPerEmoji = 64

    /// Returns the emoji of a text that consists only of emoji, each in its fully qualified form. White space between them is ignored.
    ///
    /// The function stops at the first character that is refused. It also reads no more bytes than `limit` emoji with white space between
    /// them could take.
    public static func divide(_ text: String, limit: Int) throws(EmojiRefusal) -> [Emoji] {
        let catalogue = EmojiCatalogue.shared
        let bound = text.utf8.index(text.startIndex, offsetBy: limit * bytesPerEmoji, limitedBy: text.endIndex) ?? text.endIndex
        var rest = text.unicodeScalars[...]
        var emoji: [Emoji] = []
        while let scalar = rest.first {
            if let found = catalogue.first(in: rest) {
                guard emoji.count < limit else { throw .tooMany(limit: limit) }
                emoji.append(found.emoji)
                rest = rest[found.end...]
            } else if scalar.properties.isWhitespace {
                guard rest.startIndex < bound else { throw .tooMany(limit: limit) }
                rest.removeFirst()
            } else {
                throw .notEmoji(shown: EmojiRefusal.shown(scalar))
            }
        }
        if emoji.isEmpty { throw .empty }
        return emoji
    }
}

/// The reason why a text does not consist of emoji.
public enum EmojiRefusal: Error, Hashable, Sendable {
    case empty
    case tooMany(limit: Int)
    /// The text contains a character that is not an emoji. `shown` describes it for a sentence: `“a”`, `“а” (U+0430)`, `an invisible
    /// character (U+FE0F)`.
    case notEmoji(shown: String)

    /// The message that the page shows.
    public var sentence: String {
        switch self {
        case .empty: "Please choose at least one emoji."
        case .tooMany(let limit): "Please use at most \(limit) emoji."
        case .notEmoji(let shown): "Please use emoji only. There is \(shown) in it."
        }
    }

    /// Describes a character so that users can recognize it. A character that is not plain ASCII is shown with its number, because it may
    /// look like another character, or be invisible.
    static func shown(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII, scalar.value > 0x20, scalar.value < 0x7F { return "“\(scalar)”" }
        let hex = String(scalar.value, radix: 16, uppercase: true)
        let number = "(U+\(String(repeating: "0", count: max(0, 4 - hex.count)))\(hex))"
        if scalar.properties.isDefaultIgnorableCodePoint { return "an invisible character \(number)" }
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return "an invisible character \(number)"
        case .nonspacingMark, .enclosingMark, .spacingMark: return "“\u{25CC}\(scalar)” \(number)"
        default: return "“\(scalar)” \(number)"
        }
    }
}
