"""Renders hostile values with `boardwalk template render`, and parses the result with html5lib and with the browser."""

import json
import random
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import unquote_to_bytes

import pytest

from markup import OUTLINES, SCHEMES, URLS, outline, scheme_of, structure
from templates import BOUNDARY, INJECTIONS, render, write

HARMLESS = "Harmless"

# Places for a value by kind. The kind says how the test finds the value again.
PLACES = {
    "text": [
        "<p>{{.}}</p>", "<p>a{{.}}b<b>c</b></p>", "<ul><li>{{.}}<li>{{.}}</ul>", "<title>{{.}}</title>", "<title>a {{.}} b</title>",
        "<textarea>\n{{.}}</textarea>", "<textarea>a{{.}}</textarea>", "<svg><text>{{.}}</text></svg>", "<svg><title>{{.}}</title></svg>",
        "<math><mi>{{.}}</mi></math>", "<button>{{.}}</button>", "<pre>a{{.}}</pre>", "<table><tr><td>{{.}}</td></tr></table>",
        "<select><option>a{{.}}</option></select>", "<template>{{.}}</template>", "<p>{{#.}}{{.}}{{/.}}</p>",
    ],
    "attribute": [
        '<p title="{{.}}">t</p>', "<p title='{{.}}'>t</p>", '<p title="a {{.}} b" id="z">t</p>', "<p title='a{{.}}{{.}}b' id=z>t</p>",
        '<p class="{{.}}">t</p>', '<p class="a {{.}}">t</p>', '<p id="{{.}}">t</p>', '<p data-x="{{.}}" data-y=\'{{.}}\'>t</p>',
        '<input value="{{.}}">', "<input value='{{.}}' disabled>", '<input placeholder="{{.}}"/>', '<img alt="{{.}}">',
        '<meta name="description" content="{{.}}">', '<svg viewBox="{{.}}"></svg>', '<p aria-label="{{#.}}{{.}}{{/.}}">t</p>',
        '<option value="{{.}}" selected>t</option>', '<a title="{{.}}" href="/x">t</a>', "<p title={{.}}>t</p>",
        "<p title={{.}} id=z>t</p>", "<p title={{.}}\n>t</p>", "<p title=a{{.}}>t</p>", "<p title=a{{.}}b id=z>t</p>",
        "<input value={{.}}>", "<p data-x={{.}} data-y={{.}}>t</p>",
    ],
    "URL": [
        '<a href="{{.}}">t</a>', "<a href='{{.}}'>t</a>", "<a href={{.}}>t</a>", "<a href={{.}} id=z>t</a>", '<a href=" {{.}}">t</a>',
        '<img src="{{.}}">', '<form action="{{.}}"></form>', '<button formaction="{{.}}">t</button>', '<a href="/" ping="{{.}}">t</a>',
        '<base href="{{.}}">', '<svg><use xlink:href="{{.}}"></use></svg>', '<svg><a href="{{.}}">t</a></svg>',
        '<object data="{{.}}"></object>', '<iframe src="{{.}}"></iframe>', '<video poster="{{.}}"></video>',
        '<link rel="icon" href="{{.}}">', '<script src="{{.}}"></script>', '<q cite="{{.}}">t</q>',
    ],
    "path": [
        '<a href="/c/{{.}}">t</a>', "<a href='/c/{{.}}/x'>t</a>", "<a href=/c/{{.}}>t</a>", '<a href="https://a.example/{{.}}">t</a>',
        '<img src="/p/{{.}}.png">', '<a href="mailto:{{.}}">t</a>',
    ],
    "query": [
        '<a href="?q={{.}}">t</a>', "<a href='/c?q={{.}}&amp;r=1'>t</a>", "<a href=/c?q={{.}}>t</a>", '<a href="#{{.}}">t</a>',
        '<a href="/l{{#.}}?next={{.}}{{/.}}">t</a>',
    ],
}
KINDS = [(kind, place) for kind, places in PLACES.items() for place in places]


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """Returns the rendered texts of each place: first with the harmless value, then with each injection."""
    folder = tmp_path_factory.mktemp("places")
    data = write(folder / "data.json", json.dumps({"values": [HARMLESS, *INJECTIONS]}))

    def all_values(numbered):
        number, (_, place) = numbered
        done = render(write(folder / f"{number}.html", f"{{{{#values}}}}{place}{BOUNDARY}{{{{/values}}}}"), data)
        assert done.returncode == 0, f"{place}: {done.stderr.decode()}"
        # Decode strictly, because invalid UTF-8 must never be rendered.
        return done.stdout.decode("utf-8", "strict").split(BOUNDARY)[:-1]

    with ThreadPoolExecutor(4) as threads:
        return dict(zip(KINDS, threads.map(all_values, enumerate(KINDS))))


def as_text(text):
    """Replaces null characters and lone surrogates, which are not valid text."""
    return re.sub("[\ud800-\udfff\0]", "\ufffd", text)


def as_parsed(text):
    """Returns a text as a parser reads it: the parser normalises newlines (HTML standard, 13.2.3.5)."""
    return as_text(text).replace("\r\n", "\n").replace("\r", "\n")


def filled(expected, value, given):
    lines = (given(line.replace(HARMLESS, value)) for line in expected)
    return [line for line in lines if line != "text "]


def mismatch(kind, expected, found, value):
    """Compares the outline of a value with that of the harmless value. Returns the difference, or None if there is none."""
    if kind in ("text", "attribute"):
        # In unquoted attributes, newlines are character references, so the parser does not normalise them.
        return None if any(filled(expected, value, given) == found for given in (as_parsed, as_text)) else (value, found)
    if structure(found) != structure(expected):
        return value, found
    as_given = re.sub("[\ud800-\udfff]", "\ufffd", value).encode()
    for line, harmless in zip(found, expected):
        if HARMLESS not in harmless:
            if line != harmless:
                return value, found
            continue
        start, _, end = harmless.partition(HARMLESS)
        url = line.removeprefix(start).removesuffix(end)
        is_refused = kind == "URL" and url == "#refused" or value == "" and (start + end).replace("?next=", "") == line
        if not line.startswith("@") or scheme_of(line.partition(" ")[2]) not in SCHEMES | {""}:
            return value, found
        if not is_refused and unquote_to_bytes(url) != (as_given if kind == "query" else unquote_to_bytes(as_given)):
            return value, found
    return None


@pytest.mark.parametrize("kind, place", KINDS, ids=[place for _, place in KINDS])
def test_a_value_cannot_leave_its_place_in_the_html(shown, kind, place):
    harmless, *htmls = shown[kind, place]
    expected = outline(harmless)
    assert any(HARMLESS in line for line in expected)
    found = [mismatch(kind, expected, outline(html), value) for value, html in zip(INJECTIONS, htmls)]
    assert [one for one in found if one] == []


def test_a_browser_and_the_test_parser_read_the_same(shown, chromium):
    page = chromium.new_page()
    for (kind, place), (harmless, *htmls) in shown.items():
        (expected, _, _), *outlines = page.evaluate(OUTLINES, [harmless, *htmls])
        for value, (found, schemes, siblings) in zip(INJECTIONS, outlines):
            assert siblings == 1 and mismatch(kind, expected, found, value) is None, f"{value!r} in {place}: {found}"
            assert set(schemes) <= {f"{scheme}:" for scheme in SCHEMES} | {""}, f"{value!r} in {place}: {schemes}"
    page.close()


def test_templates_with_values_in_unsafe_places_are_refused(tmp_path):
    places = """
        <script>{{x}}</script>  <script>'{{x}}'</script>  <SCRIPT type=module>{{x}}</SCRIPT >  <style>{{x}}</style>
        <style>a{b:{{x}}}</style>  <!-- {{x}} -->  <!--{{x}}-->  <!{{x}}>  <!DOCTYPE {{x}}>  <?{{x}}>  <{{x}}>  <a{{x}}>  </{{x}}>
        </a {{x}}>  <a {{x}}>  <a {{x}}=y>  <a x{{x}}=y>  <a on{{x}}=y>  <a {{x}} x>  <a onclick="{{x}}">  <a onclick='f("{{x}}")'>
        <a ONLOAD={{x}}>  <a style="{{x}}">  <a style="color:{{x}}">  <iframe srcdoc="{{x}}"></iframe>  <img srcset="{{x}}">
        <img srcset="/a.png 1x, {{x}} 2x">  <link imagesrcset="{{x}}">  <a href="javascript:{{x}}">  <a href="JavaScript:f('{{x}}')">
        <a href=" javascript:{{x}}">  <a href="java\tscript:{{x}}">  <a href="javascript&colon;{{x}}">  <a href="&#106;avascript:{{x}}">
        <a href="data:text/html,{{x}}">  <a href="vbscript:{{x}}">  <a href="x:{{x}}">  <a href="{{x}}:{{x}}">  <meta http-equiv="{{x}}">
        <meta http-equiv=refresh content="{{x}}">  <meta http-equiv="refresh" content="0;url={{x}}">  <set attributeName="{{x}}">
        <set attributeName=href to="{{x}}">  <animate values="{{x}}">  <xmp>{{x}}</xmp>  <iframe>{{x}}</iframe>  <noembed>{{x}}</noembed>
        <noframes>{{x}}</noframes>  <title>{{{x}}}</title>  <a title="{{{x}}}">  <a title="{{&x}}">  <a href="{{{x}}}">
        <a title={{x}}{{x}}>  <svg:a svg:onclick="{{x}}">  <textarea></text{{x}}area></textarea>  <svg><![CDATA[{{x}}]]></svg>  <svg><![CDATA[>{{x}}]]></svg>
    """.replace(r"\t", "\t").strip()
    data = write(tmp_path / "data.json", '{"x": "v"}')
    for number, place in enumerate(re.split(r"\n\s*|  +", places)):
        done = render(write(tmp_path / f"{number}.html", f"<p>\n  {place}\n"), data)
        assert (done.returncode, done.stdout) == (1, b""), place
        assert re.match(rf".*/{number}\.html:2:\d+: ", done.stderr.decode()), f"{place}: {done.stderr.decode()}"


# Random templates

class Maker:
    """Creates random markup with values in allowed places."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pick = self.random.choice

    def markup(self, depth=3):
        return "".join(self.node(depth) for _ in range(self.random.randint(1, 3)))

    def node(self, depth):
        if depth == 0 or self.random.random() < 0.4:
            return self.pick(["{{v}}", "t {{v}}", "{{v}}{{w}}", "&amp;{{v}}", "a &lt b", "<!-- {{! {{v}} c -->", "1 < {{v}}", "<br>", "{{#list}}{{.}}{{/list}}"])
        kind = self.random.random()
        if kind < 0.2:
            name = self.pick(["list", "yes", "no", "v", "object"])
            return f"{{{{{self.pick('##^')}{name}}}}}{self.markup(depth - 1)}{{{{/{name}}}}}"
        if kind < 0.3:
            name = self.pick(["title", "textarea"])
            return f"<{name}>{self.pick(['{{v}}', 'a{{w}}<b', '</{{! }}x{{v}}'])}</{name}>"
        name = self.pick(["div", "span", "b", "DIV", "svg", "section"])
        return f"<{name}{self.attributes()}>{self.markup(depth - 1)}</{name}>"

    def attributes(self):
        parts = []
        for name in self.random.sample(["title", "class", "data-x", "href", "id", "SRC", "value"], self.random.randint(0, 3)):
            value = self.pick(["{{v}}", "a {{v}}", "{{w}}{{v}}", "/p/{{v}}", "?q={{v}}&amp;r={{w}}", "{{#yes}}{{v}}{{/yes}}", "/x{{#no}}/y{{/no}}", "plain"])
            quote = self.pick("\"'")
            attribute = self.pick([f"{name}={quote}{value}{quote}", f"{name} = {quote}{value}{quote}", f"{name}={{{{v}}}}", f"{name}", f"{name}=/a{{{{w}}}}"])
            parts.append(self.pick([attribute, attribute, f"{{{{#yes}}}}{attribute} {{{{/yes}}}}", f"{{{{^yes}}}}{attribute} {{{{/yes}}}}"]))
        return "".join(self.pick([" ", "\n", "  "]) + part for part in parts)


def test_values_change_no_structure_of_random_markup(tmp_path):
    seed = random.randrange(1 << 32)
    maker = Maker(seed)
    markups = [maker.markup() for _ in range(2_000)]
    page = write(tmp_path / "page.html", "".join(f"{markup}\n{BOUNDARY}\n" for markup in markups))

    def outlines(v, w):
        data = {"v": v, "w": w, "list": [v, w], "yes": True, "no": False, "object": {"v": w}}
        done = render(page, "-", text=json.dumps(data).encode())
        assert done.returncode == 0, f"seed {seed}: {done.stderr.decode()}"
        return [outline(html) for html in done.stdout.decode().split(f"\n{BOUNDARY}\n")[:-1]]

    values = maker.random.sample([text for text in INJECTIONS if text], 2)
    for markup, found, expected in zip(markups, outlines(*values), outlines("v", "v"), strict=True):
        assert structure(found) == structure(expected), f"seed {seed}: {values} in {markup}"
        urls = [line.partition(" ")[2] for line in found if line[1:].partition(" ")[0] in URLS and line[0] == "@"]
        assert {scheme_of(url) for url in urls} <= SCHEMES | {""}, f"seed {seed}: {values} in {markup}: {urls}"
