import HTTPTypes
import NIOCore
import NIOHTTP1

/// One client's connection: HTTP/1.1 between the parser and the handlers, with limits on what a client may send, and how slowly.
///
/// Lives on one event loop. Time comes from its `ConnectionLoop`, which looks at every connection several times a second; so a
/// request costs no timer. Requests are answered one after the other, each by a task of its own; what waits for news has none.
final class Connection: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = IOData

    /// What is being read.
    enum Reading {
        /// Nothing has come since the last request.
        case nothing
        case head, body
        /// What comes is thrown away: after a fault, or after a request that is the last one.
        case ignored
    }

    let loop: ConnectionLoop
    var slot = -1
    var context: ChannelHandlerContext?
    let limits: ConnectionLimits
    let meter: HeadMeter

    var reading = Reading.head
    /// When the present state of reading began.
    var readingSince: NIODeadline
    var bodyBytes = 0
    /// How many there may be.
    var bodyLimit = 0
    /// Of a body with files.
    var pace: MinimumRate?
    /// Of the request that is being read.
    private var body: IncomingBody?
    /// Whether we have asked for more; while we have not, the client is not to blame.
    private(set) var isReadPending = false
    private var hasReadPart = false
    private var requests = 0

    /// Requests that are not answered yet, oldest first.
    var exchanges = CircularBuffer<Exchange>(initialCapacity: 1)
    /// Bytes of memory that their heads take.
    var headBytes = 0
    var framing = AnswerWriter.Framing.none
    /// Whether the head of an answer is written, but not its end.
    var isAnswering = false
    /// Whether the last request has come, or what comes is not answered any more.
    var isLast = false
    /// Whether something has been written since the last flush.
    var hasUnflushed = false
    /// Whether parts of what has been read are still to come, so that flushing can wait for them.
    private(set) var isInRead = false
    /// Whether the line of requests is being looked at.
    var isHandling = false
    /// Whether a request may be handled now, and whether the connection waits for its turn to have that done.
    var hasTurn = true
    var isInLine = false
    /// Who waits until the client has taken something.
    var writer: CheckedContinuation<Void, any Error>?

    /// Bytes handed to the channel, and how many of them the client has as far as we know.
    var written = 0
    var taken = 0
    /// Bytes that the kernel had no room for, at the last look.
    var unsent = 0
    var delivery: Delivery?
    /// Since when everything is said, and only the client's goodbye is missing.
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

    /// The connection is gone. Any write may find that out, so this may come in the middle of anything: nothing is taken or handled after it.
    private func end() {
        guard context != nil else { return }
        context = nil
        loop.remove(self)
        set(.ignored)
        if let exchange = exchanges.first { leave(exchange) }
        dropExchanges()
        writer.take()?.resume(throwing: ChannelError.ioOnClosedChannel)
    }

    /// Nobody answers these any more.
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
            // Whoever asks for more before taking the answers may ask for it on another connection.
            if requests >= limits.requests || isFull && !exchanges.isEmpty { terms.keepsAlive = false }
            // Whoever says beforehand that it is too much need not send it.
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
        // Bytes that made no part yet: the beginning of a head.
        if reading == .nothing, !hasReadPart, meter.hasBegun { set(.head) }
        (hasReadPart, isInRead) = (false, false)
        // Who has one request at a time has no need of turns.
        if exchanges.count <= 1, !isInLine { hasTurn = true }
        flush()
        readMore()
    }

    /// Asks for more when there is room for it, and the client takes what it is sent.
    func readMore() {
        guard !isReadPending, !isInLine, let context, context.channel.isWritable || exchanges.isEmpty, exchanges.count < limits.pipelined,
            body?.isFull != true
        else { return }
        isReadPending = true
        context.read()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isOfParser = error is HTTPParserError || error is ByteToMessageDecoderError
        guard isOfParser else { return context.close(promise: nil) }
        // Also what comes behind a fault: the parser does not go on then.
        guard reading != .ignored, let error = error as? HTTPParserError else { return }
        // The end of a connection in the middle of a request is no fault to answer.
        if case .invalidEOFState = error, reading != .body { return endInput() }
        fail(error == .invalidContentLength && meter.announcesTooMuch ? .bodyTooLarge : Fault(error, inTarget: meter.isInTarget))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isLast = true
            // What has been sent before is still answered.
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

    /// The client sends nothing more.
    private func endInput() {
        isLast = true
        if reading == .body { body.take()?.end(.failure(BodyFault.broken)) }
        if reading != .ignored { set(.ignored) }
        if closingSince != nil { return closeIfDrained() }
        hurry()
        if exchanges.isEmpty { finish() } else { askWhetherAnybodyIsThere() }
    }

    /// A client that has closed the connection looks like one that only sends nothing more, until something is sent to it. If work is done
    /// for it that would end, an interim response finds out. Other clients ignore it (RFC 9110, section 15.2).
    private func askWhetherAnybodyIsThere() {
        guard let exchange = exchanges.first, bodyLimit == limits.upload || exchange.work != nil else { return }
        if exchange.stage == .running, exchange.terms.isCurrent { sendContinue() }
    }

    /// Reads nothing more, and answers the fault after the requests before it.
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
        // Answered before its end has come.
        if exchanges.isEmpty { finish() }
    }

    /// Ends the body for whoever reads it.
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
