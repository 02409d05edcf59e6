"""Counts tests, and reads the JUnit files that Swift Testing and pytest write."""

import dataclasses
import threading
import xml.etree.ElementTree as ElementTree

# More flaky tests than this make the run fail, because something is wrong with the test suite.
MOST_FLAKY = 3
LONGEST_MESSAGE = 500


@dataclasses.dataclass(frozen=True)
class Test:
    """One test of a step ("AppTests", "Browser"), identified by its class and name in the JUnit file."""

    step: str
    class_name: str
    name: str

    def __str__(self):
        return f"{self.class_name} {self.name}"


@dataclasses.dataclass
class Results:
    """The results of a whole run."""

    passed: int = 0
    # A sentence for each command that failed, and for each test that failed and did not pass when it was run again.
    problems: list = dataclasses.field(default_factory=list)
    # Failed tests with their messages. `settle` moves them to `problems` or `flaky`.
    failures: dict = dataclasses.field(default_factory=dict)
    flaky: list = dataclasses.field(default_factory=list)
    # How many seconds each test took.
    times: dict = dataclasses.field(default_factory=dict)
    # Steps add their results from several threads.
    lock: threading.RLock = dataclasses.field(default_factory=threading.RLock)

    def add(self, name, succeeded):
        """Counts a command as one test."""
        with self.lock:
            if succeeded:
                self.passed += 1
            else:
                self.problems.append(name)

    def add_report(self, step, file, status, status_of_none=None):
        """Counts the tests in a JUnit file. `status` is the exit status of the program that wrote it: 0 if all tests passed, 1 if a test
        failed, and perhaps `status_of_none` if no test was selected. Any other status means that it ended early and tests are missing."""
        tests, failures = read_report(step, file)
        with self.lock:
            self.passed += len(tests) - len(failures)
            self.failures |= failures
            self.times |= tests
            if not tests and status != status_of_none:
                self.problems.append(f"{step} ran no tests (status {status})")
            elif tests and status != (1 if failures else 0):
                self.problems.append(f"{step} ended with status {status}")

    def settle(self, passes_alone, step=None):
        """Runs each failed test (of one step, if `step` is given) once more with `passes_alone(test)`. A test that passes then is flaky. If
        more tests failed than may be flaky, or if there are other problems, the run fails anyway, and no test runs again."""
        with self.lock:
            chosen = {test: message for test, message in self.failures.items() if step in (None, test.step)}
            tries_again = len(self.flaky) + len(chosen) <= MOST_FLAKY and not self.problems
        for test, message in chosen.items():
            passes = tries_again and passes_alone(test)
            with self.lock:
                del self.failures[test]
                (self.flaky if passes else self.problems).append(f"{test}: {message}")
                self.passed += passes

    @property
    def failed(self):
        return len(self.problems) + len(self.failures)

    @property
    def is_green(self):
        return self.failed == 0 and self.passed > 0

    def show(self):
        for line in self.flaky:
            print(f"FLAKY: {line}")
        for line in [*self.problems, *(f"{test}: {message}" for test, message in self.failures.items())]:
            print(f"FAILED: {line}")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)


def read_report(step, file):
    """Returns the seconds of each test that ran, and the message of each test that failed. It leaves out skipped tests."""
    try:
        cases = list(ElementTree.parse(file).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        return {}, {}
    tests, failures = {}, {}
    for case in cases:
        if case.find("skipped") is not None:
            continue
        test = Test(step, case.get("classname", ""), case.get("name", ""))
        # pytest lists a test twice if the test and its clean-up both failed.
        tests[test] = tests.get(test, 0) + float(case.get("time") or 0)
        found = [part for part in case if part.tag in ("failure", "error")]
        if found:
            failures[test] = " ".join((found[0].get("message") or "").split())[:LONGEST_MESSAGE]
    return tests, failures
