import HTMLTemplates
import Hummingbird
import Postgres
import Web

struct MemberSuggestionRoutes {
    private let queries = MemberSuggestionQueries()

    func add(to site: Site) { site.memberGet("/c/:club/parks/people", show) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let (me, hidden, shown) = (visit.me, visit.hidden, SuggestionGroups.shown)
        // The member whom the visitor has just asked to be friends.
        let asked = visit.query("asked").flatMap { ID<Member>($0) } ?? me
        // Later queries have higher limits, because later groups leave out the members of earlier groups.
        let (here, neighbours, riders, present, home, hasRidden, person, relationship) = try await visit.read(
            queries.membersAtSamePark(as: me, hidden: hidden, limit: shown),
            queries.membersWithSameHomePark(as: me, hidden: hidden, limit: 2 * shown),
            queries.membersWithSameRides(as: me, hidden: hidden, limit: 3 * shown),
            CheckInQueries().currentCheckIn(of: me), HomeParkQueries().home(of: me),
            queries.hasRidden(me), ClubDirectoryQueries().person(asked), Relationship.query(of: me, to: asked))
        var groups = SuggestionGroups(club: visit.club)
        groups.add("here-now", "Here now", at: present?.park.name, here)
        groups.add("same-home", "The same home park", at: home?.name, neighbours)
        groups.add("same-rides", "The same rides", riders)
        var page = MemberSuggestionsPage(groups.all, visit: visit)
        page.addHints(isHere: present != nil, hasHome: home != nil, hasRidden: hasRidden, in: visit.club)
        if let person, relationship.isFollowed, !hidden.contains(person.id) {
            page.asked = person.displayName
            page.isFriend = relationship.isFriend
        }
        return try visit.page(page)
    }
}
