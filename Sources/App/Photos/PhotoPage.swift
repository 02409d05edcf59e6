import HTMLTemplates

struct PhotoView: ViewModel {
    var path: String
    /// The path of the photo's page. Its query names the list (the selection), so that the page links to the next photo in the same list.
    var link: String
    var person: Person
    var caption: String?
    /// The alternative text.
    var description: String
    var width: Int
    var height: Int
    /// Who can see the photo, in words, such as "For friends". Nil if the photo is for the club or for a conversation.
    var audience: String?
    /// The number of likes in words, for example "2 likes". Nil if there are none.
    var likes: String?
    /// The number of comments in words, for example "3 comments". Nil if there are none.
    var comments: String?
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
        let count = photo.commentCount
        comments = count == 0 ? nil : count == 1 ? "1 comment" : count > 99 ? "99+ comments" : "\(count) comments"
        at = Moment(photo.createdAt)
    }
}

struct PhotosPage: Page {
    static let template = "photos/photos"
    var layout: Layout
    var clubName: String
    /// The member whose photos are listed. Nil if the list is not that of one member.
    var owner: Person?
    var ownerPath: String
    var tabs: [TabLink]
    var isOfFriends: Bool
    /// The tag that all listed photos have. Nil if the list is not that of a tag.
    var subject: TagView?
    var action: String
    var ownPath: String
    var canAdd: Bool
    /// Whether the page shows the form opened, because the list is empty or there is a problem to correct.
    var isOpen: Bool
    var limits = PhotoFileLimits()
    var audiences: [Choice]
    /// The path of the page to change several photos at once. Nil if the listed photos are not the visitor's own, or there are none.
    var selecting: String?
    var photos: [PhotoView]
    var isEmpty: Bool
    var pager: Pager
    var problems: [String] = []
    /// The result of an upload in words, for example "2 photos were added." Nil if no photo was added.
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

    mutating func showUploadResult(problems: [String], added: Int, for audience: Audience) {
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
    var tags: [TagView]
    /// The path of the form to remove the photo as an admin. Nil if the visitor may not remove it.
    var removal: String?
    /// When a removed photo will be deleted for good. Nil if no admin has removed the photo.
    var goneAt: Moment?
    /// The caption and the description in the form. If there is a problem, they are the texts that the visitor typed, else the stored
    /// texts.
    var caption: String
    var description: String
    /// Whether the page shows the form opened, because the alternative text is missing or there is a problem to correct.
    var isOpen: Bool
    var audiences: [Choice]
    var likes: LikesView
    /// The comments on the photo. Nil if the photo belongs to a conversation, or an admin has removed it.
    var chat: Chat?
    /// Paths of the next newer photo (`newerPhoto`) and the next older photo (`olderPhoto`) in the list. Nil at the ends of the list.
    var newerPhoto: String?
    var olderPhoto: String?
    /// The path of the form to report the photo. Nil for the visitor's own photo, and if there is no chat.
    var reports: String?
    var problem: String?
    var fragmentTag: String

    init(_ contents: PhotoVisit.Contents, in selection: PhotoSelection, problem: String?, fragmentTag: String, visit: MemberVisit) {
        let (photo, club) = (contents.photo, visit.club)
        chat = contents.chat
        chat?.action = selection.path(to: photo.id, below: "/messages", in: club)
        layout = visit.layout
        self.photo = PhotoView(photo, club: club, in: selection)
        let conversation = photo.conversation.map { ChatRoom(.conversation, $0.rawValue) }
        photosPath = conversation.map { club.path + $0.path + "#chat" } ?? selection.path(in: club)
        back = conversation?.kind.title ?? selection.title(photo)
        newerPhoto = contents.neighbours?.newer.map { selection.path(to: $0, in: club) }
        olderPhoto = contents.neighbours?.older.map { selection.path(to: $0, in: club) }
        profile = "\(visit.club.path)/members/\(photo.author.handle)"
        isMine = photo.author.id == visit.me
        tags = contents.subjects.map { TagView($0, club: club) }
        removal = !isMine && visit.isAdmin && photo.audience == .club ? "\(club.path)/reports/photos/\(photo.id)/removal" : nil
        goneAt = photo.willBeDeletedAt.map { Moment($0) }
        caption = problem == nil ? photo.caption : visit.form.line("caption")
        description = problem == nil ? photo.description : visit.form.line("description")
        isOpen = photo.description.isEmpty || problem != nil
        audiences = photo.audience.map { Choice.audiences(chosen: $0) } ?? []
        likes = LikesView(photo, in: selection, visit: visit)
        reports = isMine || chat == nil ? nil : self.photo.path + "/reports"
        self.problem = problem
        self.fragmentTag = fragmentTag
    }
}

extension PhotoSelection {
    fileprivate func title(_ photo: Photo) -> String {
        switch self {
        case .club: "Photos"
        case .friends: "Photos by friends"
        case .tagged(let subject): "Photos of \(subject.title)"
        case .member(let member, _): photo.author.id == member ? "Photos by \(photo.author.displayName)" : "Photos"
        }
    }
}

struct TagView: ViewModel {
    var tag: String
    var title: String
    /// Path of the photos with the same tag.
    var photos: String
    /// Path of the ride, the park or the video game.
    var path: String

    init(_ subject: TaggedSubject, club: Club) {
        (tag, title, photos, path) = (subject.tag.text, subject.title, subject.tag.path(in: club), club.path + subject.path)
    }
}

struct LikesView: ViewModel {
    var like: String
    var unlike: String
    var people: String
    /// The number of likes in words, for example "2 likes". Nil if there are none.
    var count: String?
    var isLiked: Bool
    /// Whether the visitor may like the photo. False for their own photos, and for photos that are removed or in a conversation.
    var canLike: Bool

    /// - Parameter selection: The list to which the forms return without JavaScript.
    init(_ photo: Photo, in selection: PhotoSelection = .club, visit: MemberVisit) {
        like = selection.path(to: photo.id, below: "/like", in: visit.club)
        unlike = selection.path(to: photo.id, below: "/like/removal", in: visit.club)
        people = "\(visit.club.path)/photos/\(photo.id)/likes"
        count = photo.likes == 0 ? nil : photo.likes == 1 ? "1 like" : "\(photo.likes) likes"
        isLiked = photo.isLiked
        canLike = photo.author.id != visit.me && photo.audience != nil
    }
}

struct LikesPage: Page {
    static let template = "photos/likes"
    var layout: Layout
    var photo: PhotoView
    var avatars: [AvatarLink]
    var isEmpty: Bool
    var pager: Pager

    static func path(of photo: Photo, in club: Club) -> String { "\(club.path)/photos/\(photo.id)/likes" }

    init(_ photo: Photo, _ people: Slice<PersonRecord, Member>, visit: MemberVisit) {
        layout = visit.layout
        self.photo = PhotoView(photo, club: visit.club)
        avatars = people.rows.map { AvatarLink($0, club: visit.club) }
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
