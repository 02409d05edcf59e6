import Calendar
import Postgres
import Web

/// An evening as somebody plans it, and what is wrong with that.
struct EveningForm: Sendable {
    /// Of the others, each once.
    var handles: [String]
    /// In the order in which they stand on the page.
    var titles: [ID<Title>]
    var day: String
    var time: String
    /// For how long they vote.
    var hours: Int
    var note = ""
    var problems: [String: String] = [:]

    /// How many games a vote may be on.
    static let mostTitles = 12
    static let longestNote = 300
    /// When one begins, unless they say otherwise.
    static let hour = 20
    static let times: KeyValuePairs = [2: "Two hours", 12: "Half a day", 24: "A day", 72: "Three days"]

    /// A new one.
    init(with handles: [String], titles: [ID<Title>], on day: CalendarDate) {
        (self.handles, self.titles, self.day, time, hours) = (handles, titles, day.description, "\(Self.hour):00", 24)
    }

    init(_ form: Form, by me: String) {
        handles = TogetherForm.handles(form.values("with"), but: me)
        // One more than fits is kept, so that too many are noticed.
        titles = form.values("title").compactMap { ID<Title>($0) }.distinct(atMost: Self.mostTitles + 1, by: \.self)
        (day, time, note) = (form.line("day"), form.line("time"), form.paragraph("note"))
        hours = form.number("hours").flatMap { number in Self.times.first { $0.key == number }?.key } ?? 24
        if handles.isEmpty { problems["with"] = "Say with whom you would play." }
        if handles.count >= TogetherQueries.most { problems["with"] = TogetherForm.tooMany }
        if titles.isEmpty { problems["titles"] = "Choose a game, or several to vote on." }
        if titles.count > Self.mostTitles { problems["titles"] = "\(Self.mostTitles) games fit. Leave some out." }
        if CalendarDate(day) == nil { problems["day"] = day.isWrittenAsDay ? "There is no such day." : "Write a day like 2026-11-28." }
        if !Self.isTime(time) { problems["time"] = "Write a time like 20:00." }
        let length = note.unicodeScalars.count
        if length > Self.longestNote { problems["note"] = "That is \(length) characters; \(Self.longestNote) fit. Shorten it a little." }
    }

    var isValid: Bool { problems.isEmpty }

    /// As the fields of a browser have them: what is no day, or no time, cannot stand there.
    var fields: (day: String, time: String) { (CalendarDate(day) == nil ? "" : day, Self.isTime(time) ? time : "") }

    private static func isTime(_ text: String) -> Bool { text.wholeMatch(of: /([01]\d|2[0-3]):[0-5]\d/) != nil }
}
