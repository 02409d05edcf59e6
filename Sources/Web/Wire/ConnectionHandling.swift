import HTTPTypes
import Hummingbird
import NIOCore

/// Passes the requests that wait in the queue of a connection to their handlers.
extension Connection {
    func add(_ exchange: Exchange) {
        exchanges.append(exchange)
        handleNext()
        endUnwantedHold()
    }

    /// Handles the oldest request, unless it is being handled already. If too many bytes of earlier responses are not sent yet, the request
    /// waits until the client has read some of them. So the memory for unsent responses is at most one response more than the channel's
    /// high watermark. A connection with several requests waits for its turn after each of them.
    func handleNext() {
        guard !isHandling, !isQueued else { return }
        isHandling = true
        defer { isHandling = false }
        while closingSince == nil, context?.channel.isWritable == true, let exchange = exchanges.first, exchange.stage == .queued {
            guard hasTurn else {
                isQueued = true
                return loop.enqueue(self)
            }
            hasTurn = false
            // The stage changes first, so that each request is handled only once.
            exchange.stage = .received
            handle(exchange)
        }
    }

    /// Handles the next request. `ConnectionLoop` calls this after the other connections have had their turn.
    func takeTurn() {
        (hasTurn, isQueued) = (true, false)
        handleNext()
        readMore()
    }

    private func handle(_ exchange: Exchange) {
        guard let context else { return }
        guard let request = exchange.request, exchange.fault == nil else { return answerFault(exchange) }
        guard exchange.body == nil else { return run(exchange, as: .running) }
        let this = NIOLoopBound(self, eventLoop: context.eventLoop)
        exchange.poll = Poll(request) { poll in this.eventLoop.execute { this.value.loop.wake(this.value, poll) } }
        switch loop.handler.receive(request, exchange.poll, from: context.channel) {
        case .isTaken: run(exchange, as: .running)
        case .isHeld: if let poll = exchange.poll { hold(exchange, poll) }
        case .isAnswered(let response): answer(response, nil, to: exchange)
        case .isRefused(let response, let body):
            // Most of the requests that follow would be refused, too. The client will send them again on a new connection.
            if exchanges.count > 1 { exchange.terms.keepsAlive = false }
            answer(response, body, to: exchange)
        }
    }

    private func run(_ exchange: Exchange, as stage: Exchange.Stage) {
        guard let context, let request = exchange.request else { return }
        exchange.stage = stage
        loop.handler.admission.countArrival()
        let awaitsBody = exchange.body != nil && exchange === exchanges.last && reading == .body && bodyBytes == 0
        if exchange.terms.awaitsContinue, awaitsBody { sendContinue() }
        let (this, id) = (NIOLoopBound(self, eventLoop: context.eventLoop), ObjectIdentifier(exchange))
        let source = RequestSource(channel: context.channel, logger: loop.logger, poll: exchange.poll)
        let body = exchange.body.map { RequestBody(asyncSequence: $0) } ?? RequestBody(buffer: ByteBuffer())
        let work = Task(executorPreference: loop.executor) { [handler = loop.handler, poll = exchange.poll] in
            do {
                let response = try await handler.respond(to: Request(head: request, body: body), from: source)
                guard this.value.begin(response.head, poll) else { return }
                try await response.body.write(AnswerBody(connection: this))
            } catch {
                this.value.breakOff(id)
            }
        }
        // Only reads are cancelled if the client has gone. Changes are always completed.
        if request.method == .get || request.method == .head { exchange.work = work }
    }

    /// Holds a request: it waits for news and is answered later. If news has come meanwhile, the request is handled again at once.
    func hold(_ exchange: Exchange, _ poll: Poll) {
        endWork(on: exchange)
        (exchange.stage, exchange.holds) = (.held, poll.holds)
        if poll.outcome != nil { loop.wake(self, poll) } else { endUnwantedHold() }
    }

    /// Stops holding the first request if another request waits behind it, or if the client has closed its output. In the second case the
    /// client may have gone.
    func endUnwantedHold() {
        guard let first = exchanges.first, first.stage == .held, let poll = first.poll else { return }
        if isInputClosed {
            loop.handler.end(poll, as: .clientGone)
        } else if exchanges.count > 1 {
            loop.handler.end(poll, as: .timedOut)
        }
    }

    /// Handles a held request again, because its wait has ended. Returns false if no handler works on it.
    func handleAgain(_ poll: Poll) -> Bool {
        guard let context, let exchange = exchanges.first, exchange.poll === poll, exchange.stage == .held, let outcome = poll.outcome,
            let request = exchange.request
        else { return false }
        if outcome == .changed, let (response, body) = loop.handler.news(for: request, from: context.channel) {
            exchange.stage = .received
            answer(response, body, to: exchange)
            return false
        }
        run(exchange, as: .runningAgain)
        return exchange.stage == .runningAgain
    }

    /// Ends the work on a request that is answered or dropped, or that begins to wait for news. The request no longer counts in
    /// `Admission`. If the request was already waiting for news before this call, its wait ends, because the client has gone.
    func endWork(on exchange: Exchange) {
        let stage = exchange.stage
        exchange.stage = .answering
        if stage == .running || stage == .runningAgain { loop.handler.admission.countDeparture() }
        if stage == .runningAgain { loop.wokenLeft() }
        if stage == .held, let poll = exchange.poll { loop.handler.end(poll, as: .clientGone) }
    }
}
