import GameRules
import Postgres

struct LobbyQueries {
    /// Members online in the order of their names, at most `limit`. `me` is always among them, even if presence does not know yet that `me`
    /// is online.
    func online(for me: ID<Member>, limit: Int) -> Query<[OnlineMember]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), coalesce(r.wins, 0), coalesce(r.draws, 0), coalesce(r.losses, 0), r.rating, r.variant,
                NOT \(PrivacyKind.clubSees("games", of: "m"))
            FROM (
                SELECT o.club_id, \(PersonRecord.columns(of: "o")), o.for_friends, o.for_me FROM (
                    SELECT member_id FROM presence WHERE \(PresenceQueries.isHere(at: "seen_at"))
                    UNION SELECT $1
                ) here
                JOIN members o ON o.id = here.member_id
                ORDER BY o.id = $1 DESC, o.display_name, o.id LIMIT $2
            ) m
            LEFT JOIN LATERAL (
                SELECT sum(wins) AS wins, sum(draws) AS draws, sum(losses) AS losses,
                    (array_agg(rating ORDER BY games DESC, variant))[1] AS rating, (array_agg(variant ORDER BY games DESC, variant))[1] AS variant
                FROM ratings s WHERE s.club_id = m.club_id AND s.member_id = m.id
            ) r ON true
            ORDER BY m.display_name, m.id
            """, me, limit)
    }

    func endChallenges(between one: ID<Member>, and other: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE challenges SET state = 'expired', answered_at = now()
            WHERE state = 'open' AND (from_member, to_member) IN (($1, $2), ($2, $1))
            """, one, other)
    }

    func incoming(to me: ID<Member>) -> Query<[Challenge]> {
        .all(
            """
            SELECT \(Challenge.columns)
            FROM challenges c
            \(Challenge.memberJoins)
            WHERE c.to_member = $1 AND c.state = 'open' AND c.expires_at > now() ORDER BY c.id DESC LIMIT 50
            """, me)
    }

    /// Open challenges to and from `me`, newest first. After them, the challenges from `me` that were declined in the last ten minutes.
    func challenges(of me: ID<Member>) -> Query<[Challenge]> {
        .all(
            """
            SELECT \(Challenge.columns)
            FROM (
                (SELECT \(Challenge.storedColumns)
                    FROM challenges WHERE to_member = $1 AND state = 'open' AND expires_at > now() ORDER BY id DESC LIMIT 50)
                UNION ALL
                (SELECT \(Challenge.storedColumns)
                    FROM challenges WHERE from_member = $1 AND state = 'open' AND expires_at > now() ORDER BY id DESC LIMIT 50)
                UNION ALL
                (SELECT \(Challenge.storedColumns)
                    FROM challenges WHERE from_member = $1 AND state = 'declined' AND answered_at > now() - interval '10 minutes'
                    ORDER BY answered_at DESC LIMIT 5)
            ) c
            \(Challenge.memberJoins)
            ORDER BY c.answered_at DESC NULLS FIRST, c.id DESC
            """, me)
    }

    /// The open challenge between the two players of `game`, and their first running game after `game`. Each of the two is nil if there is
    /// none. The result is nil if `game` is not finished.
    func nextGame(after game: ID<Game>) -> Query<NextGame?> {
        .first(
            """
            SELECT challenge.id, challenge.from_member, next.id, coalesce(next.is_same_match, false)
            FROM games g
            LEFT JOIN LATERAL (
                SELECT c.id, c.from_member FROM challenges c
                WHERE c.club_id = g.club_id AND least(c.from_member, c.to_member) = least(g.x_member, g.o_member)
                    AND greatest(c.from_member, c.to_member) = greatest(g.x_member, g.o_member)
                    AND c.state = 'open' AND c.expires_at > now()
            ) challenge ON true
            LEFT JOIN LATERAL (
                SELECT n.id, n.challenge_id = g.challenge_id AS is_same_match FROM games n
                WHERE n.club_id = g.club_id AND n.id > g.id AND n.outcome = 'running'
                    AND (n.x_member, n.o_member) IN ((g.x_member, g.o_member), (g.o_member, g.x_member))
                ORDER BY n.id LIMIT 1
            ) next ON true
            WHERE g.id = $1 AND g.outcome <> 'running'
            """, game)
    }

    /// Ends the challenge between two members if it has expired. Two members have at most one open challenge (`challenges_one_open`), so an
    /// expired challenge has to end before a new challenge is added.
    func endExpired(between me: ID<Member>, and other: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE challenges SET state = 'expired', answered_at = now()
            WHERE state = 'open' AND expires_at <= now()
                AND (from_member, to_member) IN (($1, $2), ($2, $1))
            """, me, other)
    }

    func endExpired(limit: Int) -> Query<Int> {
        .change(
            """
            UPDATE challenges SET state = 'expired', answered_at = now()
            WHERE id IN (SELECT id FROM challenges WHERE state = 'open' AND expires_at <= now() ORDER BY id LIMIT $1)
            """, limit)
    }

    /// Creates a challenge. It expires after ten minutes if the invited member is online, else after a day. Throws a `DatabaseError` on
    /// `challenges_one_open` if the two members have an open challenge already. Nil if there is no such member, or one has blocked the
    /// other.
    func createChallenge(from me: ID<Member>, to other: ID<Member>, _ proposal: GameProposal) -> Query<ID<Challenge>?> {
        .first(
            """
            INSERT INTO challenges (club_id, from_member, to_member, variant, starts, best_of, words, expires_at)
            SELECT m.club_id, $1, m.id, $3, $4, $5, $6,
                now() + CASE WHEN EXISTS (SELECT FROM presence p WHERE p.club_id = m.club_id AND p.member_id = m.id
                    AND \(PresenceQueries.isHere(at: "p.seen_at"))) THEN interval '10 minutes' ELSE interval '24 hours' END
            FROM members m WHERE m.id = $2 AND m.id <> $1 AND m.left_at IS NULL
                AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = m.club_id AND a.member_id = $1 AND a.other_id = m.id)
            RETURNING id
            """, me, other, proposal.variant, proposal.start.rawValue, proposal.bestOf, proposal.words)
    }

    /// Marks the open challenges to `me` as seen. Returns the senders of the challenges that were not seen before.
    func markSeen(by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            "UPDATE challenges SET seen_at = now() WHERE to_member = $1 AND state = 'open' AND seen_at IS NULL RETURNING from_member", me)
    }

    func openChallenge(from other: ID<Member>, to me: ID<Member>) -> Query<OpenChallenge?> {
        .first("SELECT id, variant FROM challenges WHERE from_member = $1 AND to_member = $2 AND state = 'open'", other, me)
    }

    /// Gives the open challenge that `me` sent to `other` a new proposal. The challenge then counts as just sent and unseen. Returns how
    /// many challenges changed.
    func replace(from me: ID<Member>, to other: ID<Member>, _ proposal: GameProposal) -> Query<Int> {
        .change(
            """
            UPDATE challenges SET variant = $3, starts = $4, best_of = $5, words = $6, created_at = now(), seen_at = NULL,
                expires_at = greatest(expires_at, now() + interval '10 minutes')
            WHERE from_member = $1 AND to_member = $2 AND state = 'open'
            """, me, other, proposal.variant, proposal.start.rawValue, proposal.bestOf, proposal.words)
    }

    /// Accepts an open challenge to `me`, starts its first game and deletes the seeks of both members. Nil if the challenge is no longer
    /// open, a member has left, or one has blocked the other.
    /// - Parameter challengerStartsIfRandom: Whether the challenger has the crosses if the proposal leaves that to chance.
    func accept(_ challenge: ID<Challenge>, by me: ID<Member>, challengerStartsIfRandom: Bool) -> Query<ID<Game>?> {
        .first(
            """
            WITH accepted AS (
                UPDATE challenges SET state = 'accepted', answered_at = now()
                WHERE id = $1 AND to_member = $2 AND state = 'open' AND expires_at > now()
                    AND NOT EXISTS (SELECT FROM members m WHERE m.id IN (from_member, to_member) AND m.left_at IS NOT NULL)
                    AND NOT EXISTS (SELECT FROM blocked_pairs a
                        WHERE a.club_id = challenges.club_id AND a.member_id = from_member AND a.other_id = to_member)
                RETURNING club_id, id, variant, from_member, to_member,
                    CASE starts WHEN 'from' THEN true WHEN 'to' THEN false ELSE $3 END AS asker_starts
            ), no_longer_waiting AS (
                DELETE FROM seeks WHERE member_id IN (SELECT from_member FROM accepted UNION ALL SELECT to_member FROM accepted)
            )
            \(GameQueries.insertPair) SELECT club_id, id, variant, 1, CASE WHEN asker_starts THEN from_member ELSE to_member END,
                CASE WHEN asker_starts THEN to_member ELSE from_member END
            FROM accepted RETURNING id
            """, challenge, me, challengerStartsIfRandom)
    }

    /// Declines an open challenge to `me`. Nil if there is no such challenge.
    func decline(_ challenge: ID<Challenge>, by me: ID<Member>, reason: Challenge.Reason?) -> Query<ChallengePair?> {
        .first(
            """
            UPDATE challenges SET state = 'declined', answered_at = now(), reason = $3
            WHERE id = $1 AND to_member = $2 AND state = 'open' RETURNING from_member, to_member, NULL::bigint
            """, challenge, me, reason?.rawValue)
    }

    func withdraw(_ challenge: ID<Challenge>, by me: ID<Member>) -> Query<ChallengePair?> {
        .first(
            """
            UPDATE challenges SET state = 'withdrawn', answered_at = now()
            WHERE id = $1 AND from_member = $2 AND state = 'open' RETURNING from_member, to_member, NULL::bigint
            """, challenge, me)
    }

    /// The two members of a challenge, and its latest game.
    func pair(of challenge: ID<Challenge>) -> Query<ChallengePair?> {
        .first(
            """
            SELECT c.from_member, c.to_member,
                (SELECT g.id FROM games g WHERE g.club_id = c.club_id AND g.challenge_id = c.id ORDER BY g.round DESC LIMIT 1)
            FROM challenges c WHERE c.id = $1
            """, challenge)
    }
}

struct OpenChallenge: RowRecord {
    var id: ID<Challenge>
    var variant: TicTacToe.Variant

    static let decoder = RowDecoder(OpenChallenge.init)
}

struct NextGame: RowRecord {
    var challenge: ID<Challenge>?
    var challenger: ID<Member>?
    var game: ID<Game>?
    /// True if the game belongs to the same match as the finished game. Such a game starts without a new challenge.
    var isSameMatch: Bool

    static let decoder = RowDecoder(NextGame.init)
}

struct ChallengePair: RowRecord {
    var from: ID<Member>
    var to: ID<Member>
    var game: ID<Game>?

    static let decoder = RowDecoder(ChallengePair.init)
}
