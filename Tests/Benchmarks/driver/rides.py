"""Measures laps that many members count while processes are killed, pages of a club with many laps, and the import of a large catalogue."""

import asyncio
import http.client
import os
import re
import secrets
import signal
import time
import urllib.parse

import growth
import machine
import report
from http_pages import executions
from moves import Connection, form_token
from site_under_test import CLUB, TABLES, Visitor

MEMBERS, RIDES, TAPS_A_SECOND = 200, 20, 1_000
# The planner settings of an instance (AppSettings.databaseSettings), for the connections of pgbench.
PLANNER = urllib.parse.quote("-c random_page_cost=1.1")
# The number of connections of pgbench, which is the same as that of an instance.
CLIENTS = 8
# Slug, members, laps. Ana, who requests the pages, has OWN_LAPS of the laps in both clubs.
CLUBS = {"fresh": (1_000, 1_000), "ridden": (100_000, 10_000_000)}
OWN_LAPS = 500
CATALOGUE = 20_000
MEGABYTE = 1 << 20
RIDE_TABLES = "parks, rides, lap_actions, laps, member_rides, member_ride_totals, ride_months, check_ins"
# A month in which every other member has more laps than Ana.
BAD_MONTH = "2001-01"


def taps(site):
    """Compares the CPU time of a lap action with pgbench, and checks that none is lost while the server and PostgreSQL are killed."""
    tokens = site.guests(site.many(MEMBERS, least=20))
    rides = site.sql(f"SELECT id FROM rides WHERE club_id = {site.club} AND status = 'operating' ORDER BY id LIMIT {RIDES}").split()
    # The throwaway PostgreSQL commits asynchronously. A database in production does not.
    site.sql_as_superuser("ALTER ROLE boardwalk_server SET synchronous_commit = on")
    server = site.new_server().start()
    try:
        phones = [Phone(server.port, token, rides) for token in tokens]
        seconds = site.lasting(max(5, site.seconds * 2))
        asyncio.run(tap(phones, 1))
        # Autovacuum would do this within a minute. Statements that were prepared while the tables were empty get a new plan.
        site.sql("SET client_min_messages = error; ANALYZE")
        costs = []
        for _ in range(max(1, site.rounds // 2)):
            before, count = machine.cpu_seconds(server.process.pid) + site.database_cpu(), sum(phone.answered for phone in phones)
            asyncio.run(tap(phones, seconds))
            count = sum(phone.answered for phone in phones) - count
            costs.append((machine.cpu_seconds(server.process.pid) + site.database_cpu() - before) / count)
            report.say(f"  {count} taps, {count / seconds:.0f} a second")
        bare = pgbench(site, server, phones[0])
        report.say(f"  boardwalk {report.spread([cost * 1e6 for cost in costs])} µs a tap, pgbench {bare * 1e6:.4g} µs")
        report.at_most("rides.taps", report.median(costs) / bare, 2.0)
        asyncio.run(tap(phones, max(4, seconds), kill=lambda part: kill(site, server, part)))
    finally:
        server.stop()
        site.wait_for_recovery()
        site.sql_as_superuser("ALTER ROLE boardwalk_server RESET synchronous_commit")
    check(site, phones)


class Phone:
    """A member who counts laps. A lap action without an answer is sent again with the same idempotency key."""

    def __init__(self, port, token, rides):
        self.port, self.token, self.rides = port, token, rides
        self.name, self.sent, self.answered = secrets.token_hex(8), 0, 0

    async def run(self, end, pause):
        connection = Connection(self.port)
        await asyncio.sleep(pause * (int(self.name, 16) % 1000) / 1000)
        while (start := time.monotonic()) < end:
            self.sent += 1
            await self.send(connection, f"{self.name}-{self.sent}", self.rides[self.sent % len(self.rides)])
            self.answered += 1
            await asyncio.sleep(max(0, start + pause - time.monotonic()))

    async def send(self, connection, name, ride):
        body = urllib.parse.urlencode({"csrf": form_token(self.token), "idempotency_key": name})
        while True:
            try:
                head, _ = await asyncio.wait_for(connection.ask(self.token, "POST", f"/c/{CLUB}/rides/{ride}/laps", "", body), 10)
            except (OSError, EOFError, TimeoutError):
                connection.streams = None
                await asyncio.sleep(0.2)
                continue
            if " 303 " in head[:16]:
                return
            if " 50" not in head[:16]:
                raise RuntimeError(head[:300])
            await asyncio.sleep(0.2)


async def tap(phones, seconds, kill=None):
    end, pause = time.monotonic() + seconds, len(phones) / TAPS_A_SECOND
    async with asyncio.TaskGroup() as group:
        for phone in phones:
            group.create_task(phone.run(end, pause))
        if kill:
            for part in ("server", "postgres"):
                await asyncio.sleep(seconds / 3)
                await asyncio.to_thread(kill, part)


def kill(site, server, part):
    """Kills the server and starts it again, or kills one backend of PostgreSQL, which recovers by itself."""
    if part == "server":
        server.kill()
        server.start()
    else:
        backend = site.sql("SELECT pid FROM pg_stat_activity WHERE usename = 'boardwalk_server' LIMIT 1", role="postgres")
        os.kill(int(backend), signal.SIGKILL)
    report.say(f"  {part} was killed")


def check(site, phones):
    """Checks that every answered lap action is stored once, and that the totals of the rides match."""
    names = "', '".join(phone.name for phone in phones)
    kept = int(site.sql(f"SELECT count(*) FROM lap_actions WHERE club_id = {site.club} AND split_part(idempotency_key, '-', 1) IN ('{names}')"))
    sent = sum(phone.sent for phone in phones)
    wrong = int(site.sql(
        f"""SELECT count(*) FROM (SELECT ride_id, sum(amount) AS laps FROM lap_actions WHERE club_id = {site.club} AND NOT is_undone GROUP BY ride_id) a
        JOIN rides r ON r.club_id = {site.club} AND r.id = a.ride_id WHERE r.laps <> a.laps"""))
    report.say(f"  {sent} taps were answered, {kept} are there; {wrong} rides with wrong totals")
    report.at_most("rides.lost", abs(sent - kept) + wrong, 0)


def pgbench(site, server, phone):
    """CPU seconds of pgbench and the backends for the statements of a lap action. The number of members and rides is the same. Nearly every
    lap action is a member's first on a ride, as it is for the phones."""
    log = next(site.postgres.data.rglob("server.log"))
    site.sql_as_superuser("ALTER ROLE boardwalk_server SET log_min_duration_statement = 0")
    logged = site.new_server().start()
    try:
        other = Phone(logged.port, phone.token, phone.rides)
        start = log.stat().st_size
        asyncio.run(other.run(time.monotonic() + 0.5, 0.05))
        time.sleep(0.3)
        lines = log.read_bytes()[start:].decode(errors="replace")
    finally:
        logged.stop()
        site.sql_as_superuser("ALTER ROLE boardwalk_server RESET log_min_duration_statement")
    members = len(site.guests(site.many(MEMBERS, least=20)))
    last = int(site.sql(f"SELECT max(id) FROM members WHERE club_id = {site.club}"))
    tap = "('bench-' || :a || '-' || :b)"
    count = [text for text, _ in executions(lines) if "INSERT INTO lap_actions" in text][-1]
    tally = bound([text for text, _ in executions(lines) if "greatest(coalesce(l.count, 0), 0)" in text][-1], [":ride", ":member", tap, "NULL"])
    riders = bound([text for text, _ in executions(lines) if "UPDATE member_ride_totals s SET rides" in text][-1], [":member", tap])
    settle, rules = [(text, rules) for text, rules in executions(lines) if "INSERT INTO badges" in text][-1]
    count = bound(count, [":ride", ":member", tap, "NULL", "1", "0"])
    settle = bound(settle, ["ARRAY[:member]::bigint[]", quoted(rules[1]), quoted(rules[2]), tap])
    file = site.folder / "tap.pgbench"
    file.write_text("\n".join([
        "\\set n :n + 1", f"\\set pair (:n * {CLIENTS} + :client_id) % {members * len(phone.rides)}",
        f"\\set member {last} - :pair % {members}", f"\\set ride {phone.rides[0]} + :pair / {members}",
        "\\set a random(1, 1000000000)", "\\set b random(1, 1000000000)",
        "\\startpipeline", "BEGIN;", "SELECT set_config('app.club_id', :club, true);", count + ";", tally + ";", riders + ";", settle + ";",
        "COMMIT;", "\\endpipeline"]) + "\n")
    before = site.database_cpu()
    output, usage = machine.run([
        "pgbench", "-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "1", "-t", str(members * len(phone.rides) * 11 // 10 // CLIENTS), "-f", str(file),
        f"-Dclub={site.club}", "-Dn=0", f"{site.url('boardwalk_server')}&options={PLANNER}"])
    spent = site.database_cpu() - before
    return (usage + spent) / int(re.search(r"transactions actually processed: (\d+)", output)[1])


def bound(text, values):
    """A statement in which SQL replaces the parameters."""
    for place in range(len(values), 0, -1):
        text = text.replace(f"${place}", values[place - 1])
    return text


def quoted(value):
    return "'" + value.replace("'", "''") + "'"


def pages(site):
    """Compares the CPU time of ride pages in a club of ten million laps and 100,000 members with a club of 1,000 each."""
    start = time.monotonic()
    paths = {"log": {}, "ride": {}, "leaderboard": {}, "place": {}, "park": {}}
    for slug, counts in CLUBS.items():
        members, laps = (site.many(count, least=100) for count in counts)
        club = growth.found_club(site, slug, members)
        park, ride = add_laps(site, club, members, laps)
        paths["log"][slug] = f"/c/{slug}/laps/guest1"
        paths["ride"][slug], paths["park"][slug] = f"/c/{slug}/rides/{ride}", f"/c/{slug}/parks/{park}"
        paths["leaderboard"][slug] = f"/c/{slug}/rides/leaderboard"
        paths["place"][slug] = f"/c/{slug}/rides/leaderboard?by=laps&period={BAD_MONTH}"
    site.sql(f"VACUUM (ANALYZE) {TABLES}, presence, {RIDE_TABLES}")
    report.say(f"  both clubs were made in {time.monotonic() - start:.0f} s")
    for name, of_clubs in paths.items():
        growth.compare(site, f"rides.growth.{name}", of_clubs)


def add_laps(site, club, members, laps):
    """Adds fifty parks of twenty rides. All members have about the same number of laps, except Ana, who is the first member. Returns the
    ids of a park and one of its rides."""
    site.sql(
        f"""INSERT INTO parks (club_id, name) SELECT {club}, 'Park ' || n FROM generate_series(1, 50) n;
        INSERT INTO rides (club_id, park_id, name, kind)
            SELECT {club}, p.id, 'Ride ' || n, 'coaster' FROM parks p CROSS JOIN generate_series(1, 20) n WHERE p.club_id = {club}""")
    own = min(OWN_LAPS, laps // 2)
    growth.fill(
        site, ["lap_actions", "laps", "member_rides", "member_ride_totals", "ride_months"], growth.seats(club) + f"""
        CREATE TEMP TABLE ride AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM rides WHERE club_id = {club};
        CREATE UNIQUE INDEX ON ride (place);
        ANALYZE ride;
        INSERT INTO lap_actions (club_id, member_id, idempotency_key, ride_id, day, amount)
            SELECT {club}, s.id, 'made-lap-' || n, r.id, current_date - (n / 1000) % 365, 1
            FROM generate_series(1, {laps}) n
            JOIN seat s ON s.place = CASE WHEN n <= {own} THEN 0 ELSE 1 + n % ({members} - 1) END
            JOIN ride r ON r.place = (n * 7919::bigint) % 1000;
        ANALYZE lap_actions;
        INSERT INTO laps (club_id, member_id, ride_id, day, count)
            SELECT club_id, member_id, ride_id, day, count(*) FROM lap_actions WHERE club_id = {club} GROUP BY 1, 2, 3, 4;
        ANALYZE laps, rides;
        INSERT INTO member_rides (club_id, member_id, ride_id, laps)
            SELECT club_id, member_id, ride_id, sum(count) FROM laps WHERE club_id = {club} GROUP BY 1, 2, 3;
        CREATE TEMP TABLE rode AS SELECT l.member_id, l.ride_id, r.park_id, date_trunc('month', l.day)::date AS month, sum(l.count) AS laps
            FROM laps l JOIN rides r ON r.club_id = l.club_id AND r.id = l.ride_id WHERE l.club_id = {club} GROUP BY 1, 2, 3, 4;
        INSERT INTO member_ride_totals (club_id, member_id, period, laps, rides, parks)
            SELECT {club}, member_id, period, sum(laps), count(DISTINCT ride_id), count(DISTINCT park_id)
            FROM rode CROSS JOIN LATERAL (VALUES (''), (to_char(month, 'YYYY')), (to_char(month, 'YYYY-MM'))) p (period) GROUP BY 2, 3;
        INSERT INTO member_ride_totals (club_id, member_id, period, laps, rides, parks)
            SELECT {club}, id, '{BAD_MONTH}', least(place, 1) + 1, 1, 1 FROM seat;
        INSERT INTO ride_months (club_id, ride_id, month, laps) SELECT {club}, ride_id, month, sum(laps) FROM rode GROUP BY 2, 3""")
    site.sql(
        f"""UPDATE rides r SET laps = t.laps, riders = t.riders FROM (SELECT ride_id, sum(laps) AS laps, count(*) AS riders
            FROM member_rides WHERE club_id = {club} GROUP BY ride_id) t WHERE r.club_id = {club} AND r.id = t.ride_id""")
    return site.sql(f"SELECT park_id, id FROM rides WHERE club_id = {club} ORDER BY id LIMIT 1").split("|")


def catalogue(site):
    """Measures the seconds for importing 20,000 rides from a file, and the growth of the server's memory."""
    count = site.many(CATALOGUE, least=100)
    visitor, server = Visitor(site.server), site.server
    table = "park,place,country,ride,kind,maker,height,speed,opened,notes\n" + "".join(
        f"Park {n // 40},Town,Ireland,The Ride of {secrets.token_hex(4)} {n},coaster,Quillon Werke,{n % 60 + 3},{n % 90 + 20},{1950 + n % 70},Invented.\n"
        for n in range(count))
    idle = machine.resident_bytes(server.process.pid)
    start, highest = time.monotonic(), idle
    before = machine.cpu_seconds(server.process.pid), site.database_cpu()
    answer = asyncio.run(watched(server.process.pid, lambda: send(server, visitor.cookie, table.encode())))
    seconds, highest = time.monotonic() - start, answer[1]
    front, backends = machine.cpu_seconds(server.process.pid) - before[0], site.database_cpu() - before[1]
    if f"{count} rides: {count} new" not in answer[0]:
        raise RuntimeError(re.sub("<[^>]*>", " ", answer[0].partition("<main")[2])[:1000])
    kept = int(site.sql(f"SELECT count(*) FROM rides WHERE club_id = {site.club} AND notes = 'Invented.'"))
    report.say(f"  {len(table) / MEGABYTE:.1f} MB, {kept} rides are there; CPU of the server {front:.2f} s, of the backends {backends:.2f} s")
    report.at_most("rides.import", seconds, 10, "s")
    report.at_most("rides.import.memory", (highest - idle) / MEGABYTE, 64, "MB")


async def watched(pid, work):
    """Returns the result of `work`, and the highest memory of a process meanwhile."""
    task, highest = asyncio.create_task(asyncio.to_thread(work)), 0
    while not task.done():
        highest = max(highest, machine.resident_bytes(pid))
        await asyncio.sleep(0.02)
    return await task, highest


def send(server, cookie, table):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    path = f"/c/{CLUB}/parks/import"
    connection.request("GET", path, headers={"Cookie": cookie})
    token = re.search(rb'name="csrf" value="([^"]+)"', connection.getresponse().read())[1].decode()
    boundary = "----BenchmarkBoundary"
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{token}\r\n--{boundary}\r\n'
        'Content-Disposition: form-data; name="file"; filename="rides.csv"\r\nContent-Type: text/csv\r\n\r\n'
    ).encode() + table + f"\r\n--{boundary}--\r\n".encode()
    connection.request("POST", path, body, {
        "Cookie": cookie, "Content-Type": f"multipart/form-data; boundary={boundary}", "Origin": server.url})
    return connection.getresponse().read().decode()
