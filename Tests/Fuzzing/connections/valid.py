"""Valid requests, in all the ways in which a client may write them."""

import urllib.parse
from dataclasses import dataclass

from club import CLUB, PICTURES

BOUNDARY = "----Fuzzing7MA4YWxkTrZu0gW"


@dataclass
class Request:
    """One request. `statuses` are those of a proper answer, besides 503. None if the request is broken and need not be answered."""

    data: bytes
    method: str = "GET"
    statuses: frozenset | None = None
    # The length of its head in bytes if its body waits for 100 Continue, otherwise None.
    expects_after: int | None = None
    # True if the connection ends after its answer.
    is_last: bool = False
    # The index of the visitor and the path if it is a poll, otherwise None.
    poll: tuple | None = None
    # Additional seconds for its answer, because it is held or a photo is processed.
    takes: int = 0


def request(rng, club):
    """A random valid request."""
    makers = {page: 30, file: 20, poll: 25, other_method: 6, unknown: 4, sign_in: 5, line: 12, upload: 4}
    return rng.choices(list(makers), makers.values())[0](rng, club)


def page(rng, club):
    if rng.random() < 0.3:
        return assemble(rng, club, reading(rng), rng.choice(club.open_pages), (200, 304))
    return assemble(rng, club, reading(rng), rng.choice(club.pages), (200, 304), signed(rng, club))


def file(rng, club):
    """A file or a range of it."""
    is_open = rng.random() < 0.5 or not club.files
    fields = {} if is_open else signed(rng, club)
    if rng.random() < 0.5:
        first = rng.randrange(20_000)
        fields["Range"] = rng.choice((f"bytes={first}-", f"bytes={first}-{first + rng.randrange(5000)}", f"bytes=-{first}", "bytes=0-0,5-9"))
    if rng.random() < 0.2:
        fields["If-None-Match"] = rng.choice(("*", '"nothing"', 'W/"a", "b"'))
    if rng.random() < 0.3:
        fields["Accept-Encoding"] = rng.choice(("gzip", "gzip;q=0.5, br", "identity", "*;q=0"))
    path = rng.choice(club.open_files if is_open else club.files)
    return assemble(rng, club, reading(rng), path, (200, 206, 304, 416), fields)


def poll(rng, club, longest=2):
    """A poll, which the server may hold if there is an ETag."""
    path, whose = rng.choice(club.polls), rng.randrange(len(club.visitors))
    fields, takes = {"Cookie": club.visitors[whose].cookie}, 0
    if tag := club.tags.get((whose, path)):
        fields["If-None-Match"] = tag
        if rng.random() < 0.7:
            takes = rng.randint(1, longest)
            fields["Prefer"] = f"wait={takes}"
    made = assemble(rng, club, "GET", path, (200, 304), fields)
    made.poll, made.takes = (whose, path), takes
    return made


def other_method(rng, club):
    method = rng.choice(("OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"))
    body = rng.randbytes(rng.randrange(2000)) if method in ("PUT", "PATCH") else None
    target = "*" if method == "OPTIONS" and rng.random() < 0.5 else rng.choice(club.open_pages + club.pages)
    return assemble(rng, club, method, target, (200, 204, 303, 404, 405), signed(rng, club), body)


def unknown(rng, club):
    path = rng.choice(("/no/such/page", "/assets/none.js", "/c", "/%00", "/a?b=" + "c" * rng.randrange(3000)))
    return assemble(rng, club, reading(rng), path, (404,), signed(rng, club) if rng.random() < 0.5 else {})


def sign_in(rng, club):
    fields = {"login": rng.choice(("ana", "nobody", "Ana Kovač")), "password": rng.choice(("wrong", "x" * 200)), "next": "/account"}
    return assemble(rng, club, "POST", "/login", (422,), {}, form(fields), "application/x-www-form-urlencoded")


def line(rng, club):
    """Writes a message, which ends the polls that wait for it."""
    visitor = rng.choice(club.visitors)
    words = "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xa1, 0x2000), rng.randrange(0x1f300, 0x1f600)))) for _ in range(rng.randint(1, 200)))
    fields = {"csrf": visitor.csrf, "idempotency_key": f"{rng.getrandbits(64):x}", "text": "A line: " + words}
    return assemble(rng, club, "POST", rng.choice(club.rooms), (303,), {"Cookie": visitor.cookie}, form(fields), "application/x-www-form-urlencoded")


def upload(rng, club):
    """Shares a photo. The server refuses too many at once."""
    visitor = rng.choice(club.visitors)
    data = rng.choice(PICTURES) + (rng.randbytes(rng.randrange(100_000)) if rng.random() < 0.05 else b"")
    parts = [part("csrf", visitor.csrf.encode()), part("caption", b"A photo"), part("photos", data, "photo.png", "image/png")]
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    made = assemble(rng, club, "POST", CLUB + "/photos", (303, 409, 422, 429), {"Cookie": visitor.cookie}, multipart(parts), kind)
    made.takes = 300
    return made


def form(fields):
    return urllib.parse.urlencode(fields).encode()


def part(name, data, file=None, kind=None):
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"' + (f'; filename="{file}"' if file else "")
    return (head + (f"\r\nContent-Type: {kind}" if kind else "") + "\r\n\r\n").encode() + data + b"\r\n"


def multipart(parts):
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


def reading(rng):
    return rng.choice(("GET", "GET", "HEAD"))


def signed(rng, club):
    return {"Cookie": rng.choice(club.visitors).cookie}


def assemble(rng, club, method, target, statuses, fields=None, body=None, kind=None):
    """Writes a request as bytes, in one of the forms that clients use."""
    fields = {"Host": club.host} | (fields or {})
    version, is_last, expects = "1.1", False, False
    if rng.random() < 0.06:
        version, is_last = "1.0", rng.random() < 0.7
        if not is_last:
            fields["Connection"] = "keep-alive"
    elif rng.random() < 0.05:
        fields["Connection"], is_last = "close", True
    if kind:
        fields["Content-Type"] = kind
        if rng.random() < 0.7:
            fields["Origin"] = f"http://{club.host}"
    if rng.random() < 0.1:
        fields |= filler(rng)
    if target.startswith("/") and rng.random() < 0.05:
        target = f"http://{club.host}{target}"
    if body is not None:
        if expects := version == "1.1" and rng.random() < 0.35:
            fields["Expect"] = "100-continue"
        body = frame(rng, fields, body, version)
    head = head_of(rng, method, target, version, fields)
    return Request(head + (body or b""), method, frozenset(statuses), len(head) if expects else None, is_last)


def frame(rng, fields, body, version):
    if version == "1.0" or rng.random() < 0.6:
        fields["Content-Length"] = str(len(body))
        return body
    fields["Transfer-Encoding"] = rng.choice(("chunked", "Chunked"))
    return chunks(rng, body)


def chunks(rng, body):
    """The body in chunks, with extensions and trailers."""
    framed, largest = bytearray(), rng.choice((1, 10, 1000, 100_000)) if len(body) < 500 else 20_000
    while body:
        piece, body = body[:rng.randint(1, largest)], body
        body = body[len(piece):]
        extension = rng.choice((b"", b"", b"", b";name=value", b';name="quoted"'))
        framed += f"{len(piece):{rng.choice('xX')}}".encode() + extension + b"\r\n" + piece + b"\r\n"
    return bytes(framed) + b"0\r\n" + (b"X-Trailer: value\r\n" if rng.random() < 0.1 else b"") + b"\r\n"


def filler(rng):
    """Unknown header fields, up to the size limits."""
    sizes = rng.choice(([20] * 80, [9000] * 3, [100], [15_000, 12_000]))
    return {f"X-Filler-{number}": "f" * size for number, size in enumerate(sizes)}


def head_of(rng, method, target, version, fields):
    order = list(fields.items())
    rng.shuffle(order)
    change = rng.choice((str, str, str, str.lower, str.upper))
    gap = rng.choice((" ", " ", "", "  ", "\t"))
    lines = [f"{method} {target} HTTP/{version}", *(f"{change(name)}:{gap}{value}" for name, value in order), "", ""]
    return "\r\n".join(lines).encode()
