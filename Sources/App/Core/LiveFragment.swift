import Crypto
import FoundationEssentials
import Hummingbird

/// A fragment's entity tag: which run of which instance gave it, the version of its topics, and a hash of its content.
/// The hash is empty in a page, which has not rendered its fragment yet; it then counts as unknown.
private struct FragmentTag {
    var epoch: String
    var version: Int
    var hash: String

    init(epoch: String, version: Int, hash: String) {
        (self.epoch, self.version, self.hash) = (epoch, version, hash)
    }

    init?(header: String?) {
        // Weak or not: a cache weakens the tag of what it has compressed.
        guard let tag = header.flatMap({ EntityTag($0) }) else { return nil }
        let parts = tag.opaque.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Substring($0) }
        guard parts.count == 3, let version = Int(parts[1]) else { return nil }
        self.init(epoch: String(parts[0]), version: version, hash: String(parts[2]))
    }

    var text: String { EntityTag(opaque: "\(epoch).\(version).\(hash)").description }
}

/// A part of a page that follows what others do: the topics it stands for, and how it is read and rendered anew.
struct LiveFragment: Sendable {
    let visit: MemberVisit
    let topics: [Topic]
    /// Reads and renders; given a version it may show what somebody else has read, if that is not older.
    let render: @Sendable (_ version: Int?) async throws -> [UInt8]

    private var live: Live { visit.services.live }
    /// A version means something to this member in this run of this instance only.
    private var epoch: String { "\(live.epoch)-\(visit.me)" }
    private var watched: [Topic] { topics + [.account(visit.session.account)] }

    /// The tag for a page that shows what this fragment would. Take it before reading.
    var pageTag: String { FragmentTag(epoch: epoch, version: live.version(of: watched), hash: "").text }

    /// Answers a poll: 304 without any SQL while nothing has changed, held as long as the client asked (RFC 7240) and the server allows.
    func answer() async throws -> Response {
        guard var tag = FragmentTag(header: visit.visit.request.headers[.ifNoneMatch]) else { return try await read().answer }
        let seconds = min(visit.visit.waitPreference ?? 0, visit.services.settings.holdSeconds)
        if tag.epoch != epoch || live.version(of: watched) > tag.version {
            let now = try await read()
            // The same content from another instance, or a change that this member does not see: only the tag is new, so wait here.
            guard now.tag.hash == tag.hash, seconds > 0 else { return now.tag.hash == tag.hash ? notModified(now.tag) : now.answer }
            tag = now.tag
        }
        guard seconds > 0 else { return notModified(tag) }
        let outcome = await hold(tag, seconds: seconds)
        switch outcome {
        case .refused: return comeBack(tag)
        case .abandoned: return notModified(tag)
        case .changed, .timedOut: try await checkSession()
        }
        // Also at the end of an uneventful hold, so that a lost announcement costs one hold at most.
        let now = try await read(isWoken: outcome == .changed)
        return now.tag.hash == tag.hash ? notModified(now.tag) : now.answer
    }

    /// The fragment as it now stands, as the answer to a form that asked for it.
    func representation(status: HTTPResponse.Status = .ok) async throws -> Response {
        var answer = try await read().answer
        answer.status = status
        return answer
    }

    private func read(isWoken: Bool = false) async throws -> (tag: FragmentTag, answer: Response) {
        let version = live.version(of: watched)
        let bytes = try await render(isWoken ? version : nil)
        let tag = FragmentTag(epoch: epoch, version: version, hash: hash(bytes))
        var answer = visit.visit.html(bytes)
        for field in headers(tag) { answer.headers[field.name] = field.value }
        return (tag, answer)
    }

    private func comeBack(_ tag: FragmentTag) -> Response {
        var response = notModified(tag)
        response.headers[.retryAfter] = "5"
        return response
    }

    private func hold(_ tag: FragmentTag, seconds: Int) async -> Live.Outcome {
        let deadline = ContinuousClock.now + .seconds(seconds)
        let channel = visit.visit.context.channel
        let holder = visit.session.id.uuidString
        // A held request is no work: others have its place meanwhile.
        return await visit.services.admission.outside {
            await PeerWatch.untilGone(channel) { await live.wait(for: watched, after: tag.version, until: deadline, holder: holder) }
        }
    }

    /// A session that ended meanwhile gets nothing more.
    private func checkSession() async throws {
        guard let token = visit.visit.sessionToken, try await visit.services.sessions.session(token: token) != nil
        else { throw SignInNeeded() }
        visit.services.presence.beat(visit.me, in: visit.club.id)
    }

    private func notModified(_ tag: FragmentTag) -> Response {
        Response(status: .notModified, headers: headers(tag))
    }

    private func headers(_ tag: FragmentTag) -> HTTPFields {
        [.eTag: tag.text, .preferenceApplied: "wait", .cacheControl: "private, no-cache"]
    }

    private func hash(_ bytes: [UInt8]) -> String { RandomText.encode(Array(SHA256.hash(data: bytes))[..<9]) }
}
