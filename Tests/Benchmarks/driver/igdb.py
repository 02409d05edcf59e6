"""Checks the rate limits of IGDB, which hold for all instances of a site together: https://api-docs.igdb.com, "Rate Limits"."""

import contextlib
import http.client
import http.server
import json
import random
import threading
import time
import urllib.parse

import report
from site_under_test import CLUB, Visitor

INSTANCES, READERS = 2, 8


def rate(site):
    """Counts the requests of two busy instances to a slow stand-in for IGDB: the most within a second, and the most open at once."""
    stand_in = StandIn().start()
    settings = {"BOARDWALK_IGDB_CLIENT_ID": "bench", "BOARDWALK_IGDB_CLIENT_SECRET": "bench", "BOARDWALK_IGDB_URL": stand_in.url}
    servers = []
    try:
        for _ in range(INSTANCES):
            servers.append(site.new_server(**settings).start())
        statuses = crowd(servers, site.lasting(20))
    finally:
        for server in servers:
            server.stop()
        stand_in.stop()
    came = sorted(stand_in.arrivals)
    if not came:
        raise RuntimeError("nobody asked the stand-in")
    report.say(f"  {len(came)} requests in {came[-1] - came[0]:.1f} s; answers by status: {statuses}")
    report.at_most("video_games.igdb.second", max(sum(0 <= later - first < 1 for later in came) for first in came), 4)
    report.at_most("video_games.igdb.open", stand_in.most_open, 8)


def crowd(servers, seconds):
    """Runs readers on each instance, which send the next search after each answer. Returns the number of answers for each status."""
    cookies, statuses = [Visitor(server).cookie for server in servers], {}
    end = time.monotonic() + seconds

    def read(server, cookie, number):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        asked = 0
        while time.monotonic() < end:
            asked += 1
            words = urllib.parse.urlencode({"q": f"harbour {number} {asked} of {server.port}"})
            connection.request("GET", f"/c/{CLUB}/library/search/igdb?{words}", headers={"Cookie": cookie})
            answer = connection.getresponse()
            answer.read()
            statuses[answer.status] = statuses.get(answer.status, 0) + 1

    threads = []
    for server, cookie in zip(servers, cookies):
        threads += [threading.Thread(target=read, args=(server, cookie, number)) for number in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if not set(statuses) <= {200, 503}:
        raise RuntimeError(f"answers by status: {statuses}")
    return statuses


class StandIn:
    """A stand-in for IGDB and the tokens of Twitch. It finds no video game, and answers searches after 0.5 to 5 seconds."""

    def __init__(self):
        self.arrivals, self.most_open, self._open, self._lock = [], 0, 0, threading.Lock()
        self._dice = random.Random(7)

    def start(self):
        stand_in = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                came = time.monotonic()
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self.path.startswith("/oauth2/token"):
                    self.say({"access_token": "bench", "expires_in": 5_000_000, "token_type": "bearer"})
                else:
                    with stand_in.counted(came):
                        time.sleep(stand_in._dice.uniform(0.5, 5))
                    self.say([])

            def say(self, value):
                body = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    @contextlib.contextmanager
    def counted(self, came):
        with self._lock:
            self.arrivals.append(came)
            self._open += 1
            self.most_open = max(self.most_open, self._open)
        yield
        with self._lock:
            self._open -= 1

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
