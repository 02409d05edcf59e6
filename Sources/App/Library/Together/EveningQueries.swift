import Calendar
import Postgres

struct EveningQueries {
    static let upcomingLimit = 20

    /// Reads an evening. Nil if `me` is neither host nor guest, or if the host is hidden from `me`.
    func evening(_ id: ID<Evening>, to me: ID<Member>, hidden: [ID<Member>]) -> Query<Evening?> {
        .first(
            """
            SELECT \(Evening.columns) FROM evening_guests g JOIN evenings e ON e.club_id = g.club_id AND e.id = g.evening_id
            JOIN members m ON m.club_id = e.club_id AND m.id = e.host_id
            WHERE g.evening_id = $1 AND g.member_id = $2 AND e.host_id <> ALL ($3)
            """, id, me, hidden)
    }

    /// Evenings of which `me` is the host or a guest, in the order in which they were planned.
    func evenings(of me: ID<Member>, hidden: [ID<Member>], at cursor: Cursor<Evening>, limit: Int) -> Query<[ListedEvening]> {
        .all(
            """
            SELECT \(Evening.columns), \(EveningQueries.chosen) FROM (
                SELECT g.* FROM evening_guests g JOIN evenings e ON e.club_id = g.club_id AND e.id = g.evening_id AND e.host_id <> ALL ($2)
                WHERE g.member_id = $1 AND g.evening_id \(cursor.beyond) $3 ORDER BY g.evening_id \(cursor.order) LIMIT $4
            ) g JOIN evenings e ON e.club_id = g.club_id AND e.id = g.evening_id
            JOIN members m ON m.club_id = e.club_id AND m.id = e.host_id ORDER BY e.id \(cursor.order)
            """, me, hidden, cursor.key, limit)
    }

    /// Upcoming evenings of which `me` is the host or a guest, the next one first. An evening counts as upcoming until three hours after it
    /// has begun. Evenings that `me` has declined are left out. Only the 100 evenings that were planned last are read.
    func upcoming(for me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[ListedEvening]> {
        .all(
            """
            SELECT \(Evening.columns), \(EveningQueries.chosen) FROM (SELECT * FROM evening_guests
                WHERE member_id = $1 ORDER BY evening_id DESC LIMIT 100) g
            JOIN evenings e ON e.club_id = g.club_id AND e.id = g.evening_id AND e.host_id <> ALL ($2)
            JOIN members m ON m.club_id = e.club_id AND m.id = e.host_id
            WHERE e.starts_at > now() - interval '3 hours' AND e.called_off_at IS NULL AND g.comes IS DISTINCT FROM 'no'
            ORDER BY e.starts_at, e.id LIMIT $3
            """, me, hidden, limit)
    }

    /// SQL for the name of the game that is chosen for an evening `e`. NULL if no game is chosen yet.
    static let chosen: SQL = """
        (SELECT t.name FROM evening_games c JOIN video_games t ON t.id = c.video_game_id
            WHERE c.club_id = e.club_id AND c.evening_id = e.id AND c.is_chosen)
        """

    /// The proposed games. The chosen game comes first, then the games with the most votes.
    func games(of evening: ID<Evening>) -> Query<[EveningVideoGame]> {
        .all(
            """
            SELECT t.id, t.name, t.released, t.platforms, \(CoverQueries.version), c.votes, c.is_chosen
            FROM (SELECT c.*, \(EveningQueries.votes) AS votes FROM evening_games c WHERE c.evening_id = $1) c JOIN video_games t ON t.id = c.video_game_id
            ORDER BY c.is_chosen DESC, c.votes DESC, c.place
            """, evening)
    }

    /// SQL for the number of guests who have voted for the game `c` of an evening.
    static let votes: SQL = """
        (SELECT count(*) FROM evening_guests g WHERE g.club_id = c.club_id AND g.evening_id = c.evening_id AND c.video_game_id = ANY (g.votes))
        """

    func guests(of evening: ID<Evening>, hidden: [ID<Member>]) -> Query<[EveningGuest]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), g.comes, cardinality(g.votes) > 0 FROM evening_guests g
            JOIN members m ON m.club_id = g.club_id AND m.id = g.member_id
            WHERE g.evening_id = $1 AND g.member_id <> ALL ($2)
            ORDER BY array_position('{yes,maybe,no}', g.comes), lower(m.display_name), m.id
            """, evening, hidden)
    }

    /// The proposed day of a new evening: today, or tomorrow if `EveningForm.defaultHour` is less than an hour away in the time zone.
    func nextEvening(in zone: String) -> Query<CalendarDate> {
        .one("SELECT \(Day.of("now() + make_interval(hours => 25 - $2::integer)", in: "$1"))", zone, EveningForm.defaultHour)
    }

    /// Locks the host until the transaction ends, so that requests of the same host plan evenings one after the other.
    func lock(_ host: ID<Member>) -> Query<Int> {
        .one("SELECT count(*) FROM (SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE) held", host)
    }

    /// The evening that an earlier request has planned with the same time, games, guests and note. Nil if there is none. `add`, `invite`
    /// and `propose` follow in the same transaction.
    func same(as form: EveningForm, in zone: String, by me: ID<Member>) -> Query<ID<Evening>?> {
        .first(
            """
            WITH moment AS MATERIALIZED (SELECT ($4::text::date + $5::text::time) AT TIME ZONE $6 AS starts_at)
            SELECT e.id FROM moment m
            JOIN evenings e ON e.host_id = $1 AND e.starts_at = m.starts_at AND e.called_off_at IS NULL AND e.note = $7
            WHERE ARRAY(SELECT c.video_game_id FROM evening_games c WHERE c.club_id = e.club_id AND c.evening_id = e.id ORDER BY c.place)
                    = $3::bigint[]
                AND ARRAY(SELECT g.member_id FROM evening_guests g
                    WHERE g.club_id = e.club_id AND g.evening_id = e.id AND g.member_id <> $1 ORDER BY g.member_id)
                    = ARRAY(SELECT g.id FROM (\(EveningQueries.guests)) g ORDER BY g.id)
            """, me, form.handles, form.games, form.day, form.time, zone, form.note)
    }

    /// Plans an evening, or returns why it cannot be planned. A single game is chosen without a vote.
    /// - Parameter zone: the time zone of the form's day and time.
    func add(_ form: EveningForm, in zone: String, by me: ID<Member>) -> Query<PlannedEvening> {
        .one(
            """
            WITH moment AS MATERIALIZED (
                SELECT ($4::text::date + $5::text::time) AT TIME ZONE $6 AS starts_at
            ), rules AS (
                SELECT m.starts_at, m.starts_at <= now() AS is_past, m.starts_at > now() + interval '1 year' AS is_far,
                    EXISTS (SELECT FROM evenings e WHERE e.host_id = $1 AND e.starts_at = m.starts_at AND e.called_off_at IS NULL) AS is_taken,
                    (SELECT count(*) FROM (\(EveningQueries.guests)) g) = cardinality($2::text[]) AS are_there,
                    (SELECT count(*) FROM unnest($3::bigint[]) u (id) JOIN video_games t ON t.id = u.id) = cardinality($3::bigint[]) AS are_games,
                    (SELECT count(*) FROM evenings e WHERE e.host_id = $1 AND e.starts_at > now() AND e.called_off_at IS NULL) >= $9 AS is_full
                FROM moment m
            ), made AS (
                INSERT INTO evenings (club_id, host_id, starts_at, closes_at, note, decided_at)
                SELECT h.club_id, h.id, r.starts_at, least(r.starts_at, now() + make_interval(hours => $7::integer)), $8,
                    CASE WHEN cardinality($3::bigint[]) = 1 THEN now() END
                FROM rules r JOIN members h ON h.id = $1 AND h.left_at IS NULL
                WHERE r.are_there AND r.are_games AND NOT (r.is_past OR r.is_far OR r.is_taken OR r.is_full) RETURNING id
            )
            SELECT (SELECT id FROM made), r.is_taken, r.is_past, r.is_far, r.are_there, r.are_games, r.is_full FROM rules r
            """, me, form.handles, form.games, form.day, form.time, zone, form.votingHours, form.note, Self.upcomingLimit)
    }

    /// Adds the guests, and `me` as a guest who comes, to the evening that the current transaction has planned.
    func invite(_ form: EveningForm, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH evening AS (\(EveningQueries.new))
            INSERT INTO evening_guests (club_id, evening_id, member_id, comes)
            SELECT e.club_id, e.id, g.id, NULL FROM evening e, (\(EveningQueries.guests)) g
            UNION ALL SELECT e.club_id, e.id, $1, 'yes' FROM evening e
            """, me, form.handles)
    }

    /// Adds the games to the evening that the current transaction has planned.
    func propose(_ form: EveningForm, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO evening_games (club_id, evening_id, video_game_id, own_video_game_id, place, is_chosen)
            SELECT e.club_id, e.id, t.id, CASE WHEN t.club_id <> 0 THEN t.id END, u.place, cardinality($2::bigint[]) = 1
            FROM (\(EveningQueries.new)) e CROSS JOIN unnest($2::bigint[]) WITH ORDINALITY u (id, place) JOIN video_games t ON t.id = u.id
            """, me, form.games)
    }

    /// The members with the handles `$2`, except those who are hidden from the host `$1`.
    private static let guests: SQL = """
        SELECT m.id FROM members h JOIN members m ON m.club_id = h.club_id AND m.handle = ANY ($2) AND m.left_at IS NULL
            AND NOT EXISTS (SELECT FROM blocked_pairs a WHERE a.club_id = m.club_id AND a.member_id = h.id AND a.other_id = m.id)
        WHERE h.id = $1
        """

    /// The evening that the host `$1` has planned in the current transaction.
    private static let new: SQL =
        "SELECT club_id, id FROM evenings WHERE host_id = $1 AND starts_at > now() AND created_at = now() AND called_off_at IS NULL"

    /// Replaces the votes of `me`. Returns 0 if the vote has ended.
    func vote(for games: [ID<VideoGame>], on evening: ID<Evening>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH voting AS (
                SELECT e.club_id, e.id FROM evenings e
                WHERE e.id = $1 AND e.decided_at IS NULL AND e.called_off_at IS NULL AND e.closes_at > now() FOR SHARE
            )
            UPDATE evening_guests g SET votes = ARRAY(SELECT c.video_game_id FROM evening_games c
                WHERE c.club_id = g.club_id AND c.evening_id = g.evening_id AND c.video_game_id = ANY ($3) ORDER BY c.place)
            FROM voting v WHERE g.club_id = v.club_id AND g.evening_id = v.id AND g.member_id = $2
            """, evening, me, games)
    }

    /// Saves the answer of `me`. Returns 0 if the evening is called off or has ended.
    func answer(_ answer: Evening.Answer, to evening: ID<Evening>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE evening_guests g SET comes = $3 FROM evenings e
            WHERE g.evening_id = $1 AND g.member_id = $2 AND e.club_id = g.club_id AND e.id = g.evening_id
                AND e.called_off_at IS NULL AND NOT \(Evening.ended)
            """, evening, me, answer)
    }

    /// Locks the evening until the transaction ends. A caller of `countVotes` takes this lock first, so that nobody votes while the votes
    /// are counted.
    func lock(_ evening: ID<Evening>) -> Query<Int> {
        .one("SELECT count(*) FROM (SELECT FROM evenings WHERE id = $1 FOR UPDATE) locked", evening)
    }

    /// Counts the votes if the time of the vote is over, or if `host` is the host of the evening. The host ends the vote by this call.
    /// Returns false if this call has not counted the votes.
    func countVotes(on evening: ID<Evening>, endedBy host: ID<Member>?) -> Query<Bool> {
        .one(
            """
            WITH counted AS (
                UPDATE evenings SET decided_at = now(), closes_at = least(closes_at, now())
                WHERE id = $1 AND decided_at IS NULL AND called_off_at IS NULL AND (closes_at <= now() OR host_id = $2)
                RETURNING club_id, id
            ), best AS (
                SELECT c.club_id, c.evening_id, c.video_game_id FROM counted e
                JOIN evening_games c ON c.club_id = e.club_id AND c.evening_id = e.id ORDER BY \(EveningQueries.votes) DESC, c.place LIMIT 1
            ), chosen AS (
                UPDATE evening_games c SET is_chosen = true FROM best b
                WHERE c.club_id = b.club_id AND c.evening_id = b.evening_id AND c.video_game_id = b.video_game_id
            )
            SELECT EXISTS (SELECT FROM counted)
            """, evening, host)
    }

    /// Evenings whose vote has ended, but is not counted yet.
    func uncounted(limit: Int) -> Query<[ID<Evening>]> {
        .all(
            """
            SELECT id FROM evenings WHERE decided_at IS NULL AND called_off_at IS NULL AND closes_at <= now() ORDER BY closes_at LIMIT $1
            """, limit)
    }

    /// Calls the evening off. Returns 0 if the member is not the host, or if the evening is already called off or has ended.
    func cancel(_ evening: ID<Evening>, by host: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE evenings e SET called_off_at = now()
            WHERE e.id = $1 AND e.host_id = $2 AND e.called_off_at IS NULL AND NOT \(Evening.ended)
            """, evening, host)
    }

    // MARK: Export and erasure

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT e.id, json_build_object('starts_at', e.starts_at, 'is_host', e.host_id = g.member_id, 'note', e.note, 'comes', g.comes,
                'game', \(EveningQueries.chosen), 'would_play', ARRAY(SELECT t.name FROM video_games t WHERE t.id = ANY (g.votes)),
                'called_off_at', e.called_off_at)::text
            FROM evening_guests g JOIN evenings e ON e.club_id = g.club_id AND e.id = g.evening_id
            WHERE g.member_id = $1 AND g.evening_id > $2 ORDER BY g.evening_id LIMIT $3
            """, me, after, limit)
    }

    func eraseHosted(by member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM evenings WHERE host_id = $1 AND id IN (SELECT id FROM evenings WHERE host_id = $1 ORDER BY id LIMIT $2)
            """, member, limit)
    }
}

struct PlannedEvening: RowRecord {
    /// The id of the new evening. Nil if nothing was planned because of `problems`.
    var id: ID<Evening>?
    private var isTaken, isPast, isFar, areThere, areGames, isFull: Bool

    static let decoder = RowDecoder(PlannedEvening.init)

    var problems: [String: String] {
        var problems: [String: String] = [:]
        if isTaken { problems["time"] = "You have already planned another evening for this time." }
        if isPast { problems["time"] = "That time is in the past." }
        if isFar { problems["day"] = "That is more than a year away." }
        if !areThere { problems["with"] = "At least one of these people is no longer in the club." }
        if !areGames { problems["games"] = "One of the games no longer exists." }
        if isFull { problems["day"] = "\(EveningQueries.upcomingLimit) evenings are planned, which is the limit. Cancel one first." }
        return problems
    }
}
