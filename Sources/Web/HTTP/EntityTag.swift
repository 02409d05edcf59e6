/// What names one state of a resource (RFC 9110, section 8.8.3).
public struct EntityTag: Sendable, Equatable, CustomStringConvertible {
    /// What stands between the quotes.
    public var opaque: String
    var isWeak = false

    /// `"abc"` or `W/"abc"`
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// The same octets.
    func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// As good as the same.
    func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// What If-Match and If-None-Match hold.
    enum List: Equatable {
        /// `*`: any state, as long as there is one.
        case any
        case tags([EntityTag])

        private static let most = 100

        /// Reads as far as it is well-formed, and no more tags than any client keeps.
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

    /// `opaque`: without quotes.
    public init(opaque: String, isWeak: Bool = false) { (self.opaque, self.isWeak) = (opaque, isWeak) }

    /// Exactly one tag, as in If-Range.
    public init?(_ text: String) {
        var rest = Substring(text)
        guard let tag = EntityTag(reading: &rest), rest.isEmpty else { return nil }
        self = tag
    }

    private init?(reading rest: inout Substring) {
        // By bytes: every poll carries a tag.
        var text = rest.utf8
        isWeak = text.starts(with: "W/\"".utf8)
        if isWeak { text = text.dropFirst(2) }
        guard text.first == UInt8(ascii: "\""), let end = text.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        opaque = String(Substring(text.dropFirst()[..<end]))
        rest = Substring(text[text.index(after: end)...])
    }
}
