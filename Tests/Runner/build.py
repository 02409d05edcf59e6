"""Builds the server, the tests and the benchmarks."""

import os
import shlex
import sys

import checks
import commands

# script/test sets them. Every build of a test run uses the same options, because other options would build everything again.
OPTIONS = shlex.split(os.environ.get("BOARDWALK_BUILD_OPTIONS", ""))

# script/bench uses the same options.
OPTIONS_OF_BENCHMARKS = ["--package-path", "Tests/Benchmarks", "--scratch-path", ".build", "--disable-build-manifest-caching"]


def server(results, times):
    build("boardwalk", [], results, times)


def tests(results, times, benchmarks):
    # Unlike --build-tests, this does not build the programs of our dependencies.
    build("boardwalkPackageTests", [], results, times)
    if benchmarks:
        build("Benchmarks", OPTIONS_OF_BENCHMARKS, results, times)


def build(product, options, results, times):
    """Builds a product. A failed build ends the run. A warning in our own code counts as a failure."""
    with times.step(f"build {product}"):
        commands.say(f"Build {product}")
        status, lines = commands.watch(["swift", "build", "--product", product, *options, *OPTIONS])
    if status != 0:
        results.add(f"swift build --product {product}", False)
        sys.exit(1)
    warnings = checks.warnings_in(times.read_build(lines))
    for warning in warnings:
        print(warning)
        # Touch the file: the compiler repeats a warning only when it compiles the file again.
        os.utime(warning.partition(":")[0])
    if warnings:
        results.add("warnings in the build", False)
