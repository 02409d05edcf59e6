import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// One client's connection: HTTP/1.1 between the parser and the handlers, with limits on what a client may send, and how slowly.
///
/// Lives on one event loop. Time comes from its `ConnectionLoop`, which looks at every connection several times a second; so a
/// request costs no timer.
final class Connection: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
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
    /// Whether we have asked for more; while we have not, the client is not to blame.
    var isReadPending = false
    private var hasReadPart = false
    /// Whether the request that is being read has been answered at the door.
    private var isTurnedAway = false

    /// Requests that are not answered yet, oldest first.
    var exchanges = CircularBuffer<Exchange>(initialCapacity: 1)
    private var requests = 0
    private var framing = AnswerWriter.Framing.none
    private var isAnswering = false
    /// Whether the next answer is the last one.
    private var isLast = false
    private var fault: Fault?

    /// Bytes handed to the channel, and how many of them the client has as far as we know.
    var written = 0
    var taken = 0
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

    var isIdle: Bool { exchanges.isEmpty && closingSince == nil }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        loop.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        loop.remove(self)
        if !exchanges.isEmpty { loop.door.admission.went(exchanges.count) }
        exchanges.removeAll()
        context = nil
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard reading != .ignored else { return }
        hasReadPart = true
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body(let bytes): take(bytes, context)
        case .end where isTurnedAway:
            isTurnedAway = false
            set(.nothing)
            meter.reset()
        case .end(let trailers):
            set(isLast && exchanges.last?.keepsAlive == false ? .ignored : .nothing)
            meter.reset()
            context.fireChannelRead(wrapInboundOut(.end(trailers.map { HTTPFields($0, splitCookie: false) })))
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        do {
            var (request, exchange) = try HeadReader(limits: limits).read(head)
            requests += 1
            if requests >= limits.requests { exchange.keepsAlive = false }
            // Whoever says beforehand that it is too much need not send it.
            let isTooLarge = exchange.bodyLength.map { $0 > limits.body || $0 < 0 } ?? false
            if isTooLarge { exchange.keepsAlive = false }
            if !exchange.keepsAlive { isLast = true }
            if exchange.awaitsContinue, !isTooLarge, exchange.bodyLength != 0, exchanges.isEmpty {
                send(AnswerWriter.goOn, context)
                context.flush()
            }
            if exchange.bodyLength == 0, exchanges.isEmpty, let refusal = loop.door.refusal(of: request) {
                return turnAway(refusal, exchange, context)
            }
            exchanges.append(exchange)
            loop.door.admission.came()
            set(isTooLarge ? .ignored : .body)
            bodyBytes = 0
            context.fireChannelRead(wrapInboundOut(.head(request)))
        } catch {
            fail(error, context)
        }
    }

    /// Answers a request that no handler sees.
    private func turnAway(_ answer: ByteBuffer, _ exchange: Exchange, _ context: ChannelHandlerContext) {
        send(answer, context)
        if exchange.keepsAlive {
            isTurnedAway = true
            context.flush()
        } else {
            finish(context)
        }
    }

    private func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        bodyBytes += bytes.readableBytes
        guard bodyBytes <= limits.body else { return refuseBody(.tooLarge, context) }
        context.fireChannelRead(wrapInboundOut(.body(bytes)))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReadPending = false
        // Bytes that made no part yet: the beginning of a head.
        if reading == .nothing, !hasReadPart { set(.head) }
        hasReadPart = false
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isReadPending = true
        context.read()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        guard reading != .ignored else { return }
        // The end of a connection in the middle of a request is no fault to answer.
        if case .invalidEOFState = error, reading != .body { return finish(context) }
        fail(Fault(error, inTarget: meter.isInTarget), context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isLast = true
            if exchanges.isEmpty { context.close(promise: nil) }
            return
        }
        if let event = event as? ChannelEvent, event == .inputClosed {
            isInputClosed = true
            if closingSince != nil { return closeIfDrained(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Reads nothing more. The handlers finish what they have, then the fault is answered: whoever serves the connection answers a
    /// parser's error with 400, and `write` puts the right answer into its place.
    private func fail(_ fault: Fault, _ context: ChannelHandlerContext) {
        self.fault = fault
        set(.ignored)
        context.fireErrorCaught(HTTPParserError.unknown)
    }

    /// Ends the body for whoever reads it.
    func refuseBody(_ fault: BodyFault, _ context: ChannelHandlerContext) {
        set(.ignored)
        isLast = true
        if exchanges.isEmpty { finish(context) } else { context.fireErrorCaught(fault) }
    }

    private func set(_ reading: Reading) {
        self.reading = reading
        readingSince = loop.now
    }

    // MARK: Answering

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard closingSince == nil else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let response):
            if let fault, response.status == .badRequest, response.headerFields[.connection] == "close" {
                send(fault.answer, context, promise)
                return finish(context)
            }
            answer(response, context, promise)
        case .body(let bytes):
            switch framing {
            case .none: promise?.succeed()
            case .length, .close: send(bytes, context, promise)
            case .chunks where bytes.readableBytes == 0: promise?.succeed()
            case .chunks: send(AnswerWriter.chunk(bytes, allocator: context.channel.allocator), context, promise)
            }
        case .end: endAnswer(context, promise)
        }
    }

    private func answer(_ response: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let exchange = exchanges.first ?? Exchange(keepsAlive: false)
        framing = AnswerWriter.framing(response, in: exchange)
        isAnswering = response.status.kind != .informational
        let closes = closesAfter(exchange) || framing == .close
        if closes { isLast = true }
        let head = AnswerWriter.head(response, framing: framing, closes: closes, allocator: context.channel.allocator)
        send(head, context, promise)
    }

    private func closesAfter(_ exchange: Exchange) -> Bool { !exchange.keepsAlive || (isLast && exchanges.count <= 1) }

    private func endAnswer(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        isAnswering = false
        if framing == .chunks { send(AnswerWriter.lastChunk, context, promise) } else { send(ByteBuffer(), context, promise) }
        let exchange = exchanges.popFirst()
        if exchange != nil { loop.door.admission.went() }
        guard let exchange else { return finish(context) }
        if !exchange.keepsAlive || (isLast && exchanges.isEmpty) { return finish(context) }
        if reading == .nothing { readingSince = loop.now }
    }

    func send(_ bytes: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>? = nil) {
        if bytes.readableBytes == 0, promise == nil { return }
        written += bytes.readableBytes
        loop.sent(bytes.readableBytes)
        context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: promise)
    }

    /// Everything is said: tells the client so, and waits a moment for its end of the connection to close.
    func finish(_ context: ChannelHandlerContext) {
        guard closingSince == nil else { return }
        closingSince = loop.now
        set(.ignored)
        context.flush()
        // A channel without input would close its output at once, whatever is still to be sent.
        if isInputClosed { return closeIfDrained(context) }
        context.close(mode: .output, promise: nil)
        context.read()
    }

    private func closeIfDrained(_ context: ChannelHandlerContext) {
        if (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 == 0 { context.close(promise: nil) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        finish(context)
        promise?.succeed()
    }
}
