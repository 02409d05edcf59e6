import Calendar
import HTMLTemplates

/// A label under a line chart. Some labels are shown only on wide screens.
public struct LineLabel: ViewModel {
    let at: Double
    let text: String
    let isForWide: Bool
    /// Whether a centred label would extend beyond the right edge of the chart.
    let isAtEnd: Bool

    /// The number of characters for which a phone (`narrow`) and a wide screen (`wide`) have room.
    static let (narrow, wide) = (34.0, 80.0)

    init(at: Double, text: String, isForWide: Bool) {
        (self.at, self.text, self.isForWide) = (at, text, isForWide)
        isAtEnd = at / 100 + Double(text.count) / 2 / Self.narrow > 1.06
    }

    /// Returns the smallest step with which labels do not touch each other. With step 3, for example, every third of `count` labels is
    /// shown. `length` is the number of characters of the longest label, and `room` is the number of characters that fit.
    static func stride(_ count: Int, length: Int, room: Double) -> Int {
        let fitting = max(1, Int(room / Double(length + 3)))
        return max(1, (count + fitting - 1) / fitting)
    }
}

extension LineChart.Axis {
    /// The names of the points, which are the headings of the rows in the table.
    var names: [String] {
        switch self {
        case .labels(let labels): labels
        case .days(let days): days.map(\.text)
        }
    }

    /// The horizontal positions of the points, in percent of the width. A single point is in the middle.
    var places: [Double] {
        switch self {
        case .labels(let labels) where labels.count == 1: [50]
        case .labels(let labels): labels.indices.map { ChartScale.rounded(Double($0) / Double(labels.count - 1) * 100) }
        case .days(let days): days.map { place(of: $0, among: days) }
        }
    }

    var shownLabels: [LineLabel] {
        switch self {
        case .labels(let labels): Self.thinned(Array(zip(places, labels.map(Self.shortened))))
        case .days(let days):
            Self.thinned(
                TimeTicks(days).ticks.map { (place(of: $0.day, among: days), $0.label) }, keeping: TimeTicks(days).firstYear ?? 0)
        }
    }

    private func place(of day: CalendarDate, among days: [CalendarDate]) -> Double {
        guard let first = days.min(), let last = days.max(), first < last else { return 50 }
        return ChartScale.rounded(Double(first.distance(to: day)) / Double(first.distance(to: last)) * 100)
    }

    /// Selects the labels that fit. A label that is shown on a phone is also shown on a wide screen. The label at index `kept` is shown on
    /// both.
    private static func thinned(_ labels: [(at: Double, text: String)], keeping kept: Int = 0) -> [LineLabel] {
        let length = labels.map(\.text.count).max() ?? 0
        let wide = LineLabel.stride(labels.count, length: length, room: LineLabel.wide)
        let narrow = (LineLabel.stride(labels.count, length: length, room: LineLabel.narrow) + wide - 1) / wide * wide
        return stride(from: kept % wide, to: labels.count, by: wide).map { index in
            LineLabel(at: labels[index].at, text: labels[index].text, isForWide: index % narrow != kept % narrow)
        }
    }

    /// Returns at most 12 characters of a label. The table shows the whole label.
    private static func shortened(_ label: String) -> String {
        label.unicodeScalars.count <= 12 ? label : String(String.UnicodeScalarView(label.unicodeScalars.prefix(11))) + "…"
    }
}
