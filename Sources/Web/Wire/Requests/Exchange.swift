import HTTPTypes
import NIOCore

/// A request and its response. It is used on the event loop of its connection, and exists until the request has been answered.
final class Exchange {
    /// The request. Nil if the input was not a valid request.
    let request: HTTPRequest?
    var terms: Terms
    /// The body that the handler reads. Nil if the request has no body.
    let body: IncomingBody?
    /// The long poll with which the handler can hold the request until there is news. Nil if the client did not ask to wait.
    var poll: Poll?
    /// A fault in the body. It is answered instead of the handler's response. Nil if there is no fault.
    var fault: Fault?
    var stage = Stage.queued
    /// The task of a handler that only reads data. It is cancelled when the client has gone.
    var work: Task<Void, Never>?
    var holds = 0

    enum Stage {
        /// The request is not handled yet. It may wait behind other requests.
        case queued
        case received
        case running
        case held
        /// A handler works on the request again, because the wait of its long poll has ended.
        case runningAgain
        /// The response is being sent. This takes as long as the client takes to read it.
        case answering
    }

    init(_ request: HTTPRequest, _ terms: Terms, body: IncomingBody?) {
        (self.request, self.terms, self.body) = (request, terms, body)
    }

    init(_ fault: Fault) {
        (request, terms, body) = (nil, Terms(keepsAlive: false), nil)
        self.fault = fault
    }

    /// The properties of a request on which the form of its response depends.
    struct Terms {
        var isHead = false
        /// Whether the request uses HTTP/1.1, so that chunked bodies are possible.
        var isCurrent = true
        var keepsAlive = true
        /// Whether the client waits for the status `100 Continue` before it sends the body.
        var awaitsContinue = false
        /// The length of the body in bytes, as the head announces it. Nil if the body is chunked.
        var bodyLength: Int? = 0
        /// The approximate number of bytes of memory that the head takes.
        var headBytes = 0
    }
}
