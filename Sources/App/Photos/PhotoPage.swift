import HTMLTemplates

struct PhotoView: ViewModel {
    var path: String
    var person: Person
    var caption: String?
    /// For whoever cannot see it.
    var description: String
    var width: Int
    var height: Int
    var at: String
    var atText: String

    init(_ photo: Photo, club: Club) {
        let moment = Moment(photo.createdAt)
        path = "\(club.path)/photos/\(photo.id)"
        person = photo.author.person
        caption = photo.caption.isEmpty ? nil : photo.caption
        description =
            !photo.description.isEmpty ? photo.description : !photo.caption.isEmpty ? photo.caption : "Photo by \(photo.author.displayName)"
        (width, height) = (photo.width, photo.height)
        (at, atText) = (moment.iso, moment.text)
    }
}

struct PhotosPage: Page {
    static let template = "photos/photos"
    var layout: Layout
    var clubName: String
    /// Whose they are; nil: the whole club's.
    var owner: Person?
    var ownerPath: String
    var action: String
    /// Where photos are sent from.
    var canAdd: Bool
    var photos: [PhotoView]
    var isEmpty: Bool
    var isFirst: Bool
    var nextPage: String?
    var firstPage: String
    var problems: [String]
    /// "2 photos were added."; nil: none.
    var added: String?

    init(
        _ found: [Photo], limit: Int, isFirst: Bool, owner: PersonRecord? = nil, problems: [String] = [], added: Int = 0,
        visit: MemberVisit
    ) {
        let (club, shown) = (visit.club, found.prefix(limit))
        let path = club.path + "/photos" + (owner.map { "?of=\($0.handle)" } ?? "")
        self.owner = owner?.person
        ownerPath = owner.map { "\(club.path)/members/\($0.handle)" } ?? ""
        canAdd = isFirst && (owner == nil || owner?.id == visit.me)
        layout = visit.layout
        clubName = club.name
        action = club.path + "/photos"
        photos = shown.filter { !visit.hidden.contains($0.author.id) }.map { PhotoView($0, club: club) }
        isEmpty = photos.isEmpty
        self.isFirst = isFirst
        nextPage = found.count > limit ? shown.last.map { "\(path)\(owner == nil ? "?" : "&")before=\($0.id)" } : nil
        firstPage = path
        self.problems = problems
        self.added = added == 0 ? nil : added == 1 ? "One photo was added." : "\(added) photos were added."
    }
}

struct PhotoPage: Page {
    static let template = "photos/photo"
    var layout: Layout
    var photo: PhotoView
    var photosPath: String
    var profile: String
    var isMine: Bool
    var canRemove: Bool
    /// As they were written.
    var caption: String
    var description: String
    var problem: String?

    init(_ photo: Photo, problem: String?, visit: MemberVisit) {
        layout = visit.layout
        self.photo = PhotoView(photo, club: visit.club)
        photosPath = visit.club.path + "/photos"
        profile = "\(visit.club.path)/members/\(photo.author.handle)"
        isMine = photo.author.id == visit.me
        canRemove = isMine || visit.isAdmin
        caption = problem == nil ? photo.caption : visit.form.line("caption")
        description = problem == nil ? photo.description : visit.form.line("description")
        self.problem = problem
    }
}

struct PhotoDeletionPage: Page {
    static let template = "photos/removal"
    var layout: Layout
    var photo: PhotoView
}
