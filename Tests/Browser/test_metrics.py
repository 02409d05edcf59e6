"""The metrics as Prometheus reads them from the metrics port."""

import httpx
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_open
from prometheus_client.parser import text_string_to_metric_families as parse_plain

from processes import Server


@pytest.fixture(scope="module")
def server(database, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("metrics"), **database.settings).start()
    for path in ["/", "/", "/login", "/no/such/page", "/healthz", '/no"such\\page%0a']:
        httpx.get(server.url + path)
    httpx.head(server.url + "/login")
    httpx.post(server.url + "/login", data={"login": "nobody", "password": "wrong"})
    yield server
    server.stop()


def scrape(server, accept=None):
    answer = httpx.get(server.metrics, headers={"Accept": accept} if accept else {})
    assert answer.status_code == 200
    return answer


def families(server):
    return {family.name: family for family in parse_plain(scrape(server).text)}


def test_every_metric_has_a_type_and_a_help_text(server):
    answer = scrape(server)
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    for family in parse_plain(answer.text):
        assert family.type in ("counter", "gauge", "histogram"), family.name
        assert family.documentation, family.name


def test_histogram_buckets_are_cumulative(server):
    checked = 0
    for family in families(server).values():
        if family.type != "histogram":
            continue
        series = {}
        for sample in family.samples:
            labels = tuple(sorted((k, v) for k, v in sample.labels.items() if k != "le"))
            series.setdefault(labels, {"buckets": []})
            if sample.name.endswith("_bucket"):
                series[labels]["buckets"].append((float(sample.labels["le"]), sample.value))
            else:
                series[labels][sample.name.rpartition("_")[2]] = sample.value
        for each in series.values():
            bounds, counts = zip(*each["buckets"])
            assert list(bounds) == sorted(bounds) and bounds[-1] == float("inf")
            assert list(counts) == sorted(counts)
            assert counts[-1] == each["count"] and each["sum"] >= 0
            checked += 1
    assert checked > 5


def request_counts(server):
    return {
        (s.labels["route"], s.labels["method"], s.labels["status"]): s.value
        for s in families(server)["boardwalk_http_request_duration_seconds"].samples
        if s.name.endswith("_count")
    }


def test_requests_are_counted_by_pattern(server):
    before = request_counts(server)
    for path in ["/", "/", "/no/such/page", '/no"such\\page%0a']:
        httpx.get(server.url + path)
    httpx.head(server.url + "/login")
    after = request_counts(server)
    more = {key: count - before.get(key, 0) for key, count in after.items()}
    assert more[("/", "GET", "2xx")] == 2
    assert more[("/login", "HEAD", "2xx")] == 1
    assert more[("none", "GET", "4xx")] == 2
    assert not any("such" in label for key in after for label in key)


def test_all_parts_of_the_server_report_metrics(server):
    found = families(server)
    for name in ["boardwalk_polls_held", "boardwalk_connections_open", "boardwalk_admission_working", "boardwalk_database_connections",
                 "boardwalk_job_duration_seconds", "boardwalk_cache_entries", "boardwalk_topics", "process_resident_memory_bytes",
                 "process_cpu_seconds", "process_open_fds", "process_start_time_seconds", "boardwalk_build_info"]:
        assert name in found, name
    assert found["process_resident_memory_bytes"].samples[0].value > 1e6
    assert found["process_cpu_seconds"].samples[0].value > 0
    assert found["boardwalk_database_segments"].samples[0].value > 0


def test_openmetrics_is_served_on_request(server):
    answer = scrape(server, "application/openmetrics-text; version=1.0.0,text/plain;q=0.5")
    assert answer.headers["content-type"].startswith("application/openmetrics-text; version=1.0.0")
    assert {family.name for family in parse_open(answer.text)} == set(families(server))


def test_visitors_cannot_read_the_metrics(server):
    assert httpx.get(server.url + "/metrics").status_code == 404
    assert httpx.get(server.metrics.replace("/metrics", "/")).status_code == 404
