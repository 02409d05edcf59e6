import Postgres

struct Ride: RowRecord {
    enum Kind: String, CaseIterable, DatabaseEnum {
        case coaster, powered, alpine, water, dark, flat, tower, transport, other

        var label: String {
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

    enum Status: String, CaseIterable, DatabaseEnum {
        case operating, building, resting, closed

        var label: String {
            switch self {
            case .operating: "Open"
            case .building: "Being built"
            case .resting: "Not open now"
            case .closed: "Closed permanently"
            }
        }
    }

    var id: ID<Ride>
    var park: ID<Park>
    var parkName: String
    /// The time zone of the park. The time zone determines the day of a lap.
    var timeZone: String
    var name: String
    var facts: RideFacts
    var laps: Int
    var riders: Int

    static let decoder = RowDecoder(Ride.init)

    /// The columns of a ride. Needs a row `r` of `rides` and the row `p` of its park.
    static let columns: SQL = """
        r.id, r.park_id, p.name, p.time_zone, r.name, \(RideFacts.columns), r.laps, r.riders
        """

    static func path(of ride: ID<Ride>, in club: Club) -> String { "\(club.path)/rides/\(ride)" }
}

struct RideFacts: Sendable, RowDecodable {
    var formerNames: [String] = []
    var kind = Ride.Kind.coaster
    var status = Ride.Status.operating
    /// The opening date. It may be only a year or a month (ISO 8601): "1984", "1984-05" or "1984-05-26".
    var opened: String?
    var closed: String?
    var maker = ""
    var model = ""
    var material = ""
    var seating = ""
    var restraint = ""
    var launch = ""
    /// The height in centimetres.
    var height: Int?
    /// The length in centimetres.
    var length: Int?
    /// The top speed in metres per hour.
    var speed: Int?
    var inversions: Int?
    /// The duration of one lap in seconds.
    var duration: Int?
    var isIndoor = false
    var isKiddie = false
    var notes = ""
    var source = ""
    /// The ride's catalogue entry in the park from which the ride moved. Nil if the ride has not moved.
    var movedFrom: FormerEntry?

    init() {}

    init(_ row: inout Row) throws {
        for fact in Self.all { try fact.decode(&row, into: &self) }
        movedFrom = FormerEntry(try row.next())
    }

    static let columns: SQL = "\(FactColumns.names(of: all, in: "r")), \(FormerEntry.arrayColumn)"

    /// All facts that members can correct and files contain. `movedFrom` is not one of them, because its text has to be looked up.
    static let all: [Fact<RideFacts>] = [
        Fact("kind", "Kind", .choice(\.kindName)) { $0.kind.label },
        Fact("status", "Status", .choice(\.statusName)) { $0.status.label },
        Fact("opened", "Opened", .date(\.opened), hint: "For example 1984 or 1984-05-26.") { $0.opened?.partialDateLabel },
        Fact("closed", "Closed", .date(\.closed)) { $0.closed?.partialDateLabel },
        Fact("maker", "Maker", .line(\.maker)),
        Fact("model", "Model", .line(\.model)),
        Fact("material", "Material", .line(\.material), hint: "Wood, steel or both."),
        Fact("seating", "Seating", .line(\.seating)),
        Fact("restraint", "Restraint", .line(\.restraint)),
        Fact("launch", "Lift or launch", .line(\.launch)),
        Fact("height", "Height", .number(\.height, scale: .hundred, in: 1...100_000), unit: "metres", column: "height_cm") {
            $0.heightLabel
        },
        Fact("length", "Length", .number(\.length, scale: .hundred, in: 1...10_000_000), unit: "metres", column: "length_cm") {
            $0.lengthLabel
        },
        Fact(
            "speed", "Top speed", .number(\.speed, scale: .thousand, in: 1...1_000_000), unit: "kilometres an hour", column: "speed_mh"
        ) { $0.speedLabel },
        Fact("inversions", "Inversions", .number(\.inversions, scale: .one, in: 0...100)),
        Fact("duration", "Duration", .number(\.duration, scale: .one, in: 1...86_400), unit: "seconds", column: "duration_s") {
            $0.durationLabel
        },
        Fact("is_indoor", "Indoors", .flag(\.isIndoor), heading: "indoor") { $0.isIndoor ? "Yes" : nil },
        Fact("is_kiddie", "For children", .flag(\.isKiddie), heading: "kiddie") { $0.isKiddie ? "Yes" : nil },
        Fact("former_names", "Former names", .list(\.formerNames), hint: ParkForm.formerNamesHint),
        Fact("notes", "Notes", .paragraph(\.notes)) { _ in nil },
        Fact("source", "Source", .line(\.source)),
    ]

    private var kindName: String {
        get { kind.rawValue }
        set { kind = newValue.isEmpty ? .coaster : Ride.Kind(rawValue: newValue) ?? .other }
    }

    private var statusName: String {
        get { status.rawValue }
        set { status = Ride.Status(rawValue: newValue) ?? .operating }
    }
}

struct RideEntry: RowRecord {
    var ride: Ride
    var mine: LapCount

    static let decoder = RowDecoder(RideEntry.init)
}

struct LapCount: RowRecord {
    var laps: Int
    /// The number of laps on the current day in the park's time zone.
    var today: Int
    /// The idempotency key of the latest request that counted a single lap today and was not undone. Nil if there is no such request.
    var lastKey: String?
    /// True if the member has marked the ride as ridden. The mark does not count as a lap.
    var isMarked: Bool

    static let decoder = RowDecoder(LapCount.init)

    /// SQL for the current day at the park in row `p`. A subquery with `OFFSET 0` computes the day, so that conditions compare with a plain
    /// column. If a condition called the function for the time zone itself, PostgreSQL could not use an index under row-level security.
    private static let dayAtPark: SQL = "(SELECT \(Day.of("now()", in: "p.time_zone")) AS today OFFSET 0) d"

    /// The columns of a lap count of the member `$1`. Needs a row `r` of `rides` and the row `p` of its park.
    static let columns: SQL = """
        coalesce((SELECT t.laps FROM member_rides t WHERE t.club_id = r.club_id AND t.member_id = $1 AND t.ride_id = r.id), 0),
        coalesce((SELECT greatest(l.count, 0) FROM \(dayAtPark) JOIN laps l ON l.club_id = r.club_id AND l.member_id = $1 AND l.ride_id = r.id
            AND l.day = d.today), 0),
        (SELECT a.idempotency_key FROM \(dayAtPark) JOIN lap_actions a ON a.club_id = r.club_id AND a.member_id = $1 AND a.ride_id = r.id
            AND a.day = d.today AND NOT a.is_undone AND a.amount = 1 ORDER BY a.id DESC LIMIT 1),
        coalesce((SELECT t.is_marked FROM member_rides t WHERE t.club_id = r.club_id AND t.member_id = $1 AND t.ride_id = r.id), false)
        """
}
