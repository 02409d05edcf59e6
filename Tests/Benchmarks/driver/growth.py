"""What pages cost in a small club and in a very large one."""

import http_pages
import report
from site_under_test import TABLES, Visitor

# Slug, members, games.
CLUBS = {"small": (1_000, 1_000), "large": (100_000, 1_000_000)}


def lobby(site):
    """the lobby of a club with a million games and a hundred thousand members against one with a thousand; CPU of server and backends"""
    for slug, (members, games) in CLUBS.items():
        found_club(site, slug, members, games)
    site.sql(f"ANALYZE {TABLES}, presence, challenges, seeks")
    visitor = Visitor(site.server)
    costs = {slug: [] for slug in CLUBS}
    for _ in range(site.rounds):
        for slug in CLUBS:
            costs[slug].append(http_pages.load(site, site.server, f"/c/{slug}/lobby", {"Cookie": visitor.cookie}))
    for slug, values in costs.items():
        whole = [(front + backends) * 1e6 for front, backends, _ in values]
        report.say(f"  {slug}: {report.spread(whole)} µs, {report.median(rate for _, _, rate in values):.0f} a second")
    whole = {slug: report.median(front + backends for front, backends, _ in values) for slug, values in costs.items()}
    report.at_most("lobby.growth", whole["large"] / whole["small"], 1.3)


def found_club(site, slug, members, games):
    """A club of Ana's, with games that have been played, some that run, and twenty people who are here."""
    club = int(
        site.sql(
            f"INSERT INTO clubs (slug, name, visibility, member_count) VALUES ('{slug}', 'The {slug} club', 'public', {members}) RETURNING id"
        ).splitlines()[0])
    site.sql(
        f"""INSERT INTO members (club_id, handle, display_name)
            SELECT {club}, 'guest' || n, 'Guest ' || n FROM generate_series(1, {members}) n;
        INSERT INTO memberships (account_id, club_id, member_id)
            SELECT (SELECT id FROM accounts ORDER BY id LIMIT 1), {club}, min(id) FROM members WHERE club_id = {club};
        CREATE TEMP TABLE seat AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM members WHERE club_id = {club};
        CREATE UNIQUE INDEX ON seat (place);
        INSERT INTO games (club_id, x_member, o_member, moves, outcome, ending, started_at, moved_at, finished_at)
            SELECT {club}, x.id, o.id, '{{0,3,1,4,2}}', 'x', 'line', moment, moment, moment
            FROM generate_series(1, {games}) n
            CROSS JOIN LATERAL (SELECT now() - n * interval '30 seconds' AS moment) AS at
            JOIN seat x ON x.place = (n::bigint * 7919) % {members} JOIN seat o ON o.place = (n::bigint * 7919 + 1 + n % 97) % {members};
        INSERT INTO games (club_id, x_member, o_member, moves)
            SELECT {club}, x.id, o.id, '{{4,0}}' FROM generate_series(0, 199) n
            JOIN seat x ON x.place = n JOIN seat o ON o.place = n + 200;
        INSERT INTO scores (club_id, member_id, variant, wins, losses)
            SELECT {club}, id, '3x3', 3, 2 FROM seat;
        INSERT INTO presence (club_id, member_id, seen_at) SELECT {club}, id, now() + interval '1 hour' FROM seat WHERE place < 20""")
