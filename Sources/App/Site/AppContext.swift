import FoundationEssentials
import Hummingbird
import NIOCore
import Web

/// What belongs to one request.
struct AppContext: RequestContext {
    typealias Source = RequestSource

    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// How the request may be held; nil: the client is not willing to wait.
    let poll: Poll?
    /// Of the holds that the request has had before: how many, and how the last one ended.
    let holds: Int
    let holdOutcome: Poll.Outcome?
    /// Shown to the visitor when something went wrong, and found in the log.
    let requestID = RequestIdentity()
    let start = ContinuousClock.now
    var startedAt: Date { Date(timeIntervalSinceNow: (start - ContinuousClock.now) / .seconds(1)) }
    /// Where its measures are counted.
    var route: RouteMeter?
    var session: Session?
    /// The posted form, whose token has been checked.
    var form = Form()
    /// Whether the visitor's connection is encrypted, at the proxy if there is one.
    var isSecure = false

    /// Whether there is no answer yet: the request waits for news, and comes again.
    var isHeld: Bool { poll.map { $0.holds > holds } ?? false }

    init(source: RequestSource) {
        coreContext = .init(source: source)
        (channel, poll) = (source.channel, source.poll)
        (holds, holdOutcome) = (source.poll?.holds ?? 0, source.poll?.outcome)
    }
}
