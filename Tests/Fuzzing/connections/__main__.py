"""Fuzzes the connection layer of a real server with a private PostgreSQL. Clients send valid and broken requests in many ways: slowly, with
a reset after any byte, and with or without reading the answers.

During the run, /healthz must answer within 1 s, and valid requests on intact connections must get a proper answer. Afterwards the server
must be idle, and must not hold more than before. The last line is `passed`, or the command that repeats the failure; the exit status is
then 1."""

import argparse
import asyncio
import collections
import multiprocessing
import os
import resource
import secrets
import signal
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "Tests/Browser"))

import processes  # noqa: E402, because it needs the lines above
from club import Club  # noqa: E402
from conversation import HEAD_TIMEOUT, KEEP_ALIVE, Conversation, Failure, Pulse, calm_plan, plan  # noqa: E402
from processes import Server, free_port, make_folder, wait_until  # noqa: E402
from watching import Holdings, Watch  # noqa: E402

# Megabytes by which the process may grow after the first tenth of the time.
GROWTH = 48
# SETTLING is the seconds after the load until nothing may be left, in addition to HEAD_TIMEOUT and KEEP_ALIVE. RESTING is the share of a
# processor that an idle server may use.
SETTLING = 15
RESTING = 0.1
# A conversation that ended at most this many seconds before a failure may have caused it.
RECENT = 3


def main():
    options = read_options()
    # SIGTERM also stops the server and its PostgreSQL.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    say(f"seed {options.seed}, {options.seconds:g} s, {processes.BINARY}")
    with tempfile.TemporaryDirectory(prefix="boardwalk-fuzz-") as folder:
        fuzzing = Fuzzing(options, Path(folder))
        try:
            fuzzing.start()
            asyncio.run(fuzzing.load())
            fuzzing.settle()
        except Failure as failure:
            say(f"failed: {failure}")
            say(fuzzing.state())
            say(f"again: script/fuzz connections {options.seconds:g} --seed {options.seed}")
            return 1
        finally:
            fuzzing.stop()
    say("passed")
    return 0


def read_options():
    parser = argparse.ArgumentParser(prog="script/fuzz connections", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", metavar="SECONDS", type=float, nargs="?", default=60, help="how long to send requests (default: 60)")
    parser.add_argument("--conversations", type=int, default=1_000_000, help="maximum number of connections (default: 1,000,000)")
    parser.add_argument("--at-once", type=int, default=64, help="connections at once (default: 64); use fewer on a busy machine")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="send the same requests as an earlier run with this seed")
    parser.add_argument(
        "--soon", metavar="SECONDS", type=float, default=1, help="time limit for /healthz (default: 1); use more on a busy machine")
    parser.add_argument("--only", metavar="NUMBER,…", help="repeat only these conversations, to find the cause of a failure")
    return parser.parse_args()


class Fuzzing:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.tally, self.running, self.ended = collections.Counter(), set(), collections.deque(maxlen=2000)
        self.failure = self.watch = self.server = None
        self.highest = self.bound = 0
        self.pulse = Pulse()

    def start(self):
        """Starts the server and warms it up."""
        make_folder(self.folder / "tmp")
        (self.folder / "tmp").chmod(0o1777)
        metrics = free_port()
        settings = {"HEAD_TIMEOUT": HEAD_TIMEOUT, "KEEP_ALIVE": KEEP_ALIVE, "METRICS_PORT": metrics, "LOG_LEVEL": "notice"}
        settings = {f"BOARDWALK_{name}": str(value) for name, value in settings.items()}
        self.server = Server(self.folder / "server", TMPDIR=str(self.folder / "tmp"), **settings).start()
        self.holdings = Holdings(self.server, metrics, self.folder)
        self.club = Club(self.server)
        asyncio.run(self.warm_up())
        wait_until(lambda: not self.holdings.unrest(), "the server rests before it is fuzzed")
        self.descriptors = self.holdings.descriptors()
        self.watch = Watch(self.server.port, self.options.soon)
        # The clients must not take processor time from the server.
        os.nice(5)

    def stop(self):
        if self.watch:
            self.watch.process.kill()
        if self.server and self.server.is_running():
            # A server in an endless loop does not react to SIGTERM.
            self.server.kill() if self.failure else self.server.stop()

    # MARK: Load

    async def warm_up(self):
        """Sends some requests of all kinds, so that caches, threads and connections to the database exist."""
        numbers = iter(range(-200, 0))
        await asyncio.gather(*(self.work(calm_plan, numbers) for _ in range(self.options.at_once)))
        self.raise_failure()

    async def load(self):
        start, self.tally = time.monotonic(), collections.Counter()
        if self.options.only:
            only = [int(number) for number in self.options.only.split(",")]
            numbers = (only[index % len(only)] for index in range(self.options.conversations))
        else:
            numbers = iter(range(self.options.conversations))
        deadline, pulse = start + self.options.seconds, asyncio.create_task(self.pulse.run())
        workers = [asyncio.create_task(self.work(plan, numbers, deadline)) for _ in range(self.options.at_once)]
        try:
            while any(not worker.done() for worker in workers) and not self.failure:
                await asyncio.sleep(0.1)
                self.look(time.monotonic() - start)
        finally:
            for task in (pulse, *workers):
                task.cancel()
            await asyncio.gather(pulse, *workers, return_exceptions=True)
        self.raise_failure()
        self.report(time.monotonic() - start)

    async def work(self, planned, numbers, deadline=None):
        """Runs conversations one after the other."""
        for number in numbers:
            if self.failure or deadline and time.monotonic() > deadline:
                return
            conversation = Conversation(planned(self.options.seed, number, self.club), self.club, self.tally, self.pulse)
            self.running.add(conversation)
            try:
                await conversation.run(("127.0.0.1", self.server.port))
            except Failure as failure:
                self.fail(f"{failure}\n{conversation.record()}")
            finally:
                self.running.discard(conversation)
                self.ended.append(conversation)

    def look(self, elapsed):
        """Checks the conditions that must always hold."""
        if not self.server.is_running():
            return self.fail(f"the server ended:\n{self.server.output()[-4000:]}")
        if complaint := self.watch.complaint():
            return self.fail(complaint)
        resident = self.holdings.resident_megabytes()
        self.highest = max(self.highest, resident)
        if elapsed < self.options.seconds / 10:
            self.bound = max(self.bound, resident + GROWTH)
        elif resident > self.bound:
            self.fail(f"{resident:.0f} MB of memory, more than {GROWTH} MB beyond what it was after a tenth of the time")

    def fail(self, what):
        """Keeps the first failure, and writes the recent conversations to a file."""
        if self.failure:
            return
        self.failure = what
        now = time.monotonic()
        recent = [each for each in self.ended if each.end and now - each.end < RECENT]
        file = ROOT / ".build/fuzz" / f"connections-{self.options.seed}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join([what, "", *(each.record() for each in [*recent, *self.running])]) + "\n")
        say(f"{len(recent) + len(self.running)} conversations were under way in the {RECENT} s before; what they sent is in {file.relative_to(ROOT)}")

    def raise_failure(self):
        if self.failure:
            raise Failure(self.failure)

    def report(self, seconds):
        endings = ("answers", "half", "silence", "close", "reset")
        statuses = sorted(name for name in self.tally if isinstance(name, int))
        say(f"{sum(self.tally[name] for name in endings)} connections in {seconds:.0f} s: " + ", ".join(f"{self.tally[name]} {name}" for name in endings))
        say("answers: " + ", ".join(f"{self.tally[name]} × {name}" for name in statuses) + f"; {self.tally['held']} held, {self.tally['100']} × 100")
        proper = sum(self.tally[name] for name in statuses)
        if self.options.only or self.options.seconds < 10:
            return
        if self.tally[503] > proper / 2 or not all(self.tally[name] for name in (*endings, 200, 303, 304, 404, 422, "held", "100")):
            raise Failure("too little was answered for this to be a test")

    def state(self):
        """The state of the server after a failure, without load."""
        if not self.server or not self.server.is_running():
            return "the server does not run"
        before = self.holdings.cpu_seconds()
        time.sleep(5)
        share, status = (self.holdings.cpu_seconds() - before) / 5, self.server.status("/healthz")
        return f"5 s later it takes {share:.0%} of a processor, and /healthz answers {status}"

    # MARK: Afterwards

    def settle(self):
        """Checks that nothing is left of the load."""
        found = self.watch.stop()
        if isinstance(found, str):
            self.failure = found
            self.raise_failure()
        say(f"/healthz: asked {found[0]} times, {found[1] * 1000:.0f} ms at most")
        seconds = HEAD_TIMEOUT + KEEP_ALIVE + SETTLING
        self.wait(self.holdings.unrest, f"{seconds} s after the load", seconds)
        self.wait(self.further_descriptors, "open descriptors more than before", SETTLING)
        self.wait(self.holdings.upload_folders, "folders of uploads", SETTLING)
        self.wait(lambda: self.busy_children(), "processes that it started", SETTLING)
        self.rest()
        say(f"memory: {self.holdings.resident_megabytes():.0f} MB, {self.highest:.0f} MB at most")

    def wait(self, left, what, seconds):
        """Waits until `left` returns nothing. It is a failure if that takes too long."""
        deadline = time.monotonic() + seconds
        while found := left():
            if time.monotonic() > deadline:
                self.failure = f"{what}: {found}"
                self.raise_failure()
            time.sleep(0.2)

    def further_descriptors(self):
        now = self.holdings.descriptors()
        return {kind: f"{self.descriptors.get(kind, 0)} before, {count} now" for kind, count in now.items() if count > self.descriptors.get(kind, 0)}

    def busy_children(self):
        return [pid for pid in processes.children(self.holdings.pid) if "postgres" not in Path(f"/proc/{pid}/comm").read_text()]

    def rest(self):
        """Checks that a server without requests uses hardly any processor time."""
        deadline = time.monotonic() + SETTLING
        while True:
            before = self.holdings.cpu_seconds()
            time.sleep(2)
            share = (self.holdings.cpu_seconds() - before) / 2
            if share < RESTING:
                return say(f"at rest: {share:.1%} of a processor")
            if time.monotonic() > deadline:
                self.failure = f"at rest it takes {share:.0%} of a processor"
                self.raise_failure()


def say(line):
    print(line, flush=True)


if __name__ == "__main__":
    # The watch must be a new process. A forked one would have copies of threads and sockets.
    multiprocessing.set_start_method("spawn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    sys.exit(main())
