import HTMLTemplates

struct Line: ViewModel {
    var id: String
    var person: Person
    var isMine: Bool
    var parts: [LinePart]
    var sentAt: String
    var sentText: String
    var isRemoved: Bool
    /// Where I take it back, or bring it back; nil: it is not mine to decide.
    var removal: String?
    var restoration: String?
    /// Where I report it, or block its writer; nil: it is mine, or gone.
    var page: String?

    init(_ record: LineRecord, path: String, me: ID<Member>) {
        let sent = Moment(record.sentAt)
        id = record.id.description
        person = record.author.person
        isMine = record.author.id == me
        parts = record.isRemoved ? [] : LineText.parts(of: record.text)
        (sentAt, sentText) = (sent.iso, sent.text)
        isRemoved = record.isRemoved
        switch (isMine, isRemoved) {
        case (true, false): removal = "\(path)/lines/\(id)/removal"
        case (true, true): restoration = record.isRemovedByAdmin ? nil : "\(path)/lines/\(id)/restoration"
        case (false, false): page = "\(path)/lines/\(id)"
        case (false, true): break
        }
    }
}

/// What somebody was about to say, and why it was not taken.
struct Draft: Sendable {
    var text = ""
    var refusal: Refusal?
}

/// The talk of a room.
struct Chat: ViewModel {
    var path: String
    var lines: [Line]
    var isEmpty: Bool
    /// Where the lines before these are; nil: there are none.
    var older: String?
    var action: String
    var nonce: String
    var text: String
    var problem: String?
    /// Said aloud when it is new.
    var announcement = ""

    static let shownLines = 50

    /// `records` has one more than are shown when there are older ones. Whoever is hidden from the visitor says nothing.
    init(_ records: [LineRecord], in room: Room, visit: MemberVisit, draft: Draft = Draft()) {
        let shown = records.suffix(Self.shownLines)
        let seen = shown.filter { !visit.hidden.contains($0.author.id) }
        path = visit.club.path + room.path
        lines = seen.map { [path] in Line($0, path: path, me: visit.me) }
        isEmpty = lines.isEmpty
        older = records.count > Self.shownLines ? shown.first.map { [path] in "\(path)/lines?before=\($0.id)" } : nil
        action = path + "/lines"
        nonce = RandomText.make(bytes: 12)
        (text, problem) = (draft.text, draft.refusal?.sentence)
        if let last = seen.last, last.author.id != visit.me, !last.isRemoved {
            announcement = "\(last.author.displayName) writes: \(last.text.replacing("\n", with: " "))"
        }
    }
}

/// What a poll brings when something was said.
struct ChatLive: Page {
    static let template = "chat/live"
    var layout: Layout
    var chat: Chat
}

/// The talk in a frame of its own, which loads itself again.
struct ChatFrame: Page {
    static let template = "chat/frame"
    var layout: Layout
    var chat: Chat
    var refreshSeconds: Int?
}

struct OlderLinesPage: Page {
    static let template = "chat/older"
    var layout: Layout
    var chat: Chat
}

/// One line of somebody else, with what one may do about it.
struct LinePage: Page {
    static let template = "chat/line"
    var layout: Layout
    var path: String
    var line: Line
    var reports: String
    var reasons: [Choice]
    var isReported: Bool
    /// Where its writer is blocked.
    var blocks: String
    var member: String
    /// Where an admin removes it.
    var adminRemoval: String?
    var problem: String?
}
