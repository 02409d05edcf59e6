import FoundationEssentials
import Postgres

/// Something that others did, of which a member should hear.
struct Notice: Sendable, RowDecodable {
    var id: ID<Notice>
    var kind: String
    /// Who did it, the last one.
    var actor: PersonRecord
    /// How often it was done, as far as the kind counts it; 1 otherwise.
    var events: Int
    /// The number of what it is about.
    var subject: Int
    /// Whose that is, where the kind says so.
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

/// How much waits for a member of each kind, and how much they have not looked at; 100 stands for more.
struct NoticeCounts: Sendable, RowDecodable, Equatable {
    /// In the order of `WaitingKind.all`.
    private var waiting: [Int]
    /// What others did something to, as `kind:number`.
    private var subjects: [String]

    /// Nothing.
    init() { (waiting, subjects) = (WaitingKind.all.map { _ in 0 }, []) }

    init(_ row: inout Row) throws {
        waiting = try row.next()
        subjects = try row.next()
    }

    /// What others did.
    var others: Int { subjects.count }

    /// Whether others did something to a subject; it may be one of those not counted any more.
    func mayTell(of subject: Int, _ kinds: [NoticeKind]) -> Bool {
        others > 99 || !subjects.isEmpty && kinds.contains { subjects.contains("\($0.name):\(subject)") }
    }

    subscript(kind: WaitingKind) -> Int { WaitingKind.all.firstIndex { $0 === kind }.map { waiting[$0] } ?? 0 }

    var all: Int { waiting.reduce(others, +) }
}
