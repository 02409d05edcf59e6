import Calendar
import Testing

@testable import Charts

@Suite struct ChartTests {
    private let laps = ChartUnit("lap", "laps")

    private func bars(_ labels: [String], _ series: ChartSeries...) -> BarChart {
        BarChart(title: "Laps", heading: "Month", labels: labels, series: series, unit: laps)
    }

    private func lines(_ axis: LineChart.Axis, _ series: ChartSeries...) -> LineChart {
        LineChart(title: "Laps", heading: "Month", axis: axis, series: series, unit: laps)
    }

    @Test func `a chart without values says so`() {
        for chart in [bars([]), bars(["May"]), bars([], ChartSeries("Laps", [3])), bars(["May"], ChartSeries("Laps", [.nan]))] {
            #expect(chart.isEmpty && chart.summary == "There are no laps yet.")
        }
        for chart in [lines(.labels([])), lines(.days([]), ChartSeries("Laps", [])), lines(.labels(["May"]), ChartSeries("Laps", []))] {
            #expect(chart.isEmpty && chart.summary == "There are no laps yet.")
        }
        let year = HeatMap(
            title: "Laps", year: 2026, values: [(CalendarDate(number: 0), 4), (CalendarDate(year: 2026, month: 1, day: 1), 0)], unit: laps)
        #expect(year.isEmpty && year.summary == "There are no laps in 2026.")
    }

    @Test func `bars begin at zero`() {
        let chart = bars(["May", "June", "July"], ChartSeries("Laps", [30, -10, .nan]))
        let bars = chart.rows.map { $0.bars[0] }
        #expect(bars.map(\.x) == [25, 0, 25] && bars.map(\.width) == [75, 25, 0] && bars.map(\.labelAt) == [100, 25, 25])
        #expect(bars.map(\.label) == ["30", "−10", "–"])
        #expect(
            chart.ticks.map(\.label) == ["−10", "0", "10", "20", "30"] && chart.ticks.map(\.isZero) == [false, true, false, false, false])
    }

    @Test func `the summary is a sentence`() {
        #expect(bars(["May", "June"], ChartSeries("Laps", [1, 1_200])).summary == "Highest June, 1,200 laps; lowest May, 1 lap.")
        #expect(bars(["May"], ChartSeries("Laps", [1])).summary == "May, 1 lap.")
        #expect(bars(["May", "June"], ChartSeries("Laps", [2, 2])).summary == "Always 2 laps.")
        let pair = bars(["May", "June"], ChartSeries("2026", [1, 2]), ChartSeries("2025", [.nan, 3]))
        #expect(pair.summary == "2026: highest June, 2 laps; lowest May, 1 lap. 2025: June, 3 laps.")
        #expect(lines(.labels(["a", "b", "c"]), ChartSeries("x", [5, 9, 7])).summary == "7 laps at the end, between 5 and 9.")
    }

    @Test func `the table has the full numbers`() {
        let table = bars(["May", "June"], ChartSeries("2026", [12_345.678, .nan]), ChartSeries("2025", [1])).table
        #expect(table.columns == ["2026", "2025"] && table.width == 3)
        #expect(table.groups.flatMap(\.rows).map { [$0.heading] + $0.cells } == [["May", "12,345.68", "1"], ["June", "–", "–"]])
    }

    @Test func `a line breaks where a value is missing`() {
        let line = lines(.labels(["a", "b", "c", "d", "e"]), ChartSeries("x", [0, 4, .nan, 2, .nan])).lines[0]
        #expect(line.path == "M0.0 100.0L25.0 0.0M75.0 50.0")
        #expect(line.marks.map(\.x) == [0, 25, 75] && line.marks[2].title == "d: 2 laps")
    }

    @Test func `a single value stands in the middle`() {
        #expect(lines(.labels(["a"]), ChartSeries("x", [1])).lines[0].marks.map(\.x) == [50])
        #expect(lines(.days([CalendarDate(number: 9)]), ChartSeries("x", [1])).lines[0].marks.map(\.x) == [50])
    }

    @Test func `days are spaced by time`() {
        let chart = lines(.days([0, 1, 4].map(CalendarDate.init(number:))), ChartSeries("x", [1, 2, 3]))
        #expect(chart.lines[0].marks.map(\.x) == [0, 25, 100])
        #expect(chart.labels.map(\.text) == ["1 Jan", "2 Jan", "3 Jan", "4 Jan", "5 Jan"])
    }

    @Test func `a long line has about a dozen marks and all isolated values`() {
        let values = (0..<200).map { number -> Double in [98, 100].contains(number) ? .nan : Double(number) }
        let marks = lines(.labels(values.map { "\($0)" }), ChartSeries("x", values)).lines[0].marks
        #expect((12...15).contains(marks.count) && marks.contains { $0.title.hasPrefix("99.0:") } && marks.last?.x == 100)
    }

    @Test func `labels that would overlap are left out`() {
        let labels = lines(.labels((0..<60).map { "Label \($0) of many" }), ChartSeries("x", Array(repeating: 1, count: 60))).labels
        #expect(labels.count <= 6 && labels.count { !$0.isForWide } <= 3)
        #expect(labels.allSatisfy { $0.text.count <= 12 })
        let year = lines(.days((0..<200).map { CalendarDate(number: 20_400 + $0) }), ChartSeries("x", Array(repeating: 1, count: 200)))
            .labels
        #expect(year.contains { $0.text == "2026" && !$0.isForWide })
    }

    @Test func `a year is drawn in two halves`() {
        let days = [(1, 1), (7, 5), (7, 6), (12, 31)].map { CalendarDate(year: 2026, month: $0.0, day: $0.1) }
        let year = HeatMap(title: "Laps", year: 2026, values: days.enumerated().map { ($1, $0 + 1) }, unit: laps)
        #expect(
            year.halves.map { $0.cells.map(\.title) } == [
                ["1 January: 1 lap", "5 July: 2 laps"], ["6 July: 3 laps", "31 December: 4 laps"],
            ])
        #expect(
            year.halves.map { $0.months.map(\.label) } == [
                ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul"], ["Aug", "Sep", "Oct", "Nov", "Dec"],
            ])
        #expect(year.halves[0].days.hasPrefix("M10 5H270M10 15H270M10 25H270M0 35H270"))
        #expect(year.halves[0].borders.hasPrefix("M50 0V60H40V70") && year.halves[0].borders.contains("M220 0V70M"))
        #expect(year.summary == "10 laps on 4 days of 2026; most on 31 December, 4 laps.")
        #expect(year.table.groups.map(\.heading) == ["January: 1 lap", "July: 5 laps", "December: 4 laps"])
    }

    @Test func `no days are drawn after the last day`() {
        let last = CalendarDate(year: 2026, month: 3, day: 1)
        let year = HeatMap(title: "Laps", year: 2026, values: [(last, 2), (last, 3), (last.advanced(by: 1), 9)], unit: laps, lastDay: last)
        #expect(year.summary == "5 laps on 1 day of 2026; most on 1 March, 5 laps.")
        #expect(year.halves[1].days.isEmpty && year.halves[1].months.isEmpty && year.halves[1].borders.isEmpty)
        #expect(year.halves[0].days.hasSuffix("H90"))
    }
}
