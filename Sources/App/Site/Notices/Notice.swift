import FoundationEssentials
import Postgres

struct Notice: Sendable, RowDecodable {
    var id: ID<Notice>
    var kind: String
    var actor: PersonRecord
    /// The number of events that the notice stands for. It is 1 if notices of this kind do not count events.
    var events: Int
    /// The id of the game, photo, riddle or other thing that the notice is about.
    var subject: Int
    /// The member who owns the subject, for example the photo. Nil if notices of this kind do not name the owner.
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

/// The numbers behind the bell: for each kind, how many things wait for the member, and the unread notices. Each number is at most 100, and
/// 100 means "100 or more".
struct BellCounts: Sendable, RowDecodable, Equatable {
    /// How many things of each kind wait for the member, in the order of `WaitingKind.all`.
    private var waiting: [Int]
    /// The kind and the subject of each unread notice, in the format `kind:number`.
    private var subjects: [String]

    init() { (waiting, subjects) = (WaitingKind.all.map { _ in 0 }, []) }

    init(_ row: inout Row) throws {
        waiting = try row.next()
        subjects = try row.next()
    }

    var unread: Int { subjects.count }

    /// Whether there may be an unread notice about the subject. The result is true if 100 or more notices are unread, because not all of
    /// them are listed then.
    func mayHaveUnread(about subject: Int, _ kinds: [NoticeKind]) -> Bool {
        unread > 99 || !subjects.isEmpty && kinds.contains { subjects.contains("\($0.name):\(subject)") }
    }

    subscript(kind: WaitingKind) -> Int { WaitingKind.all.firstIndex { $0 === kind }.map { waiting[$0] } ?? 0 }

    var total: Int { waiting.reduce(unread, +) }
}
