"""The map of parks on a touch screen, and marks that do not depend on colour alone."""

import re

import pytest
from playwright.sync_api import expect

from pages import PHONE, box

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def parks(pair):
    """Creates two parks that are close and one that is far away. Returns their paths by name."""
    club, ana, ben = pair
    places = {"Near Pier": ("53.3", "-6.1"), "Next Pier": ("52.5", "5.0"), "Far Land": ("35.6", "139.8")}
    paths = {
        name: ana.submit(club.path + "/parks/new", "/parks", name=name, latitude=north, longitude=east).headers["location"]
        for name, (north, east) in places.items()}
    ana.post(club.path + "/today", csrf=ana.csrf(), park=paths["Next Pier"].rpartition("/")[2], audience="me")
    return paths


def middle(page, path):
    dot = box(page.locator(f".map-mark[href='{path}'] .map-dot"))
    return dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2


@BOTH_WAYS
def test_a_tap_near_marks_opens_the_nearest_park(browse, pair, parks, js):
    club, ana, _ = pair
    page = browse(ana, js=js, viewport=PHONE)
    for name, right, down in (("Far Land", 15, 14), ("Far Land", -20, 0), ("Near Pier", 0, 0), ("Next Pier", 0, 0), ("Near Pier", -20, 0)):
        page.goto(club.path + "/parks/map")
        page.locator(".map").scroll_into_view_if_needed()
        x, y = middle(page, parks[name])
        page.mouse.click(x + right, y + down)
        expect(page).to_have_url(re.compile(parks[name] + "$"))


def test_the_map_shows_the_members_park_and_friends_by_shape_and_words(browse, pair, parks):
    club, ana, ben = pair
    ana.befriend(club, ben)
    ben.post(club.path + "/today", csrf=ben.csrf(), park=parks["Far Land"].rpartition("/")[2], audience="friends")
    page = browse(ana, viewport=PHONE, forced_colors="active")
    page.goto(club.path + "/parks/map")
    expect(page.locator(".map-mark path.map-dot")).to_have_count(1)
    expect(page.locator(".map-mark circle.map-dot")).to_have_count(2)
    expect(page.get_by_role("link", name="Next Pier. You are here.")).to_have_count(1)
    expect(page.locator(".map-key")).to_have_text(re.compile("Park\\s+Friends are there\\s+You are here"))
    # The selected region differs from the others in its background, not only in the colour of its border.
    colours = page.locator(".map-regions a").evaluate_all("tabs => tabs.map(tab => getComputedStyle(tab).backgroundColor)")
    assert colours[0] not in colours[1:]


def test_names_are_not_broken_in_the_largest_text_at_320_pixels(browse, pair, parks):
    club, ana, ben = pair
    ride = ana.submit(parks["Near Pier"] + "/rides/new", "/rides", name="Tidal Wave").headers["location"]
    assert ana.submit(ride, "/laps").status_code == 303
    page = browse(ana, viewport={"width": 320, "height": 640})
    page.goto(club.path + "/rides/leaderboard")
    page.evaluate("""() => { document.documentElement.dataset.text = "largest";
        document.querySelector(".leaderboard-name bdi").textContent = "Bartholomew Okafor" }""")
    lines = """element => { const range = document.createRange(); range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size }"""
    assert page.locator(".leaderboard thead th").first.evaluate(lines) == 1
    assert page.locator(".leaderboard-name bdi").first.evaluate(lines) <= 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # It is still a table for assistive technology.
    expect(page.get_by_role("row").nth(1).get_by_role("cell")).to_have_count(2)


def test_the_back_link_is_one_underlined_text(browse, pair):
    club, ana, ben = pair
    page = browse(ana)
    page.goto(f"{club.path}/laps/{ben.username}/comparison")
    back = page.locator(".back a")
    expect(back).to_have_text(f"Rides of {ben.name}")
    # A flex box would split the text into two boxes with a gap between them.
    assert back.evaluate("link => getComputedStyle(link).display") == "inline-block" and box(back)["height"] >= 44
