import Postgres

extension WaitingKind {
    /// The notice about a task of today whose time has come. The notice stays until the task is done or dropped.
    static let task = WaitingKind("practicetask", "One of my tasks is due", rank: 9, rows: dueTasks) { visit, limit in
        TaskQueries().due(for: visit.me, limit: limit).map { tasks in
            tasks.map { NoticeRow($0.person, $0.message, "/practice/tasks", at: nil, isNew: true, club: visit.club) }
        }
    }

    static let dueTasks: SQL = """
        SELECT t.title, to_char(t.due_at, 'HH24:MI') AS time FROM practice_tasks t
        CROSS JOIN LATERAL (SELECT now() AT TIME ZONE (SELECT a.time_zone FROM memberships s JOIN accounts a ON a.id = s.account_id
            WHERE s.club_id = t.club_id AND s.member_id = t.member_id) AS moment) n
        WHERE t.member_id = $1 AND t.has_notice AND t.due_at <= n.moment::time AND t.since <= n.moment::date
            AND t.weekdays & (1 << extract(isodow FROM n.moment)::integer - 1) <> 0
            AND NOT EXISTS (SELECT FROM practice_task_days d WHERE d.club_id = t.club_id AND d.task_id = t.id AND d.day = n.moment::date)
        """
}

struct DueTask: Sendable, RowDecodable {
    var person: PersonRecord
    /// The text of the notice, which follows the member's name: "planned “Walk” for 08:30".
    var message: String

    init(_ row: inout Row) throws {
        person = try PersonRecord(&row)
        let (title, time): (String, String) = (try row.next(), try row.next())
        message = "planned “\(title)” for \(time)"
    }
}
