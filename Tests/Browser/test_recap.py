"""Notes about laps, and the recap of a year or a day as a ticket to share."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, seen
from scene import DOT

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def rides(pair):
    """Creates a park with two rides. Returns the paths of the rides."""
    club, ana, _ = pair
    park = ana.submit(club.path + "/parks/new", "/parks", name="Salt Park", country="Ireland").headers["location"]
    return [ana.submit(park + "/rides/new", "/rides", name=name, height="30").headers["location"] for name in ("Tidal Wave", "Gull Swings")]


def write_down(person, ride, day, laps):
    assert person.submit(ride, "/days", day=day, laps=str(laps)).status_code == 303


@BOTH_WAYS
def test_a_note_is_added_to_a_new_lap(browse, pair, rides, js):
    club, ana, ben = pair
    assert ben.share(club, ("dot.gif", DOT + b"\0"), caption="From the back row").status_code == 303
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(rides[0])
    expect(page.get_by_role("heading", name="Your last laps")).to_be_hidden()
    page.get_by_role("button", name="+1 lap on Tidal Wave").click()
    # With JavaScript, the link appears without a new page.
    page.get_by_role("link", name="Add a note").click()
    page.get_by_label("Row or seat").fill("Row 7")
    page.get_by_label("Note").fill("Hands up.")
    expect(page.get_by_label("No photo")).to_be_checked()
    page.get_by_role("radio", name="From the back row").check()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile("/rides/\\d+#last-laps$"))
    laps = page.get_by_role("region", name="Your last laps")
    expect(laps).to_contain_text("Row 7")
    expect(laps.get_by_role("img", name="From the back row")).to_be_visible()
    laps.get_by_role("link", name="Change the note").click()
    expect(page.get_by_role("radio", name="From the back row")).to_be_checked()
    page.get_by_label("Row or seat").fill("")
    page.get_by_label("Note").fill("")
    page.get_by_label("No photo").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Add a note")).to_be_visible()
    page.get_by_role("button", name="Undo one lap on Tidal Wave").click()
    expect(page.get_by_role("link", name="Add a note")).to_have_count(0)


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_a_note_that_is_too_long_stays_in_the_form(browse, pair, rides, js):
    club, ana, ben = pair
    write_down(ben, rides[0], "2024-05-26", 2)
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(rides[0])
    page.get_by_role("link", name="Add a note on 26 May 2024").click()
    page.get_by_label("Note").evaluate("field => { field.removeAttribute('maxlength'); field.value = 'x'.repeat(501) }")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Use at most 500 characters.")).to_be_visible()
    expect(page.get_by_label("Note")).to_have_value("x" * 501)


@BOTH_WAYS
def test_a_recap_of_a_year_links_to_its_days(browse, pair, rides, js):
    club, ana, ben = pair
    for number, day, laps in [(0, "2024-05-26", 7), (1, "2024-05-26", 2), (1, "2024-07-04", 5), (0, "2022-01-01", 1)]:
        write_down(ben, rides[number], day, laps)
    page = browse(ana, js=js, viewport=PHONE)
    page.goto(f"{club.path}/laps/{ben.username}/recap?year=2024")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ben’s 2024 in rides")
    expect(page.locator(".recap-sums")).to_contain_text("14 laps")
    expect(seen(page, "2 days. The busiest day was 26 May with 9 laps.")).to_be_visible()
    expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
    seen(page, "2 days with laps").click()
    page.get_by_role("link", name=re.compile("^4 July")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ben’s 4 July 2024")
    others = page.get_by_role("navigation", name="Other recaps")
    others.get_by_role("link", name="26 May 2024 (earlier)").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ben’s 26 May 2024")
    others.get_by_role("link", name="2024 (the whole year)").click()
    others.get_by_role("link", name="2022 (earlier)").click()
    expect(page.locator(".recap-sums")).to_contain_text("1 lap")
    page.goto(f"{club.path}/laps/{ben.username}/recap?year=2023")
    expect(seen(page, "No laps were counted in 2023.")).to_be_visible()


def test_a_member_can_share_and_print_a_recap(browse, pair, rides):
    club, ana, ben = pair
    for month in range(1, 13):
        for ride in rides:
            write_down(ben, ride, f"2024-{month:02}-11", month)
    page = browse(ben, viewport=DESKTOP)
    page.goto(f"{club.path}/laps/{ben.username}/recap?year=2024")
    expect(seen(page, "Anyone in the club who can see your rides can open this page.")).to_be_visible()
    assert page.get_by_role("button", name="Copy link").get_attribute("data-copy") == page.url
    page.evaluate("window.print = () => document.body.dataset.printed = '1'")
    page.get_by_role("button", name="Print").click()
    expect(page.locator("body")).to_have_attribute("data-printed", "1")
    page.emulate_media(media="print", color_scheme="dark")
    for what in (".nav", ".top", ".awning", ".sea", ".back", ".recap-links", ".recap-share", ".recap-days"):
        expect(page.locator(what)).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    # The print is black on white, in the dark colour scheme, too.
    assert page.locator(".chart-bar").first.evaluate("bar => getComputedStyle(bar).fill") == "rgb(0, 0, 0)"
    assert page.locator("h1").evaluate("words => getComputedStyle(words).color") == "rgb(0, 0, 0)"
    sheets = len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4")))
    assert 1 <= sheets <= 2


def test_without_javascript_print_and_copy_buttons_are_hidden(browse, pair, rides):
    club, ana, ben = pair
    write_down(ben, rides[0], "2024-05-26", 2)
    page = browse(ben, js=False)
    page.goto(f"{club.path}/laps/{ben.username}/recap?year=2024")
    for name in ("Print", "Copy link"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
