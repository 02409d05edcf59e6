import Crypto
import FoundationEssentials
import Hummingbird
import Web

/// The content of a page that changes when others do something. A fragment consists of parts, which are read and rendered separately.
struct LiveFragment: Sendable {
    struct Part: Sendable {
        let topics: [Topic]
        fileprivate let render: @Sendable (_ version: Int?) async throws -> RenderedPart

        /// - Parameter render: reads and renders the part. If `version` is not nil, the function may use data that another request has
        /// read. These data must include every change up to `version`.
        init(topics: [Topic], rendering render: @escaping @Sendable (_ version: Int?) async throws -> RenderedPart) {
            (self.topics, self.render) = (topics, render)
        }

        init(topics: [Topic], _ render: @escaping @Sendable (_ version: Int?) async throws -> [UInt8]) {
            self.init(topics: topics, rendering: { RenderedPart(try await render($0)) })
        }
    }

    struct RenderedPart: Sendable {
        let bytes: [UInt8]
        let hash: String

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            hash = RandomText.encode(Array(SHA256.hash(data: bytes))[..<9])
        }
    }

    let visit: MemberVisit
    let parts: [Part]

    /// - Parameter parts: all parts except the bell, which is a part of every page.
    init(visit: MemberVisit, parts: [Part]) { (self.visit, self.parts) = (visit, parts + [.notices(visit)]) }

    private var live: Live { visit.services.live }
    private var account: Topic { .account(visit.session.account) }
    private var watched: [Topic] { parts.flatMap(\.topics) + [account] }

    /// The tag of this fragment, for the page that shows the fragment. Take the tag before the content is read, so that no change is
    /// missed.
    var fragmentTag: String { FragmentTag(scope: scope, version: live.version(of: watched)).text }

    private var scope: String { FragmentTag.scope(of: live, for: visit.me, watched) }

    /// Answers a poll with the parts that are new for this member. While no part is new, the poll waits as long as the client asked for
    /// (RFC 7240) and the server allows. After that, all parts are read again, in case this instance was not told of a change.
    func answer() async throws -> Response {
        let poll = visit.context.poll
        guard var tag = FragmentTag(header: visit.request.headers[.ifNoneMatch]) else { return response(try await read()) }
        var outcome = visit.context.holdOutcome
        if outcome == .clientGone { return notModified(tag) }
        while true {
            if outcome != nil || !tag.isCurrent(in: live, watched, scope: scope) {
                let now = try await read(since: tag, isWoken: outcome == .changed, believesVersions: outcome == nil || outcome == .changed)
                guard now.bytes.isEmpty else { return response(now) }
                if let outcome, outcome != .changed { return notModified(now.tag) }
                // The content is the same, because another instance gave the tag, or this member does not see the change. Only the tag is
                // new.
                tag = now.tag
            }
            switch LiveHold(tag: tag, topics: watched, requester: visit.session.id, services: visit.services).start(poll) {
            // The connection holds the request, and does not send this response.
            case .held: return notModified(tag)
            case .unchanged(let retryAfter): return notModified(tag, retryAfter: retryAfter)
            case .changed: outcome = .changed
            }
        }
    }

    func representation(status: HTTPResponse.Status = .ok) async throws -> Response {
        var response = response(try await read())
        response.status = status
        return response
    }

    private struct Reading {
        var tag: FragmentTag
        var bytes: [UInt8]
    }

    /// Reads the parts that have changed since `tag`, or all parts if `tag` is nil. Leaves out a part with the same hash as before.
    /// - Parameter believesVersions: whether to skip a part if this instance knows of no change of the part's topics.
    private func read(since tag: FragmentTag? = nil, isWoken: Bool = false, believesVersions: Bool = true) async throws -> Reading {
        let version = live.version(of: watched)
        var reading = Reading(tag: FragmentTag(scope: scope, version: version), bytes: [])
        for (index, part) in parts.enumerated() {
            let known = tag.map { $0.hashes.count == parts.count ? $0.hashes[index] : "" }
            if let tag, let known, believesVersions, tag.isCurrent(in: live, part.topics + [account], scope: scope) {
                reading.tag.hashes.append(known)
                continue
            }
            let rendered = try await part.render(isWoken ? version : nil)
            reading.tag.hashes.append(rendered.hash)
            if rendered.hash != known { reading.bytes += rendered.bytes }
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
