"""Measures the start of the server and the memory of an idle server."""

import time

import machine
import report


def start(site):
    """Measures the time from start to the first answer of /readyz with a migrated database, and the memory 5 s later."""
    times, idle = [], []
    for round in range(2 * site.rounds):
        server = site.new_server()
        begin = time.monotonic()
        server.start()
        times.append((time.monotonic() - begin) * 1000)
        if round == 0:
            time.sleep(site.lasting(5))
            idle.append(machine.resident_bytes(server.process.pid) / 1e6)
        server.stop()
    report.say(f"  start {report.spread(times)} ms")
    report.at_most("start.ready", report.median(times), 300, "ms")
    report.at_most("start.memory", idle[0], 38, "MB")
