import HTMLTemplates

/// The numbers of a chart, in full.
public struct ChartTable: ViewModel {
    /// One row, with its name first.
    public struct Row: ViewModel {
        let heading: String
        let cells: [String]
    }

    /// Rows that belong together, such as the days of a month.
    public struct Group: ViewModel {
        let heading: String?
        let rows: [Row]
    }

    /// Of the first column.
    let corner: String
    let columns: [String]
    /// How many there are, with the first.
    let width: Int
    let groups: [Group]
    let note: String?

    init(corner: String, columns: [String], groups: [Group], note: String? = nil) {
        (self.corner, self.columns, self.groups, self.note) = (corner, columns, groups, note)
        width = columns.count + 1
    }
}

/// Says which mark is which series; there is none where a chart has one series.
public struct ChartKey: ViewModel {
    let name: String
    /// 1, 2 or 3.
    let number: Int
}

/// A number of an axis. Positions are percents of the plot.
public struct ChartTick: ViewModel {
    let at: Double
    let label: String
    let isZero: Bool

    static func all(of scale: ChartScale, at position: (Double) -> Double) -> [ChartTick] {
        scale.ticks.map { ChartTick(at: ChartScale.rounded(position($0)), label: scale.label($0), isZero: $0 == 0) }
    }
}

/// One series of values. What is not finite is missing.
public struct ChartSeries: Hashable, Sendable {
    let name: String
    let values: [Double]

    /// One value for each label or day of the chart.
    public init(_ name: String, _ values: [Double]) {
        (self.name, self.values) = (name, values)
    }

    /// The values at as many places as the chart has labels.
    func padded(to count: Int) -> [Double] {
        Array(values.prefix(count)) + Array(repeating: .nan, count: max(0, count - values.count))
    }
}
