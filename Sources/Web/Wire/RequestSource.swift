import Hummingbird
import Logging
import NIOCore

/// What a request's context is made of.
public struct RequestSource: RequestContextSource {
    /// Of its connection.
    public let channel: any Channel
    /// Of the server.
    public let logger: Logger
    /// nil: the client is not willing to wait.
    public let poll: Poll?
}
