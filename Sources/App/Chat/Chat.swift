import HTMLTemplates

struct ChatMessage: ViewModel {
    var id: String
    var person: Person
    var isMine: Bool
    /// The text of the message. "" if the text is in `parts`.
    var text: String
    /// The text of the message, split at its links. Empty if the text has no links.
    var parts: [LinkedText] = []
    var sent: Moment
    var isRemoved: Bool
    var canRemove: Bool
    var canRestore: Bool
    var canReport: Bool
    var picture: PictureView?
    var card: CardView?
    var isPictureGone: Bool

    /// The maximum length of a message in UTF-16 code units, which the `maxlength` of browsers counts, too.
    static let maxLength = 500

    init(_ record: ChatMessageRecord, club: Club, me: ID<Member>) {
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
        if let linked = LinkFinder.parts(of: record.text) { (text, parts) = ("", linked) }
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

    init(_ picture: ChatMessagePhoto, by author: PersonRecord, _ sent: Moment, club: Club) {
        path = "\(club.path)/photos/\(picture.id)"
        description = picture.description.isEmpty ? "Photo by \(author.displayName), \(sent.text)" : picture.description
        (width, height) = (picture.width, picture.height)
    }
}

struct Draft: Sendable {
    var text = ""
    var refusal: Refusal?

    var isEmpty: Bool { text.isEmpty && refusal == nil }
}

struct Chat: ViewModel {
    var title: String
    var invitation: String
    var path: String
    var messages: [ChatMessage]
    var isEmpty: Bool
    var older: String?
    var action: String
    var idempotencyKey: String
    var text: String
    var maxLength = ChatMessage.maxLength
    var problem: String?
    /// The newest message for screen readers, for example `17|Ana writes: Hello`. The script reads out only the text after the id, and the
    /// id tells the script whether the message is new. "" if the visitor wrote the message, or if it was removed.
    var announcement = ""
    var closed: String?
    /// Whether the chat shows the newest messages and is updated. False for a page of older messages.
    var isLive = true

    static let maxMessages = 50

    /// - Parameter records: the messages to show, and one more message if there are older messages. Messages of members who are hidden from
    /// the visitor are left out.
    init(_ records: [ChatMessageRecord], in room: ChatRoom, visit: MemberVisit, draft: Draft = Draft()) {
        let shown = records.suffix(Self.maxMessages)
        let seen = shown.filter { !visit.hidden.contains($0.author.id) }
        (title, invitation) = (room.kind.title, room.kind.invitation)
        path = visit.club.path + room.path
        messages = seen.map { ChatMessage($0, club: visit.club, me: visit.me) }
        isEmpty = messages.isEmpty
        older = records.count > Self.maxMessages ? shown.first.map { [path] in "\(path)/messages?before=\($0.id)" } : nil
        action = path + "/messages"
        idempotencyKey = RandomText.make(bytes: 12)
        (text, problem) = (draft.text, draft.refusal?.sentence)
        if let last = seen.last, last.author.id != visit.me, !last.isRemoved {
            announcement = "\(last.id)|\(last.author.displayName) \(Self.action(of: last))"
        }
    }

    private static func action(of message: ChatMessageRecord) -> String {
        guard message.picture == nil else { return "sends a photo." }
        return "writes: " + (message.text.utf8.contains(UInt8(ascii: "\n")) ? message.text.replacing("\n", with: " ") : message.text)
    }
}

struct ChatLive: Page {
    static let template = "chat/live"
    var layout: Layout
    var chat: Chat
}

/// The chat in a frame that reloads itself, for browsers without scripts.
struct ChatFrame: Page {
    static let template = "chat/frame"
    var layout: Layout
    var chat: Chat
    var refreshSeconds: Int?
}

struct OlderMessagesPage: Page {
    static let template = "chat/older"
    var layout: Layout
    var chat: Chat
}
