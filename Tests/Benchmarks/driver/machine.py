"""Measures the CPU time and memory of processes from /proc, because rates alone say little on a machine with other load."""

import json
import os
import re
import resource
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = Path(os.environ.get("BOARDWALK_BENCHMARKS", ROOT / ".build/release"))
sys.path.append(str(ROOT / "Tests/Browser"))
os.environ.setdefault("BOARDWALK_BINARY", str(PROGRAMS / "boardwalk"))

import processes  # noqa: E402, because it needs the lines above

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    """User and system time of a process without its children."""
    return sum(times(pid)[:2])


def family_cpu_seconds(parent):
    """User and system time of all children of `parent`, including those that have ended."""
    while True:
        pids = processes.children(parent)
        total = sum(times(parent)[2:]) + sum(cpu_seconds(pid) for pid in pids)
        # A child that ended meanwhile would count twice or not at all.
        if processes.children(parent) == pids:
            return total


def times(pid):
    """User and system time of a process, and those of its ended children (proc(5), /proc/pid/stat, fields 14 to 17)."""
    fields = processes.stat(pid)
    return tuple(int(field) / TICKS for field in fields[11:15]) if fields else (0, 0, 0, 0)


def exact_cpu_seconds(pid):
    """Like `cpu_seconds`, but in the precision of nanoseconds: reads the CPU clock of another process (clock_getcpuclockid(3))."""
    return time.clock_gettime(~pid << 3 | 2)


def exact_family_cpu_seconds(parent):
    """Like `family_cpu_seconds`, but exact for the children that still run."""
    while True:
        pids = processes.children(parent)
        try:
            total = sum(times(parent)[2:]) + sum(map(exact_cpu_seconds, pids))
        except OSError:
            # A child has ended meanwhile.
            continue
        if processes.children(parent) == pids:
            return total


def pace():
    """Milliseconds of CPU time that a fixed piece of work takes. If this differs, the other measured times differ too, because other
    programs use the same processor."""
    costs = []
    for _ in range(5):
        start = time.thread_time()
        sum(number * number % 7 for number in range(100_000))
        costs.append((time.thread_time() - start) * 1e3)
    return statistics.median(costs)


def resident_bytes(pid):
    """The memory of a process that is in RAM."""
    found = re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return int(found[1]) * 1024


def run(command):
    """Runs a command. Returns its output and its CPU seconds."""
    before = children_cpu_seconds()
    output = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, check=True, text=True).stdout
    return output, children_cpu_seconds() - before


def children_cpu_seconds():
    """User and system time of all ended child processes of this process."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def benchmark(*arguments):
    """Runs a command of the Benchmarks program, and returns the JSON value that it printed last."""
    done = subprocess.run([PROGRAMS / "Benchmarks", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


class Benchmark:
    """A command of the Benchmarks program that runs in the background. It is terminated at the end of the `with` block."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAMS / "Benchmarks", *map(str, arguments)], stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=30)

    def line(self):
        line = self.process.stdout.readline().strip()
        if not line:
            raise RuntimeError(f"{self.process.args} ended with {self.process.wait()}")
        return line


def ask(url, headers=None):
    """Requests `url` once, as a smoke run does instead of `wrk`. Returns the number of answers. Raises an error if it was refused."""
    opener = urllib.request.build_opener(NotModifiedIsAnAnswer)
    with opener.open(urllib.request.Request(url, headers=headers or {}), timeout=30) as answer:
        answer.read()
    return 1


class NotModifiedIsAnAnswer(urllib.request.BaseHandler):
    """Accepts status 304, for which urllib raises an error by default."""

    def http_error_304(self, request, answer, *_):
        return answer


def wrk(url, seconds, headers=None, connections=64, script=None):
    """Requests `url` without a pause. Returns the number of answers. Raises an error if one of them was a refusal."""
    # wrk shares the processors with the server, so an answer may wait for wrk itself. The default of two seconds is too short for that.
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:g}s", "--timeout", "20s", url]
    if script:
        command += ["-s", script]
    for name, value in (headers or {}).items():
        command += ["-H", f"{name}: {value}"]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    if refused := re.search(r"Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)", output):
        raise RuntimeError(f"{url}: {refused[0]}")
    return int(re.search(r"(\d+) requests in", output)[1])
