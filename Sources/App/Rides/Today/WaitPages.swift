import Charts
import FoundationEssentials
import HTMLTemplates

struct WaitView: ViewModel {
    /// The waiting time in words, for example "25 min", "Walk-on" (no waiting time) or "Closed".
    var words: String
    /// The words before the time of the last report, for example "3 reports, the last".
    var reports: String
    var latest: Moment

    init(_ wait: WaitEstimate, of queue: WaitReport.Queue) {
        let wording =
            switch wait.state {
            case .closed: "Closed"
            case .virtual: "Virtual queue"
            case .open: wait.minutes == 0 ? "Walk-on" : "\(wait.minutes ?? 0) min"
            }
        words = queue == .single ? "Single riders: \(wording)" : wording
        reports = wait.reports == 1 ? "one report," : "\(wait.reports) reports, the last"
        latest = Moment(wait.latest)
    }

    static func all(_ reports: [WaitReport], at now: Date = Date()) -> [WaitView] {
        WaitReport.Queue.allCases.compactMap { queue in WaitEstimate(reports, of: queue, at: now).map { WaitView($0, of: queue) } }
    }
}

struct RideWait: ViewModel {
    var id: String
    var waits: [WaitView]

    init(_ ride: ID<Ride>, _ reports: [WaitReport]) { (id, waits) = (ride.description, WaitView.all(reports)) }

    static func all(_ reports: [WaitReport]) -> [RideWait] {
        Dictionary(grouping: reports, by: \.ride).sorted { $0.key.rawValue < $1.key.rawValue }.map { RideWait($0.key, $0.value) }
    }
}

struct WaitChoice: ViewModel {
    var minutes: String
    var label: String

    static let all = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120].map { WaitChoice(minutes: "\($0)", label: $0 == 0 ? "Walk-on" : "\($0) min") }
}

extension LineChart {
    /// A chart of today's waiting times in the main queue, with one value for each half hour in the park's time zone. Nil if fewer than
    /// three half hours have reports.
    static func waits(_ reports: [WaitReport]) -> LineChart? {
        let open = reports.filter { $0.queue == .main && $0.minutes != nil }
        let halfHours = Dictionary(grouping: open) { $0.minuteOfDay / 30 }.compactMapValues {
            WaitEstimate.median(WaitEstimate.credible($0).compactMap(\.minutes))
        }
        guard halfHours.count > 2, let first = halfHours.keys.min(), let last = halfHours.keys.max() else { return nil }
        let shown = Array(first...last)
        return LineChart(
            title: "Waits today", heading: "From", axis: .labels(shown.map { "\($0 / 2):\($0.isMultiple(of: 2) ? "00" : "30")" }),
            series: [ChartSeries("Minutes", shown.map { halfHour in halfHours[halfHour].map(Double.init) ?? .nan })],
            unit: ChartUnit("minute", "minutes"))
    }
}
