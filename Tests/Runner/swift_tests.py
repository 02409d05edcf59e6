"""Runs the Swift tests in a random order."""

import random
import re

import commands

# The program that `swift test` would run. `swift test` itself takes some seconds each time to plan a build.
PROGRAM = commands.ROOT / ".build/debug/boardwalkPackageTests.xctest"
# The tests of this target block threads while they wait for PostgreSQL, so they run one at a time, in a fixed order.
ONE_AT_A_TIME = "PostgresTests"
# The exit status of Swift Testing if no test was selected.
STATUS_OF_NONE = 69


def targets():
    return {folder.name for folder in (commands.ROOT / "Tests").glob("*Tests")}


def run(chosen, folder, results, seed, environment, times):
    """Runs the targets one after another, in a random order. Each target runs in its own process."""
    order = sorted(chosen)
    random.Random(seed).shuffle(order)
    for target in order:
        run_matching(target, rf"^{target}\.", folder, results, seed, environment, times)


def run_chosen(pattern, folder, results, seed, environment, times):
    """Runs the tests of all targets whose names match a pattern. There may be no such tests."""
    others = rf"^(?!{ONE_AT_A_TIME}\.)"
    for step, skip in ((f"{ONE_AT_A_TIME}, chosen", others), ("others, chosen", rf"^{ONE_AT_A_TIME}\.")):
        run_matching(step, pattern, folder, results, seed, environment, times, STATUS_OF_NONE, [skip])


def run_matching(step, pattern, folder, results, seed, environment, times, status_of_none=None, skip=()):
    """Runs the tests that match a pattern in one process."""
    commands.say(f"Swift Testing: {step}")
    report = folder / f"{step}.xml"
    variables = environment | {"BOARDWALK_TEST_SEED": str(seed), "BOARDWALK_TEST_TIMES": str(times.swift_file) if times.is_wanted else ""}
    with times.step(step):
        skipped = [word for name in skip for word in ("--skip", name)]
        status = commands.run(command(pattern, report, *width(step), *skipped), seconds=3600, env=variables)
    results.add_report(step, report, status, status_of_none)


def command(pattern, report, *options):
    return [PROGRAM, "--testing-library", "swift-testing", *options, "--filter", pattern, "--xunit-output", report]


def width(step):
    """Returns how many tests run at the same time. Except in PostgresTests, all tests of a target start at once, and `TestDatabase` runs
    them in a random order."""
    return ["--no-parallel"] if step.startswith(ONE_AT_A_TIME) else ["--experimental-maximum-parallelization-width", "100000"]


def passes_alone(test, folder, environment):
    """Runs one test by itself."""
    module, _, path = test.class_name.partition(".")
    pattern = "^" + re.escape(f"{module}.{path.replace('.', '/')}/{test.name.partition('(')[0]}(")
    report = folder / "again.xml"
    report.unlink(missing_ok=True)
    return commands.run(command(pattern, report), env=environment) == 0 and report.exists()
