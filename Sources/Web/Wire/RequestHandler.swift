import HTTPTypes
import Hummingbird
import NIOCore

/// Answers the requests of all connections.
public protocol RequestHandler: Sendable {
    var admission: Admission { get }

    /// Decides about a request without a body. It runs on the event loop of the connection, so it must not take long.
    func receive(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Reception

    /// Returns the response to a held request when there is news. It runs on the event loop of the connection. Nil if `respond` has to make
    /// the response.
    func news(for request: HTTPRequest, from channel: any Channel) -> (HTTPResponse, ByteBuffer)?

    func end(_ poll: Poll, as outcome: Poll.Outcome)

    func respond(to request: Request, from source: RequestSource) async throws -> Response
}

/// The decision about a request before any work is done for it.
public enum Reception {
    /// `respond` will answer the request.
    case isTaken
    /// The request is held. Its poll is told when the hold ends.
    case isHeld
    case isAnswered(HTTPResponse)
    /// The server has no room for the request.
    case isRefused(HTTPResponse, ByteBuffer)
}
