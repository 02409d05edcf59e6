import Charts
import HTMLTemplates
import Postgres

struct LapRow: ViewModel {
    var ride: String
    var path: String
    var park: String
    /// The number of laps, for example "3 laps". The text is "Ridden" if the laps are not counted.
    var laps: String

    init(_ ride: RideName, _ laps: Int, club: Club) {
        (self.ride, path, park) = (ride.name, Ride.path(of: ride.id, in: club), ride.parkName)
        self.laps = laps == 0 ? "Ridden" : laps == 1 ? "1 lap" : "\(laps) laps"
    }
}

struct LapDayView: ViewModel {
    var day: String
    var rows: [LapRow]
}

/// A round number of credits (different rides), with the ride that reached the number.
struct Milestone: ViewModel {
    var number: String
    var day: String
    var ride: String
    var path: String
    var park: String

    init(_ credit: Credit, club: Club) {
        number = credit.number == 1 ? "The first" : "Number \(credit.number)"
        day = credit.day.label
        (ride, path, park) = (credit.ride.name, Ride.path(of: credit.ride.id, in: club), credit.ride.parkName)
    }
}

struct LapsPage: Page {
    static let template = "rides/laps"
    var layout: Layout
    var person: Person
    var profile: String
    var isMe: Bool
    var totals: String?
    var most: [LapRow]
    var days: [LapDayView]
    var parks: String
    /// A chart of the laps by day in one year. Nil if the member has no laps.
    var year: HeatMap?
    /// The address of the recap (summary) of the same year. `recapYear` is the label of the link.
    var recap: String
    var recapYear = ""
    var earlier: String?
    var later: String?
    /// A chart of the rides in each group, for example in each park. Nil if there are fewer than two groups.
    var groups: BarChart?
    var groupTabs: [TabLink] = []
    /// A chart of the number of credits over time. Nil if there are fewer than three months with new credits.
    var credits: LineChart?
    var notes: [LoggedLapRow] = []
    var milestones: [Milestone] = []
    var hasMilestones = false
    /// The number of countries, for example "In 3 countries.". Nil if the member has ridden in fewer than two known countries.
    var countries: String?
    var rule: String
    var upload: String
    var log: String
    var file: String
    var comparison: String

    static func path(of handle: String, in club: Club) -> String { "\(club.path)/laps/\(handle)" }

    init(_ person: PersonRecord, _ totals: LapTotals, _ days: [LapDay], _ most: [MemberRide], visit: MemberVisit) {
        let club = visit.club
        layout = visit.layout
        self.person = person.person(in: club)
        profile = "\(club.path)/members/\(person.handle)"
        isMe = person.id == visit.me
        self.totals = totals.isEmpty ? nil : totals.label
        self.most = most.map { LapRow($0.ride, $0.laps, club: club) }
        self.days = days.reduce(into: []) { views, day in
            let text = day.day.label
            if views.last?.day != text { views.append(LapDayView(day: text, rows: [])) }
            views[views.count - 1].rows.append(LapRow(day.ride, day.laps, club: club))
        }
        parks = club.path + "/parks"
        recap = Self.path(of: person.handle, in: club) + "/recap"
        (rule, upload) = (club.path + "/rides/counting", club.path + "/rides/lap-import")
        log = Self.path(of: person.handle, in: club)
        (file, comparison) = (club.path + "/laps/mine.csv", log + "/comparison")
    }

    mutating func add(_ laps: [LapSum], of shown: Int, first: Int, last: Int) {
        year = HeatMap(
            title: "Laps in \(shown)", year: shown, values: laps.map { ($0.day, $0.laps) }, unit: ChartUnit("lap", "laps"))
        (recap, recapYear) = ("\(log)/recap?year=\(shown)", "\(shown)")
        earlier = shown > first ? "\(log)?year=\(shown - 1)" : nil
        later = shown < last ? "\(log)?year=\(shown + 1)" : nil
    }

    mutating func add(_ credits: [Credit], countries: Int, in club: Club) {
        self.countries = countries > 1 ? "In \(countries) countries." : nil
        milestones = credits.filter(\.isMilestone).reversed().map { Milestone($0, club: club) }
        hasMilestones = !milestones.isEmpty
        // The chart shows only the last credit of each month.
        let steps = zip(credits, credits.dropFirst().map { $0.day.parts.month + $0.day.year * 12 } + [0])
            .filter { $0.day.parts.month + $0.day.year * 12 != $1 }.map(\.0)
        guard steps.count > 2 else { return }
        self.credits = LineChart(
            title: "Different rides", heading: "Day", axis: .days(steps.map(\.day)),
            series: [ChartSeries("Rides", steps.map { Double($0.number) })], unit: ChartUnit("ride", "rides"))
    }

    mutating func add(_ sums: [LapGroupSum], by group: LapGroup) {
        groupTabs = LapGroup.allCases.map { TabLink(label: $0.label, path: "\(log)?by=\($0.rawValue)#by", isHere: $0 == group) }
        guard sums.count > 1 else { return }
        let names = sums.map { group == .kind ? Ride.Kind(rawValue: $0.name)?.label ?? $0.name : $0.name }
        groups = BarChart(
            title: "Different rides", heading: group.label, labels: names,
            series: [ChartSeries("Rides", sums.map { Double($0.rides) })], unit: ChartUnit("ride", "rides"))
    }
}

struct ProfileRides: ProfileSection {
    static let template = "rides/profile"
    var layout: Layout
    var person: Person
    var totals: String
    var path: String

    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<LapTotals> { MemberRideTotalQueries().totals(of: member) }

    init?(_ totals: LapTotals, in context: ProfileContext) {
        guard !totals.isEmpty, context.shows(RideFeature.ridden) else { return nil }
        layout = context.visit.layout
        person = context.profile.person.person(in: context.club)
        self.totals = totals.label
        path = LapsPage.path(of: context.profile.person.handle, in: context.club)
    }
}

struct RidesCard: HubCard {
    static let template = "rides/card"
    var layout: Layout
    var path: String
    var today: String
    var totals: String?

    static func query(for visit: ClubVisit) -> Query<LapTotals>? { visit.membership.map { MemberRideTotalQueries().totals(of: $0.member) } }

    init?(_ totals: LapTotals, for visit: ClubVisit) {
        layout = visit.layout
        path = visit.club.path + "/parks"
        today = visit.club.path + "/today"
        self.totals = totals.isEmpty ? nil : totals.label
    }
}
