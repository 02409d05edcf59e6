"""Compares the CPU time of pages in a small club and a very large one."""

import time

import http_pages
import report
from site_under_test import TABLES, Visitor

# Slug, members, games.
CLUBS = {"small": (1_000, 1_000), "large": (100_000, 1_000_000)}
# Slug, members, photos, messages. Ana has OWN_CONVERSATIONS conversations in both clubs.
ALBUMS = {"few": (1_000, 1_000, 1_000), "many": (100_000, 1_000_000, 10_000_000)}
OWN_CONVERSATIONS = 40
# Ana has this many photos in both clubs. She gets notices about likes of them and messages about them.
OWN_PHOTOS = 60


def lobby(site):
    """Compares the CPU time of the lobby in a club of a million games and 100,000 members with a club of 1,000 each."""
    start = time.monotonic()
    for slug, counts in CLUBS.items():
        members, games = (site.many(count, least=100) for count in counts)
        club = found_club(site, slug, members)
        add_games(site, club, members, games)
    site.sql(f"VACUUM (ANALYZE) {TABLES}, presence, challenges, seeks")
    report.say(f"  both clubs were made in {time.monotonic() - start:.0f} s")
    compare(site, "lobby.growth", {slug: f"/c/{slug}/lobby" for slug in CLUBS})


def people(site):
    """Compares the CPU time of photos and messages in a club of a million photos and ten million messages with a club of 1,000 each."""
    start = time.monotonic()
    for slug, counts in ALBUMS.items():
        members, photos, messages = (site.many(count, least=100) for count in counts)
        club = found_club(site, slug, members)
        add_photos(site, club, members, photos)
        add_notices(site, club, members)
        add_messages(site, club, members, messages)
    site.sql(f"VACUUM (ANALYZE) {TABLES}, presence, photos, photo_files, conversations, conversation_sides, follows, likes, notices")
    report.say(f"  both clubs were made in {time.monotonic() - start:.0f} s")
    for row, page in (("feed.growth", "photos"), ("inbox.growth", "messages"), ("notices.growth", "notices")):
        compare(site, row, {slug: f"/c/{slug}/{page}" for slug in ALBUMS})


def compare(site, row, paths):
    """Compares the cost of the second path with that of the first."""
    visitor = Visitor(site.server)
    costs = {slug: [] for slug in paths}
    for _ in range(site.rounds):
        for slug, path in paths.items():
            costs[slug].append(http_pages.load(site, site.server, path, {"Cookie": visitor.cookie}))
    for slug, values in costs.items():
        whole = [(front + backends) * 1e6 for front, backends, _ in values]
        report.say(f"  {slug}: {report.spread(whole)} µs, {report.median(rate for _, _, rate in values):.0f} a second")
    small, large = [report.median(front + backends for front, backends, _ in values) for values in costs.values()]
    report.at_most(row, large / small, 1.3)


def found_club(site, slug, members):
    """Creates a club with Ana as its first member, and with twenty members who are online. Returns its id."""
    club = int(
        site.sql(
            f"INSERT INTO clubs (slug, name, visibility, member_count) VALUES ('{slug}', 'The {slug} club', 'public', {members}) RETURNING id"
        ).splitlines()[0])
    site.sql(
        f"""INSERT INTO members (club_id, handle, display_name)
            SELECT {club}, 'guest' || n, 'Guest ' || n FROM generate_series(1, {members}) n;
        INSERT INTO memberships (account_id, club_id, member_id)
            SELECT (SELECT id FROM accounts ORDER BY id LIMIT 1), {club}, min(id) FROM members WHERE club_id = {club};
        INSERT INTO presence (club_id, member_id, seen_at)
            SELECT {club}, id, now() + interval '1 hour' FROM members WHERE club_id = {club} ORDER BY id LIMIT 20""")
    return club


def seats(club):
    """SQL for a temporary table with the members of the club and their position, which starts at 0."""
    return f"""CREATE TEMP TABLE seat AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM members WHERE club_id = {club};
        CREATE UNIQUE INDEX ON seat (place);
        ANALYZE seat;"""


def add_games(site, club, members, games):
    """Adds finished games, and 200 running ones."""
    fill(
        site, ["games", "ratings"], seats(club) + f"""
        INSERT INTO games (club_id, x_member, o_member, moves, outcome, ending, started_at, moved_at, finished_at)
            SELECT {club}, x.id, o.id, '{{0,3,1,4,2}}', 'x', 'line', moment, moment, moment
            FROM generate_series(1, {games}) n
            CROSS JOIN LATERAL (SELECT now() - n * interval '30 seconds' AS moment) AS at
            JOIN seat x ON x.place = (n::bigint * 7919) % {members} JOIN seat o ON o.place = (n::bigint * 7919 + 1 + n % 97) % {members};
        INSERT INTO games (club_id, x_member, o_member, moves)
            SELECT {club}, x.id, o.id, '{{4,0}}' FROM generate_series(0, 199) n
            JOIN seat x ON x.place = n JOIN seat o ON o.place = n + 200;
        INSERT INTO ratings (club_id, member_id, variant, wins, losses)
            SELECT {club}, id, '3x3', 3, 2 FROM seat""")


def fill(site, tables, statement):
    """Runs a statement that adds very many rows to the tables. Foreign keys are not checked, because nothing else writes and all rows are
    valid. The indexes are disabled and built again at the end, because sorting ten million keys is faster than inserting each of them.
    The server is stopped first, because its scheduled cleanup and this statement would block each other."""
    site.forget_server()
    names = ", ".join(f"'{table}'::regclass" for table in tables)
    afresh = "; ".join(f"REINDEX TABLE {table}; ANALYZE {table}" for table in tables)
    site.sql(
        f"""SET session_replication_role = replica;
        SET maintenance_work_mem = '1GB';
        UPDATE pg_index SET indisready = false, indisvalid = false WHERE indrelid IN ({names});
        {statement};
        {afresh}""", role="postgres")


def add_photos(site, club, members, photos):
    """Adds photos of all members, a tenth of them for friends. Ana has a hundred friends, and ten more members follow her. Each file has
    only one byte, because the benchmark measures the page without the files."""
    fill(
        site, ["photos", "photo_files", "follows"], seats(club) + f"""
        INSERT INTO photos (club_id, member_id, digest, caption, audience, likes)
            SELECT {club}, s.id, sha256(n::text::bytea), 'Photo ' || n, CASE WHEN n % 10 = 0 THEN 'friends' ELSE 'club' END,
                CASE WHEN n % 5 = 0 THEN 5 ELSE 0 END
            FROM generate_series(1, {photos}) n
            JOIN seat s ON s.place = CASE WHEN n > {OWN_PHOTOS} THEN (n::bigint * 7919) % {members} ELSE 0 END
            ORDER BY n;
        INSERT INTO photo_files (club_id, photo_id, size, width, height, data)
            SELECT club_id, id, 'small', 320, 240, '\\x00' FROM photos WHERE club_id = {club};
        INSERT INTO follows (club_id, member_id, followed_id, is_mutual)
            SELECT {club}, me.id, s.id, true FROM seat s, seat me WHERE me.place = 0 AND s.place BETWEEN 1 AND 100
            UNION ALL SELECT {club}, s.id, me.id, true FROM seat s, seat me WHERE me.place = 0 AND s.place BETWEEN 1 AND 100;
        INSERT INTO follows (club_id, member_id, followed_id)
            SELECT {club}, s.id, me.id FROM seat s, seat me WHERE me.place = 0 AND s.place BETWEEN 101 AND 110""")


def add_messages(site, club, members, messages):
    """Adds conversations of twenty messages between all members. Ana has some of them, a few with an unread message."""
    fill(
        site, ["messages", "conversation_sides"], seats(club) + f"""
        INSERT INTO conversations (club_id, low_member, high_member)
            SELECT {club}, low.id, high.id FROM generate_series(0, {messages // 20 - 1}) n
            CROSS JOIN LATERAL (SELECT CASE WHEN n < {OWN_CONVERSATIONS} THEN 0 ELSE 1 + n % ({members} - 2) END AS one,
                CASE WHEN n < {OWN_CONVERSATIONS} THEN 1 + n ELSE 2 + n % ({members} - 2) + n / ({members} - 2) END AS other) pair
            JOIN seat low ON low.place = pair.one JOIN seat high ON high.place = pair.other
            ON CONFLICT DO NOTHING;
        ANALYZE conversations;
        INSERT INTO messages (club_id, room_kind, room_number, member_id, text, idempotency_key)
            SELECT {club}, 'conversation', c.id, CASE WHEN n % 2 = 0 THEN c.low_member ELSE c.high_member END,
                'Message ' || n || ' of some, and it goes on for a while.', 'n' || n
            FROM conversations c CROSS JOIN generate_series(1, 20) n WHERE c.club_id = {club};
        INSERT INTO conversation_sides (club_id, member_id, conversation_id, other_id, last_message_id, unread)
            SELECT {club}, side.me, c.id, side.other, last.id, CASE WHEN c.id % 20 = 0 THEN 1 ELSE 0 END
            FROM conversations c
            JOIN (SELECT room_number, max(id) AS id FROM messages WHERE club_id = {club} AND room_kind = 'conversation'
                GROUP BY room_number) last ON last.room_number = c.id
            CROSS JOIN LATERAL (VALUES (c.low_member, c.high_member), (c.high_member, c.low_member)) side (me, other)
            WHERE c.club_id = {club}""")


def add_notices(site, club, members):
    """Every fifth photo has five likes, and the next one has three messages. Their owners have notices, of which half are read."""
    fill(
        site, ["likes", "messages", "notices"], seats(club) + f"""
        CREATE TEMP TABLE photo AS SELECT id, member_id, row_number() OVER (ORDER BY id) AS number FROM photos WHERE club_id = {club};
        ANALYZE photo;
        INSERT INTO likes (club_id, photo_id, member_id)
            SELECT {club}, p.id, s.id FROM photo p CROSS JOIN generate_series(1, 5) n
            JOIN seat s ON s.place = (p.number * 31 + n) % {members} WHERE p.number % 5 = 0 AND s.id <> p.member_id;
        INSERT INTO messages (club_id, room_kind, room_number, member_id, text, idempotency_key)
            SELECT {club}, 'photo', p.id, s.id, 'What a photo!', 'p' || p.id || '-' || n
            FROM photo p CROSS JOIN generate_series(1, 3) n JOIN seat s ON s.place = (p.number * 37 + n) % {members}
            WHERE p.number % 5 = 1 AND s.id <> p.member_id;
        INSERT INTO notices (club_id, member_id, kind, actor_id, subject_id, is_read)
            SELECT {club}, p.member_id, CASE p.number % 5 WHEN 0 THEN 'like' ELSE 'comment' END, s.id, p.id, p.number % 2 = 0
            FROM photo p JOIN seat s ON s.place = (p.number * 37) % {members} WHERE p.number % 5 < 2""")
