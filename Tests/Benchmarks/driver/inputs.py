"""Puts costly texts into each field of each form, each column of a file, and the names and values of a JSON document."""

import html
import itertools
import json
import random
import re
import time
import urllib.error
from dataclasses import dataclass
from typing import Callable

import forms
import machine
import report
from hostile import Bystander, Sender
from hostile_places import BOUNDARY, form_places, part, request
from site_under_test import CLUB, Visitor

# Each text is repeated. It is costly to compare, to split or to parse, or for a regular expression that tries every start.
SHAPES = {
    "marks": "\u0301", "marks with something invisible between them": "\u0301\u200b", "joiners": "\u200d", "overrides": "\u202e", "flags": "\U0001f1e6",
    "jamo": "\u1100\u1161\u11a8", "digits": "9", "digits and points": "9.", "semicolons": "a;", "commas": "a,", "semicolons alone": ";",
    "brackets": "[", "braces": "{", "parentheses": "(", "one word": "word ", "names": "@a,", "hours": "1h ", "days": "1-", "times": "1:", "slashes": "a/",
    "addresses": "http://a)", "percent signs": "%", "backslashes": "\\", "line breaks": "a\n", "dots": "a.",
}
PLAIN = "a"
FILE_BYTES, CELL_BYTES = 256 * 1024, 64 * 1024
AIM, MOST_WAIT = 3, 20
# CPU seconds. A request that costs less than three times this is cheap, even if plain letters cost less.
FLOOR = 0.005
MOST_PAGES = 200
# The actions of these forms cannot be repeated.
ONCE = re.compile(r"logout|deletion|departure|revocation|removal|surrender|resignation|/leave|/erasure|takeback")
NO_PAGE = re.compile(r"^/(assets|login|logout|join|reset)|/file|\.csv|\.json|\.ics|export|/(large|small|avatar)$|/cover/")
COLUMNS = {
    "rides/lap-import": "park,ride,day,laps,place",
    "parks/import": "park,park_former_names,place,country,latitude,longitude,time_zone,park_opened,closes_at,ride,former_names,kind,status,opened,"
    "closed,maker,model,material,seating,restraint,launch,height,length,speed,inversions,duration,indoor,kiddie,notes,source,moved_from",
    "library/import": "game,status,rating,hours,platform,started,finished,notes,released",
}
PARK, RIDE = ["name", "former_names", "place", "country", "latitude", "time_zone", "opened"], ["name", "kind", "maker", "notes", "height", "moved_from"]


@dataclass
class Probe:
    """One place that is filled with one shape. `cost` is the CPU seconds of the server and PostgreSQL for a request, and `plain` those for
    a request with plain letters."""

    place: str
    shape: str
    build: Callable
    cost: float = 0
    plain: float = 0
    # True after a measurement in several rounds.
    is_confirmed: bool = False

    def __str__(self):
        return f"{self.shape} in {self.place}: {self.cost * 1e3:.3g} ms, {ratio(self):.3g} times plain letters"


def ratio(probe):
    return probe.cost / max(probe.plain, FLOOR)


def hostile(site):
    """Compares the CPU time of costly texts in every field, file column and JSON value with that of plain letters."""
    server = site.new_server(BOARDWALK_CONNECTIONS_PER_ADDRESS="0").start()
    try:
        visitor = Visitor(server)
        with Bystander(server.port) as bystander, Sender(server, site.is_smoke) as sender:
            meter = Meter(site, sender)
            probes = list(meter.measured(places(visitor), site.is_smoke))
            end = time.monotonic() + (0 if site.seconds <= 3 else site.seconds)
            while time.monotonic() < end:
                meter.measure(random.choice(probes))
            # Some of very many values are high by chance. Measure the highest again until the highest value is a confirmed one.
            while not (highest := max(probes, key=ratio)).is_confirmed:
                meter.measure(highest, rounds=1 if site.is_smoke else site.rounds)
                highest.is_confirmed = True
    finally:
        server.stop()
    for probe in sorted((probe for probe in probes if probe.is_confirmed), key=ratio)[-5:]:
        report.say(f"  {probe}")
    report.say(f"  {len(probes)} probes in {len({probe.place for probe in probes})} places")
    report.at_most("input.hostile", ratio(max(probes, key=ratio)), AIM)
    report.at_most("input.hostile.wait", bystander.longest * 1e3, MOST_WAIT, "ms")


class Meter:
    def __init__(self, site, sender):
        self.site, self.sender = site, sender
        self.postmaster = site.postgres.postmaster()

    def measured(self, places, is_smoke):
        """Measures all probes, or a few in a smoke run."""
        chosen = list(places)
        shapes = SHAPES if not is_smoke else dict(itertools.islice(SHAPES.items(), 2))
        for place, build in chosen[::40] if is_smoke else chosen:
            plain = self.cost(build(filler(PLAIN)))
            for shape in shapes:
                yield Probe(place, shape, build, self.cost(build(filler(SHAPES[shape]))), plain)

    def measure(self, probe, rounds=1):
        """Measures a probe again, and keeps the medians of the rounds."""
        plain, hostile = probe.build(filler(PLAIN)), probe.build(filler(SHAPES[probe.shape]))
        costs = [(self.cost(plain), self.cost(hostile)) for _ in range(rounds)]
        probe.plain, probe.cost = (report.median(side) for side in zip(*costs))

    def cost(self, request):
        before = self.spent()
        status = self.sender.ask(request).status
        if status == 401:
            raise RuntimeError("the session has ended, so nothing more is measured")
        return self.spent() - before

    def spent(self):
        return machine.exact_cpu_seconds(self.sender.server.process.pid) + machine.family_cpu_seconds(self.postmaster)


def filler(unit):
    """Returns a function that repeats `unit` up to a number of bytes."""
    text = unit.encode()
    return lambda size: text * (size // len(text))


def places(visitor):
    """Pairs of the name of a place and a function that makes a request. The function takes `fill`, which returns a text of a given number
    of bytes."""
    seen = set()
    for page in pages(visitor):
        for form in forms.forms(page):
            name = re.sub(r"\d+", "N", form.action)
            if "csrf" in form.fields and form.action and name not in seen and not ONCE.search(name) and not is_file_form(form):
                seen.add(name)
                yield from form_places(visitor.cookie, page, form.action)
    yield from file_places(visitor)


def is_file_form(form):
    return any(form.action.endswith(ending) for ending in ("/photos", "/picture", "/cover", *COLUMNS))


def pages(visitor):
    """Follows links between pages, and yields one page for each kind of address."""
    waiting, seen, count = [f"/c/{CLUB}/", "/account"], set(), 0
    while waiting and count < MOST_PAGES:
        path = waiting.pop(0)
        kind = re.sub(r"\d+", "N", path.split("?")[0])
        if kind in seen or NO_PAGE.search(kind):
            continue
        seen.add(kind)
        try:
            page = visitor.get(path)
        except (urllib.error.HTTPError, UnicodeDecodeError):
            continue
        count += 1
        yield page
        waiting += [link for link in map(html.unescape, re.findall(r'href="(/[^"#]*)', page)) if link.startswith((f"/c/{CLUB}/", "/account", "/clubs"))]


def file_places(visitor):
    for path, names in COLUMNS.items():
        send, columns = sender_of_files(visitor, path), names.split(",")
        for place, column in enumerate(columns):
            def row(fill, place=place):
                return b",".join(quoted(fill(CELL_BYTES)) if number == place else b"x" for number in range(len(columns)))

            yield f"{path}, {column}", lambda fill, row=row, send=send, names=names: send(names.encode() + b"\n" + row(fill) + b"\n")
        yield f"{path}, a heading", lambda fill, send=send: send(quoted(fill(CELL_BYTES)) + b",park\nx,y\n")
        yield f"{path}, rows", lambda fill, send=send: send(names.encode() + b"\n" + fill(FILE_BYTES))
    send = sender_of_files(visitor, "parks/import")
    for form, has_escapes in (("JSON", False), ("JSON with escapes", True)):
        for place, build in document_places(has_escapes):
            yield f"{form}, {place}", lambda fill, build=build: send(build(fill))


def document_places(has_escapes):
    """Yields the texts of a catalogue in JSON. If `has_escapes` is true, characters outside ASCII are written as escapes. A text has the
    same number of bytes in both forms."""
    def text(fill, size):
        return json_text(fill, size, has_escapes)

    for name in PARK:
        yield f"{name} of a park", lambda fill, name=name: document({name: text(fill, CELL_BYTES)})
    for name in RIDE:
        yield f"{name} of a ride", lambda fill, name=name: document({"name": b"x", "rides": [{"name": b"x"} | {name: text(fill, CELL_BYTES)}]})
    yield "a name", lambda fill: b'{"parks": [{"name": "x", "' + text(fill, CELL_BYTES) + b'": "x"}]}'
    yield "a list of names", lambda fill: (
        b'{"parks": [{"name": "x", "former_names": [' + b",".join(b'"' + text(fill, 60) + b'%d"' % number for number in range(3000)) + b"]}]}")
    yield "what is around it", lambda fill: b'{"parks": ' + fill(FILE_BYTES)


def document(park):
    """A catalogue with one park. Texts are bytes that are already written in JSON."""
    def written(value):
        if isinstance(value, bytes):
            return b'"' + value + b'"'
        if isinstance(value, list):
            return b"[" + b",".join(map(written, value)) + b"]"
        return b"{" + b",".join(json.dumps(name).encode() + b":" + written(item) for name, item in value.items()) + b"}"

    return written({"parks": [park]})


def json_text(fill, size, has_escapes):
    """The content of a JSON string of at most `size` bytes."""
    def written(length):
        return json.dumps(fill(length).decode(errors="ignore"), ensure_ascii=has_escapes)[1:-1].encode()

    text = written(size)
    return text if len(text) <= size else written(size * size // len(text))


def quoted(data):
    return b'"' + data.replace(b'"', b'""') + b'"'


def sender_of_files(visitor, path):
    """Returns a function that makes the request for uploading a file."""
    address = f"/c/{CLUB}/{path}"
    token = next(form.fields["csrf"] for form in forms.forms(visitor.get(address)) if "csrf" in form.fields)

    def send(data):
        body = part('name="csrf"', token.encode()) + part('name="file"; filename="a.csv"', data) + f"--{BOUNDARY}--\r\n".encode()
        return request(visitor.cookie, "POST", address, body=body, fields={"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})

    return send
