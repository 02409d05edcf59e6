import HTMLTemplates

/// A table with all numbers of a chart.
public struct ChartTable: ViewModel {
    public struct Row: ViewModel {
        let heading: String
        let cells: [String]
    }

    /// A group of rows that belong together, such as the days of a month.
    public struct Group: ViewModel {
        let heading: String?
        let rows: [Row]
    }

    /// The heading of the first column, which contains the headings of the rows.
    let corner: String
    let columns: [String]
    /// The number of columns, including the first.
    let width: Int
    let groups: [Group]
    let note: String?

    init(corner: String, columns: [String], groups: [Group], note: String? = nil) {
        (self.corner, self.columns, self.groups, self.note) = (corner, columns, groups, note)
        width = columns.count + 1
    }
}

/// An entry of the legend, which names a series. A chart with only one series has no legend.
public struct ChartKey: ViewModel {
    let name: String
    /// The number of the series (1, 2 or 3), which decides its colour.
    let number: Int
}

/// A tick of an axis: a position in percent of the plot, and its label.
public struct ChartTick: ViewModel {
    let at: Double
    let label: String
    let isZero: Bool

    static func all(of scale: ChartScale, at position: (Double) -> Double) -> [ChartTick] {
        scale.ticks.map { ChartTick(at: ChartScale.rounded(position($0)), label: scale.label($0), isZero: $0 == 0) }
    }
}

/// A series of values. Values that are not finite count as missing.
public struct ChartSeries: Hashable, Sendable {
    let name: String
    let values: [Double]

    /// Creates a series with one value for each label or day of the chart.
    public init(_ name: String, _ values: [Double]) {
        (self.name, self.values) = (name, values)
    }

    /// Returns exactly `count` values. Further values are cut off. Missing values are added at the end.
    func padded(to count: Int) -> [Double] {
        Array(values.prefix(count)) + Array(repeating: .nan, count: max(0, count - values.count))
    }
}
