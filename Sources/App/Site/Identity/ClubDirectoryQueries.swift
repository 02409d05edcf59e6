import Postgres

/// All SQL about which clubs exist, and who is a member of which club. Row-level security shows only the memberships and invitations of the
/// club for which the transaction runs. After `setAccount(_:)`, the same transaction can also read the memberships of that account. After
/// `setInvitation(_:)`, it can also read the invitation with that code.
struct ClubDirectoryQueries {
    /// Lets the next statements of the same transaction read the memberships of this account, which row-level security hides otherwise.
    func setAccount(_ account: ID<Account>) -> Query<String> {
        .one("SELECT set_config('app.account_id', $1::bigint::text, true)", account)
    }

    /// Does the same as `setAccount(_:)` for the account of a session. Nil if the session does not exist.
    func setAccount(ofSession hash: Bytes) -> Query<String?> {
        .first("SELECT set_config('app.account_id', account_id::text, true) FROM sessions WHERE token_hash = $1", hash)
    }

    /// Lets the next statements of the same transaction read the invitation with this code, which row-level security hides otherwise.
    func setInvitation(_ code: String) -> Query<String> { .one("SELECT set_config('app.invitation_code', $1, true)", code) }

    func club(slug: String) -> Query<Club?> {
        .first(
            """
            SELECT \(Club.columns(of: "c")) FROM clubs c WHERE slug = $1
            """, slug)
    }

    /// Has to follow `setInvitation(_:)` in the same transaction.
    func club(invitation code: String) -> Query<InvitationRecord?> {
        .first(
            """
            SELECT \(Club.columns(of: "c")), i.inviter_id
            FROM invitations i JOIN clubs c ON c.id = i.club_id WHERE i.code = $1 AND i.revoked_at IS NULL
            """, code)
    }

    /// Has to follow `setAccount(_:)` in the same transaction.
    func clubs(of account: ID<Account>) -> Query<[Club]> {
        .all(
            """
            SELECT \(Club.columns(of: "c"))
            FROM memberships m JOIN clubs c ON c.id = m.club_id WHERE m.account_id = $1 ORDER BY m.joined_at, c.id
            """, account)
    }

    /// Has to follow `setAccount(ofSession:)` in the same transaction.
    func memberships(session hash: Bytes) -> Query<[Membership]> {
        .all(
            """
            SELECT m.club_id, m.member_id, m.role, m.hidden, m.leaving_at, m.full_storage
            FROM sessions s JOIN memberships m ON m.account_id = s.account_id WHERE s.token_hash = $1
            """, hash)
    }

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

    /// Locks a membership until the transaction ends, so that changes of the same member happen one after the other.
    func lock(_ member: ID<Member>) -> Query<[ID<Member>]> { lock(member, member) }

    /// Locks the memberships of two members until the transaction ends, so that changes between the two members happen one after the other.
    func lock(_ one: ID<Member>, _ other: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            """
            SELECT member_id FROM memberships WHERE club_id = current_setting('app.club_id')::bigint AND member_id IN ($1, $2)
            ORDER BY member_id FOR UPDATE
            """, one, other)
    }

    /// Locks the transaction's club until the transaction ends, so that a limit on what the whole club has is exact. Other transactions can
    /// still insert rows that refer to the club. A transaction that also locks a member has to lock the member first.
    func lockClub() -> Query<ID<Club>> {
        .one("SELECT id FROM clubs WHERE id = current_setting('app.club_id')::bigint FOR NO KEY UPDATE")
    }
}

struct InvitationRecord: RowRecord {
    var club: Club
    var inviter: ID<Member>

    static let decoder = RowDecoder(InvitationRecord.init)
}
