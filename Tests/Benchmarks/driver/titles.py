"""Titles of video games: what it costs to find one among very many by nearly its name, and whether it is found."""

import html
import http.client
import itertools
import random
import re
import subprocess
import threading
import time
import unicodedata
import urllib.parse

import machine
import processes
import report
from site_under_test import CLUB, Visitor

TITLES = 500_000
QUERIES = 400
READERS = 4
WORDS = machine.ROOT / "Sources/App/Wordley/words.txt"
SYLLABLES = "ka ri to mo shi na ve lo dra gor el wyn tha mor zen qua ril bos tan fer nix ul sar pel dor mi ra".split()
NUMERALS = {"II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6", "2": "II", "3": "III"}
ACCENTS = dict(zip("aeouinc", "áéöüíñç"))
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def search(site):
    """half a million titles: asked for by name with one slip, two, or another article, numeral or accent, and by how it begins; CPU of one
    page, found among the first five, and how long four readers wait"""
    start = time.monotonic()
    dice = random.Random(7)
    titles = make_titles(site.many(TITLES, least=500), dice)
    write_down(site, titles)
    report.say(f"  {len(titles)} titles were written down in {time.monotonic() - start:.0f} s")
    count = site.many(QUERIES, least=20)
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
    report.at_most("titles.search.slip", report.median(costs["one"]), 20, "ms")
    report.at_most("titles.search.prefix", report.median(costs["prefix"]), 3, "ms")
    for kind, aim in {"one": 97, "two": 90, "variant": 95}.items():
        report.at_least(f"titles.found.{kind}", found[kind], aim, "%")
    report.at_most("titles.search.p99", waiting(site, [words for words, _ in asked["one"] + asked["prefix"]]), 150, "ms")


class Reader:
    """Somebody who looks for titles, on a connection of their own."""

    def __init__(self, site):
        self.site, self.cookie = site, Visitor(site.server).cookie
        self.connection = http.client.HTTPConnection("127.0.0.1", site.server.port, timeout=30)

    def find(self, words):
        """The names on the page, in their order."""
        path = f"/c/{CLUB}/library/search?" + urllib.parse.urlencode({"q": words})
        self.connection.request("GET", path, headers={"Cookie": self.cookie})
        answer = self.connection.getresponse()
        page = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        return [html.unescape(name) for name in re.findall(r'<bdi class="row-title">([^<]*)<', page)]

    def measured(self, words):
        """The names, and the CPU seconds of the server and its backends that they took."""
        pids = [self.site.server.process.pid, *processes.children(self.site.postgres.postmaster())]
        before = sum(map(machine.exact_cpu_seconds, pids))
        names = self.find(words)
        return names, sum(map(machine.exact_cpu_seconds, pids)) - before


def waiting(site, queries):
    """Milliseconds that 99 of 100 readers wait at most, when four of them read without a pause."""
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
    """As everybody's; each is as well known as chance has it."""
    file = site.folder / "titles.sql"
    with file.open("w") as lines:
        lines.write("SET app.club_id = '0';\nCREATE TEMP TABLE made (name text);\nCOPY made FROM stdin;\n")
        lines.writelines(title + "\n" for title in titles)
        lines.write("\\.\nINSERT INTO titles (club_id, name, popularity) SELECT 0, name, (random() * random() * 1000)::integer FROM made;\n")
        lines.write("VACUUM (ANALYZE) titles, title_names, title_words, title_vocabulary, title_slips;\n")
    subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", site.url("boardwalk_owner"), "-f", str(file)], check=True)


def make_titles(count, dice):
    """Different ones, of common words and rare ones, as titles are: some with an article, a numeral, an accent, a colon."""
    words = [line.split()[0] for line in WORDS.read_text().splitlines() if line and line[0] in LETTERS]
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
    """With a letter too few, too many, another, or two that have changed places; a blank is a letter, too."""
    place = dice.randrange(len(text) - 1)
    return dice.choice([
        text[:place] + text[place + 1:], text[:place] + dice.choice(LETTERS) + text[place:],
        text[:place] + dice.choice(LETTERS) + text[place + 1:], text[:place] + text[place + 1] + text[place] + text[place + 2:]])


def variant(title, dice):
    """With an article or without one, with the other kind of numeral, or without accents."""
    words = title.split()
    ways = [" ".join(words[1:]) if words[0] == "The" else "The " + title]
    if words[-1] in NUMERALS:
        ways.append(" ".join(words[:-1] + [NUMERALS[words[-1]]]))
    if not title.isascii():
        ways.append("".join(letter for letter in unicodedata.normalize("NFKD", title) if not unicodedata.combining(letter)))
    return dice.choice(ways)
