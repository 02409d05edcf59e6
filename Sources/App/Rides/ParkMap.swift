import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// A part of the map, in degrees.
enum MapRegion: String, CaseIterable {
    case world, europe, africa, asia, oceania
    case northAmerica = "north-america"
    case southAmerica = "south-america"

    var label: String {
        switch self {
        case .world: "The world"
        case .europe: "Europe"
        case .africa: "Africa"
        case .asia: "Asia"
        case .oceania: "Oceania"
        case .northAmerica: "North America"
        case .southAmerica: "South America"
        }
    }

    var bounds: (west: Double, north: Double, east: Double, south: Double) {
        switch self {
        case .world: (-180, 84, 180, -58)
        case .europe: (-25, 72, 45, 34)
        case .africa: (-25, 38, 60, -36)
        case .asia: (35, 60, 150, -12)
        case .oceania: (105, 5, 180, -50)
        case .northAmerica: (-170, 75, -50, 10)
        case .southAmerica: (-95, 15, -30, -57)
        }
    }
}

/// Where the parks are, and which friends are there.
struct MapRoutes {
    private static let (shownParks, shownFriends) = (500, 200)

    func add(to site: Site) { site.memberGet("/c/:club/parks/map", show) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let text = visit.query("region")
        guard let region = text == nil ? .world : text.flatMap(MapRegion.init(rawValue:)) else { throw Problem.notFound }
        let bounds = region.bounds
        let queries = CheckInQueries()
        let (present, parks) = try await visit.read(
            queries.present(visit.me),
            ParkQueries().parks(from: bounds.south, to: bounds.north, bounds.west, bounds.east, limit: Self.shownParks))
        let friends = try await visit.read(
            queries.friendsOnMap(of: visit.me, from: present?.park.id, hidden: visit.hidden, limit: Self.shownFriends))
        var response = try visit.page(MapPage(region, parks, friends, present?.park, visit: visit))
        response.headers[.contentSecurityPolicy] = SecurityHeaders.locating
        return response
    }
}

/// A map as SVG, in tenths of degrees from 180° W and 90° N, as `land.svg` has them.
struct MapPage: Page {
    static let template = "rides/map"
    var layout: Layout
    var parksPath: String
    var region: String
    var regions: [TabLink]
    var box: String
    /// Of marks, in the map's units.
    var radius: String
    /// Of what lies under the mark where one is.
    var hereRadius: String
    /// The mark where friends are, as a path from its middle.
    var diamond: String
    var marks: [MapMark]
    /// The first by name; those on the map are the same places.
    var parks: [MapPark]
    var hasMore: Bool
    var isEmpty: Bool
    var isWorld: Bool
    var isAdmin: Bool
    var friends: [MapFriend]
    var isDeserted: Bool
    /// "Distances are from Shoreline Pier."; nil: there are none.
    var origin: String?

    static let listed = 100

    init(_ region: MapRegion, _ parks: [Park], _ friends: [FriendOnMap], _ present: Park?, visit: MemberVisit) {
        let (club, bounds) = (visit.club, region.bounds)
        layout = visit.layout
        parksPath = club.path + "/parks"
        self.region = region.label
        regions = MapRegion.allCases.map {
            TabLink(label: $0.label, path: "\(club.path)/parks/map?region=\($0.rawValue)", isHere: $0 == region)
        }
        let (x, y) = (MapMark.x(bounds.west), MapMark.y(bounds.north))
        box = "\(x) \(y) \(MapMark.x(bounds.east) - x) \(MapMark.y(bounds.south) - y)"
        let size = max(3, (MapMark.x(bounds.east) - x) / 70)
        let point = size * 7 / 5
        (radius, hereRadius) = ("\(size)", "\(size * 2)")
        diamond = "m0-\(point)l\(point) \(point)-\(point) \(point)-\(point)-\(point)z"
        let visited = Dictionary(grouping: friends, by: \.park.id)
        let shown = Set(parks.map(\.id))
        let others = visited.values.compactMap(\.first?.park).filter { park in
            guard let latitude = park.latitude, let longitude = park.longitude else { return false }
            return !shown.contains(park.id) && (bounds.south...bounds.north).contains(latitude)
                && (bounds.west...bounds.east).contains(longitude)
        }
        // Those with friends are drawn last, above the others.
        marks = (parks + others).compactMap { MapMark($0, friends: visited[$0.id] ?? [], isHere: $0.id == present?.id, club: club) }
            .sorted { !$0.hasFriends && $1.hasFriends }
        self.parks = parks.prefix(Self.listed).map { MapPark(name: $0.name, path: Park.path(of: $0.id, in: club), place: $0.whereabouts) }
        self.friends = friends.map { MapFriend($0, club: club) }
        (hasMore, isEmpty, isWorld, isAdmin) = (parks.count > Self.listed, parks.isEmpty, region == .world, visit.isAdmin)
        isDeserted = friends.isEmpty
        origin = friends.contains { $0.distance != nil } ? present.map { "Distances are from \($0.name)." } : nil
    }
}

struct MapMark: ViewModel {
    var x: String
    var y: String
    var path: String
    /// "Shoreline Pier: Ben, Carmen. You are here."
    var title: String
    var hasFriends: Bool
    var isHere: Bool

    static func x(_ longitude: Double) -> Int { Int(((longitude + 180) * 10).rounded()) }
    static func y(_ latitude: Double) -> Int { Int(((90 - latitude) * 10).rounded()) }

    /// nil: nobody knows where it is.
    init?(_ park: Park, friends: [FriendOnMap], isHere: Bool, club: Club) {
        guard let latitude = park.latitude, let longitude = park.longitude else { return nil }
        (x, y) = ("\(Self.x(longitude))", "\(Self.y(latitude))")
        path = Park.path(of: park.id, in: club)
        let named = friends.isEmpty ? park.name : "\(park.name): " + friends.map(\.person.displayName).joined(separator: ", ")
        title = isHere ? named + ". You are here." : named
        (hasFriends, self.isHere) = (!friends.isEmpty, isHere)
    }
}

struct MapPark: ViewModel {
    var name: String
    var path: String
    var place: String
}

struct MapFriend: ViewModel {
    var person: Person
    var path: String
    var park: String
    var parkPath: String
    /// "120 km away"; nil: from nowhere.
    var distance: String?
    var since: Moment

    init(_ friend: FriendOnMap, club: Club) {
        person = friend.person.person(in: club)
        path = "\(club.path)/members/\(friend.person.handle)"
        (park, parkPath) = (friend.park.name, Park.path(of: friend.park.id, in: club))
        distance = friend.distance.map { $0 < 0.05 ? "where you are" : ParkChoice.words($0) + " away" }
        since = Moment(friend.since)
    }
}
