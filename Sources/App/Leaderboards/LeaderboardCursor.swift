/// The last entry on a page of a leaderboard. The next page begins after this entry.
///
/// It is no `Cursor<…>`, because the order depends on two values, score and key, and because the next page continues the ranks.
struct LeaderboardCursor: Sendable, Equatable {
    var score: Double
    var key: Int
    /// The number of entries on all pages up to this entry, including this entry.
    var count: Int
    var rank: Int

    // An address with values outside these ranges is not valid. The server never writes such values.
    private static let counts = 0...1_000_000_000
    private static let scores = -1e15...1e15

    init(score: Double, key: Int, count: Int, rank: Int) { (self.score, self.key, self.count, self.rank) = (score, key, count, rank) }

    /// Parses the value in an address, such as `1x2ab_17_50_49`: the score, the key, the count and the rank. The score is written as its
    /// bits in base 36, so that it is not rounded.
    init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 4, let bits = UInt64(parts[0], radix: 36), let key = Int(parts[1]), key > 0, let count = Int(parts[2]),
            let rank = Int(parts[3]), Self.counts.contains(count), (0...max(1, count)).contains(rank),
            Self.scores.contains(Double(bitPattern: bits))
        else { return nil }
        self.init(score: Double(bitPattern: bits), key: key, count: count, rank: rank)
    }

    var text: String { "\(String(score.bitPattern, radix: 36))_\(key)_\(count)_\(rank)" }

    /// Returns a score rounded to the whole number that pages show.
    static func shown(_ score: Double) -> Int {
        score.isNaN ? 0 : Int((min(max(score, scores.lowerBound), scores.upperBound) + 0.5).rounded(.down))
    }

    /// Returns the rank of each score. Equal rounded scores share a rank, and the ranks after them are skipped (1, 2, 2, 4). The ranks
    /// continue after `place`.
    static func ranks(of scores: [Double], after place: LeaderboardCursor? = nil) -> [Int] {
        var (count, rank, last) = (place?.count ?? 0, place?.rank ?? 0, place.map { shown($0.score) })
        return scores.map { score in
            count += 1
            if shown(score) != last { rank = count }
            last = shown(score)
            return rank
        }
    }
}

struct LeaderboardSlice<Entry: LeaderboardEntry>: Sendable {
    let entries: [Entry]
    let ranks: [Int]
    let end: LeaderboardCursor?

    /// - Parameter found: the entries that were read after `place` with a limit of `size + 1`.
    init(_ found: [Entry], after place: LeaderboardCursor?, size: Int) {
        entries = Array(found.prefix(size))
        ranks = LeaderboardCursor.ranks(of: entries.map(\.score), after: place)
        guard found.count > size, let last = entries.last, let rank = ranks.last else {
            end = nil
            return
        }
        end = LeaderboardCursor(score: last.score, key: last.key, count: (place?.count ?? 0) + entries.count, rank: rank)
    }
}
