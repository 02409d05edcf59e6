import Postgres
import Web

struct MetricsPage: Sendable {
    let services: Services
    let cleanUp: CleanupRunner
    let requests: RequestMetrics
    let connections: ConnectionTable
    let polls: PollResponder

    func text(_ format: PrometheusText.Format) -> String {
        var page = PrometheusText(format: format)
        addRequests(to: &page)
        addConnections(to: &page)
        addAdmission(to: &page)
        addLive(to: &page)
        addMemory(to: &page)
        for state in services.states { state.addGauges(to: &page) }
        addProviders(to: &page)
        addJobs(to: &page)
        addDatabase(to: &page)
        addProcess(to: &page)
        page.end()
        return page.text
    }

    private func addRequests(to page: inout PrometheusText) {
        let samples = requests.all.flatMap(\.samples)
        page.family("boardwalk_http_request_duration_seconds", .histogram, "Time until the answer was ready, by the route's pattern.")
        for sample in samples { page.sample(sample.labels, histogram: sample.histogram) }
        page.family("boardwalk_http_response_body_bytes_total", .counter, "Bytes of response bodies.")
        for sample in samples { page.sample(sample.labels, sample.bytes) }
        page.gauge(
            "boardwalk_http_requests_in_progress", "Requests that handlers work on, without held long polls.",
            requests.inProgress.value)
    }

    private func addConnections(to page: inout PrometheusText) {
        let counters = connections.counters
        page.gauge("boardwalk_connections_open", "Connections of visitors and proxies.", counters.open.load(ordering: .relaxed))
        page.gauge("boardwalk_connections_limit", "Connections served at once.", connections.limit)
        page.counter(
            "boardwalk_connections_accepted_total", "Connections since start, refused ones included.",
            counters.accepted.load(ordering: .relaxed))
        page.gauge(
            "boardwalk_connections_per_address", "Connections served at once for one address. 0 means no limit.",
            connections.limitPerAddress)
        page.gauge(
            "boardwalk_connections_unsent_bytes", "Bytes of responses that are not sent yet because clients are slow.",
            counters.unsentBytes.load(ordering: .relaxed))
        page.family("boardwalk_connections_refused_total", .counter, "Connections refused because a limit was reached.")
        page.sample(["reason": "all"], counters.refusedByLimit.load(ordering: .relaxed))
        page.sample(["reason": "address"], counters.refusedByAddress.load(ordering: .relaxed))
        page.family("boardwalk_connections_dropped_total", .counter, "Connections closed because the client was slow, or idle.")
        for drop in ConnectionCounters.Drop.allCases { page.sample(["reason": "\(drop)"], counters.count(of: drop)) }
        page.counter(
            "boardwalk_http_received_body_bytes_total", "Bytes of requests' bodies.", counters.bodyBytes.load(ordering: .relaxed))
        page.counter("boardwalk_http_sent_bytes_total", "Bytes sent to clients.", counters.sentBytes.load(ordering: .relaxed))
        let lateness = connections.lateness.take()
        page.family("boardwalk_event_loop_lateness_seconds", .gauge, "How late an event loop ran work that was due.")
        page.sample(["which": "last"], Double(lateness.latest) / 1e9)
        page.sample(["which": "longest since last asked"], Double(lateness.longest) / 1e9)
    }

    private func addAdmission(to page: inout PrometheusText) {
        let status = services.admission.status
        page.gauge(
            "boardwalk_admission_inside", "Requests that are not answered yet, running or waiting.",
            services.admission.insideCount)
        page.gauge("boardwalk_admission_working", "Requests that are being worked on.", status.working)
        page.gauge("boardwalk_admission_limit", "Requests worked on at once.", services.admission.limits.atOnce)
        page.gauge("boardwalk_admission_waiting", "Requests waiting to be worked on.", status.waiting)
        page.gauge("boardwalk_admission_returning", "Held requests that have news and wait to be worked on.", status.returning)
        page.counter("boardwalk_admission_refused_total", "Requests answered 503 because the server was busy.", status.refused)
    }

    private func addLive(to page: inout PrometheusText) {
        let live = services.live.status
        page.gauge("boardwalk_polls_held", "Requests held while they wait for news.", live.held)
        page.gauge("boardwalk_polls_limit", "Requests held at once.", services.live.limit)
        page.family("boardwalk_polls_ended_total", .counter, "Long polls that ended, by outcome.")
        for (outcome, count) in live.ended { page.sample(["outcome": outcome], count) }
        page.gauge(
            "boardwalk_polls_woken", "Long polls that are no longer held and wait to be answered.",
            connections.counters.woken.load(ordering: .relaxed))
        page.gauge("boardwalk_topics", "Topics whose version is in memory.", live.topics)
        page.gauge("boardwalk_topics_watched", "Topics that held requests wait for.", live.watched)
        page.gauge(
            "boardwalk_announcements_heard", "1 while announcements of other server instances are received.",
            services.announcer.isListening ? 1 : 0)
    }

    private func addMemory(to page: inout PrometheusText) {
        page.family("boardwalk_cache_entries", .gauge, "Entries in memory.")
        let caches: [(name: String, entries: Int)] = [
            ("sessions", services.sessions.cachedCount), ("clubs", services.clubs.cachedCount), ("members", services.members.cachedCount),
            ("notices", services.bellCounter.cachedCount), ("polls", polls.cachedCount), ("rate limits", services.limiter.bucketCount),
        ]
        for cache in caches + services.states.flatMap(\.caches) { page.sample(["cache": cache.name], cache.entries) }
        page.family("boardwalk_rate_limit_refusals_total", .counter, "Requests refused by a rate limit.")
        for (limit, count) in services.limiter.refusals { page.sample(["limit": limit], count) }
    }

    private func addProviders(to page: inout PrometheusText) {
        guard !services.openID.providers.isEmpty else { return }
        page.family("boardwalk_openid_requests_total", .counter, "Requests to sign-in providers, by purpose and by status or failed.")
        let requests = services.openID.requests.sorted {
            ($0.key.host, $0.key.purpose, $0.key.outcome) < ($1.key.host, $1.key.purpose, $1.key.outcome)
        }
        for (kind, count) in requests { page.sample(["host": kind.host, "purpose": kind.purpose, "outcome": kind.outcome], count) }
    }

    private func addJobs(to page: inout PrometheusText) {
        let jobs = [services.presence.job, services.sessions.job, services.announcer.job, cleanUp.job]
        page.family("boardwalk_job_duration_seconds", .histogram, "Runs of background jobs.")
        for job in jobs { page.sample(["job": job.name], histogram: job.durations.histogram) }
        page.family("boardwalk_job_failures_total", .counter, "Runs of background jobs that failed; the next run does their work.")
        for job in jobs { page.sample(["job": job.name], job.failures.value) }
        page.family("boardwalk_cleared_total", .counter, "Rows that the scheduled cleanup has ended or deleted.")
        for step in cleanUp.steps { page.sample(["kind": step.cleanup.name], step.cleared.value) }
    }

    private func addProcess(to page: inout PrometheusText) {
        let process = ProcessStatus()
        page.family("boardwalk_build_info", .gauge, "The version of the server.")
        page.sample(["version": services.settings.version], 1)
        page.family("process_cpu_seconds_total", .counter, "CPU time, user and system.")
        page.sample(process.cpuSeconds)
        page.gauge("process_resident_memory_bytes", "Memory in use.", process.residentBytes)
        page.gauge("process_virtual_memory_bytes", "Address space.", process.virtualBytes)
        page.gauge("process_open_fds", "Open files and connections.", process.openFiles)
        page.gauge("process_max_fds", "The limit of open files.", process.openFilesLimit)
        page.gauge("process_threads", "Threads.", process.threads)
        page.family("process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.")
        page.sample(process.startTime)
    }
}
