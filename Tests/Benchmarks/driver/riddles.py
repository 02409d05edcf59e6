"""Measures the lists and the leaderboard of riddles in a club with very many riddles."""

import time

import growth
import report
from site_under_test import TABLES

# Slug, members, riddles. In both clubs, Ana has sent OWN of the riddles and received as many.
CLUBS = {"plain": (1_000, 1_000), "puzzled": (100_000, 1_000_000)}
OWN = 200
RIDDLE_TABLES = "riddles, riddle_plays, riddle_answers, riddle_totals"
PAGES = {
    "waiting": "riddles", "received": "riddles?list=received", "sent": "riddles?list=sent", "all": "riddles?list=all",
    "done": "riddles?list=done", "leaderboard": "riddles/leaderboard",
}


def pages(site):
    """Compares the CPU time of riddle lists in a club of a million riddles and 100,000 members with a club of 1,000 each."""
    start = time.monotonic()
    for slug, counts in CLUBS.items():
        members, riddles = (site.many(count, least=100) for count in counts)
        club = growth.found_club(site, slug, members)
        add_riddles(site, club, members, riddles, min(OWN, riddles // 5))
    site.sql(f"VACUUM (ANALYZE) {TABLES}, presence, {RIDDLE_TABLES}")
    report.say(f"  both clubs were made in {time.monotonic() - start:.0f} s")
    for name, page in PAGES.items():
        growth.compare(site, f"riddles.growth.{name}", {slug: f"/c/{slug}/{page}" for slug in CLUBS})


def add_riddles(site, club, members, riddles, own):
    """Every tenth riddle is for the whole club, and the others are for one member. A fifth wait for an answer, a tenth for a verdict, and
    the rest are finished. The first riddles are from Ana, and the next ones are for her."""
    growth.fill(
        site, RIDDLE_TABLES.split(", "), growth.seats(club) + f"""
        CREATE TEMP TABLE made AS SELECT n, s.id AS sender, r.id AS receiver, n % 10 = 3 AS for_all,
                CASE WHEN n % 5 = 0 THEN 'open' WHEN n % 10 = 1 THEN 'waiting' WHEN n % 3 = 0 THEN 'wrong' ELSE 'right' END AS state
            FROM generate_series(1, {riddles}) n
            JOIN seat s ON s.place = CASE WHEN n <= {own} THEN 0 ELSE 1 + (n::bigint * 7919) % ({members} - 1) END
            JOIN seat r ON r.place = CASE WHEN n BETWEEN {own} + 1 AND 2 * {own} THEN 0 ELSE 1 + (n::bigint * 7919 + 1 + n % 97) % ({members} - 1) END;
        INSERT INTO riddles (club_id, id, sender_id, audience, emoji, solution, kind, words, finished, solved, failed)
            OVERRIDING SYSTEM VALUE
            SELECT {club}, {club} * 10000000::bigint + n, sender, CASE WHEN for_all THEN 'club' ELSE 'members' END, '🌧️🐱', 'Solution ' || n, 'saying', 2,
                (state IN ('right', 'wrong'))::integer, (state = 'right')::integer, (state = 'wrong')::integer
            FROM made;
        INSERT INTO riddle_plays (club_id, member_id, riddle_id, sender_id, is_direct, state, tries, waiting_since, finished_at)
            SELECT {club}, receiver, {club} * 10000000::bigint + n, sender, NOT for_all,
                CASE WHEN for_all AND state = 'waiting' THEN 'open' ELSE state END, 1,
                CASE WHEN state = 'waiting' AND NOT for_all THEN now() END, CASE WHEN state IN ('right', 'wrong') THEN now() END
            FROM made WHERE sender <> receiver;
        INSERT INTO riddle_answers (club_id, member_id, riddle_id, number, text, match)
            SELECT club_id, member_id, riddle_id, 1, 'Something', 'none' FROM riddle_plays WHERE club_id = {club};
        INSERT INTO riddle_totals (club_id, member_id, points, solved, finished, sent)
            SELECT {club}, s.id, coalesce(p.solved, 0), coalesce(p.solved, 0), coalesce(p.finished, 0), coalesce(m.sent, 0) FROM seat s
            LEFT JOIN (SELECT member_id, count(*) FILTER (WHERE state = 'right') AS solved, count(*) FILTER (WHERE finished_at IS NOT NULL)
                AS finished FROM riddle_plays WHERE club_id = {club} GROUP BY member_id) p ON p.member_id = s.id
            LEFT JOIN (SELECT sender, count(*) AS sent FROM made GROUP BY sender) m ON m.sender = s.id""")
