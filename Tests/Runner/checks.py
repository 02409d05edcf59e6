"""Checks that need no build: the format of Swift, CSS and JavaScript, the length of lines, which folder uses which,
the length of SQL statements, and the names in documents."""

import os
import re

import commands
import evidence
import statements

DENO = commands.ROOT / ".build/format/bin/deno"
LONGEST_LINE = 140


def run(results):
    commands.say("Format")
    swift_format = ["swift", "format", "lint", "--strict", "--recursive", "--parallel", "--configuration", ".swift-format"]
    check(results, "swift format lint", [*swift_format, "Package.swift", "Sources", "Tests"])
    check(results, "deno fmt", [DENO, "fmt", "--check", "--config", ".deno.json", "Public/css", "Public/js", "Public/sw.js"])
    check(results, "deno lint", [DENO, "lint", "--quiet", "--config", ".deno.json", "Public/js", "Public/sw.js"])
    check(results, "deno check", [DENO, "check", "--quiet", "--no-remote", "--config", ".deno.json", "Public/js"])
    long_lines = [*find_long_lines("Public"), *find_long_lines("Templates")]
    for line in long_lines:
        print(line)
    results.add(f"lines over {LONGEST_LINE} characters in Public or Templates", not long_lines)
    results.add("script/rooms --check", commands.run([commands.ROOT / "script/rooms", "--check"]) == 0)
    missing = list(evidence.missing())
    for fault in missing:
        print(fault)
    results.add("names in docs/asvs.md and docs/security.md", not missing)
    long_statements = list(statements.faults())
    for fault in long_statements:
        print(fault)
    results.add("statements over 25 lines", not long_statements)


def check(results, name, command):
    environment = os.environ | {"DENO_DIR": str(DENO.parents[1]), "DENO_NO_UPDATE_CHECK": "1"}
    results.add(name, commands.run(command, env=environment) == 0)


def find_long_lines(folder):
    for file in sorted((commands.ROOT / folder).rglob("*")):
        if not file.is_file() or file.suffix not in (".html", ".css", ".js", ".svg", ".txt", ".json", ".webmanifest"):
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if len(line) > LONGEST_LINE:
                yield f"{file.relative_to(commands.ROOT)}:{number}: {len(line)} characters"


def warnings_in(lines):
    """Finds the warnings about our own code in the output of a build. It ignores dependencies, because we cannot change their code."""
    own = re.compile(rf"{re.escape(str(commands.ROOT))}/(Sources/|Tests/|Package\.swift:).*: warning: ")
    return sorted({line for line in lines if own.match(line)})
