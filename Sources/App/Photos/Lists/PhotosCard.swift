import HTMLTemplates
import Postgres

struct PhotosCard: HubCard {
    static let template = "photos/card"
    var layout: Layout
    var path: String
    var photos: [PhotoView]

    static func query(for visit: ClubVisit) -> Query<[Photo]>? {
        visit.membership.map { PhotoFeedQueries().feed(to: $0.member, hidden: $0.hidden, at: Cursor(), limit: 4) }
    }

    init?(_ photos: [Photo], for visit: ClubVisit) {
        layout = visit.layout
        path = visit.club.path + "/photos"
        self.photos = photos.map { PhotoView($0, club: visit.club) }
    }
}
