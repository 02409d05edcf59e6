/// An emoji of Unicode's list, in its fully qualified form (UTS #51, ED-18).
public struct Emoji: Hashable, Sendable {
    public let text: String
    /// What a screen reader calls it: "waving hand: dark skin tone".
    public let name: String
    /// One of Unicode's groups: "Animals and nature".
    public let group: String
    /// What else it is called: words for a search, with spaces between them.
    public let otherWords: String
    /// Itself with an `a` wherever a skin tone goes; nil: it takes none.
    public let tonePattern: String?

    /// Whether one may choose a skin tone for it.
    public var takesSkinTone: Bool { tonePattern != nil }

    /// Itself with a skin tone; as it is, when it takes none.
    public func text(in tone: SkinTone) -> String {
        guard let tonePattern else { return text }
        return String(String.UnicodeScalarView(tonePattern.unicodeScalars.map { $0 == "a" ? tone.scalar : $0 }))
    }
}

/// The five skin tones of emoji (UTS #51, section 2.4), from light to dark.
public enum SkinTone: String, CaseIterable, Sendable {
    case light
    case mediumLight = "medium-light"
    case medium
    case mediumDark = "medium-dark"
    case dark

    /// "medium-light skin tone".
    public var name: String { rawValue + " skin tone" }

    /// The modifier that gives the tone to the emoji before it.
    public var scalar: Unicode.Scalar {
        switch self {
        case .light: "\u{1F3FB}"
        case .mediumLight: "\u{1F3FC}"
        case .medium: "\u{1F3FD}"
        case .mediumDark: "\u{1F3FE}"
        case .dark: "\u{1F3FF}"
        }
    }
}
