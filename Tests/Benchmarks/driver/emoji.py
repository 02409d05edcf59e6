"""Measures the check of emoji texts, and the size of the emoji picker."""

import re
import urllib.request

import machine
import report
from site_under_test import CLUB, Visitor


def check(site):
    """Counts the texts of twelve emoji that one core checks in a second."""
    rates = machine.benchmark("emoji-checks", "--rounds", site.rounds, "--seconds", site.lasting(site.seconds) / 3)["rates"]
    report.say(f"  {report.spread(rates)} a second")
    report.at_least("riddles.check", report.median(rates), 100_000, "/s")


def picker(site):
    """Measures the compressed size of the files that the emoji picker loads: its script, its styles and the list of all emoji."""
    page = Visitor(site.server).get(f"/c/{CLUB}/riddles/new")
    field = re.search(r"<div[^>]* data-emoji-field.*?<label", page, re.DOTALL)[0]
    sizes = {path: compressed(site.server.url + path) for path in re.findall(r'"(/assets/[^"]+)"', field)}
    report.say("  " + ", ".join(f"{path} {size}" for path, size in sizes.items()))
    if {path.rpartition(".")[2] for path in sizes} != {"css", "js", "txt"}:
        raise RuntimeError(f"expected styles, a script and the list, found {list(sizes)}")
    report.at_most("riddles.picker", sum(sizes.values()) / 1024, 45, "KB")


def compressed(url):
    """The number of bytes of a file that a browser receives."""
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": "gzip"}), timeout=30) as answer:
        if answer.headers["Content-Encoding"] != "gzip":
            raise RuntimeError(f"{url} is not compressed")
        return len(answer.read())
