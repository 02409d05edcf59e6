"""Reads answers from a connection, and checks them (RFC 9112)."""

import re
from dataclasses import dataclass

STATUS = re.compile(rb"HTTP/1\.1 ([1-5]\d\d) [\x20-\x7e]*")
FIELD = re.compile(rb"([!#$%&'*+.^_`|~\w-]+): ?([\x20-\x7e\x80-\xff]*)")
BODILESS = (204, 304)


class Malformed(Exception):
    """The received bytes are not a valid answer."""


class Ended(Exception):
    """The connection ended before an answer was complete."""


@dataclass
class Answer:
    status: int
    fields: dict

    @property
    def is_last(self):
        return self.fields.get("connection") == "close"


class Answers:
    """The answers on one connection. `receive` returns more bytes, or none at the end of the connection."""

    def __init__(self, receive):
        self.receive, self.bytes = receive, bytearray()

    async def next(self, method, on_continue):
        """Reads the answer to a request. Calls `on_continue` if the server answers 100 Continue first."""
        while True:
            status, fields = await self.head()
            if status != 100:
                break
            if fields:
                raise Malformed(f"100 Continue with {fields}")
            on_continue()
        check(status, fields)
        await self.body(method, status, fields)
        return Answer(status, fields)

    async def end(self):
        """Waits for the end of the connection. Returns the bytes that came before it."""
        while await self.more():
            pass
        return bytes(self.bytes)

    async def head(self):
        line = await self.line()
        if not (found := STATUS.fullmatch(line)):
            raise Malformed(f"the status line {line[:200]}")
        fields = {}
        while line := await self.line():
            if not (field := FIELD.fullmatch(line)):
                raise Malformed(f"the field {line[:200]}")
            name, value = (part.decode("latin-1") for part in field.groups())
            if name.lower() in fields and name.lower() != "set-cookie":
                raise Malformed(f"two fields {name}")
            fields[name.lower()] = value
        return int(found[1]), fields

    async def body(self, method, status, fields):
        if method == "HEAD" or status in BODILESS:
            return
        if "content-length" in fields:
            await self.skip(int(fields["content-length"]))
        elif fields.get("transfer-encoding") == "chunked":
            await self.chunks()
        elif fields.get("connection") == "close":
            await self.end()
        else:
            raise Malformed(f"an answer {status} without a length")

    async def chunks(self):
        while True:
            line = await self.line()
            if not re.fullmatch(rb"[0-9a-f]+", line):
                raise Malformed(f"the size of a chunk {line[:200]}")
            if int(line, 16) == 0:
                break
            await self.skip(int(line, 16))
            if await self.line():
                raise Malformed("a chunk that goes on behind its end")
        if await self.line():
            raise Malformed("a trailer")

    async def line(self):
        while (end := self.bytes.find(b"\r\n")) < 0:
            if len(self.bytes) > 1 << 16:
                raise Malformed("a line without an end")
            await self.need()
        line = bytes(self.bytes[:end])
        del self.bytes[: end + 2]
        return line

    async def skip(self, count):
        while len(self.bytes) < count:
            count -= len(self.bytes)
            self.bytes.clear()
            await self.need()
        del self.bytes[:count]

    async def need(self):
        if not await self.more():
            raise Ended

    async def more(self):
        data = await self.receive()
        self.bytes += data
        return bool(data)


def check(status, fields):
    """Checks the fields that every answer must have."""
    if {"content-length", "transfer-encoding"} <= fields.keys():
        raise Malformed(f"an answer {status} of two lengths")
    if status in BODILESS and fields.get("content-length", "0") != "0":
        raise Malformed(f"a length of an answer {status}")
    for name in ("content-security-policy", "x-content-type-options"):
        if name not in fields:
            raise Malformed(f"an answer {status} without {name}")
    if status == 503 and "retry-after" not in fields:
        raise Malformed("an answer 503 without Retry-After")
