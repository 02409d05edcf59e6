"""Runs every test: format, a build without warnings, the Swift tests on a real PostgreSQL, and the tests in real browsers.

Each run takes the tests in another random order; its seed is printed, and --seed repeats it. A test that fails is tried once more, alone:
one that passes then is listed as FLAKY, and more than three of these make the run fail. The last line is `N passed, N failed`.
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

# Targets and suites that run on each PostgreSQL that README promises; the rest runs on one of them.
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
            # Before the folder is removed, which may take minutes.
            results.show()
    return 0 if status == 0 and results.is_green else 1


def read_options():
    parser = argparse.ArgumentParser(prog="script/test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out the browsers")
    parser.add_argument(
        "--all", action="store_true",
        help="also run each benchmark once, and the tests of the database on each PostgreSQL that is supported")
    parser.add_argument(
        "--filter", metavar="PATTERN",
        help="only build, and run the Swift tests and browser tests whose name a regular expression matches (no format, no benchmarks)")
    parser.add_argument("--times", action="store_true", help="also print where the time went")
    parser.add_argument("--seed", type=int, default=random.randrange(1, 1_000_000), help="repeat the order of an earlier run")
    # script/test has changed the folder.
    folder = os.environ.get("OLDPWD", "")
    parser.add_argument(
        "--postgres", type=lambda name: Path(folder, name).resolve(), metavar="FOLDER",
        help="use the PostgreSQL whose programs are in this folder, but for the benchmarks")
    parser.add_argument(
        "--under-load", action="store_true",
        help="run everything twice while a loop takes each core, the second time with storage whose fsync takes at least ten times as long")
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
    """Installs what the tests need, and checks the format. Beside a build, because it waits for the network and uses one core at most."""
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
    """The browser tests need only the server's program, so they begin while the Swift tests are built. Then AppTests, the longest target,
    runs beside the others, the tests on each PostgreSQL, and the smoke run of the benchmarks."""
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
                # Failed tests are tried again here, as this server is stopped before the others are.
                step = f"{name} on {version}"
                skip = servers.UNSUPPORTED.get(version, ())
                swift_tests.run_matching(step, pattern, folder, results, seed, environment, times, skip=skip)
                results.settle(lambda test: swift_tests.passes_alone(test, folder, environment), step)


def run_benchmarks(results, times):
    """They read the log of the PostgreSQL that Debian installed, so they run on that one, whatever the tests run on."""
    commands.say("Benchmarks")
    variables = os.environ | {"BOARDWALK_BINARY": str(servers.BINARY), "BOARDWALK_BENCHMARKS": str(servers.BINARY.parent)}
    with times.step("benchmarks"):
        status, lines = commands.watch(["script/bench", "--smoke"], env=variables)
    times.read_benchmarks(lines)
    results.add("script/bench --smoke", status == 0)


if __name__ == "__main__":
    sys.exit(main())
