"""Counts tests, and reads the JUnit files in which Swift Testing and pytest leave their results."""

import dataclasses
import threading
import xml.etree.ElementTree as ElementTree

# More flaky tests than this make a run red: then something is wrong with the suite.
MOST_FLAKY = 3
LONGEST_MESSAGE = 500


@dataclasses.dataclass(frozen=True)
class Test:
    """One test of a step ("AppTests", "Browser"), by its class and name in the JUnit file."""

    step: str
    class_name: str
    name: str

    def __str__(self):
        return f"{self.class_name} {self.name}"


@dataclasses.dataclass
class Results:
    """The results of a whole run."""

    passed: int = 0
    # Everything that failed and was not tried again with success: a sentence each.
    problems: list = dataclasses.field(default_factory=list)
    # Tests that failed, with what they said. `settle` decides about them.
    failures: dict = dataclasses.field(default_factory=dict)
    flaky: list = dataclasses.field(default_factory=list)
    # Seconds of each test.
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
        """Counts the tests of a JUnit file. `status` is the exit status of the program that wrote it: 1 when a test failed, and perhaps
        `status_of_none` when none was chosen. With another one it ended early, and tests are missing."""
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
        """Tries each failed test, or those of one step, once more, by `passes_alone(test)`. One that passes then is flaky. When more failed
        than may be flaky, the run is red anyway, and none is tried again."""
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
    """The tests that ran, with their seconds, and what those said that failed. Tests that were skipped did not run."""
    try:
        cases = list(ElementTree.parse(file).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        return {}, {}
    tests, failures = {}, {}
    for case in cases:
        if case.find("skipped") is not None:
            continue
        test = Test(step, case.get("classname", ""), case.get("name", ""))
        # pytest lists a test twice that failed and whose clean-up failed, too.
        tests[test] = tests.get(test, 0) + float(case.get("time") or 0)
        found = [part for part in case if part.tag in ("failure", "error")]
        if found:
            failures[test] = " ".join((found[0].get("message") or "").split())[:LONGEST_MESSAGE]
    return tests, failures
