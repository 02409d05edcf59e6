import Calendar
import FoundationEssentials
import Hummingbird
import NIOCore
import Postgres
import Web

struct TaskRoutes {
    private let queries = TaskQueries()
    private static let pattern = "/c/:club/practice/tasks/:practice_task"

    func add(to site: Site) {
        site.memberGet("/c/:club/practice/tasks") { visit in try await list(visit) }
        site.memberPost("/c/:club/practice/tasks", add)
        site.memberGet("/c/:club/practice/tasks/new") { visit in try visit.page(TaskFormPage(TaskForm(), visit: visit)) }
        site.memberFile("/c/:club/practice/tasks/file", file)
        site.memberGet(RouterPath(stringLiteral: Self.pattern)) { visit in
            let task = try await task(visit)
            return try visit.page(TaskFormPage(TaskForm(task), of: task.id, visit: visit))
        }
        site.memberPost(RouterPath(stringLiteral: Self.pattern), change)
        site.memberPost(RouterPath(stringLiteral: Self.pattern + "/days"), on: "/practice/tasks", setState)
        site.memberPost(RouterPath(stringLiteral: Self.pattern + "/removal"), remove)
    }

    private func task(_ visit: MemberVisit) async throws -> PracticeTask {
        let id: ID<PracticeTask> = try visit.identifier("practice_task")
        guard let task = try await visit.read(queries.task(id, of: visit.me, in: visit.zone)) else { throw Problem.notFound }
        return task
    }

    private func list(_ visit: MemberVisit, problem: Refusal? = nil) async throws -> Response {
        let (tasks, today) = try await visit.read(queries.tasks(of: visit.me, in: visit.zone), DayQueries().today(in: visit.zone))
        let list = TaskList(tasks, today: today, problem: problem?.sentence, club: visit.club)
        let status = problem?.status ?? .ok
        guard visit.wantsRepresentation else { return try visit.page(TasksPage(list, visit: visit), status: status) }
        return try visit.page(TasksLive(layout: visit.layout, list: list), status: status)
    }

    private func add(_ visit: MemberVisit) async throws -> Response {
        var form = TaskForm(visit.form)
        try visit.spend(.practice)
        if form.isValid {
            if try await visit.writeWithMemberLock(queries.add(form, by: visit.me, in: visit.zone)) != nil { return changed(visit) }
            form.titleProblem = "You can have at most \(TaskQueries.maxTasks) tasks. Delete one first."
        }
        return try visit.page(TaskFormPage(form, visit: visit), status: .unprocessableContent)
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        let (task, form) = (try await task(visit), TaskForm(visit.form))
        try visit.spend(.practice)
        guard form.isValid else {
            return try visit.page(TaskFormPage(form, of: task.id, visit: visit), status: .unprocessableContent)
        }
        try await visit.write(queries.change(task.id, to: form, by: visit.me))
        return changed(visit)
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.practice)
        guard try await visit.write(queries.remove(visit.identifier("practice_task"), by: visit.me)) == 1 else { throw Problem.notFound }
        return changed(visit)
    }

    private func changed(_ visit: MemberVisit) -> Response {
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
        return visit.redirect(to: TasksPage.path(in: visit.club))
    }

    private func setState(_ visit: MemberVisit) async throws -> Response {
        let task = try await task(visit)
        return try await visit.answer {
            try visit.spend(.practice)
            let (text, day) = (visit.form["state"], CalendarDate(visit.form["day"]))
            guard let day, text == "open" || PracticeTask.State(rawValue: text) != nil else {
                throw Refusal(.unprocessableContent, "Say whether the task is done.")
            }
            let state = PracticeTask.State(rawValue: text)
            let count = try await visit.write(queries.setState(state, task.id, on: day, by: visit.me, in: visit.zone))
            guard count == 1 || state == nil else {
                throw Refusal(.unprocessableContent, "You can tick only tasks of today and yesterday. This is your list now.")
            }
            visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
            guard visit.wantsRepresentation else { return visit.redirect(to: TasksPage.path(in: visit.club)) }
            return try await list(visit)
        } refused: { refusal in
            try await list(visit, problem: refusal)
        }
    }

    private func file(_ visit: MemberVisit) async throws -> Response {
        let (tasks, today) = try await visit.read(queries.tasks(of: visit.me, in: visit.zone), DayQueries().today(in: visit.zone))
        let events = tasks.map { task in
            ICalendar.Event(
                id: "task-\(task.id)-\(visit.club.slug)@boardwalk", summary: task.title, from: max(task.since, today),
                time: task.time.flatMap(TaskForm.parts), weekdays: task.weekdays, hasAlarm: task.time != nil)
        }
        let file = ICalendar(events, madeAt: UTCTime(secondsSince1970: Int(Date().timeIntervalSince1970))).text
        return .file("practice.ics", type: "text/calendar; charset=utf-8") { writer in
            try await writer.write(ByteBuffer(string: file))
        }
    }
}
