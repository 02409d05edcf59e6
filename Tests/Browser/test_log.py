"""The rides of a member: rides without a count, a member's own rule for credits, and imports from a file."""

import pytest
from playwright.sync_api import expect

from pages import PHONE, enlarge, seen, wait_in
from test_rides import BOTH_WAYS, park

assert park  # The import makes the fixture available.


@BOTH_WAYS
def test_a_ride_is_marked_as_ridden_without_laps(browse, pair, park, js):
    club, ana, ben = pair
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(park)
    ride = page.get_by_role("listitem").filter(has_text="Tidal Wave")
    ride.get_by_role("button", name="Mark as ridden (Tidal Wave)").click()
    expect(ride).to_contain_text("Ridden, laps not counted")
    page.goto(f"{club.path}/laps/{ben.username}")
    expect(seen(page, "0 laps on 1 ride in 1 park")).to_be_visible()
    page.goto(park)
    # A counted lap hides the note, and taking the lap back shows it again.
    ride.get_by_role("button", name="+1 lap on Tidal Wave").click()
    expect(ride).to_contain_text("1 lap today")
    expect(ride.get_by_role("button", name="Mark as not ridden")).to_be_hidden()
    ride.get_by_role("button", name="Undo one lap on Tidal Wave").click()
    expect(ride).to_contain_text("Ridden, laps not counted")
    ride.get_by_role("button", name="Mark as not ridden (Tidal Wave)").click()
    expect(ride.get_by_role("button", name="Mark as ridden (Tidal Wave)")).to_be_visible()
    expect(ride).not_to_contain_text("Ridden, laps not counted")


def test_a_ride_can_be_marked_while_the_undo_of_its_lap_is_not_sent_yet(browse, pair, park):
    club, ana, ben = pair
    page = browse(ben)
    page.goto(park)
    ride = page.get_by_role("listitem").filter(has_text="Tidal Wave")
    with page.expect_response("**/outbox"):
        ride.get_by_role("button", name="+1 lap on Tidal Wave").click()
    held = []
    page.route("**/outbox", lambda route: held.append(route))
    ride.get_by_role("button", name="Undo one lap on Tidal Wave").click()
    with page.expect_response("**/mark"):
        ride.get_by_role("button", name="Mark as ridden (Tidal Wave)").click()
    wait_in(page, lambda: held, "the undo is sent")
    held.pop().continue_()
    expect(ride.get_by_role("button", name="Mark as not ridden (Tidal Wave)")).to_be_visible()
    expect(ride).to_contain_text("Ridden, laps not counted")


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_a_member_chooses_which_rides_count(browse, pair, park, js):
    club, ana, ben = pair
    page = browse(ben, js=js)
    page.goto(park)
    for name in ("Tidal Wave", "Gull Swings"):
        page.get_by_role("button", name=f"Mark as ridden ({name})").click()
        expect(page.get_by_role("button", name=f"Mark as not ridden ({name})")).to_be_visible()
    page.goto(f"{club.path}/laps/{ben.username}")
    page.get_by_role("link", name="Which rides count").click()
    own = page.locator("form").filter(has=page.get_by_role("button", name="Save", exact=True))
    own.get_by_text("Count in my own way").click()
    own.get_by_label("Roller coaster").uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(seen(page, "0 laps on 0 rides in 1 park")).to_be_visible()
    page.get_by_role("link", name="Which rides count").click()
    for kind in own.get_by_role("checkbox").filter(visible=True).all():
        kind.uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(seen(page, "Choose at least one kind of ride that counts.")).to_be_visible()
    # The rule of the club's leaderboard has not changed.
    page.goto(f"{club.path}/rides/leaderboard")
    expect(page.get_by_role("row").filter(has_text="Ben")).to_contain_text("2")


@pytest.mark.parametrize("width, letters", [(320, ""), (390, "200%")])
def test_words_in_headings_are_not_broken(browse, pair, park, width, letters):
    club, ana, ben = pair
    ride = ben.get(park).text.split("/laps")[0].rpartition('"')[2]
    assert ben.submit(ride, "/laps").status_code == 303
    page = browse(ben, viewport={"width": width, "height": 800})
    page.goto(f"{club.path}/rides/leaderboard")
    enlarge(page, letters)
    assert page.evaluate("""() => [...document.querySelectorAll("h1, thead th")].map(heading => {
        const words = document.createRange();
        words.selectNodeContents(heading.firstChild);
        return [heading.textContent, words.getClientRects().length];
    }).filter(([, lines]) => lines > 1)""") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_laps_are_imported_from_a_file(browse, pair, park, js):
    club, ana, ben = pair
    page = browse(ben, js=js)
    page.goto(f"{club.path}/laps/{ben.username}")
    page.get_by_role("link", name="Read laps from a file").click()

    def read(table):
        page.get_by_label("The file").set_input_files({"name": "laps.csv", "mimeType": "text/csv", "buffer": table.encode()})
        page.get_by_role("button", name="Read the file").click()

    read("day,park,ride,laps\n2024-05-26,Salt Park,Tidal Wave,3\n2024-05-26,Salt Park,Nothing,3\n")
    expect(seen(page, "Line 3: There is no ride with this name in this park.")).to_be_visible()
    read("day,park,ride,laps\n2024-05-26,Salt Park,Tidal Wave,3\n,Salt Park,Gull Swings,\n")
    expect(seen(page, "2 lines were read: 1 day of a ride changed, 1 ride marked as ridden.")).to_be_visible()
    page.get_by_role("link", name="See your rides").click()
    expect(seen(page, "3 laps on 2 rides in 1 park")).to_be_visible()


@pytest.mark.console("status of 422")
def test_a_refused_day_stays_in_the_form(browse, pair, park):
    club, ana, ben = pair
    page = browse(ben, js=False)
    page.goto(park)
    page.get_by_role("link", name="Tidal Wave").click()
    seen(page, "Enter the laps of a day").click()
    page.get_by_label("Day", exact=True).fill("2999-05-26")
    page.get_by_label("Laps on that day").fill("7")
    page.get_by_role("button", name="Save").click()
    expect(seen(page, "That day is in the future.")).to_be_visible()
    expect(page.get_by_label("Day", exact=True)).to_have_value("2999-05-26")
    expect(page.get_by_label("Laps on that day")).to_have_value("7")


@pytest.mark.console("ERR_INTERNET_DISCONNECTED")
def test_without_a_connection_a_day_stays_in_the_form(browse, pair, park):
    club, ana, ben = pair
    page = browse(ben)
    page.goto(park)
    page.get_by_role("link", name="Tidal Wave").click()
    seen(page, "Enter the laps of a day").click()
    page.get_by_label("Day", exact=True).fill("2024-05-26")
    page.get_by_label("Laps on that day").fill("7")
    page.context.set_offline(True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#main").get_by_text("That was not sent.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").or_(page.get_by_role("button", name="Retry")).first.click()
    expect(seen(page, "7 in total")).to_be_visible()
