import HTMLTemplates

struct ParkRow: ViewModel {
    var name: String
    var path: String
    var whereabouts: String?
    var rides: String

    init(_ entry: ParkEntry, club: Club) {
        name = entry.park.name
        path = Park.path(of: entry.park.id, in: club)
        whereabouts = entry.park.whereabouts.isEmpty ? nil : entry.park.whereabouts
        let count = entry.rides == 1 ? "1 ride" : "\(entry.rides) rides"
        rides = entry.ridden == 0 ? count : "\(count), \(entry.ridden) of them ridden"
    }
}

struct ParksPage: Page {
    static let template = "rides/parks"
    var layout: Layout
    var clubPath: String
    var words: String
    var isSearch: Bool
    var parks: [ParkRow]
    var rides: [RideRow] = []
    var isEmpty: Bool
    /// The member's totals, for example "12 laps on 5 rides in 2 parks". Nil in search results, or if the member has ridden nothing yet.
    var totals: String?
    var myLog: String
    var isAdmin: Bool
    var corrections: String?
    var pager: Pager
    var filterForm: RideFilterForm?
    /// The filter in words, for example "Roller coasters in Ireland not yet ridden". Nil if there is no filter, or the filter has an error.
    var filterSummary: String?

    init(_ entries: [ParkEntry], after last: ID<Park>?, size: Int, _ totals: LapTotals, waiting: Int, visit: MemberVisit) {
        let (club, shown) = (visit.club, entries.prefix(size))
        layout = visit.layout
        (clubPath, words, isSearch) = (club.path, "", false)
        parks = shown.map { ParkRow($0, club: club) }
        isEmpty = shown.isEmpty
        self.totals = totals.isEmpty ? nil : totals.label
        myLog = LapsPage.path(of: visit.session.username, in: club)
        isAdmin = visit.isAdmin
        corrections = waiting == 0 ? nil : waiting == 1 ? "Check 1 correction" : "Check \(waiting) corrections"
        let path = club.path + "/parks"
        pager = Pager(
            first: last == nil ? nil : path, previous: nil,
            next: entries.count > size ? shown.last.map { "\(path)?after=\($0.park.id)" } : nil)
    }

    init(_ parks: [ParkEntry], _ rides: [RideEntry], found words: String, visit: MemberVisit) {
        let club = visit.club
        layout = visit.layout
        (clubPath, self.words, isSearch) = (club.path, words, true)
        self.parks = parks.map { ParkRow($0, club: club) }
        self.rides = rides.map { RideRow($0, from: .ride, visit: visit) }
        isEmpty = parks.isEmpty && rides.isEmpty
        myLog = LapsPage.path(of: visit.session.username, in: club)
        isAdmin = visit.isAdmin
        pager = Pager(first: nil, previous: nil, next: nil)
    }
}

extension LapTotals {
    var isEmpty: Bool { laps == 0 && rides == 0 && parks == 0 }

    /// The totals in words, for example "12 laps on 5 rides in 2 parks".
    var label: String {
        func count(_ number: Int, _ one: String, _ several: String) -> String { "\(number) \(number == 1 ? one : several)" }
        return "\(count(laps, "lap", "laps")) on \(count(rides, "ride", "rides")) in \(count(parks, "park", "parks"))"
    }
}

struct ParkPage: Page {
    static let template = "rides/park"
    var layout: Layout
    var parks: String
    var name: String
    var facts: [String]
    var formerNames: String?
    var rides: [RideRow]
    var closedRides: [RideRow]
    /// True if the list of rides has reached its limit, so that other rides may be missing.
    var isCut = false
    var isEmpty: Bool
    var isAdmin: Bool
    var edit: String
    var newRide: String
    var correction: String
    var history: String
    var today: String
    var id: String
    var audiences: [Choice]
    var isHere: Bool
    var live: String
    var fragmentTag: String
    var visitors: [VisitorRow]
    var isDeserted: Bool
    var gallery: Gallery?
    var home: HomeChoice?

    init(
        _ park: Park, _ entries: [RideEntry], _ waits: [WaitReport], _ visitors: [ParkVisitor], _ audience: Audience, isHere: Bool,
        fragmentTag: String, visit: MemberVisit
    ) {
        let (club, path) = (visit.club, Park.path(of: park.id, in: visit.club))
        layout = visit.layout
        parks = club.path + "/parks"
        name = park.name
        facts = [
            park.whereabouts, park.opened.map { "Opened \($0.partialDateLabel)" } ?? "", park.timeZone.replacing("_", with: " ") + " time",
            park.closesAt.map { "Usually closes at \($0)" } ?? "",
        ]
        .filter { !$0.isEmpty }
        formerNames = park.formerNames.isEmpty ? nil : park.formerNames.joined(separator: ", ")
        rides = entries.filter { $0.ride.facts.status == .operating }.map { RideRow($0, waits, from: .park, visit: visit) }
        closedRides = entries.filter { $0.ride.facts.status != .operating }.map { RideRow($0, from: .park, visit: visit) }
        isEmpty = entries.isEmpty
        isAdmin = visit.isAdmin
        (edit, newRide, correction, history) = (path + "/edit", path + "/rides/new", path + "/correction", path + "/history")
        (today, id, audiences) = (club.path + "/today", park.id.description, Choice.audiences(chosen: audience))
        (self.isHere, live, self.fragmentTag) = (isHere, path + "/live", fragmentTag)
        self.visitors = visitors.map { VisitorRow($0, club: club) }
        isDeserted = visitors.isEmpty
    }
}

struct ParkFormPage: Page {
    static let template = "rides/park-form"
    var layout: Layout
    var name: String?
    var action: String
    var back: String
    var problems: [FieldProblem]
    var fields: [FactField]
    var zones: [Choice]
    var zoneProblem: String?
    /// The field for the evidence of a correction that a member proposes. Nil if an admin edits the park directly.
    var evidence: FactField?

    init(_ form: ParkForm, correcting park: Park, zones: [Choice], visit: MemberVisit) {
        self.init(form, of: park.id, zones: zones, visit: visit)
        name = park.name
        action += "/corrections"
        let evidence = FactField(evidence: visit.form, form.input)
        self.evidence = evidence
        problems += [evidence].problems
    }

    init(_ form: ParkForm, of park: ID<Park>?, zones: [Choice], visit: MemberVisit) {
        layout = visit.layout
        name = park == nil ? nil : form.name
        let path = park.map { Park.path(of: $0, in: visit.club) } ?? visit.club.path + "/parks"
        (action, back) = (path, path)
        fields = form.fields
        self.zones = zones
        zoneProblem = form.input.problems["time_zone"]
        problems = form.fields.problems + FieldProblem.list(["time_zone": zoneProblem])
    }
}

extension FactField {
    init(evidence form: Form, _ input: FactInput) {
        self.init(
            "evidence", "How do you know?", hint: "For example a sign at the ride, or a page of the park. The admins use it to check.",
            value: form.line("evidence"), problem: input.problems["evidence"], isRequired: true, mode: "text")
    }
}
