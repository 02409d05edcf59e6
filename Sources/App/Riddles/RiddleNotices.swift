import Postgres

extension WaitingKind {
    /// The tasks of a member: riddles to answer, answers to judge, and disputes to vote on.
    static let riddle = WaitingKind("riddle", "I can answer a riddle or judge an answer", rank: 4, rows: riddleRows) { visit, limit in
        RiddleListQueries().waiting(for: visit.me, hidden: visit.hidden, limit: limit).map { riddles in
            riddles.map { NoticeRow($0.person, $0.label, $0.path, at: $0.since, isNew: true, club: visit.club) }
        }
    }

    /// SQL with a row for each task. `$1` is the member, and `$2` are the members who are hidden from this member.
    static let riddleRows: SQL = """
        SELECT FROM riddle_plays WHERE member_id = $1 AND state = 'open' AND is_direct AND NOT is_disputed AND sender_id <> ALL ($2)
        UNION ALL SELECT FROM riddle_plays WHERE sender_id = $1 AND state = 'waiting' AND NOT is_disputed AND member_id <> ALL ($2)
        UNION ALL SELECT FROM riddle_jurors WHERE juror_id = $1 AND vote IS NULL AND member_id <> ALL ($2)
        """
}

extension NoticeKind {
    /// Tells a receiver that the sender has judged an answer. The subject of this notice, and of the other notices about riddles, is the
    /// riddle.
    static let riddleJudged = NoticeKind(
        "riddlejudged", "Somebody judges my answer to a riddle", text: { _, _ in "has judged your answer" })
    static let riddleTimed = NoticeKind(
        "riddletimed", "Nobody judges my answer to a riddle in time", text: { _, _ in "did not judge your answer in time" })
    static let riddleDone = NoticeKind(
        "riddledone", "Somebody finishes my riddle", text: { _, _ in "has finished your riddle" })
    static let riddleNudge = NoticeKind("riddlenudge", "Somebody reminds me of a riddle", text: { _, _ in "reminds you of a riddle" })
    static let riddleDispute = NoticeKind(
        "riddledispute", "Somebody disputes my verdict", text: { _, _ in "disputes your verdict on a riddle" })
    static let riddleDecided = NoticeKind(
        "riddledecided", "A dispute about a riddle is decided", text: { _, _ in "and you: the dispute about a riddle is decided" })
    static let ofRiddles = [riddleJudged, riddleTimed, riddleDone, riddleNudge, riddleDispute, riddleDecided]

    private convenience init(_ name: SQL, _ label: String, text: @escaping @Sendable (Notice, ID<Member>) -> String) {
        self.init(name, label, text: text, path: { "/riddles/\($0.subject)" })
    }
}
