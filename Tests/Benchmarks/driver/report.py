"""Prints progress while benchmarks run, and all rows at the end."""

import statistics
import subprocess

rows = []
# False in a smoke run, which does not compare values with their aims.
has_aims = True
LONGEST_REASON = 300


def say(line):
    print(line, flush=True)


def median(values):
    return statistics.median(values)


def spread(values):
    """The median, the minimum and the maximum as text."""
    return f"{median(values):.4g} ({min(values):.4g} to {max(values):.4g})"


def at_most(name, value, aim, unit=""):
    """Adds a row that holds if `value` is at most `aim`."""
    measured(name, value, f"<={aim:g}{unit} {'holds' if value <= aim else 'short'}", unit)


def at_least(name, value, aim, unit=""):
    """Adds a row that holds if `value` is at least `aim`."""
    measured(name, value, f">={aim:g}{unit} {'holds' if value >= aim else 'short'}", unit)


def measured(name, value, verdict, unit):
    add(f"bench {name} {value:.4g}{unit} {verdict if has_aims else 'smoke'}")


def failed(name, problem):
    """Adds a row for a benchmark that failed."""
    while isinstance(problem, BaseExceptionGroup):
        problem = problem.exceptions[0]
    if isinstance(problem, subprocess.CalledProcessError):
        program = problem.cmd if isinstance(problem.cmd, str) else problem.cmd[0]
        problem = f"{program} ended with {problem.returncode}"
    reason = " ".join(str(problem).split()) or type(problem).__name__
    add(f"bench {name} failed {reason[:LONGEST_REASON]}")


def add(row):
    rows.append(row)
    say("  " + row)


def show_rows():
    say("")
    for row in rows:
        say(row)
