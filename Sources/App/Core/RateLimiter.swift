import Synchronization

/// Token buckets in memory. A limit is a brake, not a ledger: each instance keeps its own, and a restart forgets them.
final class RateLimiter: Sendable {
    /// What is limited, how many at once, and how many seconds until one more.
    struct Limit: Sendable {
        var name: String
        var burst: Double
        var secondsPerToken: Double

        /// By name and network, so that nobody elsewhere can keep the owner out.
        static let signInByAccount = Limit(name: "sign-in account", burst: 10, secondsPerToken: 30)
        /// By name alone, against guessing from many networks.
        static let signInByName = Limit(name: "sign-in name", burst: 200, secondsPerToken: 20)
        static let signInByNetwork = Limit(name: "sign-in network", burst: 30, secondsPerToken: 4)
        static let registration = Limit(name: "registration", burst: 20, secondsPerToken: 60)
        static let newClub = Limit(name: "new club", burst: 10, secondsPerToken: 120)
        static let challenge = Limit(name: "challenge", burst: 20, secondsPerToken: 3)
        static let line = Limit(name: "line", burst: 12, secondsPerToken: 1.5)
        static let block = Limit(name: "block", burst: 20, secondsPerToken: 10)
        static let follow = Limit(name: "follow", burst: 30, secondsPerToken: 5)
        static let like = Limit(name: "like", burst: 30, secondsPerToken: 2)
        static let search = Limit(name: "search", burst: 10, secondsPerToken: 2)
        static let export = Limit(name: "export", burst: 3, secondsPerToken: 600)
        static let photo = Limit(name: "photo", burst: 40, secondsPerToken: 10)
        static let report = Limit(name: "report", burst: 10, secondsPerToken: 30)
        static let move = Limit(name: "move", burst: 30, secondsPerToken: 0.3)
    }

    private struct Key: Hashable, Sendable {
        var limit: String
        var subject: String
    }

    /// When each bucket will be full again; one that is full is one that was never used.
    private let buckets = Mutex<[Key: ContinuousClock.Instant]>([:])
    private let refused = Mutex<[String: Int]>([:])
    private let isOn: Bool
    private let clock = ContinuousClock()
    private static let capacity = 100_000

    init(isOn: Bool) { self.isOn = isOn }

    var bucketCount: Int { buckets.withLock(\.count) }
    /// How many requests each limit has refused.
    var refusals: [(limit: String, count: Int)] { refused.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } } }

    /// Takes one token. Throws `Problem` 429, with the seconds to wait, when there is none.
    func spend(_ limit: Limit, by subject: String) throws {
        guard isOn else { return }
        let now = clock.now
        let wait: Double? = buckets.withLock { buckets in
            let key = Key(limit: limit.name, subject: subject)
            if buckets[key] == nil, buckets.count >= Self.capacity {
                buckets = buckets.filter { $0.value > now }
                guard buckets.count < Self.capacity else { return limit.secondsPerToken }
            }
            let missing = max(.zero, (buckets[key] ?? now) - now) / .seconds(limit.secondsPerToken)
            guard missing <= limit.burst - 1 else { return (missing - limit.burst + 1) * limit.secondsPerToken }
            buckets[key] = now + .seconds((missing + 1) * limit.secondsPerToken)
            return nil
        }
        guard let wait else { return }
        refused.withLock { $0[limit.name, default: 0] += 1 }
        throw Problem.tooMany(seconds: max(1, Int(wait.rounded(.up))))
    }
}
