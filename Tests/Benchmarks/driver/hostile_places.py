"""Lists the places for a visitor's text: all fields of forms, the parts of an upload, header fields and URLs."""

import functools
import urllib.parse
import urllib.request

import forms
from site_under_test import CLUB, SECRET

FORM_BYTES, HEADER_BYTES, TARGET_BYTES, PART_HEADER_BYTES = 65_536, 16_000, 8_000, 1_000
# Values for the other fields, so that the server handles the form like a correct one. Only the email address is invalid, because the
# server would hash a password for each new account, which costs more than everything else.
TYPED = {"login": "ana", "password": "not " + SECRET, "username": "zoe", "display_name": "Zoe", "email": "zoe", "name": "Pier"}
# Header fields with the formats that a server may parse.
HEADERS = {
    "If-Modified-Since": ["{}"], "If-Unmodified-Since": ["{}"], "If-None-Match": ["{}", '"{}"', 'W/"1", {}'], "If-Match": ['"{}"'],
    "If-Range": ["{}", '"{}"'], "Range": ["{}", "bytes={}", "bytes=0-{}"], "Accept": ["{}"], "Accept-Encoding": ["{}", "gzip;q={}", "gzip, {}"],
    "Accept-Language": ["{}"], "Cookie": ["{}", "session={}", "SESSION; {}=a"], "Referer": ["{}", "http://127.0.0.1/{}"],
    "Origin": ["{}", "http://{}"], "User-Agent": ["{}"], "Prefer": ["{}", "wait={}"], "X-Forwarded-For": ["{}", "{}, 127.0.0.1"],
    "X-Forwarded-Proto": ["{}"], "X-Forwarded-Host": ["{}"], "Content-Type": ["{}", "application/x-www-form-urlencoded; {}"],
    "Sec-Fetch-Site": ["{}"], "Sec-Purpose": ["{}"], "Host": ["{}"],
}
TARGETS = [
    "/login?next={}", "/login?next=/{}", "/login?{}=1", "/c/{}/lobby", "/assets/{}",
    *(f"/c/{CLUB}/{page}" for page in (
        "messages?q={}", "messages?before={}", "photos?before={}", "photos?of={}", "notices?before={}", "lobby/messages?before={}",
        "leaderboards/tic-chat-toe?variant={}", "leaderboards/tic-chat-toe?after={}", "members/{}"))]
FORM, BOUNDARY = "application/x-www-form-urlencoded", "----HostileBoundary"


def places(site, visitor):
    """Pairs of the name of a place and a function that makes a request. The function takes `fill`, which returns a text of a given number
    of bytes."""
    for path in ("/login", "/register"):
        with urllib.request.urlopen(visitor.server.url + path) as page:
            yield from form_places("", page.read().decode(), path)
    conversation = site.sql(f"SELECT min(id) FROM conversations WHERE club_id = {site.club}")
    for path, ending in (
        (f"/c/{CLUB}/lobby", "/lobby/messages"), (f"/c/{CLUB}/profile", "/profile"), ("/clubs/new", "/clubs/new"),
        (f"/c/{CLUB}/settings", "/settings"), (f"/c/{CLUB}/messages/{conversation}", "/messages")):
        yield from form_places(visitor.cookie, visitor.get(path), ending)
    yield from upload_places(visitor)
    yield from header_places(site, visitor)
    for target in TARGETS:
        yield target.format("…"), lambda fill, target=target: request(visitor.cookie, "GET", target, fill(TARGET_BYTES))


def form_places(cookie, page, ending):
    """Yields each field of the form, one unknown field, and as many unknown fields as fit."""
    form = forms.form(page, ending)
    fields = {name: value or TYPED.get(name, "") for name, value in form.pressed.items()}

    def post(make):
        return lambda fill: request(cookie, "POST", form.action, body=make(fill))

    for name in fields:
        others = urllib.parse.urlencode({other: value for other, value in fields.items() if other != name}).encode() + b"&"
        start = others + name.encode() + b"="
        yield f"{form.action}, {name}", post(lambda fill, start=start: start + fill(FORM_BYTES - len(start)))
    whole = urllib.parse.urlencode(fields).encode() + b"&"
    yield f"{form.action}, a name", post(lambda fill: whole + fill(FORM_BYTES - len(whole) - 2) + b"=1")
    yield f"{form.action}, many names", post(lambda fill: whole + many(fill, FORM_BYTES - len(whole)))


def many(fill, size):
    """Short fields with different names."""
    pieces, left = [], size
    while left > 0:
        pieces.append(fill(60) + b"%x=1" % len(pieces))
        left -= len(pieces[-1]) + 1
    return b"&".join(pieces[:-1])


def upload_places(visitor):
    """Yields the parts of a form with files: a field, the names of fields and files, other header fields, and the boundary."""
    form = next(form for form in forms.forms(visitor.get(f"/c/{CLUB}/photos")) if "csrf" in form.fields and form.action.endswith("/photos"))
    csrf = part('name="csrf"', form.fields["csrf"].encode())

    def post(make):
        return lambda fill: request(
            visitor.cookie, "POST", form.action, body=csrf + make(fill) + f"--{BOUNDARY}--\r\n".encode(),
            fields={"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})

    yield "upload, a field", post(lambda fill: part('name="audience"', fill(FORM_BYTES)))
    yield "upload, a field's name", post(lambda fill: part('name="{}"', b"1", fill(PART_HEADER_BYTES)))
    yield "upload, a file's name", post(lambda fill: part('name="photos"; filename="{}"', b"no photo", fill(PART_HEADER_BYTES)))
    yield "upload, a file's type", post(
        lambda fill: part('name="photos"; filename="a.jpg"\r\nContent-Type: {}', b"no photo", fill(PART_HEADER_BYTES)))
    yield "upload, a file", post(lambda fill: part('name="photos"; filename="a.jpg"', fill(FORM_BYTES)))
    yield "upload, the boundary", lambda fill: request(
        visitor.cookie, "POST", form.action, fill(HEADER_BYTES), b"no parts", {"Content-Type": "multipart/form-data; boundary={}"})


def part(disposition, body, text=b""):
    head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n".encode()
    return head.replace(b"{}", text) + body + b"\r\n"


def header_places(site, visitor):
    """Yields each header field for a public file, the file of a photo, a fragment of a page, and a sign-in."""
    stylesheet = visitor.get("/account").partition('<link rel="stylesheet" href="')[2].partition('"')[0]
    photo = site.sql(f"SELECT min(id) FROM photos WHERE club_id = {site.club}")
    sign_in = urllib.parse.urlencode({"login": "ana", "password": SECRET}).encode()
    readers = [("GET", path, visitor.cookie, b"") for path in (
        stylesheet, f"/c/{CLUB}/photos/{photo}/small", f"/c/{CLUB}/games/{site.game}/live")]
    for name, values in HEADERS.items():
        for value in values:
            for method, path, cookie, body in (*readers, ("POST", "/login", "", sign_in)):
                yield f"{method} {path}, {name}: {value.format('…')}", functools.partial(
                    with_field, name, value.replace("SESSION", cookie), method, path, cookie, body)


def with_field(name, value, method, path, cookie, body, fill):
    return request(cookie, method, path, fill(HEADER_BYTES), body, {name: value})


def request(cookie, method, target, text=b"", body=b"", fields=None):
    """A request. `text` replaces `{}` in its head."""
    usual = {"Host": "bench", "Content-Length": len(body)}
    if cookie:
        usual["Cookie"] = cookie
    if body:
        usual["Content-Type"] = FORM
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in (usual | (fields or {})).items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode().replace(b"{}", text) + body
