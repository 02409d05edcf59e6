/// An emoji in Unicode's list, in its fully qualified form: with all selectors that make it appear as a picture (UTS #51, ED-18).
public struct Emoji: Hashable, Sendable {
    public let text: String
    /// The name of the emoji for screen readers, such as "waving hand: dark skin tone".
    public let name: String
    /// The name of its group in Unicode's list, such as "Animals and nature".
    public let group: String
    /// Further words with which a search finds the emoji, separated by spaces.
    public let otherWords: String
    /// The text of the emoji with the letter `a` in the place of each skin tone. Nil if the emoji has no skin tone.
    public let tonePattern: String?

    /// Whether users can choose a skin tone for the emoji.
    public var takesSkinTone: Bool { tonePattern != nil }

    /// Returns the emoji with this skin tone. An emoji that has no skin tone stays unchanged.
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

    /// The name of the skin tone, such as "medium-light skin tone".
    public var name: String { rawValue + " skin tone" }

    /// The Unicode scalar that gives this skin tone to the emoji before it.
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
