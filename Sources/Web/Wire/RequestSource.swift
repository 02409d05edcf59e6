import Hummingbird
import Logging
import NIOCore

/// The facts from which the context of a request is made.
public struct RequestSource: RequestContextSource {
    /// The channel of the connection.
    public let channel: any Channel
    /// The logger of the server.
    public let logger: Logger
    /// Nil if the client is not willing to wait.
    public let poll: Poll?
}
