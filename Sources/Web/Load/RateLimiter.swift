import Synchronization

/// Limits how often a subject, such as an account or an IP address, may do something. It uses token buckets in memory, so the limits are
/// not exact: each instance of the server has its own buckets, and they are lost at a restart.
///
/// The memory is limited for any number of subjects. A bucket consists of a few numbers, however long the name of its subject is. Each
/// bucket is in one of many small slots. When a slot is full, its least used bucket is removed, which takes hardly any time.
public final class RateLimiter: Sendable {
    /// A limit: its name, the number of requests that it allows at once, and the seconds until it allows one more request.
    public struct Limit: Sendable {
        var name: String
        var burst: Double
        var secondsPerToken: Double

        /// Creates a limit. `burst` is the number of requests that are allowed at once. `secondsPerToken` is the time until one more
        /// request is allowed.
        public init(name: String, burst: Double, secondsPerToken: Double) {
            (self.name, self.burst, self.secondsPerToken) = (name, burst, secondsPerToken)
        }
    }

    private struct Bucket {
        /// The hash of the limit and its subject. Each process uses another random seed, so nobody outside can find out which subjects
        /// share a slot.
        var key: Int
        /// The time when the bucket is full again. A full bucket has the same effect as no bucket.
        var fullAt: ContinuousClock.Instant
        var secondsPerToken: Double

        func missing(at now: ContinuousClock.Instant) -> Double { max(.zero, fullAt - now) / .seconds(secondsPerToken) }
    }

    private struct Store {
        var slots = [[Bucket]](repeating: [], count: slotCount)
        var count = 0
    }

    private static let slotCount = 8192
    private static let slotSize = 24
    private let store = Mutex(Store())
    private let refused = Mutex<[String: Int]>([:])
    private let isOn: Bool
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a rate limiter. If `isOn` is false, it never refuses a request.
    public init(isOn: Bool, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { (self.isOn, self.now) = (isOn, now) }

    static let mostBuckets = slotCount * slotSize
    /// The maximum number of bytes of memory that all buckets take. Each slot is an array with a header of 32 bytes, and its capacity is at
    /// most the next power of two.
    static let mostBytes = slotCount * (MemoryLayout<[Bucket]>.stride + 32 + 32 * MemoryLayout<Bucket>.stride)

    public var bucketCount: Int { store.withLock(\.count) }
    /// The number of requests that each limit has refused, sorted by the limit's name.
    public var refusals: [(limit: String, count: Int)] { refused.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } } }

    /// Takes one token for `subject`. Returns nil if there was a token. Otherwise returns the number of whole seconds to wait.
    public func secondsToWait(_ limit: Limit, by subject: some Hashable) -> Int? {
        guard isOn else { return nil }
        var hasher = Hasher()
        hasher.combine(limit.name)
        hasher.combine(subject)
        let (key, now) = (hasher.finalize(), now())
        guard let wait = store.withLock({ Self.spend(limit, key, at: now, in: &$0) }) else { return nil }
        refused.withLock { $0[limit.name, default: 0] += 1 }
        return max(1, Int(wait.rounded(.up)))
    }

    private static func spend(_ limit: Limit, _ key: Int, at now: ContinuousClock.Instant, in store: inout Store) -> Double? {
        let slot = Int(UInt(bitPattern: key) % UInt(slotCount))
        let place = store.slots[slot].firstIndex { $0.key == key }
        let missing = place.map { store.slots[slot][$0].missing(at: now) } ?? 0
        guard missing <= limit.burst - 1 else { return (missing - limit.burst + 1) * limit.secondsPerToken }
        let fullAt = now + .seconds((missing + 1) * limit.secondsPerToken)
        if let place {
            store.slots[slot][place].fullAt = fullAt
            return nil
        }
        store.count -= store.slots[slot].count
        put(Bucket(key: key, fullAt: fullAt, secondsPerToken: limit.secondsPerToken), on: &store.slots[slot], at: now)
        store.count += store.slots[slot].count
        return nil
    }

    private static func put(_ bucket: Bucket, on slot: inout [Bucket], at now: ContinuousClock.Instant) {
        slot.removeAll { $0.fullAt <= now }
        if slot.count == slotSize {
            let used = slot.map { $0.missing(at: now) }
            if let least = slot.indices.min(by: { used[$0] < used[$1] }) { slot.remove(at: least) }
        }
        slot.append(bucket)
    }
}
