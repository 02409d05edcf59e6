import HTTPTypes
import NIOCore

/// Sends the responses of handlers to the client.
extension Connection {
    /// Writes the head of a response. Returns false if the response must not be sent, because the connection has ended, the handler has
    /// held the request, or the server sends the response for a fault instead.
    /// - Parameter poll: The long poll of the request. Nil if the request is no long poll, or if the response does not come from
    ///   `RequestHandler.respond`.
    func begin(_ response: HTTPResponse, _ poll: Poll? = nil) -> Bool {
        guard let context, let exchange = exchanges.first, closingSince == nil else {
            if let poll { loop.handler.end(poll, as: .clientGone) }
            return false
        }
        if let poll, poll.holds > exchange.holds {
            hold(exchange, poll)
            return false
        }
        if exchange.fault != nil {
            answerFault(exchange)
            return false
        }
        framing = AnswerWriter.framing(response, in: exchange.terms)
        isAnswering = true
        // The work for the request is done. It stops counting now, so that other requests do not wait until a slow client has read the
        // response.
        endWork(on: exchange)
        let closes = !exchange.terms.keepsAlive || (isLast && exchanges.count <= 1) || framing == .close
        if closes { announceEnd() }
        let persistence: AnswerWriter.Persistence = closes ? .closes : exchange.terms.isCurrent ? .usual : .keepsAlive
        send(
            AnswerWriter.head(response, framing: framing, date: loop.date, persistence, allocator: context.channel.allocator))
        return true
    }

    /// Makes the current response the last response of the connection. Later requests are not answered.
    private func announceEnd() {
        isLast = true
        if reading == .nothing || reading == .head { set(.ignored) }
    }

    /// Writes a piece of the response's body. Returns true if the caller must wait until the client has read some of the response.
    func write(_ bytes: ByteBuffer) throws -> Bool {
        guard let context, isAnswering else { throw ChannelError.outputClosed }
        switch framing {
        case .none: return false
        case .length, .close: send(bytes)
        case .chunks: if bytes.readableBytes > 0 { send(AnswerWriter.chunk(bytes, allocator: context.channel.allocator)) }
        }
        guard !context.channel.isWritable else { return false }
        flush()
        return !context.channel.isWritable
    }

    func endAnswer() {
        guard isAnswering else { return }
        isAnswering = false
        if framing == .chunks { send(AnswerWriter.lastChunk) }
        let isEnd = framing == .close
        endExchange(closes: isEnd)
    }

    func answer(_ response: HTTPResponse, _ body: ByteBuffer?, to exchange: Exchange) {
        guard begin(response) else { return }
        if let body, framing != .none { send(body) }
        endAnswer()
    }

    func answerFault(_ exchange: Exchange) {
        if let fault = exchange.fault { send(fault.answer) }
        endExchange(closes: true)
    }

    func breakOff(_ id: ObjectIdentifier) {
        guard let context, let exchange = exchanges.first, ObjectIdentifier(exchange) == id else { return }
        // The head of the response has been sent, so an error response is no longer possible.
        if isAnswering {
            flush()
            return context.close(promise: nil)
        }
        exchange.fault = exchange.fault ?? .failed
        answerFault(exchange)
    }

    private func endExchange(closes: Bool) {
        guard let exchange = exchanges.popFirst() else { return }
        headBytes -= exchange.terms.headBytes
        endWork(on: exchange)
        exchange.body?.discard()
        if !isInRead { flush() }
        if closes || !exchange.terms.keepsAlive || (isLast && exchanges.isEmpty) { return finish() }
        if reading == .nothing { readingSince = loop.now }
        handleNext()
        readMore()
    }

    // MARK: Sending

    func send(_ bytes: ByteBuffer) {
        guard let context, bytes.readableBytes > 0 else { return }
        written += bytes.readableBytes
        loop.sent(bytes.readableBytes)
        hasUnflushed = true
        context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
    }

    func flush() {
        guard hasUnflushed else { return }
        hasUnflushed = false
        context?.flush()
    }

    func whenWritable(_ continuation: CheckedContinuation<Void, any Error>) {
        guard let context else { return continuation.resume(throwing: ChannelError.ioOnClosedChannel) }
        if context.channel.isWritable { continuation.resume() } else { writer = continuation }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            writer.take()?.resume()
            handleNext()
            readMore()
        }
        context.fireChannelWritabilityChanged()
    }

    /// Ends the connection after its last response. It closes the output, and waits a moment for the client to close its side.
    func finish() {
        guard closingSince == nil else { return }
        closingSince = loop.now
        set(.ignored)
        dropExchanges()
        flush()
        // The connection may be closed now, because the flush may have found out that the client has closed it.
        guard let context else { return }
        // If the input is closed already, closing the output would close the channel at once, and the bytes that are not sent yet would be
        // lost.
        if isInputClosed { return closeIfDrained() }
        context.close(mode: .output, promise: nil)
        readMore()
    }

    func closeIfDrained() {
        guard let context else { return }
        if buffered(in: context) == 0 { context.close(promise: nil) }
    }

    /// Returns the number of bytes that did not fit into the kernel's buffer.
    func buffered(in context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
