struct LapNoteForm: Sendable {
    var note: String
    var seat: String
    var photo: ID<Photo>?
    var noteProblem: String?
    var seatProblem: String?
    var photoProblem: String?
    static let (longestNote, longestSeat) = (500, 40)

    init(_ lap: LoggedLap) {
        (note, seat, photo) = (lap.note, lap.seat, lap.photo?.id)
    }

    /// - Parameter lap: the lap with its note before the change. If the form has no field for a photo, as in clubs without photos, the
    ///   photo of this note stays.
    init(_ form: Form, of lap: LoggedLap) {
        (note, seat) = (form.paragraph("note"), form.line("seat"))
        photo = form.value("photo") == nil ? lap.photo?.id : ID(form["photo"])
        if note.utf16.count > Self.longestNote { noteProblem = "Use at most \(Self.longestNote) characters." }
        if seat.utf16.count > Self.longestSeat { seatProblem = "Use at most \(Self.longestSeat) characters." }
        if photo == nil, !form["photo"].isEmpty { photoProblem = Self.notOwnPhotoProblem }
    }

    static let notOwnPhotoProblem = "Choose one of your own photos."

    var isValid: Bool { noteProblem == nil && seatProblem == nil && photoProblem == nil }
    var isEmpty: Bool { note.isEmpty && seat.isEmpty && photo == nil }
}
