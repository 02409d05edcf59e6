import FoundationEssentials
import Postgres

/// How long somebody said that one waits for a ride.
struct WaitReport: Sendable, RowDecodable {
    enum Line: String, CaseIterable, StoredName {
        case main, single
    }

    enum State: String, StoredName {
        case open, closed, virtual
    }

    var ride: ID<Ride>
    var member: ID<Member>
    var line: Line
    var state: State
    /// In an open line.
    var minutes: Int?
    var madeAt: Date
    /// By the park's clock, from midnight.
    var minuteOfDay: Int

    init(ride: ID<Ride>, member: ID<Member>, line: Line = .main, state: State = .open, minutes: Int?, madeAt: Date, minuteOfDay: Int = 0) {
        (self.ride, self.member, self.line, self.state, self.minutes) = (ride, member, line, state, minutes)
        (self.madeAt, self.minuteOfDay) = (madeAt, minuteOfDay)
    }

    init(_ row: inout Row) throws {
        ride = try row.next()
        member = try row.next()
        line = try row.next()
        state = try row.next()
        minutes = try row.next()
        madeAt = try row.next()
        minuteOfDay = try row.next()
    }

    /// Of a row `w` of `wait_reports`, and its park `p`.
    static let columns: SQL = """
        w.ride_id, w.member_id, w.line, w.state, w.minutes, w.made_at,
        extract(hour FROM w.made_at AT TIME ZONE p.time_zone)::integer * 60 + extract(minute FROM w.made_at AT TIME ZONE p.time_zone)::integer
        """
}

/// What a line's reports of the last hour come to.
struct WaitEstimate: Equatable, Sendable {
    var state: WaitReport.State
    /// The median, in an open line.
    var minutes: Int?
    /// How many reports it is of.
    var reports: Int
    /// When the last of them came.
    var latest: Date

    /// How long a report is believed, in seconds.
    static let believedFor = 3600.0
    /// So many minutes from what three others say, a report is left out.
    private static let far = 45
    private static let witnesses = 3

    /// What is known of a line by now; nil: nothing, which is not that nobody waits. Of each member the last report counts, and none from
    /// before the line opened again.
    init?(_ reports: [WaitReport], of line: WaitReport.Line, at now: Date) {
        let all = reports.filter { $0.line == line && now.timeIntervalSince($0.madeAt) < Self.believedFor && $0.madeAt <= now }
            .sorted { $0.madeAt > $1.madeAt }
        var members: Set<ID<Member>> = []
        let latest = Self.credible(all.filter { members.insert($0.member).inserted })
        guard let last = latest.first else { return nil }
        let same = latest.prefix { $0.state == last.state }
        state = last.state
        minutes = Self.median(same.compactMap(\.minutes))
        (self.reports, self.latest) = (same.count, last.madeAt)
    }

    /// Without those that are far from what at least three others say.
    static func credible(_ reports: [WaitReport]) -> [WaitReport] {
        let sorted = reports.compactMap { report in report.minutes.map { (member: report.member, minutes: $0) } }
            .sorted { $0.minutes < $1.minutes }
        // Where the reports of each member stand in that order.
        let places = Dictionary(grouping: sorted.indices) { sorted[$0].member }
        return reports.filter { report in
            guard let minutes = report.minutes, let own = places[report.member] else { return true }
            let others = sorted.count - own.count
            guard others >= witnesses else { return true }
            func other(_ number: Int) -> Int { sorted[own.reduce(number) { $1 <= $0 ? $0 + 1 : $0 }].minutes }
            return abs(minutes - middle(of: others, other)) <= far
        }
    }

    /// Of an even number the mean of the middle two, rounded.
    static func median(_ values: [Int]) -> Int? {
        let sorted = values.sorted()
        return sorted.isEmpty ? nil : middle(of: sorted.count) { sorted[$0] }
    }

    private static func middle(of count: Int, _ value: (Int) -> Int) -> Int {
        count.isMultiple(of: 2) ? (value(count / 2 - 1) + value(count / 2) + 1) / 2 : value(count / 2)
    }
}
