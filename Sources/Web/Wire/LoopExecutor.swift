import NIOCore

/// Runs a connection's task on the connection's own event loop. Requests then wake no other thread, neither when they come nor when
/// their answer goes out; in return handlers may not block: what takes long, as hashing a password does, has threads of its own.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
