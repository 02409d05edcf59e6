"""Compares Boardwalk with similar software and with fixed aims, and prints one row for each aim at the end.

    bench <name> <value> <aim> <holds|short>
    bench <name> failed <reason>

If a benchmark fails, the others still run, and the exit status is 1.
"""

import argparse
import contextlib
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

import client
import emoji
import growth
import hostile
import http_pages
import igdb
import inputs
import machine
import moves
import overload
import photos
import polls
import practice
import report
import riddles
import rides
import start
import templates
import video_games
from site_under_test import Site

# Each function takes the site, which starts its servers on first use, and adds its rows to the report.
BENCHMARKS = {
    "template.table": templates.table,
    "template.page": templates.page,
    "client.cpu": client.cpu,
    "client.tail": client.tail,
    "http.empty": http_pages.empty,
    "poll.unchanged": http_pages.unchanged,
    "page.board": http_pages.board,
    "lobby.page": http_pages.lobby,
    "http.hostile": hostile.hostile,
    "input.hostile": inputs.hostile,
    "poll.held": polls.held,
    "overload": overload.overload,
    "lobby.growth": growth.lobby,
    "people.growth": growth.people,
    "game.latency": moves.latency,
    "photo.upload": photos.upload,
    "photo.crowd": photos.crowd,
    "photo.small": photos.small,
    "rides.taps": rides.taps,
    "rides.growth": rides.pages,
    "rides.import": rides.catalogue,
    "riddles.growth": riddles.pages,
    "riddles.check": emoji.check,
    "riddles.picker": emoji.picker,
    "practice.growth": practice.pages,
    "practice.guess": practice.guess,
    "practice.hints": practice.hints,
    "video_games.search": video_games.search,
    "video_games.together": video_games.together,
    "video_games.growth": video_games.pages,
    "video_games.igdb": igdb.rate,
    "start": start.start,
}
# Seconds. A benchmark that takes longer is stopped.
LONGEST = 900


def main():
    parser = argparse.ArgumentParser(prog="script/bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"benchmarks to run (default: all): {', '.join(BENCHMARKS)}")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each side, alternately; the median counts (default: 5)")
    parser.add_argument("--seconds", type=float, default=3, help="duration of one measurement (default: 3)")
    parser.add_argument(
        "--smoke", action="store_true", help="only check that each runs: one short round, a thousandth of the data, no aims")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    if options.smoke:
        options.rounds, options.seconds, report.has_aims = 1, 1, False
    # SIGTERM also stops the processes that this one has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    chosen = [name for name in BENCHMARKS if not options.names or name in options.names]
    with tempfile.TemporaryDirectory(prefix="boardwalk-bench-") as folder, Site(Path(folder), options) as site:
        failures = [name for name in chosen if not succeeds(name, site)]
    report.show_rows()
    return 1 if failures else 0


def succeeds(name, site):
    """Runs a benchmark, and prints its duration and the speed of the machine before and after it. If the benchmark fails, it gets a row
    with the reason, and the next one gets a new server."""
    report.say(f"{name}: {BENCHMARKS[name].__doc__}")
    pace, start, problem = machine.pace(), time.monotonic(), None
    try:
        with time_limit(LONGEST):
            BENCHMARKS[name](site)
    except Exception as caught:
        problem = caught
        traceback.print_exc()
        report.failed(name, problem)
        site.forget_server()
    report.say(f"  {time.monotonic() - start:.0f} s; a fixed loop took {pace:.3g} ms before and {machine.pace():.3g} ms after")
    return problem is None


@contextlib.contextmanager
def time_limit(seconds):
    def end(*_):
        raise TimeoutError(f"not over after {seconds} s")

    signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


if __name__ == "__main__":
    sys.exit(main())
