import Calendar
import Foundation
import HTMLTemplates
import Testing

@testable import Charts

@Suite struct ChartTemplateTests {
    private struct Sheet: Page {
        static let template = "sheet"
        let bars: BarChart
        let lines: LineChart
        let year: HeatMap
    }

    private func html(_ sheet: Sheet) throws -> String {
        let folder = URL(filePath: #filePath).appending(path: "../../../Templates").standardized
        var templates = [
            "sheet": "{{#bars}}{{> _chart-bars}}{{/bars}}{{#lines}}{{> _chart-lines}}{{/lines}}{{#year}}{{> _chart-heat-map}}{{/year}}"
        ]
        for name in ["bars", "lines", "heat-map", "caption", "table"] {
            templates["_chart-\(name)"] = try String(contentsOf: folder.appending(path: "_chart-\(name).html"), encoding: .utf8)
        }
        let store = TemplateStore(templates: templates)
        try store.check([Sheet.self])
        return String(decoding: try store.render(sheet), as: UTF8.self)
    }

    private func sheet(_ name: String, _ values: [Double]) -> Sheet {
        let unit = ChartUnit("lap", name)
        let series = [ChartSeries(name, values), ChartSeries("other", values)]
        let labels = values.indices.map { "\(name) \($0)" }
        let days = values.indices.map { (day: CalendarDate(year: 2026, month: 1, day: 1 + $0), value: $0 + 1) }
        return Sheet(
            bars: BarChart(title: name, heading: name, labels: labels, series: series, unit: unit),
            lines: LineChart(title: name, heading: name, axis: .labels(labels), series: series, unit: unit),
            year: HeatMap(title: name, year: 2026, values: days, unit: unit))
    }

    @Test func `each chart is a figure with a table`() throws {
        let html = try html(sheet("laps", [1, 2.5, .nan, -4]))
        for part in ["<figure", "<figcaption>", "<details", "<table>", "<caption", "<div aria-hidden=\"true\">"] {
            #expect(html.components(separatedBy: part).count - 1 == 3, "\(part)")
        }
        #expect(html.components(separatedBy: "<th scope=\"row\">").count - 1 == 12)
        #expect(html.contains("<th scope=\"rowgroup\" colspan=\"2\">January: 10 laps</th>"))
        #expect(!html.contains("<th>") && !html.contains("style=") && !html.lowercased().contains("=\"nan"))
    }

    @Test func `names in charts are escaped`() throws {
        let html = try html(sheet("<b a=\"'>&", [1, 2]))
        #expect(!html.contains("<b ") && html.contains("&lt;b a="))
    }

    @Test func `an empty chart is only a sentence`() throws {
        let html = try html(sheet("laps", []))
        #expect(html.components(separatedBy: "There are no laps").count - 1 == 3)
        #expect(!html.contains("<svg") && !html.contains("<table"))
    }
}
