"""Runs every test: format, a build without warnings, the Swift tests on a real PostgreSQL, and the tests in real browsers.

Each run uses a new random order and prints its seed; --seed repeats that order. A test that fails is run once more, alone. If it passes
then, it is listed as FLAKY. More than three flaky tests make the run fail. The last line is `N passed, N failed`.
"""

import argparse
import os
import random
import signal
import sys
from pathlib import Path

import browser_tests
import build
import checks
import commands
import load
import servers
import swift_tests
from results import Results
from times import Times, start_and_migrate

# Test targets and suites that run on each PostgreSQL version that the README promises. The other tests run on one version.
ON_EACH_POSTGRES = {"PostgresTests": r"^PostgresTests\.", "MigrationsTests": r"^MigrationsTests\.", "PlanTests": r"^AppTests\.PlanTests/"}


def main():
    options = read_options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGINT, lambda *_: sys.exit(130))
    results, status = Results(), 1
    with commands.temporary_folder(commands.ROOT / ".build") as folder:
        try:
            run(options, folder, results)
            status = 0
        except SystemExit as end:
            if not results.problems:
                results.add(f"script/test stopped early (status {end.code})", False)
        except Exception as problem:
            results.add(f"{type(problem).__name__}: {problem}", False)
        finally:
            commands.stop_all()
            # Show the results before the folder is removed, because that may take minutes.
            results.show()
    return 0 if status == 0 and results.is_green else 1


def read_options():
    parser = argparse.ArgumentParser(prog="script/test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="skip the browser tests")
    parser.add_argument(
        "--all", action="store_true",
        help="also run each benchmark once, and the database tests on each supported version of PostgreSQL")
    parser.add_argument(
        "--filter", metavar="PATTERN",
        help="build, and run only the Swift and browser tests whose names match this regular expression (no format, no benchmarks)")
    parser.add_argument("--times", action="store_true", help="also print tables that show where the time went")
    parser.add_argument("--seed", type=int, default=random.randrange(1, 1_000_000), help="repeat the order of an earlier run")
    # script/test has changed the current folder. A relative path starts at the folder where the user was.
    folder = os.environ.get("OLDPWD", "")
    parser.add_argument(
        "--postgres", type=lambda name: Path(folder, name).resolve(), metavar="FOLDER",
        help="use the PostgreSQL programs in this folder, except for the benchmarks")
    parser.add_argument(
        "--under-load", action="store_true",
        help="run everything twice while a loop keeps each core busy; in the second run each fsync takes at least ten times as long")
    return parser.parse_args()


def run(options, folder, results):
    times = Times(folder, is_wanted=options.times)
    commands.say(f"Seed {options.seed}")
    commands.at_once(folder, lambda: build.server(results, times), lambda: prepare(options, results, times))

    def build_tests():
        build.tests(results, times, benchmarks=options.all and not options.filter)

    if options.under_load:
        build_tests()
        with load.busy_loops():
            run_tests(options, folder / "busy", results, times)
            with load.slow_storage(folder):
                run_tests(options, folder / "slow", results, times, syncs=True)
    else:
        run_tests(options, folder / "tests", results, times, build_tests)
    times.show(results)


def prepare(options, results, times):
    """Installs the tools that the tests need, and checks the format. This runs during a build: it waits for the network and uses at
    most one core."""
    wanted = [*([] if options.quick else ["browser"]), *(["bench", "newest-postgres"] if options.all else [])]
    with times.step("install, beside the build"):
        if commands.run(["script/prepare-tests", *wanted]) != 0:
            results.add("script/prepare-tests", False)
            sys.exit(1)
        if options.all:
            for version in servers.PACKAGES:
                servers.install(version)
    if not options.filter:
        with times.step("format, beside the build"):
            checks.run(results)


def run_tests(options, folder, results, times, build_tests=lambda: None, syncs=False):
    """Runs the browser tests and the Swift tests at the same time. The browser tests need only the server, so they begin while the Swift
    tests are built. Then AppTests, the longest target, runs at the same time as the other targets. With --all, so do the tests on each
    PostgreSQL version and the smoke run of the benchmarks."""
    folder.mkdir()
    folder.chmod(0o755)
    commands.say(servers.version_of(options.postgres))
    with servers.server(folder / "server", options.postgres, syncs) as environment:
        if options.times:
            times.steps += start_and_migrate(folder, environment)

        def matching():
            swift_tests.run_chosen(options.filter, folder, results, options.seed, environment, times)

        def app():
            swift_tests.run(["AppTests"], folder, results, options.seed, environment, times)

        def libraries():
            swift_tests.run(swift_tests.targets() - {"AppTests"}, folder, results, options.seed, environment, times)

        def each_postgres():
            run_on_each_postgres(folder, results, options.seed, times, syncs)

        def benchmarks():
            run_benchmarks(results, times)

        def browser():
            with times.step("browser"):
                browser_tests.run(folder, results, options.seed, environment, options.filter)

        def swift():
            build_tests()
            inner = folder / "swift"
            inner.mkdir()
            lanes = [app, libraries, *([each_postgres, benchmarks] if options.all else [])]
            commands.at_once(inner, *([matching] if options.filter else lanes))

        commands.at_once(folder, swift, *([] if options.quick else [browser]))
        results.settle(lambda test: passes_alone(test, folder, environment))


def passes_alone(test, folder, environment):
    commands.say(f"Once more, alone: {test}")
    if test.step == "Browser":
        return browser_tests.passes_alone(test, folder, environment)
    return swift_tests.passes_alone(test, folder, environment)


def run_on_each_postgres(folder, results, seed, times, syncs):
    for version in servers.PACKAGES:
        programs = servers.install(version)
        commands.say(servers.version_of(programs))
        with servers.server(folder / f"postgres-{version}", programs, syncs) as environment:
            for name, pattern in ON_EACH_POSTGRES.items():
                # Failed tests run again here, because this server stops before `run_tests` runs the other failed tests again.
                step = f"{name} on {version}"
                skip = servers.UNSUPPORTED.get(version, ())
                swift_tests.run_matching(step, pattern, folder, results, seed, environment, times, skip=skip)
                results.settle(lambda test: swift_tests.passes_alone(test, folder, environment), step)


def run_benchmarks(results, times):
    """Runs the benchmarks on the PostgreSQL that Debian installed, even if the tests use another one: they read the log of that server."""
    commands.say("Benchmarks")
    variables = os.environ | {"BOARDWALK_BINARY": str(servers.BINARY), "BOARDWALK_BENCHMARKS": str(servers.BINARY.parent)}
    with times.step("benchmarks"):
        status, lines = commands.watch(["script/bench", "--smoke"], env=variables)
    times.read_benchmarks(lines)
    results.add("script/bench --smoke", status == 0)


if __name__ == "__main__":
    sys.exit(main())
