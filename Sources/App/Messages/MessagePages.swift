import HTMLTemplates

struct InboxRow: ViewModel {
    var person: Person
    var path: String
    var isOnline: Bool
    /// The number of unread messages, for example "12" or "99+". Nil if all messages are read.
    var unread: String?
    var text: String
    var isMine: Bool
    var at: Moment

    init(_ record: InboxRecord, club: Club) {
        person = record.other.person(in: club)
        path = "\(club.path)/messages/\(record.id)"
        isOnline = record.isOnline
        unread = record.unread == 0 ? nil : record.unread > 99 ? "99+" : "\(record.unread)"
        text =
            record.isRemoved
            ? "Message removed"
            : !record.text.isEmpty ? Self.beginning(of: record.text) : record.isPicture ? "A photo" : "A deleted photo"
        isMine = record.isMine
        at = Moment(record.at)
    }

    static func beginning(of text: String) -> String { String(text.prefix(120)).replacing("\n", with: " ") }
}

struct InboxPage: Page {
    static let template = "messages/inbox"
    var layout: Layout
    var clubName: String
    var path: String
    /// Path that the page polls for changes. Nil on later pages of the list, which do not update live.
    var live: String?
    var fragmentTag: String
    var conversations: [InboxRow]
    var isEmpty: Bool
    var pager: Pager
    var membersPath: String

    init(_ slice: Slice<InboxRecord, ChatMessageRecord>, fragmentTag: String, visit: MemberVisit) {
        layout = visit.layout
        clubName = visit.club.name
        path = visit.club.path + "/messages"
        live = slice.isFirst ? path + "/live" : nil
        self.fragmentTag = fragmentTag
        conversations = slice.rows.map { InboxRow($0, club: visit.club) }
        isEmpty = conversations.isEmpty && slice.isFirst
        pager = slice.pager(at: path, \.message)
        membersPath = visit.club.path + "/members"
    }
}

struct InboxLive: Page {
    static let template = "messages/inbox-live"
    var layout: Layout
    var conversations: [InboxRow]
}

struct FoundRow: ViewModel {
    var person: Person
    var path: String
    var isMine: Bool
    var text: String
    var at: Moment

    init(_ found: FoundMessage, club: Club) {
        person = found.other.person(in: club)
        path =
            "\(club.path)/messages/\(found.conversation)\(found.contextEnd.map { "/messages?before=\($0)" } ?? "")#message-\(found.message)"
        isMine = found.isMine
        text = found.text
        at = Moment(found.at)
    }
}

struct MessageSearchPage: Page {
    static let template = "messages/search"
    var layout: Layout
    var path: String
    var words: String
    var problem: String?
    /// Links after a search that timed out: `again` repeats the search, and `nearer` repeats it with smaller limits. `nearer` is nil if the
    /// limits were the smaller ones already. Both are nil if the search did not time out.
    var again: String?
    var nearer: String?
    var found: [FoundRow]
    var isEmpty: Bool
    var nextPage: String?
    /// Link that continues with older messages. Nil if all messages were searched.
    var further: String?
    var newest: String?

    /// If there is another page, `rows` has `limit` + 1 messages.
    init(_ rows: [SearchRow], of search: MessageSearch, limit: Int, visit: MemberVisit) {
        self.init(search, visit: visit)
        let found = rows.compactMap(\.message)
        let shown = found.prefix(limit)
        self.found = shown.map { FoundRow($0, club: visit.club) }
        isEmpty = found.isEmpty
        nextPage = found.count > limit ? shown.last.map { search.page(olderThan: $0.message).address(below: path) } : nil
        further = nextPage == nil ? rows.first?.oldestSearched.map { search.page(olderThan: $0).address(below: path) } : nil
    }

    init(timedOut search: MessageSearch, visit: MemberVisit) {
        self.init(search, visit: visit)
        var nearer = search
        nearer.isReduced = true
        problem = "The search took too long. There are many messages, or other members are searching too."
        again = search.address(below: path)
        self.nearer = search.isReduced ? nil : nearer.address(below: path)
    }

    private init(_ search: MessageSearch, visit: MemberVisit) {
        layout = visit.layout
        path = visit.club.path + "/messages"
        words = search.words
        (found, isEmpty) = ([], false)
        newest = search.olderThan == .last ? nil : search.page(olderThan: .last).address(below: path)
    }
}

struct ReadingView: ViewModel {
    /// Address to which the browser reports that the member has read the conversation.
    var action: String
    var message: String
    /// When the other member read the newest message. Nil if the visitor did not write that message, if it is unread, or if one of the two
    /// members does not share read receipts.
    var seen: Moment?

    init(_ contents: ConversationVisit.Contents, visit: MemberVisit) {
        self.init(contents.conversation, last: contents.messages.last, visit: visit)
    }

    init(_ conversation: Conversation, last: ChatMessageRecord?, visit: MemberVisit) {
        action = "\(visit.club.path)/messages/\(conversation.id)/reading"
        message = last?.id.description ?? ""
        let isSeen = last.map { $0.author.id == visit.me && $0.id.rawValue <= conversation.otherRead?.rawValue ?? 0 } ?? false
        seen = isSeen ? conversation.otherReadAt.map(Moment.init) : nil
    }
}

struct ConversationPage: Page {
    static let template = "messages/conversation"
    var layout: Layout
    var person: Person
    /// Path of the other member's profile. Nil if the other member has left the club.
    var profile: String?
    var isOnline: Bool
    var inboxPath: String
    var path: String
    var chat: Chat
    var reading: ReadingView
    var canWrite: Bool
    var photoLimits = PhotoFileLimits()
    var problems: [String]
    var fragmentTag: String

    init(
        _ conversation: Conversation, messages: [ChatMessageRecord], chat: Chat, fragmentTag: String, problems: [String],
        visit: MemberVisit
    ) {
        layout = visit.layout
        person = conversation.other.person(in: visit.club)
        profile = conversation.other.isFormer ? nil : "\(visit.club.path)/members/\(conversation.other.handle)"
        isOnline = conversation.isOnline
        inboxPath = visit.club.path + "/messages"
        path = "\(inboxPath)/\(conversation.id)"
        reading = ReadingView(conversation, last: messages.last, visit: visit)
        canWrite = conversation.canWrite
        self.chat = chat
        self.chat.closed = canWrite ? nil : ChatRoomKind.conversation.refusal
        self.problems = problems
        self.fragmentTag = fragmentTag
    }
}

struct ConversationLive: Page {
    static let template = "messages/live"
    var layout: Layout
    var chat: Chat
    var reading: ReadingView
}
