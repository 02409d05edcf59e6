import Charts
import HTMLTemplates

/// What one has ridden beside what somebody else has.
struct ComparisonPage: Page {
    static let template = "rides/comparison"
    var layout: Layout
    var person: Person
    var log: String
    /// "You have both ridden 4 rides."
    var summary: String
    /// Of those that both have ridden most; nil: there is none.
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

    /// A check mark where nobody knows how often.
    private static func laps(_ laps: Int?) -> String { laps == 0 ? "✓" : "\(laps ?? 0)" }
}

/// Rides of one of the three kinds, with laps.
struct ComparedList: ViewModel {
    var id: String
    /// "Only you, 12"
    var heading: String
    var rows: [ComparedRow]
    /// "The first 100 are shown."; nil: all are.
    var rest: String?
    private static let shown = 100

    /// With the words for a ride's laps, and the number that they end with.
    init(_ title: String, id: String, _ rides: [ComparedRide], in club: Club, laps: (ComparedRide) -> (words: String, last: Int?)) {
        self.id = id
        heading = "\(title), \(rides.count)"
        rows = rides.prefix(Self.shown).map {
            let (words, last) = laps($0)
            return ComparedRow(
                ride: $0.ride.name, path: Ride.path(of: $0.ride.id, in: club), park: $0.ride.parkName, laps: words,
                unit: last == 0 ? nil : last == 1 ? "lap" : "laps")
        }
        rest = rides.count > Self.shown ? "The \(Self.shown) ridden most are shown." : nil
    }
}

struct ComparedRow: ViewModel {
    var ride: String
    var path: String
    var park: String
    var laps: String
    /// What the last number counts; nil: none ends the words.
    var unit: String?
}
