import GameRules
import Postgres

/// All SQL over `challenges`, and the lobby's list of who is here.
struct LobbyQueries {
    /// Whoever was seen in the last 90 seconds, and `me`, who is among them however many they are.
    func online(for me: ID<Member>, limit: Int) -> Query<[OnlineMember]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), coalesce(r.wins, 0), coalesce(r.draws, 0), coalesce(r.losses, 0), r.rating, r.variant,
                NOT \(PrivacyKind.isForClub("games", of: "m"))
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
                FROM scores s WHERE s.club_id = m.club_id AND s.member_id = m.id
            ) r ON true
            ORDER BY m.display_name, m.id
            """, me, limit)
    }

    /// Ends what the two have asked each other.
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
            \(Challenge.people)
            WHERE c.to_member = $1 AND c.state = 'open' AND c.expires_at > now() ORDER BY c.id DESC LIMIT 50
            """, me)
    }

    /// Open challenges to `me` and by `me`, the newest first, and those of mine that were declined in the last ten minutes.
    func challenges(of me: ID<Member>) -> Query<[Challenge]> {
        .all(
            """
            SELECT \(Challenge.columns)
            FROM (
                (SELECT \(Challenge.stored)
                    FROM challenges WHERE to_member = $1 AND state = 'open' AND expires_at > now() ORDER BY id DESC LIMIT 50)
                UNION ALL
                (SELECT \(Challenge.stored)
                    FROM challenges WHERE from_member = $1 AND state = 'open' AND expires_at > now() ORDER BY id DESC LIMIT 50)
                UNION ALL
                (SELECT \(Challenge.stored)
                    FROM challenges WHERE from_member = $1 AND state = 'refused' AND answered_at > now() - interval '10 minutes'
                    ORDER BY answered_at DESC LIMIT 5)
            ) c
            \(Challenge.people)
            ORDER BY c.answered_at DESC NULLS FIRST, c.id DESC
            """, me)
    }

    /// What follows a finished game between its two players: an open challenge, or a newer game.
    func sequel(of game: ID<Game>) -> Query<Sequel?> {
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

    /// Clears the way for a new challenge between the two.
    func expire(between me: ID<Member>, and other: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE challenges SET state = 'expired', answered_at = now()
            WHERE state = 'open' AND expires_at <= now()
                AND (from_member, to_member) IN (($1, $2), ($2, $1))
            """, me, other)
    }

    /// Ends open challenges whose time is over. Returns how many.
    func endExpired(limit: Int) -> Query<Int> {
        .change(
            """
            UPDATE challenges SET state = 'expired', answered_at = now()
            WHERE id IN (SELECT id FROM challenges WHERE state = 'open' AND expires_at <= now() ORDER BY id LIMIT $1)
            """, limit)
    }

    /// It waits for ten minutes for somebody who is here, else for a day. Throws on `challenges_one_open` when there is one already;
    /// nil: there is no such member, or one has blocked the other.
    func challenge(from me: ID<Member>, to other: ID<Member>, _ proposal: Proposal) -> Query<ID<Challenge>?> {
        .first(
            """
            INSERT INTO challenges (club_id, from_member, to_member, variant, starts, best_of, words, expires_at)
            SELECT m.club_id, $1, m.id, $3, $4, $5, $6,
                now() + CASE WHEN EXISTS (SELECT FROM presence p WHERE p.club_id = m.club_id AND p.member_id = m.id
                    AND \(PresenceQueries.isHere(at: "p.seen_at"))) THEN interval '10 minutes' ELSE interval '24 hours' END
            FROM members m WHERE m.id = $2 AND m.id <> $1 AND m.left_at IS NULL
                AND NOT EXISTS (SELECT FROM apart a WHERE a.club_id = m.club_id AND a.member_id = $1 AND a.other_id = m.id)
            RETURNING id
            """, me, other, proposal.variant, proposal.start.rawValue, proposal.bestOf, proposal.words)
    }

    /// Notes that the challenges to `me` have been shown; returns who sent those that had not been.
    func see(by me: ID<Member>) -> Query<[ID<Member>]> {
        .all(
            "UPDATE challenges SET seen_at = now() WHERE to_member = $1 AND state = 'open' AND seen_at IS NULL RETURNING from_member", me)
    }

    /// The open challenge that `other` sent to `me`, and on which board.
    func open(from other: ID<Member>, to me: ID<Member>) -> Query<OpenChallenge?> {
        .first("SELECT id, variant FROM challenges WHERE from_member = $1 AND to_member = $2 AND state = 'open'", other, me)
    }

    /// Puts another proposal in the place of the open one by `me`, as if it had just been sent. Returns how many that were.
    func replace(from me: ID<Member>, to other: ID<Member>, _ proposal: Proposal) -> Query<Int> {
        .change(
            """
            UPDATE challenges SET variant = $3, starts = $4, best_of = $5, words = $6, created_at = now(), seen_at = NULL,
                expires_at = greatest(expires_at, now() + interval '10 minutes')
            WHERE from_member = $1 AND to_member = $2 AND state = 'open'
            """, me, other, proposal.variant, proposal.start.rawValue, proposal.bestOf, proposal.words)
    }

    /// Accepts an open challenge to `me` and starts its first game in one statement, and neither waits for anybody any more;
    /// nil when it is no longer open, or one has blocked the other.
    /// - Parameter lot: whether whoever asked has the crosses, where it is left to the lot.
    func accept(_ challenge: ID<Challenge>, by me: ID<Member>, lot: Bool) -> Query<ID<Game>?> {
        .first(
            """
            WITH accepted AS (
                UPDATE challenges SET state = 'accepted', answered_at = now()
                WHERE id = $1 AND to_member = $2 AND state = 'open' AND expires_at > now()
                    AND NOT EXISTS (SELECT FROM members m WHERE m.id IN (from_member, to_member) AND m.left_at IS NOT NULL)
                    AND NOT EXISTS (SELECT FROM apart a
                        WHERE a.club_id = challenges.club_id AND a.member_id = from_member AND a.other_id = to_member)
                RETURNING club_id, id, variant, from_member, to_member,
                    CASE starts WHEN 'from' THEN true WHEN 'to' THEN false ELSE $3 END AS asker_starts
            ), no_longer_waiting AS (
                DELETE FROM seeks WHERE member_id IN (SELECT from_member FROM accepted UNION ALL SELECT to_member FROM accepted)
            )
            INSERT INTO games (club_id, challenge_id, variant, x_member, o_member)
            SELECT club_id, id, variant, CASE WHEN asker_starts THEN from_member ELSE to_member END,
                CASE WHEN asker_starts THEN to_member ELSE from_member END
            FROM accepted RETURNING id
            """, challenge, me, lot)
    }

    /// Ends an open challenge that `me` got, or sent. Returns the two members.
    func refuse(_ challenge: ID<Challenge>, by me: ID<Member>, reason: Challenge.Reason?) -> Query<ChallengePair?> {
        .first(
            """
            UPDATE challenges SET state = 'refused', answered_at = now(), reason = $3
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

    /// Who a challenge is between, and the latest game that came of it.
    func pair(_ challenge: ID<Challenge>) -> Query<ChallengePair?> {
        .first(
            """
            SELECT c.from_member, c.to_member,
                (SELECT g.id FROM games g WHERE g.club_id = c.club_id AND g.challenge_id = c.id ORDER BY g.round DESC LIMIT 1)
            FROM challenges c WHERE c.id = $1
            """, challenge)
    }
}

struct OpenChallenge: Sendable, RowDecodable {
    var id: ID<Challenge>
    var variant: TicTacToe.Variant

    init(_ row: inout Row) throws {
        id = try row.next()
        variant = try row.next()
    }
}

struct Sequel: Sendable, RowDecodable {
    var challenge: ID<Challenge>?
    var challenger: ID<Member>?
    var game: ID<Game>?
    /// Whether that goes on with the match by itself; else somebody has accepted it.
    var isSameMatch: Bool

    init(_ row: inout Row) throws {
        challenge = try row.next()
        challenger = try row.next()
        game = try row.next()
        isSameMatch = try row.next()
    }
}

struct ChallengePair: Sendable, RowDecodable {
    var from: ID<Member>
    var to: ID<Member>
    var game: ID<Game>?

    init(_ row: inout Row) throws {
        from = try row.next()
        to = try row.next()
        game = try row.next()
    }
}
