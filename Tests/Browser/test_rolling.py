"""A rolling deploy: old servers run on a schema that a newer release has migrated."""

import re
import shutil
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from conftest import Database
from members import Member, start_game
from processes import BINARY, ROOT, Server, clean_environment, wait_until

# Adds columns to every table, which old servers read with prepared statements, and adds a new table.
ADDITIVE = """-- additive
DO $$
DECLARE name text;
BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('schema_migrations', 'schema_objects') LOOP
        EXECUTE format('ALTER TABLE %I ADD COLUMN added text, ADD COLUMN counted integer NOT NULL DEFAULT 0', name);
    END LOOP;
END $$;
CREATE TABLE added (id bigint PRIMARY KEY);
"""
BREAKING = "ALTER TABLE members RENAME COLUMN display_name TO name;\n"


class Release:
    """A newer release: the files of this release and more migrations."""

    def __init__(self, folder, database):
        self.folder, self.database = folder, database
        for name in ("Templates", "Public", "migrations"):
            shutil.copytree(ROOT / name, folder / name)
        self.newest = max(int(file.name[:4]) for file in (ROOT / "migrations").glob("*.sql"))

    def add(self, name, sql):
        self.newest += 1
        (self.folder / "migrations" / f"{self.newest:04}_{name}.sql").write_text(sql)
        return f"{self.newest:04}_{name}"

    def settings(self):
        return self.database.settings | {"BOARDWALK_ROOT": str(self.folder)}

    def migrate(self, *arguments):
        return subprocess.run(
            [BINARY, "migrate", *arguments], env=clean_environment(**self.settings()), capture_output=True, text=True, timeout=300)


@pytest.fixture
def own_database(superuser_url):
    return Database(superuser_url)


@pytest.fixture
def release(own_database, tmp_path):
    folder = tmp_path / "release"
    folder.mkdir()
    return Release(folder, own_database)


@pytest.fixture
def start(own_database, tmp_path):
    started = []

    def server(**settings):
        started.append(Server(tmp_path / "server", **(own_database.settings | settings)))
        return started[-1].start()

    yield server
    for one in started:
        one.stop()


class Visitors:
    """Two members who read and write without a pause until they are stopped, and collect every wrong answer."""

    def __init__(self, server):
        self.ana, self.ben = Member(server.url, "Ana").register(), Member(server.url, "Ben").register()
        self.club = self.ana.create_club()
        self.ben.join(self.club)
        self.done = threading.Event()
        self.visits, self.wrong = 0, []
        self.thread = threading.Thread(target=self.walk)

    def walk(self):
        while not self.done.is_set():
            for path in ("/", f"{self.club.path}/lobby", f"{self.club.path}/members", "/account"):
                answer = self.ana.get(path)
                self.visits += 1
                if answer.status_code != 200:
                    self.wrong.append((path, answer.status_code))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.thread.join(30)


def test_old_servers_continue_with_a_newer_schema(release, start):
    old = start()
    with Visitors(old) as visitors:
        first, second = start_game(visitors.club, visitors.ana, visitors.ben)
        title = release.add("more", ADDITIVE)
        up = release.migrate("up")
        assert up.returncode == 0, up.stderr
        assert f"applied {title}" in up.stdout
        seen = visitors.visits
        while visitors.visits < seen + 8:
            assert visitors.thread.is_alive()
        # Writes also work, and so do an old server and a new server that start only now.
        another = start()
        start(**release.settings())
        start_game(visitors.club, visitors.ana, visitors.ben)
        assert Member(another.url).register().create_club().path
    assert visitors.wrong == []
    assert "cached plan" not in old.output()

    old_release = subprocess.run(
        [BINARY, "migrate", "verify"], env=clean_environment(**release.database.settings), capture_output=True, text=True)
    assert old_release.returncode == 0 and title in old_release.stdout


def test_an_old_server_does_not_start_on_a_schema_that_does_not_fit(release, start):
    title = release.add("breaking", BREAKING)
    assert release.migrate("up").returncode == 0
    with pytest.raises(AssertionError) as refusal:
        start()
    assert re.search(rf"newer than this server, and does not fit it: version \S+ applied {title}", str(refusal.value))


def test_a_new_server_does_not_start_before_the_migration(release, start):
    title = release.add("more", ADDITIVE)
    with pytest.raises(AssertionError) as refusal:
        start(**release.settings())
    assert f"{title} is not applied. Run: boardwalk migrate up" in str(refusal.value)
    status = release.migrate("status")
    assert status.returncode == 2
    assert re.search(rf"^pending  {title}$", status.stdout, re.MULTILINE)


def test_eight_migrators_at_once_apply_everything_once(release):
    title = release.add("more", ADDITIVE + "SELECT pg_sleep(0.5);\n")
    with ThreadPoolExecutor(8) as pool:
        ends = list(pool.map(lambda _: release.migrate("up"), range(8)))
    assert [end.returncode for end in ends] == [0] * 8, [end.stderr for end in ends]
    assert sum(f"applied {title}" in end.stdout for end in ends) == 1
    assert release.migrate("status").returncode == 0


def test_an_interrupted_migration_is_rolled_back(release):
    title = release.add("slow", "CREATE TABLE half (id int);\nSELECT pg_sleep(30);\n")
    process = subprocess.Popen(
        [BINARY, "migrate", "up"], env=clean_environment(**release.settings()), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: "active: SELECT pg_sleep(30)" in release.migrate("status").stdout, "status shows what is running")
    process.terminate()
    _, words = process.communicate(timeout=300)
    assert process.returncode == 130
    assert f"{title}.sql, line 2: stopped, as you asked." in words
    assert f"Nothing of {title} was changed" in words
    assert release.migrate("status").returncode == 2
