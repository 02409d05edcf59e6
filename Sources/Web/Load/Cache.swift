import Synchronization

/// A dictionary in memory with a limited number of entries. It has two generations. When the young generation is full, it becomes the old
/// generation, and the entries of the former old generation are removed. Reading an entry moves it to the young generation, so entries in
/// use stay.
public final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Generations {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
        var removals = 0
    }

    private let generations = Mutex(Generations())
    private let limit: Int

    /// Creates an empty cache for at most `limit` entries.
    public init(limit: Int) { self.limit = max(2, limit) }

    /// The value that is stored for `key`. Nil if there is none. Reading an entry moves it to the young generation.
    public subscript(key: Key) -> Value? {
        generations.withLock { generations in
            if let value = generations.young[key] { return value }
            guard let value = generations.old.removeValue(forKey: key) else { return nil }
            Self.insert(value, for: key, into: &generations, limit: limit)
            return value
        }
    }

    public var count: Int { generations.withLock { $0.young.count + $0.old.count } }

    /// The number of removals so far. Before you read a value from the database to store it here, read this number.
    public var removals: Int { generations.withLock(\.removals) }

    /// Stores `value` unless an entry was removed since the caller read `removals`. After a removal, the value may be out of date.
    public func store(_ value: Value, for key: Key, readAfter removals: Int) {
        generations.withLock { generations in
            guard generations.removals == removals else { return }
            Self.insert(value, for: key, into: &generations, limit: limit)
        }
    }

    /// Stores `value` even if entries were removed meanwhile. Use this for a value that never becomes out of date, or that shows by itself
    /// that it is out of date.
    public func store(_ value: Value, for key: Key) {
        generations.withLock { Self.insert(value, for: key, into: &$0, limit: limit) }
    }

    /// Removes the entry for `key`. This counts as a removal even if there is no such entry.
    public func remove(_ key: Key) {
        generations.withLock { generations in
            generations.removals += 1
            generations.old[key] = nil
            generations.young[key] = nil
        }
    }

    /// Removes the entry for something that no longer exists. This counts as a removal only if there is such an entry, so that requests for
    /// unknown keys do not prevent other callers from storing values.
    public func drop(_ key: Key) {
        generations.withLock { generations in
            let (young, old) = (generations.young.removeValue(forKey: key), generations.old.removeValue(forKey: key))
            if young != nil || old != nil { generations.removals += 1 }
        }
    }

    /// Removes all entries, or only the entries for which `isStale` returns true.
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
