import HTTPTypes
import NIOCore

/// One request on a connection, until it has been answered. Lives on the connection's event loop.
final class Exchange {
    /// nil: what came was no request.
    let request: HTTPRequest?
    var terms: Terms
    /// What the handler reads; nil: nothing follows the head.
    let body: IncomingBody?
    /// How the handler may have the request held; nil: it did not ask for that.
    var poll: Poll?
    /// What goes wrong with the body, and is answered in place of whatever the handler makes of it.
    var fault: Fault?
    var stage = Stage.inLine
    /// The work of a handler that changes nothing. It is cancelled when the client has gone.
    var work: Task<Void, Never>?
    /// How many times it has been held.
    var holds = 0

    enum Stage {
        /// Behind others, or not looked at yet.
        case inLine
        /// It is being looked at.
        case received
        /// A handler works on it.
        case running
        /// It waits for news; nothing works on it.
        case held
        /// A handler works on it again, as a hold has ended.
        case runningAgain
        /// The answer is on its way; how long that takes is the client's affair.
        case answering
    }

    init(_ request: HTTPRequest, _ terms: Terms, body: IncomingBody?) {
        (self.request, self.terms, self.body) = (request, terms, body)
    }

    /// In the place of what could not be read.
    init(_ fault: Fault) {
        (request, terms, body) = (nil, Terms(keepsAlive: false), nil)
        self.fault = fault
    }

    /// What the answer to a request depends on.
    struct Terms {
        var isHead = false
        /// HTTP/1.1, which knows chunks.
        var isCurrent = true
        /// Whether the connection may serve another request afterwards.
        var keepsAlive = true
        /// Whether the client waits for `100 Continue` before it sends the body.
        var awaitsContinue = false
        /// Bytes of body announced; nil: chunks.
        var bodyLength: Int? = 0
        /// Bytes of memory that the head takes, about.
        var headBytes = 0
    }
}
