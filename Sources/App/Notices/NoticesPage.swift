import FoundationEssentials
import HTMLTemplates

struct NoticeRow: ViewModel {
    var person: Person
    /// What comes before and after the person's name.
    var words: String
    var path: String
    var at: String?
    var atText: String
    var isNew: Bool

    init(_ person: PersonRecord, _ words: String, _ path: String, at date: Date?, isNew: Bool, club: Club) {
        let moment = date.map { Moment($0) }
        self.person = person.person(in: club)
        (self.words, self.path, self.isNew) = (words, club.path + path, isNew)
        (at, atText) = (moment?.iso, moment?.text ?? "")
    }
}

struct NoticesPage: Page {
    static let template = "notices/notices"
    var layout: Layout
    var clubName: String
    var settings: String
    /// What waits for the member.
    var waiting: [NoticeRow]
    var hasWaiting: Bool
    /// What others did.
    var told: [NoticeRow]
    var hasTold: Bool
    var isEmpty: Bool
    var isFirst: Bool
    var firstPage: String
    var nextPage: String?

    init(_ found: [Notice], waiting: [NoticeRow], limit: Int, isFirst: Bool, visit: MemberVisit) {
        let shown = found.prefix(limit)
        layout = visit.layout
        clubName = visit.club.name
        firstPage = visit.club.path + "/notices"
        settings = firstPage + "/settings"
        told = shown.map { NoticeRow($0.actor, Self.words($0), Self.path($0), at: $0.createdAt, isNew: !$0.isRead, club: visit.club) }
        hasTold = !told.isEmpty
        self.waiting = waiting
        hasWaiting = !waiting.isEmpty
        isEmpty = told.isEmpty && waiting.isEmpty
        self.isFirst = isFirst
        nextPage = found.count > limit ? shown.last.map { [firstPage] in "\(firstPage)?before=\($0.id)" } : nil
    }

    private static func words(_ notice: Notice) -> String {
        switch notice.kind {
        case .accepted: "plays: your challenge is accepted"
        case .friend: "is now your friend"
        case .comment: comment(notice) + (notice.events == 1 ? "" : " · \(notice.events > 99 ? "99+" : "\(notice.events)") new comments")
        case .like:
            switch notice.events {
            case 1: "likes your photo"
            case 2: "and one other like your photo"
            default: "and \(notice.events - 1) others like your photo"
            }
        case .turn, .challenge, .request, .message: ""
        }
    }

    private static func comment(_ notice: Notice) -> String {
        guard let owner = notice.photoOwner else { return "said something about your photo" }
        return notice.isOfActor
            ? "also said something about their photo" : "also said something about the photo by \u{2068}\(owner)\u{2069}"
    }

    private static func path(_ notice: Notice) -> String {
        switch notice.kind {
        case .accepted: "/games/\(notice.game ?? ID(0))"
        case .comment, .like: "/photos/\(notice.photo ?? ID(0))"
        case .friend: "/members/\(notice.actor.handle)"
        case .turn, .challenge, .request, .message: "/lobby"
        }
    }
}

struct NoticeSettingsPage: Page {
    static let template = "notices/settings"
    var layout: Layout
    var path: String
    var kinds: [Choice]

    init(quiet: Set<String>, visit: MemberVisit) {
        layout = visit.layout
        path = visit.club.path + "/notices"
        kinds = Notice.Kind.allCases.map { Choice(value: $0.rawValue, label: $0.words, isChosen: !quiet.contains($0.rawValue)) }
    }
}
