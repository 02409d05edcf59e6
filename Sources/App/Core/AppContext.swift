import Hummingbird
import NIOCore

/// What belongs to one request.
struct AppContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: (any Channel)?
    /// Shown to the visitor when something went wrong, and found in the log.
    let requestID: String
    var session: Session?
    /// The posted form, whose token has been checked.
    var form = Form()
    /// Whether the visitor's connection is encrypted, at the proxy if there is one.
    var isSecure = false
    /// Whom rate limits count: an IPv4 address, or the /64 of an IPv6 one.
    var network = ""

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        requestID = String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
