import Hummingbird
import NIOCore

/// Runs `work` and `end` at the same time. If `end` returns first, `work` is cancelled, and the error that `end` returned is thrown.
/// Neither of them runs on a connection's event loop, so `work` may take long.
func race<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value, against end: @escaping @Sendable () async throws -> any Error
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask(executorPreference: globalConcurrentExecutor, operation: work)
        group.addTask(executorPreference: globalConcurrentExecutor) { throw try await end() }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}

/// An event that happens once, and that tasks can wait for.
struct Signal: Sendable {
    private let happening: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (happening, continuation) = AsyncStream.makeStream() }

    func happen() { continuation.finish() }

    func wait() async { for await _ in happening {} }
}
