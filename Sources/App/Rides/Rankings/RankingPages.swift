import HTMLTemplates

/// The mean rank of a ride, with a form that ranks the ride and a form that puts the ride on the wish list.
struct RideRankSummary: ViewModel {
    var name: String
    /// The mean rank in words, for example "Average rank 3.2, by 14 members". Nil if nobody has ranked the ride.
    var mean: String?
    var place: String?
    var isRidden: Bool
    var isWished: Bool
    var rank: String
    var wish: String
    var ranking: String
    var wishes: String
    var announcement: String?
    var problem: String?

    init(_ record: RideRankSummaryRecord, announcement: String? = nil, problem: String? = nil, visit: MemberVisit) {
        let (path, log) = (Ride.path(of: record.ride, in: visit.club), LapsPage.path(of: visit.session.username, in: visit.club))
        name = record.name
        let members = record.members == 1 ? "1 member" : "\(record.members) members"
        mean = record.mean.map { "Average rank \(MeanRank.label($0)), by \(members)" }
        place = record.place.map { "\($0)" }
        (isRidden, isWished) = (record.isRidden, record.isWished)
        (rank, wish, ranking, wishes) = (path + "/rank", path + "/wish", log + "/ranking", log + "/wishes")
        (self.announcement, self.problem) = (announcement, problem)
    }
}

struct RideRankSummaryLive: Page {
    static let template = "rides/opinion"
    var layout: Layout
    var opinion: RideRankSummary
}

struct RankRow: ViewModel {
    var id: String
    var place: String
    var ride: String
    var path: String
    var park: String
    var action: String
    var isFirst: Bool
    var isLast: Bool

    init(_ ride: RideName, place: Int, of count: Int, club: Club) {
        (id, self.ride, park) = (ride.id.description, ride.name, ride.parkName)
        path = Ride.path(of: ride.id, in: club)
        action = path + "/rank"
        self.place = "\(place)"
        (isFirst, isLast) = (place == 1, place == count)
    }
}

struct RankingList: ViewModel {
    var rows: [RankRow]
    var unranked: [RankRow]
    var isMine: Bool
    var isEmpty: Bool
    var announcement: String?
    var problem: String?

    /// Numbers the rides from 1, so that gaps between the `places` are not visible.
    init(
        _ places: [RankedPlace], _ unranked: [MemberRide], isMine: Bool, announcement: String? = nil, problem: String? = nil, club: Club
    ) {
        rows = places.enumerated().map { RankRow($1.ride, place: $0 + 1, of: places.count, club: club) }
        self.unranked = unranked.map { RankRow($0.ride, place: 0, of: 0, club: club) }
        (self.isMine, isEmpty) = (isMine, places.isEmpty)
        (self.announcement, self.problem) = (announcement, problem)
    }
}

struct RankingPage: Page {
    static let template = "rides/ranking"
    var layout: Layout
    var person: Person
    var log: String
    var isMe: Bool
    var ranking: RankingList

    init(_ person: PersonRecord, _ ranking: RankingList, visit: MemberVisit) {
        layout = visit.layout
        (self.person, self.ranking) = (person.person(in: visit.club), ranking)
        (log, isMe) = (LapsPage.path(of: person.handle, in: visit.club), ranking.isMine)
    }
}

struct RankingLive: Page {
    static let template = "rides/ranked"
    var layout: Layout
    var ranking: RankingList
}
