"""Measures pages with wrk, and compares them with a bare route of Hummingbird, or with their own statements in pgbench."""

import re

import client
import machine
import processes
import report
from site_under_test import CLUB, Visitor

PRESENT = 20


def empty(site):
    """Compares the CPU time of an empty route behind all middleware with a bare route of Hummingbird."""
    with Bare() as bare:
        compare(site, "http.empty", 1.15, lambda: load(site, site.server, "/healthz"), lambda: load(site, bare, "/empty"))


def unchanged(site):
    """Compares the CPU time of an unchanged poll of a signed-in member with a bare 304 of Hummingbird."""
    visitor = Visitor(site.server)
    path = f"/c/{CLUB}/games/{site.game}/live"
    visitor.get(path)
    headers = {"Cookie": visitor.cookie, "If-None-Match": visitor.headers["ETag"]}
    before = site.transactions()
    with Bare() as bare:
        compare(
            site, "poll.unchanged", 0.75, lambda: load(site, site.server, path, headers), lambda: load(site, bare, "/unchanged", headers))
    report.say(f"  transactions of the server meanwhile: {site.transactions() - before}")


def board(site):
    """Compares the CPU time of a whole game page, in server and PostgreSQL, with its own statements in pgbench."""
    visitor = Visitor(site.server)
    path = f"/c/{CLUB}/games/{site.game}"
    statements = statements_of(site, visitor, path)
    ours, theirs = [], []
    for _ in range(site.rounds):
        ours.append(load(site, site.server, path, {"Cookie": visitor.cookie}))
        theirs.append(client.pgbench(site, statements))
    for name, costs in (("page", ours), ("pgbench", theirs)):
        front, backends, rate = (report.median(part) for part in zip(*costs))
        report.say(f"  {name}: {front * 1e6:.4g} µs + backends {backends * 1e6:.4g} µs, {rate:.0f} a second, {len(statements)} statements")
    whole = [report.median(front + backends for front, backends, _ in costs) for costs in (ours, theirs)]
    report.at_most("page.board", whole[0] / whole[1], 2.0)


def lobby(site):
    """Compares the CPU time of the lobby, as 20 members who are online see it, with that of a game page."""
    visitor, readers = Visitor(site.server), in_turn(site, site.guests(PRESENT))
    site.sql(
        f"""INSERT INTO presence (club_id, member_id, seen_at)
        SELECT club_id, id, now() + interval '1 hour' FROM members WHERE club_id = {site.club} ORDER BY id DESC LIMIT {PRESENT}""")
    mine = {"Cookie": visitor.cookie}
    pages = {
        "board": lambda: load(site, site.server, f"/c/{CLUB}/games/{site.game}", mine),
        "lobby": lambda: load(site, site.server, f"/c/{CLUB}/lobby", script=readers),
        "notices": lambda: load(site, site.server, f"/c/{CLUB}/notices", mine),
    }
    costs = {name: [] for name in pages}
    for _ in range(site.rounds):
        for name, page in pages.items():
            costs[name].append(page())
    for name, values in costs.items():
        front, backends, rate = (report.median(part) for part in zip(*values))
        report.say(f"  {name}: {front * 1e6:.4g} µs + backends {backends * 1e6:.4g} µs, {rate:.0f} a second")
    whole = {name: report.median(front + backends for front, backends, _ in values) for name, values in costs.items()}
    report.say(f"  notices against the board: {whole['notices'] / whole['board']:.3g}")
    report.at_most("lobby.page", whole["lobby"] / whole["board"], 2.0)


def compare(site, name, aim, ours, bare):
    """Measures both sides alternately, and adds a row with the ratio of their CPU times."""
    costs = {"boardwalk": [], "bare": []}
    for _ in range(site.rounds):
        costs["boardwalk"].append(ours())
        costs["bare"].append(bare())
    for side, values in costs.items():
        rate = report.median(rate for _, _, rate in values)
        report.say(f"  {side}: {report.spread([front * 1e6 for front, _, _ in values])} µs, {rate:.0f} a second")
    ratio = [report.median(front for front, _, _ in costs[side]) for side in ("boardwalk", "bare")]
    report.at_most(name, ratio[0] / ratio[1], aim)


def in_turn(site, tokens):
    """Writes a script for wrk that sends the session cookies in rotation."""
    script = site.folder / "visitors.lua"
    cookies = ", ".join(f'"session={token}"' for token in tokens)
    script.write_text(f"""local cookies, turn = {{{cookies}}}, 0
        request = function()
            turn = turn % #cookies + 1
            return wrk.format(nil, nil, {{["Cookie"] = cookies[turn]}})
        end
        """)
    return script


def load(site, server, path, headers=None, script=None):
    """CPU seconds of the server for a request, those of the backends for a request, and requests a second."""
    pid = server.process.pid
    before = machine.exact_cpu_seconds(pid), site.database_cpu()
    if site.is_smoke and not script:
        requests = machine.ask(server.url + path, headers)
    else:
        requests = machine.wrk(server.url + path, site.seconds, headers, script=script)
    after = machine.exact_cpu_seconds(pid), site.database_cpu()
    return (after[0] - before[0]) / requests, (after[1] - before[1]) / requests, requests / site.seconds


def statements_of(site, visitor, path):
    """The statements that PostgreSQL logs for one request, in the format of pgbench: (text with :names, values)."""
    visitor.get(path)
    log = next(site.postgres.data.rglob("server.log"))
    site.sql_as_superuser("ALTER ROLE boardwalk_server SET log_min_duration_statement = 0")
    server = site.new_server().start()
    try:
        other = Visitor(server)
        for _ in range(40):
            other.get(path)
        start = log.stat().st_size
        other.get(path)
        lines = log.read_bytes()[start:].decode(errors="replace")
    finally:
        server.stop()
        site.sql_as_superuser("ALTER ROLE boardwalk_server RESET log_min_duration_statement")
    # The script for pgbench already sets the tenant.
    found = [(text, values) for text, values in executions(lines) if "set_config" not in text]
    return [bound(number, text, values) for number, (text, values) in enumerate(found, 1)]


def executions(log):
    """Parses log lines like `duration: … execute name: text` and `DETAIL: parameters: …` into (text, values in order)."""
    entries = re.split(r"^(?=\S.*? (?:LOG|DETAIL):  )", log, flags=re.MULTILINE)
    found, is_execution = [], False
    for entry in entries:
        if " LOG: " in entry.partition("\n")[0]:
            # Bind messages are also logged with their parameters.
            is_execution = " ms  execute " in entry
        if execution := re.search(r" LOG:  duration: \S+ ms  execute [^:]+: (.*)", entry, re.DOTALL):
            found.append((" ".join(execution[1].split()), []))
        elif is_execution and (details := re.search(r" DETAIL:  parameters: (.*)", entry, re.DOTALL)):
            values = re.findall(r"\$\d+ = (?:'((?:[^']|'')*)'|(NULL))", details[1])
            found[-1] = (found[-1][0], [None if null else text for text, null in values])
    return found


def bound(number, text, values):
    """The statement with named instead of numbered parameters, and their values. The names are different in every statement."""
    names = {}
    for place, value in sorted(enumerate(values, 1), reverse=True):
        name = f"s{number}p{place}"
        text = text.replace(f"${place}", "NULL" if value is None else f":{name}")
        if value is not None:
            names[name] = value
    return text, names


class Bare(machine.Benchmark):
    """The bare server of the Benchmarks program."""

    def __init__(self):
        port = processes.free_port()
        self.url = f"http://127.0.0.1:{port}"
        super().__init__("bare-server", "--port", port)

    def __enter__(self):
        processes.wait_until(lambda: processes.answer(self.url + "/empty") == 200, "the bare server is up")
        return self
