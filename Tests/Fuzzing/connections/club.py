"""The demo club: signed-in visitors and URLs for requests."""

import http.client
import random
import re
import struct
import urllib.parse
import zlib
from dataclasses import dataclass, field

from forms import form, forms
from processes import wait_until

CLUB = "/c/shoreline"
PASSWORD = "salt water taffy"
PHOTOS = 9


@dataclass
class Visitor:
    cookie: str
    csrf: str


@dataclass
class Club:
    """The parts of requests. `tags` holds the last ETag of each poll by the index of its visitor and its path."""

    host: str
    visitors: list = field(default_factory=list)
    pages: list = field(default_factory=list)
    files: list = field(default_factory=list)
    polls: list = field(default_factory=list)
    rooms: list = field(default_factory=list)
    open_pages: list = field(default_factory=list)
    open_files: list = field(default_factory=list)
    tags: dict = field(default_factory=dict)

    def __init__(self, server):
        self.host, self.tags = f"127.0.0.1:{server.port}", {}
        self.visitors = [self.sign_in(name) for name in ("ana", "ben", "carmen")]
        cookie = self.visitors[0].cookie
        wait_until(lambda: self.hangs(server, cookie), "the demo club's photos hang, or stay away", 600)
        found = self.photos(cookie)
        games = sorted(set(re.findall(CLUB + r"/games/\d+", self.get(CLUB + "/members/ana", cookie))))
        self.polls = [f"{CLUB}/live", f"{CLUB}/messages/live", *(path + "/live" for path in (*games, *found))]
        self.rooms = [f"{CLUB}/lobby/messages", *(path + "/messages" for path in found)]
        self.files = [path + size for path in found for size in ("/small", "/large")]
        self.pages = [CLUB + path for path in ("/lobby", "/lobby/messages", "/photos", "/members", "/members/ana", "/notices", "/messages", "/friends", "/")]
        self.pages += ["/", "/account", "/account/display", *games, *found]
        self.open_pages = ["/", "/login", "/register", "/healthz"]
        self.open_files = ["/favicon.svg", *sorted(set(re.findall(r"/assets/[\w.-]+", self.get("/login"))))]

    def hangs(self, server, cookie):
        """True if the photos of the demo club exist, or the server has given up on them, which happens on a busy machine."""
        return len(self.photos(cookie)) == PHOTOS or "the demo club has no photos" in server.output()

    def photos(self, cookie):
        return sorted(set(re.findall(CLUB + r"/photos/\d+", self.get(CLUB + "/photos", cookie))))

    def sign_in(self, name):
        fields = form(self.get("/login"), "/login").fields | {"login": name, "password": PASSWORD}
        answer = self.ask("POST", "/login", urllib.parse.urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded"})
        assert answer.status == 303, f"{name} cannot sign in: {answer.status}"
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
        csrf = next(form.fields["csrf"] for form in forms(self.get("/account", cookie)) if "csrf" in form.fields)
        return Visitor(cookie, csrf)

    def get(self, path, cookie=""):
        answer = self.ask("GET", path, None, {"Cookie": cookie})
        assert answer.status == 200, f"GET {path}: {answer.status}"
        return answer.text

    def ask(self, method, path, body, headers):
        connection = http.client.HTTPConnection(self.host, timeout=30)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.text = answer.read().decode(errors="replace")
        connection.close()
        return answer


def picture(colour, side=16):
    """A PNG of one colour."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compress((b"\0" + bytes(colour) * side) * side)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


# There are only four, so that the server already knows most uploaded photos and does not process them again.
PICTURES = [picture(random.Random(number).randbytes(3)) for number in range(4)]
