/// What a feature keeps in memory as long as the server runs: made once at start, and found by its type, `services[PhotoState.self]`.
protocol FeatureState: AnyObject, Sendable {
    /// How many entries its caches have, for /metrics.
    var caches: [(name: String, entries: Int)] { get }
    /// What else of it is counted.
    func addGauges(to page: inout PrometheusText)
    /// What it does beside the pages, until the server stops.
    func run() async throws
    /// Comes when nothing is answered any more.
    func end()
}

extension FeatureState {
    var caches: [(name: String, entries: Int)] { [] }
    func addGauges(to page: inout PrometheusText) {}
    func run() async throws {}
    func end() {}
}
