import FoundationEssentials
import HTTPTypes
import Synchronization
import Web

/// Content that many members look at, and its rendered bytes. The bytes are for the members to whom the content looks the same.
protocol SharedRendering: Sendable {
    func looksTheSame(to me: ID<Member>, hiding hidden: [ID<Member>]) -> Bool
    var rendered: LiveFragment.RenderedPart? { get }
}

/// An address that one member polls, with the tag of the last poll.
final class PollTarget: Sendable {
    struct Shown: Sendable {
        let header: String
        let tag: FragmentTag
        let headers: HTTPFields
    }

    private struct State {
        /// The version of the target's topics. It was read when `latest` was the latest version of any topic.
        var version = 0
        var latest = -1
        var shown: Shown?
    }

    let session: UUID
    let account: ID<Account>
    let club: ID<Club>
    let me: ID<Member>
    private let hidden: [ID<Member>]
    /// The topics of the fragment's parts. Each part also has the topic of the member's account.
    private let parts: [LiveRoute.PartTopics]
    let topics: [Topic]
    let meter: RouteMeter
    private let scope: String
    private let state = Mutex(State())

    init(_ session: Session, _ membership: Membership, parts: [LiveRoute.PartTopics], in live: Live, meter: RouteMeter) {
        let own = Topic.account(session.account)
        (self.session, account) = (session.id, session.account)
        (club, me, hidden) = (membership.club, membership.member, membership.hidden)
        self.parts = parts.map { part in
            var part = part
            part.topics.append(own)
            return part
        }
        topics = parts.flatMap(\.topics) + [own]
        scope = FragmentTag.scope(of: live, for: me, topics)
        self.meter = meter
    }

    /// Whether both targets are the same address for the same member, so that a tag of one target is valid for the other target.
    func isSame(as other: PollTarget) -> Bool {
        session == other.session && me == other.me && club == other.club && hidden == other.hidden && topics == other.topics
            && scope == other.scope
    }

    /// The tag of a poll if nothing has changed since the tag was created, else nil. A poll usually has the same tag as the poll before it,
    /// so the tag is parsed once, and the topics are looked up again only after some topic has changed.
    func unchanged(since header: String, in live: Live) -> Shown? {
        let latest = live.latestVersion
        return state.withLock { state in
            if state.latest != latest { (state.latest, state.version) = (latest, live.version(of: topics)) }
            if state.shown?.header != header { state.shown = shown(header) }
            return state.shown.flatMap { state.version <= $0.tag.version ? $0 : nil }
        }
    }

    /// The parts that have changed since the tag in `header`, if other requests have already rendered them in the way in which this member
    /// sees them. Nil if a handler has to read a part, or if no part is new.
    func news(since header: String, in live: Live, _ reads: SharedReads) -> (tag: FragmentTag, bytes: [UInt8])? {
        guard let old = state.withLock({ $0.shown?.header == header ? $0.shown?.tag : nil }), old.hashes.count == parts.count else {
            return nil
        }
        var (tag, bytes) = (FragmentTag(scope: scope, version: live.version(of: topics)), [UInt8]())
        for (part, hash) in zip(parts, old.hashes) {
            let version = live.version(of: part.topics)
            guard version > old.version else {
                tag.hashes.append(hash)
                continue
            }
            guard let topic = part.shared, let reading: any SharedRendering = reads.finished(of: topic, at: version),
                reading.looksTheSame(to: me, hiding: hidden), let rendered = reading.rendered
            else { return nil }
            tag.hashes.append(rendered.hash)
            if rendered.hash != hash { bytes += rendered.bytes }
        }
        return bytes.isEmpty ? nil : (tag, bytes)
    }

    private func shown(_ header: String) -> Shown? {
        guard let tag = FragmentTag(header: header), tag.scope == scope else { return nil }
        return Shown(header: header, tag: tag, headers: tag.headers())
    }
}

/// Finds the targets of polls and caches them, because the same addresses are requested again and again. A target depends only on its
/// session and its club. So after any session or club was removed from its cache, no cached target is used any more. A target is also used
/// only as long as its session may be used (`validUntil`).
struct PollTargets: Sendable {
    private struct Key: Hashable, Sendable {
        var path: String
        var token: String
    }

    private struct Entry: Sendable {
        var target: PollTarget
        /// The number of sessions and clubs that had been removed from their caches when the target was found.
        var evictionCount: Int
        var validUntil: ContinuousClock.Instant
    }

    private let services: Services
    private let routes: [(route: LiveRoute, meter: RouteMeter)]
    private let cache = Cache<Key, Entry>(limit: 20_000)
    /// The maximum length of a cached address, in bytes. Longer addresses are not cached. A client can write the same address in many ways,
    /// for example with more slashes, and could fill the memory with long addresses.
    private static let maxPathBytes = 200

    init(services: Services, routes: [LiveRoute], metrics: RequestMetrics) {
        self.services = services
        self.routes = routes.map { ($0, metrics.route($0.pattern)) }
    }

    var cachedCount: Int { cache.count }

    /// The target of a poll. Nil if its session or club is not in memory, or if the token does not give access to the club.
    func target(of path: String, token: String, now: ContinuousClock.Instant) -> PollTarget? {
        guard path.utf8.count <= Self.maxPathBytes else { return nil }
        let (key, evictionCount) = (Key(path: path, token: token), services.sessions.evictionCount + services.clubs.evictionCount)
        if let entry = cache[key], entry.evictionCount == evictionCount, now < entry.validUntil { return entry.target }
        guard let (found, validUntil) = find(path, token) else { return nil }
        // Usually the session of another member was removed from the cache, so the tag of this target is still valid.
        let target = cache[key].flatMap { $0.target.isSame(as: found) ? $0.target : nil } ?? found
        cache.store(Entry(target: target, evictionCount: evictionCount, validUntil: validUntil), for: key)
        return target
    }

    private func find(_ path: String, _ token: String) -> (PollTarget, ContinuousClock.Instant)? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 8).map { Substring($0) }
        for (route, meter) in routes {
            guard let (slug, parameter) = route.match(parts) else { continue }
            guard let (session, validUntil) = services.sessions.cachedSession(token: token),
                let club = services.clubs.cachedClub(slug: String(slug)), let membership = session.memberships[club.id],
                let parts = route.parts(membership.member, club.id, parameter)
            else { return nil }
            return (PollTarget(session, membership, parts: parts, in: services.live, meter: meter), validUntil)
        }
        return nil
    }
}
