"""Check-ins: the nearest park by the browser's position, and other members in the park."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, enlarge, seen

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def parks(pair):
    """Creates two parks, and returns their paths."""
    club, ana, _ = pair
    return [ana.submit(club.path + "/parks/new", "/parks", name=name, latitude=north, longitude=east).headers["location"]
            for name, north, east in (("A Far Park", "44.65", "-63.57"), ("Near Park", "53.30", "-6.10"))]


def test_the_nearest_park_is_offered_first_and_the_position_is_not_stored(browse, pair, parks):
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE, geolocation={"latitude": 53.31, "longitude": -6.2}, permissions=["geolocation"])
    page.goto(club.path + "/parks")
    page.get_by_role("link", name="My park today").click()
    expect(page.get_by_role("heading", name="Where are you today?")).to_be_visible()
    page.get_by_role("button", name="Find parks near me").click()
    expect(page.get_by_role("heading", name="Nearest parks")).to_be_visible()
    # The focus is on the button of the form again.
    expect(page.get_by_role("button", name="Find parks near me")).to_be_focused()
    expect(page.locator("form li").first).to_contain_text("Near Park")
    expect(page.locator("form li").first).to_contain_text("6.7 km")
    assert "53." not in page.url
    page.get_by_label("The club").check()
    page.get_by_role("button", name="Check in at Near Park").click()
    expect(seen(page, "The club can see this.")).to_be_visible()
    expect(page).to_have_url(re.compile("/today$"))
    expect(page.get_by_role("heading", name="Near Park today")).to_be_focused()
    page.get_by_role("button", name="I have left").click()
    expect(page.get_by_role("heading", name="Where are you today?")).to_be_focused()


def test_a_refused_position_is_explained(browse, pair, parks):
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE)
    page.goto(club.path + "/today")
    page.get_by_role("button", name="Find parks near me").click()
    expect(seen(page, "Your browser does not share your location.")).to_be_visible()


def test_check_ins_and_departures_appear_at_once(browse, pair, parks):
    club, ana, ben = pair
    mine, theirs = browse(ana, viewport=DESKTOP), browse(ben, js=False, viewport=PHONE)
    mine.goto(parks[1])
    expect(seen(mine, "Nobody that you can see has checked in yet")).to_be_visible()
    theirs.goto(parks[1])
    seen(theirs, "Check in here").click()
    theirs.get_by_label("The club").check()
    theirs.get_by_role("button", name="Check in").click()
    expect(mine.locator("#visitors")).to_contain_text("Ben")
    theirs.get_by_role("button", name="I have left").click()
    expect(mine.locator("#visitors")).not_to_contain_text("Ben")
    expect(theirs.get_by_role("heading", name="Where are you today?")).to_be_visible()


@BOTH_WAYS
def test_a_checked_in_member_reports_the_wait(browse, pair, parks, js):
    club, ana, ben = pair
    assert ana.submit(parks[1] + "/rides/new", "/rides", name="Tidal Wave").status_code == 303
    mine, theirs = browse(ana, viewport=DESKTOP), browse(ben, js=js, viewport=PHONE)
    theirs.goto(parks[1])
    seen(theirs, "Check in here").click()
    theirs.get_by_role("button", name="Check in").click()
    mine.goto(parks[1])
    theirs.get_by_role("link", name="Tidal Wave").click()
    expect(seen(theirs, "Nobody has reported it in the last hour.")).to_be_visible()
    seen(theirs, "Report the waiting time").click()
    if js:
        enlarge(theirs, "200%")
        assert theirs.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        enlarge(theirs, "")
    theirs.get_by_role("button", name="20 min", exact=True).click()
    expect(theirs.locator(".wait")).to_contain_text("20 min one report")
    if js:
        # The form with the button is closed again, so its summary has the focus.
        expect(theirs.locator("summary", has_text="Report the waiting time")).to_be_focused()
    expect(mine.locator(".wait")).to_contain_text("20 min one report")
    seen(theirs, "Report the waiting time").click()
    theirs.get_by_label("Minutes").fill("35")
    theirs.get_by_label("Minutes").press("Enter")
    expect(mine.locator(".wait")).to_contain_text("35 min one report")
    mine.get_by_role("link", name="Tidal Wave").click()
    expect(seen(mine, "Report the waiting time")).to_have_count(0)
