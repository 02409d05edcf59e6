import HTMLTemplates

struct VisitorRow: ViewModel {
    var person: Person
    var path: String
    /// The words before the time, for example "a friend, here since".
    var words: String
    var since: Moment
    /// The name of the park where the member is. Nil if all members of the list are at the same park.
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

/// The part of a page that shows who is at a park and the waiting times of the rides. This part is updated while the page is open.
struct VisitorsLive: Page {
    static let template = "rides/visitors"
    var layout: Layout
    var visitors: [VisitorRow]
    var isDeserted: Bool
    /// The waiting times of the rides. Rides without reports are left out.
    var waits: [RideWait]

    init(_ visitors: [ParkVisitor], _ waits: [WaitReport], visit: MemberVisit) {
        layout = visit.layout
        self.waits = RideWait.all(waits)
        self.visitors = visitors.map { VisitorRow($0, club: visit.club) }
        isDeserted = visitors.isEmpty
    }
}

struct TodayPage: Page {
    static let template = "rides/today"
    var layout: Layout
    var name: String
    var parkPath: String
    var live: String
    var fragmentTag: String
    var end: String
    var endsAt: String
    var audience: String
    var visitors: [VisitorRow]
    var isDeserted: Bool
    var rides: [RideRow]
    var hasRides: Bool
    var friends: [VisitorRow]
    var myLog: String
    var people: String
    /// The address of the page that shows photos of the park. The member can add a photo on that page. Nil if photos are switched off in
    /// the club.
    var photos: String?

    init(
        _ present: CheckIn, _ rides: [RideEntry], _ waits: [WaitReport], _ visitors: [ParkVisitor], _ friends: [FriendAtPark],
        fragmentTag: String, visit: MemberVisit
    ) {
        let club = visit.club
        layout = visit.layout
        name = present.park.name
        parkPath = Park.path(of: present.park.id, in: club)
        (live, self.fragmentTag, end) = (parkPath + "/live", fragmentTag, club.path + "/today/end")
        endsAt = present.endsAt
        audience =
            switch present.audience {
            case .club: "The club can see this."
            case .friends: "Your friends can see this."
            case .me: "Only you can see this."
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

struct ParkChoice: ViewModel {
    var id: String
    var name: String
    var path: String
    /// The place of the park and, if known, the distance: for example "Saltmarsh, Ireland · 2.3 km". Nil if both are unknown.
    var whereabouts: String?

    init(_ park: Park, distance: Double? = nil, club: Club) {
        (id, name, path) = (park.id.description, park.name, Park.path(of: park.id, in: club))
        let parts = [park.whereabouts, distance.map(Self.distanceLabel) ?? ""].filter { !$0.isEmpty }
        whereabouts = parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// Returns a distance as text, for example "400 m", "2.3 km" or "120 km".
    static func distanceLabel(_ kilometres: Double) -> String {
        let metres = Int((kilometres * 10).rounded()) * 100
        if metres < 1000 { return "\(metres) m" }
        return kilometres < 10 ? "\(Double(metres) / 1000) km" : "\(Int(kilometres.rounded())) km"
    }
}

/// The page on which a member who is not checked in chooses a park to check in at.
struct ParkChoicePage: Page {
    static let template = "rides/park-choice"
    var layout: Layout
    var path: String
    var nearest: String
    var parks: String
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
