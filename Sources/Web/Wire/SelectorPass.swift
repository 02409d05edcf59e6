import Glibc
import NIOCore
import NIOPosix

/// Has something done after an event loop has looked at what has come for all its channels.
///
/// Tasks do not: a loop runs them, and timers that are due, until there are none, before it looks again. So what makes tasks for as long as
/// it has work would keep everybody else waiting; here each portion of it is an event like any other, which comes through a pipe.
final class SelectorPass {
    private let eventLoop: any EventLoop
    private let work: () -> Void
    private var isDue = false
    private var pipe: Pipe?

    /// Made, and used, on the loop.
    init(_ eventLoop: any EventLoop, _ work: @escaping () -> Void) { (self.eventLoop, self.work) = (eventLoop, work) }

    /// Has the work done once.
    func request() {
        guard !isDue else { return }
        isDue = true
        if pipe == nil { open() }
        // Without descriptors, on a loop without a selector, or while it is being opened, somewhat later instead.
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

/// The end into which one writes, and the channel at the other.
private final class Pipe: @unchecked Sendable {
    private let input: Int32
    private var output: (any Channel)?

    init(input: Int32) { self.input = input }

    /// On the loop.
    func attach(_ channel: any Channel) { output = channel }

    /// False: nobody hears it yet.
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
