import HTMLTemplates

/// The table with all numbers of a chart.
public struct ChartTable: ViewModel {
    public struct Row: ViewModel {
        let heading: String
        let cells: [String]
    }

    /// Rows that belong together, such as the days of a month.
    public struct Group: ViewModel {
        let heading: String?
        let rows: [Row]
    }

    /// The heading of the first column.
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

/// An entry of the legend. A chart with one series has no legend.
public struct ChartKey: ViewModel {
    let name: String
    /// The number of the series: 1, 2 or 3.
    let number: Int
}

/// A labelled position of an axis, in percent of the plot.
public struct ChartTick: ViewModel {
    let at: Double
    let label: String
    let isZero: Bool

    static func all(of scale: ChartScale, at position: (Double) -> Double) -> [ChartTick] {
        scale.ticks.map { ChartTick(at: ChartScale.rounded(position($0)), label: scale.label($0), isZero: $0 == 0) }
    }
}

/// A series of values. Values that are not finite are missing.
public struct ChartSeries: Hashable, Sendable {
    let name: String
    let values: [Double]

    /// One value for each label or day of the chart.
    public init(_ name: String, _ values: [Double]) {
        (self.name, self.values) = (name, values)
    }

    /// The values, cut or filled with missing values to `count`.
    func padded(to count: Int) -> [Double] {
        Array(values.prefix(count)) + Array(repeating: .nan, count: max(0, count - values.count))
    }
}
