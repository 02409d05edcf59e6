import Calendar
import Charts
import HTMLTemplates

struct RecapPage: Page {
    static let template = "rides/recap"
    var layout: Layout
    var person: Person
    var isMe: Bool
    var clubName: String
    var log: String
    var title: String
    var name: String
    var stub: RecapStub
    /// A link to the day with the most laps. Nil if the period is a day, or has fewer than two days with laps.
    var busiest: RecapLink?
    var sums: [RecapSum]
    var isEmpty: Bool
    /// A chart of the laps. The chart of a day shows the laps of each ride. The chart of a year shows the laps of each month. Nil if there
    /// is nothing to compare.
    var chart: BarChart?
    var most: [LapRow]
    var parks: [RecapParkRow]
    var firsts: [LapRow]
    var moreFirsts: String?
    var photos: [PhotoView]
    var notes: [LoggedLapRow]
    /// The days with laps, in groups by month. Empty if the period is a day.
    var months: [RecapMonth]
    var dayCount: String
    /// Links to the previous period and the next period with laps. The recap of a day also has a link to the recap of the year.
    var links: [RecapLink]
    /// The address of this page with scheme and host, so that the member can share the page.
    var address: String

    init(_ profile: Profile, _ period: RecapPeriod, _ contents: RecapContents, visit: MemberVisit) {
        let (club, handle) = (visit.club, profile.person.handle)
        layout = visit.layout
        person = profile.person.person(in: club)
        isMe = profile.person.id == visit.me
        clubName = club.name
        log = LapsPage.path(of: handle, in: club)
        (title, name, stub) = (period.title, period.name, RecapStub(period))
        isEmpty = contents.totals.laps == 0
        sums = isEmpty ? [] : RecapSum.all(of: contents.totals)
        most = contents.mostRidden.map { LapRow($0.ride, $0.laps, club: club) }
        parks = contents.parks.map { RecapParkRow($0, period, club: club) }
        firsts = contents.firsts.map { LapRow($0, period, club: club) }
        moreFirsts = contents.totals.newRides > firsts.count ? "Only the first \(firsts.count) are shown." : nil
        photos = club.parts.has(.photos) ? contents.photos.map { PhotoView($0, club: club) } : []
        notes = contents.notes.map { LoggedLapRow($0, isMine: false, club: club) }
        (months, dayCount) = ([], contents.days.count == 1 ? "1 day" : "\(contents.days.count) days")
        links = RecapLink.around(period, contents.neighbours, of: handle, in: club)
        let path = period.path(of: handle, in: club)
        address = visit.visit.baseURL + path
        switch period {
        case .day: chart = contents.mostRidden.count > 1 ? Self.chart(of: contents.mostRidden) : nil
        case .year(let year):
            chart = contents.days.isEmpty ? nil : Self.chart(of: contents.days, in: year)
            months = RecapMonth.all(contents.days, of: handle, in: club)
            busiest = RecapLink(busiestOf: contents.days, of: handle, in: club)
        }
    }

    private static func chart(of rides: [MemberRide]) -> BarChart {
        BarChart(
            title: "Laps by ride", heading: "Ride", labels: rides.map(\.ride.name),
            series: [ChartSeries("Laps", rides.map { Double($0.laps) })], unit: ChartUnit("lap", "laps"))
    }

    private static func chart(of days: [LapSum], in year: Int) -> BarChart {
        let today = CalendarDate.todayInUTC
        let ridden = days.map(\.day.parts.month).max() ?? 1
        let months = 1...(today.year > year ? 12 : max(ridden, today.year == year ? today.parts.month : 1))
        let laps = months.map { month in days.reduce(0) { $0 + ($1.day.parts.month == month ? $1.laps : 0) } }
        return BarChart(
            title: "Laps by month", heading: "Month", labels: months.map(CalendarDate.shortMonth),
            series: [ChartSeries("Laps", laps.map(Double.init))], unit: ChartUnit("lap", "laps"))
    }
}

/// The text on the ticket stub of the recap page, for example "Saturday", "4" and "July 2026". The page looks like a ticket.
struct RecapStub: ViewModel {
    var above: String
    var large: String
    var below: String
    var isYear: Bool

    init(_ period: RecapPeriod) {
        switch period {
        case .day(let day):
            above = day.weekday.name
            large = "\(day.parts.day)"
            below = "\(CalendarDate.months[day.parts.month - 1]) \(day.year)"
            isYear = false
        case .year(let year): (above, large, below, isYear) = ("The year", "\(year)", "in rides", true)
        }
    }
}

struct RecapSum: ViewModel {
    var value: String
    var label: String

    static func all(of totals: RecapTotals) -> [RecapSum] {
        let metres = totals.heightInCentimetres / 100
        let sums: [(Int, String, String)] = [
            (totals.laps, "lap", "laps"), (totals.rides, "ride", "rides"), (totals.newRides, "new ride", "new rides"),
            (totals.parks, "park", "parks"), (totals.countries, "country", "countries"), (metres, "metre of height", "metres of height"),
        ]
        return sums.filter { $0.0 > 0 }.map { RecapSum(value: $0.0.grouped, label: $0.0 == 1 ? $0.1 : $0.2) }
    }
}

struct RecapParkRow: ViewModel {
    var name: String
    var path: String
    var country: String
    /// The number of days and laps in the park, for example "3 days, 12 laps". If the period is a day, this is only the number of laps.
    var words: String

    init(_ park: RecapPark, _ period: RecapPeriod, club: Club) {
        (name, path, country) = (park.name, Park.path(of: park.id, in: club), park.country)
        let laps = park.laps == 1 ? "1 lap" : "\(park.laps) laps"
        switch period {
        case .day: words = laps
        case .year: words = "\(park.days == 1 ? "1 day" : "\(park.days) days"), \(laps)"
        }
    }
}

extension LapRow {
    /// Makes the row of a ride that the member rode for the first time. In the recap of a year, the row shows the day instead of the number
    /// of laps.
    fileprivate init(_ first: FirstLap, _ period: RecapPeriod, club: Club) {
        self.init(first.ride, 0, club: club)
        laps = if case .year = period { first.day.dayText } else { "" }
    }
}

struct RecapMonth: ViewModel {
    var name: String
    var days: [RecapLink]

    static func all(_ days: [LapSum], of handle: String, in club: Club) -> [RecapMonth] {
        days.reduce(into: []) { months, day in
            let name = CalendarDate.months[day.day.parts.month - 1]
            if months.last?.name != name { months.append(RecapMonth(name: name, days: [])) }
            let words = day.laps == 1 ? "1 lap" : "\(day.laps) laps"
            months[months.count - 1].days.append(
                RecapLink(label: day.day.dayText, path: RecapPeriod.day(day.day).path(of: handle, in: club), words: words))
        }
    }
}

struct RecapLink: ViewModel {
    var label: String
    var path: String
    /// The words beside the link: the number of laps on the day, or a description such as "earlier" or "the whole year".
    var words: String

    init(label: String, path: String, words: String) { (self.label, self.path, self.words) = (label, path, words) }

    init?(busiestOf days: [LapSum], of handle: String, in club: Club) {
        guard days.count > 1, let most = days.max(by: { ($0.laps, $1.day) < ($1.laps, $0.day) }) else { return nil }
        self.init(
            label: most.day.dayText, path: RecapPeriod.day(most.day).path(of: handle, in: club),
            words: most.laps == 1 ? "1 lap" : "\(most.laps) laps")
    }

    static func around(_ period: RecapPeriod, _ neighbours: RecapNeighbours, of handle: String, in club: Club) -> [RecapLink] {
        func link(_ other: RecapPeriod, _ words: String) -> RecapLink {
            RecapLink(label: other.name, path: other.path(of: handle, in: club), words: words)
        }
        var links: [RecapLink] = []
        if let before = neighbours.before { links.append(link(period.period(containing: before), "earlier")) }
        if case .day(let day) = period { links.append(link(.year(day.year), "the whole year")) }
        if let after = neighbours.after { links.append(link(period.period(containing: after), "later")) }
        return links
    }
}
