"""Renders templates with the command, and reads the hostile values in the repository."""

import json
import subprocess

from processes import BINARY, ROOT, clean_environment

INJECTIONS = [text for group in json.loads((ROOT / "Tests/HTMLTemplatesTests/injections.json").read_text()).values() for text in group]
BOUNDARY = "~~next~~"


def render(template, data, *options, text=None):
    return subprocess.run(
        [BINARY, "template", "render", str(template), "--data", str(data), *options],
        input=text, capture_output=True, env=clean_environment(), timeout=120)


def write(file, content):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode())
    return file
