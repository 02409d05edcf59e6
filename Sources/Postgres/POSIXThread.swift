import CLibPQ
import Dispatch
import Glibc

/// Starts threads of the operating system for work that blocks.
enum POSIXThread {
    private final class Work {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `work` on a new thread, which ends after the work. The system keeps only the first 15 bytes of `name`. If no thread can be
    /// created, the work runs on a thread of Dispatch.
    static func start(name: String, _ work: @escaping @Sendable () -> Void) {
        let named = Work {
            thread_set_name(name)
            work()
        }
        let argument = Unmanaged.passRetained(named)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument.toOpaque())
        if result == 0 {
            pthread_detach(thread)
        } else {
            argument.release()
            DispatchQueue.global().async(execute: work)
        }
    }
}
