import Crypto
import FoundationEssentials
import Hummingbird
import Web

/// What of a page follows what others do, in parts that are read and rendered anew each for itself.
struct LiveFragment: Sendable {
    struct Part: Sendable {
        /// What it depends on.
        let topics: [Topic]
        fileprivate let draw: @Sendable (_ version: Int?) async throws -> Drawing

        /// - Parameter draw: reads and renders; given a version it may give what somebody else has read, if that is not older.
        init(topics: [Topic], drawing draw: @escaping @Sendable (_ version: Int?) async throws -> Drawing) {
            (self.topics, self.draw) = (topics, draw)
        }

        init(topics: [Topic], _ render: @escaping @Sendable (_ version: Int?) async throws -> [UInt8]) {
            self.init(topics: topics, drawing: { Drawing(try await render($0)) })
        }
    }

    /// A part as it is sent.
    struct Drawing: Sendable {
        let bytes: [UInt8]
        /// Another one for every other sequence of bytes.
        let hash: String

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            hash = RandomText.encode(Array(SHA256.hash(data: bytes))[..<9])
        }
    }

    let visit: MemberVisit
    let parts: [Part]

    /// - Parameter parts: besides the counter, which is a part of every page.
    init(visit: MemberVisit, parts: [Part]) { (self.visit, self.parts) = (visit, parts + [.notices(visit)]) }

    private var live: Live { visit.services.live }
    /// The session's own topic concerns every part.
    private var account: Topic { .account(visit.session.account) }
    private var watched: [Topic] { parts.flatMap(\.topics) + [account] }

    /// The tag for a page that shows what this fragment would. Take it before reading.
    var pageTag: String { FragmentTag(epoch: epoch, version: live.version(of: watched)).text }

    private var epoch: String { FragmentTag.epoch(of: live, for: visit.me, watched) }

    /// Answers a poll with the parts that are new for this member. While there are none it is held, as long as the client asked (RFC 7240)
    /// and the server allows; at the end all is read anew, so that a lost announcement costs one hold at most.
    func answer() async throws -> Response {
        let poll = visit.context.poll
        guard var tag = FragmentTag(header: visit.request.headers[.ifNoneMatch]) else { return response(try await read()) }
        var outcome = visit.context.holdOutcome
        if outcome == .abandoned { return notModified(tag) }
        while true {
            if outcome != nil || !tag.isCurrent(in: live, watched, epoch: epoch) {
                let now = try await read(since: tag, isWoken: outcome == .changed, believesVersions: outcome == nil || outcome == .changed)
                guard now.bytes.isEmpty else { return response(now) }
                if let outcome, outcome != .changed { return notModified(now.tag) }
                // The same content from another instance, or a change that this member does not see: only the tag is new.
                tag = now.tag
            }
            switch LiveHold(tag: tag, topics: watched, holder: visit.session.id, services: visit.services).begin(poll) {
            // The connection keeps the request, and this answer to itself.
            case .held: return notModified(tag)
            case .unchanged(let retryAfter): return notModified(tag, retryAfter: retryAfter)
            case .changed: outcome = .changed
            }
        }
    }

    /// The fragment as it now stands, as the answer to a form that asked for it.
    func representation(status: HTTPResponse.Status = .ok) async throws -> Response {
        var response = response(try await read())
        response.status = status
        return response
    }

    private struct Reading {
        var tag: FragmentTag
        var bytes: [UInt8]
    }

    /// Reads what has changed since `tag`; without one, everything. A part that turns out the same as it was is left out.
    /// - Parameter believesVersions: whether a part whose topics have not changed, as far as is known here, is not even read.
    private func read(since tag: FragmentTag? = nil, isWoken: Bool = false, believesVersions: Bool = true) async throws -> Reading {
        let version = live.version(of: watched)
        var reading = Reading(tag: FragmentTag(epoch: epoch, version: version), bytes: [])
        for (index, part) in parts.enumerated() {
            let known = tag.map { $0.hashes.count == parts.count ? $0.hashes[index] : "" }
            if let tag, let known, believesVersions, tag.isCurrent(in: live, part.topics + [account], epoch: epoch) {
                reading.tag.hashes.append(known)
                continue
            }
            let drawing = try await part.draw(isWoken ? version : nil)
            reading.tag.hashes.append(drawing.hash)
            if drawing.hash != known { reading.bytes += drawing.bytes }
        }
        return reading
    }

    private func response(_ reading: Reading) -> Response {
        var response = visit.html(reading.bytes)
        for field in reading.tag.headers() { response.headers[field.name] = field.value }
        return response
    }

    private func notModified(_ tag: FragmentTag, retryAfter: Int? = nil) -> Response {
        Response(status: .notModified, headers: tag.headers(retryAfter: retryAfter))
    }
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
    /// The session, of which only so many polls are held.
    let holder: UUID
    let services: Services

    func begin(_ poll: Poll?) -> Beginning {
        guard let poll else { return .unchanged(retryAfter: nil) }
        let deadline = poll.since + .seconds(min(poll.seconds, services.settings.holdSeconds))
        guard deadline > .now else { return .unchanged(retryAfter: nil) }
        let wait = Live.Wait(topics: topics, version: tag.version, deadline: deadline, holder: holder)
        switch poll.hold({ services.live.hold($0, wait) }) {
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
