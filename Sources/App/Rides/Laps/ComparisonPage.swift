import Charts
import HTMLTemplates

struct ComparisonPage: Page {
    static let template = "rides/comparison"
    var layout: Layout
    var person: Person
    var log: String
    var summary: String
    /// A chart of up to 12 rides that both members have ridden. Nil if there are no such rides.
    var chart: BarChart?
    var lists: [ComparedList]

    init(_ person: PersonRecord, _ rides: [ComparedRide], visit: MemberVisit) {
        layout = visit.layout
        self.person = person.person(in: visit.club)
        log = LapsPage.path(of: person.handle, in: visit.club)
        let both = rides.filter { $0.mine != nil && $0.theirs != nil }
        let (mine, theirs) = (rides.filter { $0.theirs == nil }, rides.filter { $0.mine == nil })
        summary =
            both.isEmpty
            ? "There is no ride that you have both ridden." : "You have both ridden \(both.count == 1 ? "1 ride" : "\(both.count) rides")."
        let most = both.prefix(12)
        if !most.isEmpty {
            chart = BarChart(
                title: "Laps of both", heading: "Ride", labels: most.map(\.ride.name),
                series: [
                    ChartSeries("You", most.map { Double($0.mine ?? 0) }),
                    ChartSeries(person.displayName, most.map { Double($0.theirs ?? 0) }),
                ], unit: ChartUnit("lap", "laps"))
        }
        lists = [
            ComparedList("Both of you", id: "both", both, in: visit.club) {
                ("you \(Self.laps($0.mine)), \(person.displayName) \(Self.laps($0.theirs))", $0.theirs)
            },
            ComparedList("Only \(person.displayName)", id: "theirs", theirs, in: visit.club) { (Self.laps($0.theirs), $0.theirs) },
            ComparedList("Only you", id: "mine", mine, in: visit.club) { (Self.laps($0.mine), $0.mine) },
        ].filter { !$0.rows.isEmpty }
    }

    /// Returns a check mark for 0, which means that the ride was ridden but its laps were not counted.
    private static func laps(_ laps: Int?) -> String { laps == 0 ? "✓" : "\(laps ?? 0)" }
}

/// A list of the rides of both members, of the other member only, or of the signed-in member only.
struct ComparedList: ViewModel {
    var id: String
    var heading: String
    var rows: [ComparedRow]
    var rest: String?
    private static let maxRows = 100

    /// - Parameter laps: returns the text for the laps of a ride, and the number at the end of this text. The number decides between “lap”
    ///   and “laps”.
    init(_ title: String, id: String, _ rides: [ComparedRide], in club: Club, laps: (ComparedRide) -> (words: String, last: Int?)) {
        self.id = id
        heading = "\(title), \(rides.count)"
        rows = rides.prefix(Self.maxRows).map {
            let (words, last) = laps($0)
            return ComparedRow(
                ride: $0.ride.name, path: Ride.path(of: $0.ride.id, in: club), park: $0.ride.parkName, laps: words,
                unit: last == 0 ? nil : last == 1 ? "lap" : "laps")
        }
        rest = rides.count > Self.maxRows ? "Only the \(Self.maxRows) most ridden are shown." : nil
    }
}

struct ComparedRow: ViewModel {
    var ride: String
    var path: String
    var park: String
    var laps: String
    /// The word "lap" or "laps", which follows the text in `laps`. Nil if `laps` does not end in a number.
    var unit: String?
}
