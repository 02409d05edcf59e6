"""Members to meet at parks, and the chat about a ride."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, ChatBox, row, seen

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def park(pair):
    """Creates a park, and returns its path."""
    club, ana, _ = pair
    return ana.submit(club.path + "/parks/new", "/parks", name="Salt Park").headers["location"]


@pytest.fixture
def ride(pair, park):
    _, ana, _ = pair
    return ana.submit(park + "/rides/new", "/rides", name="Tidal Wave").headers["location"]


@BOTH_WAYS
def test_members_with_the_same_home_park_are_suggested(browse, pair, park, js):
    club, ana, ben = pair
    pages = {person.name: browse(person, js=js, viewport=PHONE) for person in (ana, ben)}
    for page in pages.values():
        page.goto(park)
        page.get_by_role("button", name="Make this my home park").click()
        expect(seen(page, "This is your home park.")).to_be_visible()
        expect(page).to_have_url(re.compile(r"/parks/\d+#home$"))
    for mine, other, said in (("Ana", "Ben", "You have asked Ben to be friends."), ("Ben", "Ana", "Ana is now your friend.")):
        page = pages[mine]
        page.goto(club.path + "/parks")
        page.get_by_role("link", name="People to meet").click()
        person = row(page, other, "The same home park: Salt Park")
        expect(person).to_be_visible()
        person.get_by_role("button", name=f"Ask to be friends with {other}").click()
        expect(seen(page, said)).to_be_visible()
        if js:
            expect(page.get_by_role("status").filter(has_text=said)).to_be_focused()
        expect(seen(page, "Nobody to meet yet.")).to_be_visible()
    page.goto(park)
    page.get_by_role("button", name="Remove my home park").click()
    expect(page.get_by_role("button", name="Make this my home park")).to_be_visible()


def test_a_new_member_sees_what_to_do_first(browse, pair, park):
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE)
    for start in (club.path + "/parks/map", club.path + "/today", club.path + "/parks"):
        page.goto(start)
        page.get_by_role("link", name="People to meet").click()
        expect(page.get_by_role("heading", name="People to meet")).to_be_visible()
    for hint, ending in (("Check in", "/today"), ("Choose a home park", "/parks"), ("Count a ride", "/parks")):
        page.goto(club.path + "/parks/people")
        page.get_by_role("link", name=hint).click()
        expect(page).to_have_url(re.compile(ending + "$"))


@BOTH_WAYS
def test_messages_about_a_ride_appear_at_once(browse, pair, ride, js):
    club, ana, ben = pair
    mine, theirs = browse(ana, viewport=DESKTOP), browse(ben, js=js, viewport=PHONE)
    for page in (mine, theirs):
        page.goto(ride)
    ChatBox(theirs).say("The back row, every time")
    ChatBox(mine).expect_message("The back row, every time")
    there = theirs if js else theirs.frame_locator(".chat-frame")
    expect(there.locator("#messages").get_by_text("The back row, every time")).to_be_visible()
    expect(theirs).to_have_url(re.compile(r"/rides/\d+" + ("" if js else "#chat") + "$"))
    ChatBox(mine).say("The front row for me")
    expect(there.locator("#messages").get_by_text("The front row for me")).to_be_visible()
    there.get_by_role("button", name="Remove this message").click()
    expect(mine.locator("#messages").get_by_text("Message removed")).to_be_visible()
    expect(theirs).to_have_url(re.compile(r"/rides/\d+(#chat)?$"))


def test_counting_a_lap_keeps_half_typed_text(browse, pair, ride):
    """Typed text stays when other parts of the page change."""
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE)
    page.goto(ride)
    box = ChatBox(page)
    box.field.fill("Half a sen")
    page.get_by_role("button", name="+1 lap on Tidal Wave").click()
    expect(page.locator(".ride-counter")).to_contain_text("1 lap today")
    assert ana.say(ride, "Hello").status_code == 303
    box.expect_message("Hello")
    expect(box.field).to_have_value("Half a sen")
