"""Shapes of text that are costly to compare by character, wherever the server reads what a visitor sends, against as much ASCII."""

import functools
import http.client
import itertools
import multiprocessing
import socket
import time
from dataclasses import dataclass
from typing import Callable

import machine
import report
from hostile_places import places
from site_under_test import Visitor

# Each is repeated: one long character, or a long run in which to look for where the next one begins.
SHAPES = {
    "marks": "\u0301\u0316",
    "joiners": "\U0001f469\u200d",
    "flags": "\U0001f1e6",
    "jamo": "\u1100\u1161\u11a8",
    "leading jamo": "\u1100",
}
PLAIN = "a"
# A short text and a field that no form has: what is refused for its length as ASCII may be short enough otherwise, and then more is done with it.
SHORT, REST = b"a" * 12, b"&filler="
AIM = 3
# CPU seconds of the server after which one cost is known, and after which a place has had its turns; seconds of waiting after which the
# cost shall be known too.
ENOUGH, PLENTY, WAIT = 0.01, 2, 0.2
# Seconds until an answer must be there, and after which nothing more is tried when the aim is missed.
PATIENCE, LONGEST = 60, 300
# A smoke run tries one place of so many.
SMOKE_STEP = 20
# Healthz is asked on so many connections, so that each of the server's event loops has some.
HEALTH_CONNECTIONS = 8


@dataclass
class Probe:
    """One place, filled with one shape, percent-encoded or not: the CPU seconds of a request, and those of one with ASCII."""

    place: str
    shape: str
    build: Callable
    is_encoded: bool
    cost: float = 0
    plain: float = 0

    def __str__(self):
        how = "percent-encoded" if self.is_encoded else "as bytes"
        return f"{self.shape} {how} in {self.place}: {self.cost * 1e3:.3g} ms, {ratio(self):.3g} times ASCII"

    def request(self, unit):
        return self.build(functools.partial(filled, unit, self.is_encoded))


def hostile(site):
    """combining marks, joiners, flags and jamo in every field and header, against as many ASCII bytes; CPU of the server for one request"""
    server = site.new_server(BOARDWALK_TRUSTED_PROXIES="127.0.0.1", BOARDWALK_CONNECTIONS_PER_ADDRESS="0").start()
    try:
        visitor = Visitor(server)
        with Bystander(server.port) as bystander, Sender(server, is_smoke=site.is_smoke) as sender:
            probes = measured(sender, trials(site, visitor), site.rounds)
            # Of very many, some are high by chance.
            for probe in [] if site.is_smoke else sorted(probes, key=ratio)[-10:]:
                measure(sender, [probe], 2 * site.rounds)
    finally:
        server.stop()
    for shape in SHAPES:
        of_shape = [probe for probe in probes if probe.shape == shape]
        if of_shape:
            report.say(f"  {max(of_shape, key=ratio)}")
    report.say(f"  {len(probes)} probes; the longest time that /healthz took beside them: {bystander.longest * 1e3:.3g} ms")
    report.at_most("http.hostile", ratio(max(probes, key=ratio)), AIM)


def trials(site, visitor):
    """For each place, and percent-encoded or not, the probes of all shapes. In a smoke run only a few places, one shape and one encoding."""
    shapes, encodings = (list(SHAPES)[:1], [False]) if site.is_smoke else (list(SHAPES), [False, True])
    for place, build in itertools.islice(places(site, visitor), 0, None, SMOKE_STEP if site.is_smoke else 1):
        for is_encoded in encodings:
            yield [Probe(place, shape, build, is_encoded) for shape in shapes]


def measured(sender, trials, rounds):
    """All probes, measured; but when that takes too long, as some are far too costly, only those until then."""
    probes, end = [], time.monotonic() + LONGEST
    for trial in trials:
        if time.monotonic() > end and ratio(max(probes, key=ratio)) > AIM:
            report.say(f"  too costly to go on; not tried: {trial[0].place}, and what follows")
            break
        try:
            measure(sender, trial, rounds)
        except RuntimeError as problem:
            raise RuntimeError(f"{trial[0].place}: {problem}") from problem
        probes += trial
    return probes


def measure(sender, probes, rounds):
    """Measures the probes of one place, in turns with ASCII that gets the same answer."""
    plain = {"plain": probes[0].request(PLAIN), "short": probes[0].build(short)}
    requests = plain | {probe.shape: probe.request(SHAPES[probe.shape]) for probe in probes}
    answers = {name: sender.ask(request) for name, request in requests.items()}
    likes = {probe.shape: next((name for name in plain if answers[name].status == answers[probe.shape].status), "plain") for probe in probes}
    # Where one of them costs the connection, it costs the others theirs too.
    closes = any(answer.is_last for answer in answers.values())
    used = [name for name in requests if name in likes or name in likes.values()]
    costs = {name: [] for name in used}
    for name in used * rounds:
        if sum(costs[name]) < PLENTY:
            costs[name].append(sender.cost(requests[name], closes))
    for probe in probes:
        probe.cost, probe.plain = report.median(costs[probe.shape]), report.median(costs[likes[probe.shape]])


def ratio(probe):
    # A single request may be too cheap to measure.
    return probe.cost / probe.plain if probe.plain else 1


def filled(unit, is_encoded, size):
    """As many of the unit as `size` bytes hold."""
    text = unit.encode()
    if is_encoded:
        text = b"".join(b"%%%02X" % byte for byte in text)
    return text * (size // len(text))


def short(size):
    return SHORT + REST + b"a" * (size - len(SHORT + REST))


@dataclass
class Answer:
    status: int
    # Whether the connection was closed.
    is_last: bool


class Sender:
    """One connection, on which one request follows the other; opened again when the server has closed it."""

    def __init__(self, server, is_smoke):
        self.server, self.socket, self.is_smoke = server, None, is_smoke

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket = None

    def cost(self, request, closes):
        """CPU seconds of the server for one such request."""
        start, count, spent, end = machine.exact_cpu_seconds(self.server.process.pid), 0, 0, time.monotonic() + WAIT
        while not count or not self.is_smoke and spent < ENOUGH and time.monotonic() < end:
            self.ask(request)
            if closes:
                self.close()
            count += 1
            spent = machine.exact_cpu_seconds(self.server.process.pid) - start
        return spent / count

    def ask(self, request):
        """Sends it, and reads the answer."""
        if not self.socket:
            self.socket = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)
        try:
            self.socket.sendall(request)
        except (BrokenPipeError, ConnectionResetError):
            # It was refused before all of it was there.
            pass
        try:
            answer = self._read_answer()
        except (http.client.HTTPException, ConnectionResetError):
            answer = Answer(0, True)
        except TimeoutError:
            raise RuntimeError(f"no answer within {PATIENCE} s") from None
        if answer.is_last:
            self.close()
        return answer

    def _read_answer(self):
        with http.client.HTTPResponse(self.socket) as answer:
            answer.begin()
            answer.read()
            if answer.status == 500:
                raise RuntimeError("answered 500")
            return Answer(answer.status, answer.will_close)


class Bystander:
    """Asks for /healthz again and again in a process of its own, and notes the longest time that took."""

    def __init__(self, port):
        self.port, self.longest = port, 0
        self.end, self.most = multiprocessing.Event(), multiprocessing.Value("d", 0)

    def __enter__(self):
        self.process = multiprocessing.Process(target=self._look, daemon=True)
        self.process.start()
        return self

    def __exit__(self, *_):
        self.end.set()
        self.process.join(timeout=60)
        self.longest = self.most.value

    def _look(self):
        connections = [http.client.HTTPConnection("127.0.0.1", self.port, timeout=60) for _ in range(HEALTH_CONNECTIONS)]
        while not self.end.is_set():
            for connection in connections:
                start = time.monotonic()
                connection.request("GET", "/healthz")
                connection.getresponse().read()
                self.most.value = max(self.most.value, time.monotonic() - start)
            time.sleep(0.02)
