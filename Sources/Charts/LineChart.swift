import Calendar
import HTMLTemplates

/// A chart of up to three lines. Its points have labels or are days. The template is `_chart-lines.html`.
public struct LineChart: ViewModel {
    public struct Line: ViewModel {
        /// The number of the series (1, 2 or 3), which decides the colour of the line.
        let number: Int
        /// The SVG path of the line in a square of 100 by 100 units. It is interrupted where a value is missing.
        let path: String
        let marks: [Mark]
    }

    public struct Mark: ViewModel {
        let x: Double
        let y: Double
        let title: String
    }

    /// The horizontal axis, with labelled points or with days.
    public enum Axis: Hashable, Sendable {
        /// Labelled points at equal distances.
        case labels([String])
        /// Days, whose distances are in proportion to time. The ticks are at the beginnings of days, months or years.
        case days([CalendarDate])
    }

    let title: String
    let summary: String
    let isEmpty: Bool
    let keys: [ChartKey]
    /// Whether the labels of the ticks have at most three characters, so that they need little room.
    let isShort: Bool
    let ticks: [ChartTick]
    let labels: [LineLabel]
    let lines: [Line]
    let table: ChartTable

    /// Creates a chart from one to three series.
    /// - Parameters:
    ///   - heading: The heading of the points in the table, such as "Month".
    ///   - hasZero: Whether the vertical axis must contain zero. A chart of ratings does not need zero, because only differences of ratings
    ///     have a meaning.
    public init(title: String, heading: String, axis: Axis, series: [ChartSeries], unit: ChartUnit, hasZero: Bool = true) {
        let (names, places) = (axis.names, axis.places)
        let series = series.prefix(3).map { ChartSeries($0.name, $0.padded(to: names.count)) }
        let scale = ChartScale(series.flatMap(\.values), hasZero: hasZero)
        self.title = title
        summary = ChartSummary.ofLines(series, labels: names, unit: unit)
        isEmpty = !series.contains { $0.values.contains(where: \.isFinite) }
        keys = series.count > 1 ? series.enumerated().map { ChartKey(name: $1.name, number: $0 + 1) } : []
        ticks = ChartTick.all(of: scale) { 100 - scale.percent($0) }
        isShort = ticks.allSatisfy { $0.label.unicodeScalars.count <= 3 }
        labels = axis.shownLabels
        lines = series.enumerated().map { index, series in
            let points = zip(places, series.values).map { (x: $0, y: $1.isFinite ? ChartScale.rounded(100 - scale.percent($1)) : nil) }
            let titles = zip(names, series.values).map { "\($0): \(unit.text($1))" }
            return Line(number: index + 1, path: Self.path(points), marks: Self.marks(points, titles))
        }
        table = ChartTable(corner: heading, columns: series.map(\.name), groups: [ChartSummary.group(of: series, labels: names)])
    }

    private typealias Point = (x: Double, y: Double?)

    private static func path(_ points: [Point]) -> String {
        var path = ""
        var isDrawing = false
        for point in points {
            if let y = point.y { path += "\(isDrawing ? "L" : "M")\(point.x) \(y)" }
            isDrawing = point.y != nil
        }
        return path
    }

    /// Returns the marks of a line, with which lines can be told apart. A line of up to 31 points has a mark at each point. A longer line
    /// has about a dozen marks. A point without neighbours always has a mark, because no line goes through it.
    private static func marks(_ points: [Point], _ titles: [String]) -> [Mark] {
        let known = points.indices.filter { points[$0].y != nil }
        let stride = known.count <= 31 ? 1 : (known.count + 11) / 12
        return known.enumerated().compactMap { order, index in
            let isAlone = (index == 0 || points[index - 1].y == nil) && (index == points.count - 1 || points[index + 1].y == nil)
            guard order % stride == 0 || order == known.count - 1 || isAlone, let y = points[index].y else { return nil }
            return Mark(x: points[index].x, y: y, title: titles[index])
        }
    }
}
