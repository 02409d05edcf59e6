import Charts
import FoundationEssentials
import HTMLTemplates

/// How long one waits for a ride, as the last hour's reports say.
struct WaitView: ViewModel {
    /// "25 min", "Walk-on", "Closed".
    var words: String
    /// "of 3 reports, the last at"
    var reports: String
    var latest: Moment

    init(_ wait: WaitEstimate, of line: WaitReport.Line) {
        let wording =
            switch wait.state {
            case .closed: "Closed"
            case .virtual: "Virtual queue"
            case .open: wait.minutes == 0 ? "Walk-on" : "\(wait.minutes ?? 0) min"
            }
        words = line == .single ? "Single riders: \(wording)" : wording
        reports = wait.reports == 1 ? "one report," : "\(wait.reports) reports, the last"
        latest = Moment(wait.latest)
    }

    /// Of each line of which something is known.
    static func all(_ reports: [WaitReport], at now: Date = Date()) -> [WaitView] {
        WaitReport.Line.allCases.compactMap { line in WaitEstimate(reports, of: line, at: now).map { WaitView($0, of: line) } }
    }
}

/// That of a ride in a list, which follows what is reported.
struct RideWait: ViewModel {
    var id: String
    var waits: [WaitView]

    init(_ ride: ID<Ride>, _ reports: [WaitReport]) { (id, waits) = (ride.description, WaitView.all(reports)) }

    /// Of all rides of which something was said.
    static func all(_ reports: [WaitReport]) -> [RideWait] {
        Dictionary(grouping: reports, by: \.ride).sorted { $0.key.rawValue < $1.key.rawValue }.map { RideWait($0.key, $0.value) }
    }
}

/// What a member may say of the line in which they stand.
struct WaitChoice: ViewModel {
    var minutes: String
    var label: String

    static let all = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120].map { WaitChoice(minutes: "\($0)", label: $0 == 0 ? "Walk-on" : "\($0) min") }
}

extension LineChart {
    /// The day's waits in the main line, by half hours of the park's clock; nil: of fewer than three there is no course to see.
    static func waits(_ reports: [WaitReport]) -> LineChart? {
        let open = reports.filter { $0.line == .main && $0.minutes != nil }
        let halves = Dictionary(grouping: open) { $0.minuteOfDay / 30 }.compactMapValues {
            WaitEstimate.median(WaitEstimate.credible($0).compactMap(\.minutes))
        }
        guard halves.count > 2, let first = halves.keys.min(), let last = halves.keys.max() else { return nil }
        let shown = Array(first...last)
        return LineChart(
            title: "Waits today", heading: "From", axis: .labels(shown.map { "\($0 / 2):\($0.isMultiple(of: 2) ? "00" : "30")" }),
            series: [ChartSeries("Minutes", shown.map { half in halves[half].map(Double.init) ?? .nan })],
            unit: ChartUnit("minute", "minutes"))
    }
}
