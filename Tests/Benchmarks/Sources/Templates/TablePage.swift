import HTMLTemplates

struct TableRow: ViewModel {
    var rank: Int
    var name: String
    var path: String
    var wins: Int
    var losses: Int
    var isMe: Bool
    var badge: String?
}

/// A table of 100 rows. Each row has seven properties.
struct TablePage: Page {
    static let template = "table"
    var title: String
    var rows: [TableRow]

    static let sample = TablePage(
        title: "Leaderboard",
        rows: (1...100).map { rank in
            TableRow(
                rank: rank, name: "Member number \(rank)", path: "/c/shoreline/members/\(rank)", wins: 300 - rank, losses: rank * 3,
                isMe: rank == 42, badge: rank % 5 == 0 ? "on a streak" : nil)
        })
}
