"""What is said while measuring, and the rows at the end."""

import statistics

rows = []


def say(line):
    print(line, flush=True)


def median(values):
    return statistics.median(values)


def spread(values):
    """The median, with the least and the greatest."""
    return f"{median(values):.4g} ({min(values):.4g} to {max(values):.4g})"


def at_most(name, value, aim, unit=""):
    """A row that holds when `value` is not above `aim`."""
    add(name, value, aim, unit, value <= aim, "<=")


def at_least(name, value, aim, unit=""):
    """A row that holds when `value` is not below `aim`."""
    add(name, value, aim, unit, value >= aim, ">=")


def add(name, value, aim, unit, holds, sign):
    row = f"bench {name} {value:.4g}{unit} {sign}{aim:g}{unit} {'holds' if holds else 'short'}"
    rows.append(row)
    say("  " + row)


def show_rows():
    say("")
    for row in rows:
        say(row)
