"""Compares the PostgreSQL client with threads that block, and with pgbench, which does not decode the results."""

import json
import re

import machine
import report

SENDERS = 64


def cpu(site):
    """Compares the CPU time of a page of three statements, for 64 callers at once, with blocking threads and pgbench."""
    statements = game_statements(site)
    sides = {
        "boardwalk": lambda: own_load(site, "pipelined"),
        "blocking": lambda: own_load(site, "blocking"),
        "pgbench": lambda: pgbench(site, statements),
    }
    costs = {name: [] for name in sides}
    for _ in range(site.rounds):
        for name, side in sides.items():
            costs[name].append(side())
    for name, values in costs.items():
        client, backends, rate = (report.median(part) for part in zip(*values))
        report.say(f"  {name}: client {client * 1e6:.4g} µs + backends {backends * 1e6:.4g} µs, {rate:.0f} pages a second")
    whole = {name: report.median(client + backends for client, backends, _ in values) for name, values in costs.items()}
    report.at_most("client.cpu.blocking", whole["boardwalk"] / whole["blocking"], 0.6)
    report.at_most("client.cpu.pgbench", whole["boardwalk"] / whole["pgbench"], 1.6)


def tail(site):
    """Measures the 99th percentile of point reads beside two statements that keep a core busy for half a second each."""
    target = ["--url", site.url("boardwalk_server"), "--club", site.club, "--game", site.game, "--seconds", site.seconds]
    rows = 1_000_000
    for _ in range(3):
        took = machine.benchmark("slow-neighbours", *target, "--rows", rows)["slow"]
        rows = int(rows * 500 / took)
    busy, asleep = [], []
    for _ in range(site.rounds):
        busy.append(machine.benchmark("slow-neighbours", *target, "--rows", rows))
        asleep.append(machine.benchmark("slow-neighbours", *target))
    for name, results in (("busy neighbours", busy), ("sleeping neighbours", asleep)):
        p50, p99, slow = (report.median(result[key] for result in results) for key in ("p50", "p99", "slow"))
        report.say(f"  {name} of {slow:.0f} ms: p50 {p50:.3g} ms, p99 {p99:.3g} ms, max {max(result['max'] for result in results):.3g} ms")
    report.at_most("client.tail", report.median(result["p99"] for result in busy), 60, "ms")


def own_load(site, mode):
    """CPU seconds of the client for a page, those of the backends for a page, and pages a second."""
    before = site.database_cpu()
    with machine.Benchmark(
        "client-load", "--mode", mode, "--url", site.url("boardwalk_server"), "--club", site.club, "--game", site.game,
        "--callers", SENDERS, "--seconds", site.seconds) as load:
        result = json.loads(load.line())
        spent = site.database_cpu() - before
    return result["cpu"] / result["pages"], spent / result["pages"], result["pages"] / site.seconds


def game_statements(site):
    """The three statements from the Swift source of the benchmark, with the value of their parameter."""
    source = (machine.ROOT / "Tests/Benchmarks/Sources/Client/GameQueries.swift").read_text()
    texts = re.findall(r'SQL = """\n(.*?)\n\s*"""', source, re.DOTALL)
    if len(texts) != 3:
        raise ValueError(f"{len(texts)} statements were found in GameQueries.swift")
    return [(" ".join(text.split()).replace("$1", ":game"), {"game": site.game}) for text in texts]


def pgbench(site, statements, connections=8):
    """Runs the prepared statements in pgbench, in one pipeline for each page, and on as many connections as our pool has. Returns the same
    values as `own_load`."""
    script = ["\\startpipeline", "SELECT set_config('app.club_id', :club, true);"]
    script += [statement + ";" for statement, _ in statements] + ["\\endpipeline"]
    file = site.folder / "page.pgbench"
    file.write_text("\n".join(script) + "\n")
    variables = {"club": site.club}
    for _, values in statements:
        variables |= values
    # A smoke run needs a number of pages, because a busy machine may not finish one within a second.
    length = ["-t", "5"] if site.is_smoke else ["-T", str(max(1, round(site.seconds)))]
    command = ["pgbench", "-n", "-M", "prepared", "-c", str(connections), "-j", "1", *length, "-f", str(file)]
    command += [f"-D{name}={value}" for name, value in variables.items()]
    before = site.database_cpu()
    output, usage = machine.run([*command, site.url("boardwalk_server")])
    spent = site.database_cpu() - before
    pages = int(re.search(r"transactions actually processed: (\d+)", output)[1])
    rate = float(re.search(r"tps = ([\d.]+)", output)[1])
    return usage / pages, spent / pages, rate
