import Synchronization
import Web

/// A counter that several threads can change. It uses relaxed atomic operations.
final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    @discardableResult
    func add(_ amount: Int = 1) -> Int { number.add(amount, ordering: .relaxed).newValue }
}

/// A histogram of durations with fixed buckets. Recording a duration needs only two additions.
final class Durations: Sendable {
    /// The upper bounds of the buckets in nanoseconds. There is one more bucket, which has no upper bound.
    static let bounds: [Int] = [
        500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000, 500_000_000,
        1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000, 30_000_000_000,
    ]
    private let counters = (0...Durations.bounds.count).map { _ in Counter() }
    private let sum = Counter()

    func add(nanoseconds: Int) {
        var bucket = 0
        while bucket < Self.bounds.count, nanoseconds > Self.bounds[bucket] { bucket += 1 }
        counters[bucket].add()
        sum.add(nanoseconds)
    }

    var histogram: PrometheusText.Histogram {
        var total = 0
        let buckets = counters.map { counter in
            total += counter.value
            return total
        }
        return PrometheusText.Histogram(bounds: Self.bounds.map { Double($0) / 1e9 }, buckets: buckets, sum: Double(sum.value) / 1e9)
    }
}

final class JobMeter: Sendable {
    let name: String
    let durations = Durations()
    let failures = Counter()

    init(_ name: String) { self.name = name }

    func measure<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        let start = ContinuousClock.now
        defer { durations.add(nanoseconds: (ContinuousClock.now - start).nanoseconds) }
        do {
            return try await work()
        } catch {
            failures.add()
            throw error
        }
    }
}
