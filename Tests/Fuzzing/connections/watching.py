"""Watches a server from outside: how fast it answers, and which resources it holds."""

import multiprocessing
import os
import re
import socket
import time
import urllib.request
from pathlib import Path

# Gauges that are 0 without requests.
AT_REST = (
    "boardwalk_connections_open", "boardwalk_polls_held", "boardwalk_polls_woken", "boardwalk_topics_watched", "boardwalk_admission_inside",
    "boardwalk_admission_working", "boardwalk_admission_waiting", "boardwalk_admission_returning", "boardwalk_http_requests_in_progress",
    "boardwalk_database_waiting")
TICKS = os.sysconf("SC_CLK_TCK")


class Watch:
    """Requests /healthz all the time, alternately on a new connection and on one that is kept. It runs in a separate process, so that it
    only waits for the server."""

    def __init__(self, port, soon):
        self.ours, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=watch, args=(port, soon, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def complaint(self):
        """The first failure. None if there is none so far."""
        return self.ours.recv() if self.ours.poll() else None

    def stop(self):
        """Returns the number of requests and the longest time of an answer in seconds, or the failure as text."""
        if self.process.is_alive():
            self.ours.send("stop")
        try:
            return self.ours.recv()
        finally:
            self.process.join(timeout=10)


def watch(port, soon, pipe):
    kept, asked, longest = None, 0, 0
    while not pipe.poll(0.03):
        for name in ("fresh", "kept"):
            start = time.monotonic()
            try:
                connection = kept if name == "kept" and kept else socket.create_connection(("127.0.0.1", port), soon)
                is_last = ask(connection, start + soon)
            except OSError as error:
                return pipe.send(f"/healthz on a {name} connection: {error} after {time.monotonic() - start:.2f} s")
            if name == "fresh" or is_last:
                connection.close()
            if name == "kept":
                kept = None if is_last else connection
            asked, longest = asked + 1, max(longest, time.monotonic() - start)
    pipe.send((asked, longest))


def ask(connection, deadline):
    """Requests /healthz. Returns true if the answer was the last one on the connection."""
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = b""
    while not answer.endswith(b"\r\n\r\nok\n"):
        connection.settimeout(max(0.001, deadline - time.monotonic()))
        data = connection.recv(10_000)
        if not data:
            raise OSError(f"no answer but {answer[:300]}")
        answer += data
    if not answer.startswith(b"HTTP/1.1 200 "):
        raise OSError(f"the answer {answer[:300]}")
    return b"\r\nconnection: close\r\n" in answer.lower()


class Holdings:
    """The resources of a server process, according to /proc and to its own metrics."""

    def __init__(self, server, metrics_port, folder):
        self.pid, self.metrics = server.process.pid, f"http://127.0.0.1:{metrics_port}/metrics"
        self.folder = folder

    def resident_megabytes(self):
        return int(re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text(), re.MULTILINE)[1]) / 1024

    def descriptors(self):
        """The number of open descriptors by kind."""
        found = {}
        for link in Path(f"/proc/{self.pid}/fd").iterdir():
            try:
                kind = re.sub(r"\d+", "", os.readlink(link))
            except FileNotFoundError:
                continue
            found[kind] = found.get(kind, 0) + 1
        return found

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def unrest(self):
        """The gauges that are missing or not 0."""
        with urllib.request.urlopen(self.metrics, timeout=10) as answer:
            found = dict(re.findall(r"^(\w+) (\S+)$", answer.read().decode(), re.MULTILINE))
        return {name: found.get(name) for name in AT_REST if found.get(name) is None or float(found[name]) != 0}

    def upload_folders(self):
        return sorted(str(path) for path in self.folder.rglob("uploads/owner-*/*") if path.is_dir())
