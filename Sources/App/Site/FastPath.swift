import Dispatch
import HTTPTypes
import NIOCore

/// Where requests without a body come in: polls are answered from memory, and when the server is full, others are sent away before
/// anything is done for them.
struct FastPath: Sendable {
    enum Reception {
        /// A handler has to answer it.
        case comesIn
        /// It waits for news; its poll is told.
        case waits
        case isAnswered(HTTPResponse)
        /// There is no room for it.
        case isSentAway(HTTPResponse, ByteBuffer)
    }

    let admission: Admission
    let busy: BusyAnswer
    let polls: PollResponder

    var live: Live { polls.live }

    func receive(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Reception {
        switch polls.answer(request, poll, from: channel) {
        case .unchanged(let response): return .isAnswered(response)
        case .held: return .waits
        case nil: break
        }
        guard request.method == .get, !RouteMeter.isAlwaysServed(request.path ?? ""),
            admission.shedsEarly(at: DispatchTime.now().uptimeNanoseconds)
        else { return .comesIn }
        let (response, body) = busy.parts(for: request)
        return .isSentAway(response, body)
    }
}
