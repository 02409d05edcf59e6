"""Runs commands so that none outlives the run."""

import concurrent.futures
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS_OF_THE_LONGEST_RUN = 3 * 3600
# Everything that a run starts has this variable, by which `stop_all` finds what outlived its command.
os.environ["TEST_RUN"] = str(uuid.uuid4())
running = []
# Held while `running` changes.
lock = threading.RLock()
# Set once nothing more is to be started.
is_stopping = threading.Event()
# `own.file` receives the output of the commands that the current thread starts, if it is set.
own = threading.local()


def say(line):
    print(f"==> {line}", flush=True)
    if file := getattr(own, "file", None):
        print(f"==> {line}", file=file, flush=True)


def start(command, **options):
    """Starts a command in a process group of its own."""
    if file := getattr(own, "file", None):
        options = {"stdout": file, "stderr": file} | options
    with lock:
        if is_stopping.is_set():
            raise RuntimeError("stopped")
        process = subprocess.Popen([str(word) for word in command], cwd=ROOT, start_new_session=True, stdin=subprocess.DEVNULL, **options)
        running.append(process)
    return process


def at_once(folder, *lanes):
    """Runs functions at the same time. What their commands print is shown when the function has ended, but for those that are watched."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        try:
            runs = [pool.submit(run_lane, lane, folder / f"lane-{number}.log") for number, lane in enumerate(lanes)]
            for run in concurrent.futures.as_completed(runs):
                run.result()
        except BaseException:
            is_stopping.set()
            stop_all()
            raise


def run_lane(lane, file):
    with file.open("w") as own.file:
        try:
            lane()
        finally:
            print(file.read_text(errors="replace"), flush=True)


def run(command, seconds=1200, **options):
    """The exit status of a command. One that takes longer than `seconds` is ended, and 124 is returned, as timeout(1) does."""
    process = start(command, **options)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return 124
    finally:
        stop(process)


def stop(process, seconds=15):
    """Ends a command, and with it all that it has started, also what is in a process group or session of its own. What a command left
    behind that has ended by itself is for `stop_all`."""
    started = descendants(process.pid) if process.poll() is None else set()
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            break
        send(process, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    # Children that stayed behind.
    send(process, signal.SIGKILL)
    end_processes(started, seconds)
    with lock:
        if process in running:
            running.remove(process)


def end_processes(processes, seconds):
    """Ends processes, each given by its (pid, start time)."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid, _ in processes & all_processes().keys():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        end = time.monotonic() + seconds
        while processes & all_processes().keys() and time.monotonic() < end:
            time.sleep(0.05)


def descendants(pid):
    """Everything that a process has started: (pid, start time)."""
    parents = all_processes()
    found = {pid}
    while more := {process[0] for process, parent in parents.items() if parent in found} - found:
        found |= more
    return {process for process in parents if process[0] in found - {pid}}


def all_processes():
    """The parent of each process that runs, by its (pid, start time): fields 4 and 22 of /proc/pid/stat (proc(5))."""
    processes = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if fields[0] not in "ZX":
                processes[int(folder.name), fields[19]] = int(fields[1])
    return processes


def stop_all(seconds=15):
    """Ends every command of this run, and what outlived one."""
    with lock:
        commands = list(running)
    for process in commands:
        stop(process)
    mark = b"TEST_RUN=" + os.environ["TEST_RUN"].encode()
    end_processes({process for process in all_processes() if mark in environment_of(process[0])}, seconds)


def environment_of(pid):
    """The variables that a process was started with (proc(5)); nothing if it has ended, or belongs to somebody else."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def send(process, number):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def watch(command, seconds=3600, **options):
    """Runs a command, prints what it prints, and returns its exit status and its lines. One that takes longer than `seconds` is ended."""
    process = start(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    limit = threading.Timer(seconds, stop, [process])
    limit.start()
    lines = []
    try:
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            lines.append(line.rstrip("\n"))
        status = process.wait()
    finally:
        limit.cancel()
        stop(process)
    return status, lines


@contextlib.contextmanager
def temporary_folder(parent):
    """A folder that other users can reach; those that a killed run left behind are removed."""
    parent.mkdir(exist_ok=True)
    for old in parent.glob("boardwalk-test.*"):
        # Another run may remove it meanwhile.
        with contextlib.suppress(FileNotFoundError):
            if time.time() - old.stat().st_mtime > SECONDS_OF_THE_LONGEST_RUN:
                shutil.rmtree(old, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix="boardwalk-test.", dir=parent))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(condition, what, seconds=600):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.05)
    raise RuntimeError(f"{what}: not within {seconds} s")
