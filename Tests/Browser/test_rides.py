"""Rides, and laps as one counts them in a queue."""

import re

import pytest
from playwright.sync_api import expect

from pages import PHONE

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def park(pair):
    """A park with two rides; its path."""
    club, ana, _ = pair
    park = ana.submit(club.path + "/parks/new", "/parks", name="Salt Park").headers["location"]
    for name in ("Tidal Wave", "Gull Swings"):
        assert ana.submit(park + "/rides/new", "/rides", name=name).status_code == 303
    return park


@BOTH_WAYS
def test_laps_are_counted_with_one_thumb(browse, pair, park, js):
    club, ana, ben = pair
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(park)
    ride = page.get_by_role("listitem").filter(has_text="Tidal Wave")
    for count in ("1 lap today", "2 laps today"):
        ride.get_by_role("button", name="+1 lap on Tidal Wave").click()
        expect(ride).to_contain_text(count)
    if js:
        # It happened in place, is said, and the finger stays on the button.
        expect(page.locator("#announcer")).to_contain_text("Tidal Wave: 2 laps today.")
        expect(ride.get_by_role("button", name="+1")).to_be_focused()
    ride.get_by_role("button", name="Undo one lap on Tidal Wave").click()
    expect(ride).to_contain_text("1 lap today")
    expect(page.get_by_role("listitem").filter(has_text="Gull Swings")).to_contain_text("No laps today")
    expect(page).to_have_url(re.compile(r"/parks/\d+(#ride-\d+)?$"))
    page.get_by_role("link", name="Tidal Wave").click()
    expect(page.get_by_text("The club has counted 1 lap, by 1 member.")).to_be_visible()


@BOTH_WAYS
def test_a_past_day_is_written_down(browse, pair, park, js):
    club, ana, ben = pair
    page = browse(ben, js=js)
    page.goto(park)
    page.get_by_role("link", name="Tidal Wave").click()
    page.get_by_text("Laps of another day").click()
    page.get_by_label("Day", exact=True).fill("2024-05-26")
    page.get_by_label("Laps on that day").fill("7")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("7 in all")).to_be_visible()
    page.goto(f"{club.path}/laps/{ben.username}")
    expect(page.get_by_role("heading", name="26 May 2024")).to_be_visible()
    expect(page.get_by_text("7 laps on 1 ride in 1 park")).to_be_visible()


def test_a_ride_is_found_by_nearly_its_name(browse, pair, park):
    club, ana, ben = pair
    page = browse(ben)
    page.goto(club.path + "/parks")
    page.get_by_label("Find a park or a ride").fill("TIDÁL WAWE")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("link", name="Tidal Wave")).to_be_visible()
    expect(page.get_by_role("link", name="Gull Swings")).to_have_count(0)


def test_only_admins_write_parks_down(pair, park):
    club, ana, ben = pair
    for path in (club.path + "/parks/new", park + "/edit", park + "/rides/new"):
        assert ben.get(path).status_code == 403
    for path in (club.path + "/parks", park, park + "/rides"):
        assert ben.post(path, csrf=ben.csrf(), name="Mine", time_zone="UTC").status_code == 403
    assert ana.submit(club.path + "/parks/new", "/parks", name="Salt Park").status_code == 422
    assert ana.submit(park + "/rides/new", "/rides", name="Tidal Wave").status_code == 422


@BOTH_WAYS
def test_a_badge_is_told_with_the_lap_that_brings_it(browse, pair, park, js):
    club, ana, ben = pair
    page = browse(ben, js=js)
    page.goto(park)
    page.get_by_role("link", name="Tidal Wave").click()
    page.get_by_role("button", name="+1 lap on Tidal Wave").click()
    news = page.locator("[data-badges]")
    expect(news).to_have_text(re.compile("New badges: First coaster, First lap"))
    page.goto(f"{club.path}/members/{ben.username}")
    page.get_by_role("link", name="All badges").click()
    expect(page.get_by_role("heading", name="Your badges")).to_be_visible()
    expect(page.locator(".badges").first.get_by_text("First lap")).to_be_visible()
    page.get_by_text("Further away").click()
    expect(page.get_by_text("Night rider")).to_be_visible()
