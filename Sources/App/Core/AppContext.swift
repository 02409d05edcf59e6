import Hummingbird
import NIOCore

/// What belongs to one request.
struct AppContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: (any Channel)?
    /// Shown to the visitor when something went wrong, and found in the log.
    let requestID = RequestIdentity()
    let start = ContinuousClock.now
    /// Where its measures are counted.
    var route: RouteMeter?
    var session: Session?
    /// The posted form, whose token has been checked.
    var form = Form()
    /// Whether the visitor's connection is encrypted, at the proxy if there is one.
    var isSecure = false

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
