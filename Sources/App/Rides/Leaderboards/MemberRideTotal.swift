import Postgres

enum RideTotalMeasure: String, CaseIterable, Sendable {
    case rides, laps, parks

    var heading: String {
        switch self {
        case .rides: "Rides"
        case .laps: "Laps"
        case .parks: "Parks"
        }
    }
}

struct MemberRideTotal: RowRecord {
    var person: PersonRecord
    var rides: Int
    var laps: Int
    var parks: Int

    static let decoder = RowDecoder(MemberRideTotal.init)

    /// The columns of a total. Needs a row `s` of `member_ride_totals` and the row `m` of its member.
    static let columns: SQL = """
        \(PersonRecord.columns(of: "m")), s.rides, s.laps, s.parks
        """

    subscript(measure: RideTotalMeasure) -> Int {
        switch measure {
        case .rides: rides
        case .laps: laps
        case .parks: parks
        }
    }
}
