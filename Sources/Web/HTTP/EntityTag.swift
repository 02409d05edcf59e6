/// An entity tag, which identifies one state of a resource (RFC 9110, section 8.8.3).
public struct EntityTag: Sendable, Equatable, CustomStringConvertible {
    /// The text between the quotes.
    public var opaque: String
    var isWeak = false

    /// `"abc"` or `W/"abc"`
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Whether both tags stand for the same bytes.
    func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Whether both tags stand for equivalent content. The bytes may differ.
    func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    enum List: Equatable {
        /// `*` matches any state, as long as the resource exists.
        case any
        case tags([EntityTag])

        private static let most = 100

        /// Reads the well-formed tags at the start, and at most 100.
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

    /// `opaque` is the text without quotes.
    public init(opaque: String, isWeak: Bool = false) { (self.opaque, self.isWeak) = (opaque, isWeak) }

    /// Reads exactly one tag, as in If-Range. Nil if the text is not one tag.
    public init?(_ text: String) {
        var rest = Substring(text)
        guard let tag = EntityTag(reading: &rest), rest.isEmpty else { return nil }
        self = tag
    }

    private init?(reading rest: inout Substring) {
        // This reads bytes for speed, because every long poll carries a tag.
        var text = rest.utf8
        isWeak = text.starts(with: "W/\"".utf8)
        if isWeak { text = text.dropFirst(2) }
        guard text.first == UInt8(ascii: "\""), let end = text.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        opaque = String(Substring(text.dropFirst()[..<end]))
        rest = Substring(text[text.index(after: end)...])
    }
}
