import Calendar
import FoundationEssentials
import Postgres

struct LibraryEntry: RowRecord {
    /// The lists that every member has. A game is on one of them at most.
    enum State: String, DatabaseEnum, CaseIterable {
        case plays, wants, again, finished, aside

        var heading: String {
            switch self {
            case .plays: "I play"
            case .wants: "I want to play"
            case .again: "I play again"
            case .finished: "Finished"
            case .aside: "Put aside"
            }
        }

        /// The text after the name of a member, for example "plays it".
        var thirdPersonLabel: String {
            switch self {
            case .plays: "plays it"
            case .wants: "wants to play it"
            case .again: "plays it again"
            case .finished: "has finished it"
            case .aside: "has put it aside"
            }
        }

        var othersHeading: String {
            switch self {
            case .plays: "Plays"
            case .wants: "Wants to play"
            case .again: "Plays again"
            case .finished: "Finished"
            case .aside: "Put aside"
            }
        }

        var privacy: PrivacyKind {
            switch self {
            case .plays: PrivacyKind(name: "library_plays", label: "Video games that you play")
            case .wants: PrivacyKind(name: "library_wants", label: "Video games that you want to play")
            case .again: PrivacyKind(name: "library_again", label: "Video games that you play again")
            case .finished: PrivacyKind(name: "library_finished", label: "Video games that you have finished", isRanked: true)
            case .aside: PrivacyKind(name: "library_aside", label: "Video games that you have put aside")
            }
        }
    }

    var game: ID<VideoGame>
    var state: State
    var record: LibraryRecord
    var addedAt: Date
    var changedAt: Date

    static let decoder = RowDecoder(LibraryEntry.init)

    static let columns: SQL = "e.video_game_id, e.state, \(LibraryRecord.columns), e.added_at, e.changed_at"

    /// SQL for a hash of the fields that a form changes. The browser sends the hash back with the form, so that an outdated form does not
    /// overwrite a newer entry.
    static func fingerprint(of e: SQL) -> SQL {
        "md5(ROW(\(e).state, \(e).rating, \(e).minutes, \(e).platform, \(e).note, \(e).started, \(e).finished)::text)"
    }

    /// SQL condition: everybody in the club can see the list of an entry `e` of the member `m`.
    static let isForClub: SQL = PrivacyKind.clubSeesNamed("('library_' || e.state)", of: "m")

    /// SQL condition: another member can see the list of an entry `e` of the member `m`.
    /// - Parameter isFriend: SQL condition: the other member is a friend of the member `m`.
    static func isShown(toFriend isFriend: SQL) -> SQL {
        "(\(isForClub) OR \(isFriend) AND \(PrivacyKind.friendsSeeNamed("('library_' || e.state)", of: "m")))"
    }
}

struct MarkedEntry: RowRecord {
    var entry: LibraryEntry
    var fingerprint: String

    static let decoder = RowDecoder(MarkedEntry.init)
}

struct LibraryRecord: Sendable, RowDecodable {
    /// The member's rating, from 1 to 10. Nil if the member has not rated the game.
    var rating: Int?
    var minutes: Int?
    var platform = ""
    var note = ""
    var started: CalendarDate?
    var finished: CalendarDate?

    init() {}

    init(_ row: inout Row) throws {
        rating = try row.next()
        minutes = try row.next()
        platform = try row.next()
        note = try row.next()
        started = try row.next()
        finished = try row.next()
    }

    static let columns: SQL = "e.rating::bigint, e.minutes::bigint, e.platform, e.note, e.started, e.finished"
}

struct LibraryForm: Sendable {
    var state: LibraryEntry.State
    var record = LibraryRecord()
    /// The fingerprint of the entry when the form was shown, or "" if there was no entry. Nil if the form does not have the field.
    var expectedFingerprint: String?
    private(set) var input = FactInput()

    static let noteLimit = 1000
    private static let hourLimit = 100_000

    init(_ entry: LibraryEntry?) {
        state = entry?.state ?? .wants
        record = entry?.record ?? LibraryRecord()
        input.texts = [
            "hours": record.minutes.map(Self.hours) ?? "", "platform": record.platform,
            "started": record.started?.description ?? "", "finished": record.finished?.description ?? "",
        ]
    }

    /// Nil if the list or the rating in the form is not among the choices.
    init?(_ form: Form) {
        guard let state = LibraryEntry.State(rawValue: form["state"]) else { return nil }
        let rating = form.line("rating")
        guard rating.isEmpty || Int(rating).map((1...10).contains) == true else { return nil }
        (self.state, expectedFingerprint) = (state, form.value("was"))
        input = FactInput(form, ["hours", "platform", "started", "finished"])
        (record.platform, record.note) = (input["platform"], form.paragraph("note"))
        record.rating = Int(rating)
        record.minutes = input.number("hours", scale: 10, in: 0...Self.hourLimit * 10).map { $0 * 6 }
        (record.started, record.finished) = (day("started"), day("finished"))
        if let first = record.started, let last = record.finished, last < first {
            input.problems["finished"] = "The day you finished it is before the day you started it."
        }
        let length = record.note.unicodeScalars.count
        if length > Self.noteLimit { input.problems["note"] = "That is \(length) characters. The limit is \(Self.noteLimit)." }
    }

    var isValid: Bool { input.problems.isEmpty }

    /// The hours in a number of minutes, with at most one decimal, for example "12.5".
    static func hours(_ minutes: Int) -> String { FactInput.text(minutes / 6, by: 10) }

    private mutating func day(_ name: String) -> CalendarDate? {
        guard !input[name].isEmpty else { return nil }
        guard let day = CalendarDate(input[name]), (1970...2100).contains(day.year) else {
            input.problems[name] = input[name].hasDayFormat ? "There is no such day." : "Write a day like 2026-11-26, or leave it empty."
            return nil
        }
        if day > .latestToday { input.problems[name] = "That day is in the future." }
        return day
    }
}
