import HTMLTemplates

/// Somebody at a park.
struct VisitorRow: ViewModel {
    var person: Person
    var path: String
    /// "a friend, here since"
    var words: String
    var since: Moment
    /// Where, in a list of several parks.
    var park: String?
    var parkPath: String

    init(_ visitor: ParkVisitor, club: Club) {
        person = visitor.person.person(in: club)
        path = "\(club.path)/members/\(visitor.person.handle)"
        words = visitor.isFriend ? "a friend, here since" : "here since"
        since = Moment(visitor.since)
        (park, parkPath) = (nil, "")
    }

    init(_ friend: FriendAtPark, club: Club) {
        person = friend.person.person(in: club)
        path = "\(club.path)/members/\(friend.person.handle)"
        words = "since"
        since = Moment(friend.since)
        (park, parkPath) = (friend.parkName, Park.path(of: friend.park, in: club))
    }
}

/// Who is at a park now, as it follows those who come and go.
struct VisitorsLive: Page {
    static let template = "rides/visitors"
    var layout: Layout
    var visitors: [VisitorRow]
    var isDeserted: Bool

    /// Of rides of which something was said.
    var waits: [RideWait]

    init(_ visitors: [ParkVisitor], _ waits: [WaitReport], visit: MemberVisit) {
        layout = visit.layout
        self.waits = RideWait.all(waits)
        self.visitors = visitors.map { VisitorRow($0, club: visit.club) }
        isDeserted = visitors.isEmpty
    }
}

/// The park where one is, with its counters.
struct TodayPage: Page {
    static let template = "rides/today"
    var layout: Layout
    var name: String
    var parkPath: String
    var live: String
    var etag: String
    var end: String
    /// By the park's clock: "4:00".
    var endsAt: String
    /// "Friends know."
    var audience: String
    var visitors: [VisitorRow]
    var isDeserted: Bool
    var rides: [RideRow]
    var hasRides: Bool
    var friends: [VisitorRow]
    var myLog: String
    var people: String
    /// Where photos of the park are, and added; nil: the club shows none.
    var photos: String?

    init(
        _ present: CheckIn, _ rides: [RideEntry], _ waits: [WaitReport], _ visitors: [ParkVisitor], _ friends: [FriendAtPark], etag: String,
        visit: MemberVisit
    ) {
        let club = visit.club
        layout = visit.layout
        name = present.park.name
        parkPath = Park.path(of: present.park.id, in: club)
        (live, self.etag, end) = (parkPath + "/live", etag, club.path + "/today/end")
        endsAt = present.endsAt
        audience =
            switch present.audience {
            case .club: "The club knows."
            case .friends: "Your friends know."
            case .me: "Nobody knows."
            }
        self.visitors = visitors.map { VisitorRow($0, club: club) }
        isDeserted = visitors.isEmpty
        self.rides = rides.filter { $0.ride.facts.status == .operating }.map { RideRow($0, waits, from: .today, visit: visit) }
        hasRides = !self.rides.isEmpty
        photos = club.parts.has(.photos) ? PhotoTag(RideFeature.parkTag, present.park.id.rawValue).path(in: club) : nil
        (myLog, people) = (LapsPage.path(of: visit.session.username, in: club), club.path + "/parks/people")
        self.friends = friends.filter { $0.park != present.park.id }.map { VisitorRow($0, club: club) }
    }
}

/// A park where one may be.
struct ParkChoice: ViewModel {
    var id: String
    var name: String
    var path: String
    /// "Saltmarsh, Ireland · 2.3 km"
    var whereabouts: String?

    init(_ park: Park, distance: Double? = nil, club: Club) {
        (id, name, path) = (park.id.description, park.name, Park.path(of: park.id, in: club))
        let parts = [park.whereabouts, distance.map(Self.words) ?? ""].filter { !$0.isEmpty }
        whereabouts = parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// "400 m", "2.3 km", "120 km"
    static func words(_ kilometres: Double) -> String {
        let metres = Int((kilometres * 10).rounded()) * 100
        if metres < 1000 { return "\(metres) m" }
        return kilometres < 10 ? "\(Double(metres) / 1000) km" : "\(Int(kilometres.rounded())) km"
    }
}

/// Where one is in no park: those to choose from.
struct ParkChoicePage: Page {
    static let template = "rides/park-choice"
    var layout: Layout
    var path: String
    var nearest: String
    var parks: String
    /// "The nearest first"
    var title: String
    var choices: [ParkChoice]
    var isEmpty: Bool
    var audiences: [Choice]
    var friends: [VisitorRow]
    var problem: String?

    init(_ title: String, _ choices: [ParkChoice], _ audience: Audience, _ friends: [FriendAtPark], problem: String?, visit: MemberVisit) {
        let club = visit.club
        layout = visit.layout
        (path, parks) = (club.path + "/today", club.path + "/parks")
        nearest = path + "/nearest"
        (self.title, self.choices, isEmpty) = (title, choices, choices.isEmpty)
        audiences = Choice.audiences(chosen: audience)
        self.friends = friends.map { VisitorRow($0, club: club) }
        self.problem = problem
    }
}
