import FoundationEssentials
import HTMLTemplates
import Postgres

struct NoticesPage: Page {
    static let template = "notices/notices"
    var layout: Layout
    var clubName: String
    var settings: String
    var waiting: [NoticeRow]
    var hasWaiting: Bool
    /// Notices about what others did. The things that wait for the visitor are in `waiting`.
    var told: [NoticeRow]
    var hasTold: Bool
    var isEmpty: Bool
    var pager: Pager

    static func path(in club: Club) -> String { club.path + "/notices" }

    init(_ slice: Slice<Notice, Notice>, waiting: [NoticeRow], visit: MemberVisit) {
        let path = Self.path(in: visit.club)
        layout = visit.layout
        clubName = visit.club.name
        settings = path + "/settings"
        told = slice.rows.compactMap { NoticeRow($0, visit: visit) }
        hasTold = !told.isEmpty
        self.waiting = waiting
        hasWaiting = !waiting.isEmpty
        isEmpty = told.isEmpty && waiting.isEmpty
        pager = slice.pager(at: path, \.id)
    }
}

extension NoticeRow {
    /// Nil if the kind of the notice no longer exists.
    init?(_ notice: Notice, visit: MemberVisit) {
        guard let kind = NoticeKind.named[notice.kind] else { return nil }
        self.init(
            notice.actor, kind.text(notice, visit.me), kind.path(notice), at: notice.createdAt, isNew: !notice.isRead, club: visit.club)
    }
}

/// Unread notices and things that wait for the visitor, for the script that shows notifications on every page.
struct LatestNotices: Page {
    static let template = "notices/latest"
    var rows: [NoticeRow]
}

struct NoticeSettingsPage: Page {
    static let template = "notices/settings"
    var layout: Layout
    var path: String
    var kinds: [Choice]

    init(muted: Set<String>, visit: MemberVisit) {
        layout = visit.layout
        path = visit.club.path + "/notices"
        let disabled = visit.club.parts.disabledKinds
        kinds = Self.kinds.filter { !disabled.contains($0.name.description) }.map { name, label in
            Choice(value: name.description, label: label, isChosen: !muted.contains(name.description))
        }
    }

    static let kinds: [(name: SQL, label: String)] =
        WaitingKind.all.map { ($0.name, $0.label) } + NoticeKind.all.map { ($0.name, $0.label) }
}
