import HTTPTypes
import NIOCore

/// A request and its response. It lives on the event loop of its connection, until the request has been answered.
final class Exchange {
    /// Nil if the input was not a valid request.
    let request: HTTPRequest?
    var terms: Terms
    /// The body that the handler reads. Nil if the request has none.
    let body: IncomingBody?
    /// The poll with which the handler can hold the request. Nil if the client did not ask for that.
    var poll: Poll?
    /// A fault of the body, which is answered instead of the handler's response.
    var fault: Fault?
    var stage = Stage.inLine
    /// The task of a handler that changes nothing. It is cancelled when the client has gone.
    var work: Task<Void, Never>?
    var holds = 0

    enum Stage {
        /// The request waits behind others, or has not been handled yet.
        case inLine
        case received
        case running
        case held
        /// A handler works on the request again, because a hold has ended.
        case runningAgain
        /// The response is being sent, for as long as the client takes to read it.
        case answering
    }

    init(_ request: HTTPRequest, _ terms: Terms, body: IncomingBody?) {
        (self.request, self.terms, self.body) = (request, terms, body)
    }

    init(_ fault: Fault) {
        (request, terms, body) = (nil, Terms(keepsAlive: false), nil)
        self.fault = fault
    }

    /// The facts of a request on which its response depends.
    struct Terms {
        var isHead = false
        /// Whether the request uses HTTP/1.1, which has chunked bodies.
        var isCurrent = true
        var keepsAlive = true
        /// Whether the client waits for `100 Continue` before it sends the body.
        var awaitsContinue = false
        /// The announced length of the body in bytes. Nil if the body is chunked.
        var bodyLength: Int? = 0
        /// The approximate memory that the head takes, in bytes.
        var headBytes = 0
    }
}
