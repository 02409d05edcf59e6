import HTMLTemplates

/// How titles of a list are shown.
enum LibraryView: String, CaseIterable {
    case rows, covers, table

    var label: String {
        switch self {
        case .rows: "List"
        case .covers: "Covers"
        case .table: "Table"
        }
    }

    /// As an address says; nothing else is a list.
    init(_ visit: MemberVisit) { self = visit.query("view").flatMap(LibraryView.init) ?? .rows }
}

/// A page of titles on a list, in one of three views.
struct TitleTable: ViewModel {
    var isRows: Bool
    var isCovers: Bool
    var isTable: Bool
    var isEmpty: Bool
    var titles: [TitleRow]
    var views: [TabLink]
    var pager: Pager

    /// - Parameters:
    ///   - found: one more than `size` where there are more.
    ///   - path: of the list's beginning, with what it says else.
    init(_ found: [ListedTitle], _ view: LibraryView, at path: String, isFirst: Bool, size: Int, club: Club) {
        (isRows, isCovers, isTable) = (view == .rows, view == .covers, view == .table)
        titles = found.prefix(size).map { TitleRow($0, club: club) }
        isEmpty = titles.isEmpty
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
