"""How long a start takes, and what an idle server holds in memory."""

import time

import machine
import report


def start(site):
    """from the start of the process to the first answer of /readyz with a migrated database, and memory 5 s later"""
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
