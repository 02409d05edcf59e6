"""deploy/nginx.conf in front of two instances: its own answers, its limits, and its choice of an instance when another one is down."""

import concurrent.futures
import html
import os
import re
import subprocess
import threading
import time
import zlib

import httpx
import pytest
from playwright.sync_api import expect

from forms import form
from members import PASSWORD, start_game, unique
from nginx import Site
from pages import Board, title
from processes import wait_until
from test_faults import AWAY


@pytest.fixture(scope="module")
def site(database, tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("nginx"), database)
    try:
        yield site.start()
    finally:
        site.stop()


@pytest.fixture
def own_site(database, tmp_path):
    """Starts a site for one test: own_site(changes of the configuration, BOARDWALK_…="…")."""
    sites = []

    def start(changes=None, **settings):
        sites.append(Site(tmp_path, database, **settings))
        return sites[-1].start(changes)

    yield start
    for site in sites:
        site.stop()


@pytest.fixture
def visitor(site):
    with site.guest().http as client:
        yield client


# Compression, logs and nginx's own answers

def raw(client, path, **headers):
    """Returns an answer and its bytes before decompression."""
    with client.stream("GET", path, headers=headers) as answer:
        return answer, b"".join(answer.iter_raw())


def stylesheet(client):
    return re.search(r"/assets/main-\w+\.css", client.get("/login").text)[0]


def gunzip(data):
    return zlib.decompress(data, wbits=31)


def test_pages_are_compressed(visitor):
    answer, data = raw(visitor, "/login", **{"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"</html>" in gunzip(data)


def test_one_compressed_copy_serves_everybody(visitor):
    path = stylesheet(visitor)
    answer, packed = raw(visitor, path, **{"Accept-Encoding": "gzip, deflate, br"})
    assert answer.status_code == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not answer.headers["ETag"].startswith("W/")
    plain, unpacked = raw(visitor, path, **{"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert unpacked == gunzip(packed)
    known, nothing = raw(visitor, path, **{"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]})
    assert (known.status_code, nothing) == (304, b"")
    part, some = raw(visitor, path, **{"Accept-Encoding": "gzip", "Range": "bytes=0-9"})
    assert (part.status_code, some) == (206, packed[:10])


SECRET = "a-secret"
SECRET_ADDRESSES = [
    f"/join/{SECRET}", f"/reset/{SECRET}", f"/riddle/{SECRET}/{SECRET}", f"/practised/{SECRET}", f"/login/example/callback?code={SECRET}",
    f"/login?next=%2Fjoin%2F{SECRET}", f"/register?next=%2Fjoin%2F{SECRET}", f"/%6aoin/{SECRET}", f"//join/{SECRET}",
]


def test_secret_addresses_are_in_no_log(chromium, site):
    """Secrets are neither in logged paths, nor in the Referer of requests that such a page makes."""
    with chromium.new_context(ignore_https_errors=True, base_url=site.url) as context:
        for address in SECRET_ADDRESSES:
            page = context.new_page()
            page.goto(site.url + address)
            # The browser sends the Referer with these requests from the page.
            page.evaluate("() => fetch('/robots.txt?from-a-page')")
            page.evaluate("() => { location.href = '/login' }")
            page.wait_for_url("**/login")
            page.close()
    with httpx.Client() as client:
        client.get(f"http://127.0.0.1:{site.nginx.plain}/join/{SECRET}")
    with site.guest().http as client:
        client.get("/healthz-last")
    log = site.nginx.folder / "boardwalk.log"
    wait_until(lambda: "/healthz-last" in log.read_text(), "the log is written")
    text = log.read_text()
    assert text.count('"GET /join/..."') >= 3 and "/assets/" in text and "/robots.txt" in text
    written = {file.name for file in site.nginx.folder.glob("*.log") if SECRET in file.read_text()}
    assert not written


def test_many_members_behind_one_address_stay_within_the_limits(site):
    """198 open lobbies and quick paging through photos stay within the limits of one IP address."""
    ana = site.guest(address="127.0.0.2")
    club = ana.register().create_club()
    members = [ana, *(site.guest(address="127.0.0.2").register() for _ in range(10))]
    for member in members[1:]:
        member.join(club)
    lobby = ana.get(club.lobby).text
    path = html.unescape(re.findall(r'data-live-url="([^"]+)"', lobby)[-1])
    tabs, done = 18 * len(members), threading.Event()

    def poll(member):
        """Polls like a tab. Returns the first status that is not 200 or 304, or None if there was none."""
        tag = None
        while not done.is_set():
            answer = member.http.get(path, headers={"Prefer": "wait=25"} | ({"If-None-Match": tag} if tag else {}))
            if answer.status_code not in (200, 304):
                return answer.status_code
            tag = answer.headers["etag"]
        return None

    with concurrent.futures.ThreadPoolExecutor(tabs) as pool:
        polls = [pool.submit(poll, member) for member in members for _ in range(18)]
        try:
            wait_until(lambda: sum(server.held_polls() for server in site.servers) > 0.8 * tabs, "the lobbies wait for news", 60)
            with concurrent.futures.ThreadPoolExecutor(20) as readers:
                pictures = set(readers.map(lambda number: ana.get(f"{club.path}/photos/{number}/avatar").status_code, range(1, 1200)))
                pages = set(readers.map(lambda _: ana.get(club.lobby).status_code, range(150)))
        finally:
            done.set()
            ana.submit(club.lobby, "/messages", text="Hello")
        assert (pictures, pages) == ({200}, {200})
        assert {poll.result() for poll in polls} == {None}


@pytest.mark.parametrize(("status", "changes", "words"), [
    (413, {}, "That is too large"),
    (429, {"rate=50r/s": "rate=1r/m", "burst=200 nodelay": "burst=1 nodelay"}, "A moment, please"),
    (502, {}, "Boardwalk is away for a moment"),
])
def test_nginx_error_pages_look_like_the_site(own_site, status, changes, words):
    site = own_site(changes)
    with site.guest().http as client:
        if status == 502:
            for server in site.servers:
                server.stop()
        if status == 413:
            answer = client.post("/account", data={"text": "x" * 200_000})
        else:
            answer = next(answer for answer in (client.get("/login") for _ in range(10)) if answer.status_code == status)
    assert answer.status_code == status
    assert f"<h1>{words}</h1>" in answer.text and "nginx" not in answer.text
    assert answer.headers.get("retry-after") == (None if status == 413 else "5") and answer.headers["referrer-policy"] == "no-referrer"
    assert "nginx/" not in answer.headers["server"]


def test_responses_of_nginx_have_each_security_header_once(site):
    """Each header occurs once, because boardwalk's pages already have them."""
    with site.guest().http as client:
        own = [client.get("/readyz"), client.get("/healthz"), client.request("TRACE", "/")]
        assert {answer.status_code for answer in own} == {404, 405}
        for answer in [*own, client.get("/login"), client.get("/c/none/"), client.post("/account", data={"text": "x" * 200_000})]:
            for name in ("x-content-type-options", "content-security-policy", "strict-transport-security"):
                assert len(answer.headers.get_list(name)) == 1, (answer.url, answer.status_code, name)


def test_the_plain_port_redirects_to_the_site_alone(site):
    with httpx.Client(base_url=f"http://127.0.0.1:{site.nginx.plain}") as client:
        answer = client.get("/login?next=%2F", headers={"Host": "evil.example"})
        assert answer.headers["location"] == "https://clubs.example/login?next=%2F"
        assert "nginx/" not in answer.headers["server"] + answer.text
        # The path for the renewal of certificates.
        challenge = site.nginx.folder / "www/.well-known/acme-challenge"
        challenge.mkdir(parents=True)
        (challenge / "token").write_text("proof")
        assert client.get("/.well-known/acme-challenge/token").text == "proof"


# Uploads

@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    """Returns two photos of some megabytes, with a film after the picture, like photos of phones."""
    folder = tmp_path_factory.mktemp("photos")
    for name, width in (("a", "1200"), ("b", "1000")):
        subprocess.run(["vips", "zone", folder / f"{name}.v", width, "900", "--uchar"], check=True)
        subprocess.run(["vips", "copy", folder / f"{name}.v", folder / f"{name}.jpg"], check=True)
    return [(folder / name).read_bytes() + os.urandom(4_000_000) for name in ("a.jpg", "b.jpg")]


def test_photos_of_several_megabytes_are_shared_and_used_as_avatar(site, photos):
    club, ana, ben = site.pair()
    answer = ana.share(club, *[(f"{number}.jpg", data) for number, data in enumerate(photos)])
    assert answer.status_code == 303, answer.text
    links = set(re.findall(rf"{club.path}/photos/\d+(?=\")", ben.get(club.path + "/photos").text))
    assert len(links) == 2
    for link in links:
        assert ben.get(link + "/large").headers["content-type"] == "image/webp"
    assert ana.submit(links.pop(), "/avatar").status_code == 303
    assert "/avatar" in ben.get(ana.profile(club)).text


def test_photos_of_several_megabytes_are_sent_in_a_message(site, photos):
    club, ana, ben = site.pair()
    talk = ana.conversation(club, ben)
    fields = form(ana.get(talk).text, "/photos").fields
    answer = ana.http.post(talk + "/photos", data=fields, files=[("photos", ("a.jpg", data, "image/jpeg")) for data in photos])
    assert answer.status_code == 303, answer.text
    seen = ben.get(ben.conversation(club, ana)).text
    assert len(set(re.findall(r"/photos/\d+/small", seen))) == 2


def test_a_registration_accepts_a_picture_and_refuses_one_that_is_too_large(site, photos):
    def send(picture):
        name = unique("guest")
        fields = {"username": name, "email": f"{name}@example.org", "password": PASSWORD, "display_name": name}
        return site.guest().http.post("/register", data=fields, files=[("picture", ("a.jpg", picture, "image/jpeg"))])

    assert send(photos[0]).headers["location"] == "/"
    large = send(photos[0] * 4)
    assert large.status_code == 413
    assert "That file is larger than 12 MB." in large.text and "@example.org" in large.text
    # nginx itself refuses a body of this size.
    assert send(bytes(40_000_000)).status_code == 413


def test_no_other_form_may_be_large(site):
    ana = site.guest().register()
    assert ana.post("/account", csrf=ana.csrf(), text="x" * 200_000).status_code == 413


# Client addresses

def register(guest, **headers):
    """Registers a new account. The number of registrations for each address is limited. Returns the status and the text."""
    guest.http.cookies.clear()
    name = unique("guest")
    answer = guest.http.post("/register", headers=headers, data={
        "username": name, "email": f"{name}@example.org", "password": PASSWORD, "display_name": name})
    return answer.status_code, answer.text


@pytest.mark.parametrize("changes", [{}, {"X-Forwarded-For $remote_addr": "X-Forwarded-For $proxy_add_x_forwarded_for"}],
                         ids=["as it stands", "with a chain of proxies"])
def test_a_forged_forwarding_header_does_not_change_the_address(own_site, changes):
    site = own_site(changes, BOARDWALK_RATE_LIMITS="on")
    liar, other = site.guest(), site.guest()
    answers = []
    # Each of the two instances allows twenty registrations.
    while 429 not in answers and len(answers) < 50:
        status, text = register(liar, **{"X-Forwarded-For": f"198.51.100.{len(answers)}, 203.0.113.{len(answers)}"})
        answers.append(status)
    assert answers[-1] == 429 and set(answers[:-1]) == {303}
    assert "Try again in" in text
    assert register(other, **{"X-Forwarded-For": liar.address})[0] == 303


# Instances that are down

def is_there(guest, path):
    return guest.get(path).status_code == 200


def held_polls(servers):
    return sum(server.held_polls() for server in servers)


class HeldPoll(threading.Thread):
    """A long poll that the server holds until there is news."""

    def __init__(self, guest, game, servers):
        super().__init__()
        self.guest, self.path, self.status = guest, game + "/live", None
        self.tag = guest.get(self.path).headers["etag"]
        before = held_polls(servers)
        self.start()
        wait_until(lambda: held_polls(servers) > before, "the poll is held")

    def run(self):
        self.status = self.guest.http.get(self.path, headers={"If-None-Match": self.tag, "Prefer": "wait=25"}).status_code


def marks(guest, game):
    return re.findall(r'id="cell-(\d+)"[^>]*aria-label="[^"]*(cross|nought)', guest.get(game).text)


@pytest.mark.console(AWAY)
def test_a_game_continues_when_either_instance_is_killed(browse, own_site):
    site = own_site()
    club, ana, ben = site.pair()
    game, (first, second) = start_game(club, ana, ben)
    page = browse(second, ignore_https_errors=True)
    page.goto(game)
    board = Board(page)
    played = []
    for gone, moves in zip(site.servers, [(4, 0), (8, 2)]):
        poll = HeldPoll(second, game, site.servers)
        gone.kill()
        assert first.move(game, moves[0]).status_code == 303
        poll.join(30)
        assert poll.status == 200
        expect(page).to_have_title(title("Your turn"))
        board.expect_mark(moves[0], "cross")
        board.play(moves[1])
        board.expect_mark(moves[1], "nought")
        assert first.is_to_move(game)
        played += [(str(moves[0]), "cross"), (str(moves[1]), "nought")]
        gone.start()
    assert sorted(marks(first, game)) == sorted(played)


class Load:
    """Members who read and write without a pause, each at the rate that nginx allows for an address."""

    def __init__(self, site):
        self.club, *self.people = site.pair()
        for name in ("Cleo", "Dora"):
            self.people.append(site.guest(name).register().join(self.club))
        self.done, self.failures, self.reads, self.unsure = threading.Event(), [], 0, []
        self.written = []
        readers = [threading.Thread(target=self.read, args=[person]) for person in self.people[:2]]
        writers = [threading.Thread(target=self.write, args=[person]) for person in self.people[2:]]
        self.threads = readers + writers

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        for thread in self.threads:
            thread.join(60)

    def go_on(self, count):
        """Waits until the members have read `count` more pages and written half as many messages."""
        reads, written = self.reads + count, len(self.written) + count // 2
        wait_until(lambda: self.reads >= reads and len(self.written) >= written or self.failures, "people go on reading and writing", 120)

    def read(self, person):
        while not self.done.wait(0.06):
            for path in ("/", self.club.lobby, self.club.path + "/members"):
                self.get(person, path)

    def get(self, person, path):
        """Returns the page. None if the request failed."""
        time.sleep(0.06)
        try:
            answer = person.get(path)
        except httpx.HTTPError as error:
            return self.failures.append((path, repr(error)))
        if answer.status_code != 200:
            return self.failures.append((path, answer.status_code))
        self.reads += 1
        return answer

    def write(self, person):
        for number in range(10_000):
            if self.done.wait(0.06):
                return
            if page := self.get(person, self.club.lobby):
                text = f"{person.name} says {number:05}."
                self.send(person, form(page.text, "/messages").pressed | {"text": text})
                self.written.append(text)

    def send(self, person, fields):
        """Sends a form until it succeeds, as a user would. nginx does not send a form to another instance if it may have been accepted."""
        while (status := person.http.post(self.club.lobby + "/messages", data=fields).status_code) != 303:
            self.unsure.append(status)
            if status not in (502, 503):
                return self.failures.append(("a message", status))
            time.sleep(0.2)

    def messages(self, reader):
        """Returns all messages, from the newest page to the oldest."""
        texts, page = [], self.club.lobby
        while page:
            html = reader.get(page).text
            texts += re.findall(r'class="message-text" dir="auto">(\w+ says \d{5}\.)<', html)
            older = re.search(r'href="([^"]+)"[^>]*>Earlier messages', html)
            page = older and older[1]
            time.sleep(0.06)
        return texts


def test_a_rolling_restart_fails_no_request_that_another_instance_could_answer(own_site, report):
    site = own_site()
    with Load(site) as load:
        load.go_on(20)
        for _ in range(2):
            for server in site.servers:
                assert server.stop() == 0
                server.start()
                load.go_on(20)
    assert load.failures == []
    reader = load.people[0]
    # The last message from the other instance may be missing at first: this instance caches the lobby for a second.
    wait_until(lambda: len(load.messages(reader)) >= len(load.written), "each message is there")
    said = load.messages(reader)
    assert sorted(said) == sorted(load.written), "each message is there once"
    report(f"rolling restart: {load.reads} pages read, {len(load.written)} messages written, "
           f"{len(load.unsure)} of them sent again, no failure")
