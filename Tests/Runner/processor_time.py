"""Samples /proc while a command runs, and writes how much processor time each kind of process took.

    python3 processor_time.py FILE     runs until SIGTERM

Compilers are counted by the module that they build. A process that lives for less than a sample is missed, or its time is too low.
"""

import json
import os
import re
import signal
import sys
import time

SAMPLE_SECONDS = 0.5
TICKS = os.sysconf("SC_CLK_TCK")


def kind_of(words):
    """Returns the kind of a process from its command line: "swift App", "C CNIOBoringSSL", "link boardwalk", "chromium"."""
    program = os.path.basename(words[0].split(" ")[0]).rstrip(":")
    if program == "swift-frontend" and "-module-name" in words:
        is_interface = "-emit-module" in words and "-c" not in words
        return f"swift {words[words.index('-module-name') + 1]}{' (interface)' if is_interface else ''}"
    if program.startswith("clang") and "-o" in words:
        target = words[words.index("-o") + 1]
        found = re.search(r"/([\w-]+)\.build/", target)
        return f"C {found[1]}" if found else f"link {os.path.basename(target)}"
    if program in ("ld", "ld.gold", "ld.lld", "gold"):
        return f"link {os.path.basename(words[words.index('-o') + 1])}" if "-o" in words else program
    return program


class Sampler:
    def __init__(self):
        # (kind, seconds, number of samples) of each process by (pid, start time), because the kernel reuses pids.
        self.processes = {}

    def sample(self):
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
                key, seconds = (number, fields[19]), (int(fields[11]) + int(fields[12])) / TICKS
                kind, _, looks = self.processes.get(key, ("", 0, 0))
                # A process that was just forked still has the command line of its parent, so the first three samples read it again.
                if looks < 3:
                    with open(f"/proc/{number}/cmdline") as file:
                        words = file.read().split("\0")
                    kind = kind_of(words) if words[0] else "kernel"
                self.processes[key] = (kind, seconds, looks + 1)
            except (OSError, ValueError, IndexError):
                continue

    def totals(self):
        totals = {}
        for kind, seconds, _ in self.processes.values():
            totals[kind] = totals.get(kind, 0) + seconds
        return totals


def main(file):
    sampler, is_done = Sampler(), []
    signal.signal(signal.SIGTERM, lambda *_: is_done.append(True))
    while not is_done:
        sampler.sample()
        time.sleep(SAMPLE_SECONDS)
    with open(file, "w") as output:
        json.dump(sampler.totals(), output)


if __name__ == "__main__":
    main(sys.argv[1])
