"""Processes and what they cost, from /proc, as rates alone say little on a machine that does other things too."""

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

import processes  # noqa: E402, as it needs what stands above

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    """User and system time of a process, without its children."""
    return sum(times(pid)[:2])


def family_cpu_seconds(parent):
    """User and system time of the children of `parent`, those that have ended included."""
    while True:
        pids = processes.children(parent)
        total = sum(times(parent)[2:]) + sum(cpu_seconds(pid) for pid in pids)
        # One that ended in between would count twice, or not at all.
        if processes.children(parent) == pids:
            return total


def times(pid):
    """User and system time of a process, then those of its ended children (proc(5), /proc/pid/stat, fields 14 to 17)."""
    fields = processes.stat(pid)
    return tuple(int(field) / TICKS for field in fields[11:15]) if fields else (0, 0, 0, 0)


def exact_cpu_seconds(pid):
    """As `cpu_seconds`, not in ticks but in nanoseconds: the clock of another process's CPU time (clock_getcpuclockid(3))."""
    return time.clock_gettime(~pid << 3 | 2)


def pace():
    """Milliseconds that a fixed piece of work takes on the processor, which others share: where it differs, so do all times that are measured."""
    costs = []
    for _ in range(5):
        start = time.thread_time()
        sum(number * number % 7 for number in range(100_000))
        costs.append((time.thread_time() - start) * 1e3)
    return statistics.median(costs)


def resident_bytes(pid):
    """What the process holds in memory."""
    found = re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return int(found[1]) * 1024


def run(command):
    """Runs a command; gives its output and the CPU seconds it took."""
    before = children_cpu_seconds()
    output = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, check=True, text=True).stdout
    return output, children_cpu_seconds() - before


def children_cpu_seconds():
    """User and system time of all processes started here that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def benchmark(*arguments):
    """Runs a command of the benchmarks' own program and gives what it printed, a value of JSON."""
    done = subprocess.run([PROGRAMS / "Benchmarks", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


class Benchmark:
    """A command of the benchmarks' own program, run beside what it loads; ended, if it still runs, where the `with` ends."""

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
    """Asks for `url` once: what a smoke run does instead of `wrk`. Gives how many answers came. Throws when it was refused."""
    opener = urllib.request.build_opener(NotModifiedIsAnAnswer)
    with opener.open(urllib.request.Request(url, headers=headers or {}), timeout=30) as answer:
        answer.read()
    return 1


class NotModifiedIsAnAnswer(urllib.request.BaseHandler):
    """Without it, urllib throws on 304."""

    def http_error_304(self, request, answer, *_):
        return answer


def wrk(url, seconds, headers=None, connections=64, script=None):
    """Asks for `url` without a pause. Gives how many answers came. Throws when one was a refusal."""
    # wrk has to share the processors with the server, so an answer may wait for wrk itself. Two seconds, as by default, are too few then.
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:g}s", "--timeout", "20s", url]
    if script:
        command += ["-s", script]
    for name, value in (headers or {}).items():
        command += ["-H", f"{name}: {value}"]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    if refused := re.search(r"Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)", output):
        raise RuntimeError(f"{url}: {refused[0]}")
    return int(re.search(r"(\d+) requests in", output)[1])
