/// Where a page of a leaderboard ends: the next one goes on behind it.
struct LeaderboardPlace: Sendable, Equatable {
    var score: Double
    var key: Int
    /// How many stand on the leaderboard up to here, and the rank of the last.
    var count: Int
    var rank: Int

    /// What an address may say: whatever lies outside has been made up.
    private static let counts = 0...1_000_000_000
    private static let scores = -1e15...1e15

    init(score: Double, key: Int, count: Int, rank: Int) { (self.score, self.key, self.count, self.rank) = (score, key, count, rank) }

    /// As an address has it: `1x2ab_17_50_49`. The score's bits, so that nothing is rounded.
    init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, let bits = UInt64(parts[0], radix: 36), let key = Int(parts[1]), key > 0, let count = Int(parts[2]),
            let rank = Int(parts[3]), Self.counts.contains(count), (0...max(1, count)).contains(rank),
            Self.scores.contains(Double(bitPattern: bits))
        else { return nil }
        self.init(score: Double(bitPattern: bits), key: key, count: count, rank: rank)
    }

    var text: String { "\(String(score.bitPattern, radix: 36))_\(key)_\(count)_\(rank)" }

    /// A score as one reads it: a whole number.
    static func shown(_ score: Double) -> Int {
        score.isNaN ? 0 : Int((min(max(score, scores.lowerBound), scores.upperBound) + 0.5).rounded(.down))
    }

    /// Competition ranking (1, 2, 2, 4) by the scores as one reads them, from behind `place`.
    static func ranks(of scores: [Double], after place: LeaderboardPlace? = nil) -> [Int] {
        var (count, rank, last) = (place?.count ?? 0, place?.rank ?? 0, place.map { shown($0.score) })
        return scores.map { score in
            count += 1
            if shown(score) != last { rank = count }
            last = shown(score)
            return rank
        }
    }
}

/// Some of a leaderboard, with the ranks.
struct LeaderboardSlice<Entry: LeaderboardEntry>: Sendable {
    let entries: [Entry]
    let ranks: [Int]
    /// From where it goes on; nil: there is no more.
    let end: LeaderboardPlace?

    /// - Parameters:
    ///   - found: what was read behind `place`, one more than `size` where there are more.
    init(_ found: [Entry], after place: LeaderboardPlace?, size: Int) {
        entries = Array(found.prefix(size))
        ranks = LeaderboardPlace.ranks(of: entries.map(\.score), after: place)
        guard found.count > size, let last = entries.last, let rank = ranks.last else {
            end = nil
            return
        }
        end = LeaderboardPlace(score: last.score, key: last.key, count: (place?.count ?? 0) + entries.count, rank: rank)
    }
}
