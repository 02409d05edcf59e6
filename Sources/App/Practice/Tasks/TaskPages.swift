import Calendar
import HTMLTemplates

struct TasksPage: Page {
    static let template = "practice/tasks"
    var layout: Layout
    var clubName: String
    var home: String
    var list: TaskList

    static func path(in club: Club) -> String { club.path + "/practice/tasks" }

    init(_ list: TaskList, visit: MemberVisit) {
        (layout, clubName, self.list) = (visit.layout, visit.club.name, list)
        home = visit.club.path + "/practice"
    }
}

/// The task list without the rest of the page. It is the response when a script has ticked a task.
struct TasksLive: Page {
    static let template = "practice/tasks-live"
    var layout: Layout
    var list: TaskList
}

struct TaskList: ViewModel {
    /// Today's weekday and date, for example "Wednesday, 25 November".
    var day: String
    /// The number of tasks of today that are done, for example "2 of 3 done". Nil if no task is due today.
    var summary: String?
    var today: [TaskRow]
    /// Tasks of yesterday that are still open.
    var yesterday: [TaskRow]
    var hasYesterday: Bool
    /// Tasks that are not due today.
    var others: [TaskRow]
    var week: [TaskDay]
    var hasTasks: Bool
    var isAllDone: Bool
    var problem: String?
    var new: String
    var file: String

    init(_ tasks: [PracticeTask], today: CalendarDate, problem: String? = nil, club: Club) {
        let (path, yesterday) = (TasksPage.path(in: club), today.advanced(by: -1))
        day = "\(today.weekday.name), \(today.dayText)"
        let due = tasks.filter { $0.isDue(on: today) }
        let done = due.count { $0.isDone(on: today) }
        summary = due.isEmpty ? nil : "\(done) of \(due.count) done"
        isAllDone = !due.isEmpty && done == due.count
        self.today = due.map { TaskRow($0, on: today, club: club) }
        self.yesterday = tasks.filter { $0.isOpen(on: yesterday) }.map { TaskRow($0, on: yesterday, club: club) }
        hasYesterday = !self.yesterday.isEmpty
        others = tasks.filter { !$0.isDue(on: today) }.map { TaskRow($0, on: today, club: club) }
        week = (0..<7).map { TaskDay(tasks, on: today.advanced(by: $0 - today.weekday.rawValue), today: today) }
        hasTasks = !tasks.isEmpty
        self.problem = problem
        (new, file) = (path + "/new", path + "/file")
    }
}

struct TaskRow: ViewModel {
    var id: String
    var title: String
    /// The time and the weekdays of the task, for example "08:30 · Every day".
    var times: String
    var day: String
    var isDone: Bool
    /// The state of the task after a click on the checkbox.
    var next: String
    var action: String
    var change: String
    /// The path of the game that completes the task. Nil if the task is done or has no game.
    var gamePath: String?

    init(_ task: PracticeTask, on day: CalendarDate, club: Club) {
        let path = "\(TasksPage.path(in: club))/\(task.id)"
        (id, title, self.day) = (task.id.description, task.title, day.description)
        times = [task.time, task.weekdays.label].compactMap(\.self).joined(separator: " · ")
        isDone = task.isDone(on: day)
        next = isDone ? "open" : PracticeTask.State.done.rawValue
        (action, change) = (path + "/days", path)
        gamePath = isDone ? nil : task.game.map { club.path + $0.path }
    }
}

struct TaskDay: ViewModel {
    /// The short name of the weekday, for example "Mon".
    var label: String
    /// The weekday and the number of done tasks, for example "Monday: 2 of 3 done".
    var summary: String
    /// The number of done tasks and of due tasks, for example "2/3". For a later day than today, only the number of due tasks, for example
    /// "3". Nil if no task is due on that day.
    var count: String?
    var isToday: Bool
    var isAllDone: Bool
    var isToCome: Bool

    init(_ tasks: [PracticeTask], on day: CalendarDate, today: CalendarDate) {
        let due = tasks.filter { $0.isDue(on: day) }
        let done = due.count { $0.isDone(on: day) }
        (label, isToday, isToCome) = (day.weekday.shortName, day == today, day > today)
        isAllDone = !due.isEmpty && done == due.count
        count = due.isEmpty ? nil : isToCome ? "\(due.count)" : "\(done)/\(due.count)"
        let what = due.isEmpty ? "nothing to do" : isToCome ? "\(due.count) to do" : "\(done) of \(due.count) done"
        summary = "\(day.weekday.name)\(isToday ? ", today" : ""): \(what)"
    }
}

struct TaskFormPage: Page {
    static let template = "practice/task"
    var layout: Layout
    var clubName: String
    var list: String
    var action: String
    /// The path of the action that deletes the task. Nil if the task is new.
    var removal: String?
    var heading: String
    var title: String
    var time: String
    var weekdays: [Choice]
    var games: [Choice]
    var hasNotice: Bool
    var titleProblem: String?
    var weekdaysProblem: String?
    var timeProblem: String?
    var problems: [FieldProblem]

    init(_ form: TaskForm, of task: ID<PracticeTask>? = nil, visit: MemberVisit) {
        (layout, clubName) = (visit.layout, visit.club.name)
        list = TasksPage.path(in: visit.club)
        action = task.map { "\(TasksPage.path(in: visit.club))/\($0)" } ?? list
        removal = task.map { "\(TasksPage.path(in: visit.club))/\($0)/removal" }
        heading = task == nil ? "Add a task" : "Change the task"
        title = String(form.title.prefix(2 * TaskForm.titleLimit))
        (time, hasNotice) = (String(form.time.prefix(20)), form.hasNotice)
        weekdays = Weekday.allCases.map {
            Choice(value: "\($0.rawValue)", label: $0.shortName, detail: $0.name, isChosen: form.weekdays.contains($0))
        }
        let choices = PracticeGame.allCases.map { Choice(value: $0.rawValue, label: "A game of \($0.title)", isChosen: form.game == $0) }
        games = [Choice(value: "", label: "I tick it myself", isChosen: form.game == nil)] + choices
        (titleProblem, weekdaysProblem, timeProblem) = (form.titleProblem, form.weekdaysProblem, form.timeProblem)
        problems = FieldProblem.list(["title": titleProblem, "weekdays": weekdaysProblem, "time": timeProblem])
    }
}

struct TaskSummary: ViewModel {
    /// The summary of today's tasks, for example "2 of 3 done. Next: Walk, at 08:30."
    var summary: String
    var path: String

    init(_ tasks: [PracticeTask], today: CalendarDate, club: Club) {
        path = TasksPage.path(in: club)
        let due = tasks.filter { $0.isDue(on: today) }
        let done = due.count { $0.isDone(on: today) }
        let next = due.first { $0.isOpen(on: today) }.map { " Next: \($0.title)\($0.time.map { ", at \($0)" } ?? "")." } ?? ""
        summary =
            tasks.isEmpty
            ? "Write down what you want to do every day."
            : due.isEmpty ? "Nothing to do today." : "\(done) of \(due.count) done.\(next)"
    }
}
