import os
import re
import subprocess
from collections import defaultdict

import pytest
from playwright.sync_api import expect, sync_playwright

from members import Member, start_game, unique
from pages import PHONE, Table, launch
from processes import BINARY, Postgres, Server, clean_environment


def pytest_addoption(parser):
    parser.addoption("--matching", metavar="PATTERN", help="run only tests whose file or name a regular expression matches")


def pytest_collection_modifyitems(config, items):
    if pattern := config.getoption("--matching"):
        left_out = [item for item in items if not re.search(pattern, item.nodeid)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if re.search(pattern, item.nodeid)]


# The time that a page needs depends on the machine. A test that passes never waits for this long.
expect.set_options(timeout=120_000)


# PostgreSQL and Boardwalk

@pytest.fixture(scope="session")
def superuser_url(tmp_path_factory):
    if given := os.environ.get("BOARDWALK_TEST_DATABASE_URL"):
        yield given
        return
    postgres = Postgres(tmp_path_factory.mktemp("postgres")).start()
    yield postgres.url
    postgres.stop()


class Database:
    """A new, migrated database with two roles: an owner and a server. Neither is a superuser."""

    def __init__(self, superuser_url):
        name = unique("browser")
        psql(superuser_url, f"CREATE ROLE {name}_owner LOGIN BYPASSRLS PASSWORD 'owner'", f"CREATE ROLE {name}_server LOGIN PASSWORD 'server'",
             f"CREATE DATABASE {name} OWNER {name}_owner")
        self.settings = {
            "BOARDWALK_DATABASE_URL": database_url(superuser_url, name, f"{name}_server:server"),
            "BOARDWALK_MIGRATION_DATABASE_URL": database_url(superuser_url, name, f"{name}_owner:owner"),
        }
        subprocess.run([BINARY, "migrate", "up"], check=True, env=clean_environment(**self.settings))

    def change(self, *statements):
        """Runs SQL as the owner, which can see the rows of all clubs."""
        psql(self.settings["BOARDWALK_MIGRATION_DATABASE_URL"], *statements)

    def rows(self, statement):
        """Returns the rows of a statement. Each row is a tuple of strings."""
        printed = psql(self.settings["BOARDWALK_MIGRATION_DATABASE_URL"], statement)
        return [tuple(line.split("|")) for line in printed.splitlines()]


def psql(url, *statements):
    commands = [word for statement in statements for word in ("--command", statement)]
    options = ["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1"]
    return subprocess.run(["psql", *options, "--dbname", url, *commands], check=True, stdout=subprocess.PIPE, text=True).stdout


def database_url(superuser_url, database, user):
    """Returns the URL of another user and database on the server of `superuser_url`."""
    scheme, host, options = re.fullmatch(r"(\w+://)(?:[^/?@]*@)?([^/?]*)(?:/[^?]*)?(\?.*)?", superuser_url).groups()
    options = re.sub(r"\b(user|password|dbname)=[^&]*&?", "", options or "")
    return f"{scheme}{user}@{host}/{database}{options}"


@pytest.fixture(scope="session")
def database(superuser_url):
    return Database(superuser_url)


@pytest.fixture(scope="session")
def server(database, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"), **database.settings).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def second_server(database, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("second"), **database.settings).start()
    yield server
    server.stop()


@pytest.fixture
def new_server(database, tmp_path):
    """Starts instances for one test: new_server(BOARDWALK_…="…") returns one."""
    started = []

    def start(**settings):
        started.append(Server(tmp_path, **(database.settings | settings)).start())
        return started[-1]

    yield start
    for server in started:
        server.stop()


# Members

@pytest.fixture(scope="session")
def accounts():
    """Registered members that tests share, by name. Registration is slow, because password hashes are slow on purpose."""
    return defaultdict(list)


@pytest.fixture
def register(server, accounts):
    """register("Ana") returns a member who is signed in over HTTP. Each call in a test returns a different member."""
    lent = []

    def lend(name="Ana"):
        lent.append(accounts[name].pop() if accounts[name] else Member(server.url, name).register())
        return lent[-1]

    yield lend
    for member in lent:
        accounts[member.name].append(member)


@pytest.fixture
def pair(register):
    """Returns a private club and its two members."""
    ana, ben = register("Ana"), register("Ben")
    club = ana.create_club()
    ben.join(club)
    return club, ana, ben


@pytest.fixture
def table(pair):
    """A private club and two members with a running game. `first` is to move."""
    club, ana, ben = pair
    return Table(club, *start_game(club, ana, ben))


# The browser

@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class Pages:
    """Opens pages, and collects their errors and CSP violations, except those that match a pattern in `expected`."""

    def __init__(self, chromium, url, expected=()):
        self.chromium, self.url, self.expected = chromium, url, expected
        self.contexts, self.errors = [], []

    def context(self, member=None, js=True, viewport=PHONE, service_workers="block", **options):
        """Creates a context for a signed-in member or a visitor. It blocks service workers, because `route` does not see their requests."""
        context = self.chromium.new_context(base_url=member.url if member else self.url, java_script_enabled=js, viewport=viewport,
                                            service_workers=service_workers, **options)
        context.set_default_timeout(120_000)
        self.contexts.append(context)
        if member:
            context.add_cookies(member.cookies())
        return context

    def open(self, context):
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and self.note("console", f"{message.text} {message.location['url']}"))
        page.on("pageerror", lambda error: self.note("error", str(error)))
        return page

    def note(self, kind, text):
        if not any(re.search(pattern, text) for pattern in self.expected):
            self.errors.append(f"{kind}: {text}")

    def close(self):
        for context in self.contexts:
            context.close()


@pytest.fixture
def browse(chromium, server, request):
    """browse(member, js=True, …) opens a page in a new context. The test fails if a page reports an error or a CSP violation."""
    pages = Pages(chromium, server.url, [mark.args[0] for mark in request.node.iter_markers("console")])
    yield lambda member=None, **options: pages.open(pages.context(member, **options))
    pages.close()
    assert not pages.errors, "\n".join(pages.errors)


# Measurements

@pytest.fixture
def report(record_property):
    """report("latency … ms") prints this line after all tests."""
    return lambda line: record_property("measured", line)


def pytest_terminal_summary(terminalreporter):
    for test in terminalreporter.getreports("passed"):
        for name, value in test.user_properties:
            if name == "measured" and test.when == "call":
                terminalreporter.write_line(value)
