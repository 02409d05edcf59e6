import HTMLTemplates
import Postgres

struct ProfilePhotos: ProfileSection {
    static let template = "photos/profile"
    var layout: Layout
    var person: Person
    var photos: [PhotoView]
    var path: String

    private static let maxPhotos = 6

    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<[Photo]> {
        PhotoFeedQueries().photos(of: member, to: visit.me, hidden: visit.hidden, at: Cursor(), limit: maxPhotos)
    }

    init?(_ photos: [Photo], in context: ProfileContext) {
        guard !photos.isEmpty else { return nil }
        let (owner, club) = (context.profile.person, context.club)
        let selection = PhotoSelection.member(owner.id, handle: owner.handle)
        layout = context.visit.layout
        person = owner.person(in: club)
        self.photos = photos.map { PhotoView($0, club: club, in: selection) }
        path = selection.path(in: club)
    }
}
