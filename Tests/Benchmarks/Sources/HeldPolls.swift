import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Holds many long polls at once, one for each session, until each is answered. Prints `held` when all of them wait. Then it prints the
/// number of failures, and the time of each answer in nanoseconds on the monotonic clock.
struct HeldPolls: AsyncParsableCommand {
    @Option var port: Int
    @Option var path: String
    @Option(help: "A file with one session's cookie value a line.") var sessions: String
    @Option(help: "The largest pause between two connections being opened, in microseconds.") var pace = 100

    func run() async throws {
        let cookies = try String(contentsOfFile: sessions, encoding: .utf8).split(separator: "\n").map(String.init)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let tally = Tally(expected: cookies.count)
        var channels: [any Channel] = []
        for cookie in cookies {
            let poll = Poll(path: path, cookie: cookie, tally: tally)
            let connecting = ClientBootstrap(group: group)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(PollHandler(poll: poll)) }
                }
                .connect(host: "127.0.0.1", port: port)
            channels.append(try await connecting.get())
            try await Task.sleep(for: .microseconds(pace))
        }
        try await tally.wait { $0.held == cookies.count }
        say("held")
        try await tally.wait { $0.answers.count + $0.failures == cookies.count }
        let (answers, failures) = tally.state.withLock { ($0.answers, $0.failures) }
        say("{\"failures\": \(failures), \"answers\": \(answers)}")
        for channel in channels { try? await channel.close() }
        try await group.shutdownGracefully()
    }
}

/// Counts the results of all polls.
private final class Tally: Sendable {
    struct State {
        var held = 0
        var failures = 0
        var answers: [Int] = []
    }

    let state = Mutex(State())
    let expected: Int

    init(expected: Int) { self.expected = expected }

    func wait(until condition: (State) -> Bool) async throws {
        for _ in 0..<1200 where !state.withLock({ condition($0) }) { try await Task.sleep(for: .milliseconds(50)) }
        guard state.withLock({ condition($0) }) else { throw ValidationError("not all polls: \(state.withLock { "\($0)" }.prefix(200))") }
    }
}

private struct Poll: Sendable {
    var path: String
    var cookie: String
    var tally: Tally

    /// A request like a browser's. With an ETag, it asks the server to hold it.
    func request(after tag: String?) -> String {
        let hold = tag.map { "If-None-Match: \($0)\r\nPrefer: wait=25\r\n" } ?? ""
        return "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nCookie: session=\(cookie)\r\n\(hold)\r\n"
    }
}

/// Reads the fragment once to get its ETag, then polls with that ETag until the fragment changes.
private final class PollHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let poll: Poll
    private var received = ByteBuffer()
    private var tag: String?
    private var isOver = false

    init(poll: Poll) { self.poll = poll }

    func channelActive(context: ChannelHandlerContext) { send(context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        while let answer = nextAnswer() { take(answer, context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard !isOver else { return }
        fail("closed")
    }

    private func send(_ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: poll.request(after: tag))), promise: nil)
    }

    private func take(_ head: ByteBuffer, _ context: ChannelHandlerContext) {
        let now = monotonicNow()
        let isFirst = tag == nil
        if let found = head.field("ETag") { tag = found }
        if head.starts(with: "HTTP/1.1 200") {
            guard isFirst else { return finish(at: now) }
            poll.tally.state.withLock { $0.held += 1 }
            send(context)
        } else if head.starts(with: "HTTP/1.1 304") {
            // The server held the request, and nothing changed: poll again.
            send(context)
        } else if head.starts(with: "HTTP/1.1 503") {
            // The server is overloaded: try again after a second, as a browser does.
            context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { self.send(context) }
        } else {
            fail(String(String(buffer: head).prefix(60)))
        }
    }

    private func finish(at time: Int) {
        isOver = true
        poll.tally.state.withLock { $0.answers.append(time) }
    }

    private func fail(_ reason: String) {
        guard !isOver else { return }
        isOver = true
        poll.tally.state.withLock { $0.failures += 1 }
        FileHandle.standardError.write(Data("poll failed: \(reason)\n".utf8))
    }

    /// Removes the next answer from the buffer and returns its head. Nil if the answer is not complete yet.
    private func nextAnswer() -> ByteBuffer? {
        guard let end = received.offset(of: "\r\n\r\n"), let head = received.getSlice(at: received.readerIndex, length: end + 2) else {
            return nil
        }
        let total = end + 4 + (head.field("Content-Length").flatMap { Int($0) } ?? 0)
        guard received.readableBytes >= total else { return nil }
        received.moveReaderIndex(forwardBy: total)
        received.discardReadBytes()
        return head
    }
}

/// These methods search bytes instead of characters, so that the client needs little CPU time beside the server that it measures.
extension ByteBuffer {
    fileprivate func offset(of text: StaticString, from start: Int = 0) -> Int? {
        withUnsafeReadableBytes { bytes in
            guard let base = bytes.baseAddress, bytes.count - text.utf8CodeUnitCount >= start else { return nil }
            let last = bytes.count - text.utf8CodeUnitCount
            var place = start
            while place <= last, let next = memchr(base + place, Int32(text.utf8Start.pointee), last - place + 1) {
                place = UnsafeRawPointer(next) - base
                if memcmp(next, text.utf8Start, text.utf8CodeUnitCount) == 0 { return place }
                place += 1
            }
            return nil
        }
    }

    fileprivate func starts(with text: StaticString) -> Bool { offset(of: text) == 0 }

    /// The value of a header field. Every line of the head must end with CRLF.
    fileprivate func field(_ name: StaticString) -> String? {
        guard let start = offset(of: name), let end = offset(of: "\r\n", from: start) else { return nil }
        let skipped = start + name.utf8CodeUnitCount + 2
        return getString(at: readerIndex + skipped, length: end - skipped)
    }
}
