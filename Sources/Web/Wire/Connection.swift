import HTTPTypes
import NIOCore
import NIOHTTP1

/// The connection of one client. It passes HTTP/1.1 requests from the parser to the handlers, and limits how much a client may send, and
/// how slowly.
///
/// A connection belongs to one event loop. Its `ConnectionLoop` provides the time and checks every connection several times a second, so a
/// request needs no timer. Requests are answered one after another, each by a task of its own. A held request (a long poll that waits for
/// news) has no task.
final class Connection: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = IOData

    enum Reading {
        /// No byte of the next request has arrived.
        case nothing
        case head, body
        /// Further input is discarded, because of a fault or because the last request of the connection has arrived.
        case ignored
    }

    let loop: ConnectionLoop
    var slot = -1
    var context: ChannelHandlerContext?
    let limits: ConnectionLimits
    let meter: HeadMeter

    var reading = Reading.head
    var readingSince: NIODeadline
    var bodyBytes = 0
    var bodyLimit = 0
    /// The rate at which a body with files arrives. Nil if no such body has been checked yet.
    var pace: MinimumRate?
    private var body: IncomingBody?
    /// Whether the connection has requested more input. If not, a delay of the input is not the client's fault.
    private(set) var isReadPending = false
    private var hasReadPart = false
    private var requests = 0

    var exchanges = CircularBuffer<Exchange>(initialCapacity: 1)
    /// The number of bytes of memory that the heads of `exchanges` take.
    var headBytes = 0
    var framing = AnswerWriter.Framing.none
    /// Whether a response is being sent: its head has been written, but not its end.
    var isAnswering = false
    /// Whether the last request of the connection has arrived. Further requests are not answered.
    var isLast = false
    var hasUnflushed = false
    /// Whether the parser is delivering the parts of requests that it found in the last bytes from the socket. After the last part, all
    /// bytes that were written meanwhile are flushed together.
    private(set) var isInRead = false
    /// Whether `handleNext` is running. It must not call itself.
    var isHandling = false
    /// Whether the connection may handle a request now. A connection with several requests has to wait for its turn after each of them.
    var hasTurn = true
    /// Whether the connection is in the queue of its `ConnectionLoop`, where it waits for its turn.
    var isQueued = false
    /// The writer of a response that waits until the client has read some of it.
    var writer: CheckedContinuation<Void, any Error>?

    /// The number of bytes that were passed to the channel (`written`), and how many of them the client has acknowledged.
    var written = 0
    var acknowledged = 0
    /// The number of bytes that did not fit into the kernel's buffer at the last check.
    var unsent = 0
    var delivery: Delivery?
    /// The time when the last response was complete. From then on, the connection only waits until the client closes it. Nil before that.
    var closingSince: NIODeadline?
    var isInputClosed = false

    init(loop: ConnectionLoop, meter: HeadMeter) {
        self.loop = loop
        self.meter = meter
        limits = loop.limits
        readingSince = loop.now
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        loop.add(self)
        if context.channel.isActive { readMore() }
    }

    func channelActive(context: ChannelHandlerContext) {
        readMore()
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    /// Cleans up after the connection has closed. Any write may find out that the connection is closed, so `end` may run in the middle of
    /// another function. That function must then read and handle nothing more.
    private func end() {
        guard context != nil else { return }
        context = nil
        loop.remove(self)
        set(.ignored)
        if let exchange = exchanges.first { endWork(on: exchange) }
        dropExchanges()
        writer.take()?.resume(throwing: ChannelError.ioOnClosedChannel)
    }

    func dropExchanges() {
        for exchange in exchanges {
            exchange.body?.end(.failure(BodyFault.broken))
            exchange.work?.cancel()
        }
        exchanges.removeAll()
        headBytes = 0
        body = nil
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard reading != .ignored else { return }
        (hasReadPart, isInRead) = (true, true)
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head)
        case .body(let bytes): take(bytes)
        case .end:
            body.take()?.end()
            set(isLast ? .ignored : .nothing)
            meter.reset()
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        do {
            var (request, terms) = try HeadReader(limits: limits).read(head)
            requests += 1
            headBytes += terms.headBytes
            let isFull = exchanges.count + 1 >= limits.pipelined || headBytes > limits.readAhead
            // The client has sent too many requests before their responses, or too many requests in all. It may open another connection.
            if requests >= limits.requests || isFull && !exchanges.isEmpty { terms.keepsAlive = false }
            // A client that announces too large a body need not send it.
            bodyLimit = ContentType(request.headerFields[.contentType]).isMultipartForm ? limits.upload : limits.body
            let isTooLarge = terms.bodyLength.map { $0 > bodyLimit || $0 < 0 } ?? false
            if isTooLarge { terms.keepsAlive = false }
            if !terms.keepsAlive { isLast = true }
            body = terms.bodyLength == 0 ? nil : incomingBody()
            let exchange = Exchange(request, terms, body: body)
            bodyBytes = 0
            set(isTooLarge ? .ignored : .body)
            if isTooLarge { body.take()?.end(.failure(BodyFault.tooLarge)) }
            add(exchange)
        } catch {
            fail(error)
        }
    }

    private func incomingBody() -> IncomingBody? {
        guard let context else { return nil }
        let this = NIOLoopBound(self, eventLoop: context.eventLoop)
        return IncomingBody { this.eventLoop.execute { this.value.readMore() } }
    }

    private func take(_ bytes: ByteBuffer) {
        bodyBytes += bytes.readableBytes
        loop.received(bytes.readableBytes)
        guard bodyBytes <= bodyLimit else { return refuseBody(.tooLarge) }
        body?.add(bytes)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReadPending = false
        // The bytes are not a complete part for the parser, so they are the beginning of a head.
        if reading == .nothing, !hasReadPart, meter.hasBegun { set(.head) }
        (hasReadPart, isInRead) = (false, false)
        // A connection with only one request need not wait for its turn.
        if exchanges.count <= 1, !isQueued { hasTurn = true }
        flush()
        readMore()
    }

    /// Requests more input, if there is room for it and if the client reads its responses.
    func readMore() {
        guard !isReadPending, !isQueued, let context, context.channel.isWritable || exchanges.isEmpty, exchanges.count < limits.pipelined,
            body?.isFull != true
        else { return }
        isReadPending = true
        context.read()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isOfParser = error is HTTPParserError || error is ByteToMessageDecoderError
        guard isOfParser else { return context.close(promise: nil) }
        // The parser also reports everything that follows a fault as an error.
        guard reading != .ignored, let error = error as? HTTPParserError else { return }
        // If the client closes its side in the middle of a head, the request is not answered.
        if case .invalidEOFState = error, reading != .body { return endInput() }
        fail(error == .invalidContentLength && meter.announcesTooMuch ? .bodyTooLarge : Fault(error, inTarget: meter.isInTarget))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isLast = true
            // Requests that the client sent before the shutdown are still answered.
            let this = NIOLoopBound(self, eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(30)) {
                if this.value.exchanges.isEmpty, this.value.reading != .body { this.value.finish() }
            }
        } else if let event = event as? ChannelEvent, event == .inputClosed {
            isInputClosed = true
            endInput()
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func endInput() {
        isLast = true
        if reading == .body { body.take()?.end(.failure(BodyFault.broken)) }
        if reading != .ignored { set(.ignored) }
        if closingSince != nil { return closeIfDrained() }
        endUnwantedHold()
        if exchanges.isEmpty { finish() } else { probeClient() }
    }

    /// Sends an interim response (100 Continue) to find out whether the client is still connected. The end of the client's output does not
    /// show that: some clients close only their output (a half-closed connection) and still read the response. The interim response is sent
    /// only for a request that reads data or uploads files, because other requests are completed in any case. Clients that do not expect
    /// the interim response ignore it (RFC 9110, section 15.2).
    private func probeClient() {
        guard let exchange = exchanges.first, bodyLimit == limits.upload || exchange.work != nil else { return }
        if exchange.stage == .running, exchange.terms.isCurrent { sendContinue() }
    }

    /// Stops reading. The fault is answered after the requests that came before it.
    func fail(_ fault: Fault) {
        guard context != nil else { return }
        isLast = true
        if reading == .body {
            exchanges.last?.fault = fault
            body.take()?.end(.failure(BodyFault.broken))
        } else {
            add(Exchange(fault))
        }
        set(.ignored)
        // The request has been answered already, before all of its body had arrived.
        if exchanges.isEmpty { finish() }
    }

    /// Stops reading. The handler that reads the body gets `fault` as an error.
    func refuseBody(_ fault: BodyFault) {
        set(.ignored)
        isLast = true
        body.take()?.end(.failure(fault))
        if exchanges.isEmpty { finish() }
    }

    func sendContinue() {
        send(AnswerWriter.goOn)
        flush()
    }

    func set(_ reading: Reading) {
        self.reading = reading
        readingSince = loop.now
        pace = nil
    }
}
