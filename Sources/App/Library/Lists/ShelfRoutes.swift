import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct ShelfRoutes {
    private let queries = ShelfQueries()
    private static let pageSize = 60

    func add(to site: Site) {
        site.memberGet("/c/:club/library/shelves/new") { visit in try visit.page(ShelfFormPage(ShelfForm(), of: nil, visit: visit)) }
        site.memberGet("/c/:club/library/shelves/:shelf", show)
        site.memberGet("/c/:club/library/shelves/:shelf/edit") { visit in
            let id: ID<Shelf> = try visit.identifier("shelf")
            guard let shelf = try await visit.read(queries.shelf(id, of: visit.me)) else { throw Problem.notFound }
            return try visit.page(ShelfFormPage(ShelfForm(shelf), of: id, visit: visit))
        }
        site.memberPost("/c/:club/library/shelves", on: "/library/shelves/new", add)
        site.memberPost("/c/:club/library/shelves/:shelf", change)
        site.memberPost("/c/:club/library/shelves/:shelf/removal") { visit in
            try visit.spend(.library)
            guard try await visit.write(queries.remove(visit.identifier("shelf"), by: visit.me)) == 1 else { throw Problem.notFound }
            return visit.redirect(to: visit.club.path + "/library")
        }
        site.memberPost("/c/:club/library/games/:video_game/shelves", put)
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let (id, place): (ID<Shelf>, LibraryPlace?) = (try visit.identifier("shelf"), try LibraryPlace(of: visit))
        let (found, games) = try await visit.read(
            queries.shelf(id, to: visit.me, hidden: visit.hidden),
            queries.games(on: id, to: visit.me, after: place, limit: Self.pageSize + 1))
        guard let found else { throw Problem.notFound }
        let path = Shelf.path(of: id, in: visit.club)
        let table = VideoGameTable(games, LibraryView(visit), at: path, isFirst: place == nil, size: Self.pageSize, club: visit.club)
        return try visit.page(ShelfPage(found, table, visit: visit))
    }

    // MARK: Changes

    private func add(_ visit: MemberVisit) async throws -> Response {
        try await answer(ShelfForm(visit.form), of: nil, visit) { form in
            guard let id = try await visit.writeWithMemberLock(queries.add(form, by: visit.me)) else {
                throw Refusal(.unprocessableContent, "You have \(Shelf.limit) shelves, which is the limit. Delete one first.")
            }
            return id
        }
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        let id: ID<Shelf> = try visit.identifier("shelf")
        return try await answer(ShelfForm(visit.form), of: id, visit) { form in
            guard try await visit.write(queries.change(id, to: form, by: visit.me)) == 1 else { throw Problem.notFound }
            return id
        }
    }

    /// Stores a valid form and redirects to the shelf, or shows the form again with an error message.
    private func answer(
        _ form: ShelfForm, of id: ID<Shelf>?, _ visit: MemberVisit, store: (ShelfForm) async throws -> ID<Shelf>
    ) async throws -> Response {
        try await visit.answer {
            if let problem = form.problem { throw Refusal(.unprocessableContent, problem) }
            try visit.spend(.library)
            return visit.redirect(to: Shelf.path(of: try await refusingDuplicateName(await store(form)), in: visit.club))
        } refused: { refusal in
            var form = form
            form.problem = refusal.sentence
            return try visit.page(ShelfFormPage(form, of: id, visit: visit))
        }
    }

    /// Runs `change`. Throws `Refusal` if the member already has a shelf with the new name.
    private func refusingDuplicateName<Result>(_ change: @autoclosure () async throws -> Result) async throws -> Result {
        do {
            return try await change()
        } catch let error as DatabaseError where error.constraint == "shelves_name_once" {
            throw Refusal(.unprocessableContent, "You already have a shelf with this name.")
        }
    }

    private func put(_ visit: MemberVisit) async throws -> Response {
        let game: ID<VideoGame> = try visit.identifier("video_game")
        let shelves = visit.form.values("shelf").prefix(Shelf.limit).compactMap { ID<Shelf>($0) }
        try visit.spend(.library)
        let full = try await visit.writeWithMemberLock(queries.put(game, on: Array(shelves), by: visit.me))
        guard full == 0 else {
            throw Problem(
                status: .unprocessableContent, title: "The shelf is full",
                detail: "\(Shelf.gameLimit) games are on it. Remove one, or start another shelf.",
                action: Problem.Action(label: "Back to the game", href: VideoGame.path(of: game, in: visit.club)))
        }
        return visit.redirect(to: VideoGame.path(of: game, in: visit.club) + "#shelves")
    }
}

struct ShelfPage: Page {
    static let template = "library/shelf"
    var layout: Layout
    var clubName: String
    var name: String
    var isMe: Bool
    var person: Person
    var library: String
    var games: VideoGameTable
    var audience: String
    var order: String
    var edit: String
    var search: String

    init(_ found: OwnedShelf, _ games: VideoGameTable, visit: MemberVisit) {
        let (shelf, club) = (found.shelf, visit.club)
        (layout, clubName, self.games) = (visit.layout, club.name, games)
        (name, isMe) = (shelf.name, shelf.member == visit.me)
        person = found.owner.person(in: club)
        library = club.path + "/library" + (isMe ? "" : "/players/\(found.owner.handle)")
        audience = shelf.audience.visibilityLabel
        (order, edit) = ("\(club.path)/library/order?shelf=\(shelf.id)", Shelf.path(of: shelf.id, in: club) + "/edit")
        search = club.path + "/library/search"
    }
}

struct ShelfFormPage: Page {
    static let template = "library/shelf-form"
    var layout: Layout
    var clubName: String
    var heading: String
    var back: String
    var action: String
    /// Path that deletes the shelf. Nil if the shelf is new.
    var removal: String?
    var name: String
    var audiences: [Choice]
    var problem: String?
    var problems: [FieldProblem]

    init(_ form: ShelfForm, of id: ID<Shelf>?, visit: MemberVisit) {
        let club = visit.club
        (layout, clubName) = (visit.layout, club.name)
        heading = id == nil ? "A new shelf" : "Edit the shelf"
        let path = id.map { Shelf.path(of: $0, in: club) }
        back = path ?? club.path + "/library"
        action = path ?? club.path + "/library/shelves"
        removal = path.map { $0 + "/removal" }
        (name, audiences, problem) = (form.name, Choice.audiences(chosen: form.audience), form.problem)
        problems = FieldProblem.list(["name": form.problem])
    }
}

extension Audience {
    /// A sentence about who can see the list or the shelf, for example "The club can see it.".
    var visibilityLabel: String {
        switch self {
        case .club: "The club can see it."
        case .friends: "Your friends can see it."
        case .me: "Only you can see it."
        }
    }
}
