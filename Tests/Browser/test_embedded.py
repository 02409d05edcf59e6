"""`boardwalk serve` with nothing configured: an own PostgreSQL, a demo club, and data that outlives stops and kills."""

import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from members import Member
from processes import BINARY, ROOT, Server, clean_environment, wait_until


@pytest.fixture
def embedded(tmp_path):
    server = Server(tmp_path / "my clubs' folder", ["--no-demo"])
    yield server
    server.stop()


def postmaster(server):
    files = list(server.log.parent.rglob("postmaster.pid"))
    return int(files[0].read_text().split()[0]) if files else None


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_starts_from_nothing_and_stops_with_its_postgres(embedded, number):
    embedded.start()
    assert embedded.url in embedded.output()
    database = postmaster(embedded)
    assert is_running(database)
    assert embedded.stop(number) == 0
    assert not is_running(database)


def test_it_shows_the_demo_sign_ins_and_they_work(embedded):
    embedded.arguments = ["serve"]
    embedded.start()
    printed = embedded.output()
    logins, password = re.search(r"Sign in as (.+), password: (.+)", printed).groups()
    for login in logins.split(", "):
        guest = Member(embedded.url)
        assert guest.submit("/login", "/login", login=login, password=password).status_code == 303, login
    club = re.search(r"/c/[\w-]+/", printed)[0]
    files = wait_until(lambda: len(found := set(re.findall(r"/[\w/-]+/small", guest.get(club + "photos").text))) == 9 and found,
                       "the photos hang", 60)
    for file in files:
        assert guest.get(file).headers["content-type"] == "image/webp"
    assert guest.get(club + "members").text.count("/face") == 3


def test_it_stops_at_once_while_the_demo_photos_are_hung(embedded):
    embedded.arguments = ["serve"]
    embedded.start()
    assert embedded.stop() == 0


def test_a_second_start_finds_the_data_even_after_a_kill(embedded):
    embedded.start()
    club = Member(embedded.url).register().create_club(visibility="public")
    database = postmaster(embedded)
    embedded.kill()
    embedded.start()
    assert Member(embedded.url).get(club.path + "/").status_code == 200
    assert embedded.stop() == 0
    assert not is_running(postmaster(embedded) or database)
    embedded.start()
    assert Member(embedded.url).get(club.path + "/").status_code == 200


def test_a_migration_that_stopped_half_way_is_resolved_and_the_server_starts_again(embedded, tmp_path):
    for name in ("Templates", "Public", "migrations"):
        shutil.copytree(ROOT / name, tmp_path / "release" / name)
    number = len(list((ROOT / "migrations").glob("*.sql"))) + 1
    file = tmp_path / "release" / "migrations" / f"{number:04}_half.sql"
    file.write_text("-- no transaction\nCREATE TABLE half (id int);\nSELECT no_such_column;\n")
    embedded.settings |= {"BOARDWALK_ROOT": str(tmp_path / "release")}

    def migrate(*arguments):
        return subprocess.run(
            [BINARY, "migrate", *arguments], env=clean_environment(**embedded.settings), capture_output=True, text=True, timeout=60)

    with pytest.raises(AssertionError, match=f"{file.name}, line 3: .*\n.*half applied") as refusal:
        embedded.start()
    command = re.search(r"boardwalk migrate (resolve .* --again)", str(refusal.value))[1].split()
    file.write_text("-- no transaction\nCREATE TABLE IF NOT EXISTS half (id int);\n")
    assert migrate(*command).returncode == 0
    embedded.start()


def test_two_servers_on_one_machine_do_not_collide(embedded, tmp_path):
    other = Server(tmp_path / "second", ["--no-demo"])
    try:
        embedded.start()
        other.start()
        club = Member(embedded.url).register().create_club(visibility="public")
        assert Member(other.url).register().get(club.path + "/").status_code == 404
    finally:
        other.stop()


def test_every_mistake_in_the_configuration_is_reported_at_once(embedded):
    embedded.settings |= {"BOARDWALK_PORT": "many", "BOARDWALK_BASE_URL": "not a url", "BOARDWALK_LOG_LEVEL": "loud"}
    with pytest.raises(AssertionError):
        embedded.start()
    for name in ("BOARDWALK_PORT", "BOARDWALK_BASE_URL", "BOARDWALK_LOG_LEVEL"):
        assert name in embedded.output()
    wait_until(lambda: not embedded.is_running(), "it ended", 5)
