import Synchronization

/// A map in memory with a limited number of entries. It has two generations: when the younger one is full, the older one is discarded as a
/// whole. Reading an old entry moves it to the younger generation, so entries in use stay.
public final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Generations {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
        var removals = 0
    }

    private let generations = Mutex(Generations())
    private let limit: Int

    /// Keeps at most `limit` entries.
    public init(limit: Int) { self.limit = max(2, limit) }

    /// The value stored for `key`, or nil. Reading it moves the entry to the younger generation.
    public subscript(key: Key) -> Value? {
        generations.withLock { generations in
            if let value = generations.young[key] { return value }
            guard let value = generations.old.removeValue(forKey: key) else { return nil }
            Self.insert(value, for: key, into: &generations, limit: limit)
            return value
        }
    }

    public var count: Int { generations.withLock { $0.young.count + $0.old.count } }

    /// The number of removals so far. Read it before you read the value that you will store.
    public var removals: Int { generations.withLock(\.removals) }

    /// Stores `value` unless something was removed since `removals` was read, because the value may be out of date then.
    public func store(_ value: Value, for key: Key, readAfter removals: Int) {
        generations.withLock { generations in
            guard generations.removals == removals else { return }
            Self.insert(value, for: key, into: &generations, limit: limit)
        }
    }

    /// Stores a value that removals cannot make out of date, or that shows by itself whether it is out of date.
    public func store(_ value: Value, for key: Key) {
        generations.withLock { Self.insert(value, for: key, into: &$0, limit: limit) }
    }

    /// Removes the entry for `key`. It counts as a removal even if there is no entry.
    public func remove(_ key: Key) {
        generations.withLock { generations in
            generations.removals += 1
            generations.old[key] = nil
            generations.young[key] = nil
        }
    }

    /// Removes the entry of something that no longer exists. It counts as a removal only if there is an entry, so that requests for unknown
    /// keys do not prevent other callers from storing values.
    public func drop(_ key: Key) {
        generations.withLock { generations in
            let (young, old) = (generations.young.removeValue(forKey: key), generations.old.removeValue(forKey: key))
            if young != nil || old != nil { generations.removals += 1 }
        }
    }

    /// Removes the entries for which `isStale` returns true. By default it removes all entries.
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
