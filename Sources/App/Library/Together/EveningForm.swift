import Calendar
import Postgres
import Web

struct EveningForm: Sendable {
    /// The handles of the other players, each once.
    var handles: [String]
    /// The proposed games in the order of the page. If two games have the same number of votes, the first one in this order wins.
    var games: [ID<VideoGame>]
    var day: String
    var time: String
    var votingHours: Int
    var note = ""
    var problems: [String: String] = [:]

    static let gameLimit = 12
    static let noteLimit = 300
    static let defaultHour = 20
    static let votingPeriods: KeyValuePairs = [2: "Two hours", 12: "Half a day", 24: "A day", 72: "Three days"]

    init(with handles: [String], games: [ID<VideoGame>], on day: CalendarDate) {
        (self.handles, self.games, self.day, time, votingHours) = (handles, games, day.description, "\(Self.defaultHour):00", 24)
    }

    init(_ form: Form, by me: String) {
        handles = TogetherForm.handles(form.values("with"), except: me)
        // One game more than the limit is kept, so that the check below refuses the form.
        games = form.values("game").compactMap { ID<VideoGame>($0) }.distinct(atMost: Self.gameLimit + 1, by: \.self)
        (day, time, note) = (form.line("day"), form.line("time"), form.paragraph("note"))
        votingHours = form.number("hours").flatMap { number in Self.votingPeriods.first { $0.key == number }?.key } ?? 24
        if handles.isEmpty { problems["with"] = "Write who you want to invite." }
        if handles.count >= TogetherQueries.groupLimit { problems["with"] = TogetherForm.tooMany }
        if games.isEmpty { problems["games"] = "Choose a game, or several to vote on." }
        if games.count > Self.gameLimit { problems["games"] = "Choose at most \(Self.gameLimit) games." }
        if CalendarDate(day) == nil { problems["day"] = day.hasDayFormat ? "There is no such day." : "Write a day like 2026-11-28." }
        if !time.isTimeOfDay { problems["time"] = "Write a time like 20:00." }
        let length = note.unicodeScalars.count
        if length > Self.noteLimit { problems["note"] = "That is \(length) characters. The limit is \(Self.noteLimit)." }
    }

    var isValid: Bool { problems.isEmpty }

    /// The day and the time as values for the browser's input fields. These fields can only show valid values, so an invalid value becomes
    /// "".
    var fields: (day: String, time: String) { (CalendarDate(day) == nil ? "" : day, time.isTimeOfDay ? time : "") }
}
