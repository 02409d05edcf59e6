"""Measures held long polls: the memory of each, and the time until all of them are answered after a change."""

import json
import os
import time

import machine
import report
from site_under_test import CLUB, Visitor

HELD = 10_000


def held(site):
    """Holds a long poll of 10,000 members on one game, and measures the memory for each and the time until all get a new message."""
    count = site.many(HELD)
    tokens = site.guests(count)
    file = site.folder / "sessions"
    file.write_text("\n".join(tokens))
    server = site.new_server(BOARDWALK_HELD_POLLS=str(count + 100), BOARDWALK_CONNECTIONS_PER_ADDRESS="0").start()
    try:
        visitor = Visitor(server)
        time.sleep(2)
        idle = machine.resident_bytes(server.process.pid)
        path = f"/c/{CLUB}/games/{site.game}/live"
        with machine.Benchmark("held-polls", "--port", server.port, "--path", path, "--sessions", file) as polls:
            assert polls.line() == "held"
            time.sleep(3)
            # Otherwise the message could wait for the disk until gigabytes of earlier benchmarks are written.
            os.sync()
            each = (machine.resident_bytes(server.process.pid) - idle) / count / 1024
            start = time.monotonic_ns()
            visitor.say(site.game, "Hello, all of you.")
            stored = (time.monotonic_ns() - start) / 1e9
            answers = json.loads(polls.line())
    finally:
        server.stop()
    times = sorted((answer - start) / 1e9 for answer in answers["answers"])
    report.say(f"  {len(times)} answers, {answers['failures']} failures; median {report.median(times):.3g} s, last {times[-1]:.3g} s; "
               f"the message was stored after {stored:.3g} s")
    report.at_most("poll.held.memory", each, 20, "KB")
    report.at_most("poll.held.wake", times[-1], 1, "s")
    if answers["failures"]:
        raise RuntimeError(f"{answers['failures']} polls failed")
