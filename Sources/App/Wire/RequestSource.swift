import Hummingbird
import Logging
import NIOCore

/// What a request's context is made of.
struct RequestSource: RequestContextSource {
    let channel: any Channel
    let logger: Logger
    /// nil: the client is not willing to wait.
    let poll: Poll?
}
