import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// The order in which a member has their lists and shelves, and its changes.
struct OrderRoutes {
    private let queries = OrderQueries()
    private static let pageSize = 100

    func add(to site: Site) {
        site.memberGet("/c/:club/library/order") { visit in
            guard let order = TitleOrder(list: visit.query("list") ?? "", shelf: visit.query("shelf") ?? "") else { throw Problem.notFound }
            return try visit.page(try await page(of: order, after: visit.query("after"), visit))
        }
        site.memberPost("/c/:club/library/titles/:title/place", move)
    }

    private func page(
        of order: TitleOrder, after text: String?, said: String? = nil, problem: Refusal? = nil, _ visit: MemberVisit
    ) async throws -> OrderPage {
        let place = try text.map { text in
            guard let place = LibraryPlace(text) else { throw Problem.notFound }
            return place
        }
        let (titles, shelf) = try await visit.read(
            queries.titles(in: order, of: visit.me, after: place, limit: Self.pageSize + 1),
            ShelfQueries().shelf(order.shelf ?? ID(0), of: visit.me))
        if order.shelf != nil, shelf == nil { throw Problem.notFound }
        var list = OrderedList(titles, order, after: text, size: Self.pageSize, club: visit.club)
        (list.said, list.problem) = (said, problem?.sentence)
        return OrderPage(list, order, shelf: shelf, visit: visit)
    }

    private func move(_ visit: MemberVisit) async throws -> Response {
        let (title, form): (ID<Title>, Form) = (try visit.identifier("title"), visit.form)
        guard let order = TitleOrder(list: form["list"], shelf: form["shelf"]) else { throw Problem.notFound }
        let after = form["after"].isEmpty ? nil : form["after"]
        return try await visit.answer {
            let move = try ListMove(form, of: "A game", most: LibraryQueries.most)
            try visit.spend(.library)
            let (_, change) = try await visit.services.database.write(
                tenant: visit.club.id.rawValue, retrying: true, DirectoryQueries().lock(visit.me, visit.me),
                queries.move(title, in: order, move, by: visit.me))
            guard let said = change.words else { throw Problem.notFound }
            guard visit.wantsRepresentation else {
                let page = after.map { "&after=\($0.percentEncoded)" } ?? ""
                return visit.redirect(to: "\(visit.club.path)/library/order?\(order.query)\(page)#ordered-\(title)")
            }
            return try await answer(of: order, after: after, said: said, visit)
        } refused: { refusal in
            try await answer(of: order, after: after, problem: refusal, visit)
        }
    }

    private func answer(
        of order: TitleOrder, after: String?, said: String? = nil, problem: Refusal? = nil, _ visit: MemberVisit
    ) async throws -> Response {
        let page = try await page(of: order, after: after, said: said, problem: problem, visit)
        guard visit.wantsRepresentation else { return try visit.page(page, status: problem?.status ?? .ok) }
        return try visit.page(OrderLive(layout: visit.layout, order: page.order))
    }
}

extension OrderChange {
    /// "Lanternfall is number 2 of 7."; nil: it is not there.
    fileprivate var words: String? {
        guard let title, let number, let count else { return nil }
        return "\(title) is number \(number) of \(count)."
    }
}

/// One's own order of a list or a shelf.
struct OrderPage: Page {
    static let template = "library/order"
    var layout: Layout
    var clubName: String
    var heading: String
    /// The list itself.
    var back: String
    var order: OrderedList

    init(_ list: OrderedList, _ order: TitleOrder, shelf: Shelf?, visit: MemberVisit) {
        (layout, clubName, self.order) = (visit.layout, visit.club.name, list)
        heading = shelf?.name ?? order.state?.heading ?? ""
        back = shelf.map { Shelf.path(of: $0.id, in: visit.club) } ?? "\(visit.club.path)/library?\(order.query)"
    }
}

/// What of it follows its changes.
struct OrderLive: Page {
    static let template = "library/ordered"
    var layout: Layout
    var order: OrderedList
}

/// A part of an order.
struct OrderedList: ViewModel {
    var rows: [OrderedRow]
    var isEmpty: Bool
    /// The number of the first row.
    var first: String
    /// What is said of what was just done.
    var said: String?
    var problem: String?
    var pager: Pager

    /// - Parameters:
    ///   - titles: one more than `size` where there are more.
    ///   - after: behind what the part begins, as the address has it.
    init(_ titles: [OrderedTitle], _ order: TitleOrder, after: String?, size: Int, club: Club) {
        let shown = titles.prefix(size)
        rows = shown.map {
            OrderedRow($0, order, isLast: $0.title == titles.last?.title, after: after, club: club)
        }
        (isEmpty, first) = (shown.isEmpty, "\(shown.first?.number ?? 1)")
        let path = "\(club.path)/library/order?\(order.query)"
        pager = Pager(
            first: after == nil ? nil : path,
            next: titles.count > size ? shown.last.map { "\(path)&after=\(LibraryPlace($0).text)" } : nil)
    }
}

struct OrderedRow: ViewModel {
    var id: String
    var place: String
    var name: String
    var path: String
    var action: String
    var list: String
    var shelf: String
    var after: String
    var cover: TitleCover
    var isFirst: Bool
    var isLast: Bool

    init(_ title: OrderedTitle, _ order: TitleOrder, isLast: Bool, after: String?, club: Club) {
        (id, place, name) = ("\(title.title)", "\(title.number)", title.name)
        path = Title.path(of: title.title, in: club)
        action = path + "/place"
        (list, shelf, self.after) = (order.state?.rawValue ?? "", order.shelf.map { "\($0)" } ?? "", after ?? "")
        cover = TitleCover(title.title, title.name, version: title.cover, in: club)
        (isFirst, self.isLast) = (title.number == 1, isLast)
    }
}
