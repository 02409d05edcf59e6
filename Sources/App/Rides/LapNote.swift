import Calendar
import Postgres

/// What a member says of a lap, or of some that were counted by one act; all of it may be missing.
struct LapNote: Sendable, RowDecodable {
    var act: ID<LapAct>
    var day: CalendarDate
    /// By the park's clock, "14:05", of a lap that was counted on its own day.
    var time: String?
    /// How many laps the act was.
    var laps: Int
    var ride: RideName
    var note: String
    /// "Row 7, left"
    var seat: String
    /// nil: none, or none that is for whoever looks.
    var photo: NotePhoto?

    init(_ row: inout Row) throws {
        act = try row.next()
        day = try row.next()
        time = try row.next()
        laps = try row.next()
        ride = try RideName(&row)
        note = try row.next()
        seat = try row.next()
        photo = try NotePhoto(&row)
    }

    /// Of an act `a` with its ride `r`, its park `k`, its note `n`, and of that the photo `q` with its small file `f`.
    static let columns: SQL = """
        a.id, a.day, CASE WHEN a.amount = 1 AND \(Day.of("a.made_at", in: "k.time_zone")) = a.day
            THEN to_char(a.made_at AT TIME ZONE k.time_zone, 'HH24:MI') END,
        a.amount, r.id, r.name, k.id, k.name, coalesce(n.note, ''), coalesce(n.seat, ''), q.id, q.caption, q.description, f.width, f.height
        """

    /// What that is of, for the member `$2`.
    static let joins: SQL = """
        JOIN rides r ON r.club_id = a.club_id AND r.id = a.ride_id
        JOIN parks k ON k.club_id = r.club_id AND k.id = r.park_id
        LEFT JOIN photos q ON q.club_id = n.club_id AND q.id = n.photo_id AND (q.member_id = $2 OR \(Photo.isShared("q", with: "$2")))
        LEFT JOIN photo_files f ON f.club_id = q.club_id AND f.photo_id = q.id AND f.size = 'small'
        """

    var isEmpty: Bool { note.isEmpty && seat.isEmpty && photo == nil }

    static func path(of act: ID<LapAct>, on ride: ID<Ride>, in club: Club) -> String {
        Ride.path(of: ride, in: club) + "/laps/\(act)/note"
    }
}

/// A photo that goes with a note.
struct NotePhoto: Sendable {
    var id: ID<Photo>
    var caption: String
    var description: String
    /// Of the small file.
    var width: Int
    var height: Int

    /// nil: there is none.
    init?(_ row: inout Row) throws {
        let id = try row.next(ID<Photo>?.self)
        let (caption, description) = (try row.next(String?.self), try row.next(String?.self))
        let (width, height) = (try row.next(Int?.self), try row.next(Int?.self))
        guard let id, let caption, let description, let width, let height else { return nil }
        (self.id, self.caption, self.description, self.width, self.height) = (id, caption, description, width, height)
    }
}

/// The form for a note.
struct LapNoteForm: Sendable {
    var note: String
    var seat: String
    var photo: ID<Photo>?
    var noteProblem: String?
    var seatProblem: String?
    var photoProblem: String?
    static let (longestNote, longestSeat) = (500, 40)

    init(_ note: LapNote) {
        (self.note, seat, photo) = (note.note, note.seat, note.photo?.id)
    }

    /// - Parameter present: where the form asks for no photo, as in a club that does without them.
    init(_ form: Form, else present: LapNote) {
        (note, seat) = (form.paragraph("note"), form.line("seat"))
        photo = form.value("photo") == nil ? present.photo?.id : ID(form["photo"])
        if note.utf16.count > Self.longestNote { noteProblem = "Use at most \(Self.longestNote) characters." }
        if seat.utf16.count > Self.longestSeat { seatProblem = "Use at most \(Self.longestSeat) characters." }
        if photo == nil, !form["photo"].isEmpty { photoProblem = Self.notMine }
    }

    static let notMine = "Choose one of your own photos."

    var isValid: Bool { noteProblem == nil && seatProblem == nil && photoProblem == nil }
    var isEmpty: Bool { note.isEmpty && seat.isEmpty && photo == nil }
}
