import Synchronization

/// A bounded map in memory: two generations, of which the older is dropped whole when the younger is full.
/// Reading an old entry makes it young again, so what is used stays.
public final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Generations {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
        var removals = 0
    }

    private let generations = Mutex(Generations())
    private let limit: Int

    /// At most `limit` entries are kept.
    public init(limit: Int) { self.limit = max(2, limit) }

    /// What is stored under `key`; it stays young.
    public subscript(key: Key) -> Value? {
        generations.withLock { generations in
            if let value = generations.young[key] { return value }
            guard let value = generations.old.removeValue(forKey: key) else { return nil }
            Self.insert(value, for: key, into: &generations, limit: limit)
            return value
        }
    }

    /// How many entries there are.
    public var count: Int { generations.withLock { $0.young.count + $0.old.count } }

    /// How often something was removed. Take it before reading what will be stored.
    public var removals: Int { generations.withLock(\.removals) }

    /// Keeps `value`, unless something was removed since it began to be read: it may be out of date already.
    public func store(_ value: Value, for key: Key, readAfter removals: Int) {
        generations.withLock { generations in
            guard generations.removals == removals else { return }
            Self.insert(value, for: key, into: &generations, limit: limit)
        }
    }

    /// Keeps `value`, which does not go out of date by removals, or tells by itself.
    public func store(_ value: Value, for key: Key) {
        generations.withLock { Self.insert(value, for: key, into: &$0, limit: limit) }
    }

    /// Forgets one entry.
    public func remove(_ key: Key) {
        generations.withLock { generations in
            generations.removals += 1
            generations.old[key] = nil
            generations.young[key] = nil
        }
    }

    /// Removes what turned out not to be there any more. Where nothing is kept that is no news: whoever asks for what never was makes nobody
    /// else read anew.
    public func drop(_ key: Key) {
        generations.withLock { generations in
            let (young, old) = (generations.young.removeValue(forKey: key), generations.old.removeValue(forKey: key))
            if young != nil || old != nil { generations.removals += 1 }
        }
    }

    /// Forgets what is stale; all, if nothing is said.
    public func removeAll(where isStale: (Value) -> Bool = { _ in true }) {
        generations.withLock { generations in
            generations.removals += 1
            for key in generations.young.compactMap({ isStale($0.value) ? $0.key : nil }) { generations.young[key] = nil }
            for key in generations.old.compactMap({ isStale($0.value) ? $0.key : nil }) { generations.old[key] = nil }
        }
    }

    private static func insert(_ value: Value, for key: Key, into generations: inout Generations, limit: Int) {
        if generations.young.count >= limit / 2 {
            generations.old = generations.young
            generations.young = [:]
        }
        generations.young[key] = value
    }
}
