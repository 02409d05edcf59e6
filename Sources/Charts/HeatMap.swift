import Calendar
import HTMLTemplates

/// A heat map of one year. Each week is a column and each weekday is a row. Days with higher values are darker and larger. The template is
/// `_chart-heat-map.html`.
public struct HeatMap: ViewModel {
    /// A part of 27 weeks. The two halves of the year are side by side, or one above the other on a phone. In the drawing, a week is 10
    /// units wide, and a day is 10 units high.
    public struct Half: ViewModel {
        let months: [ChartTick]
        /// An SVG path with one line for each weekday, through all days with this weekday.
        let days: String
        /// An SVG path with the borders between months.
        let borders: String
        let cells: [Cell]
    }

    public struct Cell: ViewModel {
        let x: Double
        let y: Double
        let size: Double
        let level: Int
        let title: String
    }

    public struct Step: ViewModel {
        let level: Int
        let at: Double
        let size: Double
        let text: String
    }

    let title: String
    let summary: String
    let isEmpty: Bool
    let weekdays: [ChartTick]
    let halves: [Half]
    let steps: [Step]
    let table: ChartTable

    static let weeks = 27

    /// Creates the heat map of `year`.
    /// - Parameters:
    ///   - values: The values of days. Days of other years are ignored. Several values of the same day are added.
    ///   - lastDay: The last day that is shown, such as today. If `lastDay` is nil, the whole year is shown.
    public init(
        title: String, year: Int, values: [(day: CalendarDate, value: Int)], unit: ChartUnit, firstWeekday: Weekday = .monday,
        lastDay: CalendarDate? = nil
    ) {
        let calendar = CalendarYear(year, firstWeekday: firstWeekday)
        let last = min(calendar.last, lastDay ?? calendar.last)
        let shown = values.filter { $0.day >= calendar.first && $0.day <= last }
        let sums = Dictionary(shown.map { ($0.day, $0.value) }) { $0.addingReportingOverflow($1).partialValue }.filter { $0.value != 0 }
        let days = sums.sorted { $0.key < $1.key }.map { (day: $0.key, value: $0.value) }
        let steps = HeatSteps(days.map(\.value))
        self.title = title
        isEmpty = days.isEmpty
        summary = Self.summary(days, year, unit)
        weekdays = calendar.weekdays.enumerated().map {
            ChartTick(at: ChartScale.rounded((Double($0) + 0.5) / 7 * 100), label: $1, isZero: false)
        }
        halves = (0..<2).map { HeatDrawing(calendar: calendar, last: last, half: $0).half(days, steps, unit) }
        self.steps = steps.ranges.map {
            Step(level: $0.level, at: HeatDrawing.inset($0.level), size: HeatDrawing.size($0.level), text: $0.text)
        }
        table = Self.table(days, unit)
    }

    private static func summary(_ days: [(day: CalendarDate, value: Int)], _ year: Int, _ unit: ChartUnit) -> String {
        guard let most = days.max(by: { $0.value < $1.value }) else { return "There are no \(unit.many) in \(year)." }
        let sum = unit.text(days.reduce(0) { $0 + Double($1.value) })
        let count = days.count == 1 ? "1 day" : "\(days.count) days"
        return "\(sum) on \(count) of \(year); most on \(most.day.dayText), \(unit.text(Double(most.value)))."
    }

    private static func table(_ days: [(day: CalendarDate, value: Int)], _ unit: ChartUnit) -> ChartTable {
        let months = Dictionary(grouping: days) { $0.day.parts.month }.sorted { $0.key < $1.key }
        let groups = months.map { month, days in
            let sum = unit.text(days.reduce(0) { $0 + Double($1.value) })
            return ChartTable.Group(
                heading: "\(CalendarDate.months[month - 1]): \(sum)",
                rows: days.map { ChartTable.Row(heading: $0.day.dayText, cells: [ChartNumber.full(Double($0.value))]) })
        }
        return ChartTable(
            corner: "Day", columns: [unit.many.prefix(1).uppercased() + unit.many.dropFirst()], groups: groups,
            note: "Days without \(unit.many) are left out.")
    }
}
