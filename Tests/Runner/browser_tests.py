"""Runs the tests that drive real browsers."""

import tempfile
from pathlib import Path

import commands
import servers

PYTHON = commands.ROOT / ".build/venv/bin/python"
# pytest's exit status if no test was selected.
STATUS_OF_NONE = 5
# Each worker has its own server, database and browser. There may be more workers than cores, because most tests wait for something.
WORKERS = 3


def pytest(environment, *options, seconds):
    """Runs pytest with its temporary files in a folder of this run. By default all runs of a user share one folder. pytest makes that
    folder unreadable for other users, such as PostgreSQL's user, even while another run uses it."""
    variables = environment | {"BOARDWALK_BINARY": str(servers.BINARY), "PYTHONDONTWRITEBYTECODE": "1"}
    # The path must be short, because the path of a Unix socket has at most 107 bytes.
    with commands.temporary_folder(Path(tempfile.gettempdir())) as folder:
        return commands.run([PYTHON, "-m", "pytest", f"--basetemp={folder / 'b'}", *options], seconds, env=variables)


def run(folder, results, seed, environment, pattern=None):
    """Runs the tests in a random order, several files at the same time. All tests of a file run in one worker."""
    commands.say("Browser")
    report = folder / "browser.xml"
    chosen = ["--matching", pattern] if pattern else []
    workers = [f"--numprocesses={WORKERS}", "--dist=loadfile"]
    status = pytest(environment, "Tests/Browser", *workers, *chosen, f"--randomly-seed={seed}", f"--junitxml={report}", seconds=3600)
    results.add_report("Browser", report, status, STATUS_OF_NONE if pattern else None)


def passes_alone(test, folder, environment):
    """Runs one test by itself. Its `class_name` is the file, such as `test_lobby`."""
    file = f"Tests/Browser/{test.class_name.split('.')[-1]}.py"
    return pytest(environment, f"{file}::{test.name}", "-p", "no:randomly", seconds=600) == 0
