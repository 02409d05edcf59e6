"""Makes the machine slow on purpose, for `script/test --under-load`."""

import contextlib
import os
import subprocess
import sys

import commands

SOURCE = commands.ROOT / "Tests/Runner/slow_fsync.c"


@contextlib.contextmanager
def busy_loops():
    """Keeps each core busy with an endless loop."""
    loops = [commands.start([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for loop in loops:
            commands.stop(loop, seconds=1)


@contextlib.contextmanager
def slow_storage(folder):
    """Makes each fsync of the processes that start meanwhile take at least ten times as long."""
    library = folder / "slow_fsync.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"], check=True)
    library.chmod(0o755)
    os.environ["LD_PRELOAD"] = str(library)
    try:
        yield
    finally:
        del os.environ["LD_PRELOAD"]
