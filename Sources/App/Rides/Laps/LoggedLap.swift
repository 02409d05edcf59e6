import Calendar
import Postgres

/// One lap, or several laps that one action counted, with the note of the member. The text, the seat and the photo of the note can each be
/// missing.
struct LoggedLap: RowDecodable {
    var lapAction: ID<LapAction>
    var day: CalendarDate
    /// The time of the lap in the park's time zone, for example "14:05". Nil if the action counted several laps, or was sent on another day
    /// than the day of the lap.
    var time: String?
    var laps: Int
    var ride: RideName
    var note: String
    /// The seat, for example "Row 7, left".
    var seat: String
    /// The photo of the note. Nil if the note has no photo, or the reader may not see the photo.
    var photo: NotePhoto?

    init(_ row: inout Row) throws {
        lapAction = try row.next()
        day = try row.next()
        time = try row.next()
        laps = try row.next()
        ride = try RideName(&row)
        note = try row.next()
        seat = try row.next()
        photo = try NotePhoto(&row)
    }

    /// The columns of a logged lap. Needs these rows: the lap action `a`, its ride `r`, the park `k`, the note `n`, the photo `q` of the
    /// note, and the small file `f` of the photo.
    static let columns: SQL = """
        a.id, a.day, CASE WHEN a.amount = 1 AND \(Day.of("a.made_at", in: "k.time_zone")) = a.day
            THEN to_char(a.made_at AT TIME ZONE k.time_zone, 'HH24:MI') END,
        a.amount, r.id, r.name, k.id, k.name, coalesce(n.note, ''), coalesce(n.seat, ''), q.id, q.caption, q.description, f.width, f.height
        """

    /// Joins the ride, the park and the photo for `columns`. The member `$2` is the reader, who sees only own photos and photos that are
    /// shared with the reader.
    static let joins: SQL = """
        JOIN rides r ON r.club_id = a.club_id AND r.id = a.ride_id
        JOIN parks k ON k.club_id = r.club_id AND k.id = r.park_id
        LEFT JOIN photos q ON q.club_id = n.club_id AND q.id = n.photo_id AND \(PhotoAccess.isOwnOrShared("q", with: "$2"))
        LEFT JOIN photo_files f ON f.club_id = q.club_id AND f.photo_id = q.id AND f.size = 'small'
        """

    var hasNote: Bool { !note.isEmpty || !seat.isEmpty || photo != nil }

    func notePath(in club: Club) -> String { Ride.path(of: ride.id, in: club) + "/laps/\(lapAction)/note" }
}

struct NotePhoto: Sendable {
    var id: ID<Photo>
    var caption: String
    var description: String
    /// The size of the small file in pixels: `width` and `height`.
    var width: Int
    var height: Int

    init?(_ row: inout Row) throws {
        let id = try row.next(ID<Photo>?.self)
        let (caption, description) = (try row.next(String?.self), try row.next(String?.self))
        let (width, height) = (try row.next(Int?.self), try row.next(Int?.self))
        guard let id, let caption, let description, let width, let height else { return nil }
        (self.id, self.caption, self.description, self.width, self.height) = (id, caption, description, width, height)
    }
}
