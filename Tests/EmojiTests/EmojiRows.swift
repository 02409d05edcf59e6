import Crypto
import Foundation

@testable import Emoji

/// All rows of the catalogue's text, expanded from its lines without the code under test.
struct EmojiRows {
    /// The fully qualified form of every accepted form. The keys are UTF-8, because Swift's == treats different scalars as equal.
    private(set) var full: [[UInt8]: String] = [:]
    /// The fields of the file's header.
    private var head: [String: String] = [:]

    init() {
        for line in EmojiCatalogue.text.split(separator: "\n") {
            if line == "#" || line.hasPrefix("# ") {
                let parts = line.dropFirst(2).split(separator: ": ", maxSplits: 1).map(String.init)
                if parts.count == 2, head[parts[0]] == nil { head[parts[0]] = parts[1] }
            } else if !line.hasPrefix("=") {
                add(line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
            }
        }
    }

    /// The number of rows in the source when the file was made.
    var countAtSource: Int? { head["rows"].flatMap { Int($0) } }
    var digestAtSource: String? { head["sha256 of the rows, sorted by their scalars, with line feeds between them"] }
    var date: Date? { head["date"].flatMap { try? Date($0 + "T00:00:00Z", strategy: .iso8601) } }

    var digest: String {
        let rows = full.keys.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [0x0A])
        return SHA256.hash(data: Array(rows)).map { String(format: "%02x", $0) }.joined()
    }

    /// True if a text consists of rows only. It tries every way to cut the text.
    func divide(_ scalars: [Unicode.Scalar]) -> Bool {
        var reached = [true] + [Bool](repeating: false, count: scalars.count)
        for start in scalars.indices where reached[start] {
            for end in start + 1...scalars.count where full[Array(utf8: scalars[start..<end])] != nil { reached[end] = true }
        }
        return reached[scalars.count]
    }

    private mutating func add(_ columns: [String]) {
        let text = Array(columns[0].unicodeScalars)
        var all = [text]
        for pattern in columns.count > 2 ? columns[2].split(separator: " ") : [] {
            var scalars = Array(pattern.unicodeScalars)
            if pattern == "+" { scalars = [text[0], "a"] + text.dropFirst(text.dropFirst().first == "\u{FE0F}" ? 2 : 1) }
            for first in 0x1F3FB...0x1F3FF as ClosedRange<UInt32> {
                for second in 0x1F3FB...0x1F3FF as ClosedRange<UInt32> where !scalars.contains("c") || first != second {
                    let tones: [Unicode.Scalar: UInt32] = ["a": first, "b": second, "c": second]
                    all.append(scalars.compactMap { Unicode.Scalar(tones[$0] ?? $0.value) })
                }
            }
        }
        for form in all {
            let selectors = form.indices.filter { form[$0] == "\u{FE0F}" }
            for kept in 0..<(1 << selectors.count) {
                let cut = selectors.enumerated().filter { kept >> $0.offset & 1 == 0 }.map(\.element)
                full[Array(utf8: form.indices.filter { !cut.contains($0) }.map { form[$0] })] = String(String.UnicodeScalarView(form))
            }
        }
    }
}

extension [UInt8] {
    init(utf8 scalars: some Sequence<Unicode.Scalar>) { self = Array(String(String.UnicodeScalarView(scalars)).utf8) }
}
