import HTMLTemplates

struct LoggedLapRow: ViewModel {
    /// The day and, if known, the time of the lap, for example "23 Nov 2026, 14:05".
    var day: String
    /// The number of laps, for example "3 laps". Nil if there is only one lap.
    var laps: String?
    var ride: String
    var ridePath: String
    var park: String
    var note: String?
    var seat: String?
    var photo: NotePhotoView?
    var hasNote: Bool
    /// The address of the form for the note. Nil if the lap belongs to another member.
    var edit: String?

    init(_ lap: LoggedLap, isMine: Bool, club: Club) {
        day = lap.dayAndTime
        laps = lap.laps == 1 ? nil : "\(lap.laps) laps"
        (ride, ridePath, park) = (lap.ride.name, Ride.path(of: lap.ride.id, in: club), lap.ride.parkName)
        note = lap.note.isEmpty ? nil : lap.note
        seat = lap.seat.isEmpty ? nil : lap.seat
        photo = club.parts.has(.photos) ? lap.photo.map { NotePhotoView($0, of: lap.ride, club: club) } : nil
        hasNote = lap.hasNote
        edit = isMine ? lap.notePath(in: club) : nil
    }
}

extension LoggedLap {
    fileprivate var dayAndTime: String { [day.label, time].compactMap(\.self).joined(separator: ", ") }
}

struct NotePhotoView: ViewModel {
    var path: String
    var description: String
    var width: Int
    var height: Int

    init(_ photo: NotePhoto, of ride: RideName, club: Club) {
        path = "\(club.path)/photos/\(photo.id)"
        description = [photo.description, photo.caption, "Photo of a lap on \(ride.name)"].first { !$0.isEmpty } ?? ""
        (width, height) = (photo.width, photo.height)
    }
}

/// The part of a ride's page that shows the member's last laps and statistics. A script replaces this part after a lap was counted.
struct LastLapsLive: Page {
    static let template = "rides/last-laps"
    var layout: Layout
    var sums: RideSums
    var lastLaps: LastLaps
}

struct LastLaps: ViewModel {
    static let shown = 8
    /// The address of `LastLapsLive`, from which a script reads the last laps again.
    var path: String
    var laps: [LoggedLapRow]

    init(_ laps: [LoggedLap], on ride: ID<Ride>, club: Club) {
        path = Ride.path(of: ride, in: club) + "/laps/last"
        self.laps = laps.map { LoggedLapRow($0, isMine: true, club: club) }
    }
}

struct LapNotePage: Page {
    static let template = "rides/lap-note"
    var layout: Layout
    var ride: String
    var back: String
    var action: String
    var lap: String
    var problems: [FieldProblem]
    var note: String
    var noteProblem: String?
    var longestNote = LapNoteForm.longestNote
    var seat: String
    var seatProblem: String?
    var longestSeat = LapNoteForm.longestSeat
    /// The photos that the member can choose for the note. Nil if photos are switched off in the club.
    var photos: NotePhotoChoices?

    init(_ lap: LoggedLap, _ form: LapNoteForm, photos: [Photo], visit: MemberVisit) {
        let club = visit.club
        layout = visit.layout
        (ride, back) = (lap.ride.name, Ride.path(of: lap.ride.id, in: club))
        action = lap.notePath(in: club)
        self.lap = lap.laps == 1 ? lap.dayAndTime : "\(lap.dayAndTime) · \(lap.laps) laps"
        (note, noteProblem) = (form.note, form.noteProblem)
        (seat, seatProblem) = (form.seat, form.seatProblem)
        if club.parts.has(.photos) { self.photos = NotePhotoChoices(photos, form, of: lap.ride, club: club) }
        problems = FieldProblem.list(["seat": seatProblem, "note": noteProblem, "photo": form.photoProblem])
    }
}

struct NotePhotoChoices: ViewModel {
    var photos: [NotePhotoChoice]
    var isEmpty: Bool
    var isNone: Bool
    var problem: String?
    /// The address of the page that shows photos of the ride. The member can add a photo on that page.
    var more: String

    init(_ photos: [Photo], _ form: LapNoteForm, of ride: RideName, club: Club) {
        self.photos = photos.map { NotePhotoChoice($0, isChosen: $0.id == form.photo, club: club) }
        isEmpty = photos.isEmpty
        isNone = !photos.contains { $0.id == form.photo }
        problem = form.photoProblem
        more = PhotoTag(RideFeature.rideTag, ride.id.rawValue).path(in: club)
    }
}

struct NotePhotoChoice: ViewModel {
    var id: String
    var photo: PhotoView
    var isChosen: Bool

    init(_ photo: Photo, isChosen: Bool, club: Club) {
        (id, self.photo, self.isChosen) = (photo.id.description, PhotoView(photo, club: club), isChosen)
    }
}
