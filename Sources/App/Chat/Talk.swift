import Crypto
import FoundationEssentials
import Hummingbird
import Postgres
import Synchronization
import Web

/// One room, in which a member reads and talks.
struct Talk: Sendable {
    let visit: MemberVisit
    let room: Room
    private let queries = LineQueries()

    init(_ visit: MemberVisit, in room: Room) { (self.visit, self.room) = (visit, room) }

    var topic: Topic { .room(room, in: visit.club.id) }
    var path: String { visit.club.path + room.path }

    /// The newest lines, for `Chat`.
    var newest: Query<[LineRecord]> { queries.lines(in: room, limit: Chat.shownLines + 1) }

    /// The part of a live fragment that shows the newest lines. With a version, all who have been woken for the same news share one reading,
    /// and those who only look on share what is drawn of it.
    func part(_ draft: Draft = Draft()) -> LiveFragment.Part {
        LiveFragment.Part(
            topics: [topic],
            drawing: { version in
                guard let version else { return try draw(try await visit.read(newest), draft, in: visit.layout) }
                let talk = try await reading(at: version).value
                guard draft.isEmpty, talk.isOfOthers(than: visit.me, hiding: visit.hidden) else {
                    return try draw(talk.lines, draft, in: visit.layout)
                }
                // In nobody's own layout, so that nothing of whoever draws it gets to the others.
                return try talk.drawing { try draw(talk.lines, draft, in: Layout(plain: visit.services.assets.addresses)) }
            })
    }

    private func draw(_ lines: [LineRecord], _ draft: Draft, in layout: Layout) throws -> LiveFragment.Drawing {
        let chat = Chat(lines, in: room, visit: visit, draft: draft)
        return LiveFragment.Drawing(try visit.services.templates.render(ChatLive(layout: layout, chat: chat)))
    }

    /// The newest lines, or what somebody has read of them within the last second, if that shows every change up to `version`.
    func reading(at version: Int) -> Task<TalkReading, any Error> {
        visit.services.sharedReads.reading(of: topic, at: version) { TalkReading(try await visit.read(newest)) }
    }

    /// The newest lines, or those before one. Throws `Problem.notFound` when there is no such room.
    func chat(before line: ID<LineRecord> = .last) async throws -> Chat {
        let (isOpen, lines) = try await visit.read(
            queries.isOpen(room, to: visit.me, hidden: visit.hidden), queries.lines(in: room, before: line, limit: Chat.shownLines + 1))
        guard isOpen else { throw Problem.notFound }
        return Chat(lines, in: room, visit: visit)
    }

    /// A line, how it stands with reports, and whether the visitor may remove it, as its host.
    /// Throws `Problem.notFound`, for whoever is hidden from the visitor, too.
    func line(_ id: ID<LineRecord>) async throws -> (line: LineRecord, report: ReportState, canRemove: Bool) {
        let (isOpen, line, report, owner) = try await visit.read(
            queries.isOpen(room, to: visit.me, hidden: visit.hidden), queries.line(id, in: room),
            ReportQueries().state(of: id, for: visit.me), queries.host(of: room))
        guard isOpen, let line, !visit.hidden.contains(line.author.id) else { throw Problem.notFound }
        return (line, report, owner == visit.me)
    }

    /// Stores a line once, however often it is sent, and lets those know whom it concerns. Throws `Refusal` and `Problem`.
    func say(_ text: String, picture: ID<Photo>? = nil, card: LineCard? = nil, nonce: String) async throws {
        guard !text.isEmpty || picture != nil else { throw Refusal(.unprocessableContent, "Write something first.") }
        // Counted as the browser's own limit counts.
        let length = text.utf16.count
        guard length <= 500 else { throw Refusal(.unprocessableContent, "That is \(length) characters; 500 fit. Shorten it a little.") }
        // A photo has been counted as one.
        if picture == nil { try visit.spend(.line) }
        // Of the nonce and the words: the same line twice is one line, other words under an old nonce are another.
        let nonce = RandomText.encode(Array(SHA256.hash(data: Data((nonce + "\0" + text).utf8)))[..<18])
        let saying = try await store(queries.add(text, picture: picture, card: card, to: room, by: visit.me, nonce: nonce))
        guard saying.isAllowed else { throw try await refusal() }
        visit.services.announcer.announce(saying.isNew ? try await concerned(room.kind.said) : [topic])
    }

    /// It may be sent again, as a line is stored once.
    private func store(_ line: Query<LineChange>) async throws -> LineChange {
        let (database, club) = (visit.services.database, visit.club.id.rawValue)
        guard let number = room.number, let privateTalk = room.kind.privateTalk else {
            return try await database.write(tenant: club, retrying: true, line)
        }
        return try await database.write(tenant: club, retrying: true, privateTalk.lock(number), line).1
    }

    /// Why nothing may be said: the room is there, but closed, or there is none.
    private func refusal() async throws -> any Error {
        guard try await visit.read(queries.isOpen(room, to: visit.me, hidden: visit.hidden)) else { return Problem.notFound }
        return Refusal(.forbidden, room.kind.refusal)
    }

    /// What shows the line that was said, or taken back, and those whom `listeners` knows it concerns.
    private func concerned(_ listeners: RoomKind.Listeners) async throws -> [Topic] {
        guard let number = room.number else { return [topic] }
        let members = try await listeners(number, visit).map { Topic.inbox($0, in: visit.club.id) }
        guard let rooms = room.kind.sharedTalk?.rooms(number) else { return [topic] + members }
        return try await visit.read(rooms).map { .room(Room(room.kind, $0), in: visit.club.id) } + members
    }

    /// Takes one's own line back, or brings it back; removes what others say where one is the host. Throws `Problem`.
    func setRemoved(_ isRemoved: Bool, _ line: ID<LineRecord>) async throws {
        try visit.spend(.line)
        let change = try await visit.write(queries.setRemoved(isRemoved, line, in: room, by: visit.me))
        guard change.isAllowed else { throw Problem.notFound }
        guard change.isNew else { return }
        visit.services.announcer.announce(try await concerned())
    }

    /// What shows, or counts, a line that was taken out or brought back.
    func concerned() async throws -> [Topic] { try await concerned(room.kind.changed) }
}

/// The newest lines of a room, read once for many.
final class TalkReading: SharedDrawing {
    let lines: [LineRecord]
    private let authors: Set<ID<Member>>
    private let drawing = Mutex<LiveFragment.Drawing?>(nil)

    init(_ lines: [LineRecord]) { (self.lines, authors) = (lines, Set(lines.map(\.author.id))) }

    /// Whether the lines look to `me` as to anybody who has written none of them.
    func isOfOthers(than me: ID<Member>, hiding hidden: [ID<Member>]) -> Bool {
        !authors.contains(me) && authors.isDisjoint(with: hidden)
    }

    /// How they look to those, if one of them has asked.
    var drawn: LiveFragment.Drawing? { drawing.withLock(\.self) }

    /// How they look to whoever has written none of them; the first who asks draws it.
    func drawing(_ draw: () throws -> LiveFragment.Drawing) rethrows -> LiveFragment.Drawing {
        try drawing.withLock { drawing in
            if let drawing { return drawing }
            let drawn = try draw()
            drawing = drawn
            return drawn
        }
    }
}

extension RateLimiter.Limit {
    static let line = RateLimiter.Limit(name: "line", burst: 12, secondsPerToken: 1.5)
}
