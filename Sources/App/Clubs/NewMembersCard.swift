import HTMLTemplates
import Postgres

struct NewMembersCard: HubCard {
    static let template = "clubs/card"
    var layout: Layout
    var path: String
    var newest: [MemberRow]

    static func query(for visit: ClubVisit) -> Query<[MemberRecord]>? { ClubQueries().newestMembers(limit: 6) }

    init?(_ newest: [MemberRecord], for visit: ClubVisit) {
        layout = visit.layout
        path = visit.club.path + "/members"
        self.newest = newest.filter { !(visit.membership?.hidden.contains($0.person.id) ?? false) }
            .map { MemberRow($0, club: visit.club, me: visit.membership?.member) }
    }
}
