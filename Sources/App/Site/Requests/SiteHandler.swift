import Dispatch
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// Answers polls from memory, refuses GET requests if the server is full, and passes all other requests to the router.
struct SiteHandler: RequestHandler {
    let admission: Admission
    let busy: BusyAnswer
    let polls: PollResponder
    let responder: RouterResponder<AppContext>

    func receive(_ request: HTTPRequest, _ poll: Poll?, from channel: any Channel) -> Reception {
        switch polls.answer(request, poll, from: channel) {
        case .unchanged(let response): return .isAnswered(response)
        case .held: return .isHeld
        case nil: break
        }
        guard request.method == .get, !RouteMeter.isAlwaysServed(request.path ?? ""),
            admission.shedsEarly(at: DispatchTime.now().uptimeNanoseconds)
        else { return .isTaken }
        let (response, body) = busy.parts(for: request)
        return .isRefused(response, body)
    }

    func news(for request: HTTPRequest, from channel: any Channel) -> (HTTPResponse, ByteBuffer)? {
        polls.news(for: request, from: channel)
    }

    func end(_ poll: Poll, as outcome: Poll.Outcome) { polls.live.end(poll, as: outcome) }

    func respond(to request: Request, from source: RequestSource) async throws -> Response {
        try await responder.respond(to: request, context: AppContext(source: source))
    }
}
