"""Finds SQL statements of more than 25 lines. A long statement is hard to change, so each one needs a reason in `REASONS`. Most can be divided
into several statements of one transaction, which the server sends together."""

import re

import commands

MAX_LINES = 25
REASONS = {
    "ConversationQueries.messages": "The search divides its limits between the conversations before it reads any message.",
    "FriendQueries.suggestions": "Each list is cut to 100 rows before the lists are added up, so that the cost does not grow.",
    "LibraryImportQueries.addToLists": "The lines are chosen once, then added and deleted; there is no other record of the choice.",
    "LibraryQueries.put": "The statement returns whether the list was full or the entry had changed, which only its own steps know.",
    "SeekQueries.pair": "The search that ends, the game that starts and the search that begins depend on one another.",
    "TogetherQueries.games": "The page needs the number of all games that fit, and only the first of them.",
}


def long_statements():
    """Yields the name, the file, the line and the number of lines of each long statement."""
    for file in sorted((commands.ROOT / "Sources").rglob("*.swift")):
        lines = file.read_text().splitlines()
        start, name = None, ""
        for number, line in enumerate(lines):
            declared = re.search(r"\b(?:func|static let|static var) (\w+)", line)
            if start is None and declared:
                name = declared[1]
            if line.count('"""') != 1:
                continue
            if start is None:
                start = number
                continue
            text = "\n".join(lines[start + 1:number])
            if number - start - 1 > MAX_LINES and re.search(r"\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) [^\n]*\n", text) and "\n    " in text:
                yield f"{file.stem}.{name}", file.relative_to(commands.ROOT), start + 1, number - start - 1
            start = None


def faults():
    found = {}
    for name, file, line, count in long_statements():
        found[name] = True
        if name not in REASONS:
            yield f"{file}:{line}: {name} has {count} lines. Divide the statement, or give a reason in Tests/Runner/statements.py."
    for name in REASONS:
        if name not in found:
            yield f"Tests/Runner/statements.py: {name} is not a long statement any more. Delete its reason."


if __name__ == "__main__":
    for name, file, line, count in long_statements():
        print(f"{count:3} {name} ({file}:{line})")
    for fault in faults():
        print(fault)
