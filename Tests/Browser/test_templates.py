"""`boardwalk template`: its output, its refusals, and the mustache specification."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from processes import BINARY, ROOT, clean_environment
from templates import render, write

SPECIFICATION = ROOT.parent / "shared/spec/mustache"


def test_the_data_can_come_from_standard_input(tmp_path):
    page = write(tmp_path / "page.html", "<p>{{x}}{{> sub/row}}")
    write(tmp_path / "sub/row.html", "!")
    done = render(page, "-", text=b'{"x": "<\\n>"}')
    assert (done.returncode, done.stdout, done.stderr) == (0, b"<p>&lt;\n&gt;!", b"")


@pytest.mark.parametrize("template, text, status, message", [
    ("\n {{y}}", b'{"x": 1}', 1, "page.html:2:2: No name `y` in the data."),
    ("{{#x}}", b'{"x": 1}', 1, "page.html:1:1: {{#x}} is not closed; add {{/x}}."),
    ("<p {{x}}>", b'{"x": 1}', 1, "page.html:1:4: A value cannot stand in a tag"),
    ("{{> ../secret}}", b"{}", 1, "page.html:1:1: `../secret` is no plain path"),
    ("x", b'{"x": 1, "x": 2}', 1, 'standard input:1:10: The name "x" stands twice'),
    ("x", b'{"x": }', 1, "standard input:1:7: No JSON value begins like this"),
    ("x", b"[" * 1_000_000, 1, "standard input:1:501: The data nest deeper"),
    ("x", b"\xff", 1, "standard input:1:1: This is not UTF-8"),
    ("x" * 10_000_000, b"{}", 1, "page.html:1:1: The file is larger than 1 MB"),
])
def test_a_mistake_is_reported_and_nothing_is_rendered(tmp_path, template, text, status, message):
    done = render(write(tmp_path / "page.html", template), "-", text=text)
    assert (done.returncode, done.stdout) == (status, b"")
    assert message in done.stderr.decode()


def test_wrong_arguments_are_a_usage_error(tmp_path):
    page = write(tmp_path / "page.html", "x")
    assert subprocess.run([BINARY, "template", "render", page], capture_output=True).returncode == 64
    assert subprocess.run([BINARY, "template", "render", "--data", page], capture_output=True).returncode == 64
    missing = render(page, tmp_path / "none.json")
    assert missing.returncode == 1 and b"none.json cannot be read" in missing.stderr


def test_ten_megabytes_of_data_are_rendered(tmp_path):
    rows = [{"name": "n" * 90, "id": number} for number in range(90_000)]
    page = write(tmp_path / "page.html", "{{#rows}}{{id}}\n{{/rows}}")
    done = render(page, write(tmp_path / "data.json", json.dumps({"rows": rows})))
    assert done.stdout.split() == [b"%d" % number for number in range(90_000)]


def test_the_templates_of_the_site_match_their_pages():
    done = subprocess.run([BINARY, "template", "check"], capture_output=True, env=clean_environment())
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.skipif(not SPECIFICATION.is_dir(), reason=f"the specification is not at {SPECIFICATION}")
def test_the_mustache_specification_is_followed(tmp_path):
    cases = [case for file in sorted(SPECIFICATION.glob("*.json")) for case in json.loads(file.read_text())["tests"]]
    assert len(cases) > 100

    def mismatch(numbered):
        number, case = numbered
        folder = tmp_path / str(number)
        for name, source in case.get("partials", {}).items():
            write(folder / f"{name}.mustache", source)
        page = write(folder / "the template.mustache", case["template"])
        done = render(page, write(folder / "data.json", json.dumps(case["data"])), "--lenient")
        return None if done.stdout == case["expected"].encode() and done.returncode == 0 else (case["name"], done)

    with ThreadPoolExecutor(4) as threads:
        assert [found for found in threads.map(mismatch, enumerate(cases)) if found] == []
