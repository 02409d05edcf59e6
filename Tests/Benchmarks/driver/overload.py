"""Requests the game page at twice the load that the server can handle."""

import re
import subprocess
import time
import urllib.error

import machine
import report
from site_under_test import CLUB, Visitor

VISITORS = 512
SHORTLY = 0.1
AIM = 0.9


def overload(site):
    """Requests the game page at twice the possible rate, and measures the share that is still served and the time of recovery."""
    visitor = Visitor(site.server)
    path = f"/c/{CLUB}/games/{site.game}"
    url, seconds = site.server.url + path, round(site.lasting(max(4, site.seconds)))
    load(url, visitor.cookie, 64, 2)
    served, refused, recoveries = [], [], []
    for _ in range(site.rounds):
        rate, _, work, generator = working(site, lambda: load(url, visitor.cookie, 64, seconds), seconds)
        answered, sent_away, more_work, more_generator = working(
            site, lambda rate=rate: load(url, visitor.cookie, VISITORS, seconds, 2 * rate / VISITORS), seconds)
        recoveries.append(recovery(visitor, path, site.lasting(10)))
        served.append(answered / rate)
        refused.append(sent_away)
        page = work / rate
        # Of twice the usual rate, the server serves AIM and refuses 2 - AIM. This is the CPU time that one refusal may take, after
        # subtracting the additional CPU time of the load generator.
        allowed = ((1 - AIM) * page - (more_generator - generator) / rate) / (2 - AIM)
        report.say(
            f"  usually {rate:.0f} a second with {work:.2f} processors (load {generator:.2f}); of {2 * rate:.0f}: {answered:.0f} served, "
            f"{sent_away:.0f} refused, {more_work:.2f} processors (load {more_generator:.2f}); a page {page * 1e6:.0f} µs")
        if sent_away:
            report.say(f"  a refusal {(more_work - answered * page) / sent_away * 1e6:.0f} µs; {allowed * 1e6:.0f} µs would do")
    if not all(refused) and not site.is_smoke:
        raise RuntimeError("it was no overload")
    report.say(f"  served of the usual rate: {report.spread(served)}")
    report.at_least("overload.served", report.median(served), AIM)
    report.at_most("overload.recovery", max(recoveries), 5, "s")


def working(site, requests, seconds):
    """Returns the result of `requests`, and how many processors the server with its backends and the load generator used."""
    pid = site.server.process.pid
    before = machine.cpu_seconds(pid) + site.database_cpu(), machine.children_cpu_seconds()
    answers = requests()
    asking = machine.children_cpu_seconds() - before[1]
    return *answers, (machine.cpu_seconds(pid) + site.database_cpu() - before[0]) / seconds, asking / seconds


def load(url, cookie, visitors, seconds, each=None):
    """Answers a second with status 200, and with status 503. Other answers are errors. `each` is the maximum number of requests a second of
    one visitor."""
    command = ["h2load", "--h1", "-t1", f"-c{visitors}", f"-D{seconds}", "-H", f"Cookie: {cookie}", url]
    if each:
        command += ["--rps", f"{each:.3f}"]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    found = re.search(r"status codes: (\d+) 2xx, 0 3xx, 0 4xx, (\d+) 5xx", output)
    failed = re.search(r"(\d+) errored", output)
    if not found or int(failed[1]):
        raise RuntimeError(output)
    return int(found[1]) / seconds, int(found[2]) / seconds


def recovery(visitor, path, watched):
    """Seconds until the last page that was refused or took longer than SHORTLY, observed for `watched` seconds after the load."""
    end, last = time.monotonic(), 0
    while time.monotonic() - end < watched:
        start = time.monotonic()
        try:
            visitor.get(path)
            is_well = time.monotonic() - start < SHORTLY
        except urllib.error.HTTPError:
            is_well = False
        if not is_well:
            last = time.monotonic() - end
        time.sleep(0.02)
    return last
