import FoundationEssentials
import Postgres

struct Notice: Sendable, RowDecodable {
    var id: ID<Notice>
    var kind: String
    var actor: PersonRecord
    /// Number of actions, if the kind counts them, otherwise 1.
    var events: Int
    /// Id of the game, photo, riddle … that the notice is about.
    var subject: Int
    /// The owner of the subject, if the kind has one.
    var owner: (id: ID<Member>, name: String)?
    var createdAt: Date
    var isRead: Bool

    init(_ row: inout Row) throws {
        id = try row.next()
        kind = try row.next()
        actor = try PersonRecord(&row)
        events = try row.next()
        subject = try row.next()
        let (id, name): (ID<Member>?, String?) = (try row.next(), try row.next())
        owner = id.flatMap { id in name.map { (id, $0) } }
        createdAt = try row.next()
        isRead = try row.next()
    }
}

/// Numbers behind the bell: waiting items for each kind, and unread notices. Each is capped at 100, which stands for "100 or more".
struct NoticeCounts: Sendable, RowDecodable, Equatable {
    /// In the order of `WaitingKind.all`.
    private var waiting: [Int]
    /// Subjects of the unread notices, as `kind:number`.
    private var subjects: [String]

    init() { (waiting, subjects) = (WaitingKind.all.map { _ in 0 }, []) }

    init(_ row: inout Row) throws {
        waiting = try row.next()
        subjects = try row.next()
    }

    var unread: Int { subjects.count }

    /// Whether there may be an unread notice about the subject. True if there are 100 or more, because not all are listed then.
    func mayHaveUnread(about subject: Int, _ kinds: [NoticeKind]) -> Bool {
        unread > 99 || !subjects.isEmpty && kinds.contains { subjects.contains("\($0.name):\(subject)") }
    }

    subscript(kind: WaitingKind) -> Int { WaitingKind.all.firstIndex { $0 === kind }.map { waiting[$0] } ?? 0 }

    var total: Int { waiting.reduce(unread, +) }
}
