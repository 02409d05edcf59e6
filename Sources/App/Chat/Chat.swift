import HTMLTemplates

struct Line: ViewModel {
    var id: String
    var person: Person
    var isMine: Bool
    /// What was written; "" where `parts` has it.
    var text: String
    /// What was written, with its links; empty when there are none.
    var parts: [LinePart] = []
    var sent: Moment
    var isRemoved: Bool
    var canRemove: Bool
    var canRestore: Bool
    /// Report it, or block its writer.
    var canReport: Bool
    /// A photo that was sent.
    var picture: PictureView?
    /// Something of the club that was sent.
    var card: CardView?
    /// There was a photo, and it has been deleted.
    var isPictureGone: Bool

    init(_ record: LineRecord, club: Club, me: ID<Member>) {
        id = record.id.description
        person = record.author.person(in: club)
        isMine = record.author.id == me
        text = record.text
        sent = Moment(record.sentAt)
        isRemoved = record.isRemoved
        canRemove = isMine && !isRemoved
        canRestore = isMine && isRemoved && !record.isRemovedForGood
        canReport = !isMine && !isRemoved
        picture = record.picture.map { [sent] in PictureView($0, by: record.author, sent, club: club) }
        card = record.card.map { CardView(name: $0.name, words: $0.words, path: club.path + $0.path) }
        isPictureGone = text.isEmpty && picture == nil && !isRemoved
        if let linked = LineText.parts(of: record.text) { (text, parts) = ("", linked) }
    }
}

struct CardView: ViewModel {
    var name: String
    var words: String
    var path: String
}

struct PictureView: ViewModel {
    var path: String
    var description: String
    var width: Int
    var height: Int

    init(_ picture: LinePicture, by author: PersonRecord, _ sent: Moment, club: Club) {
        path = "\(club.path)/photos/\(picture.id)"
        description = picture.description.isEmpty ? "Photo by \(author.displayName), \(sent.text)" : picture.description
        (width, height) = (picture.width, picture.height)
    }
}

/// What somebody was about to say, and why it was not taken.
struct Draft: Sendable {
    var text = ""
    var refusal: Refusal?

    var isEmpty: Bool { text.isEmpty && refusal == nil }
}

/// The talk of a room.
struct Chat: ViewModel {
    /// What the room calls its talk.
    var title: String
    /// What stands there while nothing has been said.
    var invitation: String
    var path: String
    var lines: [Line]
    var isEmpty: Bool
    /// Where the lines before these are; nil: there are none.
    var older: String?
    var action: String
    var nonce: String
    var text: String
    var problem: String?
    /// Said aloud when it is new: the line's number, which is not said, and who writes what.
    var announcement = ""
    /// Why the visitor cannot say anything; nil: they can.
    var closed: String?
    /// Whether it follows what is said; else it is a part of the past.
    var isLive = true

    static let shownLines = 50

    /// `records` has one more than are shown when there are older ones. Whoever is hidden from the visitor says nothing.
    init(_ records: [LineRecord], in room: Room, visit: MemberVisit, draft: Draft = Draft()) {
        let shown = records.suffix(Self.shownLines)
        let seen = shown.filter { !visit.hidden.contains($0.author.id) }
        (title, invitation) = (room.kind.title, room.kind.invitation)
        path = visit.club.path + room.path
        lines = seen.map { Line($0, club: visit.club, me: visit.me) }
        isEmpty = lines.isEmpty
        older = records.count > Self.shownLines ? shown.first.map { [path] in "\(path)/lines?before=\($0.id)" } : nil
        action = path + "/lines"
        nonce = RandomText.make(bytes: 12)
        (text, problem) = (draft.text, draft.refusal?.sentence)
        if let last = seen.last, last.author.id != visit.me, !last.isRemoved {
            announcement = "\(last.id)|\(last.author.displayName) \(Self.deed(of: last))"
        }
    }

    private static func deed(of line: LineRecord) -> String {
        guard line.picture == nil else { return "sends a photo." }
        return "writes: " + (line.text.utf8.contains(UInt8(ascii: "\n")) ? line.text.replacing("\n", with: " ") : line.text)
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

/// Where somebody else's line is removed, and why one may do so.
struct LineRemoval: ViewModel {
    var action: String
    var reason: String
}

/// One line of somebody else, with what one may do about it.
struct LinePage: Page {
    static let template = "chat/line"
    var layout: Layout
    var path: String
    var line: Line
    var report: ReportForm
    /// nil: it is not for the visitor to remove.
    var removal: LineRemoval?
    var problem: String?
}
