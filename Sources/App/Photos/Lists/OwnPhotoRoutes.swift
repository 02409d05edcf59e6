import HTMLTemplates
import Hummingbird
import Postgres

struct OwnPhotoRoutes {
    private let queries = PhotoQueries()
    private let feeds = PhotoFeedQueries()
    private static let pageSize = 60

    func add(to site: Site) {
        site.memberGet("/c/:club/photos/selection") { visit in try await show(visit) }
        site.memberPost("/c/:club/photos/selection", change)
        site.memberGet("/c/:club/photos/selection/removal", confirmRemoval)
        site.memberPost("/c/:club/photos/selection/removal", remove)
    }

    private func show(
        _ visit: MemberVisit, status: HTTPResponse.Status = .ok, problem: String? = nil, done: String? = nil
    ) async throws -> Response {
        // The response to a form shows the first page.
        let cursor = visit.request.method == .post ? Cursor<Photo>() : try visit.cursor()
        let found = try await visit.read(feeds.photos(of: visit.me, to: visit.me, hidden: [], at: cursor, limit: Self.pageSize + 1))
        let slice = Slice(found, at: cursor, size: Self.pageSize)
        guard !slice.leadsToFirst else { return visit.redirect(to: PhotoSelectingPage.path(in: visit.club)) }
        return try visit.page(PhotoSelectingPage(slice, problem: problem, done: done, visit: visit), status: status)
    }

    /// Throws `Refusal` if no photo is selected.
    private func selectedPhotos(_ visit: MemberVisit) throws -> [ID<Photo>] {
        let photos = Set(visit.form.values("photo").prefix(Self.pageSize).compactMap { ID<Photo>($0) })
        guard !photos.isEmpty else { throw Refusal(.unprocessableContent, "Choose the photos first.") }
        return Array(photos)
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            let photos = try selectedPhotos(visit)
            guard visit.form["deed"] != "removal" else {
                return visit.redirect(to: PhotosDeletionPage.path(of: photos, in: visit.club))
            }
            guard let audience = Audience(rawValue: visit.form["deed"]) else {
                throw Refusal(.unprocessableContent, "Choose what to do with the photos.")
            }
            let (changed, _) = try await visit.write(
                queries.setAudience(of: photos, by: visit.me, to: audience), PhotoBadges.photos.award(to: [visit.me]))
            guard !changed.isEmpty else { throw Problem.notFound }
            announce(changed, visit)
            let subject = changed.count == 1 ? "One photo is" : "\(changed.count) photos are"
            let audienceText = audience == .club ? "for the club" : audience == .friends ? "for your friends" : "only for you"
            return try await show(visit, done: "\(subject) \(audienceText) now.")
        } refused: { refusal in
            try await show(visit, status: refusal.status, problem: refusal.sentence)
        }
    }

    private func confirmRemoval(_ visit: MemberVisit) async throws -> Response {
        let numbers = (visit.query("photos") ?? "").split(separator: ",").prefix(Self.pageSize)
        let mine = try await visit.read(feeds.ownPhotos(numbers.compactMap { ID<Photo>(String($0)) }, of: visit.me))
        guard !mine.isEmpty else { throw Problem.notFound }
        return try visit.page(PhotosDeletionPage(mine, visit: visit))
    }

    private func remove(_ visit: MemberVisit) async throws -> Response {
        try await visit.answer {
            let (deleted, _) = try await visit.write(
                queries.delete(try selectedPhotos(visit), by: visit.me), PhotoBadges.photos.award(to: [visit.me]))
            announce(deleted, visit)
            visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
            return try await show(visit, done: deleted.count == 1 ? "One photo is deleted." : "\(deleted.count) photos are deleted.")
        } refused: { refusal in
            try await show(visit, status: refusal.status, problem: refusal.sentence)
        }
    }

    private func announce(_ photos: [ID<Photo>], _ visit: MemberVisit) {
        visit.services.announcer.announce(photos.map { .room(.photo($0), in: visit.club.id) } + [.lobby(visit.club.id)])
    }
}

struct PhotoSelectingPage: Page {
    static let template = "photos/selection"
    var layout: Layout
    var photosPath: String
    var action: String
    var photos: [SelectablePhoto]
    var isEmpty: Bool
    var pager: Pager
    var problem: String?
    var done: String?

    static func path(in club: Club) -> String { club.path + "/photos/selection" }

    init(_ slice: Slice<Photo, Photo>, problem: String?, done: String?, visit: MemberVisit) {
        let selection = PhotoSelection.member(visit.me, handle: visit.session.username)
        layout = visit.layout
        photosPath = selection.path(in: visit.club)
        action = Self.path(in: visit.club)
        photos = slice.rows.map { SelectablePhoto($0, club: visit.club) }
        isEmpty = slice.rows.isEmpty && slice.isFirst
        pager = slice.pager(at: action, \.id)
        (self.problem, self.done) = (problem, done)
    }
}

struct SelectablePhoto: ViewModel {
    var id: String
    var photo: PhotoView

    init(_ photo: Photo, club: Club) {
        id = photo.id.description
        self.photo = PhotoView(photo, club: club)
    }
}

struct PhotosDeletionPage: Page {
    static let template = "photos/removals"
    var layout: Layout
    /// The photos in words: "this photo" or "these 3 photos".
    var words: String
    var isOne: Bool
    var photos: [SelectablePhoto]
    var action: String
    var back: String

    static func path(in club: Club) -> String { PhotoSelectingPage.path(in: club) + "/removal" }

    static func path(of photos: [ID<Photo>], in club: Club) -> String {
        path(in: club) + "?photos=" + photos.map(\.description).joined(separator: ",")
    }

    init(_ photos: [Photo], visit: MemberVisit) {
        layout = visit.layout
        isOne = photos.count == 1
        words = photos.count == 1 ? "this photo" : "these \(photos.count) photos"
        self.photos = photos.map { SelectablePhoto($0, club: visit.club) }
        back = PhotoSelectingPage.path(in: visit.club)
        action = Self.path(in: visit.club)
    }
}
