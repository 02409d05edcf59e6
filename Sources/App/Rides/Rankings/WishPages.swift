import HTMLTemplates

struct WishRow: ViewModel {
    var id: String
    var ride: String
    var path: String
    var park: String
    var removal: String

    init(_ wish: Wish, club: Club) {
        (id, ride, park) = (wish.ride.id.description, wish.ride.name, wish.ride.parkName)
        path = Ride.path(of: wish.ride.id, in: club)
        removal = path + "/wish/removal"
    }
}

struct WishList: ViewModel {
    var open: [WishRow]
    var fulfilled: [WishRow]
    var isMine: Bool
    var isEmpty: Bool
    var parks: String
    var announcement: String?
    var problem: String?

    init(_ wishes: [Wish], isMine: Bool, announcement: String? = nil, problem: String? = nil, club: Club) {
        open = wishes.filter { !$0.isFulfilled }.map { WishRow($0, club: club) }
        fulfilled = wishes.filter(\.isFulfilled).map { WishRow($0, club: club) }
        (self.isMine, isEmpty, parks) = (isMine, open.isEmpty, club.path + "/parks")
        (self.announcement, self.problem) = (announcement, problem)
    }
}

struct WishesPage: Page {
    static let template = "rides/wishes"
    var layout: Layout
    var person: Person
    var log: String
    var isMe: Bool
    var wishes: WishList

    init(_ person: PersonRecord, _ wishes: WishList, visit: MemberVisit) {
        layout = visit.layout
        (self.person, self.wishes) = (person.person(in: visit.club), wishes)
        (log, isMe) = (LapsPage.path(of: person.handle, in: visit.club), wishes.isMine)
    }
}

struct WishesLive: Page {
    static let template = "rides/wished"
    var layout: Layout
    var wishes: WishList
}
