"""Runs the tests that drive real browsers."""

import tempfile
from pathlib import Path

import commands
import servers

PYTHON = commands.ROOT / ".build/venv/bin/python"
# Each worker has a server, a database and a browser of its own. More than there are cores, as most tests wait for something.
WORKERS = 3


def pytest(environment, *options, seconds):
    """Its temporary files are in a folder of this run: pytest closes the one that it would take to others, whatever runs in it already."""
    variables = environment | {"BOARDWALK_BINARY": str(servers.BINARY), "PYTHONDONTWRITEBYTECODE": "1"}
    # A short path: that of a socket in it has 107 bytes at most.
    with commands.temporary_folder(Path(tempfile.gettempdir())) as folder:
        return commands.run([PYTHON, "-m", "pytest", f"--basetemp={folder / 'b'}", *options], seconds, env=variables)


def run(folder, results, seed, environment, pattern=None):
    """Some files at a time, in a random order; the tests of a file run in one worker."""
    commands.say("Browser")
    report = folder / "browser.xml"
    chosen = ["-k", pattern] if pattern else []
    workers = [f"--numprocesses={WORKERS}", "--dist=loadfile"]
    status = pytest(environment, "Tests/Browser", *workers, *chosen, f"--randomly-seed={seed}", f"--junitxml={report}", seconds=3600)
    results.add_report("Browser", report, status, may_be_empty=pattern is not None)


def passes_alone(test, folder, environment):
    """`class_name` is the file, such as `test_lobby`."""
    file = f"Tests/Browser/{test.class_name.split('.')[-1]}.py"
    return pytest(environment, f"{file}::{test.name}", "-p", "no:randomly", seconds=600) == 0
