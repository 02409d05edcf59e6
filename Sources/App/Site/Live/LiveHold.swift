import FoundationEssentials
import Web

/// The start of a wait: decides whether a poll is held until one of its topics changes, and for how long.
struct LiveHold {
    enum StartResult {
        case held
        case changed
        /// Nothing has changed, but the poll does not wait. `retryAfter`, in seconds, is set if too many polls are waiting.
        case unchanged(retryAfter: Int?)
    }

    let tag: FragmentTag
    let topics: [Topic]
    let requester: UUID
    let services: Services

    func start(_ poll: Poll?) -> StartResult {
        guard let poll else { return .unchanged(retryAfter: nil) }
        let deadline = poll.since + .seconds(min(poll.seconds, services.settings.holdSeconds))
        guard deadline > .now else { return .unchanged(retryAfter: nil) }
        let wait = Live.Wait(topics: topics, version: tag.version, deadline: deadline, requester: requester)
        switch poll.hold({ services.live.hold($0, wait) }) {
        case nil: return .held
        case .changed: return .changed
        case .refused: return .unchanged(retryAfter: 5)
        case .timedOut, .clientGone: return .unchanged(retryAfter: nil)
        }
    }
}
