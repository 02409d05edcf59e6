import HTTPTypes
import Hummingbird
import NIOCore

/// Answers the requests of all connections. The app implements it.
public protocol RequestHandler: Sendable {
    var admission: Admission { get }

    /// Decides what happens to a request without a body. It runs on the event loop of the connection, so it must not take long.
    func receive(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Reception

    /// Returns the response to a held request for which there is news. Returns nil if `respond` has to make the response. It runs on the
    /// event loop of the connection.
    func news(for request: HTTPRequest, from channel: any Channel) -> (HTTPResponse, ByteBuffer)?

    func end(_ poll: Poll, as outcome: Poll.Outcome)

    func respond(to request: Request, from source: RequestSource) async throws -> Response
}

/// The decision about a request before the server does any work for it.
public enum Reception {
    /// The method `respond` will answer the request.
    case isTaken
    /// The request is held: it waits for news. Its `Poll` is told when the wait ends.
    case isHeld
    case isAnswered(HTTPResponse)
    /// The server is too busy to answer the request.
    case isRefused(HTTPResponse, ByteBuffer)
}
