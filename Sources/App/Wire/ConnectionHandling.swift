import HTTPTypes
import Hummingbird
import NIOCore

/// Requests, from the line they wait in to their handlers.
extension Connection {
    func add(_ exchange: Exchange) {
        exchanges.append(exchange)
        handleNext()
        // Whoever waits for news does not keep the next one waiting.
        if exchanges.count > 1, let first = exchanges.first, first.stage == .held, let poll = first.poll {
            loop.door.live.end(poll, as: .timedOut)
        }
    }

    /// Handles the oldest request, unless that is under way.
    func handleNext() {
        guard !isHandling else { return }
        isHandling = true
        while let exchange = exchanges.first, exchange.stage == .inLine { handle(exchange) }
        isHandling = false
    }

    private func handle(_ exchange: Exchange) {
        guard let context else { return }
        guard let request = exchange.request, exchange.fault == nil else { return answerFault(exchange) }
        guard exchange.body == nil else { return run(exchange) }
        let this = NIOLoopBound(self, eventLoop: context.eventLoop)
        exchange.poll = Poll(request) { poll in this.eventLoop.execute { this.value.loop.wake(this.value, poll) } }
        switch loop.door.receive(request, exchange.poll, from: context.channel) {
        case .comesIn: run(exchange)
        case .waits: (exchange.stage, exchange.holds) = (.held, 1)
        case .isAnswered(let response, let body): answer(response, body, to: exchange)
        }
    }

    private func run(_ exchange: Exchange) {
        guard let context, let request = exchange.request else { return }
        exchange.stage = exchange.stage == .inLine ? .running : .runningAgain
        loop.door.admission.came()
        let this = NIOLoopBound(self, eventLoop: context.eventLoop)
        let source = RequestSource(channel: context.channel, logger: loop.logger, poll: exchange.poll)
        let body = exchange.body.map { RequestBody(asyncSequence: $0) } ?? RequestBody(buffer: ByteBuffer())
        Task(executorPreference: loop.executor) { [responder = loop.responder] in
            do {
                let response = try await responder.respond(to: Request(head: request, body: body), context: AppContext(source: source))
                guard this.value.begin(response.head) else { return }
                try await response.body.write(AnswerBody(connection: this))
            } catch {
                this.value.breakOff()
            }
        }
    }

    /// Has a request wait that its handler wants held. If there was news meanwhile, it is handled again.
    func hold(_ exchange: Exchange, _ poll: Poll) {
        leave(exchange)
        (exchange.stage, exchange.holds) = (.held, poll.holds)
        if poll.outcome != nil { loop.wake(self, poll) }
    }

    /// Has the request of `poll` handled again, whose hold has ended. False: there is nothing to do.
    func handleAgain(_ poll: Poll) -> Bool {
        guard let exchange = exchanges.first, exchange.poll === poll, exchange.stage == .held, poll.outcome != nil else { return false }
        run(exchange)
        return true
    }

    /// No more work for a request, for now or for good.
    func leave(_ exchange: Exchange) {
        if exchange.isRunning { loop.door.admission.went() }
        if exchange.stage == .runningAgain { loop.wokenLeft() }
        if exchange.stage == .held, let poll = exchange.poll { loop.door.live.end(poll, as: .abandoned) }
    }
}
