"""Members who use the site over plain HTTP. They prepare tests quickly, and can send requests that a browser never sends."""

import itertools
import os
import re
from urllib.parse import urlsplit

import httpx

from forms import form, forms
from processes import wait_until

PASSWORD = "correct horse battery"
numbers = itertools.count(1)


def unique(word):
    return f"{word}{os.getpid() % 10000}x{next(numbers)}"


class Member:
    """A visitor with a cookie jar. `register` makes the visitor a member."""

    def __init__(self, url, name="Ana"):
        self.url, self.name, self.username = url, name, unique(re.sub("[^a-z]", "", name.lower())[:12])
        self.email = f"{self.username}@example.org"
        self.http = httpx.Client(base_url=url, headers={"Origin": url, "Accept": "text/html"}, timeout=120)

    def get(self, path):
        return self.http.get(path, follow_redirects=True)

    def post(self, path, **fields):
        return self.http.post(path, data=fields)

    def send_games(self, club, text):
        """Uploads a file of video games for import."""
        return self.http.post(club.path + "/library/import", data={"csrf": self.csrf()}, files=[("file", ("games.csv", text.encode()))])

    def submit(self, page, ending, **fields):
        """Fills in the form on `page` that posts to …`ending`, and sends it."""
        found = form(self.get(page).text, ending)
        return self.post(found.action or page, **(found.pressed | fields))

    def csrf(self, page="/account"):
        return next(form.fields["csrf"] for form in forms(self.get(page).text) if "csrf" in form.fields)

    def register(self):
        answer = self.submit("/register", "/register", username=self.username, email=self.email, password=PASSWORD,
                             display_name=self.name)
        assert answer.status_code == 303, answer.text
        return self

    def create_club(self, name="Shoreline Club", visibility="private"):
        club = Club(name, unique("shore"))
        answer = self.submit("/clubs/new", "/clubs/new", name=name, slug=club.slug, visibility=visibility)
        assert answer.status_code == 303, answer.text
        club.invitation = re.search(r"/join/[\w-]+", self.get(club.path + "/").text)[0]
        return club

    def join(self, club):
        answer = self.submit(club.invitation, club.invitation)
        assert answer.status_code == 303, answer.text
        return self

    def cookies(self):
        return [{"name": cookie.name, "value": cookie.value, "url": self.url} for cookie in self.http.cookies.jar]

    def on(self, url):
        """Returns the same member with the same session on another instance."""
        twin = Member(url, self.name)
        twin.username, twin.email = self.username, self.email
        for cookie in self.http.cookies.jar:
            twin.http.cookies.set(cookie.name, cookie.value)
        return twin

    # Games

    def move(self, game, cell, ply=None):
        fields = form(self.get(game).text, "/moves").fields if ply is None else {"csrf": self.csrf(), "ply": str(ply)}
        return self.post(game + "/moves", **(fields | {"cell": str(cell)}))

    def say(self, game, text):
        return self.submit(game, "/messages", text=text)

    def share(self, club, *files, tag="", **fields):
        """Shares photos with the club: (name, bytes), tagged by `?tag=…`. Returns the response."""
        parts = [("photos", (name, data, "image/jpeg")) for name, data in files]
        return self.http.post(club.path + "/photos" + tag, data={"csrf": self.csrf()} | fields, files=parts)

    # Other members of a club

    def profile(self, club):
        return f"{club.path}/members/{self.username}"

    def follow(self, club, other):
        """Follows another member, or accepts a follower as a friend."""
        answer = self.submit(other.profile(club), "/follows")
        assert answer.status_code == 303, answer.text

    def befriend(self, club, other):
        self.follow(club, other)
        other.follow(club, self)

    def block(self, club, other):
        answer = self.submit(other.profile(club) + "/block", "/blocks")
        assert answer.status_code == 303, answer.text

    def choose(self, club, **fields):
        """Changes the member's profile and its audience."""
        answer = self.submit(club.path + "/profile", "/profile", **fields)
        assert answer.status_code == 303, answer.text

    def conversation(self, club, other):
        """Returns the path of the conversation with another member."""
        answer = self.submit(other.profile(club), "/messages")
        assert answer.status_code == 303, answer.text
        return urlsplit(answer.headers["location"]).path

    def write(self, club, other, text):
        """Writes a message to another member, and returns the path of the conversation."""
        path = self.conversation(club, other)
        answer = self.say(path, text)
        assert answer.status_code == 303, answer.text
        return path

    def riddle(self, club, emoji, solution, audience="members", **fields):
        """Creates a riddle, and returns its path."""
        path = club.path + "/riddles"
        answer = self.post(path, csrf=self.csrf(), emoji=emoji, solution=solution, audience=audience, kind="saying", **fields)
        assert answer.status_code == 303, answer.text
        return urlsplit(answer.headers["location"]).path

    def send_photo(self, conversation, data):
        fields = form(self.get(conversation).text, "/photos").fields
        answer = self.http.post(conversation + "/photos", data=fields, files=[("photos", ("photo.jpg", data, "image/jpeg"))])
        assert answer.status_code == 303, answer.text

    def is_to_move(self, game):
        return ">Your turn" in self.get(game).text


class Club:
    def __init__(self, name, slug):
        self.name, self.slug, self.path, self.invitation = name, slug, f"/c/{slug}", None
        self.lobby = self.path + "/lobby"


def start_game(club, challenger, challenged):
    """Starts a game by a challenge and its acceptance. Returns its path and its players, of whom the first is to move."""
    challenged.get(club.lobby)
    wait_until(lambda: offers(challenger, club.lobby, "/challenges"), "the lobby shows who came")
    answer = challenger.submit(club.lobby, "/challenges")
    assert answer.status_code == 303, answer.text
    answer = challenged.submit(club.lobby, "/acceptance")
    assert answer.status_code == 303, answer.text
    game = re.search(r"/c/[\w-]+/games/\w+", answer.headers["location"])[0]
    both = [challenger, challenged]
    return game, both if challenger.is_to_move(game) else both[::-1]


def offers(member, page, ending):
    return [form for form in forms(member.get(page).text) if form.action.endswith(ending)]


def play(game, players, cells):
    for turn, cell in enumerate(cells):
        answer = players[turn % 2].move(game, cell)
        assert answer.status_code == 303, answer.text


WIN = [0, 3, 1, 4, 2]                    # The first player fills the top row.
DRAW = [0, 1, 2, 4, 3, 5, 7, 6, 8]
