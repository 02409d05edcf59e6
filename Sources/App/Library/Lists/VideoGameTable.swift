import HTMLTemplates

enum LibraryView: String, CaseIterable {
    case rows, covers, table

    var label: String {
        switch self {
        case .rows: "List"
        case .covers: "Covers"
        case .table: "Table"
        }
    }

    /// Reads the layout from the address. The default is `rows`.
    init(_ visit: MemberVisit) { self = visit.query("view").flatMap(LibraryView.init) ?? .rows }
}

struct VideoGameTable: ViewModel {
    var isRows: Bool
    var isCovers: Bool
    var isTable: Bool
    var isEmpty: Bool
    var games: [VideoGameRow]
    var views: [TabLink]
    var pager: Pager

    /// - Parameters:
    ///   - found: at most `size` + 1 games. One more than `size` means that another page follows.
    ///   - path: the path of the first page, with its query string.
    init(_ found: [ListedVideoGame], _ view: LibraryView, at path: String, isFirst: Bool, size: Int, club: Club) {
        (isRows, isCovers, isTable) = (view == .rows, view == .covers, view == .table)
        games = found.prefix(size).map { VideoGameRow($0, club: club) }
        isEmpty = games.isEmpty
        func address(_ view: LibraryView) -> String {
            view == .rows ? path : path + (path.contains("?") ? "&" : "?") + "view=\(view.rawValue)"
        }
        views = LibraryView.allCases.map { TabLink(label: $0.label, path: address($0), isHere: $0 == view) }
        let here = address(view)
        let last = found.count > size ? found[size - 1] : nil
        pager = Pager(
            first: isFirst ? nil : here,
            next: last.map { here + (here.contains("?") ? "&" : "?") + "after=\(LibraryPlace($0).text)" })
    }
}
