import Calendar
import Postgres

struct TaskQueries {
    static let maxTasks = 30

    func tasks(of me: ID<Member>, in zone: String) -> Query<[PracticeTask]> {
        .all(
            """
            SELECT \(PracticeTask.columns(in: "$2")) FROM practice_tasks t WHERE t.member_id = $1
            ORDER BY t.due_at NULLS LAST, t.id
            """, me, zone)
    }

    func task(_ id: ID<PracticeTask>, of me: ID<Member>, in zone: String) -> Query<PracticeTask?> {
        .first(
            """
            SELECT \(PracticeTask.columns(in: "$3")) FROM practice_tasks t WHERE t.id = $1 AND t.member_id = $2
            """, id, me, zone)
    }

    /// The tasks of today whose time has come and that are open, for the notices.
    func due(for me: ID<Member>, limit: Int) -> Query<[DueTask]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), due.title, due.time FROM members m CROSS JOIN (\(WaitingKind.dueTasks)) due
            WHERE m.id = $1 ORDER BY due.time, due.title LIMIT $2
            """, me, limit)
    }

    /// Adds a task. Nil if the member has `maxTasks` tasks already, or has left the club.
    func add(_ task: TaskForm, by me: ID<Member>, in zone: String) -> Query<ID<PracticeTask>?> {
        .first(
            """
            INSERT INTO practice_tasks (club_id, member_id, title, weekdays, due_at, game, has_notice, since)
            SELECT m.club_id, m.id, $2, $3::bigint, nullif($4, '')::time, $5, $6, \(Day.of("now()", in: "$7")) FROM members m
            WHERE m.id = $1 AND m.left_at IS NULL AND (SELECT count(*) FROM practice_tasks t WHERE t.member_id = m.id) < $8
            RETURNING id
            """, me, task.title, task.weekdays.bits, task.time, task.game, task.hasNotice, zone, Self.maxTasks)
    }

    func change(_ id: ID<PracticeTask>, to task: TaskForm, by me: ID<Member>) -> Query<Int> {
        .change(
            """
            UPDATE practice_tasks SET title = $3, weekdays = $4::bigint, due_at = nullif($5, '')::time, game = $6, has_notice = $7
            WHERE id = $1 AND member_id = $2
            """, id, me, task.title, task.weekdays.bits, task.time, task.game, task.hasNotice)
    }

    /// Sets the state of a task on `day`. Changes nothing unless `day` is today or yesterday. If `state` is nil, the task is open again.
    func setState(
        _ state: PracticeTask.State?, _ id: ID<PracticeTask>, on day: CalendarDate, by me: ID<Member>, in zone: String
    ) -> Query<Int> {
        guard let state else {
            return .change(
                """
                DELETE FROM practice_task_days d USING practice_tasks t WHERE t.club_id = d.club_id AND t.id = d.task_id
                    AND t.id = $1 AND t.member_id = $2 AND d.day = $3
                    AND d.day BETWEEN \(Day.of("now()", in: "$4")) - 1 AND \(Day.of("now()", in: "$4"))
                """, id, me, day, zone)
        }
        return .change(
            """
            INSERT INTO practice_task_days AS d (club_id, task_id, day, state)
            SELECT t.club_id, t.id, $3, $4 FROM practice_tasks t WHERE t.id = $1 AND t.member_id = $2 AND t.since <= $3
                AND t.weekdays & (1 << extract(isodow FROM $3::date)::integer - 1) <> 0
                AND $3 BETWEEN \(Day.of("now()", in: "$5")) - 1 AND \(Day.of("now()", in: "$5"))
            ON CONFLICT (club_id, task_id, day) DO UPDATE SET state = excluded.state, set_at = now()
            """, id, me, day, state, zone)
    }

    func remove(_ id: ID<PracticeTask>, by me: ID<Member>) -> Query<Int> {
        .change("DELETE FROM practice_tasks WHERE id = $1 AND member_id = $2", id, me)
    }
}
