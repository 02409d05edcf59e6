import Synchronization

/// Token buckets in memory. A limit is a brake, not a ledger: each instance keeps its own, and a restart forgets them.
final class RateLimiter: Sendable {
    /// What is limited, how many at once, and how many seconds until one more.
    struct Limit: Sendable {
        var name: String
        var burst: Double
        var secondsPerToken: Double

        static let signInByAccount = Limit(name: "sign-in account", burst: 10, secondsPerToken: 30)
        static let signInByNetwork = Limit(name: "sign-in network", burst: 30, secondsPerToken: 4)
        static let registration = Limit(name: "registration", burst: 20, secondsPerToken: 60)
        static let newClub = Limit(name: "new club", burst: 10, secondsPerToken: 120)
        static let challenge = Limit(name: "challenge", burst: 20, secondsPerToken: 3)
        static let line = Limit(name: "line", burst: 12, secondsPerToken: 1.5)
        static let move = Limit(name: "move", burst: 30, secondsPerToken: 0.3)
    }

    private struct Bucket {
        var tokens: Double
        var updated: ContinuousClock.Instant
    }

    private struct Key: Hashable, Sendable {
        var limit: String
        var subject: String
    }

    private let buckets = Mutex<[Key: Bucket]>([:])
    private let isOn: Bool
    private let clock = ContinuousClock()
    private static let capacity = 100_000

    init(isOn: Bool) { self.isOn = isOn }

    /// Takes one token. Throws `Problem` 429, with the seconds to wait, when there is none.
    func spend(_ limit: Limit, by subject: String) throws {
        guard isOn else { return }
        let now = clock.now
        let wait: Double? = buckets.withLock { buckets in
            if buckets.count > Self.capacity { buckets = buckets.filter { now - $0.value.updated < .seconds(120) } }
            if buckets.count > Self.capacity { buckets = [:] }
            let key = Key(limit: limit.name, subject: subject)
            let bucket = buckets[key] ?? Bucket(tokens: limit.burst, updated: now)
            let passed = Double((now - bucket.updated).components.seconds) + Double((now - bucket.updated).components.attoseconds) / 1e18
            let tokens = min(limit.burst, bucket.tokens + passed / limit.secondsPerToken)
            guard tokens >= 1 else { return (1 - tokens) * limit.secondsPerToken }
            buckets[key] = Bucket(tokens: tokens - 1, updated: now)
            return nil
        }
        if let wait { throw Problem.tooMany(seconds: max(1, Int(wait.rounded(.up)))) }
    }
}
