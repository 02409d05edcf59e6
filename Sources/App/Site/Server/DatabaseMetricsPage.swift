import Postgres

extension MetricsPage {
    func addDatabase(to page: inout PrometheusText) {
        let now = services.database.metrics.snapshot()
        page.counter("boardwalk_database_segments_total", "Segments sent: round trips to PostgreSQL.", now.roundTrips)
        page.counter("boardwalk_database_statements_total", "Statements sent.", now.statements)
        page.counter("boardwalk_database_statements_prepared_total", "Statements that a connection prepared.", now.statementsPrepared)
        page.counter("boardwalk_database_sent_bytes_total", "Bytes of parameters sent.", now.bytesSent)
        page.counter("boardwalk_database_received_bytes_total", "Bytes of rows received.", now.bytesReceived)
        page.counter("boardwalk_database_retries_total", "Segments and transactions sent again.", now.retries)
        addPool(now, to: &page)
        addFailures(now.failures, to: &page)
        page.family("boardwalk_database_queue_seconds", .histogram, "Time a segment waited for a connection.")
        page.sample(histogram: histogram(now.queueTime))
        page.family("boardwalk_database_flight_seconds", .histogram, "Time from sending a segment to its answer.")
        page.sample(histogram: histogram(now.flightTime))
    }

    private func addPool(_ now: DatabaseSnapshot, to page: inout PrometheusText) {
        page.gauge("boardwalk_database_connections_limit", "Connections that the server opens; the number is fixed.", now.pool.size)
        page.family("boardwalk_database_connections", .gauge, "Connections to PostgreSQL, by what they do.")
        page.sample(["state": "idle"], max(0, now.pool.open - now.pool.busy))
        page.sample(["state": "busy"], max(0, now.pool.busy - now.pool.leased))
        page.sample(["state": "leased"], now.pool.leased)
        page.gauge("boardwalk_database_waiting", "Segments waiting for a connection.", now.waiting)
        page.family("boardwalk_database_connection_events_total", .counter, "Connections opened, lost, and attempts that failed.")
        page.sample(["event": "opened"], now.connectionsOpened)
        page.sample(["event": "lost"], now.connectionsLost)
        page.sample(["event": "refused"], now.connectionsRefused)
    }

    private func addFailures(_ failures: DatabaseSnapshot.Failures, to page: inout PrometheusText) {
        page.family("boardwalk_database_failures_total", .counter, "Failures of statements by reason.")
        page.sample(["reason": "refused"], failures.refused)
        page.sample(["reason": "unavailable"], failures.unavailable)
        page.sample(["reason": "outcome unknown"], failures.outcomeUnknown)
        page.sample(["reason": "timed out"], failures.timedOut)
        page.sample(["reason": "overloaded"], failures.overloaded)
        page.sample(["reason": "cancelled"], failures.cancelled)
        page.sample(["reason": "misread"], failures.misread)
    }

    private func histogram(_ histogram: DatabaseSnapshot.Histogram) -> PrometheusText.Histogram {
        PrometheusText.Histogram(bounds: DatabaseSnapshot.Histogram.bounds, buckets: histogram.buckets, sum: histogram.sum)
    }
}
