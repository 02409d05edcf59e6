import Postgres

/// SQL over `clubs`, `memberships`, `invitations` and `members`. Row-level security shows the memberships of the current club
/// (`app.club_id`) and of the current account (`app.account_id`). It shows the invitations of the current club, and the invitation whose
/// code the transaction has set.
struct ClubQueries {
    /// Creates a club and makes it the current club of the transaction (`app.club_id`), so that the next statement can store the club's
    /// first member.
    func create(_ club: ClubForm) -> Query<ID<Club>> {
        .one(
            """
            WITH created AS (
                INSERT INTO clubs (slug, name, description, visibility, hue, time_zone, shows_members)
                VALUES ($1, $2, $3, $4, $5::smallint, coalesce($6, 'UTC'), $7) RETURNING id
            )
            SELECT id, set_config('app.club_id', id::text, true) FROM created
            """, club.slug, club.name, club.description, club.isPublic ? "public" : "private", club.hue, club.timeZone,
            club.showsMembers)
    }

    /// Updates the current club (`app.club_id`), except for its address.
    func update(_ club: ClubForm) -> Query<Int> {
        .change(
            """
            UPDATE clubs SET name = $1, description = $2, visibility = $3, hue = $4::smallint, chat_days = $5,
                time_zone = coalesce($6, time_zone), shows_members = $7
            WHERE id = current_setting('app.club_id')::bigint
            """, club.name, club.description, club.isPublic ? "public" : "private", club.hue, club.chatDays, club.timeZone,
            club.showsMembers)
    }

    func setParts(off: [String], order: [String]) -> Query<Int> {
        .change("UPDATE clubs SET parts_off = $1, parts_order = $2 WHERE id = current_setting('app.club_id')::bigint", off, order)
    }

    /// Makes the account a member of the current club (`app.club_id`), with the username and the display name of the account. If the club
    /// has no admin, the new member becomes an admin.
    func join(_ account: ID<Account>, role: String) -> Query<ID<Member>?> {
        .first(
            """
            WITH joined AS (
                INSERT INTO members (club_id, handle, display_name, role)
                SELECT current_setting('app.club_id')::bigint, username, display_name, CASE WHEN EXISTS (SELECT FROM memberships s
                    WHERE s.club_id = current_setting('app.club_id')::bigint AND s.role = 'admin') THEN $2 ELSE 'admin' END
                FROM accounts WHERE id = $1
                RETURNING club_id, id, role
            ), membership AS (
                INSERT INTO memberships (account_id, club_id, member_id, role) SELECT $1, club_id, id, role FROM joined
                RETURNING club_id, member_id
            )
            UPDATE clubs SET member_count = member_count + 1 FROM membership WHERE clubs.id = membership.club_id
            RETURNING membership.member_id
            """, account, role)
    }

    /// Restores blocks after an account has joined a club again: the members who had blocked the account's former member now block its new
    /// member. Returns the number of restored blocks.
    func restoreBlocks(_ account: ID<Account>) -> Query<Int> {
        .one(
            """
            WITH again AS (
                DELETE FROM blocked_accounts b USING memberships s
                WHERE s.club_id = current_setting('app.club_id')::bigint AND s.account_id = $1
                    AND b.club_id = s.club_id AND b.account_id = s.account_id
                RETURNING s.club_id, s.member_id AS blocked_id, b.member_id
            ), blocked AS (
                INSERT INTO blocks (club_id, member_id, blocked_id) SELECT club_id, member_id, blocked_id FROM again ON CONFLICT DO NOTHING
            ), hidden AS (
                UPDATE memberships s SET hidden = s.hidden || pair.others
                FROM (
                    SELECT club_id, me, array_agg(other) AS others FROM (
                        SELECT club_id, member_id AS me, blocked_id AS other FROM again
                        UNION ALL SELECT club_id, blocked_id, member_id FROM again
                    ) both_ways GROUP BY club_id, me
                ) pair
                WHERE s.club_id = pair.club_id AND s.member_id = pair.me
            )
            SELECT count(*) FROM again
            """, account)
    }

    /// Whether `member` had blocked the account's former member, who has left the club.
    func isBlocked(_ account: ID<Account>, by member: ID<Member>) -> Query<Bool> {
        .one("SELECT EXISTS (SELECT FROM blocked_accounts WHERE member_id = $2 AND account_id = $1)", account, member)
    }

    /// The accounts of the members whom the member of `account` cannot see because of a block.
    func accounts(hiddenFrom account: ID<Account>) -> Query<[ID<Account>]> {
        .all(
            """
            SELECT o.account_id FROM memberships s JOIN memberships o ON o.club_id = s.club_id AND o.member_id = ANY (s.hidden)
            WHERE s.club_id = current_setting('app.club_id')::bigint AND s.account_id = $1
            """, account)
    }

    /// Creates an invitation to the current club (`app.club_id`) in the name of the account's member. Run `revokeInvitation` first, because
    /// a club can have only one open invitation.
    func createInvitation(_ code: String, by account: ID<Account>) -> Query<Int> {
        .change(
            """
            INSERT INTO invitations (code, club_id, inviter_id)
            SELECT $1, club_id, member_id FROM memberships
            WHERE account_id = $2 AND club_id = current_setting('app.club_id')::bigint
            """, code, account)
    }

    /// Revokes the open invitation of the current club (`app.club_id`). Keeps the last hundred revoked invitations and deletes the older
    /// revoked invitations.
    func revokeInvitation() -> Query<Int> {
        .change(
            """
            WITH forgotten AS (
                DELETE FROM invitations WHERE code IN (
                    SELECT code FROM invitations WHERE club_id = current_setting('app.club_id')::bigint AND revoked_at IS NOT NULL
                    ORDER BY revoked_at DESC OFFSET 99
                )
            )
            UPDATE invitations SET revoked_at = now() WHERE club_id = current_setting('app.club_id')::bigint AND revoked_at IS NULL
            """)
    }

    func invitation() -> Query<String?> {
        .first("SELECT code FROM invitations WHERE club_id = current_setting('app.club_id')::bigint AND revoked_at IS NULL")
    }

    func invitation(toPlayWith me: ID<Member>) -> Query<GameInvitation?> {
        .first(
            """
            SELECT i.code, m.play_code FROM invitations i JOIN members m ON m.club_id = i.club_id AND m.id = $1
            WHERE i.club_id = current_setting('app.club_id')::bigint AND i.revoked_at IS NULL
            """, me)
    }

    func person(playCode code: String) -> Query<PersonRecord?> {
        .first("SELECT id, handle, display_name, photo_id FROM members WHERE play_code = $1 AND left_at IS NULL", code)
    }

    func publicClubs() -> Query<[Club]> {
        .all(
            """
            SELECT \(Club.columns(of: "c")) FROM clubs c WHERE visibility = 'public' AND member_count > 0 ORDER BY member_count DESC, id LIMIT 24
            """)
    }

    func members(at cursor: Cursor<Member>, hidden: [ID<Member>], limit: Int) -> Query<[MemberRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), m.role, m.joined_at,
                coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false),
                coalesce(r.wins, 0), coalesce(r.draws, 0), coalesce(r.losses, 0), NOT \(PrivacyKind.clubSees("games", of: "m"))
            FROM members m
            LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            LEFT JOIN LATERAL (
                SELECT sum(wins) AS wins, sum(draws) AS draws, sum(losses) AS losses FROM ratings s
                WHERE s.club_id = m.club_id AND s.member_id = m.id
            ) r ON true
            WHERE m.id \(cursor.beyond) $1 AND m.left_at IS NULL AND m.id <> ALL ($3) ORDER BY m.id \(cursor.order)
            LIMIT $2
            """, cursor.key, limit, hidden)
    }

    func newestMembers(limit: Int) -> Query<[MemberRecord]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), m.role, m.joined_at,
                coalesce(\(PresenceQueries.isHere(at: "p.seen_at")), false),
                coalesce(r.wins, 0), coalesce(r.draws, 0), coalesce(r.losses, 0), NOT \(PrivacyKind.clubSees("games", of: "m"))
            FROM members m
            LEFT JOIN presence p ON p.club_id = m.club_id AND p.member_id = m.id
            LEFT JOIN LATERAL (
                SELECT sum(wins) AS wins, sum(draws) AS draws, sum(losses) AS losses FROM ratings s
                WHERE s.club_id = m.club_id AND s.member_id = m.id
            ) r ON true
            WHERE m.left_at IS NULL ORDER BY m.id DESC LIMIT $1
            """, limit)
    }
}

struct GameInvitation: RowRecord {
    var code: String
    var playCode: String

    static let decoder = RowDecoder(GameInvitation.init)
}
