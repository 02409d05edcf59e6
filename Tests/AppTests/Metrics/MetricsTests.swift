import TestSupport
import Testing

@testable import App
@testable import Web

struct MetricsTests {
    @Test func `requests are counted by route pattern, never by address`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo("secret-club").game()
            for _ in 0..<3 { _ = try await x.get(game) }
            _ = try await x.get("/no/such/page")
            _ = try await x.get(game + "x")
            let text = site.server.metrics.text(.prometheus)
            let route = #"route="/c/{club}/games/{game}",method="GET",status="2xx""#
            let count = try #require(text.split(separator: "\n").first { $0.contains("duration_seconds_count{\(route)") })
            // One more request came from `game()`, which looks up who starts.
            #expect(Int(count.split(separator: " ").last ?? "") ?? 0 >= 3)
            #expect(text.contains(#"duration_seconds_bucket{\#(route),le="+Inf"}"#))
            #expect(text.contains(#"route="none",method="GET",status="4xx""#))
            #expect(!text.contains("secret-club") && !text.contains("no/such"))
        }
    }

    @Test func `held polls and background jobs appear in the metrics`() async throws {
        try await TestSite.open { site in
            let (game, x, _) = try await site.clubOfTwo().game()
            let tag = try #require(try await x.get(game + "/live").headers[.eTag])
            async let held = x.get(game + "/live", [.ifNoneMatch: tag, .prefer: "wait=20"])
            try await #expect(eventually { site.server.metrics.text(.prometheus).contains("\nboardwalk_polls_held 1\n") })
            site.server.services.live.close()
            _ = try await held
            try await #expect(
                eventually {
                    let text = site.server.metrics.text(.prometheus)
                    return text.contains("\nboardwalk_polls_held 0\n")
                        && text.firstMatch(of: /job_duration_seconds_count\{job="presence"\} [1-9]/) != nil
                })
        }
    }

    @Test func `labels and help texts are escaped in the Prometheus format`() {
        var page = PrometheusText(format: .prometheus)
        page.family("x", .gauge, "a\\b\nc \"d\"")
        page.sample(["label": "a\\b\nc \"d\""], 1.5)
        #expect(page.text == "# HELP x a\\\\b\\nc \"d\"\n# TYPE x gauge\nx{label=\"a\\\\b\\nc \\\"d\\\"\"} 1.5\n")
    }

    @Test func `OpenMetrics declares counters without the total suffix`() {
        var page = PrometheusText(format: .openMetrics)
        page.counter("x_total", "Things.", 3)
        page.end()
        #expect(page.text == "# HELP x Things.\n# TYPE x counter\nx_total 3\n# EOF\n")
    }

    @Test func `histogram buckets count cumulatively`() {
        let durations = Durations()
        for nanoseconds in [0, 500_000, 500_001, 40_000_000_000] { durations.add(nanoseconds: nanoseconds) }
        let histogram = durations.histogram
        #expect(histogram.buckets.prefix(2) == [2, 3] && histogram.buckets.last == 4 && histogram.buckets.dropLast().last == 3)
        #expect(histogram.bounds.count + 1 == histogram.buckets.count && abs(histogram.sum - 40.001_000_001) < 1e-9)
    }
}
