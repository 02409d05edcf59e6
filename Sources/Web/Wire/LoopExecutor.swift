import NIOCore

/// Runs the tasks of a connection on the event loop of that connection. So a request wakes no other thread, neither when it arrives nor
/// when its response is sent. In return handlers must not block: slow work, such as hashing a password, has its own threads.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
