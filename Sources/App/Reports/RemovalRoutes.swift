import HTMLTemplates
import Hummingbird
import Postgres

struct RemovalRoutes {
    private let queries = RemovalQueries()
    private static let pageSize = 25

    func add(to site: Site) {
        site.adminGet("/c/:club/removals") { visit in try await show(visit) }
        site.adminPost("/c/:club/removals/:removal/restoration", restore)
    }

    private func show(_ visit: MemberVisit, status: HTTPResponse.Status = .ok, problem: String? = nil) async throws -> Response {
        // A POST request has no cursor, so its response shows the first page.
        let cursor = visit.request.method == .post ? Cursor<Removal>() : try visit.cursor()
        let slice = Slice(try await visit.read(queries.removals(at: cursor, limit: Self.pageSize + 1)), at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: RemovalsPage.path(in: visit.club)) }
        return try visit.page(RemovalsPage(slice, problem: problem, visit: visit), status: status)
    }

    private func restore(_ visit: MemberVisit) async throws -> Response {
        guard let restored = try await visit.write(queries.restore(visit.identifier("removal"), by: visit.me)) else {
            let gone = "This removal no longer exists. It was restored or deleted in the meantime."
            return try await show(visit, status: .notFound, problem: gone)
        }
        if let photo = restored.photo {
            visit.services.announcer.announce(.room(.photo(photo), in: visit.club.id))
        } else if let room = restored.room?.room(among: ChatRoomKind.all) {
            visit.services.announcer.announce(try await ChatVisit(visit, in: room).topicsAfterRemoval())
        }
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: RemovalsPage.path(in: visit.club))
    }
}

struct RemovalsPage: Page {
    static let template = "reports/removals"
    var layout: Layout
    var reports: String
    var removals: [RemovalRow]
    var isEmpty: Bool
    var problem: String?
    let days = Club.adminDaysToRestore
    var pager: Pager

    static func path(in club: Club) -> String { club.path + "/removals" }

    init(_ slice: Slice<Removal, Removal>, problem: String?, visit: MemberVisit) {
        self.problem = problem
        layout = visit.layout
        reports = visit.club.path + "/reports"
        removals = slice.rows.map { RemovalRow($0, visit: visit) }
        isEmpty = slice.rows.isEmpty && slice.isFirst
        pager = slice.pager(at: Self.path(in: visit.club), \.id)
    }
}

struct PhotoRemovalPage: Page {
    static let template = "reports/photo-removal"
    var layout: Layout
    var photo: PhotoView
    var action: String
    let days = Club.adminDaysToRestore

    init(_ photo: Photo, visit: MemberVisit) {
        layout = visit.layout
        self.photo = PhotoView(photo, club: visit.club)
        action = "\(visit.club.path)/reports/photos/\(photo.id)/removal"
    }
}

struct RemovalRow: ViewModel {
    var name: String
    var text: String?
    var picture: PictureView?
    var place: String
    var subject: String
    /// The name of the admin who removed the message or photo. Nil if this admin has left the club.
    var remover: String?
    var removed: Moment
    /// Path that restores the message or photo. Nil if the visitor is its author.
    var restoration: String?

    init(_ removal: Removal, visit: MemberVisit) {
        name = removal.author.displayName
        text = removal.text.isEmpty ? nil : removal.text
        removed = Moment(removal.removedAt)
        picture = removal.picture.map { [removed] in PictureView($0, by: removal.author, removed, club: visit.club) }
        let room = removal.room.map { $0.room(among: ChatRoomKind.all)?.kind.label ?? "a deleted chat room" }
        place = room.map { "Written in \($0)" } ?? "A photo"
        subject = room == nil ? "photo" : "message"
        remover = removal.remover
        restoration =
            removal.author.id == visit.me ? nil : "\(RemovalsPage.path(in: visit.club))/\(removal.id)/restoration"
    }
}
