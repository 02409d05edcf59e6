"""Requests that no client should send: damaged valid requests, and bytes that are no request."""

import re

import valid
from club import CLUB
from valid import BOUNDARY, Request

# Texts that are slow to compare by character or hard to convert to lower case.
MARKS = ("\u0301" * 4000, "\u0f71\u0f72" * 2000, "\U0001f468\u200d" * 2000, "\u1100\u1161" * 2000, "İ" * 3000, "\U0001f1e6" * 2000)


def request(rng, club):
    """A random broken request. The server may read the following bytes in any way."""
    makers = {
        junk: 20, mutated: 20, bad_line: 10, bad_field: 12, bad_length: 10, bad_chunks: 12, too_large: 8, endless: 4, bad_form: 8,
        bad_upload: 8, strange_text: 8,
    }
    return rng.choices(list(makers), makers.values())[0](rng, club)


def junk(rng, club):
    data = rng.choice((
        rng.randbytes(rng.randint(1, 300)), b"\0" * rng.randint(1, 50), b"\r\n" * rng.randint(1, 40), b"JUNK\r\n\r\n", b"x",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + rng.randbytes(200), b"GET", b"\xff\xfe\0\n\n"))
    return Request(data)


def mutated(rng, club):
    """A valid request in which some bytes are changed, removed, repeated or inserted, or whose end is missing."""
    data = bytearray(valid.request(rng, club).data)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        # Most changes are near the start, because errors in the head have more effects.
        at = rng.randrange(min(len(data), rng.choice((30, 400, 1 << 30))) or 1)
        kind = rng.randrange(5)
        if kind == 0:
            data[at:at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del data[at:at + rng.choice((1, 2, 10))]
        elif kind == 2:
            data[at:at] = data[at:at + rng.choice((1, 10, 100))]
        elif kind == 3:
            data[at:at] = rng.choice((b"\r\n", b"\n", b"\0", b":", b" ", b"\r\n\r\n", b"\x80", b"%", b"\t"))
        else:
            del data[rng.randrange(len(data) + 1):]
    return Request(bytes(data))


def bad_line(rng, club):
    path = rng.choice(club.open_pages)
    line = rng.choice((
        f"GET {path}", f"GET {path} HTTP/3.7", f"GET {path} HTTP/1", f"GET  {path} HTTP/1.1", f"get {path} HTTP/1.1", f"BREW {path} HTTP/1.1",
        f"{'M' * 5000} {path} HTTP/1.1", f"GET {path}#part HTTP/1.1", f"GET {path}\x01 HTTP/1.1", "GET no-path HTTP/1.1", f"GET {path} HTTP/1.1 ",
        "CONNECT example.org:443 HTTP/1.1", f"GET http://{'h' * 300}{path} HTTP/1.1", f"GET ftp://a{path} HTTP/1.1", f"GET /{'a' * 9000} HTTP/1.1",
        f"GET {path}ü HTTP/1.1", f"\x00GET {path} HTTP/1.1", f"GET {path} JUNK/1.1", f"GET * HTTP/1.1"))
    return Request(f"{line}\r\nHost: {club.host}\r\n\r\n".encode())


def bad_field(rng, club):
    lines = rng.choice((
        "Host: a\r\nHost: b", "", "Host: a b", "Host: ", f"Host: {club.host}\r\nNo colon", f"Host: {club.host}\r\nSpace : before",
        f"Host: {club.host}\r\nA: folded\r\n  line", f"Host: {club.host}\r\n: no name", f"Host: {club.host}\r\nA: \x07bell", f"Host: {club.host}\r\nÜ: b",
        f"Host: {club.host}\r\nExpect: the impossible", f"Host: {club.host}\r\nUpgrade: websocket\r\nConnection: upgrade", f"Host: {club.host}\nA: b",
        f"Host: {club.host}\r\nA: b\rC: d", f"Host: {club.host}\r\nConnection: {'close, ' * 500}", f"Host: {club.host}\r\nCookie: session={'x' * 3000}"))
    method = rng.choice(("GET", "POST", "HEAD"))
    return Request(f"{method} {rng.choice(club.open_pages)} HTTP/1.{rng.randint(0, 1)}\r\n{lines}\r\n\r\n".encode())


def bad_length(rng, club):
    value = rng.choice((
        "-1", "abc", "5\r\nContent-Length: 6", "99999999999999999999", "18446744073709551616", "+5", "0x10", "1e3", "5, 5", "", "300000000",
        "9223372036854775807", "200000", "100\r\nTransfer-Encoding: chunked", str(rng.randrange(2000))))
    body = b"login=ana&password=" + b"p" * rng.randrange(1000)
    kind = rng.choice(("application/x-www-form-urlencoded", f"multipart/form-data; boundary={BOUNDARY}", "Multipart/Form-Data; boundary=x"))
    return post(club, rng.choice(("/login", CLUB + "/photos", "/")), f"Content-Length: {value}\r\nContent-Type: {kind}", body, rng)


def bad_chunks(rng, club):
    body = rng.choice((
        b"zz\r\nhello\r\n0\r\n\r\n", b"5\r\nhel", b"3\r\nhello\r\n0\r\n\r\n", b"-5\r\nhello\r\n", b"ffffffffffffffffff\r\nx", b"7fffffffffffffff\r\nx",
        b"5\r\nhello0\r\n\r\n", b"5;" + b"e" * 20_000 + b"\r\nhello\r\n0\r\n\r\n", b"0\r\n" + b"X-T: v\r\n" * 5000 + b"\r\n", b"\r\n\r\n",
        b"5\nhello\n0\n\n", b"0" * 5000 + b"5\r\nhello\r\n0\r\n\r\n", b"1\r\na\r\n" * 5000, b"20000\r\n" + b"b" * 0x20000 + b"\r\n0\r\n\r\n"))
    coding = rng.choice(("chunked", "chunked", "chunked", "gzip", "chunked, chunked", "gzip, chunked", "identity", "chunked\r\nTransfer-Encoding: chunked"))
    return post(club, "/login", f"Transfer-Encoding: {coding}\r\nContent-Type: application/x-www-form-urlencoded", body, rng)


def too_large(rng, club):
    """Heads and bodies around and above the size limits."""
    kind = rng.randrange(4)
    if kind == 0:
        fields = "".join(f"X-{number}: {'v' * rng.choice((1, 300, 9000))}\r\n" for number in range(rng.choice((5, 120, 2000))))
        return Request(f"GET / HTTP/1.1\r\nHost: {club.host}\r\n{fields}\r\n".encode())
    if kind == 1:
        return Request(f"GET /{'t' * rng.choice((8100, 8300, 20_000, 200_000))} HTTP/1.1\r\nHost: {club.host}\r\n\r\n".encode())
    size = rng.choice((60_000, 66_000, 132_000, 400_000))
    body = b"login=" + b"l" * size
    if kind == 2:
        return post(club, "/login", f"Content-Length: {len(body)}\r\nContent-Type: application/x-www-form-urlencoded", body, rng)
    return post(club, "/login", "Transfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded", valid.chunks(rng, body), rng)


def endless(rng, club):
    """A head or a body without an end."""
    start = rng.choice((
        f"GET / HTTP/1.1\r\nHost: {club.host}\r\nX-Long: ", "GET /" + "p" * 5000, f"POST /login HTTP/1.1\r\nHost: {club.host}\r\nContent-Length: 50000\r\n\r\n",
        f"POST /login HTTP/1.1\r\nHost: {club.host}\r\nExpect: 100-continue\r\nContent-Length: 50\r\n\r\n", "\r\n\r\n",
        f"POST /login HTTP/1.1\r\nHost: {club.host}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe"))
    return Request(start.encode() + b"e" * rng.choice((0, 10, 3000)))


def bad_form(rng, club):
    body = rng.choice((
        b"login=%zz&password=%", b"&&&&====", b"login=\xff\xfe&password=\xc3", b"csrf=wrong&login=ana", b"a=b&" * 10_000, b"%00=%00", b"login", b"=",
        b'{"login": "ana"}', b"login=%f0%9f&password=%ed%a0%80"))
    kind = rng.choice(("application/x-www-form-urlencoded", "application/json", "text/plain", "", "application/x-www-form-urlencoded; charset=utf-16"))
    path, fields = rng.choice(("/login", "/register", *club.rooms)), f"Content-Type: {kind}\r\nContent-Length: {len(body)}"
    return post(club, path, fields, body, rng, rng.choice(club.visitors))


def bad_upload(rng, club):
    visitor, good = rng.choice(club.visitors), valid.part("photos", b"no picture", "photo.jpg", "image/jpeg")
    token = valid.part("csrf", visitor.csrf.encode())
    body = rng.choice((
        valid.multipart([good, token]), valid.multipart([good]), valid.multipart([token] + [good] * 60), b"--wrong\r\n\r\n\r\n", token + good, b"",
        valid.multipart([token, good])[:-rng.randint(1, 60)], valid.multipart([token, valid.part("n" * 9000, b"x")]), token[:rng.randrange(len(token))],
        valid.multipart([token]) + b"epilogue" * 1000, b"--" + BOUNDARY.encode() + b"\r\n\r\nnothing\r\n" * 500,
        valid.multipart([token, valid.part("photos", b"", "empty.jpg", "image/jpeg")])))
    boundary = rng.choice((f"; boundary={BOUNDARY}", f"; boundary={BOUNDARY}", "", "; boundary=", f'; boundary="{BOUNDARY}"', "; boundary=" + "b" * 200))
    length = len(body) + rng.choice((0, 0, 0, 1000, -5))
    return post(club, CLUB + "/photos", f"Content-Type: multipart/form-data{boundary}\r\nContent-Length: {max(0, length)}", body, rng, visitor)


def strange_text(rng, club):
    """A header field or a form field with a text that is expensive to process."""
    text = rng.choice(MARKS)
    if rng.random() < 0.5:
        name = rng.choice((
            "If-Modified-Since", "If-None-Match", "Accept-Encoding", "Range", "Accept", "Accept-Language", "Cookie", "Prefer", "User-Agent", "Referer"))
        value = rng.choice(("", "bytes=", 'W/"', "session=", "wait=")) + text
        return Request(f"GET {rng.choice(club.open_files)} HTTP/1.1\r\nHost: {club.host}\r\n{name}: {value}\r\n\r\n".encode())
    body = rng.choice((valid.form({"login": text, "password": text}), f"login={text}&password=x".encode(), f"{text}={text}".encode()))
    return post(club, "/login", f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}", body, rng)


def post(club, path, fields, body, rng, visitor=None):
    expect = "Expect: 100-continue\r\n" if rng.random() < 0.3 else ""
    cookie = f"Cookie: {visitor.cookie}\r\n" if visitor else ""
    head = re.sub("\r\n$", "", f"POST {path} HTTP/1.1\r\nHost: {club.host}\r\n{expect}{cookie}{fields}")
    return Request(head.encode() + b"\r\n\r\n" + body, "POST")
