import HTMLTemplates
import Hummingbird
import Postgres
import Web

extension RoomKind {
    /// About a ride.
    static let ride = RoomKind(
        "ride", at: "/rides", title: "Talk", invitation: "Nothing said yet. Which seat is the best?", words: "the talk about a ride",
        isKept: true, isOpen: "EXISTS (SELECT FROM rides WHERE id = $2)",
        mayWrite: "EXISTS (SELECT FROM rides WHERE id = $2 FOR KEY SHARE)")
}

extension Room {
    static func ride(_ id: ID<Ride>) -> Room { Room(.ride, id.rawValue) }
}

extension Topic {
    /// How long one waits for a ride.
    static func ride(_ id: ID<Ride>, in club: ID<Club>) -> Topic { Topic(name: "ride:\(club):\(id)") }
}

/// One ride with the talk about it, as a member has it before them.
struct RideTalk: Sendable {
    let visit: MemberVisit
    let id: ID<Ride>
    private static let shownWaits = 1000

    init(_ visit: MemberVisit) throws { (self.visit, id) = (visit, try visit.identifier("ride")) }

    private var talk: Talk { Talk(visit, in: .ride(id)) }
    var newest: Query<[LineRecord]> { talk.newest }

    /// What of the page follows what others do: the wait, and what is said.
    func fragment(draft: Draft = Draft()) -> LiveFragment {
        let wait = LiveFragment.Part(topics: [.ride(id, in: visit.club.id)]) { _ in
            let (entry, reports) = try await visit.read(
                RideQueries().ride(id, to: visit.me), WaitQueries().reports(on: id, limit: Self.shownWaits))
            guard entry != nil else { throw Problem.notFound }
            return try visit.services.templates.render(RideLive(layout: visit.layout, wait: RideWait(id, reports)))
        }
        return LiveFragment(visit: visit, parts: [wait, talk.part(draft)])
    }

    func chat(_ lines: [LineRecord], draft: Draft) -> Chat { Chat(lines, in: .ride(id), visit: visit, draft: draft) }
}

/// How long one waits for a ride, as it follows what is reported.
struct RideLive: Page {
    static let template = "rides/live"
    var layout: Layout
    var wait: RideWait
}

/// What is said about rides.
struct RideTalkRoutes {
    func add(to site: Site) {
        site.memberLive(
            "/c/:club/rides/:ride/live",
            parts: { _, club, ride in ID(ride).map { [.init([.ride($0, in: club)]), .talk(in: .ride($0), of: club)] } }
        ) { visit in
            try RideTalk(visit).fragment()
        }
        ChatRoutes(room: { .ride(try $0.visit.identifier("ride")) }, page: again).add(to: site, below: "/c/:club/rides/:ride")
    }

    @Sendable private func again(_ visit: MemberVisit, _ draft: Draft) async throws -> Response {
        guard visit.wantsRepresentation else { return try await RideRoutes().page(visit, draft: draft) }
        return try await RideTalk(visit).fragment(draft: draft).representation()
    }
}
