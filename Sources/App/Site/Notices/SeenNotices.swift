import Postgres

extension MemberVisit {
    /// Marks notices about `subject` as read. Returns the visit with the new counts of notices.
    func seen(_ subject: Int, _ kinds: [NoticeKind]) async throws -> MemberVisit {
        guard let notices, notices.mayHaveUnread(about: subject, kinds) else { return self }
        return try await seen(NoticeQueries().markRead(subject, kinds, by: me))
    }

    /// Marks all notices up to `notice` as read. Returns the visit with the new counts of notices.
    func seen(upTo notice: ID<Notice>) async throws -> MemberVisit {
        guard let notices, notices.unread > 0 else { return self }
        return try await seen(NoticeQueries().markRead(by: me, upTo: notice))
    }

    private func seen(_ marking: Query<Int>) async throws -> MemberVisit {
        guard visit.isLookedAt, try await write(marking) > 0 else { return self }
        services.announcer.announce(.inbox(me, in: club.id))
        return try await withBellCounts()
    }
}
