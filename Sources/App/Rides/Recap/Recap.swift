import Calendar
import Postgres

enum RecapPeriod: Equatable, Sendable {
    case day(CalendarDate)
    case year(Int)

    /// Reads the period from the query of an address. Returns nil if `day` is not a date. If `year` is missing or not valid, the period is
    /// the current year.
    init?(day: String?, year: String?) {
        if let day {
            guard let date = CalendarDate(day) else { return nil }
            self = .day(date)
        } else {
            let present = CalendarDate.todayInUTC.year
            self = .year(year.flatMap { Int($0) }.flatMap { (1...9999).contains($0) ? $0 : nil } ?? present)
        }
    }

    var first: CalendarDate {
        switch self {
        case .day(let day): day
        case .year(let year): CalendarDate(year: year, month: 1, day: 1)
        }
    }

    var last: CalendarDate {
        switch self {
        case .day(let day): day
        case .year(let year): CalendarDate(year: year, month: 12, day: 31)
        }
    }

    func period(containing day: CalendarDate) -> RecapPeriod {
        switch self {
        case .day: .day(day)
        case .year: .year(day.year)
        }
    }

    /// The title of the recap, for example "4 July 2026" or "2026 in rides".
    var title: String {
        switch self {
        case .day(let day): day.text
        case .year(let year): "\(year) in rides"
        }
    }

    /// The name of the period, for example "4 July 2026" or "2026".
    var name: String {
        switch self {
        case .day(let day): day.text
        case .year(let year): "\(year)"
        }
    }

    func path(of handle: String, in club: Club) -> String {
        let query =
            switch self {
            case .day(let day): "day=\(day)"
            case .year(let year): "year=\(year)"
            }
        return LapsPage.path(of: handle, in: club) + "/recap?" + query
    }
}

struct RecapTotals: RowRecord {
    var laps: Int
    var rides: Int
    var parks: Int
    var countries: Int
    /// The number of rides that the member rode for the first time.
    var newRides: Int
    /// The height of the rides, added once for each lap. Rides without a known height are left out.
    var heightInCentimetres: Int

    static let decoder = RowDecoder(RecapTotals.init)
}

struct RecapPark: RowRecord {
    var id: ID<Park>
    var name: String
    var country: String
    var days: Int
    var laps: Int

    static let decoder = RowDecoder(RecapPark.init)
}

/// A ride, and the first day on which the member rode the ride.
struct FirstLap: RowRecord {
    var day: CalendarDate
    var ride: RideName

    static let decoder = RowDecoder(FirstLap.init)
}

/// The last day with laps before a period, and the first day with laps after the period. A value is nil if there is no such day.
struct RecapNeighbours: RowRecord {
    var before: CalendarDate?
    var after: CalendarDate?

    static let decoder = RowDecoder(RecapNeighbours.init)
}

struct RecapContents: Sendable {
    var totals: RecapTotals
    var days: [LapSum]
    var mostRidden: [MemberRide]
    var parks: [RecapPark]
    var firsts: [FirstLap]
    var photos: [Photo]
    var notes: [LoggedLap]
    var neighbours: RecapNeighbours
}
