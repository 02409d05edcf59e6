import Postgres
import Web

/// Caches in memory the numbers that the bell shows: unread notices, and things that wait for the member. A cached entry is valid until one of the member's topics changes, so that a page view
/// needs no query if nothing is new.
final class BellCounter: Sendable {
    private struct Key: Hashable, Sendable {
        var club: ID<Club>
        var member: ID<Member>
    }

    private struct Entry: Sendable {
        var counts: BellCounts
        var hidden: [ID<Member>]
        var disabled: [String]
        var version: Int
        var readAt: ContinuousClock.Instant
    }

    private let database: Database
    private let live: Live
    private let sharedReads: SharedReads
    private let announcer: Announcer
    private let known = Cache<Key, Entry>(limit: 50_000)
    private let clock = ContinuousClock()
    /// The time after which an entry is not valid any more. It is needed because no topic changes when a challenge expires.
    private static let maxAge = Duration.seconds(60)

    init(database: Database, live: Live, sharedReads: SharedReads, announcer: Announcer) {
        (self.database, self.live, self.sharedReads, self.announcer) = (database, live, sharedReads, announcer)
    }

    var cachedCount: Int { known.count }

    static func topics(of me: ID<Member>, in club: ID<Club>) -> [Topic] { [.member(me, in: club), .inbox(me, in: club)] }

    func counts(for membership: Membership, in club: Club) async throws -> BellCounts {
        let (me, hidden, disabled, removals) = (membership.member, membership.hidden, club.parts.disabledKinds, known.removals)
        let version = live.version(of: Self.topics(of: me, in: club.id))
        if let counts = cached(membership, club, version) { return counts }
        // Several browser tabs of one member ask at the same time, and share one query.
        let counts = try await sharedReads.value(of: .counter(me, in: club.id, disabled: disabled), at: version) { [database] in
            try await database.read(tenant: club.id.rawValue, NoticeQueries().counts(for: me, hidden: hidden, disabled: disabled))
                ?? BellCounts()
        }
        if announcer.isListening {
            known.store(
                Entry(counts: counts, hidden: hidden, disabled: disabled, version: version, readAt: clock.now),
                for: Key(club: club.id, member: me), readAfter: removals)
        }
        return counts
    }

    /// The cached counts. Nil if they are not in memory, or not valid any more.
    func cachedCounts(for membership: Membership, in club: Club) -> BellCounts? {
        cached(membership, club, live.version(of: Self.topics(of: membership.member, in: club.id)))
    }

    private func cached(_ membership: Membership, _ club: Club, _ version: Int) -> BellCounts? {
        guard let entry = known[Key(club: club.id, member: membership.member)], entry.version >= version,
            entry.hidden == membership.hidden, entry.disabled == club.parts.disabledKinds, clock.now - entry.readAt < Self.maxAge
        else { return nil }
        return entry.counts
    }
}
