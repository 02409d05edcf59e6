import HTTPTypes
import Hummingbird
import NIOCore

/// What answers the requests that connections bring.
public protocol RequestHandler: Sendable {
    var admission: Admission { get }

    /// What becomes of a request without a body: asked on its connection's event loop, so nothing may take long here.
    func receive(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Reception

    /// The answer to a request whose hold has ended with news, on its connection's event loop; nil: `respond` has to find it.
    func news(for request: HTTPRequest, from channel: any Channel) -> (HTTPResponse, ByteBuffer)?

    /// A hold ends early.
    func end(_ poll: Poll, as outcome: Poll.Outcome)

    func respond(to request: Request, from source: RequestSource) async throws -> Response
}

/// What becomes of a request before anything is done for it.
public enum Reception {
    /// It is responded to.
    case isTaken
    /// It waits for news; its poll is told.
    case isHeld
    case isAnswered(HTTPResponse)
    /// There is no room for it.
    case isRefused(HTTPResponse, ByteBuffer)
}
