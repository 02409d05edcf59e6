"""Builds the server, the tests and the benchmarks."""

import os
import shlex
import sys

import checks
import commands

# Set by script/lib.sh. Every build of a test run uses the same options: with others, everything would be built again.
OPTIONS = shlex.split(os.environ.get("BOARDWALK_BUILD_OPTIONS", ""))

# Other than --build-tests, these leave out the programs of our dependencies.
SERVER_AND_TESTS = {"boardwalk": [], "boardwalkPackageTests": []}
# As script/bench builds them.
BENCHMARKS = {"Benchmarks": ["--package-path", "Tests/Benchmarks", "--scratch-path", ".build", "--disable-build-manifest-caching"]}


def run(results, measured, benchmarks):
    for product, options in (SERVER_AND_TESTS | (BENCHMARKS if benchmarks else {})).items():
        with measured.step(f"build {product}"):
            build(product, options, results, measured)


def build(product, options, results, measured):
    """A build that fails ends the run. A warning in our own code is a failure."""
    commands.say(f"Build {product}")
    status, lines = commands.watch(["swift", "build", "--product", product, *options, *OPTIONS])
    if status != 0:
        results.add(f"swift build --product {product}", False)
        sys.exit(1)
    warnings = checks.warnings_in(measured.read_build(lines))
    for warning in warnings:
        print(warning)
        # The compiler warns again only when it compiles the file again.
        os.utime(warning.partition(":")[0])
    if warnings:
        results.add("warnings in the build", False)
