"""One connection. A plan decides beforehand what is sent, how, and how the connection ends. The answers are then checked."""

import asyncio
import random
import socket
import struct
import time
from dataclasses import dataclass, field

import hostile
import valid
from answers import Answers, Ended, Malformed

# Seconds within which expected answers must come, and a connection must end after the client has sent everything.
OWED = 30
# Settings of the fuzzed server in seconds: the time for the head of a request to arrive, and the time that a connection may be idle.
HEAD_TIMEOUT = 5
KEEP_ALIVE = 5
# The server reads at most this many bytes of heads and this many requests ahead of its answers. Beyond that, an answer may be the last one.
# REQUEST and LINE are bytes that a request and a line of its head may take in addition.
READ_AHEAD = 32 * 1024
REQUEST, LINE = 300, 130
REQUESTS_AHEAD = 64
# Seconds by which this process may be late itself.
LATE = 1


class Failure(Exception):
    """The server did something wrong."""


@dataclass
class Piece:
    data: bytes
    # Seconds to wait before sending it.
    pause: float = 0
    # The number of answers that must have come before it is sent.
    answers: int = 0
    # True if the client waits for 100 Continue first.
    expected: bool = False


@dataclass
class Plan:
    number: int
    requests: list = field(default_factory=list)
    pieces: list = field(default_factory=list)
    # answers: reads the expected answers, then closes. half: closes its own side and reads to the end. silence: waits until the server
    # closes. close, reset: disconnects `delay` seconds after everything is sent, or earlier if there is nothing more to read.
    ending: str = "answers"
    delay: float = 0
    # at once, slowly, never
    reading: str = "at once"
    receive_buffer: int | None = None
    send_buffer: int | None = None

    @property
    def judged(self):
        """The requests that must be answered."""
        found = []
        for request in self.requests:
            if request.statuses is None:
                break
            found.append(request)
        return found

    @property
    def name(self):
        return f"#{self.number} ({self.ending}, reading {self.reading})"


def plan(seed, number, club):
    """The plan with this number. The same seed gives the same plan, except for cookies and earlier answers of the server."""
    rng = random.Random(f"{seed}/{number}")
    if rng.random() < 0.2:
        return hasty(rng, number, club)
    made = Plan(number, ending=rng.choices(("answers", "half", "silence", "close", "reset"), (35, 20, 3, 12, 30))[0])
    made.requests = requests(rng, club, made.ending)
    made.pieces = pieces(rng, made)
    if made.ending in ("close", "reset"):
        cut(rng, made)
        made.delay = rng.choice((0, 0, 0, rng.uniform(0, 0.01), rng.uniform(0, 0.1), rng.uniform(0, 1)))
        made.reading = rng.choice(("at once", "at once", "slowly", "never", "never"))
    elif made.ending == "half":
        made.reading = rng.choice(("at once", "at once", "at once", "slowly"))
        if rng.random() < 0.3:
            cut(rng, made)
    elif made.ending == "silence":
        cut(rng, made)
    if rng.random() < 0.2 or made.reading != "at once" and rng.random() < 0.7:
        made.receive_buffer = rng.choice((1, 2304, 10_000))
    if rng.random() < 0.1:
        made.send_buffer = 1
    return made


def hasty(rng, number, club):
    """Sends everything at once and disconnects, so that the server learns of the end while it still reads."""
    made = Plan(number, ending=rng.choice(("reset", "reset", "close", "half")), reading="never")
    made.requests = requests(rng, club, made.ending)
    made.pieces = [Piece(b"".join(request.data for request in made.requests))]
    if made.ending == "half":
        made.reading = "at once"
    return made


def calm_plan(seed, number, club):
    """A valid request in one piece, as a browser sends it."""
    made = Plan(number, [valid.request(random.Random(f"{seed}/{number}"), club)])
    made.pieces = [Piece(made.requests[0].data)]
    return made


def requests(rng, club, ending):
    """Valid requests. In half of the cases a broken one follows, and sometimes another valid one."""
    count = rng.choice((0, 1, 1, 1, 2, 3, 5, rng.randint(1, 40)))
    found = []
    for _ in range(count):
        longest = 25 if ending in ("close", "reset", "half") and rng.random() < 0.5 else 2
        request = valid.poll(rng, club, longest) if rng.random() < 0.15 else valid.request(rng, club)
        found.append(request)
        if request.is_last:
            break
    if not found or not found[-1].is_last and rng.random() < 0.5:
        found.append(hostile.request(rng, club))
        if rng.random() < 0.3:
            found.append(valid.request(rng, club))
    return found


def pieces(rng, made):
    """Cuts the requests into pieces, and decides when each piece is sent."""
    is_pipelined = rng.random() < 0.6
    style = rng.choice(("whole", "whole", "whole", "some", "some", "crumbs"))
    found = []
    for number, request in enumerate(made.requests):
        is_owed = number <= len(made.judged)
        after = number if not is_pipelined and is_owed else 0
        parts = [request.data]
        if request.expects_after and rng.random() < 0.7:
            parts = [request.data[: request.expects_after], request.data[request.expects_after:]]
        for index, part in enumerate(parts):
            cuts = cut_points(rng, part, style)
            for start, end in zip([0, *cuts], [*cuts, len(part)]):
                pause = 0 if style == "whole" else rng.choice((0, 0, 0.001, rng.uniform(0, 0.03)))
                found.append(Piece(part[start:end], pause, after, index > 0 and start == 0))
    if style == "whole" and is_pipelined and not any(piece.expected for piece in found):
        found = [Piece(b"".join(piece.data for piece in found))]
    return found


def cut_points(rng, data, style):
    if style == "whole" or len(data) < 2:
        return []
    if style == "some":
        return sorted({rng.randrange(1, len(data)) for _ in range(rng.randint(1, 4))})
    # A sequence of single bytes.
    start = rng.randrange(1, len(data))
    return list(range(start, min(len(data), start + rng.randint(1, 60))))


def cut(rng, made):
    """Drops everything after a random byte."""
    total = sum(len(piece.data) for piece in made.pieces)
    rest = rng.choice((total, total, rng.randrange(total + 1), rng.randrange(min(total, 400) + 1)))
    kept = []
    for piece in made.pieces:
        if rest <= 0:
            break
        piece.data = piece.data[:rest]
        rest -= len(piece.data)
        kept.append(piece)
    made.pieces = kept
    # An incomplete request need not be answered.
    sent, whole = sum(len(piece.data) for piece in kept), 0
    for number, request in enumerate(made.requests):
        whole += len(request.data)
        if whole > sent and request.statuses is not None:
            made.requests[number] = valid.Request(request.data, request.method)


class Pulse:
    """Notes when this process was delayed. Clients may then seem slow without intending to be."""

    def __init__(self):
        self.late = 0

    async def run(self):
        while True:
            start = time.monotonic()
            await asyncio.sleep(0.05)
            if time.monotonic() - start > LATE:
                self.late = time.monotonic()


class Conversation:
    """Runs a plan."""

    def __init__(self, made, club, tally, pulse):
        self.plan, self.club, self.tally, self.pulse = made, club, tally, pulse
        self.sent, self.received = 0, b""
        self.answered, self.is_asked, self.is_last = 0, False, False
        # Seconds of all pauses. They may be longer than planned on a busy machine.
        self.paused = 0
        self.news = asyncio.Event()
        self.doing = "has sent nothing"
        self.start, self.end = time.monotonic(), None
        # The time of the last received bytes.
        self.heard = self.start

    async def run(self, address):
        """Raises `Failure` if the server behaves wrongly."""
        self.socket = socket.socket()
        self.socket.setblocking(False)
        for option, size in ((socket.SO_RCVBUF, self.plan.receive_buffer), (socket.SO_SNDBUF, self.plan.send_buffer)):
            if size:
                self.socket.setsockopt(socket.SOL_SOCKET, option, size)
        self.loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(OWED):
                await self.loop.sock_connect(self.socket, address)
            await self.talk()
        except TimeoutError:
            raise Failure("no connection") from None
        finally:
            if self.plan.ending == "reset":
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.socket.close()
            self.end = time.monotonic()
            self.tally[self.plan.ending] += 1

    async def talk(self):
        reading, sending = asyncio.create_task(self.read()), asyncio.create_task(self.send())
        try:
            if self.plan.ending in ("close", "reset"):
                await self.leave(reading, sending)
            else:
                await self.stay(reading, sending)
        finally:
            for task in (reading, sending):
                task.cancel()
            await asyncio.gather(reading, sending, return_exceptions=True)

    async def leave(self, reading, sending):
        """Disconnects without waiting for all answers."""
        await asyncio.wait([sending], timeout=2)
        if self.plan.delay:
            await asyncio.wait([reading], timeout=self.plan.delay)
        # The answers that did come must be valid.
        if reading.done() and isinstance(reading.exception(), Failure):
            raise reading.exception()

    async def stay(self, reading, sending):
        is_slow = self.plan.reading == "slowly"
        longest = 4 if is_slow else self.longest()
        done, _ = await asyncio.wait([reading], timeout=longest)
        # With small buffers, long answers take time. Wait as long as bytes arrive.
        while not done and not is_slow and (left := self.heard + longest - time.monotonic()) > 0:
            done, _ = await asyncio.wait([reading], timeout=left)
        if done:
            return reading.result()
        if not is_slow:
            raise Failure(
                f"after {time.monotonic() - self.start:.0f} s {self.answered} of {len(self.plan.judged)} answers, and "
                + ("the connection is still open" if self.plan.ending != "answers" else "nothing more"))

    def longest(self):
        """The longest time until the end. Bodies may arrive at only 500 bytes a second, and polls are held."""
        slow = sum(len(request.data) for request in self.plan.requests if request.statuses is None) / 500 if self.plan.ending == "silence" else 0
        return OWED + HEAD_TIMEOUT + KEEP_ALIVE + slow + sum(request.takes for request in self.plan.requests)

    # MARK: Sending

    async def send(self):
        try:
            for number, piece in enumerate(self.plan.pieces):
                self.doing = f"waits before piece {number}, for {piece.answers} answers"
                await self.wait_before(piece)
                self.doing = f"sends piece {number} of {len(piece.data)} bytes"
                await self.loop.sock_sendall(self.socket, piece.data)
                self.sent += len(piece.data)
            self.doing = "has sent all"
            if self.plan.ending == "half":
                self.socket.shutdown(socket.SHUT_WR)
        except OSError as error:
            self.doing += f": {error}"
            # The server no longer reads. The reading task decides whether that is allowed.
            pass

    async def wait_before(self, piece):
        if piece.pause:
            start = time.monotonic()
            await asyncio.sleep(piece.pause)
            self.paused += time.monotonic() - start
        while self.answered < piece.answers:
            await self.hear()
        if piece.expected:
            # A client must not wait for 100 Continue forever (RFC 9110, section 10.1.1).
            try:
                async with asyncio.timeout(0.5):
                    while not self.is_asked:
                        await self.hear()
            except TimeoutError:
                pass
            self.is_asked = False

    async def hear(self):
        self.news.clear()
        await self.news.wait()

    # MARK: Reading

    async def read(self):
        if self.plan.reading == "never":
            return
        answers, judged = Answers(self.receive), self.plan.judged
        try:
            for request in judged:
                await self.judge(request, answers)
            if self.plan.ending == "answers" and len(judged) == len(self.plan.requests) and not (judged and judged[-1].is_last):
                return
            await self.read_rest(answers)
        except Ended:
            if self.plan.ending not in ("close", "reset") and not self.is_late and not (self.is_last and self.is_crowd):
                raise Failure(f"the connection ended after {self.answered} of {len(judged)} answers") from None
        except Malformed as error:
            raise Failure(str(error)) from None

    async def judge(self, request, answers):
        answer = await answers.next(request.method, self.go_on)
        if answer.status == 408 and self.is_late:
            raise Ended
        if answer.status != 503 and answer.status not in request.statuses:
            raise Failure(f"{answer.status} is no answer to {request.data[:300]}")
        if request.is_last and not answer.is_last:
            raise Failure(f"the connection should end after the answer {answer.status} to {request.data[:300]}")
        if request.poll and "etag" in answer.fields:
            self.club.tags[request.poll] = answer.fields["etag"]
        self.answered += 1
        self.is_last = answer.is_last
        self.tally[answer.status] += 1
        if request.poll and request.takes and answer.status != 503:
            self.tally["held"] += 1
        self.news.set()

    @property
    def is_crowd(self):
        """True if the requests exceed the limits for reading ahead, so that the server may end the connection after an answer."""
        requests = self.plan.requests
        memory = sum(len(request.data) + REQUEST + LINE * request.data.count(b"\n") for request in requests)
        return memory > READ_AHEAD or len(requests) >= REQUESTS_AHEAD

    @property
    def is_late(self):
        """True if this process was so slow that the server may have closed its connection in time."""
        return self.paused > HEAD_TIMEOUT / 3 or self.pulse.late >= self.start

    async def read_rest(self, answers):
        """Reads the rest: the end of the connection, or the answer to a broken request."""
        if self.plan.ending != "answers" or self.plan.judged == self.plan.requests:
            rest = await answers.end()
        else:
            # It may be an answer, an error, or nothing if the server waits for more bytes.
            try:
                async with asyncio.timeout(0.5):
                    await answers.more()
            except TimeoutError:
                pass
            rest = bytes(answers.bytes)
        if b"HTTP/1.1 500 " in rest:
            raise Failure(f"an error of the server's own: {rest[-1000:]}")
        if self.plan.judged == self.plan.requests and rest:
            raise Failure(f"more than was asked for: {rest[:300]}")

    def go_on(self):
        self.is_asked = True
        self.tally["100"] += 1
        self.news.set()

    async def receive(self):
        size = 1 << 16
        if self.plan.reading == "slowly":
            await asyncio.sleep(0.02)
            size = 700
        try:
            data = await self.loop.sock_recv(self.socket, size)
        except OSError:
            data = b""
        self.received, self.heard = (self.received + data)[-2000:], time.monotonic()
        return data

    # MARK: Afterwards

    def record(self):
        """A description of the conversation for people."""
        took = (self.end or time.monotonic()) - self.start
        lines = [f"{self.plan.name}, {took:.3f} s, sent {self.sent} bytes in {len(self.plan.pieces)} pieces, {self.answered} answers"]
        if self.plan.ending in ("close", "reset"):
            lines[0] += f", went {self.plan.delay * 1000:.1f} ms after"
        lines += [f"    {piece.data[:3000]}" + (f" and {len(piece.data) - 3000} bytes more" if len(piece.data) > 3000 else "") for piece in self.plan.pieces]
        lines.append(f"  {self.doing}")
        lines.append(f"  received, the last: {self.received[-600:]}")
        return "\n".join(lines)
