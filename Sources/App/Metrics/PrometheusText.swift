/// Writes metrics in Prometheus' text format, version 0.0.4, or in OpenMetrics 1.0.0.
struct PrometheusText {
    enum Format {
        case prometheus, openMetrics

        var contentType: String {
            switch self {
            case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
        }
    }

    enum Kind: String { case counter, gauge, histogram }

    typealias Labels = KeyValuePairs<String, String>

    struct Histogram: Sendable {
        var bounds: [Double]
        /// The cumulative count of each bucket. There is one more bucket than bounds, for all larger values.
        var buckets: [Int]
        var sum: Double
    }

    let format: Format
    private(set) var text = ""
    private var name = ""
    private var kind = Kind.gauge

    init(format: Format) { self.format = format }

    /// Starts a metric family (all samples with the same name). The name of a counter must end with `_total`.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        (self.name, self.kind) = (name, kind)
        let familyName = format == .openMetrics && kind == .counter && name.hasSuffix("_total") ? String(name.dropLast(6)) : name
        text += "# HELP \(familyName) \(escaped(help, quotes: format == .openMetrics))\n# TYPE \(familyName) \(kind.rawValue)\n"
    }

    mutating func sample(_ value: Int) { sample([:], value) }
    mutating func sample(_ value: Double) { sample([:], value) }
    mutating func sample(_ labels: Labels, _ value: Int) { line("", labels, "\(value)") }
    mutating func sample(_ labels: Labels, _ value: Double) { line("", labels, number(value)) }

    mutating func sample(_ labels: Labels = [:], histogram: Histogram) {
        for (bound, count) in zip(histogram.bounds, histogram.buckets) { line("_bucket", labels, "\(count)", le: number(bound)) }
        let count = histogram.buckets.last ?? 0
        line("_bucket", labels, "\(count)", le: "+Inf")
        line("_sum", labels, number(histogram.sum))
        line("_count", labels, "\(count)")
    }

    mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        family(name, .gauge, help)
        sample(value)
    }

    mutating func counter(_ name: String, _ help: String, _ value: Int) {
        family(name, .counter, help)
        sample(value)
    }

    mutating func end() { if format == .openMetrics { text += "# EOF\n" } }

    private mutating func line(_ suffix: String, _ labels: Labels, _ value: String, le: String? = nil) {
        text += name + suffix
        var pairs = labels.map { "\($0.key)=\"\(escaped($0.value, quotes: true))\"" }
        if let le { pairs.append("le=\"\(le)\"") }
        if !pairs.isEmpty { text += "{" + pairs.joined(separator: ",") + "}" }
        text += " \(value)\n"
    }

    private func number(_ value: Double) -> String {
        value.isNaN ? "NaN" : value.isInfinite ? (value > 0 ? "+Inf" : "-Inf") : "\(value)"
    }

    private func escaped(_ text: String, quotes: Bool) -> String {
        let lines = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quotes ? lines.replacing("\"", with: "\\\"") : lines
    }
}
