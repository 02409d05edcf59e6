"""Rankings of rides, and wishes."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, box, enlarge, seen

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
NAMES = ["Tidal Wave", "Gull Swings", "The Gale"]


@pytest.fixture
def rides(pair):
    """Returns the paths of three rides that Ben has ridden and ranked."""
    club, ana, ben = pair
    park = ana.submit(club.path + "/parks/new", "/parks", name="Salt Park").headers["location"]
    rides = [ana.submit(park + "/rides/new", "/rides", name=name).headers["location"] for name in NAMES]
    for ride in rides:
        assert ben.submit(ride, "/laps").status_code == 303
        assert ben.submit(ride, "/rank").status_code == 303
    return rides


def order(page):
    return page.locator("[data-ranking] .row-title")


@BOTH_WAYS
def test_a_ride_is_ranked_and_moved(browse, pair, rides, js):
    club, ana, ben = pair
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(f"{club.path}/laps/{ben.username}")
    page.get_by_role("link", name=re.compile("^Ranking of")).click()
    expect(order(page)).to_have_text(NAMES)
    page.get_by_role("button", name="Move The Gale up").click()
    expect(order(page)).to_have_text(["Tidal Wave", "The Gale", "Gull Swings"])
    if js:
        # The list changes without a new page, the live region says so, and the button keeps the focus.
        expect(page.locator("#announcer")).to_have_text("The Gale is number 2 of 3.")
        expect(page.get_by_role("button", name="Move The Gale up")).to_be_focused()
        page.keyboard.press("Enter")
        expect(order(page)).to_have_text(["The Gale", "Tidal Wave", "Gull Swings"])
        # The button no longer exists, so its row has the focus.
        expect(page.get_by_role("listitem").filter(has_text="The Gale")).to_be_focused()
    else:
        expect(page).to_have_url(re.compile(r"/ranking#ranked-\d+$"))
        page.get_by_role("button", name="Move to top of your ranking: The Gale").click()
        expect(order(page)).to_have_text(["The Gale", "Tidal Wave", "Gull Swings"])
        expect(page.locator(".rank-handle").first).to_be_hidden()
    page.get_by_role("button", name="Remove Tidal Wave").click()
    expect(order(page)).to_have_text(["The Gale", "Gull Swings"])
    page.get_by_role("button", name="Rank it – Tidal Wave").click()
    expect(order(page)).to_have_text(["The Gale", "Gull Swings", "Tidal Wave"])
    page.get_by_role("link", name="The Gale").click()
    expect(seen(page, "Average rank 1.0, by 1 member")).to_be_visible()
    expect(page.get_by_role("link", name="Number 1 in your ranking")).to_be_visible()


def drag(page, name, onto, drop=True):
    """Drags a row by its handle to the lower half of another row."""
    def middle(row, part):
        place = box(page.locator(".rank-row").filter(has_text=row).locator(part))
        return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2

    page.mouse.move(*middle(name, "[data-drag]"))
    page.mouse.down()
    x, y = middle(onto, "[data-place]")
    page.mouse.move(x, y, steps=4)
    page.mouse.move(x, y + 30, steps=4)
    if drop:
        page.mouse.up()


def test_a_ride_is_dragged_to_its_place(browse, pair, rides):
    club, ana, ben = pair
    page = browse(ben, viewport=DESKTOP)
    page.goto(f"{club.path}/laps/{ben.username}/ranking")
    drag(page, "Tidal Wave", "The Gale")
    expect(page.locator("#announcer")).to_have_text("Tidal Wave is number 3 of 3.")
    moved = ["Gull Swings", "The Gale", "Tidal Wave"]
    expect(order(page)).to_have_text(moved)
    # The moved ride has the focus, so that keyboard users continue there.
    expect(page.locator(".rank-row").filter(has_text="Tidal Wave")).to_be_focused()
    page.reload()
    expect(order(page)).to_have_text(moved)
    # Escape cancels the move.
    drag(page, "Gull Swings", "Tidal Wave", drop=False)
    expect(order(page)).to_have_text(["The Gale", "Tidal Wave", "Gull Swings"])
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(order(page)).to_have_text(moved)
    page.reload()
    expect(order(page)).to_have_text(moved)


@pytest.mark.parametrize("width, letters", [(320, ""), (390, "200%")])
def test_the_buttons_of_a_row_are_not_wider_than_the_row(browse, pair, rides, width, letters):
    club, ana, ben = pair
    page = browse(ben, viewport={"width": width, "height": 800})
    page.goto(f"{club.path}/laps/{ben.username}/ranking")
    enlarge(page, letters)
    assert page.evaluate("""() => [...document.querySelectorAll(".rank-row button")].filter(button => {
        const [inner, outer] = [button, button.closest("li")].map(element => element.getBoundingClientRect());
        return inner.left < outer.left || inner.right > outer.right;
    }).map(button => button.id)""") == []


def test_the_buttons_of_a_row_are_on_one_line_on_a_phone(browse, pair, rides):
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE)
    page.goto(f"{club.path}/laps/{ben.username}/ranking")
    assert page.locator(".rank-actions").evaluate_all("""forms => forms.map(form => {
        const middles = [...form.querySelectorAll("button")].map(button => button.getBoundingClientRect())
            .map(({ top, height }) => Math.round(top + height / 2));
        return [middles.length, new Set(middles).size];
    })""") == [[2, 1], [4, 1], [3, 1]]


@pytest.mark.console("net::ERR_|Failed to fetch")
def test_a_failed_drag_restores_the_order(browse, pair, rides):
    club, ana, ben = pair
    page = browse(ben, viewport=DESKTOP)
    page.goto(f"{club.path}/laps/{ben.username}/ranking")
    page.route("**/rank", lambda route: route.abort())
    drag(page, "Tidal Wave", "The Gale")
    expect(seen(page, "That was not sent.").first).to_be_visible()
    expect(order(page)).to_have_text(NAMES)
    expect(page.locator("[data-place]")).to_have_text(["1", "2", "3"])


@BOTH_WAYS
def test_a_wish_is_added_and_fulfilled(browse, pair, js):
    club, ana, ben = pair
    park = ana.submit(club.path + "/parks/new", "/parks", name="Salt Park").headers["location"]
    ride = ana.submit(park + "/rides/new", "/rides", name="Tidal Wave").headers["location"]
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(ride)
    expect(page.get_by_role("button", name="Rank it")).to_be_hidden()
    page.get_by_role("button", name="Add to wish list – Tidal Wave").click()
    expect(seen(page, "It is on your wish list.")).to_be_visible()
    page.get_by_role("button", name="Remove from wish list – Tidal Wave").click()
    page.get_by_role("button", name="Add to wish list – Tidal Wave").click()
    page.get_by_role("link", name="wish list").click()
    expect(page.get_by_role("heading", name="Your wish list")).to_be_visible()
    expect(page.get_by_role("heading", name="Wishes that came true")).to_be_hidden()
    page.get_by_role("link", name="Tidal Wave").click()
    page.get_by_role("button", name="+1 lap on Tidal Wave").click()
    # Wait for everything that the lap adds to the page, so that nothing moves under the pointer.
    expect(seen(page, "New badges")).to_be_visible()
    # The lap fulfils the wish, and the ride can be ranked.
    expect(page.get_by_role("button", name="Rank it – Tidal Wave")).to_be_visible()
    expect(seen(page, "It is on your wish list.")).to_be_hidden()
    page.get_by_role("button", name="Rank it – Tidal Wave").click()
    expect(page.get_by_role("link", name="Number 1 in your ranking")).to_be_visible()
    page.goto(f"{club.path}/laps/{ben.username}/wishes")
    expect(page.get_by_role("heading", name="Wishes that came true")).to_be_visible()
    page.get_by_role("button", name="Remove Tidal Wave").click()
    expect(page.get_by_role("heading", name="Wishes that came true")).to_be_hidden()
    expect(seen(page, "There are no wishes on this list.")).to_be_visible()
