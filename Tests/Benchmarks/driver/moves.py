"""Measures many games at once: the time until the opponent sees a move, and its CPU time."""

import asyncio
import base64
import hashlib
import hmac
import re
import time
import urllib.parse

import machine
import report
from site_under_test import CLUB

GAMES = 1_000
MOVES_A_SECOND = 100


def latency(site):
    """Measures the time until the opponent sees a move in 1,000 games on large boards, with 2,000 held polls and 100 moves a second."""
    count = site.many(GAMES, least=100)
    tokens = site.guests(2 * count)
    ids = site.sql(
        f"""WITH seat AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM members
            WHERE club_id = {site.club} AND display_name LIKE 'Guest %' ORDER BY id DESC LIMIT {2 * count}),
        made AS (
            INSERT INTO games (club_id, variant, x_member, o_member)
            SELECT {site.club}, '15x15', x.id, o.id FROM seat x JOIN seat o ON o.place = x.place + 1 WHERE x.place % 2 = 1
            RETURNING id, x_member)
        SELECT id FROM made ORDER BY x_member""").split()
    server = site.new_server().start()
    try:
        games = [Match(server.port, number, tokens[2 * place:2 * place + 2]) for place, number in enumerate(ids)]
        times, cost = asyncio.run(play(games, site, server.process.pid))
    finally:
        server.stop()
    times.sort()
    at = lambda part: times[int(len(times) * part)] * 1000  # noqa: E731
    report.say(f"  {len(times)} moves seen; p50 {at(0.5):.3g} ms, last {times[-1] * 1000:.3g} ms; CPU of server and backends {cost * 1e3:.3g} ms a move")
    report.at_most("game.latency", at(0.99), 50, "ms")


class Match:
    """A game of two players who move alternately. Each has a long poll."""

    def __init__(self, port, number, tokens):
        self.port, self.path, self.tokens = port, f"/c/{CLUB}/games/{number}", tokens
        self.ply, self.sent, self.seen = 0, 0.0, asyncio.Event()

    async def watch(self, player, ready):
        """Polls like a browser, with the longest wait that the server allows, until the task is cancelled."""
        connection, tag = Connection(self.port), None
        while True:
            head, body = await connection.ask(self.tokens[player], "GET", self.path + "/live", tag and f"If-None-Match: {tag}\r\nPrefer: wait=25\r\n")
            now = time.monotonic()
            if " 503 " in head[:16]:
                # The server is overloaded: try again after a second, as a browser does.
                await asyncio.sleep(1)
                continue
            if tag is None:
                ready()
            tag = re.search(r"\r\nETag: ([^\r]+)", head)[1]
            ply = re.search(rb'name="ply" value="(\d+)"', body)
            if ply and int(ply[1]) == self.ply + 1 and player != self.ply % 2 and self.sent:
                self.took, self.sent = now - self.sent, 0.0
                self.seen.set()

    async def move(self, connection, is_smoke):
        """Makes the next move, and waits until the opponent has seen it. Returns the seconds in between."""
        token = self.tokens[self.ply % 2]
        form = {"csrf": form_token(token), "cell": str(self.ply * 2), "ply": str(self.ply), "frame": ""}
        self.seen.clear()
        self.sent = time.monotonic()
        ask = lambda: connection.ask(token, "POST", self.path + "/moves", "Prefer: return=representation\r\n", urllib.parse.urlencode(form))  # noqa: E731
        head, _ = await ask()
        # In a smoke run, tests beside it can overload the debug server, which then refuses moves. Otherwise no move may be refused.
        while is_smoke and " 503 " in head[:16]:
            await asyncio.sleep(1)
            head, _ = await ask()
        if " 200 " not in head[:16]:
            raise RuntimeError(head[:200])
        await asyncio.wait_for(self.seen.wait(), 30)
        self.ply += 1
        return self.took


async def play(games, site, pid):
    count = 0

    def one_more():
        nonlocal count
        count += 1

    async with asyncio.TaskGroup() as group:
        watching = []
        for game in games:
            watching += [group.create_task(game.watch(player, one_more)) for player in (0, 1)]
            await asyncio.sleep(0.002)
        while count < len(watching):
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)
        before = machine.cpu_seconds(pid) + site.database_cpu()
        moves, start = [], time.monotonic()
        connections = [Connection(games[0].port) for _ in range(64)]
        for number in range(int(MOVES_A_SECOND * site.lasting(max(5, site.seconds * 3)))):
            await asyncio.sleep(max(0, start + number / MOVES_A_SECOND - time.monotonic()))
            moves.append(group.create_task(games[number % len(games)].move(connections[number % len(connections)], site.is_smoke)))
        times = [await move for move in moves]
        cost = (machine.cpu_seconds(pid) + site.database_cpu() - before) / len(times)
        for task in watching:
            task.cancel()
    return times, cost


class Connection:
    """One connection of HTTP/1.1 without pipelining."""

    def __init__(self, port):
        self.port, self.lock, self.streams = port, asyncio.Lock(), None

    async def ask(self, token, method, path, fields, body=""):
        async with self.lock:
            if not self.streams:
                self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
            reader, writer = self.streams
            kind = "Content-Type: application/x-www-form-urlencoded\r\n" if body else ""
            writer.write(
                f"{method} {path} HTTP/1.1\r\nHost: a\r\nCookie: session={token}\r\n{fields or ''}{kind}"
                f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = re.search(r"\r\nContent-Length: (\d+)", head)
            return head, await reader.readexactly(int(length[1])) if length else b""


def form_token(session):
    """The CSRF token of a session, computed like on the server, so that no page has to be read first."""
    digest = hmac.new(session.encode(), b"form", hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
