"""The board page at twice the load that the server can carry."""

import re
import subprocess
import time
import urllib.error

import machine
import report
from site_under_test import CLUB, Visitor

VISITORS = 512
SHORTLY = 0.1


def overload(site):
    """the board page asked for twice as often as it can be served: what is served still, and how soon all is well afterwards"""
    visitor = Visitor(site.server)
    path = f"/c/{CLUB}/games/{site.game}"
    url, seconds = site.server.url + path, round(site.lasting(max(4, site.seconds)))
    load(url, visitor.cookie, 64, 2)
    usual, served, refused, recoveries = [], [], [], []
    for _ in range(site.rounds):
        rate, _ = load(url, visitor.cookie, 64, seconds)
        usual.append(rate)
        before = machine.cpu_seconds(site.server.process.pid) + site.database_cpu()
        answered, sent_away = load(url, visitor.cookie, VISITORS, seconds, 2 * rate / VISITORS)
        work = (machine.cpu_seconds(site.server.process.pid) + site.database_cpu() - before) / seconds
        recoveries.append(recovery(visitor, path, site.lasting(10)))
        served.append(answered / rate)
        refused.append(sent_away)
        report.say(f"  usually {rate:.0f} a second; of {2 * rate:.0f}: {answered:.0f} served, {sent_away:.0f} refused, {work:.2f} processors")
    if not all(refused) and not site.is_smoke:
        raise RuntimeError("it was no overload")
    report.say(f"  served of the usual rate: {report.spread(served)}")
    report.at_least("overload.served", report.median(served), 0.9)
    report.at_most("overload.recovery", max(recoveries), 5, "s")


def load(url, cookie, visitors, seconds, each=None):
    """Answers 200 and 503 a second. `each`: how many requests every visitor makes in a second at most. Any other answer is an error."""
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
    """Seconds until the last page that was refused, or took longer than usual, in the seconds `watched` after the load."""
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
