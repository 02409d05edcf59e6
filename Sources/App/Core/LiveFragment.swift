import Crypto
import FoundationEssentials
import Hummingbird

/// A part of a page that follows what others do: the topics it stands for, and how it is read and rendered anew.
struct LiveFragment: Sendable {
    let visit: MemberVisit
    let topics: [Topic]
    /// Reads and renders; given a version it may show what somebody else has read, if that is not older.
    let render: @Sendable (_ version: Int?) async throws -> [UInt8]

    private var live: Live { visit.services.live }
    private var watched: [Topic] { topics + [.account(visit.session.account)] }

    /// The tag for a page that shows what this fragment would. Take it before reading.
    var pageTag: String { FragmentTag(of: live, for: visit.me, version: live.version(of: watched)).text }

    /// Answers a poll. While there is nothing new for this member it is held, as long as the client asked (RFC 7240) and the server allows;
    /// at the end it is read anew, so that a lost announcement costs one hold at most.
    func answer() async throws -> Response {
        let poll = visit.visit.context.poll
        guard var tag = FragmentTag(header: visit.visit.request.headers[.ifNoneMatch]) else { return try await read().response }
        var outcome = visit.visit.context.holdOutcome
        if outcome == .abandoned { return notModified(tag) }
        while true {
            if outcome != nil || !tag.isCurrent(in: live, for: visit.me, watched) {
                let now = try await read(isWoken: outcome == .changed)
                guard now.tag.hash == tag.hash else { return now.response }
                if let outcome, outcome != .changed { return notModified(now.tag) }
                // The same content from another instance, or a change that this member does not see: only the tag is new.
                tag = now.tag
            }
            switch LiveHold(tag: tag, topics: watched, session: visit.session, services: visit.services).begin(poll) {
            // The connection keeps the request, and this answer to itself.
            case .held: return notModified(tag)
            case .unchanged(let retryAfter): return notModified(tag, retryAfter: retryAfter)
            case .changed: outcome = .changed
            }
        }
    }

    /// The fragment as it now stands, as the answer to a form that asked for it.
    func representation(status: HTTPResponse.Status = .ok) async throws -> Response {
        var response = try await read().response
        response.status = status
        return response
    }

    private func read(isWoken: Bool = false) async throws -> (tag: FragmentTag, response: Response) {
        let version = live.version(of: watched)
        let bytes = try await render(isWoken ? version : nil)
        let tag = FragmentTag(of: live, for: visit.me, version: version, hash: hash(bytes))
        var response = visit.visit.html(bytes)
        for field in tag.headers() { response.headers[field.name] = field.value }
        return (tag, response)
    }

    private func notModified(_ tag: FragmentTag, retryAfter: Int? = nil) -> Response {
        Response(status: .notModified, headers: tag.headers(retryAfter: retryAfter))
    }

    private func hash(_ bytes: [UInt8]) -> String { RandomText.encode(Array(SHA256.hash(data: bytes))[..<9]) }
}

/// The hold of a poll that has shown a fragment's present tag.
struct LiveHold {
    enum Beginning {
        case held
        /// There is news already.
        case changed
        /// It is answered at once; with seconds: as too many are held.
        case unchanged(retryAfter: Int?)
    }

    let tag: FragmentTag
    let topics: [Topic]
    let session: Session
    let services: Services

    func begin(_ poll: Poll?) -> Beginning {
        guard let poll else { return .unchanged(retryAfter: nil) }
        let deadline = poll.since + .seconds(min(poll.seconds, services.settings.holdSeconds))
        guard deadline > .now else { return .unchanged(retryAfter: nil) }
        let wait = Live.Wait(topics: topics, version: tag.version, deadline: deadline, holder: session.id)
        switch poll.hold(in: services.live, wait) {
        case nil: return .held
        case .changed: return .changed
        case .refused: return .unchanged(retryAfter: 5)
        case .timedOut, .abandoned: return .unchanged(retryAfter: nil)
        }
    }
}

extension FragmentTag {
    /// What every answer to a poll carries.
    func headers(retryAfter: Int? = nil) -> HTTPFields {
        var headers: HTTPFields = [.eTag: text, .preferenceApplied: "wait", .cacheControl: "private, no-cache"]
        if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
        return headers
    }
}
