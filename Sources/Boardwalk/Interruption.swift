import Dispatch
import Glibc
import Synchronization

/// Notes that the operator has pressed Ctrl-C or that SIGTERM has arrived, so that a command can end at a safe point. A second signal ends
/// the process at once.
final class Interruption: Sendable {
    private let requested = Mutex(false)
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    init() {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for source in sources {
            source.setEventHandler { [weak self] in self?.request() }
            source.resume()
        }
    }

    var isRequested: Bool { requested.withLock { $0 } }

    private func request() {
        requested.withLock { $0 = true }
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}
