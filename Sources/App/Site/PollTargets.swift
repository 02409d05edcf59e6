import FoundationEssentials
import HTTPTypes
import Synchronization
import Web

/// What many look at, and what it looks like to all of those whom nothing in it is about.
protocol SharedDrawing: Sendable {
    func isOfOthers(than me: ID<Member>, hiding hidden: [ID<Member>]) -> Bool
    /// nil: nobody has drawn it yet.
    var drawn: LiveFragment.Drawing? { get }
}

/// What a polled address is to whoever polls it, with what was last asked and answered there.
final class PollTarget: Sendable {
    /// A tag that a poll has brought.
    struct Shown: Sendable {
        /// As the request had it.
        let header: String
        let tag: FragmentTag
        /// What every answer carries that says that nothing has changed.
        let headers: HTTPFields
    }

    private struct State {
        /// The version of the topics as it was at the latest change of all.
        var version = 0
        var latest = -1
        var shown: Shown?
    }

    let session: UUID
    let account: ID<Account>
    let club: ID<Club>
    let me: ID<Member>
    /// Whom they do not see.
    private let hidden: [ID<Member>]
    /// The fragment's parts; each depends on the session's own topic, too.
    private let parts: [LiveRoute.PartTopics]
    /// What the fragment depends on.
    let topics: [Topic]
    let meter: RouteMeter
    private let epoch: String
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
        epoch = FragmentTag.epoch(of: live, for: me, topics)
        self.meter = meter
    }

    /// Whether it is the same to the same member, so that what was shown still counts.
    func isSame(as other: PollTarget) -> Bool {
        session == other.session && me == other.me && club == other.club && hidden == other.hidden && topics == other.topics
            && epoch == other.epoch
    }

    /// The tag of a poll, as long as nothing has changed since it was given. It is read once, and the topics are looked up once whenever
    /// anything has changed at all: a poll mostly asks what the one before it did.
    func unchanged(since header: String, in live: Live) -> Shown? {
        let latest = live.latestVersion
        return state.withLock { state in
            if state.latest != latest { (state.latest, state.version) = (latest, live.version(of: topics)) }
            if state.shown?.header != header { state.shown = shown(header) }
            return state.shown.flatMap { state.version <= $0.tag.version ? $0 : nil }
        }
    }

    /// The parts that are new since a tag was given, where they are the same for all who only look on, and one of those has had them read
    /// and drawn: news that a crowd wakes for. nil: something else is new as well.
    func news(since header: String, in live: Live, _ reads: SharedReads) -> (tag: FragmentTag, bytes: [UInt8])? {
        guard let old = state.withLock({ $0.shown?.header == header ? $0.shown?.tag : nil }), old.hashes.count == parts.count else {
            return nil
        }
        var (tag, bytes) = (FragmentTag(epoch: epoch, version: live.version(of: topics)), [UInt8]())
        for (part, hash) in zip(parts, old.hashes) {
            let version = live.version(of: part.topics)
            guard version > old.version else {
                tag.hashes.append(hash)
                continue
            }
            guard let topic = part.shared, let reading: any SharedDrawing = reads.finished(of: topic, at: version),
                reading.isOfOthers(than: me, hiding: hidden), let drawing = reading.drawn
            else { return nil }
            tag.hashes.append(drawing.hash)
            if drawing.hash != hash { bytes += drawing.bytes }
        }
        return bytes.isEmpty ? nil : (tag, bytes)
    }

    /// nil: a tag of something else.
    private func shown(_ header: String) -> Shown? {
        guard let tag = FragmentTag(header: header), tag.epoch == epoch else { return nil }
        return Shown(header: header, tag: tag, headers: tag.headers())
    }
}

/// Finds the targets of polls, and remembers them: the same few are asked for again and again, and what they are follows from the session
/// and the club alone. So all are looked at anew when any of those is forgotten, and each when its session is not believed any longer.
struct PollTargets: Sendable {
    private struct Key: Hashable, Sendable {
        var path: String
        var token: String
    }

    private struct Entry: Sendable {
        var target: PollTarget
        /// What had been forgotten by then.
        var forgotten: Int
        var believedUntil: ContinuousClock.Instant
    }

    private let services: Services
    private let routes: [(route: LiveRoute, meter: RouteMeter)]
    private let known = Cache<Key, Entry>(limit: 20_000)
    /// Bytes of the longest address that is remembered: one may be written in many ways.
    private static let longestPath = 200

    init(services: Services, routes: [LiveRoute], metrics: RequestMetrics) {
        self.services = services
        self.routes = routes.map { ($0, metrics.route($0.pattern)) }
    }

    var knownCount: Int { known.count }

    /// From memory alone; nil: it is not there, or not for whoever has this token.
    func target(of path: String, token: String, now: ContinuousClock.Instant) -> PollTarget? {
        guard path.utf8.count <= Self.longestPath else { return nil }
        let (key, forgotten) = (Key(path: path, token: token), services.sessions.forgotten + services.clubs.forgotten)
        if let entry = known[key], entry.forgotten == forgotten, now < entry.believedUntil { return entry.target }
        guard let (found, believedUntil) = find(path, token) else { return nil }
        // Mostly somebody else's session was forgotten: what was shown here still counts.
        let target = known[key].flatMap { $0.target.isSame(as: found) ? $0.target : nil } ?? found
        known.store(Entry(target: target, forgotten: forgotten, believedUntil: believedUntil), for: key)
        return target
    }

    private func find(_ path: String, _ token: String) -> (PollTarget, ContinuousClock.Instant)? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 8).map { Substring($0) }
        for (route, meter) in routes {
            guard let (slug, own) = route.match(parts) else { continue }
            guard let (session, believedUntil) = services.sessions.known(token: token),
                let club = services.clubs.known(slug: String(slug)), let membership = session.memberships[club.id],
                let parts = route.parts(membership.member, club.id, own)
            else { return nil }
            return (PollTarget(session, membership, parts: parts, in: services.live, meter: meter), believedUntil)
        }
        return nil
    }
}
