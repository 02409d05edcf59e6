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
    /// The number of times that this request has waited for a change before, and how its last wait ended.
    let holds: Int
    let holdOutcome: Poll.Outcome?
    /// The id that the visitor sees after an error, and that the log contains.
    let requestID = RequestIdentity()
    let start = ContinuousClock.now
    var startedAt: Date { Date(timeIntervalSinceNow: (start - ContinuousClock.now) / .seconds(1)) }
    var route: RouteMeter?
    var session: Session?
    /// The posted form. The value of its field `csrf` has been checked.
    var form = Form()
    var isSecure = false

    /// Whether the request waits for a change. It then has no response yet, and its handler will run again.
    var isHeld: Bool { poll.map { $0.holds > holds } ?? false }

    init(source: RequestSource) {
        coreContext = .init(source: source)
        (channel, poll) = (source.channel, source.poll)
        (holds, holdOutcome) = (source.poll?.holds ?? 0, source.poll?.outcome)
    }
}
