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
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS_OF_THE_LONGEST_RUN = 3 * 3600
running = []
# Set once nothing more is to be started.
is_stopping = threading.Event()
# What commands of this thread print goes to its file, if it has one.
own = threading.local()


def say(line):
    print(f"==> {line}", flush=True)


def start(command, **options):
    """Starts a command in a process group of its own."""
    if is_stopping.is_set():
        raise RuntimeError("stopped")
    if file := getattr(own, "file", None):
        options = {"stdout": file, "stderr": file} | options
    process = subprocess.Popen([str(word) for word in command], cwd=ROOT, start_new_session=True, stdin=subprocess.DEVNULL, **options)
    running.append(process)
    return process


def at_once(folder, *lanes):
    """Runs functions at the same time. What their commands print is shown when they have ended, one after the other."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        try:
            runs = {pool.submit(run_lane, lane, folder / f"lane-{number}.log"): folder / f"lane-{number}.log"
                    for number, lane in enumerate(lanes)}
            for run in concurrent.futures.as_completed(runs):
                print(runs[run].read_text(errors="replace"), flush=True)
                run.result()
        except BaseException:
            is_stopping.set()
            stop_all()
            raise


def run_lane(lane, file):
    with file.open("w") as own.file:
        lane()


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
    """Ends a command with everything it started, also what is in a process group or session of its own."""
    started = descendants(process.pid) if process.poll() is None else set()
    for number in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            break
        send(process, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    # Children that stayed behind.
    send(process, signal.SIGKILL)
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid, _ in started & all_processes().keys():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
        end = time.monotonic() + seconds
        while started & all_processes().keys() and time.monotonic() < end:
            time.sleep(0.05)
    if process in running:
        running.remove(process)


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


def stop_all():
    for process in list(running):
        stop(process)


def send(process, number):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def watch(command, **options):
    """Runs a command, prints what it prints, and returns its exit status and its lines."""
    process = start(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    lines = []
    for line in process.stdout:
        sys.stdout.write(line)
        sys.stdout.flush()
        lines.append(line.rstrip("\n"))
    status = process.wait()
    stop(process)
    return status, lines


@contextlib.contextmanager
def temporary_folder(parent):
    """A folder that other users can reach; those that a killed run left behind are removed."""
    parent.mkdir(exist_ok=True)
    for old in parent.glob("boardwalk-test.*"):
        if time.time() - old.stat().st_mtime > SECONDS_OF_THE_LONGEST_RUN:
            shutil.rmtree(old, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix="boardwalk-test.", dir=parent))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.05)
    raise RuntimeError(f"{what}: not within {seconds} s")
