"""The processes under test: a private PostgreSQL and Boardwalk instances, each in an own folder and on an own port."""

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


# Below those that the kernel gives to outgoing connections, of which one could take a port between its choice and its use (ip(7)),
# and above 10080, which browsers refuse.
PORTS = range(11_000, 32_000)
PORT_SHARES = 8


def free_port():
    """A port on which nobody listens. Each worker of a test run, and whoever is none, has ports of its own, and takes each only once."""
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
    """The status of a GET, or None when nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=20) as response:
            return response.status
    except urllib.error.HTTPError as refusal:
        return refusal.code
    except OSError:
        return None


def wait_until(condition, what, seconds=300):
    """Waits for a condition. How long that takes depends on the machine: a test that passes never waits for so long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.01)
    raise AssertionError(f"{what}: not within {seconds} s")


def end(process):
    """Asks a process to end, and kills it if it does not."""
    process.terminate()
    try:
        process.wait(120)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def make_folder(folder):
    """Makes a folder that PostgreSQL's own user can get to, as pytest's are closed to others."""
    folder.mkdir(parents=True, exist_ok=True)
    for place in (folder, *folder.parents):
        if not place.stat().st_mode & 0o001:
            place.chmod(0o711)


class Process:
    """One `boardwalk` command; what it prints goes to `log`."""

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
        """What it printed since its last start."""
        return self.log.read_bytes()[self.mark:].decode(errors="replace")

    def send(self, number):
        os.kill(self.process.pid, number)

    def kill(self):
        self.send(signal.SIGKILL)
        self.process.wait(timeout=120)

    def stop(self, number=signal.SIGTERM):
        """Asks it to end, and gives its exit status."""
        if self.is_running():
            self.send(number)
            try:
                self.process.wait(timeout=120)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f"boardwalk {' '.join(self.arguments)} did not stop:\n{self.output()}") from None
        return self.process.returncode if self.process else None


class Postgres(Process):
    """The embedded PostgreSQL by itself."""

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
        """Its process id, from the postmaster.pid in its data folder."""
        files = list(self.data.rglob("postmaster.pid"))
        return int(files[0].read_text().split()[0]) if files else None

    def freeze(self, number=signal.SIGSTOP):
        """Stops all its processes where they are, as a hanging disk would; SIGCONT lets them go on."""
        main = self.postmaster()
        for pid in [main, *children(main)]:
            os.kill(pid, number)

    def thaw(self):
        self.freeze(signal.SIGCONT)


def read_of(pid, name):
    """A file of a process below /proc (proc(5)); None where it has ended, also between the opening of the file and the reading."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return None


def stat(pid):
    """The fields of /proc/pid/stat from the third, its state, on; None where the process has ended."""
    text = read_of(pid, "stat")
    return text and text.decode().rpartition(")")[2].split()


def children(parent):
    pids = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return [pid for pid in pids if (fields := stat(pid)) and int(fields[1]) == parent]


class Server(Process):
    """One instance of `boardwalk serve`."""

    def __init__(self, folder, arguments=(), **settings):
        make_folder(folder)
        self.port, metrics_port = free_port(), free_port()
        self.url, self.metrics = f"http://127.0.0.1:{self.port}", f"http://127.0.0.1:{metrics_port}/metrics"
        # Some members of the tests found many clubs.
        defaults = {"BOARDWALK_PORT": str(self.port), "BOARDWALK_METRICS_PORT": str(metrics_port), "BOARDWALK_RATE_LIMITS": "off",
                    "BOARDWALK_LIMIT_CLUBS": "1000", "BOARDWALK_PASSWORD_COST": "4", "BOARDWALK_DATA": str(folder / "data")}
        super().__init__(["serve", *arguments], folder / f"serve-{self.port}.log", **(defaults | settings))

    def answers(self):
        return self.status("/readyz") == 200

    def status(self, path):
        """The status of a GET, or None when nobody answers."""
        return answer(self.url + path)

    def held_polls(self):
        """How many requests are held while they wait for news."""
        with urllib.request.urlopen(self.metrics, timeout=20) as response:
            return int(re.search(r"^boardwalk_polls_held (\d+)$", response.read().decode(), re.MULTILINE)[1])
