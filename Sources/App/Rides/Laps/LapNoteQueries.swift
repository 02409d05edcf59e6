import Calendar
import Postgres

/// SQL that reads and stores notes about laps. Notes about undone laps are not shown. `LapQueries` moves notes to other lap actions.
struct LapNoteQueries {
    func lastLaps(of me: ID<Member>, on ride: ID<Ride>, limit: Int) -> Query<[LoggedLap]> {
        .all(
            """
            SELECT \(LoggedLap.columns)
            FROM (SELECT club_id, id, ride_id, day, amount, made_at FROM lap_actions
                WHERE member_id = $2 AND ride_id = $1 AND NOT is_undone AND amount > 0 ORDER BY day DESC, id DESC LIMIT $3) a
            LEFT JOIN lap_notes n ON n.club_id = a.club_id AND n.lap_action_id = a.id
            \(LoggedLap.joins) ORDER BY a.day DESC, a.id DESC
            """, ride, me, limit)
    }

    /// The lap of the member with its note. Nil if the member has no such lap on the ride.
    func lap(_ lapAction: ID<LapAction>, of me: ID<Member>, on ride: ID<Ride>) -> Query<LoggedLap?> {
        .first(
            """
            SELECT \(LoggedLap.columns) FROM lap_actions a LEFT JOIN lap_notes n ON n.club_id = a.club_id AND n.lap_action_id = a.id
            \(LoggedLap.joins) WHERE a.id = $1 AND a.member_id = $2 AND a.ride_id = $3 AND NOT a.is_undone AND a.amount > 0
            """, lapAction, me, ride)
    }

    /// The member's latest notes, with the photos that `me` may see. If `first` or `last` is nil, the period has no limit on that side. The
    /// caller has to check that `me` may see the member's rides.
    func notes(
        of member: ID<Member>, to me: ID<Member>, hidden: [ID<Member>], from first: CalendarDate? = nil, through last: CalendarDate? = nil,
        limit: Int
    ) -> Query<[LoggedLap]> {
        .all(
            """
            SELECT \(LoggedLap.columns)
            FROM (SELECT n.club_id, n.lap_action_id, n.note, n.seat, n.photo_id FROM lap_notes n
                JOIN lap_actions a ON a.club_id = n.club_id AND a.id = n.lap_action_id AND NOT a.is_undone AND a.amount > 0
                    AND a.day BETWEEN coalesce($4::date, '0001-01-01') AND coalesce($5::date, '9999-12-31')
                WHERE n.member_id = $1 AND n.member_id <> ALL ($3) ORDER BY n.lap_action_id DESC LIMIT $6) n
            JOIN lap_actions a ON a.club_id = n.club_id AND a.id = n.lap_action_id
            \(LoggedLap.joins) ORDER BY a.day DESC, a.id DESC
            """, member, me, hidden, first, last, limit)
    }

    /// Creates or replaces the note about a lap of the member. A photo of another member is left out. Returns 0 if the member has no such
    /// lap.
    func save(_ form: LapNoteForm, of lapAction: ID<LapAction>, on ride: ID<Ride>, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            INSERT INTO lap_notes (club_id, lap_action_id, member_id, note, seat, photo_id)
            SELECT a.club_id, a.id, a.member_id, $4, $5, (SELECT p.id FROM photos p
                WHERE p.club_id = a.club_id AND p.id = $6 AND p.member_id = a.member_id AND p.audience <> 'conversation')
            FROM lap_actions a WHERE a.id = $1 AND a.member_id = $2 AND a.ride_id = $3 AND NOT a.is_undone AND a.amount > 0
            ON CONFLICT (club_id, lap_action_id) DO UPDATE SET note = excluded.note, seat = excluded.seat, photo_id = excluded.photo_id
            """, lapAction, me, ride, form.note, form.seat, form.photo)
    }

    func delete(_ lapAction: ID<LapAction>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM lap_notes WHERE lap_action_id = $1 AND member_id = $2", lapAction, me)
    }

    // MARK: Export and erasure

    func all(of me: ID<Member>, after: Int, limit: Int) -> Query<[ExportRow]> {
        .all(
            """
            SELECT n.lap_action_id, json_build_object('lap_action', n.lap_action_id, 'ride', a.ride_id, 'day', a.day, 'note', n.note,
                'seat', n.seat, 'photo', n.photo_id)::text
            FROM lap_notes n JOIN lap_actions a ON a.club_id = n.club_id AND a.id = n.lap_action_id
            WHERE n.member_id = $1 AND n.lap_action_id > $2 ORDER BY n.lap_action_id LIMIT $3
            """, me, after, limit)
    }
}
