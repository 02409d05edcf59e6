import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct ListOrderRoutes {
    private let queries = ListOrderQueries()
    private static let pageSize = 100

    func add(to site: Site) {
        site.memberGet("/c/:club/library/order") { visit in
            guard let order = ListOrder(list: visit.query("list") ?? "", shelf: visit.query("shelf") ?? "") else { throw Problem.notFound }
            return try visit.page(try await page(of: order, after: visit.query("after"), visit))
        }
        site.memberPost("/c/:club/library/games/:video_game/place", move)
    }

    private func page(
        of order: ListOrder, after text: String?, announcement: String? = nil, problem: Refusal? = nil, _ visit: MemberVisit
    ) async throws -> ListOrderPage {
        let place = try text.map { text in
            guard let place = LibraryPlace(text) else { throw Problem.notFound }
            return place
        }
        let (games, shelf) = try await visit.read(
            queries.games(in: order, of: visit.me, after: place, limit: Self.pageSize + 1),
            ShelfQueries().shelf(order.shelf ?? ID(0), of: visit.me))
        if order.shelf != nil, shelf == nil { throw Problem.notFound }
        var list = OrderedList(games, order, after: text, size: Self.pageSize, club: visit.club)
        (list.announcement, list.problem) = (announcement, problem?.sentence)
        return ListOrderPage(list, order, shelf: shelf, visit: visit)
    }

    private func move(_ visit: MemberVisit) async throws -> Response {
        let (game, form): (ID<VideoGame>, Form) = (try visit.identifier("video_game"), visit.form)
        guard let order = ListOrder(list: form["list"], shelf: form["shelf"]) else { throw Problem.notFound }
        let after = form["after"].isEmpty ? nil : form["after"]
        return try await visit.answer {
            let move = try ListMove(form, of: "A game", limit: LibraryQueries.gameLimit)
            try visit.spend(.library)
            let (_, change) = try await visit.services.database.write(
                tenant: visit.club.id.rawValue, retryingConflicts: true, ClubDirectoryQueries().lock(visit.me),
                queries.move(game, in: order, move, by: visit.me))
            guard let announcement = change.announcement else { throw Problem.notFound }
            guard visit.wantsRepresentation else {
                let page = after.map { "&after=\($0.percentEncoded)" } ?? ""
                return visit.redirect(to: "\(visit.club.path)/library/order?\(order.queryString)\(page)#ordered-\(game)")
            }
            return try await answer(of: order, after: after, announcement: announcement, visit)
        } refused: { refusal in
            try await answer(of: order, after: after, problem: refusal, visit)
        }
    }

    private func answer(
        of order: ListOrder, after: String?, announcement: String? = nil, problem: Refusal? = nil, _ visit: MemberVisit
    ) async throws -> Response {
        let page = try await page(of: order, after: after, announcement: announcement, problem: problem, visit)
        guard visit.wantsRepresentation else { return try visit.page(page, status: problem?.status ?? .ok) }
        return try visit.page(ListOrderLive(layout: visit.layout, order: page.order))
    }
}

extension ListOrderChange {
    /// The new position in one sentence, for example "Lanternfall is number 2 of 7.". Nil if the game is not in the list or on the shelf.
    fileprivate var announcement: String? {
        guard let game, let number, let count else { return nil }
        return "\(game) is number \(number) of \(count)."
    }
}

struct ListOrderPage: Page {
    static let template = "library/order"
    var layout: Layout
    var clubName: String
    var heading: String
    var back: String
    var order: OrderedList

    init(_ list: OrderedList, _ order: ListOrder, shelf: Shelf?, visit: MemberVisit) {
        (layout, clubName, self.order) = (visit.layout, visit.club.name, list)
        heading = shelf?.name ?? order.state?.heading ?? ""
        back = shelf.map { Shelf.path(of: $0.id, in: visit.club) } ?? "\(visit.club.path)/library?\(order.queryString)"
    }
}

/// The sorted games alone. After a move, JavaScript replaces the games of the page with these.
struct ListOrderLive: Page {
    static let template = "library/ordered"
    var layout: Layout
    var order: OrderedList
}

struct OrderedList: ViewModel {
    var rows: [OrderedRow]
    var isEmpty: Bool
    /// The position of the first game on this page.
    var first: String
    /// The sentence that a screen reader announces after a move.
    var announcement: String?
    var problem: String?
    var pager: Pager

    /// - Parameters:
    ///   - games: at most `size` + 1 games. One more than `size` means that another page follows.
    ///   - after: the cursor of the address. If `after` is nil, the page is the first.
    init(_ games: [OrderedVideoGame], _ order: ListOrder, after: String?, size: Int, club: Club) {
        let shown = games.prefix(size)
        rows = shown.map {
            OrderedRow($0, order, isLast: $0.game == games.last?.game, after: after, club: club)
        }
        (isEmpty, first) = (shown.isEmpty, "\(shown.first?.number ?? 1)")
        let path = "\(club.path)/library/order?\(order.queryString)"
        pager = Pager(
            first: after == nil ? nil : path,
            next: games.count > size ? shown.last.map { "\(path)&after=\(LibraryPlace($0).text)" } : nil)
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
    var cover: VideoGameCover
    var isFirst: Bool
    var isLast: Bool

    init(_ game: OrderedVideoGame, _ order: ListOrder, isLast: Bool, after: String?, club: Club) {
        (id, place, name) = ("\(game.game)", "\(game.number)", game.name)
        path = VideoGame.path(of: game.game, in: club)
        action = path + "/place"
        (list, shelf, self.after) = (order.state?.rawValue ?? "", order.shelf.map { "\($0)" } ?? "", after ?? "")
        cover = VideoGameCover(game.game, game.name, version: game.coverVersion, in: club)
        (isFirst, self.isLast) = (game.number == 1, isLast)
    }
}
