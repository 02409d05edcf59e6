import Calendar
import Postgres

/// Something that a member means to do on certain days of the week.
struct PracticeTask: Sendable, RowDecodable {
    /// What became of it on a day; nothing is kept of a day on which it is open.
    enum State: String, StoredName {
        case done
        /// It is not to be offered again.
        case dropped
    }

    var id: ID<PracticeTask>
    var title: String
    var weekdays: Set<Weekday>
    /// By the member's own clock, "08:30"; nil: any time of the day.
    var time: String?
    /// The exercise that checks it off; nil: none does.
    var game: PracticeGame?
    /// Whether the bell tells of it at its time.
    var isTold: Bool
    /// Its first day.
    var since: CalendarDate
    /// Of the last two weeks.
    private var done: Set<String>
    private var dropped: Set<String>

    init(_ row: inout Row) throws {
        id = try row.next()
        title = try row.next()
        weekdays = Set(bits: try row.next())
        time = try row.next()
        game = try row.next()
        isTold = try row.next()
        since = try row.next()
        done = Set(try row.next([String].self))
        dropped = Set(try row.next([String].self))
    }

    /// Of a task `t`, with the days up to today in a time zone.
    static func columns(in zone: SQL) -> SQL {
        """
        t.id, t.title, t.weekdays::bigint, to_char(t.due_at, 'HH24:MI'), t.game, t.is_told, t.since,
        ARRAY(SELECT d.day::text FROM practice_task_days d
            WHERE d.club_id = t.club_id AND d.task_id = t.id AND d.day > \(Day.of("now()", in: zone)) - 14 AND d.state = 'done'),
        ARRAY(SELECT d.day::text FROM practice_task_days d
            WHERE d.club_id = t.club_id AND d.task_id = t.id AND d.day > \(Day.of("now()", in: zone)) - 14 AND d.state = 'dropped')
        """
    }

    /// Whether it is to be done on a day.
    func isDue(on day: CalendarDate) -> Bool { day >= since && weekdays.contains(day.weekday) }
    func isDone(on day: CalendarDate) -> Bool { done.contains(day.description) }
    func isOpen(on day: CalendarDate) -> Bool {
        isDue(on: day) && !isDone(on: day) && !dropped.contains(day.description)
    }
}

/// A task as it was typed, and what is wrong with it.
struct TaskForm: Sendable {
    var title = ""
    var weekdays = Set(Weekday.allCases)
    var time = ""
    var game: PracticeGame?
    var isTold = false
    var titleProblem: String?
    var weekdaysProblem: String?
    var timeProblem: String?

    static let titleLimit = 100

    init() {}

    init(_ task: PracticeTask) {
        (title, weekdays, time, game, isTold) = (task.title, task.weekdays, task.time ?? "", task.game, task.isTold)
    }

    init(_ form: Form) {
        (title, time) = (form.line("title"), form.line("time"))
        weekdays = Set(form.values("weekday").compactMap { Int($0).flatMap(Weekday.init) })
        game = PracticeGame(rawValue: form["game"])
        isTold = form["is_told"] == "1"
        if title.isEmpty { title = game.map { "A game of \($0.title)" } ?? "" }
        let length = title.unicodeScalars.count
        if title.isEmpty { titleProblem = "Say what you want to do." }
        if length > Self.titleLimit { titleProblem = "That is \(length) characters; \(Self.titleLimit) fit. Shorten it a little." }
        if weekdays.isEmpty { weekdaysProblem = "Choose a day, or all of them." }
        if !time.isEmpty, Self.parts(of: time) == nil { timeProblem = "Write a time like 08:30, or leave it empty." }
        if isTold, time.isEmpty { timeProblem = "Give a time, so that the bell can tell you." }
    }

    var isValid: Bool { titleProblem == nil && weekdaysProblem == nil && timeProblem == nil }

    /// Hour and minute of "08:30", as a browser's field for times sends it; nil: it is no time.
    static func parts(of time: String) -> (hour: Int, minute: Int)? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return (hour, minute)
    }
}

extension Set<Weekday> {
    /// As the database has them: Monday is 1, Sunday 64.
    init(bits: Int) { self = Set(Weekday.allCases.filter { bits & 1 << $0.rawValue != 0 }) }

    var bits: Int { reduce(0) { $0 | 1 << $1.rawValue } }

    /// "Every day", "Monday to Friday", "Mon, Wed, Sun".
    var words: String {
        if count == 7 { return "Every day" }
        let days = Weekday.allCases.filter(contains)
        if days == Array(Weekday.allCases.prefix(5)) { return "Monday to Friday" }
        return count == 1 ? days[0].name + "s" : days.map(\.shortName).joined(separator: ", ")
    }
}
