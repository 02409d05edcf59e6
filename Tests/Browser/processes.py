"""The processes under test: a private PostgreSQL and Boardwalk instances. Each has its own folder and port."""

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("BOARDWALK_BINARY", ROOT / ".build/debug/boardwalk"))


def clean_environment(**settings):
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("BOARDWALK_")}
    return inherited | {"BOARDWALK_ROOT": str(ROOT)} | settings


# Below the kernel's range for outgoing connections (ip(7)), because such a connection could take a port before its server starts.
# Above 10080, which browsers refuse.
PORTS = range(11_000, 32_000)
PORT_SHARES = 8


def free_port():
    """Returns a free port. Each worker of a test run, and a process that is no worker, has its own ports and uses each port only once."""
    for port in ports:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


def shuffled_ports():
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", f"gw{PORT_SHARES - 1}").removeprefix("gw"))
    mine = list(PORTS[worker % PORT_SHARES::PORT_SHARES])
    random.SystemRandom().shuffle(mine)
    return iter(mine)


ports = shuffled_ports()


def answer(url):
    """Returns the status of a GET. None if there is no answer."""
    try:
        with urllib.request.urlopen(url, timeout=20) as response:
            return response.status
    except urllib.error.HTTPError as refusal:
        return refusal.code
    except OSError:
        return None


def wait_until(condition, what, seconds=300):
    """Waits for a condition. The time depends on the machine; a test that passes never waits for this long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.01)
    raise AssertionError(f"{what}: not within {seconds} s")


def end(process):
    """Terminates a process, and kills it if it does not end."""
    process.terminate()
    try:
        process.wait(120)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def make_folder(folder):
    """Creates a folder that PostgreSQL's own user can reach, because other users cannot open pytest's folders."""
    folder.mkdir(parents=True, exist_ok=True)
    for place in (folder, *folder.parents):
        if not place.stat().st_mode & 0o001:
            place.chmod(0o711)


class Process:
    """A `boardwalk` command. Its output goes to `log`."""

    def __init__(self, arguments, log, **settings):
        self.arguments, self.log, self.settings, self.process = arguments, Path(log), settings, None

    def start(self):
        self.mark = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [BINARY, *self.arguments], cwd=ROOT, env=clean_environment(**self.settings), stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            wait_until(self.is_up, f"boardwalk {' '.join(self.arguments)} is up")
        except BaseException:
            self.stop()
            raise
        return self

    def is_up(self):
        assert self.is_running(), f"boardwalk {' '.join(self.arguments)} ended:\n{self.output()}"
        return self.answers()

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def output(self):
        """Returns the output since the last start."""
        return self.log.read_bytes()[self.mark:].decode(errors="replace")

    def send(self, number):
        os.kill(self.process.pid, number)

    def kill(self):
        self.send(signal.SIGKILL)
        self.process.wait(timeout=120)

    def stop(self, number=signal.SIGTERM):
        """Sends a signal to the process, and returns its exit status."""
        if self.is_running():
            self.send(number)
            try:
                self.process.wait(timeout=120)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f"boardwalk {' '.join(self.arguments)} did not stop:\n{self.output()}") from None
        return self.process.returncode if self.process else None


class Postgres(Process):
    """The embedded PostgreSQL without a Boardwalk server."""

    def __init__(self, folder):
        make_folder(folder)
        self.data = folder / "data"
        super().__init__(["postgres", "--throwaway"], folder / "postgres.log", BOARDWALK_DATA=str(self.data))

    def answers(self):
        if found := re.search(r"^postgres ready (\S+)$", self.output(), re.MULTILINE):
            self.url = found[1]
            return True
        return False

    def postmaster(self):
        """Returns its process id from postmaster.pid in its data folder. None if there is no such file."""
        files = list(self.data.rglob("postmaster.pid"))
        return int(files[0].read_text().split()[0]) if files else None

    def freeze(self, number=signal.SIGSTOP):
        """Pauses all its processes, like a disk that hangs. SIGCONT resumes them."""
        main = self.postmaster()
        for pid in [main, *children(main)]:
            os.kill(pid, number)

    def thaw(self):
        self.freeze(signal.SIGCONT)


def read_of(pid, name):
    """Reads a file of a process in /proc (proc(5)). None if the process has ended, even between opening and reading the file."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return None


def stat(pid):
    """Returns the fields of /proc/pid/stat from the third one (the state). None if the process has ended."""
    text = read_of(pid, "stat")
    return text and text.decode().rpartition(")")[2].split()


def children(parent):
    pids = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return [pid for pid in pids if (fields := stat(pid)) and int(fields[1]) == parent]


class Server(Process):
    """An instance of `boardwalk serve`."""

    def __init__(self, folder, arguments=(), **settings):
        make_folder(folder)
        self.port, metrics_port = free_port(), free_port()
        self.url, self.metrics = f"http://127.0.0.1:{self.port}", f"http://127.0.0.1:{metrics_port}/metrics"
        # Tests share members, so some members create many clubs.
        defaults = {"BOARDWALK_PORT": str(self.port), "BOARDWALK_METRICS_PORT": str(metrics_port), "BOARDWALK_RATE_LIMITS": "off",
                    "BOARDWALK_LIMIT_CLUBS": "1000", "BOARDWALK_PASSWORD_COST": "4", "BOARDWALK_DATA": str(folder / "data")}
        super().__init__(["serve", *arguments], folder / f"serve-{self.port}.log", **(defaults | settings))

    def answers(self):
        return self.status("/readyz") == 200

    def status(self, path):
        """Returns the status of a GET. None if there is no answer."""
        return answer(self.url + path)

    def held_polls(self):
        """Returns the number of long polls that the server holds."""
        with urllib.request.urlopen(self.metrics, timeout=20) as response:
            return int(re.search(r"^boardwalk_polls_held (\d+)$", response.read().decode(), re.MULTILINE)[1])
