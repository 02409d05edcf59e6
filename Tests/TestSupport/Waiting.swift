import Dispatch
import Foundation

/// A value behind a lock.
public final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    public init(_ value: Value) { stored = value }

    public var value: Value {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    /// Changes the value while the lock is held, and gives the result of `change`.
    @discardableResult
    public func change<Answer>(_ change: (inout Value) throws -> Answer) rethrows -> Answer { try lock.withLock { try change(&stored) } }
}

/// Runs blocking or long work on another thread than the few threads that all tests and their servers share.
public func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
}

/// True if `condition` becomes true within a minute. It counts attempts, not time, because a busy machine may pause a test for long.
public func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<6000 {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
