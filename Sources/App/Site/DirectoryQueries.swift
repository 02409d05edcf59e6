import Postgres

/// All SQL that says which clubs there are, and who is in which. Memberships are seen in the segment's club, or by the account that it
/// names; invitations in the segment's club, or by the code that it names.
struct DirectoryQueries {
    /// For the segment's next statements: whose memberships they see.
    func name(_ account: ID<Account>) -> Query<String> {
        .one("SELECT set_config('app.account_id', $1::bigint::text, true)", account)
    }

    /// The same of whoever has the session, if there is one.
    func name(session hash: Bytes) -> Query<String?> {
        .first("SELECT set_config('app.account_id', account_id::text, true) FROM sessions WHERE token_hash = $1", hash)
    }

    /// For the segment's next statements: which invitation they see.
    func name(invitation code: String) -> Query<String> { .one("SELECT set_config('app.invitation_code', $1, true)", code) }

    func club(slug: String) -> Query<Club?> {
        .first(
            """
            SELECT \(Club.columns(of: "c")) FROM clubs c WHERE slug = $1
            """, slug)
    }

    /// The segment has to name the code first.
    func club(invitation code: String) -> Query<InvitedClub?> {
        .first(
            """
            SELECT \(Club.columns(of: "c")), i.created_by
            FROM invitations i JOIN clubs c ON c.id = i.club_id WHERE i.code = $1 AND i.revoked_at IS NULL
            """, code)
    }

    /// The segment has to name the account first.
    func clubs(of account: ID<Account>) -> Query<[Club]> {
        .all(
            """
            SELECT \(Club.columns(of: "c"))
            FROM memberships m JOIN clubs c ON c.id = m.club_id WHERE m.account_id = $1 ORDER BY m.joined_at, c.id
            """, account)
    }

    /// The segment has to name the session's account first.
    func memberships(session hash: Bytes) -> Query<[Membership]> {
        .all(
            """
            SELECT m.club_id, m.member_id, m.role, m.hidden, m.leaving_at, m.full_storage
            FROM sessions s JOIN memberships m ON m.account_id = s.account_id WHERE s.token_hash = $1
            """, hash)
    }

    /// Clubs by their id, from behind `after`.
    func clubs(after: ID<Club>, limit: Int) -> Query<[Club]> {
        .all(
            """
            SELECT \(Club.columns(of: "c")) FROM clubs c WHERE id > $1 ORDER BY id LIMIT $2
            """, after, limit)
    }

    func member(handle: String) -> Query<ID<Member>?> { .first("SELECT id FROM members WHERE handle = $1 AND left_at IS NULL", handle) }

    func person(_ member: ID<Member>) -> Query<PersonRecord?> {
        .first("SELECT id, handle, display_name, photo_id FROM members WHERE id = $1 AND left_at IS NULL", member)
    }

    /// Lets what is between two members of the segment's club happen one after the other until the transaction ends.
    func lock(_ one: ID<Member>, _ other: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            SELECT member_id FROM memberships WHERE club_id = current_setting('app.club_id')::bigint AND member_id IN ($1, $2)
            ORDER BY member_id FOR UPDATE
            """, one, other)
    }

    /// Locks the segment's club until the transaction ends, for limits that count what the whole club has. Foreign keys to the club are
    /// still checked meanwhile. Lock a member first, where both are locked.
    func lockClub() -> Query<ID<Club>> {
        .one("SELECT id FROM clubs WHERE id = current_setting('app.club_id')::bigint FOR NO KEY UPDATE")
    }
}

/// A club found by an invitation, and who made the invitation.
struct InvitedClub: Sendable, RowDecodable {
    var club: Club
    var invitedBy: ID<Member>

    init(_ row: inout Row) throws {
        club = try Club(&row)
        invitedBy = try row.next()
    }
}
