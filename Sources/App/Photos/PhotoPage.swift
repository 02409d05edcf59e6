import HTMLTemplates

struct PhotoView: ViewModel {
    var path: String
    var person: Person
    var caption: String?
    /// For whoever cannot see it.
    var description: String
    var width: Int
    var height: Int
    /// Who sees it, unless the club does.
    var audience: String?
    /// "2 likes"; nil: none yet.
    var likes: String?
    /// "3 comments"; nil: none yet.
    var lines: String?
    var at: String
    var atText: String

    init(_ photo: Photo, club: Club) {
        let moment = Moment(photo.createdAt)
        path = "\(club.path)/photos/\(photo.id)"
        person = photo.author.person(in: club)
        caption = photo.caption.isEmpty ? nil : photo.caption
        description =
            !photo.description.isEmpty ? photo.description : !photo.caption.isEmpty ? photo.caption : "Photo by \(photo.author.displayName)"
        (width, height) = (photo.width, photo.height)
        audience = photo.audience == .friends ? "For friends" : photo.audience == .me ? "Only for you" : nil
        likes = photo.likes == 0 ? nil : photo.likes == 1 ? "1 like" : "\(photo.likes) likes"
        lines = photo.lines == 0 ? nil : photo.lines == 1 ? "1 comment" : photo.lines > 99 ? "99+ comments" : "\(photo.lines) comments"
        (at, atText) = (moment.iso, moment.text)
    }
}

struct PhotosPage: Page {
    static let template = "photos/photos"
    var layout: Layout
    var clubName: String
    /// Whose they are; nil: the whole club's, or one's friends'.
    var owner: Person?
    var ownerPath: String
    var tabs: [TabLink]
    var isOfFriends: Bool
    var action: String
    /// Where photos are sent from.
    var canAdd: Bool
    /// Whether the form stands open: there is nothing else to see, or something to correct.
    var isOpen: Bool
    var audiences: [Choice]
    var photos: [PhotoView]
    var isEmpty: Bool
    var isFirst: Bool
    var nextPage: String?
    var firstPage: String
    var problems: [String] = []
    /// "2 photos were added."; nil: none.
    var added: String?

    init(_ found: [Photo], limit: Int, isFirst: Bool, owner: PersonRecord?, isOfFriends: Bool, visit: MemberVisit) {
        let (club, shown) = (visit.club, found.prefix(limit))
        let all = club.path + "/photos"
        let query = owner.map { "of=\($0.handle)" } ?? (isOfFriends ? "from=friends" : "")
        layout = visit.layout
        clubName = club.name
        self.owner = owner?.person(in: club)
        ownerPath = owner.map { "\(club.path)/members/\($0.handle)" } ?? ""
        self.isOfFriends = isOfFriends
        tabs =
            owner == nil
            ? [
                TabLink(label: "The club", path: all, isHere: !isOfFriends),
                TabLink(label: "Friends", path: all + "?from=friends", isHere: isOfFriends),
                TabLink(label: "Yours", path: "\(all)?of=\(visit.session.username)", isHere: false),
            ] : []
        canAdd = isFirst && !isOfFriends && (owner == nil || owner?.id == visit.me)
        action = all
        audiences = Choice.audiences(chosen: .club)
        photos = shown.map { PhotoView($0, club: club) }
        isEmpty = photos.isEmpty && isFirst
        isOpen = isEmpty
        self.isFirst = isFirst
        nextPage = found.count > limit ? shown.last.map { "\(all)?\(query)\(query.isEmpty ? "" : "&")before=\($0.id)" } : nil
        firstPage = all + (query.isEmpty ? "" : "?\(query)")
    }

    /// What became of photos that were just sent.
    mutating func tell(problems: [String], added: Int) {
        self.problems = problems
        isOpen = isEmpty || !problems.isEmpty
        self.added = added == 0 ? nil : added == 1 ? "One photo was added." : "\(added) photos were added."
    }
}

struct PhotoPage: Page {
    static let template = "photos/photo"
    var layout: Layout
    var photo: PhotoView
    var photosPath: String
    var back: String
    var profile: String
    var isMine: Bool
    var canRemove: Bool
    /// As they were written.
    var caption: String
    var description: String
    /// Whether the form stands open: nobody has said what is to be seen, or something is to be corrected.
    var isOpen: Bool
    var audiences: [Choice]
    var likes: LikesView
    /// What is said about it; nil: it belongs to a conversation.
    var chat: Chat?
    /// Where to report it; nil: one's own.
    var reports: String?
    var problem: String?
    var etag: String

    init(_ photo: Photo, chat: Chat?, problem: String?, etag: String, visit: MemberVisit) {
        layout = visit.layout
        self.photo = PhotoView(photo, club: visit.club)
        photosPath = visit.club.path + (chat == nil ? "/messages" : "/photos")
        back = chat == nil ? "Messages" : "Photos"
        profile = "\(visit.club.path)/members/\(photo.author.handle)"
        isMine = photo.author.id == visit.me
        canRemove = isMine || visit.isAdmin && photo.audience == .club
        caption = problem == nil ? photo.caption : visit.form.line("caption")
        description = problem == nil ? photo.description : visit.form.line("description")
        isOpen = photo.description.isEmpty || problem != nil
        audiences = photo.audience.map { Choice.audiences(chosen: $0) } ?? []
        likes = LikesView(photo, visit: visit)
        self.chat = chat
        reports = isMine || chat == nil ? nil : self.photo.path + "/reports"
        self.problem = problem
        self.etag = etag
    }
}

/// Who likes a photo, in numbers, and whether one does.
struct LikesView: ViewModel {
    var path: String
    /// nil: nobody yet.
    var count: String?
    var isLiked: Bool
    /// Nobody likes their own.
    var canLike: Bool

    init(_ photo: Photo, visit: MemberVisit) {
        path = "\(visit.club.path)/photos/\(photo.id)/like"
        count = photo.likes == 0 ? nil : photo.likes == 1 ? "1 like" : "\(photo.likes) likes"
        isLiked = photo.isLiked
        canLike = photo.author.id != visit.me && photo.audience != nil
    }
}

struct PhotoLive: Page {
    static let template = "photos/live"
    var layout: Layout
    var likes: LikesView
}

struct PhotoDeletionPage: Page {
    static let template = "photos/removal"
    var layout: Layout
    var photo: PhotoView
}

/// Where somebody else's photo is reported.
struct PhotoReportPage: Page {
    static let template = "photos/report"
    var layout: Layout
    var photo: PhotoView
    var report: ReportForm
    var problem: String?

    init(_ photo: Photo, isReported: Bool, problem: String?, visit: MemberVisit) {
        layout = visit.layout
        self.photo = PhotoView(photo, club: visit.club)
        report = ReportForm(
            self.photo.path + "/reports", "photo", "shared", by: photo.author, isReported: isReported, club: visit.club)
        self.problem = problem
    }
}
