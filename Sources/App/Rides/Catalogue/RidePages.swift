import Calendar
import Charts
import FoundationEssentials
import HTMLTemplates
import Postgres

struct RideCounter: ViewModel {
    enum Origin: String {
        case ride, park, today

        /// The address of the page to which the visitor returns. Nil if this is the ride's own page.
        func page(of park: ID<Park>?, in club: Club) -> String? {
            switch self {
            case .ride: nil
            case .park: park.map { Park.path(of: $0, in: club) }
            case .today: club.path + "/today"
            }
        }
    }

    var ride: String
    var name: String
    var action: String
    var undo: String
    /// The idempotency key for the next lap: a random text by which a repeated request counts only once.
    var idempotencyKey: String
    /// The idempotency key of the lap that the button "Undo" takes back. Nil if there is no such lap today.
    var lastKey: String?
    var lapsToday: String
    var laps: String
    var today: String
    /// The total in words: for example "12 in all", or "Ridden, not counted". Nil if the member has not ridden the ride.
    var total: String?
    var isRidden: Bool
    /// The address of the form that marks the ride as ridden without counting laps, or removes this mark. Nil if the page has no such form.
    var mark: String?
    var isMarked = false
    var markLabel = ""
    /// True if the form that marks the ride as ridden is hidden, because the member has laps on the ride. A hidden form is still on the
    /// page, because a script shows the form when the last lap is undone.
    var hidesMark: Bool
    var origin: String
    var park: String
    /// The time zone of the park. The time zone determines the day of a lap.
    var zone: String
    /// The time just before the server read the laps, in milliseconds since 1970. The page may be an old copy that the browser keeps for
    /// offline use. The browser therefore remembers the laps of the latest response, and shows them if they are newer than this time.
    var at: String
    var closedReason: String?
    var problem: String?
    /// The badges that the last lap has earned, for example "New badge: First lap". Nil if the last lap has earned no badge.
    var badges: String?

    static func message(for badges: [EarnedBadge]) -> String? {
        let titles = badges.compactMap(\.title)
        return titles.isEmpty ? nil : (titles.count == 1 ? "New badge: " : "New badges: ") + titles.joined(separator: ", ")
    }

    static func millisecondsSince1970(_ date: Date) -> String { "\(Int(date.timeIntervalSince1970 * 1000))" }

    init(_ entry: RideEntry, from origin: Origin, problem: String? = nil, visit: MemberVisit) {
        let (ride, mine, club) = (entry.ride, entry.mine, visit.club)
        self.ride = ride.id.description
        name = ride.name
        action = Ride.path(of: ride.id, in: club) + "/laps"
        undo = action + "/removal"
        idempotencyKey = RandomText.make(bytes: 12)
        lastKey = mine.lastKey
        (lapsToday, laps) = ("\(mine.today)", "\(mine.laps)")
        today = mine.today == 0 ? "No laps today" : mine.today == 1 ? "1 lap today" : "\(mine.today) laps today"
        total = mine.laps > 0 ? "\(mine.laps) in total" : mine.isMarked ? "Ridden, laps not counted" : nil
        isRidden = mine.laps > 0 || mine.isMarked
        hidesMark = mine.laps > 0
        if origin != .today {
            let path = Ride.path(of: ride.id, in: club) + "/mark"
            (mark, markLabel) = mine.isMarked ? (path + "/removal", "Mark as not ridden") : (path, "Mark as ridden")
        }
        isMarked = mine.isMarked
        closedReason = ride.facts.status == .operating ? nil : ride.facts.status.label
        self.origin = origin.rawValue
        park = ride.park.description
        (zone, at) = (ride.timeZone, Self.millisecondsSince1970(visit.context.startedAt))
        self.problem = problem
    }
}

struct RideCounterLive: Page {
    static let template = "rides/counter"
    var layout: Layout
    var counter: RideCounter
}

struct RideRow: ViewModel {
    var id: String
    var name: String
    var path: String
    /// The main facts of the ride, for example "Roller coaster · 34 m (112 ft) · 96 km/h (60 mph)".
    var facts: String
    var park: String?
    var counter: RideCounter
    var wait: RideWait

    init(_ entry: RideEntry, _ waits: [WaitReport] = [], from origin: RideCounter.Origin, visit: MemberVisit) {
        let ride = entry.ride
        id = ride.id.description
        name = ride.name
        path = Ride.path(of: ride.id, in: visit.club)
        facts = ([ride.facts.kind.label] + [ride.facts.heightLabel, ride.facts.speedLabel].compactMap(\.self)).joined(separator: " · ")
        park = origin == .ride ? ride.parkName : nil
        counter = RideCounter(entry, from: origin, visit: visit)
        wait = RideWait(ride.id, waits.filter { $0.ride == ride.id })
    }
}

extension RideFacts {
    var heightLabel: String? { height.map { "\(Self.number($0, 100)) m (\(Self.feet($0)) ft)" } }
    var lengthLabel: String? { length.map { "\(Self.number($0, 100)) m (\(Self.feet($0)) ft)" } }
    var speedLabel: String? { speed.map { "\(Self.number($0, 1000)) km/h (\(Int((Double($0) / 1609.344).rounded())) mph)" } }
    /// The duration in minutes and seconds, for example "2:30 min".
    var durationLabel: String? { duration.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60) min" } }

    private static func feet(_ centimetres: Int) -> Int { Int((Double(centimetres) / 30.48).rounded()) }

    private static func number(_ value: Int, _ scale: Int) -> String {
        value.isMultiple(of: scale) ? "\(value / scale)" : "\((Double(value) / Double(scale) * 10).rounded() / 10)"
    }

    var list: [RideFact] {
        Self.all.compactMap { fact in fact.displayText(of: self).map { RideFact(label: fact.label, value: $0) } }
    }
}

struct RideFact: ViewModel {
    var label: String
    var value: String
}

struct RidePage: Page {
    static let template = "rides/ride"
    var layout: Layout
    var name: String
    var park: String
    var parkPath: String
    var counter: RideCounter
    var facts: [RideFact]
    var notes: String?
    var isAdmin: Bool
    var edit: String
    var correction: String
    var history: String
    var days: String
    var idempotencyKey: String
    /// `day` and `lapsOfDay` are the texts that the member typed into a form with an error. Otherwise they are empty.
    var day = ""
    var lapsOfDay = ""
    var isDayOpen = false
    var problem: String?
    var wait: RideWait
    var hasWaits: Bool
    var waitsToday: LineChart?
    /// The address to which the browser sends the member's report of a waiting time. Nil if the member is not checked in at the park.
    var report: String?
    var waitChoices: [WaitChoice]
    var sums: RideSums
    var opinion: RideRankSummary?
    var gallery: Gallery?
    var places: [RideLocationView] = []
    var lastLaps: LastLaps?
    var chat: Chat?
    var friends: [FriendLaps] = []
    var hasFriends = false
    var live: String
    var fragmentTag: String

    init(
        _ entry: RideEntry, _ span: LapSpan, _ months: [LapMonth], _ waits: [WaitReport], isHere: Bool, fragmentTag: String,
        visit: MemberVisit
    ) {
        let (ride, path) = (entry.ride, Ride.path(of: entry.ride.id, in: visit.club))
        layout = visit.layout
        name = ride.name
        (park, parkPath) = (ride.parkName, Park.path(of: ride.park, in: visit.club))
        counter = RideCounter(entry, from: .ride, visit: visit)
        facts = ride.facts.list
        notes = ride.facts.notes.isEmpty ? nil : ride.facts.notes
        sums = RideSums(ride, span, months)
        isAdmin = visit.isAdmin
        (edit, days, correction, history) = (path + "/edit", path + "/days", path + "/correction", path + "/history")
        idempotencyKey = RandomText.make(bytes: 12)
        wait = RideWait(ride.id, waits)
        hasWaits = !wait.waits.isEmpty
        waitsToday = LineChart.waits(waits)
        report = isHere ? path + "/waits" : nil
        waitChoices = isHere ? WaitChoice.all : []
        (live, self.fragmentTag) = (path + "/live", fragmentTag)
    }
}

/// Statistics about the laps on a ride. This part of the page is rendered again after a lap was counted.
struct RideSums: ViewModel {
    /// The first and the last day on which the member rode the ride, for example "First on 2 Nov 2025, last on 24 Nov 2026.". Nil if the
    /// member has no laps on the ride.
    var span: String?
    var club: String?
    var months: BarChart?

    init(_ ride: Ride, _ span: LapSpan, _ months: [LapMonth]) {
        if let first = span.first, let last = span.last {
            self.span = first == last ? "Ridden on \(first.label)." : "First ridden on \(first.label), last ridden on \(last.label)."
        }
        let laps = ride.laps == 1 ? "1 lap" : "\(ride.laps) laps"
        let riders = ride.riders == 1 ? "1 member has" : "\(ride.riders) members have"
        club = ride.riders == 0 ? nil : "The club has counted \(laps); \(riders) ridden it."
        guard months.contains(where: { $0.all > 0 }) else { return }
        self.months = BarChart(
            title: "Laps by month", heading: "Month", labels: months.map(\.month.monthLabel),
            series: [ChartSeries("You", months.map { Double($0.mine) }), ChartSeries("The club", months.map { Double($0.all) })],
            unit: ChartUnit("lap", "laps"))
    }
}

struct Gallery: ViewModel {
    var photos: [PhotoView]
    var isEmpty: Bool
    var path: String

    /// Returns nil if photos are switched off in the club.
    init?(_ photos: [Photo], of tag: PhotoTag, in club: Club) {
        guard club.parts.has(.photos) else { return nil }
        self.photos = photos.map { PhotoView($0, club: club) }
        (isEmpty, path) = (photos.isEmpty, tag.path(in: club))
    }
}

struct FriendLaps: ViewModel {
    var person: Person
    var path: String
    var laps: String

    init(_ friend: FriendOnRide, club: Club) {
        person = friend.person.person(in: club)
        path = LapsPage.path(of: friend.person.handle, in: club)
        laps = friend.laps == 1 ? "1 lap" : "\(friend.laps) laps"
    }
}

struct RideFormPage: Page {
    static let template = "rides/ride-form"
    var layout: Layout
    var name: String?
    var action: String
    var back: String
    var backLabel: String
    var problems: [FieldProblem]
    var nameField: [FactField]
    var kinds: [Choice]
    var statuses: [Choice]
    var fields: [FactField]
    var isIndoor: Bool
    var isKiddie: Bool
    var notes: String
    var notesProblem: String?
    /// The field for the evidence of a correction that a member proposes. Nil if an admin edits the ride directly.
    var evidence: FactField?

    init(_ form: RideForm, of ride: Ride, visit: MemberVisit) {
        let path = Ride.path(of: ride.id, in: visit.club)
        self.init(form, name: ride.name, action: path, back: (path, ride.name), visit: visit)
    }

    init(_ form: RideForm, correcting ride: Ride, visit: MemberVisit) {
        let path = Ride.path(of: ride.id, in: visit.club)
        self.init(form, name: ride.name, action: path + "/corrections", back: (path, ride.name), visit: visit)
        let evidence = FactField(evidence: visit.form, form.input)
        self.evidence = evidence
        problems += [evidence].problems
    }

    init(_ form: RideForm, in park: Park, visit: MemberVisit) {
        let path = Park.path(of: park.id, in: visit.club)
        self.init(form, name: nil, action: path + "/rides", back: (path, park.name), visit: visit)
    }

    private init(_ form: RideForm, name: String?, action: String, back: (path: String, label: String), visit: MemberVisit) {
        layout = visit.layout
        (self.name, self.action, self.back, backLabel) = (name, action, back.path, back.label)
        nameField = [form.input.field("name", "Name", isRequired: true)]
        kinds = Ride.Kind.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == form.facts.kind) }
        statuses = Ride.Status.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: $0 == form.facts.status) }
        fields = form.fields
        (isIndoor, isKiddie, notes) = (form.facts.isIndoor, form.facts.isKiddie, form.facts.notes)
        notesProblem = form.input.problems["notes"]
        problems = nameField.problems + fields.problems + FieldProblem.list(["notes": notesProblem])
    }
}
