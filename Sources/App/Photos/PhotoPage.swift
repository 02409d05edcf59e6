import HTMLTemplates

struct PhotoView: ViewModel {
    var path: String
    /// Its page, from which one goes on to the next of the same.
    var link: String
    var person: Person
    var caption: String?
    /// For whoever cannot see it.
    var description: String
    var width: Int
    var height: Int
    /// Who sees it, unless the club does, or whoever is in its conversation.
    var audience: String?
    /// "2 likes"; nil: none yet.
    var likes: String?
    /// "3 comments"; nil: none yet.
    var lines: String?
    var at: Moment

    init(_ photo: Photo, club: Club, in selection: PhotoSelection = .club) {
        path = "\(club.path)/photos/\(photo.id)"
        link = selection.path(to: photo.id, in: club)
        person = photo.author.person(in: club)
        caption = photo.caption.isEmpty ? nil : photo.caption
        description =
            !photo.description.isEmpty
            ? photo.description
            : !photo.caption.isEmpty ? photo.caption : "Photo by \(photo.author.displayName), \(Moment(photo.createdAt).text)"
        (width, height) = (photo.width, photo.height)
        audience =
            switch photo.audience {
            case .friends: "For friends"
            case .me: "Only for you"
            default: photo.isRemoved ? "Removed by an admin" : nil
            }
        likes = photo.likes == 0 ? nil : photo.likes == 1 ? "1 like" : "\(photo.likes) likes"
        lines = photo.lines == 0 ? nil : photo.lines == 1 ? "1 comment" : photo.lines > 99 ? "99+ comments" : "\(photo.lines) comments"
        at = Moment(photo.createdAt)
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
    /// What they are of; nil: of anything.
    var subject: TagView?
    var action: String
    /// Where one's own are.
    var ownPath: String
    /// Where photos are sent from.
    var canAdd: Bool
    /// Whether the form stands open: there is nothing else to see, or something to correct.
    var isOpen: Bool
    var audiences: [Choice]
    /// Where several of one's own are dealt with at once; nil: they are somebody else's, or there are none.
    var selecting: String?
    var photos: [PhotoView]
    var isEmpty: Bool
    var pager: Pager
    var problems: [String] = []
    /// "2 photos were added."; nil: none.
    var added: String?

    init(_ slice: Slice<Photo, Photo>, in selection: PhotoSelection, owner: PersonRecord?, visit: MemberVisit) {
        let club = visit.club
        let all = PhotoSelection.club.path(in: club)
        if case .friends = selection { isOfFriends = true } else { isOfFriends = false }
        layout = visit.layout
        clubName = club.name
        self.owner = owner?.person(in: club)
        ownerPath = owner.map { "\(club.path)/members/\($0.handle)" } ?? ""
        if case .tagged(let subject) = selection { self.subject = TagView(subject, club: club) }
        tabs =
            owner == nil && subject == nil
            ? [
                TabLink(label: "The club", path: all, isHere: !isOfFriends),
                TabLink(label: "Friends", path: PhotoSelection.friends.path(in: club), isHere: isOfFriends),
                TabLink(
                    label: "Yours", path: PhotoSelection.member(visit.me, handle: visit.session.username).path(in: club), isHere: false),
            ] : []
        canAdd = slice.isFirst && !isOfFriends && (owner == nil || owner?.id == visit.me)
        action = subject == nil ? all : selection.path(in: club)
        ownPath = PhotoSelection.member(visit.me, handle: visit.session.username).path(in: club)
        audiences = Choice.audiences(chosen: .club)
        photos = slice.rows.map { PhotoView($0, club: club, in: selection) }
        selecting = owner?.id == visit.me && !photos.isEmpty ? PhotoSelectingPage.path(in: club) : nil
        isEmpty = photos.isEmpty && slice.isFirst
        isOpen = isEmpty
        pager = slice.pager(at: selection.path(in: club), \.id)
    }

    /// What became of photos that were just sent.
    mutating func tell(problems: [String], added: Int, for audience: Audience) {
        self.problems = problems
        audiences = Choice.audiences(chosen: audience)
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
    /// What it is of.
    var tags: [TagView]
    /// Where an admin takes it out; nil: it is not for the visitor to do.
    var removal: String?
    /// When it is gone for good, as an admin has taken it out; nil: nobody has.
    var goneAt: Moment?
    /// As they were written.
    var caption: String
    var description: String
    /// Whether the form stands open: nobody has said what is to be seen, or something is to be corrected.
    var isOpen: Bool
    var audiences: [Choice]
    var likes: LikesView
    /// What is said about it; nil: it belongs to a conversation.
    var chat: Chat?
    /// The ones before and after it, where one came from; nil: there is none.
    var newerPhoto: String?
    var olderPhoto: String?
    /// Where to report it; nil: one's own.
    var reports: String?
    var problem: String?
    var etag: String

    init(_ contents: PhotoVisit.Contents, in selection: PhotoSelection, problem: String?, etag: String, visit: MemberVisit) {
        let (photo, club) = (contents.photo, visit.club)
        chat = contents.chat
        chat?.action = selection.path(to: photo.id, below: "/lines", in: club)
        layout = visit.layout
        self.photo = PhotoView(photo, club: club, in: selection)
        let conversation = photo.conversation.map { Room(.conversation, $0.rawValue) }
        photosPath = conversation.map { club.path + $0.path + "#chat" } ?? selection.path(in: club)
        back = conversation?.kind.title ?? selection.title(photo)
        newerPhoto = contents.neighbours?.newer.map { selection.path(to: $0, in: club) }
        olderPhoto = contents.neighbours?.older.map { selection.path(to: $0, in: club) }
        profile = "\(visit.club.path)/members/\(photo.author.handle)"
        isMine = photo.author.id == visit.me
        tags = contents.subjects.map { TagView($0, club: club) }
        removal = !isMine && visit.isAdmin && photo.audience == .club ? "\(club.path)/reports/photos/\(photo.id)/removal" : nil
        goneAt = photo.goneAt.map { Moment($0) }
        caption = problem == nil ? photo.caption : visit.form.line("caption")
        description = problem == nil ? photo.description : visit.form.line("description")
        isOpen = photo.description.isEmpty || problem != nil
        audiences = photo.audience.map { Choice.audiences(chosen: $0) } ?? []
        likes = LikesView(photo, in: selection, visit: visit)
        reports = isMine || chat == nil ? nil : self.photo.path + "/reports"
        self.problem = problem
        self.etag = etag
    }
}

extension PhotoSelection {
    /// What leads back to it from a photo.
    fileprivate func title(_ photo: Photo) -> String {
        switch self {
        case .club: "Photos"
        case .friends: "Photos by friends"
        case .tagged(let subject): "Photos of \(subject.title)"
        case .member(let member, _): photo.author.id == member ? "Photos by \(photo.author.displayName)" : "Photos"
        }
    }
}

/// What a photo is of.
struct TagView: ViewModel {
    var tag: String
    var title: String
    /// Its other photos.
    var photos: String
    /// Where it is itself.
    var path: String

    init(_ subject: TaggedSubject, club: Club) {
        (tag, title, photos, path) = (subject.tag.text, subject.title, subject.tag.path(in: club), club.path + subject.path)
    }
}

/// Who likes a photo, in numbers, and whether one does.
struct LikesView: ViewModel {
    var like: String
    var unlike: String
    /// Where they are named.
    var people: String
    /// nil: nobody yet.
    var count: String?
    var isLiked: Bool
    /// Nobody likes their own.
    var canLike: Bool

    /// - Parameter selection: what one comes back to without a script.
    init(_ photo: Photo, in selection: PhotoSelection = .club, visit: MemberVisit) {
        like = selection.path(to: photo.id, below: "/like", in: visit.club)
        unlike = selection.path(to: photo.id, below: "/like/removal", in: visit.club)
        people = "\(visit.club.path)/photos/\(photo.id)/likes"
        count = photo.likes == 0 ? nil : photo.likes == 1 ? "1 like" : "\(photo.likes) likes"
        isLiked = photo.isLiked
        canLike = photo.author.id != visit.me && photo.audience != nil
    }
}

/// Everybody who likes a photo.
struct LikesPage: Page {
    static let template = "photos/likes"
    var layout: Layout
    var photo: PhotoView
    var faces: [FaceLink]
    var isEmpty: Bool
    var pager: Pager

    static func path(of photo: Photo, in club: Club) -> String { "\(club.path)/photos/\(photo.id)/likes" }

    init(_ photo: Photo, _ people: Slice<PersonRecord, Member>, visit: MemberVisit) {
        layout = visit.layout
        self.photo = PhotoView(photo, club: visit.club)
        faces = people.rows.map { FaceLink($0, club: visit.club) }
        isEmpty = people.rows.isEmpty
        pager = people.pager(at: Self.path(of: photo, in: visit.club), \.id)
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
