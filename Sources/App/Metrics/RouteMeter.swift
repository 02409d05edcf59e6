import HTTPTypes
import Synchronization
import Web

/// Measures the requests to one route pattern. All paths without a route share one meter.
final class RouteMeter: Sendable {
    let pattern: String
    /// Whether the server answers requests to this route even if the server is overloaded. This is true for public files, which are cheap,
    /// and for health checks.
    let isAlwaysServed: Bool
    /// Whether the handler reads uploaded files itself.
    let takesFiles: Bool
    private let rows = RouteMeter.methods.map { _ in Row() }

    private static let methods = ["GET", "HEAD", "POST", "other"]
    private static let classes = ["2xx", "3xx", "4xx", "5xx"]

    /// The measurements of one method, with one cell for each class of status codes. The cells are allocated at the first request with this
    /// method, because most routes are rarely requested, and not with every method.
    private final class Row: Sendable {
        private let lazy = AtomicLazyReference<Cells>()
        var recorded: [Cell] { lazy.load()?.cells ?? [] }
        var cells: [Cell] { (lazy.load() ?? lazy.storeIfNil(Cells())).cells }
    }

    private final class Cells: Sendable {
        let cells = RouteMeter.classes.map { _ in Cell() }
    }

    private struct Cell: Sendable {
        let durations = Durations()
        let bytes = Counter()
    }

    init(_ pattern: String, takesFiles: Bool = false) {
        (self.pattern, self.takesFiles) = (pattern, takesFiles)
        isAlwaysServed = Self.isAlwaysServed(pattern)
    }

    static func isAlwaysServed(_ path: String) -> Bool {
        path.hasPrefix("/assets/") || ["/healthz", "/readyz"].contains(path) || AssetStore.plain.contains(path)
    }

    func add(_ method: HTTPRequest.Method, status: Int, nanoseconds: Int, bytes: Int) {
        let row =
            switch method {
            case .get: 0
            case .head: 1
            case .post: 2
            default: 3
            }
        let cell = rows[row].cells[min(max(status / 100, 2), 5) - 2]
        cell.durations.add(nanoseconds: nanoseconds)
        if bytes > 0 { cell.bytes.add(bytes) }
    }

    var samples: [(labels: PrometheusText.Labels, histogram: PrometheusText.Histogram, bytes: Int)] {
        zip(Self.methods, rows).flatMap { method, row in
            zip(Self.classes, row.recorded).compactMap { status, cell in
                let histogram = cell.durations.histogram
                guard histogram.buckets.last != 0 else { return nil }
                return (["route": pattern, "method": method, "status": status], histogram, cell.bytes.value)
            }
        }
    }
}
