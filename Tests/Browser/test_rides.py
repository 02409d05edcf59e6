"""Rides, and laps that members count in a park."""

import re

import pytest
from playwright.sync_api import expect

from pages import PHONE, seen
from processes import wait_until

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def park(pair):
    """Creates a park with two rides, and returns its path."""
    club, ana, _ = pair
    park = ana.submit(club.path + "/parks/new", "/parks", name="Salt Park").headers["location"]
    for name in ("Tidal Wave", "Gull Swings"):
        assert ana.submit(park + "/rides/new", "/rides", name=name).status_code == 303
    return park


def waiting_acts(page):
    """Returns the number of offline actions that the browser has not sent yet."""
    return page.evaluate("""() => new Promise((resolve) => { const open = indexedDB.open("boardwalk"); open.onsuccess = () => {
        const all = open.result.transaction("actions").objectStore("actions").count(); all.onsuccess = () => resolve(all.result); }; })""")


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
            # The badge of the first lap appears after the lap.
            expect(ride.locator("[data-badges]")).to_contain_text("First lap")
    if js:
        # The count changes without a new page, the live region says so, and the button keeps the focus.
        expect(page.locator("#announcer")).to_contain_text("Tidal Wave: 2 laps today.")
        expect(ride.get_by_role("button", name="+1")).to_be_focused()
    ride.get_by_role("button", name="Undo one lap on Tidal Wave").click()
    expect(ride).to_contain_text("1 lap today")
    expect(page.get_by_role("listitem").filter(has_text="Gull Swings")).to_contain_text("No laps today")
    expect(page).to_have_url(re.compile(r"/parks/\d+(#ride-\d+)?$"))
    if js:
        # The page shows the change before the server has it.
        wait_until(lambda: waiting_acts(page) == 0, "the server knows of it")
    page.get_by_role("link", name="Tidal Wave").click()
    expect(seen(page, "The club has counted 1 lap; 1 member has ridden it.")).to_be_visible()


def test_each_click_undoes_one_lap_and_updates_the_page(browse, pair, park):
    club, ana, ben = pair
    page, other = browse(ben), browse(ben)
    page.goto(park)
    page.get_by_role("link", name="Tidal Wave").click()
    for laps in ("1 lap;", "2 laps;", "3 laps;"):
        page.get_by_role("button", name="+1").click()
        expect(seen(page, f"The club has counted {laps}")).to_be_visible()
    page.reload()
    # The reloaded page did not count these laps itself. The second click comes before the first answer has told it the next lap.
    page.get_by_role("button", name="Undo").evaluate("button => { button.click(); button.click(); }")
    expect(seen(page, "The club has counted 2 laps;")).to_be_visible()
    page.get_by_role("button", name="+1").click()
    page.get_by_role("button", name="+1").click()
    expect(seen(page, "The club has counted 4 laps;")).to_be_visible()
    page.get_by_role("button", name="Undo").dblclick()
    expect(seen(page, "The club has counted 2 laps;")).to_be_visible()
    # No unsent action remains that another tab could send again.
    other.goto(page.url)
    expect(other.locator("[data-today-words]")).to_have_text("2 laps today")
    assert waiting_acts(page) == 0


@BOTH_WAYS
def test_laps_of_a_past_day_are_entered(browse, pair, park, js):
    club, ana, ben = pair
    page = browse(ben, js=js)
    page.goto(park)
    page.get_by_role("link", name="Tidal Wave").click()
    seen(page, "Enter the laps of a day").click()
    page.get_by_label("Day", exact=True).fill("2024-05-26")
    page.get_by_label("Laps on that day").fill("7")
    page.get_by_role("button", name="Save").click()
    expect(seen(page, "7 in total")).to_be_visible()
    page.goto(f"{club.path}/laps/{ben.username}")
    expect(page.get_by_role("heading", name="26 May 2024")).to_be_visible()
    expect(seen(page, "7 laps on 1 ride in 1 park")).to_be_visible()


def test_a_ride_is_found_by_a_similar_name(browse, pair, park):
    club, ana, ben = pair
    page = browse(ben)
    page.goto(club.path + "/parks")
    page.get_by_label("Find a park or a ride").fill("TIDÁL WAWE")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("link", name="Tidal Wave")).to_be_visible()
    expect(page.get_by_role("link", name="Gull Swings")).to_have_count(0)


def test_only_admins_add_parks_and_rides(pair, park):
    club, ana, ben = pair
    for path in (club.path + "/parks/new", park + "/edit", park + "/rides/new"):
        assert ben.get(path).status_code == 403
    for path in (club.path + "/parks", park, park + "/rides"):
        assert ben.post(path, csrf=ben.csrf(), name="Mine", time_zone="UTC").status_code == 403
    assert ana.submit(club.path + "/parks/new", "/parks", name="Salt Park").status_code == 422
    assert ana.submit(park + "/rides/new", "/rides", name="Tidal Wave").status_code == 422


@BOTH_WAYS
def test_a_new_badge_is_shown_with_its_lap(browse, pair, park, js):
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
    seen(page, "More badges").click()
    expect(seen(page, "Night rider")).to_be_visible()


@BOTH_WAYS
def test_the_catalogue_is_filtered(browse, pair, park, js):
    club, ana, ben = pair
    ride = ana.submit(park + "/rides/new", "/rides", name="Fogbank", kind="dark", height="31").headers["location"]
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(club.path + "/parks")
    seen(page, "Filters", exact=True).click()
    page.get_by_label("Kind").select_option("Dark ride")
    seen(page, "Not yet ridden").click()
    page.get_by_label("Minimum height in metres").fill("30")
    page.get_by_role("button", name="Show these rides").click()
    expect(page.get_by_role("heading", name="Dark rides at least 30 m high not yet ridden")).to_be_visible()
    expect(page.get_by_role("link", name="Fogbank")).to_be_visible()
    expect(page.get_by_role("link", name="Tidal Wave")).to_have_count(0)
    expect(page.get_by_role("button", name="+1 lap on Fogbank")).to_be_visible()
    assert ben.submit(ride, "/laps").status_code == 303
    page.goto(club.path + "/parks?kind=dark&ridden=no")
    expect(seen(page, "No ride matches.")).to_be_visible()
    # The page shows the filter, and one click removes it.
    seen(page, "Filters", exact=True).click()
    expect(page.get_by_label("Kind")).to_have_value("dark")
    page.get_by_role("link", name="All parks", exact=True).click()
    expect(page.get_by_role("link", name="Salt Park")).to_be_visible()


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_a_moved_ride_links_to_its_former_place(browse, pair, park, js):
    club, ana, ben = pair
    other = ana.submit(club.path + "/parks/new", "/parks", name="Gull Park").headers["location"]
    old = ana.submit(other + "/rides/new", "/rides", name="Old Wave", closed="1998-09").headers["location"]
    page = browse(ana, js=js)
    page.goto(park)
    page.get_by_role("link", name="Tidal Wave").click()
    page.get_by_role("link", name="Edit the ride").click()
    page.get_by_label("Moved from").fill("Old Wave, Nowhere")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="There is no such ride here.")).to_be_visible()
    page.get_by_label("Moved from").fill("Old Wave, Gull Park")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Was at Gull Park as Old Wave until 1998").click()
    expect(page).to_have_url(re.compile(re.escape(old) + "$"))
    page.get_by_role("link", name="Moved to Salt Park as Tidal Wave").click()
    expect(page.get_by_role("heading", name="Tidal Wave")).to_be_visible()
