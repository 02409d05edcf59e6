import Synchronization

/// Token buckets in memory. A limit is a brake, not a ledger: each instance keeps its own, and a restart forgets them.
///
/// They take so much memory and no more, whoever asks how often: a bucket is a few numbers, whatever its subject is called, and when
/// there are too many, the one that is used least makes room. It lies in one of many small slots, so that this costs hardly any time.
public final class RateLimiter: Sendable {
    /// What is limited, how many at once, and how many seconds until one more.
    public struct Limit: Sendable {
        var name: String
        var burst: Double
        var secondsPerToken: Double

        /// `burst`: at once; `secondsPerToken`: until one more.
        public init(name: String, burst: Double, secondsPerToken: Double) {
            (self.name, self.burst, self.secondsPerToken) = (name, burst, secondsPerToken)
        }
    }

    private struct Bucket {
        /// Of the limit and its subject, mixed with what only this process knows: nobody can tell who shares a slot with whom.
        var key: Int
        /// One that is full is one that was never used.
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

    /// Without `isOn` nobody ever waits.
    public init(isOn: Bool, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { (self.isOn, self.now) = (isOn, now) }

    static let mostBuckets = slotCount * slotSize
    /// That all buckets together ever take: each slot is an array with a head of 32 bytes, and grows to the next power of two at most.
    static let mostBytes = slotCount * (MemoryLayout<[Bucket]>.stride + 32 + 32 * MemoryLayout<Bucket>.stride)

    /// How many buckets are in memory.
    public var bucketCount: Int { store.withLock(\.count) }
    /// How many requests each limit has refused.
    public var refusals: [(limit: String, count: Int)] { refused.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } } }

    /// Takes one token. Returns the whole seconds to wait when there is none; nil: there was one.
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

    /// Returns the seconds to wait; nil: none.
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
