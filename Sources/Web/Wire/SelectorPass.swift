import Glibc
import NIOCore
import NIOPosix

/// Runs work after an event loop has looked for input on all its channels.
///
/// A task of the event loop cannot do that: the loop runs all tasks and timers that are due until none is left, and only then looks for
/// input. So work that always adds new tasks would keep all connections waiting. Here, each portion of work is started by an event on a
/// pipe. Events of a pipe are handled like the input of connections.
final class SelectorPass {
    private let eventLoop: any EventLoop
    private let work: () -> Void
    private var isDue = false
    private var pipe: Pipe?

    /// Call the initialiser and all methods on the event loop.
    init(_ eventLoop: any EventLoop, _ work: @escaping () -> Void) { (self.eventLoop, self.work) = (eventLoop, work) }

    func request() {
        guard !isDue else { return }
        isDue = true
        if pipe == nil { open() }
        // A timer replaces the pipe while the pipe is being opened. It also replaces the pipe if there are no file descriptors left, or if
        // the event loop has no selector.
        if pipe?.ring() == true { return }
        let this = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: .milliseconds(5)) { this.value.pass() }
    }

    private func pass() {
        guard isDue else { return }
        isDue = false
        work()
    }

    private func open() {
        var ends: [Int32] = [-1, -1]
        guard let bootstrap = NIOPipeBootstrap(validatingGroup: eventLoop), Glibc.pipe(&ends) == 0 else { return }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        let opened = Pipe(input: ends[1])
        pipe = opened
        let this = NIOLoopBound(Weak(pass: self), eventLoop: eventLoop)
        bootstrap
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Bell { this.value.pass?.pass() })
                }
            }
            .takingOwnershipOfDescriptor(input: ends[0])
            .whenSuccess { opened.attach($0) }
    }
}

private struct Weak {
    weak var pass: SelectorPass?
}

private final class Pipe: @unchecked Sendable {
    private let input: Int32
    private var output: (any Channel)?

    init(input: Int32) { self.input = input }

    func attach(_ channel: any Channel) { output = channel }

    /// Writes a byte into the pipe. Returns false if the channel is not attached yet, or if the write fails.
    func ring() -> Bool {
        guard output != nil else { return false }
        var byte: UInt8 = 1
        return write(input, &byte, 1) == 1
    }

    deinit {
        output?.close(promise: nil)
        close(input)
    }
}

private final class Bell: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let heard: () -> Void

    init(_ heard: @escaping () -> Void) { self.heard = heard }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { heard() }
}
