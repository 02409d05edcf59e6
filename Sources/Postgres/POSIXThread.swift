import CLibPQ
import Glibc

/// A thread of the system's, for work that blocks.
enum POSIXThread {
    private final class Work {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `work` on a new thread, which ends with it. Of `name` the system keeps 15 bytes.
    static func start(name: String, _ work: @escaping @Sendable () -> Void) {
        let argument = Unmanaged.passRetained(
            Work {
                thread_set_name(name); work()
            }
        ).toOpaque()
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument)
        guard result == 0 else { fatalError("no thread: \(String(cString: strerror(result)))") }
        pthread_detach(thread)
    }
}
