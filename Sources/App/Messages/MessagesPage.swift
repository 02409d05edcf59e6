import HTMLTemplates

struct InboxRow: ViewModel {
    var person: Person
    var path: String
    var isOnline: Bool
    /// How many messages are unread; nil: none.
    var unread: String?
    /// The beginning of the newest message.
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
            : !record.text.isEmpty ? Self.beginning(of: record.text) : record.isPicture ? "A photo" : "A photo that is gone"
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
    /// Where it changes by itself; nil: further down it stays as it is.
    var live: String?
    var etag: String
    var conversations: [InboxRow]
    var isEmpty: Bool
    var pager: Pager
    var membersPath: String

    init(_ slice: Slice<InboxRecord, LineRecord>, etag: String, visit: MemberVisit) {
        layout = visit.layout
        clubName = visit.club.name
        path = visit.club.path + "/messages"
        live = slice.isFirst ? path + "/live" : nil
        self.etag = etag
        conversations = slice.rows.map { InboxRow($0, club: visit.club) }
        isEmpty = conversations.isEmpty && slice.isFirst
        pager = slice.pager(at: path, \.line)
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
        path = "\(club.path)/messages/\(found.conversation)\(found.end.map { "/lines?before=\($0)" } ?? "")#line-\(found.line)"
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
    /// Why nothing is shown; nil: it was looked for.
    var problem: String?
    /// Where to try the same again after a problem, and where to look at less at a time; nil: that was no problem, or is done already.
    var again: String?
    var nearer: String?
    var found: [FoundRow]
    var isEmpty: Bool
    var nextPage: String?
    /// Where to look among still older messages; nil: there are none.
    var further: String?
    /// Where the newest ones are; nil: here.
    var newest: String?

    /// `rows` has one more message than are shown when there are earlier ones.
    init(_ rows: [SearchRow], of search: MessageSearch, limit: Int, visit: MemberVisit) {
        self.init(search, visit: visit)
        let found = rows.compactMap(\.message)
        let shown = found.prefix(limit)
        self.found = shown.map { FoundRow($0, club: visit.club) }
        isEmpty = found.isEmpty
        nextPage = found.count > limit ? shown.last.map { search.from($0.line).address(below: path) } : nil
        further = nextPage == nil ? rows.first?.start.map { search.from($0).address(below: path) } : nil
    }

    /// It took too long, or too many were searching.
    init(unfinished search: MessageSearch, visit: MemberVisit) {
        self.init(search, visit: visit)
        var nearer = search
        nearer.isNear = true
        problem = "That took too long, as there is much to look through or others are searching, too."
        again = search.address(below: path)
        self.nearer = search.isNear ? nil : nearer.address(below: path)
    }

    private init(_ search: MessageSearch, visit: MemberVisit) {
        layout = visit.layout
        path = visit.club.path + "/messages"
        words = search.words
        (found, isEmpty) = ([], false)
        newest = search.before == .last ? nil : search.from(.last).address(below: path)
    }
}

/// How far a conversation has been read.
struct ReadingView: ViewModel {
    /// Where to say that one has read it.
    var action: String
    /// The newest line.
    var line: String
    /// When the other read what I wrote last; nil: not yet, or it is not told.
    var seen: Moment?

    init(_ contents: ConversationVisit.Contents, visit: MemberVisit) {
        self.init(contents.conversation, last: contents.lines.last, visit: visit)
    }

    init(_ conversation: Conversation, last: LineRecord?, visit: MemberVisit) {
        action = "\(visit.club.path)/messages/\(conversation.id)/reading"
        line = last?.id.description ?? ""
        let isSeen = last.map { $0.author.id == visit.me && $0.id.rawValue <= conversation.otherRead?.rawValue ?? 0 } ?? false
        seen = isSeen ? conversation.otherReadAt.map(Moment.init) : nil
    }
}

struct ConversationPage: Page {
    static let template = "messages/conversation"
    var layout: Layout
    var person: Person
    /// nil: they have left the club.
    var profile: String?
    var isOnline: Bool
    var inboxPath: String
    var path: String
    var chat: Chat
    var reading: ReadingView
    var canWrite: Bool
    var problems: [String]
    var etag: String

    init(_ conversation: Conversation, lines: [LineRecord], chat: Chat, etag: String, problems: [String], visit: MemberVisit) {
        layout = visit.layout
        person = conversation.other.person(in: visit.club)
        profile = conversation.other.isFormer ? nil : "\(visit.club.path)/members/\(conversation.other.handle)"
        isOnline = conversation.isOnline
        inboxPath = visit.club.path + "/messages"
        path = "\(inboxPath)/\(conversation.id)"
        reading = ReadingView(conversation, last: lines.last, visit: visit)
        canWrite = conversation.canWrite
        self.chat = chat
        self.chat.closed = canWrite ? nil : RoomKind.conversation.refusal
        self.problems = problems
        self.etag = etag
    }
}

struct ConversationLive: Page {
    static let template = "messages/live"
    var layout: Layout
    var chat: Chat
    var reading: ReadingView
}
