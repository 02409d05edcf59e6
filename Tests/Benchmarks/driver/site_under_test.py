"""The site that is measured: a throwaway PostgreSQL with the roles and the demo club of a normal installation, and one server."""

import functools
import hashlib
import http.cookiejar
import os
import re
import secrets
import subprocess
import time
import urllib.parse
import urllib.request

import machine
import processes

CLUB = "shoreline"
SECRET = "salt water taffy"
TABLES = "accounts, sessions, clubs, memberships, members, games, ratings, messages"


class Site:
    """Starts PostgreSQL and the server on first use."""

    def __init__(self, folder, options):
        self.folder, self.rounds, self.seconds, self.is_smoke = folder, options.rounds, options.seconds, options.smoke
        self.templates_measured = None
        self._postgres = self._server = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self._server, self._postgres):
            if process:
                process.stop()

    def many(self, count, least=1):
        """`count`. In a smoke run, a thousandth of it, but at least `least`."""
        return max(least, count // 1000) if self.is_smoke else count

    def lasting(self, seconds):
        """`seconds`, but at most one second in a smoke run."""
        return min(1, seconds) if self.is_smoke else seconds

    @property
    def postgres(self):
        if not self._postgres:
            self._postgres = processes.Postgres(self.folder / "postgres").start()
            self._prepare()
        return self._postgres

    @functools.cached_property
    def club(self):
        return int(self.sql(f"SELECT id FROM clubs WHERE slug = '{CLUB}'"))

    @functools.cached_property
    def game(self):
        """The demo club's running game."""
        return int(self.sql("SELECT id FROM games WHERE outcome = 'running'"))

    @property
    def server(self):
        """An instance in its standard configuration, without rate limits."""
        if not self._server:
            self._server = self.new_server().start()
        return self._server

    def forget_server(self):
        """Stops the instance, which may be in a bad state. The next use of `server` starts another."""
        server, self._server = self._server, None
        if server:
            server.stop()

    def new_server(self, **settings):
        database = {"BOARDWALK_DATABASE_URL": self.url("boardwalk_server")}
        return processes.Server(self.folder / "server", **(database | settings))

    def url(self, role):
        parts = urllib.parse.urlsplit(self.postgres.url)
        return f"postgresql://{role}@/boardwalk?{parts.query}"

    def sql(self, statement, role="boardwalk_owner"):
        """Runs SQL as a role, and returns the output of psql without headers and padding."""
        return psql(self.url(role), "-A", "-t", "-c", statement)

    def sql_file(self, file):
        """Runs an SQL file as the owner."""
        psql(self.url("boardwalk_owner"), "-f", str(file))

    def sql_as_superuser(self, statement):
        psql(self.postgres.url, "-c", statement)

    def wait_for_recovery(self):
        """Waits for PostgreSQL, which refuses connections until it has recovered from the death of one of its processes."""
        command = ["psql", "-X", "-q", "-d", self.postgres.url, "-c", "SELECT 1"]
        processes.wait_until(lambda: subprocess.run(command, capture_output=True).returncode == 0, "PostgreSQL accepts connections")

    def transactions(self):
        """The number of committed transactions so far. Waits first, because the statistics are about a second late."""
        time.sleep(1.5)
        return int(self.sql("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"))

    def database_cpu(self):
        """CPU seconds of all PostgreSQL processes so far. Waits until ending processes have ended, except in a smoke run."""
        if not self.is_smoke:
            time.sleep(0.3)
        return machine.family_cpu_seconds(self.postgres.postmaster())

    def _prepare(self):
        owner = {
            "BOARDWALK_DATABASE_URL": self.url("boardwalk_server"), "BOARDWALK_MIGRATION_DATABASE_URL": self.url("boardwalk_owner"),
            "BOARDWALK_PASSWORD_COST": "4"}
        for command in (["migrate", "up"], ["demo"]):
            subprocess.run(
                [processes.BINARY, *command], env=processes.clean_environment(**owner), check=True, stdout=subprocess.DEVNULL)
        game = int(self.sql("SELECT id FROM games WHERE outcome = 'running'"))
        self.sql(
            f"""INSERT INTO messages (club_id, room_kind, room_number, member_id, text, idempotency_key)
            SELECT g.club_id, 'game', g.id, CASE WHEN number % 2 = 0 THEN g.x_member ELSE g.o_member END,
                'This is line ' || number || ' of the talk beside the board 🎡, and it goes on for a while.', 'bench' || number
            FROM games g, generate_series(1, 19) AS number WHERE g.id = {game}""")
        self.sql(f"ANALYZE {TABLES}")

    def guests(self, count):
        """Creates `count` members of the club, each with a session. Returns the values of their cookies."""
        tokens = [secrets.token_urlsafe(32) for _ in range(count)]
        hashes = ",".join("'\\\\x" + hashlib.sha256(token.encode()).hexdigest() + "'" for token in tokens)
        batch = secrets.token_hex(4)
        file = self.folder / "guests.sql"
        file.write_text(f"""
            BEGIN;
            CREATE TEMPORARY TABLE guest ON COMMIT DROP AS
                SELECT number, hash::bytea AS hash FROM unnest(ARRAY[{hashes}]) WITH ORDINALITY AS token (hash, number);
            INSERT INTO accounts (username, email, display_name, password_hash)
                SELECT 'b{batch}-' || number, 'b{batch}-' || number || '@bench.invalid', 'Guest ' || number, 'none' FROM guest;
            INSERT INTO sessions (token_hash, account_id, expires_at)
                SELECT g.hash, a.id, now() + interval '1 day'
                FROM guest g JOIN accounts a ON a.username = 'b{batch}-' || g.number;
            WITH made AS (
                INSERT INTO members (club_id, handle, display_name)
                SELECT {self.club}, a.username, a.display_name FROM guest g JOIN accounts a ON a.username = 'b{batch}-' || g.number
                RETURNING club_id, id, handle)
            INSERT INTO memberships (account_id, club_id, member_id)
                SELECT a.id, made.club_id, made.id FROM made JOIN accounts a ON a.username = made.handle;
            COMMIT;
            ANALYZE {TABLES};
            """.replace("\\\\", "\\"))
        self.sql_file(file)
        return tokens


def psql(url, *options):
    """Runs psql and returns its output. Commits are synchronous, because VACUUM does not mark a row as visible to all while its commit may
    still be lost. The table would then stay in a state that does not last long in production."""
    done = subprocess.run(
        ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url, *options], stdout=subprocess.PIPE, check=True, text=True,
        env=os.environ | {"PGOPTIONS": "-c synchronous_commit=on"})
    return done.stdout.strip()


class Visitor:
    """A signed-in member of the demo club."""

    def __init__(self, server, name="ana"):
        self.server, self.cookies = server, http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        page = self.get("/login")
        self.post("/login", login=name, password=SECRET, csrf=_field(page, "csrf"), next="/")

    @property
    def cookie(self):
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)

    def get(self, path):
        with self.opener.open(self.server.url + path, timeout=30) as answer:
            self.headers = answer.headers
            return answer.read().decode()

    def post(self, path, **form):
        request = urllib.request.Request(self.server.url + path, urllib.parse.urlencode(form).encode(), {"Origin": self.server.url})
        with self.opener.open(request, timeout=30) as answer:
            return answer.read().decode()

    def say(self, game, text):
        """Writes a message in the chat room of a game."""
        path = f"/c/{CLUB}/games/{game}"
        page = self.get(path)
        self.post(path + "/messages", csrf=_field(page, "csrf"), idempotency_key=_field(page, "idempotency_key"), text=text)


def _field(page, name):
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    return found[1] if found else ""
