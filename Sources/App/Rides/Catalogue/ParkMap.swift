import HTMLTemplates
import Hummingbird
import Postgres
import Web

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

    /// The edges of the region, in degrees.
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

/// The page with a map of the parks, which is an SVG image. One SVG unit is a tenth of a degree. The origin is 180° W and 90° N, as in
/// `land.svg`.
struct MapPage: Page {
    static let template = "rides/map"
    var layout: Layout
    var parksPath: String
    var region: String
    var regions: [TabLink]
    var box: String
    var radius: String
    /// The radius of the circle around the park at which the member is checked in.
    var hereRadius: String
    /// The shape that is drawn at a park where friends are: an SVG path relative to the centre of the shape.
    var diamond: String
    var marks: [MapMark]
    /// The parks that are listed below the map: the first 100 parks by name.
    var parks: [MapPark]
    var hasMore: Bool
    var isEmpty: Bool
    var isWorld: Bool
    var isAdmin: Bool
    var friends: [MapFriend]
    var isDeserted: Bool
    /// A sentence that says from where distances are measured, for example "Distances are from Shoreline Pier.". Nil if the page shows no
    /// distances.
    var origin: String?

    static let maxListed = 100

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
        // SVG draws later shapes above earlier shapes, so the parks with friends come last.
        marks = (parks + others).compactMap { MapMark($0, friends: visited[$0.id] ?? [], isHere: $0.id == present?.id, club: club) }
            .sorted { !$0.hasFriends && $1.hasFriends }
        self.parks = parks.prefix(Self.maxListed).map {
            MapPark(name: $0.name, path: Park.path(of: $0.id, in: club), place: $0.whereabouts)
        }
        self.friends = friends.map { MapFriend($0, club: club) }
        (hasMore, isEmpty, isWorld, isAdmin) = (parks.count > Self.maxListed, parks.isEmpty, region == .world, visit.isAdmin)
        isDeserted = friends.isEmpty
        origin = friends.contains { $0.distance != nil } ? present.map { "Distances are from \($0.name)." } : nil
    }
}

struct MapMark: ViewModel {
    var x: String
    var y: String
    var path: String
    var title: String
    var hasFriends: Bool
    var isHere: Bool

    static func x(_ longitude: Double) -> Int { Int(((longitude + 180) * 10).rounded()) }
    static func y(_ latitude: Double) -> Int { Int(((90 - latitude) * 10).rounded()) }

    /// Returns nil if the coordinates of the park are not known.
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
    /// The distance of the park, for example "120 km away". Nil if the distance is not known.
    var distance: String?
    var since: Moment

    init(_ friend: FriendOnMap, club: Club) {
        person = friend.person.person(in: club)
        path = "\(club.path)/members/\(friend.person.handle)"
        (park, parkPath) = (friend.park.name, Park.path(of: friend.park.id, in: club))
        distance = friend.distance.map { $0 < 0.05 ? "where you are" : ParkChoice.distanceLabel($0) + " away" }
        since = Moment(friend.since)
    }
}
