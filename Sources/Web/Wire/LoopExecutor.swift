import NIOCore

/// Runs the tasks of a connection on the event loop of this connection. So a request wakes no other thread when it arrives or when its
/// response is sent. Handlers must not block the event loop: slow work, such as hashing a password, runs on other threads.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
