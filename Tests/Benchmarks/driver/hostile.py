"""Sends texts that are costly to compare by character to every place that the server reads, and compares them with ASCII."""

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

# Each text is repeated. The result is one long character, or a long sequence in which character boundaries are hard to find.
SHAPES = {
    "marks": "\u0301\u0316",
    "joiners": "\U0001f469\u200d",
    "flags": "\U0001f1e6",
    "jamo": "\u1100\u1161\u11a8",
    "leading jamo": "\u1100",
}
PLAIN = "a"
# A short text, and a field that no form has. A text may be too long as ASCII but short enough in another shape, and the server then
# does more work for it. Such a probe is compared with the short text in a request of the same size.
SHORT, REST = b"a" * 12, b"&filler="
AIM = 3
# ENOUGH is the CPU time of the server after which one cost is known. PLENTY is the sum of costs after which a request is not measured
# again. WAIT is the time after which the measurement of one cost ends anyway. All are seconds.
ENOUGH, PLENTY, WAIT = 0.01, 2, 0.2
# Seconds to wait for an answer, and seconds after which no more places are tried if the aim is already missed.
PATIENCE, LONGEST = 60, 300
# A smoke run tries only one in this number of places.
SMOKE_STEP = 20
# /healthz is requested on several connections, so that each event loop of the server has some of them.
HEALTH_CONNECTIONS = 8


@dataclass
class Probe:
    """One place that is filled with one shape, percent-encoded or not. `cost` is the CPU seconds of a request, and `plain` those of a
    request with ASCII."""

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
    """Compares the CPU time of combining marks, joiners, flags and jamo in every field and header with that of ASCII."""
    server = site.new_server(BOARDWALK_TRUSTED_PROXIES="127.0.0.1", BOARDWALK_CONNECTIONS_PER_ADDRESS="0").start()
    try:
        visitor = Visitor(server)
        with Bystander(server.port) as bystander, Sender(server, is_smoke=site.is_smoke) as sender:
            probes = measured(sender, trials(site, visitor), site.rounds)
            # Some of very many values are high by chance, so the highest are measured again.
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
    """Yields the probes of all shapes for each place and encoding. A smoke run has a few places, one shape and one encoding."""
    shapes, encodings = (list(SHAPES)[:1], [False]) if site.is_smoke else (list(SHAPES), [False, True])
    for place, build in itertools.islice(places(site, visitor), 0, None, SMOKE_STEP if site.is_smoke else 1):
        for is_encoded in encodings:
            yield [Probe(place, shape, build, is_encoded) for shape in shapes]


def measured(sender, trials, rounds):
    """Measures all probes. After LONGEST seconds, it stops if a probe has already missed the aim."""
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
    """Measures the probes of one place alternately with an ASCII text that gets the same status."""
    plain = {"plain": probes[0].request(PLAIN), "short": probes[0].build(short)}
    requests = plain | {probe.shape: probe.request(SHAPES[probe.shape]) for probe in probes}
    answers = {name: sender.ask(request) for name, request in requests.items()}
    likes = {probe.shape: next((name for name in plain if answers[name].status == answers[probe.shape].status), "plain") for probe in probes}
    # If the server closes the connection after one of them, all of them are sent on new connections.
    closes = any(answer.is_last for answer in answers.values())
    used = [name for name in requests if name in likes or name in likes.values()]
    costs = {name: [] for name in used}
    for name in used * rounds:
        if sum(costs[name]) < PLENTY:
            costs[name].append(sender.cost(requests[name], closes))
    for probe in probes:
        probe.cost, probe.plain = report.median(costs[probe.shape]), report.median(costs[likes[probe.shape]])


def ratio(probe):
    # The cost of a single request may be too small to measure.
    return probe.cost / probe.plain if probe.plain else 1


def filled(unit, is_encoded, size):
    """The unit repeated up to `size` bytes."""
    text = unit.encode()
    if is_encoded:
        text = b"".join(b"%%%02X" % byte for byte in text)
    return text * (size // len(text))


def short(size):
    return SHORT + REST + b"a" * (size - len(SHORT + REST))


@dataclass
class Answer:
    status: int
    # True if the server closes the connection.
    is_last: bool


class Sender:
    """One connection without pipelining. It is opened again after the server has closed it."""

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
        """CPU seconds of the server for one request, measured over several."""
        start, count, spent, end = machine.exact_cpu_seconds(self.server.process.pid), 0, 0, time.monotonic() + WAIT
        while not count or not self.is_smoke and spent < ENOUGH and time.monotonic() < end:
            self.ask(request)
            if closes:
                self.close()
            count += 1
            spent = machine.exact_cpu_seconds(self.server.process.pid) - start
        return spent / count

    def ask(self, request):
        """Sends the request and reads the answer."""
        if not self.socket:
            self.socket = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)
        try:
            self.socket.sendall(request)
        except (BrokenPipeError, ConnectionResetError):
            # The server refused the request before it had received all of it.
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
    """Requests /healthz again and again in a separate process, and notes the longest time until the answer."""

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
