import Calendar
import Postgres

struct PracticeTask: Sendable, RowDecodable {
    /// The state of a task on one day. If the task is open on a day, the database has no row for this day.
    enum State: String, DatabaseEnum {
        case done
        /// The member does not want to see the task for that day any more.
        case dropped
    }

    var id: ID<PracticeTask>
    var title: String
    var weekdays: Set<Weekday>
    /// The time in the member's time zone, for example "08:30". Nil if the task can be done at any time of the day.
    var time: String?
    /// The game that completes the task when the game ends. Nil if the member has to tick the task.
    var game: PracticeGame?
    /// Whether the member gets a notice at `time`.
    var hasNotice: Bool
    var since: CalendarDate
    /// The days of the last two weeks on which the task was done, as ISO dates. `dropped` contains the days on which the task was dropped.
    private var done: Set<String>
    private var dropped: Set<String>

    init(_ row: inout Row) throws {
        id = try row.next()
        title = try row.next()
        weekdays = Set(bits: try row.next())
        time = try row.next()
        game = try row.next()
        hasNotice = try row.next()
        since = try row.next()
        done = Set(try row.next([String].self))
        dropped = Set(try row.next([String].self))
    }

    /// The columns that `init` decodes. `t` is a row of `practice_tasks`, and `zone` is the time zone that decides which day is today.
    static func columns(in zone: SQL) -> SQL {
        """
        t.id, t.title, t.weekdays::bigint, to_char(t.due_at, 'HH24:MI'), t.game, t.has_notice, t.since,
        ARRAY(SELECT d.day::text FROM practice_task_days d
            WHERE d.club_id = t.club_id AND d.task_id = t.id AND d.day > \(Day.of("now()", in: zone)) - 14 AND d.state = 'done'),
        ARRAY(SELECT d.day::text FROM practice_task_days d
            WHERE d.club_id = t.club_id AND d.task_id = t.id AND d.day > \(Day.of("now()", in: zone)) - 14 AND d.state = 'dropped')
        """
    }

    func isDue(on day: CalendarDate) -> Bool { day >= since && weekdays.contains(day.weekday) }
    func isDone(on day: CalendarDate) -> Bool { done.contains(day.description) }
    func isOpen(on day: CalendarDate) -> Bool {
        isDue(on: day) && !isDone(on: day) && !dropped.contains(day.description)
    }
}

struct TaskForm: Sendable {
    var title = ""
    var weekdays = Set(Weekday.allCases)
    var time = ""
    var game: PracticeGame?
    var hasNotice = false
    var titleProblem: String?
    var weekdaysProblem: String?
    var timeProblem: String?

    static let titleLimit = 100

    init() {}

    init(_ task: PracticeTask) {
        (title, weekdays, time, game, hasNotice) = (task.title, task.weekdays, task.time ?? "", task.game, task.hasNotice)
    }

    init(_ form: Form) {
        (title, time) = (form.line("title"), form.line("time"))
        weekdays = Set(form.values("weekday").compactMap { Int($0).flatMap(Weekday.init) })
        game = PracticeGame(rawValue: form["game"])
        hasNotice = form["has_notice"] == "1"
        if title.isEmpty { title = game.map { "A game of \($0.title)" } ?? "" }
        let length = title.unicodeScalars.count
        if title.isEmpty { titleProblem = "Write what you want to do." }
        if length > Self.titleLimit { titleProblem = "That is \(length) characters. The limit is \(Self.titleLimit). Shorten it a little." }
        if weekdays.isEmpty { weekdaysProblem = "Choose at least one day." }
        if !time.isEmpty, Self.parts(of: time) == nil { timeProblem = "Write a time like 08:30, or leave it empty." }
        if hasNotice, time.isEmpty { timeProblem = "Choose a time for the notice." }
    }

    var isValid: Bool { titleProblem == nil && weekdaysProblem == nil && timeProblem == nil }

    /// Parses a time like "08:30", the format of `<input type="time">`. Nil if the text is not a time.
    static func parts(of time: String) -> (hour: Int, minute: Int)? {
        let parts = time.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return (hour, minute)
    }
}

extension Set<Weekday> {
    /// Creates the set from a number in the database, in which each weekday is a bit: Monday is 1, and Sunday is 64.
    init(bits: Int) { self = Set(Weekday.allCases.filter { bits & 1 << $0.rawValue != 0 }) }

    var bits: Int { reduce(0) { $0 | 1 << $1.rawValue } }

    /// The weekdays in words, for example "Every day", "Monday to Friday" or "Mon, Wed, Sun".
    var label: String {
        if count == 7 { return "Every day" }
        let days = Weekday.allCases.filter(contains)
        if days == Array(Weekday.allCases.prefix(5)) { return "Monday to Friday" }
        return count == 1 ? days[0].name + "s" : days.map(\.shortName).joined(separator: ", ")
    }
}
