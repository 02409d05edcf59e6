/// Describes a chart in a sentence, for readers who cannot see it.
enum ChartSummary {
    /// Describes a bar chart: "Highest July, 48 laps; lowest January, 3 laps." If there are two series, each has its name before it.
    static func ofBars(_ series: [ChartSeries], labels: [String], unit: ChartUnit) -> String {
        text(of: series, unit) { values in
            let known = zip(labels, values).filter { $0.1.isFinite }
            guard let most = known.max(by: { $0.1 < $1.1 }), let least = known.min(by: { $0.1 < $1.1 }) else { return nil }
            if most.1 == least.1 { return allAlike(most, known.count, unit) }
            return "highest \(most.0), \(unit.text(most.1)); lowest \(least.0), \(unit.text(least.1))"
        }
    }

    /// Describes a line chart: "46 laps at the end, between 3 and 48."
    static func ofLines(_ series: [ChartSeries], labels: [String], unit: ChartUnit) -> String {
        text(of: series, unit) { values in
            let known = zip(labels, values).filter { $0.1.isFinite }
            guard let last = known.last, let most = known.map(\.1).max(), let least = known.map(\.1).min() else { return nil }
            if most == least { return allAlike(last, known.count, unit) }
            return "\(unit.text(last.1)) at the end, between \(ChartNumber.full(least)) and \(ChartNumber.full(most))"
        }
    }

    static func group(of series: [ChartSeries], labels: [String]) -> ChartTable.Group {
        let rows = labels.indices.map { index in
            ChartTable.Row(heading: labels[index], cells: series.map { ChartNumber.full($0.values[index]) })
        }
        return ChartTable.Group(heading: nil, rows: rows)
    }

    private static func allAlike(_ one: (String, Double), _ count: Int, _ unit: ChartUnit) -> String {
        count == 1 ? "\(one.0), \(unit.text(one.1))" : "always \(unit.text(one.1))"
    }

    private static func text(of series: [ChartSeries], _ unit: ChartUnit, _ part: ([Double]) -> String?) -> String {
        let parts = series.compactMap { series in part(series.values).map { (name: series.name, text: $0) } }
        guard let first = parts.first else { return "There are no \(unit.many) yet." }
        guard series.count > 1 else { return "\(first.text.prefix(1).uppercased())\(first.text.dropFirst())." }
        return parts.map { "\($0.name): \($0.text)." }.joined(separator: " ")
    }
}
