import Calendar
import Postgres

/// All SQL over evenings.
struct EveningQueries {
    /// How many that are still to come one may host.
    static let most = 20

    /// nil: there is none to which the member is invited.
    func evening(_ id: ID<Evening>, to me: ID<Member>, hidden: [ID<Member>]) -> Query<Evening?> {
        .first(
            """
            SELECT \(Evening.columns) FROM evening_guests g JOIN evenings e ON e.club_id = g.club_id AND e.id = g.evening_id
            JOIN members m ON m.club_id = e.club_id AND m.id = e.host_id
            WHERE g.evening_id = $1 AND g.member_id = $2 AND e.host_id <> ALL ($3)
            """, id, me, hidden)
    }

    /// Those of which the member is one, the last planned first.
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

    /// Those of the last hundred that are still to come, the next first.
    func coming(to me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[ListedEvening]> {
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

    /// What is played on an evening `e`. NULL: that is not known yet.
    static let chosen: SQL = """
        (SELECT t.name FROM evening_titles c JOIN titles t ON t.id = c.title_id
            WHERE c.club_id = e.club_id AND c.evening_id = e.id AND c.is_chosen)
        """

    /// What may be played: what is chosen first, then what most would play.
    func titles(of evening: ID<Evening>) -> Query<[EveningTitle]> {
        .all(
            """
            SELECT t.id, t.name, t.released, t.platforms, \(CoverQueries.version), c.votes, c.is_chosen
            FROM (SELECT c.*, \(EveningQueries.votes) AS votes FROM evening_titles c WHERE c.evening_id = $1) c JOIN titles t ON t.id = c.title_id
            ORDER BY c.is_chosen DESC, c.votes DESC, c.place
            """, evening)
    }

    /// How many would play a title `c` of an evening.
    static let votes: SQL = """
        (SELECT count(*) FROM evening_guests g WHERE g.club_id = c.club_id AND g.evening_id = c.evening_id AND c.title_id = ANY (g.votes))
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

    /// The day of the next evening at `EveningForm.hour` in a time zone that is still an hour away.
    func nextEvening(in zone: String) -> Query<CalendarDate> {
        .one("SELECT \(Day.of("now() + make_interval(hours => 25 - $2::integer)", in: "$1"))", zone, EveningForm.hour)
    }

    /// Lets nobody else plan one for the host until the transaction ends.
    func hold(_ host: ID<Member>) -> Query<Int> {
        .one("SELECT count(*) FROM (SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE) held", host)
    }

    /// Plans an evening: with one game alone there is nothing to vote on. Whoever sends the same again has it already.
    /// - Parameter zone: in which its day and time are.
    func add(_ form: EveningForm, in zone: String, by me: ID<Member>) -> Query<PlannedEvening> {
        .one(
            """
            WITH moment AS (
                SELECT ($4::text::date + $5::text::time) AT TIME ZONE $6 AS starts_at
            ), host AS (
                SELECT m.club_id, m.id FROM members m WHERE m.id = $1 AND m.left_at IS NULL FOR KEY SHARE
            ), guests AS (
                SELECT m.id FROM host h JOIN members m ON m.club_id = h.club_id AND m.handle = ANY ($2) AND m.left_at IS NULL
                    AND NOT EXISTS (SELECT FROM apart a WHERE a.club_id = m.club_id AND a.member_id = h.id AND a.other_id = m.id)
            ), titled AS (
                SELECT t.id, CASE WHEN t.club_id <> 0 THEN t.id END AS own_id, u.place
                FROM unnest($3::bigint[]) WITH ORDINALITY u (id, place) JOIN titles t ON t.id = u.id
            ), taken AS (
                SELECT e.id, e.note = $8
                    AND ARRAY(SELECT c.title_id FROM evening_titles c WHERE c.club_id = e.club_id AND c.evening_id = e.id ORDER BY c.place)
                        = $3::bigint[]
                    AND ARRAY(SELECT g.member_id FROM evening_guests g
                        WHERE g.club_id = e.club_id AND g.evening_id = e.id AND g.member_id <> $1 ORDER BY g.member_id)
                        = ARRAY(SELECT id FROM guests ORDER BY id) AS is_same
                FROM moment m JOIN evenings e ON e.host_id = $1 AND e.starts_at = m.starts_at AND e.called_off_at IS NULL LIMIT 1
            ), rules AS (
                SELECT EXISTS (SELECT FROM taken) AS is_taken, m.starts_at <= now() AS is_past, m.starts_at > now() + interval '1 year' AS is_far,
                    (SELECT count(*) FROM guests) = cardinality($2::text[]) AS are_there,
                    (SELECT count(*) FROM titled) = cardinality($3::bigint[]) AS are_titles,
                    (SELECT count(*) FROM evenings e WHERE e.host_id = $1 AND e.starts_at > now() AND e.called_off_at IS NULL) >= $9 AS is_full
                FROM moment m
            ), made AS (
                INSERT INTO evenings (club_id, host_id, starts_at, closes_at, note, decided_at)
                SELECT h.club_id, h.id, m.starts_at, least(m.starts_at, now() + make_interval(hours => $7::integer)), $8,
                    CASE WHEN cardinality($3::bigint[]) = 1 THEN now() END
                FROM host h, moment m, rules r WHERE NOT r.is_past AND NOT r.is_far AND r.are_there AND r.are_titles AND NOT r.is_full
                    AND NOT r.is_taken
                RETURNING club_id, id
            ), invited AS (
                INSERT INTO evening_guests (club_id, evening_id, member_id, comes)
                SELECT e.club_id, e.id, g.id, NULL FROM made e, guests g UNION ALL SELECT e.club_id, e.id, $1, 'yes' FROM made e
            ), proposed AS (
                INSERT INTO evening_titles (club_id, evening_id, title_id, own_title_id, place, is_chosen)
                SELECT e.club_id, e.id, t.id, t.own_id, t.place, cardinality($3::bigint[]) = 1 FROM made e, titled t
            )
            SELECT coalesce((SELECT id FROM made), (SELECT id FROM taken WHERE is_same)), EXISTS (SELECT FROM made),
                r.is_taken, r.is_past, r.is_far, r.are_there, r.are_titles, r.is_full
            FROM rules r
            """, me, form.handles, form.titles, form.day, form.time, zone, form.hours, form.note, Self.most)
    }

    /// What `me` would play, as long as they vote. Returns 0 when they do not any more.
    func vote(for titles: [ID<Title>], on evening: ID<Evening>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            WITH voting AS (
                SELECT e.club_id, e.id FROM evenings e
                WHERE e.id = $1 AND e.decided_at IS NULL AND e.called_off_at IS NULL AND e.closes_at > now() FOR SHARE
            )
            UPDATE evening_guests g SET votes = ARRAY(SELECT c.title_id FROM evening_titles c
                WHERE c.club_id = g.club_id AND c.evening_id = g.evening_id AND c.title_id = ANY ($3) ORDER BY c.place)
            FROM voting v WHERE g.club_id = v.club_id AND g.evening_id = v.id AND g.member_id = $2
            """, evening, me, titles)
    }

    /// Whether `me` comes. Returns 0 when it is called off, or over.
    func answer(_ answer: Evening.Answer, to evening: ID<Evening>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE evening_guests g SET comes = $3 FROM evenings e
            WHERE g.evening_id = $1 AND g.member_id = $2 AND e.club_id = g.club_id AND e.id = g.evening_id
                AND e.called_off_at IS NULL AND NOT \(Evening.isOver)
            """, evening, me, answer)
    }

    /// Lets nobody vote until the transaction ends: whoever counts begins with it.
    func lock(_ evening: ID<Evening>) -> Query<Int> {
        .one("SELECT count(*) FROM (SELECT FROM evenings WHERE id = $1 FOR UPDATE) locked", evening)
    }

    /// Counts the votes when their time is over, or when the host says so. Returns whether it has.
    func count(_ evening: ID<Evening>, endedBy host: ID<Member>?) -> Query<Bool> {
        .one(
            """
            WITH counted AS (
                UPDATE evenings SET decided_at = now(), closes_at = least(closes_at, now())
                WHERE id = $1 AND decided_at IS NULL AND called_off_at IS NULL AND (closes_at <= now() OR host_id = $2)
                RETURNING club_id, id
            ), best AS (
                SELECT c.club_id, c.evening_id, c.title_id FROM counted e
                JOIN evening_titles c ON c.club_id = e.club_id AND c.evening_id = e.id ORDER BY \(EveningQueries.votes) DESC, c.place LIMIT 1
            ), chosen AS (
                UPDATE evening_titles c SET is_chosen = true FROM best b
                WHERE c.club_id = b.club_id AND c.evening_id = b.evening_id AND c.title_id = b.title_id
            )
            SELECT EXISTS (SELECT FROM counted)
            """, evening, host)
    }

    /// Evenings whose vote is over, and not counted.
    func due(limit: Int) -> Query<[ID<Evening>]> {
        .all(
            """
            SELECT id FROM evenings WHERE decided_at IS NULL AND called_off_at IS NULL AND closes_at <= now() ORDER BY closes_at LIMIT $1
            """, limit)
    }

    /// Returns how many that were.
    func callOff(_ evening: ID<Evening>, by host: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE evenings e SET called_off_at = now()
            WHERE e.id = $1 AND e.host_id = $2 AND e.called_off_at IS NULL AND NOT \(Evening.isOver)
            """, evening, host)
    }

    // MARK: One's own data

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT e.id, json_build_object('starts_at', e.starts_at, 'is_host', e.host_id = g.member_id, 'note', e.note, 'comes', g.comes,
                'game', \(EveningQueries.chosen), 'would_play', ARRAY(SELECT t.name FROM titles t WHERE t.id = ANY (g.votes)),
                'called_off_at', e.called_off_at)::text
            FROM evening_guests g JOIN evenings e ON e.club_id = g.club_id AND e.id = g.evening_id
            WHERE g.member_id = $1 AND g.evening_id > $2 ORDER BY g.evening_id LIMIT $3
            """, me, after, limit)
    }

    func clearHosted(by member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM evenings WHERE host_id = $1 AND id IN (SELECT id FROM evenings WHERE host_id = $1 ORDER BY id LIMIT $2)
            """, member, limit)
    }

    func clear(of member: ID<Member>, limit: Int) -> Query<Int> {
        .change(
            """
            DELETE FROM evening_guests WHERE member_id = $1 AND evening_id IN (
                SELECT evening_id FROM evening_guests WHERE member_id = $1 ORDER BY evening_id LIMIT $2)
            """, member, limit)
    }
}

/// What came of planning an evening.
struct PlannedEvening: Sendable, RowDecodable {
    /// nil: something is wrong.
    var id: ID<Evening>?
    /// It was not there before.
    var isNew: Bool
    private var isTaken, isPast, isFar, areThere, areTitles, isFull: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        isNew = try row.next()
        isTaken = try row.next()
        isPast = try row.next()
        isFar = try row.next()
        areThere = try row.next()
        areTitles = try row.next()
        isFull = try row.next()
    }

    /// By the form's fields.
    var problems: [String: String] {
        var problems: [String: String] = [:]
        if isTaken { problems["time"] = "You have planned another evening for then already." }
        if isPast { problems["time"] = "That is over already." }
        if isFar { problems["day"] = "That is more than a year away." }
        if !areThere { problems["with"] = "Somebody of them is not here any more." }
        if !areTitles { problems["titles"] = "One of the games is not there any more." }
        if isFull { problems["day"] = "\(EveningQueries.most) evenings of yours are still to come. Call one off first." }
        return problems
    }
}
