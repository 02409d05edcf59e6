import Postgres

struct Park: RowRecord {
    var id: ID<Park>
    var name: String
    var formerNames: [String]
    var place: String
    var country: String
    /// The latitude in degrees (WGS 84). North is positive.
    var latitude: Double?
    /// The longitude in degrees (WGS 84). East is positive.
    var longitude: Double?
    /// A name of the IANA Time Zone Database, for example "Europe/Dublin".
    var timeZone: String
    /// The opening date. It may be only a year or a month (ISO 8601): "1984", "1984-05" or "1984-05-26".
    var opened: String?
    /// The usual closing time in the park's time zone, for example "22:00".
    var closesAt: String?

    static let decoder = RowDecoder(Park.init)

    static func columns(of p: SQL) -> SQL {
        """
        \(p).id, \(p).name, \(p).former_names, \(p).place, \(p).country, \(p).latitude, \(p).longitude, \(p).time_zone, \(p).opened,
        to_char(\(p).closes_at, 'HH24:MI')
        """
    }

    /// SQL for the distance in kilometres between the park in row `p` and a point, which is given in degrees. The haversine formula is used
    /// with the Earth's mean radius.
    static func distance(to p: SQL, from latitude: SQL, _ longitude: SQL) -> SQL {
        """
        2 * 6371.0088 * asin(least(1, sqrt(sind((\(p).latitude - \(latitude)) / 2) ^ 2
            + cosd(\(p).latitude) * cosd(\(latitude)) * sind((\(p).longitude - \(longitude)) / 2) ^ 2)))
        """
    }

    var whereabouts: String { [place, country].filter { !$0.isEmpty }.joined(separator: ", ") }

    static func path(of park: ID<Park>, in club: Club) -> String { "\(club.path)/parks/\(park)" }
}

struct ParkEntry: RowRecord {
    var park: Park
    var rides: Int
    var ridden: Int

    static let decoder = RowDecoder(ParkEntry.init)
}
