/// All emoji except those that are only a part of others, such as a skin tone or a hair colour by itself. `EmojiCatalogueText.swift`
/// contains the data and names their source.
public struct EmojiCatalogue: Sendable {
    public static let shared = EmojiCatalogue(text)

    /// The emoji without skin tones, in their groups, in the order of Unicode's list.
    public let groups: [EmojiGroup]
    /// All emoji, with and without skin tones.
    private let emoji: [Emoji]
    private let forms: EmojiForms

    /// Parses the data. The comment at the beginning of the text describes the format.
    init(_ text: String) {
        var groups: [EmojiGroup] = []
        var emoji: [Emoji] = []
        var forms = EmojiForms()
        for line in text.split(separator: "\n") where !line.hasPrefix("# ") && line != "#" {
            if line.hasPrefix("=") {
                groups.append(EmojiGroup(name: String(line.dropFirst()), emoji: []))
                continue
            }
            guard let group = groups.last?.name, let entry = EmojiEntry(line, group: group) else { continue }
            groups[groups.count - 1].emoji.append(entry.emoji)
            for one in [entry.emoji] + entry.toned {
                forms.add(one.text.unicodeScalars, as: emoji.count)
                emoji.append(one)
            }
        }
        (self.groups, self.emoji, self.forms) = (groups, emoji, forms)
    }

    /// Returns the longest emoji at the beginning of `scalars`, and the index after it. Nil if there is no emoji.
    func first(in scalars: Substring.UnicodeScalarView) -> (emoji: Emoji, end: String.Index)? {
        forms.longest(in: scalars).map { (emoji[$0.value], $0.end) }
    }
}

/// A group of emoji in Unicode's list. The keyboard for emoji shows the emoji of a group together.
public struct EmojiGroup: Sendable {
    /// The name of the group, such as "Animals and nature".
    public let name: String
    public internal(set) var emoji: [Emoji]
}

/// A line of the data: an emoji, and the same emoji in each skin tone.
struct EmojiEntry {
    let emoji: Emoji
    let toned: [Emoji]

    /// Parses a line. Nil if the line has no emoji.
    init?(_ line: Substring, group: String) {
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard columns.count >= 2 else { return nil }
        let (text, name) = (columns[0], columns[1])
        let patterns = columns.dropFirst(2).first.map { Self.patterns($0, of: text) } ?? []
        let others = columns.dropFirst(3).first ?? ""
        let pattern = patterns.first.map { String(String.UnicodeScalarView($0.map { $0 == "b" ? "a" : $0 })) }
        func form(_ text: String, _ name: String) -> Emoji {
            Emoji(text: text, name: name, group: group, otherWords: others, tonePattern: pattern)
        }
        emoji = form(text, name)
        toned = patterns.flatMap(Self.toned).map { text, tones in
            form(text, name + (name.contains(":") ? ", " : ": ") + tones.map(\.name).joined(separator: ", "))
        }
    }

    private static func patterns(_ column: String, of text: String) -> [[Unicode.Scalar]] {
        column.split(separator: " ").map { pattern in
            guard pattern == "+" else { return Array(pattern.unicodeScalars) }
            let scalars = Array(text.unicodeScalars)
            let rest = scalars.dropFirst(scalars.dropFirst().first == "\u{FE0F}" ? 2 : 1)
            return scalars.prefix(1) + ["a"] + rest
        }
    }

    /// Returns the emoji of a pattern in every combination of skin tones, each with a list of its skin tones. If two people have the same
    /// skin tone, the list contains it only once.
    private static func toned(_ pattern: [Unicode.Scalar]) -> [(String, [SkinTone])] {
        let second = pattern.first { $0 == "b" || $0 == "c" }
        return SkinTone.allCases.flatMap { first in
            (second == nil ? [first] : SkinTone.allCases).filter { second != "c" || $0 != first }.map { other in
                let scalars = pattern.map { $0 == "a" ? first.scalar : $0 == second ? other.scalar : $0 }
                return (String(String.UnicodeScalarView(scalars)), first == other ? [first] : [first, other])
            }
        }
    }
}
