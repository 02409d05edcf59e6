import HTMLTemplates

/// A chart of horizontal bars that begin at zero. Each label has a row of its own. The template is `_chart-bars.html`.
public struct BarChart: ViewModel {
    public struct Bar: ViewModel {
        /// The left end (`x`), the width, the top (`y`) and the height of the bar, in percent of the row.
        let x: Double
        let width: Double
        let y: Double
        let height: Double
        /// The number of the series (1 or 2), which decides the colour of the bar.
        let number: Int
        let label: String
        /// The horizontal position of the label. It is the right end of the bar, even if the value is negative and the bar extends from
        /// zero to the left.
        let labelAt: Double
        let labelY: Double
    }

    public struct Row: ViewModel {
        let label: String
        let bars: [Bar]
    }

    let title: String
    let summary: String
    let isEmpty: Bool
    let isPaired: Bool
    /// Whether the labels are so short that they are beside the bars on a phone too.
    let isShort: Bool
    let keys: [ChartKey]
    let ticks: [ChartTick]
    let rows: [Row]
    let table: ChartTable

    /// Creates a chart from one or two series. Each series has one value for each label.
    /// - Parameters:
    ///   - labels: The names of the rows. They are beside the bars, or above them on a phone.
    ///   - heading: The heading of the labels in the table, such as "Month".
    public init(title: String, heading: String, labels: [String], series: [ChartSeries], unit: ChartUnit) {
        let series = series.prefix(2).map { ChartSeries($0.name, $0.padded(to: labels.count)) }
        let scale = ChartScale(series.flatMap(\.values))
        self.title = title
        summary = ChartSummary.ofBars(series, labels: labels, unit: unit)
        isEmpty = !series.contains { $0.values.contains(where: \.isFinite) }
        isPaired = series.count > 1
        isShort = labels.allSatisfy { $0.unicodeScalars.count <= 5 }
        keys = series.count > 1 ? series.enumerated().map { ChartKey(name: $1.name, number: $0 + 1) } : []
        ticks = ChartTick.all(of: scale, at: scale.percent)
        rows = labels.indices.map { index in
            Row(label: labels[index], bars: series.enumerated().map { Self.bar($1.values[index], $0, of: series.count, on: scale) })
        }
        table = ChartTable(corner: heading, columns: series.map(\.name), groups: [ChartSummary.group(of: series, labels: labels)])
    }

    private static func bar(_ value: Double, _ index: Int, of count: Int, on scale: ChartScale) -> Bar {
        let zero = scale.percent(0)
        let end = value.isFinite ? scale.percent(value) : zero
        let height = count > 1 ? 40.0 : 64.0
        let y = count > 1 ? (index == 0 ? 8.0 : 52.0) : 18.0
        return Bar(
            x: min(zero, end), width: ChartScale.rounded((end - zero).magnitude), y: y, height: height, number: index + 1,
            label: ChartNumber.short(value), labelAt: max(zero, end), labelY: y + height / 2)
    }
}
