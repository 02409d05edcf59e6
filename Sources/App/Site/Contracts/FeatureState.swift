/// A feature's state in memory, as long as the server runs. It is created once at start, and found by its type:
/// `services[PhotoState.self]`.
protocol FeatureState: AnyObject, Sendable {
    var caches: [(name: String, entries: Int)] { get }
    func addGauges(to page: inout PrometheusText)
    func run() async throws
    /// Called when the server no longer answers requests.
    func end()
}

extension FeatureState {
    var caches: [(name: String, entries: Int)] { [] }
    func addGauges(to page: inout PrometheusText) {}
    func run() async throws {}
    func end() {}
}
