"""Runs the tests that drive real browsers."""

import tempfile
from pathlib import Path

import commands
import servers

PYTHON = commands.ROOT / ".build/venv/bin/python"
# pytest's exit status when no test was chosen.
STATUS_OF_NONE = 5
# Each worker has a server, a database and a browser of its own. More than there are cores, as most tests wait for something.
WORKERS = 3


def pytest(environment, *options, seconds):
    """Its temporary files are in a folder of this run. By default all runs of a user share one folder, and pytest makes that unreadable for
    other users, such as PostgreSQL's, even while another run uses it."""
    variables = environment | {"BOARDWALK_BINARY": str(servers.BINARY), "PYTHONDONTWRITEBYTECODE": "1"}
    # The path must be short, as the path of a socket has 107 bytes at most.
    with commands.temporary_folder(Path(tempfile.gettempdir())) as folder:
        return commands.run([PYTHON, "-m", "pytest", f"--basetemp={folder / 'b'}", *options], seconds, env=variables)


def run(folder, results, seed, environment, pattern=None):
    """Some files at a time, in a random order; the tests of a file run in one worker."""
    commands.say("Browser")
    report = folder / "browser.xml"
    chosen = ["--matching", pattern] if pattern else []
    workers = [f"--numprocesses={WORKERS}", "--dist=loadfile"]
    status = pytest(environment, "Tests/Browser", *workers, *chosen, f"--randomly-seed={seed}", f"--junitxml={report}", seconds=3600)
    results.add_report("Browser", report, status, STATUS_OF_NONE if pattern else None)


def passes_alone(test, folder, environment):
    """`class_name` is the file, such as `test_lobby`."""
    file = f"Tests/Browser/{test.class_name.split('.')[-1]}.py"
    return pytest(environment, f"{file}::{test.name}", "-p", "no:randomly", seconds=600) == 0
