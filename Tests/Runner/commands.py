"""Runs commands, and stops all of them at the end of the run."""

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
# Every process of a run inherits this variable. `stop_all` uses it to find processes that outlived their command.
os.environ["TEST_RUN"] = str(uuid.uuid4())
running = []
# Protects `running`.
lock = threading.RLock()
# Set when no more commands may start.
is_stopping = threading.Event()
# If `own.file` is set, it receives the output of the commands that the current thread starts.
own = threading.local()


def say(line):
    print(f"==> {line}", flush=True)
    if file := getattr(own, "file", None):
        print(f"==> {line}", file=file, flush=True)


def start(command, **options):
    """Starts a command in its own process group."""
    if file := getattr(own, "file", None):
        options = {"stdout": file, "stderr": file} | options
    with lock:
        if is_stopping.is_set():
            raise RuntimeError("stopped")
        process = subprocess.Popen([str(word) for word in command], cwd=ROOT, start_new_session=True, stdin=subprocess.DEVNULL, **options)
        running.append(process)
    return process


def at_once(folder, *lanes):
    """Runs functions at the same time. The output of a function's commands is printed when it ends; `watch` prints its output at once."""
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
    """Runs a command and returns its exit status. After `seconds` it stops the command and returns 124, like timeout(1)."""
    process = start(command, **options)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return 124
    finally:
        stop(process)


def stop(process, seconds=15):
    """Stops a command and all its descendants, including those in another process group or session. If the command has already ended, this
    stops only its process group, and `stop_all` finds the other processes that it left behind."""
    started = descendants(process.pid) if process.poll() is None else set()
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            break
        send(process, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    # Kill the children that are left in the process group.
    send(process, signal.SIGKILL)
    end_processes(started, seconds)
    with lock:
        if process in running:
            running.remove(process)


def end_processes(processes, seconds):
    """Stops processes. Each is identified by (pid, start time), because the kernel reuses pids."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid, _ in processes & all_processes().keys():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        end = time.monotonic() + seconds
        while processes & all_processes().keys() and time.monotonic() < end:
            time.sleep(0.05)


def descendants(pid):
    """Returns (pid, start time) of each descendant of a process."""
    parents = all_processes()
    found = {pid}
    while more := {process[0] for process, parent in parents.items() if parent in found} - found:
        found |= more
    return {process for process in parents if process[0] in found - {pid}}


def all_processes():
    """Returns the parent of each running process, by (pid, start time). They are fields 4 and 22 of /proc/pid/stat (proc(5))."""
    processes = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if fields[0] not in "ZX":
                processes[int(folder.name), fields[19]] = int(fields[1])
    return processes


def stop_all(seconds=15):
    """Stops every command of this run, and the processes that outlived their command."""
    with lock:
        commands = list(running)
    for process in commands:
        stop(process)
    mark = b"TEST_RUN=" + os.environ["TEST_RUN"].encode()
    end_processes({process for process in all_processes() if mark in environment_of(process[0])}, seconds)


def environment_of(pid):
    """Returns the variables that a process started with (proc(5)). The list is empty if it has ended or belongs to another user."""
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def send(process, number):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def watch(command, seconds=3600, **options):
    """Runs a command, prints its output, and returns its exit status and its lines. It stops the command after `seconds`."""
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
    """Creates a folder that other users can reach, and removes it at the end. It also removes old folders that a killed run left behind."""
    parent.mkdir(exist_ok=True)
    for old in parent.glob("boardwalk-test.*"):
        # Another run may remove the folder at the same time.
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
