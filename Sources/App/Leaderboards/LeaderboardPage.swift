import HTMLTemplates
import Hummingbird
import Web

extension AnyLeaderboard {
    init<Kind: Leaderboard>(_: Kind.Type) {
        self.init { site in
            let path = "/c/:club" + Kind.path
            site.memberGet(RouterPath(path)) { visit in
                let (board, text) = (try Kind(visit), visit.query("after"))
                let place = text.flatMap { LeaderboardCursor($0) }
                guard text == nil || place != nil else { throw Problem.notFound }
                let entries = board.entries(after: place, limit: LeaderboardPage.size + 1)
                guard let ownEntry = board.own(of: visit.me) else {
                    return try visit.page(LeaderboardPage(board, try await visit.read(entries), after: place, own: nil, visit: visit))
                }
                let (found, own) = try await visit.read(entries, ownEntry)
                return try visit.page(LeaderboardPage(board, found, after: place, own: own, visit: visit))
            }
            site.memberFile(RouterPath(path + ".csv")) { visit in
                try visit.spend(.leaderboardFile)
                return LeaderboardExport(try Kind(visit), for: visit).response
            }
        }
    }
}

struct LeaderboardPage: Page {
    static let template = "leaderboards/leaderboard"
    static let size = 50
    var layout: Layout
    var clubName: String
    var homePath: String
    var home: String
    var title: String
    var caption: String
    var entryHeading: String
    var headings: [String]
    var choices: [LeaderboardTabs]
    var filters: [LeaderboardTabs]
    var rows: [LeaderboardRow]
    var mine: LeaderboardRow?
    var isEmpty: Bool
    var emptyText: String
    var explanation: String
    var pager: Pager
    var file: String
    var privacy: String

    init<Kind: Leaderboard>(
        _ board: Kind, _ found: [Kind.Entry], after place: LeaderboardCursor?, own: OwnEntry<Kind.Entry>?, visit: MemberVisit
    ) {
        let (club, path) = (visit.club, visit.club.path + Kind.path)
        let slice = LeaderboardSlice(found, after: place, size: Self.size)
        layout = visit.layout
        (homePath, home) = (club.path + Kind.home.path, Kind.home.label)
        (clubName, title, caption) = (club.name, Kind.title, board.caption)
        entryHeading = Kind.entryHeading
        headings = board.columns.compactMap(\.heading)
        let tabs = board.choices.map { choice in
            LeaderboardTabs(
                label: choice.label,
                tabs: choice.options.map { label, other in
                    TabLink(label: label, path: "\(path)?\(other.query)", isHere: other.query == board.query)
                })
        }
        (choices, filters) = (Array(tabs.prefix(1)), Array(tabs.dropFirst()))
        rows = zip(slice.entries, slice.ranks).map { entry, rank in
            LeaderboardRow(entry, board.columns, rank: "\(rank)", isMe: entry.key == own?.entry.key, club: club)
        }
        if let own, !rows.contains(where: \.isMe) {
            mine = LeaderboardRow(own.entry, board.columns, rank: own.rank ?? "–", isMe: true, club: club)
        }
        isEmpty = rows.isEmpty && mine == nil
        (emptyText, explanation) = (Kind.emptyText, Kind.explanation)
        let first = "\(path)?\(board.query)"
        pager = Pager(first: place == nil ? nil : first, previous: nil, next: slice.end.map { "\(first)&after=\($0.text)" })
        file = "\(path).csv?\(board.query)"
        privacy = club.path + "/profile#leaderboards"
    }
}

struct LeaderboardTabs: ViewModel {
    var label: String
    var tabs: [TabLink]
}

struct LeaderboardRow: ViewModel {
    struct LeaderboardCell: ViewModel {
        /// The value of a cell in the first column. Nil in the other columns, which have their value in `text`.
        var main: String?
        var text: String
        var detail: String?
    }

    var rank: String
    var name: LeaderboardName
    var isMe: Bool
    var cells: [LeaderboardCell]

    init<Entry: LeaderboardEntry>(_ entry: Entry, _ columns: [LeaderboardColumn<Entry>], rank: String, isMe: Bool, club: Club) {
        (self.rank, self.isMe) = (rank, isMe)
        name = entry.name(in: club)
        cells = columns.filter { $0.heading != nil }.enumerated().map { index, column in
            let text = column.value(entry).text + column.unit
            return LeaderboardCell(main: index == 0 ? text : nil, text: index == 0 ? "" : text, detail: column.detail(entry))
        }
    }
}

extension RateLimiter.Limit {
    static let leaderboardFile = RateLimiter.Limit(name: "leaderboard file", burst: 10, secondsPerToken: 10)
}
