import Synchronization

/// A bounded map in memory: two generations, of which the older is dropped whole when the younger is full.
/// Reading an old entry makes it young again, so what is used stays.
final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Generations {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
    }

    private let generations = Mutex(Generations())
    private let limit: Int

    /// At most `limit` entries are kept.
    init(limit: Int) { self.limit = max(2, limit) }

    subscript(key: Key) -> Value? {
        get {
            generations.withLock { generations in
                if let value = generations.young[key] { return value }
                guard let value = generations.old.removeValue(forKey: key) else { return nil }
                Self.insert(value, for: key, into: &generations, limit: limit)
                return value
            }
        }
        set {
            generations.withLock { generations in
                generations.old[key] = nil
                generations.young[key] = nil
                if let newValue { Self.insert(newValue, for: key, into: &generations, limit: limit) }
            }
        }
    }

    func removeAll(where isStale: (Value) -> Bool = { _ in true }) {
        generations.withLock { generations in
            generations.young = generations.young.filter { !isStale($0.value) }
            generations.old = generations.old.filter { !isStale($0.value) }
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
