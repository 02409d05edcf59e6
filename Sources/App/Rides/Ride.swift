import Postgres

/// Something in a park that one rides.
struct Ride: Sendable, RowDecodable {
    /// Of what kind it is.
    enum Kind: String, CaseIterable, StoredName {
        case coaster, powered, alpine, water, dark, flat, tower, transport, other

        var words: String {
            switch self {
            case .coaster: "Roller coaster"
            case .powered: "Powered coaster"
            case .alpine: "Alpine coaster"
            case .water: "Water ride"
            case .dark: "Dark ride"
            case .flat: "Flat ride"
            case .tower: "Tower"
            case .transport: "Transport"
            case .other: "Something else"
            }
        }
    }

    enum Status: String, CaseIterable, StoredName {
        case operating, building, resting, closed

        var words: String {
            switch self {
            case .operating: "Open"
            case .building: "Being built"
            case .resting: "Standing but not open"
            case .closed: "Closed for good"
            }
        }
    }

    var id: ID<Ride>
    var park: ID<Park>
    var parkName: String
    /// The park's, in which its days begin.
    var timeZone: String
    var name: String
    var facts: RideFacts
    /// What the club has ridden.
    var laps: Int
    var riders: Int

    init(_ row: inout Row) throws {
        id = try row.next()
        park = try row.next()
        parkName = try row.next()
        timeZone = try row.next()
        name = try row.next()
        facts = try RideFacts(&row)
        laps = try row.next()
        riders = try row.next()
    }

    /// Of a row `r` of `rides` and its park `p`.
    static let columns: SQL = """
        r.id, r.park_id, p.name, p.time_zone, r.name, \(RideFacts.columns), r.laps, r.riders
        """

    static func path(of ride: ID<Ride>, in club: Club) -> String { "\(club.path)/rides/\(ride)" }
}

/// What is known of a ride.
struct RideFacts: Sendable, RowDecodable {
    var formerNames: [String] = []
    var kind = Ride.Kind.coaster
    var status = Ride.Status.operating
    /// As far as it is known (ISO 8601): "1984", "1984-05" or "1984-05-26".
    var opened: String?
    var closed: String?
    var maker = ""
    var model = ""
    var material = ""
    var seating = ""
    var restraint = ""
    var launch = ""
    /// In centimetres.
    var height: Int?
    /// In centimetres.
    var length: Int?
    /// In metres an hour.
    var speed: Int?
    var inversions: Int?
    /// In seconds.
    var duration: Int?
    var isIndoor = false
    var isKiddie = false
    var notes = ""
    /// Where all that is from.
    var source = ""
    /// Where it stood before; nil: nowhere else.
    var movedFrom: EarlierEntry?

    init() {}

    init(_ row: inout Row) throws {
        formerNames = try row.next()
        kind = Ride.Kind(rawValue: try row.next(String.self)) ?? .other
        status = try row.next()
        opened = try row.next()
        closed = try row.next()
        maker = try row.next()
        model = try row.next()
        material = try row.next()
        seating = try row.next()
        restraint = try row.next()
        launch = try row.next()
        height = try row.next()
        length = try row.next()
        speed = try row.next()
        inversions = try row.next()
        duration = try row.next()
        isIndoor = try row.next()
        isKiddie = try row.next()
        notes = try row.next()
        source = try row.next()
        movedFrom = EarlierEntry(try row.next())
    }

    /// Of a row `r` of `rides`.
    static let columns: SQL = """
        r.former_names, r.kind, r.status, r.opened, r.closed, r.maker, r.model, r.material, r.seating, r.restraint, r.launch, r.height_cm,
        r.length_cm, r.speed_mh, r.inversions, r.duration_s, r.is_indoor, r.is_kiddie, r.notes, r.source, \(EarlierEntry.column)
        """
}

/// A ride in a list, with what a member has of it.
struct RideEntry: Sendable, RowDecodable {
    var ride: Ride
    var mine: LapCount

    init(_ row: inout Row) throws {
        ride = try Ride(&row)
        mine = try LapCount(&row)
    }
}

/// What a member has counted of a ride.
struct LapCount: Sendable, RowDecodable {
    /// Ever.
    var laps: Int
    /// On the park's present day.
    var today: Int
    /// The last single lap of that day that is not taken back; nil: there is none.
    var lastTap: String?
    /// Whether it is known as ridden, whatever was counted.
    var isMarked: Bool

    init(_ row: inout Row) throws {
        laps = try row.next()
        today = try row.next()
        lastTap = try row.next()
        isMarked = try row.next()
    }

    /// The day that it is at the park `p`. A subquery (`OFFSET 0`) computes it, or else row-level security would keep it from the indexes.
    private static let today: SQL = "(SELECT \(Day.of("now()", in: "p.time_zone")) AS today OFFSET 0) d"

    /// Of a ride `r`, its park `p` and the member `$1`.
    static let columns: SQL = """
        coalesce((SELECT t.laps FROM ridden t WHERE t.club_id = r.club_id AND t.member_id = $1 AND t.ride_id = r.id), 0),
        coalesce((SELECT greatest(l.count, 0) FROM \(today) JOIN laps l ON l.club_id = r.club_id AND l.member_id = $1 AND l.ride_id = r.id
            AND l.day = d.today), 0),
        (SELECT a.tap FROM \(today) JOIN lap_acts a ON a.club_id = r.club_id AND a.member_id = $1 AND a.ride_id = r.id
            AND a.day = d.today AND NOT a.is_undone AND a.amount = 1 ORDER BY a.id DESC LIMIT 1),
        coalesce((SELECT t.is_marked FROM ridden t WHERE t.club_id = r.club_id AND t.member_id = $1 AND t.ride_id = r.id), false)
        """
}
