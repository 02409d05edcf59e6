/// An entity tag, which identifies one state of a resource (RFC 9110, section 8.8.3).
public struct EntityTag: Sendable, Equatable, CustomStringConvertible {
    /// The text of the tag, without the quotes.
    public var opaque: String
    var isWeak = false

    /// The tag as it is in a header: `"abc"`, or `W/"abc"` if it is weak.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Whether both tags stand for content that is equal byte by byte.
    func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Whether both tags stand for equivalent content. Its bytes may differ.
    func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    enum List: Equatable {
        /// The list is `*`, which matches any state of a resource that exists.
        case any
        case tags([EntityTag])

        private static let most = 100

        /// Reads tags up to the first malformed one, and at most 100 tags.
        init(_ header: String) {
            var rest = Substring(header)
            var tags: [EntityTag] = []
            while tags.count < Self.most {
                rest = Substring(rest.utf8.drop { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 })
                if tags.isEmpty, rest.utf8.elementsEqual("*".utf8) { self = .any; return }
                guard let tag = EntityTag(reading: &rest) else { break }
                tags.append(tag)
            }
            self = .tags(tags)
        }
    }

    /// Creates a tag from its text without quotes.
    public init(opaque: String, isWeak: Bool = false) { (self.opaque, self.isWeak) = (opaque, isWeak) }

    /// Parses a text that is exactly one tag, as in If-Range. Nil if the text is anything else.
    public init?(_ text: String) {
        var rest = Substring(text)
        guard let tag = EntityTag(reading: &rest), rest.isEmpty else { return nil }
        self = tag
    }

    private init?(reading rest: inout Substring) {
        // The code compares bytes instead of characters for speed, because every long poll contains a tag.
        var text = rest.utf8
        isWeak = text.starts(with: "W/\"".utf8)
        if isWeak { text = text.dropFirst(2) }
        guard text.first == UInt8(ascii: "\""), let end = text.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        opaque = String(Substring(text.dropFirst()[..<end]))
        rest = Substring(text[text.index(after: end)...])
    }
}
