"""Builds the server and the tests."""

import os
import shlex
import sys

import checks
import commands
import times

# Set by script/lib.sh. Every build of a test run uses the same options: with others, everything would be built again.
OPTIONS = shlex.split(os.environ.get("BOARDWALK_BUILD_OPTIONS", ""))


def server(results, measured):
    run(["--product", "boardwalk"], results, measured)


def tests(results, measured):
    # Other than --build-tests, this leaves out the programs of our dependencies.
    run(["--product", "boardwalkPackageTests"], results, measured)


def run(what, results, measured):
    """A build that fails ends the run. A warning in our own code is a failure."""
    commands.say(f"Build {what[-1]}")
    slow_functions = times.BUILD_OPTIONS if measured.is_wanted else []
    with measured.step(f"build {what[-1]}"):
        status, lines = commands.watch(["swift", "build", *what, *OPTIONS, *slow_functions])
    if status != 0:
        results.add(f"swift build {what[-1]}", False)
        sys.exit(1)
    warnings = checks.warnings_in(measured.read_build(lines))
    for warning in warnings:
        print(warning)
        # The compiler warns again only when it compiles the file again.
        os.utime(warning.partition(":")[0])
    if warnings:
        results.add("warnings in the build", False)
