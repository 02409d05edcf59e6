import FoundationEssentials
import Postgres

struct WaitReport: Sendable, RowDecodable {
    enum Queue: String, CaseIterable, DatabaseEnum {
        case main, single
    }

    enum State: String, DatabaseEnum {
        case open, closed, virtual
    }

    var ride: ID<Ride>
    var member: ID<Member>
    var queue: Queue
    var state: State
    /// The waiting time in minutes. Nil if the queue is not open.
    var minutes: Int?
    var madeAt: Date
    /// The time of the report, in minutes since midnight in the park's time zone.
    var minuteOfDay: Int

    init(
        ride: ID<Ride>, member: ID<Member>, queue: Queue = .main, state: State = .open, minutes: Int?, madeAt: Date, minuteOfDay: Int = 0
    ) {
        (self.ride, self.member, self.queue, self.state, self.minutes) = (ride, member, queue, state, minutes)
        (self.madeAt, self.minuteOfDay) = (madeAt, minuteOfDay)
    }

    init(_ row: inout Row) throws {
        ride = try row.next()
        member = try row.next()
        queue = try row.next()
        state = try row.next()
        minutes = try row.next()
        madeAt = try row.next()
        minuteOfDay = try row.next()
    }

    /// The columns of a report. Needs a row `w` of `wait_reports` and the row `p` of the park.
    static let columns: SQL = """
        w.ride_id, w.member_id, w.queue, w.state, w.minutes, w.made_at,
        extract(hour FROM w.made_at AT TIME ZONE p.time_zone)::integer * 60 + extract(minute FROM w.made_at AT TIME ZONE p.time_zone)::integer
        """
}

/// An estimate of the waiting time in one queue of a ride, made from the reports of the last hour.
struct WaitEstimate: Equatable, Sendable {
    var state: WaitReport.State
    /// The median of the reported waiting times in minutes. Nil if the queue is not open.
    var minutes: Int?
    var reports: Int
    var latest: Date

    /// The maximum age of a report in seconds. Older reports do not count. `maxAgeInterval` is the same time for SQL.
    static let maxAge = 3600.0
    static let maxAgeInterval: SQL = "interval '1 hour'"
    /// The maximum difference in minutes between a report and the median of the other members' reports. A report with a larger difference
    /// is left out if other members have made at least `minOtherReports` reports.
    private static let maxDeviation = 45
    private static let minOtherReports = 3

    /// Returns nil if there is no report, so that the waiting time is unknown. Only the last report of each member counts. Reports from
    /// before the last change of the state (open, closed, virtual) do not count.
    init?(_ reports: [WaitReport], of queue: WaitReport.Queue, at now: Date) {
        let all = reports.filter { $0.queue == queue && now.timeIntervalSince($0.madeAt) < Self.maxAge && $0.madeAt <= now }
            .sorted { $0.madeAt > $1.madeAt }
        var members: Set<ID<Member>> = []
        let latest = Self.credible(all.filter { members.insert($0.member).inserted })
        guard let last = latest.first else { return nil }
        let same = latest.prefix { $0.state == last.state }
        state = last.state
        minutes = Self.median(same.compactMap(\.minutes))
        (self.reports, self.latest) = (same.count, last.madeAt)
    }

    /// Returns the reports, but leaves out reports that differ too much from the reports of other members.
    static func credible(_ reports: [WaitReport]) -> [WaitReport] {
        let sorted = reports.compactMap { report in report.minutes.map { (member: report.member, minutes: $0) } }
            .sorted { $0.minutes < $1.minutes }
        // The indices of each member's reports in `sorted`.
        let places = Dictionary(grouping: sorted.indices) { sorted[$0].member }
        return reports.filter { report in
            guard let minutes = report.minutes, let own = places[report.member] else { return true }
            let others = sorted.count - own.count
            guard others >= minOtherReports else { return true }
            func other(_ number: Int) -> Int { sorted[own.reduce(number) { $1 <= $0 ? $0 + 1 : $0 }].minutes }
            return abs(minutes - middle(of: others, other)) <= maxDeviation
        }
    }

    /// Returns nil if there are no values. The median of an even number of values is the mean of the two middle values, rounded.
    static func median(_ values: [Int]) -> Int? {
        let sorted = values.sorted()
        return sorted.isEmpty ? nil : middle(of: sorted.count) { sorted[$0] }
    }

    private static func middle(of count: Int, _ value: (Int) -> Int) -> Int {
        count.isMultiple(of: 2) ? (value(count / 2 - 1) + value(count / 2) + 1) / 2 : value(count / 2)
    }
}
