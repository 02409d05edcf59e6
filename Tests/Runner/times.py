"""Prints tables that show where the time of a test run goes, for `script/test --times`."""

import collections
import contextlib
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import commands
import servers

SLOWEST = 30
SLOW_FUNCTION = re.compile(r"(\S+?):(\d+):\d+: warning: (.*) took (\d+)ms to type-check")


class Times:
    def __init__(self, folder, is_wanted):
        self.is_wanted = is_wanted
        self.processor_file, self.swift_file = folder / "processor-time.json", folder / "swift-times.txt"
        self.start = time.monotonic()
        # Steps and their seconds. Some steps run at the same time.
        self.steps = []
        self.slow_functions = {}
        self.benchmarks = []
        if is_wanted:
            self.sampler = commands.start([sys.executable, Path(__file__).with_name("processor_time.py"), self.processor_file])

    @contextlib.contextmanager
    def step(self, name):
        start = time.monotonic()
        try:
            yield
        finally:
            self.steps.append((name, time.monotonic() - start))

    def read_build(self, lines):
        """Keeps the functions that are slow to type-check from the output of a build, and returns the other lines."""
        rest = []
        for line in lines:
            if found := SLOW_FUNCTION.search(line):
                place = os.path.relpath(found[1], commands.ROOT) if found[1].startswith("/") else found[1]
                self.slow_functions[f"{place}:{found[2]} {found[3]}"] = int(found[4]) / 1000
            else:
                rest.append(line)
        return rest

    def read_benchmarks(self, lines):
        name = None
        for line in lines:
            if found := re.match(r"([\w.]+): ", line):
                name = found[1]
            elif (found := re.match(r"  (\d+) s; a fixed loop", line)) and name:
                self.benchmarks.append((name, float(found[1])))

    def show(self, results):
        if not self.is_wanted:
            return
        commands.stop(self.sampler)
        table("Steps, seconds", self.steps + [("all", time.monotonic() - self.start)])
        with contextlib.suppress(OSError, ValueError):
            totals = json.loads(self.processor_file.read_text())
            table("Processes, seconds of processor time", largest(totals, 45) + [("all", sum(totals.values()))])
        table("Functions that are slow to type-check, seconds", largest(self.slow_functions))
        table(f"The {SLOWEST} slowest Swift tests that have a database, seconds", largest(self.swift_tests()))
        files = collections.Counter()
        for test, seconds in results.times.items():
            if test.step == "Browser":
                files[test.class_name.split(".")[-1]] += seconds
        table(f"The {SLOWEST} slowest browser files, seconds", files.most_common(SLOWEST))
        table("Benchmarks, smoke run, seconds", sorted(self.benchmarks, key=lambda row: -row[1]))

    def swift_tests(self):
        """Returns the seconds of each test that uses a database, without the time that it waited for its turn."""
        tests = collections.Counter()
        with contextlib.suppress(OSError):
            for line in self.swift_file.read_text().splitlines():
                seconds, _, name = line.partition("\t")
                tests[name] += float(seconds)
        return tests


def largest(values, count=SLOWEST):
    return sorted(values.items(), key=lambda row: -row[1])[:count]


def table(title, rows):
    if rows:
        print(f"\n{title}\n" + "\n".join(f"{seconds:10.1f}  {name}" for name, seconds in rows), flush=True)


def start_and_migrate(folder, environment):
    """Measures how long it takes to migrate a new database and to start a server on it. Returns rows for a table."""
    url = environment["BOARDWALK_TEST_DATABASE_URL"]
    name, output = "times", folder / "serve.log"
    subprocess.run(["psql", "-X", "-q", "-d", url, "-c", f"CREATE DATABASE {name} OWNER boardwalk_owner"], check=True)
    host = url.partition("@")[2].partition("?")[2]
    addresses = {
        "BOARDWALK_ROOT": str(commands.ROOT), "BOARDWALK_PORT": "0", "BOARDWALK_DATA": str(folder / "times"),
        "BOARDWALK_DATABASE_URL": f"postgresql://boardwalk_server@/{name}?{host}",
        "BOARDWALK_MIGRATION_DATABASE_URL": f"postgresql://boardwalk_owner@/{name}?{host}",
    }
    start = time.monotonic()
    subprocess.run([servers.BINARY, "migrate", "up"], check=True, env=environment | addresses, stdout=subprocess.DEVNULL)
    migrated = time.monotonic()
    with output.open("w") as log:
        server = commands.start([servers.BINARY, "serve"], env=environment | addresses, stdout=log)
    address = commands.wait_for(lambda: re.search(r"Boardwalk is open: (\S+)\n", output.read_text()), "the server is open")[1]
    commands.wait_for(lambda: answers(f"{address}/readyz"), "the server is ready")
    opened = time.monotonic()
    commands.stop(server)
    return [("migrate a new database", migrated - start), ("start a server", opened - migrated)]


def answers(url):
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2) as answer:
        return answer.status == 200
