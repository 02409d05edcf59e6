import Hummingbird
import Logging
import NIOCore

/// The values from which the context of a request is created.
public struct RequestSource: RequestContextSource {
    public let channel: any Channel
    public let logger: Logger
    /// The long poll of the request. Nil if the client is not willing to wait.
    public let poll: Poll?
}
