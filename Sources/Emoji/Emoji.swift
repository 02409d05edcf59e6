/// An emoji of Unicode's list, in its fully qualified form (UTS #51, ED-18).
public struct Emoji: Hashable, Sendable {
    public let text: String
    /// The name for screen readers, such as "waving hand: dark skin tone".
    public let name: String
    /// The group in Unicode's list, such as "Animals and nature".
    public let group: String
    /// More words for a search, separated by spaces.
    public let otherWords: String
    /// The text with an `a` in the place of each skin tone. Nil if the emoji takes no skin tone.
    public let tonePattern: String?

    /// Whether users can choose a skin tone for the emoji.
    public var takesSkinTone: Bool { tonePattern != nil }

    /// Returns the emoji with a skin tone, or unchanged if it takes none.
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

    /// Such as "medium-light skin tone".
    public var name: String { rawValue + " skin tone" }

    /// The modifier that gives this tone to the emoji before it.
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
