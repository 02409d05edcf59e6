"""Compares the classes of elements with the classes in style sheets."""

import re
from fnmatch import fnmatchcase

from processes import ROOT

# Classes without a rule, each with its reason. A script finds its elements by `data-…`, not by a class.
WITHOUT_RULE = {}
# Classes in rules that no template or script names, each with its reason.
WITHOUT_USER = {}

ATTRIBUTE = re.compile(r'\bclass="((?:\{\{.*?\}\}|[^"{])*)"')
IN_SCRIPT = re.compile(
    r'(?:\bclass: |\bclassName = |\bclassList\.(?:add|remove|toggle|contains)\(|\bsetAttribute\("class", )["\'`]([^"\'`]*)')
SECTION = re.compile(r"\{\{[#^/$].*?\}\}")
VALUE = re.compile(r"\{\{.*?\}\}")


def test_every_class_has_a_rule():
    used, styled = used_classes(), styled_classes()
    assert len(used) > 400
    assert {name for name in used if not any(fnmatchcase(other, name) for other in styled)} == WITHOUT_RULE.keys()


def test_every_class_in_a_rule_is_used():
    used, styled = used_classes(), styled_classes()
    assert len(styled) > 400
    assert {name for name in styled if not any(fnmatchcase(name, other) for other in used)} == WITHOUT_USER.keys()


def used_classes():
    """Returns the classes that templates and scripts give to elements. In a class, * stands for a value that only the server knows."""
    templates = read("Templates", ".html")
    scripts = [*read("Public/js", ".js"), (ROOT / "Public/sw.js").read_text()]
    attributes = [match[1] for text in templates + scripts for match in ATTRIBUTE.finditer(text)]
    # A template can fill a block in the attribute of another template.
    blocks = {name for text in attributes for name in re.findall(r"\{\{\$(\w+)\}\}", text)}
    contents = [text for block in blocks for template in templates for text in re.findall(rf"\{{\{{\${block}\}}\}}(.*?)\{{\{{/", template)]
    in_templates = [VALUE.sub("*", SECTION.sub(" ", text)).split() for text in attributes + contents]
    in_scripts = [match[1].split() for text in scripts for match in IN_SCRIPT.finditer(text)]
    return set().union(*in_templates, *in_scripts)


def styled_classes():
    """Returns the classes in the selectors of all style sheets."""
    found = set()
    for text in read("Public/css", ".css"):
        plain = re.sub(r'/\*.*?\*/|"[^"]*"', "", text, flags=re.DOTALL)
        for selector in re.findall(r"([^{};]*)\{", plain):
            found.update(re.findall(r"\.([A-Za-z][\w-]*)", selector))
    return found


def read(folder, ending):
    return [file.read_text() for file in sorted((ROOT / folder).rglob(f"*{ending}"))]
