"""`boardwalk serve` without configuration: its own PostgreSQL, a demo club, and data that survives stops and kills."""

import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import httpx
import pytest

from conftest import Database
from forms import form
from members import Member
from processes import BINARY, ROOT, Server, children, clean_environment, make_folder, read_of, stat, wait_until


@pytest.fixture
def embedded(tmp_path):
    server = Server(tmp_path / "my clubs' folder", ["--no-demo"])
    yield server
    server.stop()


def lock_file(server):
    """Returns the file in which PostgreSQL notes its main process and the folder of its sockets. None if there is no such file."""
    return next(server.log.parent.rglob("postmaster.pid"), None)


def postmaster(server):
    file = lock_file(server)
    return int(file.read_text().split()[0]) if file else None


def is_running(pid):
    fields = stat(pid)
    return fields is not None and fields[0] not in "ZX"


def psql(server, statement):
    """Runs SQL in the private PostgreSQL as its superuser."""
    host = lock_file(server).read_text().splitlines()[4]
    command = ["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--dbname", f"postgresql://postgres@/boardwalk?host={host}"]
    return subprocess.Popen([*command, "--command", statement], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def programs_of_postgres():
    """Returns the folder of the programs that create a new cluster: see PostgresPrograms.swift."""
    found = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda program: int(program.parts[-3]))
    return Path(found or debian[-1]).resolve().parent


def copy_programs(programs, root):
    """Copies a folder of programs to the same path below another root, and links everything beside that path, because PostgreSQL finds its
    other files by their path relative to the program. Returns the new folder."""
    make_folder(root)
    original, copy = Path("/"), root
    for part in programs.parts[1:]:
        for other in original.iterdir():
            if other.name != part:
                (copy / other.name).symlink_to(other)
        original, copy = original / part, copy / part
        copy.mkdir()
    shutil.copytree(programs, copy, dirs_exist_ok=True)
    return copy


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_starts_and_stops_its_own_postgres(embedded, number):
    embedded.start()
    wait_until(lambda: embedded.url in embedded.output(), "it says where it is")
    assert "BOARDWALK_PASSWORD_COST is for tests" in embedded.output()
    database = postmaster(embedded)
    assert is_running(database)
    assert embedded.stop(number) == 0
    assert not is_running(database)


def test_the_demo_sign_ins_work(embedded):
    embedded.arguments = ["serve"]
    embedded.start()
    logins, password = wait_until(
        lambda: re.search(r"Sign in as (.+), password: (.+)\n", embedded.output()), "it says how to sign in").groups()
    for login in logins.split(", "):
        guest = Member(embedded.url)
        assert guest.submit("/login", "/login", login=login, password=password).status_code == 303, login
    club = re.search(r"/c/[\w-]+/", embedded.output())[0]
    files = wait_until(lambda: len(found := set(re.findall(r"/[\w/-]+/small", guest.get(club + "photos").text))) == 9 and found,
                       "the photos hang", 60)
    for file in files:
        assert guest.get(file).headers["content-type"] == "image/webp"
    assert guest.get(club + "members").text.count("/avatar") == 3


def test_the_server_stops_at_once_while_it_adds_the_demo_photos(embedded):
    embedded.arguments = ["serve"]
    embedded.start()
    assert embedded.stop() == 0


def test_the_data_remain_after_a_stop_and_after_a_kill(embedded):
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


def test_after_resolving_a_half_applied_migration_the_server_starts(embedded, tmp_path):
    for name in ("Templates", "Public", "migrations"):
        shutil.copytree(ROOT / name, tmp_path / "release" / name)
    number = len(list((ROOT / "migrations").glob("*.sql"))) + 1
    file = tmp_path / "release" / "migrations" / f"{number:04}_half.sql"
    file.write_text("-- no transaction\nCREATE TABLE half (id int);\nSELECT no_such_column;\n")
    embedded.settings |= {"BOARDWALK_ROOT": str(tmp_path / "release")}

    def migrate(*arguments):
        return subprocess.run(
            [BINARY, "migrate", *arguments], env=clean_environment(**embedded.settings), capture_output=True, text=True, timeout=300)

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
    wait_until(lambda: not embedded.is_running(), "it ended")


# Killed PostgreSQL

def kill(pid):
    """Kills a process, and returns the time."""
    moment = time.monotonic()
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_running(pid), "it is dead")
    return moment


def kill_main_process(server):
    return kill(postmaster(server))


def kill_backend(server):
    backend = next(pid for pid in children(postmaster(server)) if b" [local] " in (read_of(pid, "cmdline") or b""))
    return kill(backend)


def kill_everything(server):
    main = postmaster(server)
    os.kill(main, signal.SIGSTOP)
    return [kill(pid) for pid in [*children(main), main]][-1]


def kill_main_process_beside_a_long_query(server):
    """Kills the main process during a long query. The query's backend notices this late, and until then no other main process can start."""
    psql(server, "SELECT 'long', count(*) FROM generate_series(1, 1000000000)")
    busy = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT ''long''%'"
    wait_until(lambda: psql(server, busy).communicate()[0].strip() != "0", "the query runs")
    return kill_main_process(server)


class Visitors:
    """Three members who read and write without a pause, each in two threads, and the answers that they got."""

    def __init__(self, server):
        self.server, self.club = server, None
        self.people = [Member(server.url, name).register() for name in ("Ana", "Ben", "Cleo")]
        self.club = self.people[0].create_club(visibility="public")
        for person in self.people[1:]:
            person.join(self.club)
        self.done, self.written, self.wrong, self.away = threading.Event(), [], [], 0
        kinds = [(self.write, person) for person in self.people] + [(self.read, person) for person in self.people]
        self.threads = [threading.Thread(target=self.go_on, args=kind) for kind in kinds]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        wait_until(lambda: len(self.written) > 10, "messages are written")
        return self

    def __exit__(self, *_):
        self.done.set()
        for thread in self.threads:
            thread.join(60)

    def go_on(self, action, person):
        number = 0
        while not self.done.is_set():
            number += 1
            action(person, number)

    def read(self, person, _):
        self.check(person.get(self.club.path + "/members"))

    def write(self, person, number):
        page = self.check(person.get(self.club.lobby))
        if page.status_code != 200:
            return
        text = f"{person.name} says {number:05}."
        answer = self.check(person.post(self.club.lobby + "/messages", **form(page.text, "/messages").pressed | {"text": text}))
        if answer.status_code == 303:
            self.written.append(text)

    def check(self, answer):
        if answer.status_code == 503:
            self.away += 1
            says_it_tries_again = "This page tries again by itself" in answer.text
            if says_it_tries_again != (answer.request.method == "GET") or "retry-after" not in answer.headers:
                self.wrong.append(answer.text)
        elif answer.status_code not in (200, 303):
            self.wrong.append((answer.status_code, answer.text))
        return answer

    def write_again(self):
        """Waits until another message is accepted."""
        before = len(self.written)
        wait_until(lambda: len(self.written) > before, "messages are written again")


def test_a_postgres_that_is_killed_under_load_is_started_again(embedded, report):
    embedded.start()
    ways = [kill_main_process, kill_backend, kill_everything, kill_main_process_beside_a_long_query, kill_main_process]
    times = []
    with Visitors(embedded) as visitors:
        for kill_one in ways:
            killed = kill_one(embedded)
            wait_until(lambda: embedded.status("/readyz") == 200 and is_running(postmaster(embedded)), f"{kill_one.__name__}: ready again")
            visitors.write_again()
            times.append(time.monotonic() - killed)
    assert visitors.wrong == []
    said = psql(embedded, "SELECT text FROM messages").communicate()[0].splitlines()
    assert set(visitors.written) <= set(said) and len(said) == len(set(said)), "what was answered is there, and once"
    assert embedded.output().count("the private PostgreSQL has stopped") >= 4
    # Messages may be accepted before the server logs that PostgreSQL runs again.
    wait_until(lambda: embedded.output().count("the private PostgreSQL runs again") >= 4, "its last start is known")
    assert embedded.stop() == 0
    assert postmaster(embedded) is None
    report("killed PostgreSQL: messages are written again after " + ", ".join(f"{seconds:.1f} s" for seconds in times))


def test_starting_postgres_is_retried_with_growing_pauses(embedded):
    embedded.start()
    control = lock_file(embedded).parent / "global/pg_control"
    hidden = control.with_name("hidden")
    control.rename(hidden)
    kill_everything(embedded)
    wait_until(lambda: len(pauses(embedded)) >= 3, "it is tried again")
    assert pauses(embedded) == sorted(set(pauses(embedded)))
    assert embedded.status("/healthz") == 200 and embedded.status("/readyz") == 503
    answer = httpx.get(embedded.url + "/c/nowhere/", headers={"Accept": "text/html"}, timeout=120)
    assert answer.status_code == 503 and "This page tries again by itself" in answer.text
    hidden.rename(control)
    wait_until(lambda: embedded.status("/readyz") == 200, "it is back")
    wait_until(lambda: "the private PostgreSQL runs again" in embedded.output(), "its start is known")
    before = pauses(embedded)
    control.rename(hidden)
    kill_everything(embedded)
    wait_until(lambda: embedded.status("/readyz") == 503, "it is gone")
    wait_until(lambda: len(pauses(embedded)) > len(before), "it is tried again")
    assert pauses(embedded)[len(before)] == before[0], "the pauses grow anew"
    assert embedded.stop() == 0
    hidden.rename(control)
    embedded.start()


def pauses(server):
    return [float(seconds) for seconds in re.findall(r"does not start .*again in=([\d.]+) seconds", server.output())]


def test_a_lock_file_with_the_pid_of_another_program_does_not_prevent_a_start(embedded):
    """After a crash of the machine, the pid in a lock file may belong to any process."""
    embedded.start()
    club = Member(embedded.url).register().create_club(visibility="public")
    lock = lock_file(embedded)
    sockets = Path(lock.read_text().splitlines()[4])
    as_user = {"user": pwd.getpwuid(lock.stat().st_uid).pw_name} if os.geteuid() == 0 else {}
    bystander = subprocess.Popen(["sleep", "600"], **as_user)
    try:
        embedded.kill()
        kill_everything(embedded)
        for file in (lock, sockets / ".s.PGSQL.5432.lock"):
            _, *rest = file.read_text().splitlines(keepends=True)
            file.write_text(f"{bystander.pid}\n" + "".join(rest))
        embedded.start()
        assert Member(embedded.url).get(club.path + "/").status_code == 200
        assert embedded.stop() == 0
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_an_unfinished_cluster_is_created_again(embedded):
    begun = Path(embedded.settings["BOARDWALK_DATA"]) / "postgres.new"
    begun.mkdir(parents=True)
    (begun / "PG_VERSION").write_text("15\n")
    embedded.start()
    assert not begun.exists()


# Folders

def test_only_the_owner_can_open_the_sockets(embedded, tmp_path):
    embedded.start()
    sockets = Path(lock_file(embedded).read_text().splitlines()[4])
    assert sockets.stat().st_mode & 0o777 == 0o700
    assert Path("/tmp") not in [sockets.parent, sockets.parent.parent]


def test_sockets_are_in_the_runtime_directory_of_systemd(embedded, tmp_path):
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o755)
    embedded.start()
    embedded.kill()
    embedded.settings["RUNTIME_DIRECTORY"] = str(runtime)
    # The PostgreSQL that is still running has its sockets in another folder.
    embedded.start()
    assert Path(lock_file(embedded).read_text().splitlines()[4]).parent == runtime


def send_half_a_photo(member, club):
    """Sends half of a form with a photo, and returns the socket."""
    head = f'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{member.csrf()}\r\n' \
           '--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n'
    body = head.encode() + b"x" * 200_000
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in member.http.cookies.jar)
    host, port = member.url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)))
    connection.sendall(f"POST {club.path}/photos HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookies}\r\nContent-Length: 1000000\r\n"
                 "Content-Type: multipart/form-data; boundary=b\r\n\r\n".encode() + body)
    return connection


def test_only_uploads_of_stopped_servers_are_deleted_at_a_start(superuser_url, tmp_path):
    data, database = tmp_path / "data", Database(superuser_url)
    first, second, third = (Server(tmp_path / name, BOARDWALK_DATA=str(data), **database.settings) for name in ("a", "b", "c"))
    connections = []

    def uploads():
        return {file for file in (data / "uploads").rglob("upload-*")}

    try:
        for number, server in enumerate((first, second), 1):
            server.start()
            member = Member(server.url).register()
            connections.append(send_half_a_photo(member, member.create_club()))
            wait_until(lambda: len(uploads()) == number, "a photo is on its way")
            assert (data / "uploads").stat().st_mode & 0o777 == 0o700
        folders = {file.parents[1] for file in uploads()}
        first.kill()
        assert len(uploads()) == 2
        third.start()
        left = uploads()
        assert len(left) == 1
        assert second.stop() == 0 and third.stop() == 0
        assert [file.name for file in (data / "uploads").iterdir()] == ["lock"], folders
    finally:
        for connection in connections:
            connection.close()
        for server in (first, second, third):
            server.stop()


def test_postgres_is_started_again_after_an_update_of_its_program(tmp_path):
    """System updates replace the program while it runs."""
    programs = copy_programs(programs_of_postgres(), tmp_path / "system")
    server = Server(tmp_path, ["--no-demo"], PATH=f"{programs}:{os.environ['PATH']}")
    server.start()
    try:
        old = postmaster(server)
        assert Path(f"/proc/{old}/exe").resolve().parent == programs
        shutil.copy(programs / "postgres", programs / "postgres.new")
        (programs / "postgres.new").rename(programs / "postgres")
        wait_until(lambda: postmaster(server) not in (None, old), "PostgreSQL is started again")
        wait_until(lambda: server.status("/readyz") == 200, "the server is ready again")
        assert not is_running(old)
        assert str(Path(f"/proc/{postmaster(server)}/exe").readlink()) == str(programs / "postgres")
        assert "the private PostgreSQL was updated, and is started again" in server.output()
    finally:
        server.stop()
