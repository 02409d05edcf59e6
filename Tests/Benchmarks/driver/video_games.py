"""Measures the search for video games by misspelled names, the page of video games to play together, and the pages of the library in a
club with very many entries."""

import html
import http.client
import itertools
import random
import re
import threading
import time
import unicodedata
import urllib.parse

import growth
import machine
import processes
import report
from site_under_test import CLUB, TABLES, Visitor

TITLES = 500_000
QUERIES = 400
READERS = 4
WORDS = machine.ROOT / "Sources/App/Practice/Wordley/WordListText.swift"
SYLLABLES = "ka ri to mo shi na ve lo dra gor el wyn tha mor zen qua ril bos tan fer nix ul sar pel dor mi ra".split()
NUMERALS = {"II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6", "2": "II", "3": "III"}
ACCENTS = dict(zip("aeouinc", "áéöüíñç"))
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def search(site):
    """Searches half a million titles by misspelled names, variants and prefixes, and measures CPU time, hits and waiting time."""
    start = time.monotonic()
    dice = random.Random(7)
    titles = make_titles(site.many(TITLES, least=500), dice)
    write_down(site, titles)
    report.say(f"  {len(titles)} titles were written down in {time.monotonic() - start:.0f} s")
    count = site.many(QUERIES, least=4)
    reader = Reader(site)
    asked = {
        "one": [(slip(title, dice), title) for title in dice.sample(titles, count)],
        "two": [(slip(slip(title, dice), dice), title) for title in dice.sample([title for title in titles if letters(title) >= 12], count)],
        "variant": [(variant(title, dice), title) for title in dice.sample(titles, count)],
        "prefix": [(title[:dice.randint(2, 10)].strip(), title) for title in dice.sample(titles, count)],
    }
    for words, _ in asked["one"][:20]:
        reader.find(words)
    found, costs = {}, {}
    for kind, queries in asked.items():
        answers = [reader.measured(words) for words, _ in queries]
        costs[kind] = [cost * 1e3 for _, cost in answers]
        found[kind] = 100 * sum(title in names[:5] for (names, _), (_, title) in zip(answers, queries)) / count
        report.say(f"  {kind}: {report.spread(costs[kind])} ms of CPU, {found[kind]:.1f} % among the first five")
    report.at_most("video_games.search.slip", report.median(costs["one"]), 20, "ms")
    report.at_most("video_games.search.prefix", report.median(costs["prefix"]), 3, "ms")
    for kind, aim in {"one": 97, "two": 90, "variant": 95}.items():
        report.at_least(f"video_games.found.{kind}", found[kind], aim, "%")
    report.at_most("video_games.search.p99", waiting(site, [words for words, _ in asked["one"] + asked["prefix"]]), 150, "ms")


PLAYERS, OWN = 8, 2000
# Slug, members. Each member has EACH titles. One title is on the lists of 100 members in both clubs.
CLUBS = {"sparse": 100, "hoarding": 1_000_000}
EACH = 10
# The number of different titles on the lists.
COMMON = 10_000
LIBRARY_TABLES = "library_entries, library_totals, video_game_totals, follows"


def together(site):
    """Measures the CPU time of the page that finds video games for eight members with 2,000 each to play together."""
    pool = site.many(3 * OWN // 2, least=30)
    site.sql(
        f"""SET app.club_id = '0';
        INSERT INTO video_games (club_id, name, platforms, together, against)
            SELECT 0, 'Shared ' || n, '{{PC,Switch}}', CASE WHEN n % 5 > 0 THEN n % 12 END, n % 10 FROM generate_series(1, {pool}) n""")
    site.guests(PLAYERS - 1)
    handles = site.sql(
        f"SELECT string_agg(handle, ',') FROM (SELECT handle FROM members WHERE club_id = {site.club} ORDER BY id DESC LIMIT {PLAYERS - 1}) m")
    site.sql(
        f"""SET app.club_id = '{site.club}';
        INSERT INTO library_entries (club_id, member_id, video_game_id, state, rating, platform)
            SELECT {site.club}, m.id, t.id, CASE WHEN t.place % 3 = 0 THEN 'plays' ELSE 'wants' END,
                CASE WHEN t.place % 2 = 0 THEN 1 + (t.place + m.id) % 10 END, CASE WHEN t.place % 4 = 0 THEN 'Switch' ELSE '' END
            FROM (SELECT id FROM members WHERE club_id = {site.club} AND handle = ANY (string_to_array('ana,{handles}', ','))) m
            CROSS JOIN LATERAL (SELECT id, row_number() OVER (ORDER BY id) AS place FROM video_games WHERE name LIKE 'Shared %'
                ORDER BY md5(id::text || CASE WHEN id % 2 = 0 THEN m.id::text ELSE '' END) LIMIT {site.many(OWN, least=20)}) t
            ON CONFLICT DO NOTHING""")
    site.sql("VACUUM (ANALYZE) library_entries, video_games, video_game_totals")
    reader, path = Reader(site), f"/c/{CLUB}/library/together?with={handles}"
    for _ in range(20):
        names = reader.names(path)
    before = site.transactions()
    costs = [reader.cost(path) * 1e3 for _ in range(site.many(200, least=10))]
    report.say(f"  {len(names)} shown; {report.spread(costs)} ms; {(site.transactions() - before) / len(costs):.2f} transactions a page")
    report.at_most("video_games.together", report.median(costs), 20, "ms")


def pages(site):
    """Compares the CPU time of library pages in a club of a million members and ten million entries with a club of 100 and 1,000."""
    start = time.monotonic()
    common = site.many(COMMON, least=100)
    site.sql(
        f"""SET app.club_id = '0';
        INSERT INTO video_games (club_id, name, platforms, popularity) SELECT 0, 'Common ' || n, '{{PC}}', 1 FROM generate_series(1, {common}) n""")
    first = int(site.sql("SELECT min(id) FROM video_games WHERE name LIKE 'Common %'"))
    for slug, members in CLUBS.items():
        members = max(100, site.many(members))
        add_entries(site, growth.found_club(site, slug, members), first, common)
    site.sql(f"VACUUM (ANALYZE) {TABLES}, presence, {LIBRARY_TABLES}")
    report.say(f"  both clubs were made in {time.monotonic() - start:.0f} s")
    pages = {
        "list": "library", "table": "library?view=table", "title": f"library/games/{first}", "players": "library/players",
        "together": "library/together?with=guest2,guest3", "known": "library/search"}
    for name, page in pages.items():
        growth.compare(site, f"video_games.growth.{name}", {slug: f"/c/{slug}/{page}" for slug in CLUBS})


def add_entries(site, club, first, common):
    """Adds ten entries for each member. Ana has forty friends."""
    growth.fill(
        site, LIBRARY_TABLES.split(", "), growth.seats(club) + f"""
        INSERT INTO library_entries (club_id, member_id, video_game_id, state, rating, place, news, news_at)
            SELECT {club}, s.id, CASE WHEN n = 0 AND s.place < 100 THEN {first} ELSE {first} + 1 + (s.place * 7919 + n * 997) % {common - 1} END,
                CASE WHEN n < 5 THEN 'plays' WHEN n < 8 THEN 'wants' ELSE 'finished' END, CASE WHEN n < 5 THEN 1 + (s.place + n) % 10 END, n,
                CASE WHEN n < 5 THEN 'started' END, CASE WHEN n < 5 THEN now() - n * interval '1 hour' END
            FROM seat s CROSS JOIN generate_series(0, {EACH - 1}) n;
        INSERT INTO library_totals (club_id, member_id, state, video_games)
            SELECT club_id, member_id, state, count(*) FROM library_entries WHERE club_id = {club} GROUP BY club_id, member_id, state;
        INSERT INTO video_game_totals (club_id, video_game_id, members, ratings, rated)
            SELECT club_id, video_game_id, count(*), count(rating), coalesce(sum(rating), 0)
            FROM library_entries WHERE club_id = {club} GROUP BY club_id, video_game_id;
        INSERT INTO follows (club_id, member_id, followed_id, is_mutual)
            SELECT {club}, me.id, s.id, true FROM seat s, seat me WHERE me.place = 0 AND s.place BETWEEN 1 AND 40
            UNION ALL SELECT {club}, s.id, me.id, true FROM seat s, seat me WHERE me.place = 0 AND s.place BETWEEN 1 AND 40""")


class Reader:
    """A member who searches for titles on a separate connection."""

    def __init__(self, site):
        self.site, self.cookie = site, Visitor(site.server).cookie
        self.connection = http.client.HTTPConnection("127.0.0.1", site.server.port, timeout=30)

    def find(self, words):
        """The names on the page of results, in order."""
        return self.names(f"/c/{CLUB}/library/search?" + urllib.parse.urlencode({"q": words}))

    def names(self, path):
        self.connection.request("GET", path, headers={"Cookie": self.cookie})
        answer = self.connection.getresponse()
        page = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        return [html.unescape(name) for name in re.findall(r'<bdi class="row-title">([^<]*)<', page)]

    def measured(self, words):
        """The names, and the CPU seconds of the server and its backends."""
        before = self.spent()
        names = self.find(words)
        return names, self.spent() - before

    def cost(self, path):
        before = self.spent()
        self.names(path)
        return self.spent() - before

    def spent(self):
        return (machine.exact_cpu_seconds(self.site.server.process.pid)
                + machine.exact_family_cpu_seconds(self.site.postgres.postmaster()))


def waiting(site, queries):
    """The 99th percentile of the wait in milliseconds, while four readers search without a pause."""
    waits = []

    def read(reader, words):
        for asked in words:
            start = time.perf_counter()
            reader.find(asked)
            waits.append((time.perf_counter() - start) * 1e3)

    threads = [threading.Thread(target=read, args=(Reader(site), queries[place::READERS])) for place in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(waits) != len(queries):
        raise RuntimeError(f"{len(queries) - len(waits)} readers were not answered")
    return sorted(waits)[int(len(waits) * 0.99)]


def write_down(site, titles):
    """Adds the titles to the catalogue of all clubs (club 0), with random popularity."""
    file = site.folder / "titles.sql"
    with file.open("w") as lines:
        lines.write("SET app.club_id = '0';\nCREATE TEMP TABLE made (name text);\nCOPY made FROM stdin;\n")
        lines.writelines(title + "\n" for title in titles)
        lines.write("\\.\nINSERT INTO video_games (club_id, name, popularity) SELECT 0, name, (random() * random() * 1000)::integer FROM made;\n")
        lines.write("VACUUM (ANALYZE) video_games, video_game_names, video_game_words, video_game_vocabulary, video_game_word_deletions;\n")
    site.sql_file(file)


def make_titles(count, dice):
    """Invents different titles of common and rare words. Some have an article, a numeral, an accent or a colon."""
    words = [line for line in WORDS.read_text().splitlines() if line.isalpha()]
    dice.shuffle(words)
    words = words[:20_000]
    weights = list(itertools.accumulate(1 / (place + 10) for place in range(len(words))))
    names = ["".join(dice.choices(SYLLABLES, k=dice.randint(2, 4))) for _ in range(30_000)]
    titles = {}
    while len(titles) < count:
        chosen = dice.choices([1, 2, 3, 4, 5], [8, 38, 32, 16, 6])[0]
        said = [(dice.choice(names) if dice.random() < 0.25 else dice.choices(words, cum_weights=weights)[0]).capitalize() for _ in range(chosen)]
        if chosen > 1 and dice.random() < 0.25:
            said[-1:] = dice.choice([["of", said[-1]], [said[-1]]])
            if said[-2] != "of":
                said[-2] += ":"
        if dice.random() < 0.25:
            said.insert(0, "The")
        if dice.random() < 0.18:
            said.append(dice.choice([*NUMERALS, "64", "2000"]))
        title = " ".join(said)
        places = [place for place, letter in enumerate(title) if letter in ACCENTS]
        if places and dice.random() < 0.08:
            place = dice.choice(places)
            title = title[:place] + ACCENTS[title[place]] + title[place + 1:]
        titles.setdefault(title.lower(), title)
    return list(titles.values())


def letters(title):
    return sum(letter.isalpha() for letter in title)


def slip(text, dice):
    """The text with one character removed, inserted or replaced, or with two neighbours swapped. A space counts as a character."""
    place = dice.randrange(len(text) - 1)
    return dice.choice([
        text[:place] + text[place + 1:], text[:place] + dice.choice(LETTERS) + text[place:],
        text[:place] + dice.choice(LETTERS) + text[place + 1:], text[:place] + text[place + 1] + text[place] + text[place + 2:]])


def variant(title, dice):
    """The title with or without an article, with the other kind of numeral, or without accents."""
    words = title.split()
    ways = [" ".join(words[1:]) if words[0] == "The" else "The " + title]
    if words[-1] in NUMERALS:
        ways.append(" ".join(words[:-1] + [NUMERALS[words[-1]]]))
    if not title.isascii():
        ways.append("".join(letter for letter in unicodedata.normalize("NFKD", title) if not unicodedata.combining(letter)))
    return dice.choice(ways)
