"""Runs the benchmarks of Boardwalk beside their peers and ceilings, and ends with one row for each aim.

    bench <name> <value> <aim> <holds|short>
"""

import argparse
import sys
import tempfile
from pathlib import Path

import client
import growth
import http_pages
import moves
import overload
import photos
import polls
import report
import start
import templates
from site_under_test import Site

# Each takes the site, which is made for those that need one, and adds its rows to the report.
BENCHMARKS = {
    "template.table": templates.table,
    "template.page": templates.page,
    "client.cpu": client.cpu,
    "client.tail": client.tail,
    "http.empty": http_pages.empty,
    "poll.unchanged": http_pages.unchanged,
    "page.board": http_pages.board,
    "poll.held": polls.held,
    "overload": overload.overload,
    "lobby.growth": growth.lobby,
    "people.growth": growth.people,
    "game.latency": moves.latency,
    "photo.upload": photos.upload,
    "photo.crowd": photos.crowd,
    "photo.small": photos.small,
    "start": start.start,
}


def main():
    parser = argparse.ArgumentParser(prog="script/bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"which to run; all without any: {', '.join(BENCHMARKS)}")
    parser.add_argument("--rounds", type=int, default=5, help="how often each side is measured, in turns; the median counts (5)")
    parser.add_argument("--seconds", type=float, default=3, help="how long one measurement lasts (3)")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    chosen = [name for name in BENCHMARKS if not options.names or name in options.names]
    with tempfile.TemporaryDirectory(prefix="boardwalk-bench-") as folder, Site(Path(folder), options) as site:
        for name in chosen:
            report.say(f"{name}: {BENCHMARKS[name].__doc__}")
            BENCHMARKS[name](site)
    report.show_rows()
    return 0


if __name__ == "__main__":
    sys.exit(main())
