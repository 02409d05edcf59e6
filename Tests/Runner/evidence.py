"""Checks that the tests, functions, types and files that docs/asvs.md and docs/security.md name exist, and that the counts are right."""

import re

import commands

CODE = re.compile(r'`([^`]+)`(?:, "([^"]+)")?')
SWIFT_TEST = re.compile(r"(?:(\w+)/)?(\w+Tests)(?:\.(\w+))?")
BROWSER_TEST = re.compile(r"(test_\w+\.py)::(test_\w+)")
SYMBOL = re.compile(r"((?:\w+/)*\w+\.swift)(?:: (\w+))?")
PATH = re.compile(r"(?:(?:Public|deploy|Templates|Tests|migrations|script)/[\w./-]+|Package\.swift)")
# Examples in the text that explains how the documents name things.
EXAMPLES = {"SecurityTests.swift"}
LINE = re.compile(r"^\| (V[\d.]+)(?: to (V[\d.]+))? .*? \| (met|not applicable|open) \|", re.M)
COUNTS = re.compile(r"^\| Both \| (\d+) \| (\d+) \| (\d+) \|", re.M)


def missing():
    """Yields a sentence for each name that does not exist."""
    texts = {name: (commands.ROOT / "docs" / name).read_text() for name in ("asvs.md", "security.md")}
    for name, text in texts.items():
        for words, title in CODE.findall(text):
            for fault in faults(words, title) if words not in EXAMPLES else ():
                yield f"docs/{name}: {fault}"
    yield from wrong_counts(texts["asvs.md"])


def faults(words, title):
    if match := SWIFT_TEST.fullmatch(words):
        folder, suite, test = match.groups()
        files = [file for file in found("Tests", suite + ".swift") if not folder or file.parent.name == folder]
        if len(files) != 1:
            yield f"there are {len(files)} files of {words}"
        elif test and not re.search(rf"func {test}\(", files[0].read_text()):
            yield f"there is no test {words}"
        elif title and not test and f"func `{title}`(" not in files[0].read_text():
            yield f"{suite} has no test “{title}”"
    elif match := BROWSER_TEST.fullmatch(words):
        file = commands.ROOT / "Tests/Browser" / match[1]
        if not file.exists() or f"def {match[2]}(" not in file.read_text():
            yield f"there is no test {words}"
    elif PATH.fullmatch(words):
        if not (commands.ROOT / words).exists():
            yield f"there is no {words}"
    elif match := SYMBOL.fullmatch(words):
        files = [file for file in found("Sources", match[1].rpartition("/")[2]) if str(file).endswith("/" + match[1])]
        if len(files) != 1:
            yield f"there are {len(files)} files {match[1]}"
        elif match[2] and not re.search(rf"\b{match[2]}\b", files[0].read_text()):
            yield f"{match[1]} has no {match[2]}"


def found(folder, name):
    return sorted((commands.ROOT / folder).rglob(name))


def wrong_counts(text):
    """Compares the table of counts with the lines. A line may cover several consecutive requirements: V1.2.6 to V1.2.8. The number that
    does not apply is not compared, because it includes whole chapters."""
    counts = {"met": 0, "not applicable": 0, "open": 0}
    for first, last, status in LINE.findall(text):
        counts[status] += int((last or first).rpartition(".")[2]) - int(first.rpartition(".")[2]) + 1
    told = COUNTS.search(text)
    if not told or (int(told[1]), int(told[3])) != (counts["met"], counts["open"]):
        yield f"docs/asvs.md: {counts['met']} lines are met and {counts['open']} open, and its table says otherwise"
