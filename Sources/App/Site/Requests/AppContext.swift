import FoundationEssentials
import Hummingbird
import NIOCore
import Web

struct AppContext: RequestContext {
    typealias Source = RequestSource

    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The long poll that the client asks for. Nil if the client does not want to wait.
    let poll: Poll?
    /// The number of times that the request has been held before, and the way in which the last hold ended.
    let holds: Int
    let holdOutcome: Poll.Outcome?
    /// Shown to the visitor after an error, and found in the log.
    let requestID = RequestIdentity()
    let start = ContinuousClock.now
    var startedAt: Date { Date(timeIntervalSinceNow: (start - ContinuousClock.now) / .seconds(1)) }
    var route: RouteMeter?
    var session: Session?
    /// The posted form, whose token has been checked.
    var form = Form()
    var isSecure = false

    /// Whether there is no response yet: the request is held, and will run again.
    var isHeld: Bool { poll.map { $0.holds > holds } ?? false }

    init(source: RequestSource) {
        coreContext = .init(source: source)
        (channel, poll) = (source.channel, source.poll)
        (holds, holdOutcome) = (source.poll?.holds ?? 0, source.poll?.outcome)
    }
}
