"""Measures the pages of practice in a club with very many games, a guess in Wordley, and hints in SlideIt."""

import asyncio
import time
import urllib.parse

import growth
import machine
import moves
import report
from site_under_test import CLUB, TABLES

# Slug, members, games. In both clubs, OWN of the games are Ana's.
CLUBS = {"resting": (1_000, 1_000), "practising": (100_000, 1_000_000)}
OWN = 200
PRACTICE_TABLES = "practice_results, practice_totals, practice_levels, practice_days, practice_tasks, practice_task_days"


def pages(site):
    """Compares the CPU time of practice pages in a club of a million games and 100,000 members with a club of 1,000 each."""
    start = time.monotonic()
    for slug, counts in CLUBS.items():
        members, games = (site.many(count, least=100) for count in counts)
        add_games(site, growth.found_club(site, slug, members), members, games, min(OWN, games // 5))
    site.sql(f"VACUUM (ANALYZE) {TABLES}, presence, {PRACTICE_TABLES}")
    report.say(f"  both clubs were made in {time.monotonic() - start:.0f} s")
    pages = {"home": "practice", "history": "practice/history", "game": "practice/history?game=slideit", "tasks": "practice/tasks",
             "leaderboard": "practice/leaderboard"}
    for name, page in pages.items():
        growth.compare(site, f"practice.growth.{name}", {slug: f"/c/{slug}/{page}" for slug in CLUBS})


def add_games(site, club, members, games, own):
    growth.fill(
        site, PRACTICE_TABLES.split(", "), growth.seats(club) + f"""
        INSERT INTO practice_results (club_id, member_id, game, level, is_won, is_good, points, steps, least, hints, is_counted, finished_at, day)
            SELECT {club}, s.id, CASE n % 2 WHEN 0 THEN 'wordley' ELSE 'slideit' END, 5, n % 5 > 0, n % 5 > 0, CASE WHEN n % 5 > 0 THEN 20 ELSE 0 END,
                4, 4, 0, true, now() - n * interval '1 hour', current_date - (n / 24)::integer
            FROM generate_series(1, {games}) n
            JOIN seat s ON s.place = CASE WHEN n <= {own} THEN 0 ELSE 1 + (n::bigint * 7919) % ({members} - 1) END;
        INSERT INTO practice_totals (club_id, member_id, game, games, won, points, best, is_ranked)
            SELECT club_id, member_id, game, count(*), count(*) FILTER (WHERE is_won), sum(points), max(points), member_id % 2 = 0
            FROM practice_results WHERE club_id = {club} GROUP BY club_id, member_id, game;
        INSERT INTO practice_days (club_id, member_id, day, games)
            SELECT club_id, member_id, day, count(*) FROM practice_results WHERE club_id = {club} GROUP BY club_id, member_id, day;
        INSERT INTO practice_tasks (club_id, member_id, title, weekdays, has_notice, since)
            SELECT {club}, id, 'Walk', 127, false, current_date - 100 FROM seat, generate_series(1, 3);
        INSERT INTO practice_task_days (club_id, task_id, day, state)
            SELECT club_id, id, current_date - n, 'done' FROM practice_tasks, generate_series(1, 10) n WHERE club_id = {club};
        INSERT INTO practice_levels (club_id, member_id, game, level)
            SELECT club_id, member_id, game, 5 FROM practice_totals WHERE club_id = {club}""")


def guess(site):
    """Compares the CPU time of a guess in Wordley with that of a move in a game, both answered without a redirect."""
    count = site.many(400, least=20)
    tokens = site.guests(2 * count)
    words, games = begin_words(site, count), begin_games(site, count)
    costs = {"guess": [], "move": []}
    for step in range(5):
        costs["guess"].append(asyncio.run(send(site, [guess_form(words[place], tokens[place], step) for place in range(count)])))
        costs["move"].append(
            asyncio.run(send(site, [move_form(games[place], tokens[2 * place + step % 2], step) for place in range(count)])))
    for name, values in costs.items():
        report.say(f"  {name}: {report.spread([value * 1e6 for value in values])} µs")
    guesses, played = (report.median(values) for values in costs.values())
    report.at_most("practice.guess", guesses / played, 1.5)


def hints(site):
    """Measures the CPU time of the slowest hint in SlideIt of each size, where most searches run out of steps on large boards."""
    sizes = machine.benchmark("slide-hints", "--rounds", site.rounds, "--games", site.many(40, least=4))
    for size, rounds in sizes.items():
        report.say(f"  {size} by {size}: {report.spread(rounds)} ms")
        report.at_most(f"practice.hints.{size}", max(rounds), 50, "ms")


def newest_guests(site, count):
    return f"""SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM (SELECT id FROM members
        WHERE club_id = {site.club} AND display_name LIKE 'Guest %' ORDER BY id DESC LIMIT {2 * count}) newest"""


def begin_words(site, count):
    """Starts a game of Wordley for each of the first guests. Returns the ids of the games."""
    return site.sql(
        f"""WITH seat AS ({newest_guests(site, count)}), made AS (
            INSERT INTO wordley_games (club_id, member_id, level, answer, rows, gives_first, is_hard)
            SELECT {site.club}, id, 10, 'stout', 6, false, false FROM seat WHERE place < {count} RETURNING id, member_id)
        SELECT id FROM made ORDER BY member_id""").split()


def begin_games(site, count):
    """Starts a game for each pair of guests, in which the first guest moves first. Returns the ids of the games."""
    return site.sql(
        f"""WITH seat AS ({newest_guests(site, count)}), made AS (
            INSERT INTO games (club_id, variant, x_member, o_member)
            SELECT {site.club}, '15x15', x.id, o.id FROM seat x JOIN seat o ON o.place = x.place + 1 WHERE x.place % 2 = 0
            RETURNING id, x_member)
        SELECT id FROM made ORDER BY x_member""").split()


def guess_form(game, token, step):
    words = ["crane", "toast", "scant", "blame", "grape"]
    return token, f"/c/{CLUB}/practice/wordley/{game}/guesses", {"guess": words[step], "row": str(step)}


def move_form(game, token, step):
    return token, f"/c/{CLUB}/games/{game}/moves", {"cell": str(2 * step), "ply": str(step), "frame": ""}


async def send(site, forms):
    """Sends the forms on eight connections. Returns the CPU seconds for one form."""
    connections = [moves.Connection(site.server.port) for _ in range(8)]

    async def post(place, token, path, fields):
        body = urllib.parse.urlencode({"csrf": moves.form_token(token)} | fields)
        head, _ = await connections[place % 8].ask(token, "POST", path, "Prefer: return=representation\r\n", body)
        if " 200 " not in head[:16]:
            raise RuntimeError(head[:200])

    pid = site.server.process.pid
    before = machine.cpu_seconds(pid) + site.database_cpu()
    await asyncio.gather(*(post(place, *form) for place, form in enumerate(forms)))
    return (machine.cpu_seconds(pid) + site.database_cpu() - before) / len(forms)
