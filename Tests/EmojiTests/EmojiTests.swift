import Foundation
import TestSupport
import Testing

@testable import Emoji

@Suite struct EmojiTests {
    private static let rows = EmojiRows()

    private func refusal(of text: String) -> EmojiRefusal? {
        do throws(EmojiRefusal) {
            _ = try EmojiText.divide(text, limit: 12)
            return nil
        } catch {
            return error
        }
    }

    private func texts(_ text: String) throws -> [String] { try EmojiText.divide(text, limit: 12).map(\.text) }

    @Test func `the emoji file has exactly the rows of its source`() {
        #expect(Self.rows.full.count == Self.rows.countAtSource)
        #expect(Self.rows.digest == Self.rows.digestAtSource)
    }

    @Test func `the emoji data is not older than two years`() throws {
        let date = try #require(Self.rows.date)
        #expect(date.timeIntervalSinceNow > -2 * 366 * 86_400, "run script/emoji-data with a newer version")
    }

    @Test func `every row is read as one emoji in its fully qualified form`() {
        for (row, full) in Self.rows.full {
            let found = try? EmojiText.divide(String(decoding: row, as: UTF8.self), limit: 1)
            #expect(found?.count == 1 && found.map { Array($0[0].text.utf8) } == Array(full.utf8), "\(full)")
        }
    }

    @Test func `no emoji can be divided into several others`() {
        for row in Self.rows.full.keys {
            let scalars = Array(String(decoding: row, as: UTF8.self).unicodeScalars)
            let cuts = (1..<scalars.count).filter { Self.rows.divide(Array(scalars[..<$0])) && Self.rows.divide(Array(scalars[$0...])) }
            #expect(cuts.isEmpty, "\(String(decoding: row, as: UTF8.self))")
        }
    }

    @Test func `a skin tone or hair colour alone is refused`() {
        for code in Array(0x1F3FB...0x1F3FF) + Array(0x1F9B0...0x1F9B3) {
            let component = Unicode.Scalar(code).map(String.init) ?? ""
            #expect(refusal(of: component) == .notEmoji(shown: "“\(component)” (U+\(String(code, radix: 16, uppercase: true)))"))
        }
    }

    /// Each text is a row with one scalar changed, added or removed, and does not consist of rows.
    @Test func `ten thousand almost valid emoji are refused`() {
        var generator = Seeded(state: 1)
        let rows = Self.rows.full.keys.sorted { $0.lexicographicallyPrecedes($1) }
        let used = Set(rows.flatMap { String(decoding: $0, as: UTF8.self).unicodeScalars }).sorted()
        var refused = 0
        while refused < 10_000 {
            var scalars = Array(String(decoding: rows.randomElement(using: &generator) ?? [], as: UTF8.self).unicodeScalars)
            let place = Int.random(in: 0..<scalars.count, using: &generator)
            let other = Bool.random(using: &generator) ? used.randomElement(using: &generator) : Self.anyScalar(&generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: scalars.remove(at: place)
            case 1: scalars.insert(other ?? "a", at: place)
            default: scalars[place] = other ?? "a"
            }
            if scalars.isEmpty || scalars.contains(where: \.properties.isWhitespace) || Self.rows.divide(scalars) { continue }
            refused += 1
            guard case .notEmoji = refusal(of: String(String.UnicodeScalarView(scalars))) else {
                Issue.record("accepted: \(scalars)")
                return
            }
        }
    }

    private static func anyScalar(_ generator: inout Seeded) -> Unicode.Scalar? {
        Unicode.Scalar(UInt32.random(in: 1..<0x11_0000, using: &generator))
    }

    @Test(arguments: [
        ("a", "“a”"), ("😀7", "“7”"), ("<", "“<”"), ("а", "“а” (U+0430)"), ("ⓐ", "“ⓐ” (U+24D0)"), ("☻", "“☻” (U+263B)"),
        ("\u{FE0F}", "an invisible character (U+FE0F)"), ("😀\u{FE0F}", "an invisible character (U+FE0F)"),
        ("☺\u{FE0E}", "an invisible character (U+FE0E)"), ("👩\u{200D}", "an invisible character (U+200D)"),
        ("👩\u{200D}👩", "an invisible character (U+200D)"), ("😀\u{202E}", "an invisible character (U+202E)"),
        ("\u{0}", "an invisible character (U+0000)"), ("\u{200B}", "an invisible character (U+200B)"),
        ("\u{E000}", "an invisible character (U+E000)"), ("👋\u{301}", "“\u{25CC}\u{301}” (U+0301)"), ("1\u{FE0F}", "“1”"),
        ("🇩🇪🇩", "“🇩” (U+1F1E9)"), ("🏴\u{E0067}", "an invisible character (U+E0067)"),
    ])
    func `a refusal shows the character`(text: String, shown: String) {
        #expect(refusal(of: text)?.sentence == "Please use emoji only. There is \(shown) in it.")
    }

    @Test func `no emoji and too many emoji are refused`() {
        #expect(refusal(of: "")?.sentence == "Please choose at least one emoji.")
        #expect(refusal(of: " \n\t")?.sentence == "Please choose at least one emoji.")
        #expect(refusal(of: String(repeating: "😀", count: 13))?.sentence == "Please use at most 12 emoji.")
        #expect(refusal(of: String(repeating: "😀 ", count: 12)) == nil)
    }

    @Test func `forms without variation selectors become fully qualified`() throws {
        #expect(try texts("☺❤1\u{20E3}👁\u{200D}🗨") == ["☺️", "❤️", "1️⃣", "👁️‍🗨️"])
        #expect(try texts("👁\u{FE0F}\u{200D}🗨") == ["👁️‍🗨️"])
        #expect(try texts("🏴‍☠ 🏳‍🌈\n🏴󠁧󠁢󠁳󠁣󠁴󠁿\u{3000}🇩🇪🇫🇷") == ["🏴‍☠️", "🏳️‍🌈", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🇩🇪", "🇫🇷"])
    }

    @Test func `skin tones are named and can be changed`() throws {
        let hands = try EmojiText.divide("👋🏿🧑🏻‍🤝‍🧑🏻👩🏻‍🤝‍👨🏿🧔🏽‍♂️", limit: 12)
        #expect(
            hands.map(\.name) == [
                "waving hand: dark skin tone", "people holding hands: light skin tone",
                "woman and man holding hands: light skin tone, dark skin tone", "man: beard, medium skin tone",
            ])
        #expect(hands.map { $0.text(in: .medium) } == ["👋🏽", "🧑🏽‍🤝‍🧑🏽", "👫🏽", "🧔🏽‍♂️"])
        #expect(try EmojiText.divide("😀⛹️", limit: 2).map { $0.text(in: .dark) } == ["😀", "⛹🏿"])
    }

    @Test func `a changed skin tone is accepted only if it is a row`() {
        for row in Self.rows.full.keys {
            let scalars = Array(String(decoding: row, as: UTF8.self).unicodeScalars)
            for place in scalars.indices where scalars[place].properties.isEmojiModifier {
                for tone in SkinTone.allCases {
                    var other = scalars
                    other[place] = tone.scalar
                    let text = String(String.UnicodeScalarView(other))
                    #expect((refusal(of: text) == nil) == (Self.rows.full[Array(text.utf8)] != nil), "\(text)")
                }
            }
        }
    }

    @Test func `every skin tone of the catalogue is a row`() {
        for emoji in EmojiCatalogue.shared.groups.flatMap(\.emoji) where emoji.takesSkinTone {
            for tone in SkinTone.allCases { #expect(Self.rows.full[Array(emoji.text(in: tone).utf8)] != nil, "\(emoji.name)") }
        }
    }

    @Test func `the groups are those of Unicode`() {
        #expect(
            EmojiCatalogue.shared.groups.map(\.name) == [
                "Smileys and emotion", "People and body", "Animals and nature", "Food and drink", "Travel and places", "Activities",
                "Objects", "Symbols", "Flags",
            ])
        for group in EmojiCatalogue.shared.groups {
            #expect(group.emoji.count > 50 && group.emoji.allSatisfy { $0.group == group.name }, "\(group.name)")
        }
    }

    /// There are so many repetitions that reading the texts to their end each time would take many minutes.
    @Test(.timeLimit(.minutes(2)), arguments: ["\u{200D}", "😀\u{200D}", " ", "😀", "\u{1F3FB}", "a", "👩\u{200D}"])
    func `two megabytes of emoji are refused at once`(of piece: String) {
        let text = String(repeating: piece, count: 2_000_000 / piece.utf8.count)
        for _ in 0..<5000 { #expect(refusal(of: text) != nil) }
    }
}
