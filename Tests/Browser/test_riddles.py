"""Emoji Charades: riddles for one member, for the club and behind a link."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, register, seen

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@BOTH_WAYS
def test_a_riddle_is_sent_and_answered(browse, pair, js):
    club, ana, ben = pair
    hers, his = browse(ana, js=js, viewport=PHONE), browse(ben, js=js, viewport=PHONE)
    hers.goto(club.path + "/riddles")
    hers.get_by_role("link", name="Make a riddle").first.click()
    hers.locator("input[name=emoji]").fill("🌧️ 🐱🐶")
    hers.get_by_label("Solution").fill("It is raining cats and dogs")
    hers.get_by_label("Kind of riddle", exact=True).select_option("saying")
    hers.get_by_label("Other members, by their usernames").fill(ben.username)
    hers.locator("summary", has_text="Hints").click()
    hers.get_by_label("Hint 1").fill("Take an umbrella")
    hers.get_by_role("button", name="Send", exact=True).click()
    expect(seen(hers, "You sent this to one member")).to_be_visible()
    his.goto(club.path + "/riddles")
    his.get_by_role("link", name="Ana").click()
    expect(seen(his, "A saying · 6 words")).to_be_visible()
    his.get_by_role("button", name="Show a hint").click()
    expect(seen(his, "Take an umbrella")).to_be_visible()
    his.get_by_label("What does it say?").fill("Wet pets")
    his.get_by_role("button", name="Answer").click()
    expect(his.locator(".riddle-status")).to_contain_text("Ana has your answer.")
    if js:
        # The answer appears without a reload.
        expect(hers.locator(".riddle-said")).to_have_text("Wet pets")
    else:
        hers.reload()
    hers.get_by_role("button", name="Wrong").click()
    expect(seen(hers, "Has tried once")).to_be_visible()
    if not js:
        his.reload()
    expect(his.locator(".riddle-status")).to_contain_text("That is not right. Two tries are left.")
    his.get_by_label("What does it say?").fill("it's raining cats & dogs")
    his.get_by_role("button", name="Answer").click()
    expect(his.locator(".riddle-status")).to_contain_text("Ana has your answer.")
    if not js:
        hers.reload()
    hers.get_by_role("button", name="Right").click()
    expect(seen(hers, "Solved it on try 2")).to_be_visible()
    if not js:
        his.reload()
    expect(his.locator(".riddle-status")).to_contain_text("You solved it. You get the point.")
    if js:
        # The page was loaded before the chat existed.
        his.get_by_role("link", name="Open the chat", exact=True).click()
    expect(his.get_by_role("heading", name="Chat")).to_be_visible()
    expect(his.get_by_label("Your result, to share")).to_have_value(re.compile("🟥🟩 · one hint"))
    his.goto(club.path + "/riddles?list=done")
    expect(seen(his, "It is raining cats and dogs")).to_be_visible()


def test_a_riddle_is_answered_by_keyboard_alone(browse, pair):
    club, ana, ben = pair
    riddle = ana.riddle(club, "🍕", "Pizza", audience="club")
    page = browse(ben, viewport=DESKTOP)
    page.goto(riddle)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "answer":
            break
    page.keyboard.type("Pasta")
    page.keyboard.press("Enter")
    expect(page.locator(".riddle-status")).to_contain_text("That is not right. Two tries are left.")
    expect(page.locator("#announcer")).to_contain_text("Two tries are left.")
    page.locator("#answer").focus()
    page.keyboard.type("piza")
    page.keyboard.press("Enter")
    # A nearly right answer stays in the field, and the live region says so.
    expect(page.locator("#announcer")).to_contain_text("“piza” is nearly right.")
    expect(page.locator("#answer")).to_have_value("piza")
    page.locator("#answer").fill("pizza")
    page.keyboard.press("Enter")
    expect(page.locator(".riddle-status")).to_contain_text("You are the first in the club who solved it. You get the point.")


@BOTH_WAYS
def test_a_link_leads_through_registration_to_the_riddle(browse, pair, js):
    club, ana, _ = pair
    riddle = ana.riddle(club, "🐌📬", "Snail mail", audience="link")
    link = re.search(r"/riddle/[\w-]+/[\w-]+", ana.get(riddle).text)[0]
    page = browse(js=js, viewport=PHONE)
    page.goto(link)
    # The emoji are as large as for members.
    assert page.locator(".riddle-emoji").evaluate("emoji => parseFloat(getComputedStyle(emoji).fontSize)") >= 32
    page.get_by_role("link", name="Register and answer").click()
    register(page, "Cleo")
    page.get_by_role("button", name="Join and answer").click()
    expect(page).to_have_url(re.compile(re.escape(riddle) + "$"))
    expect(page.get_by_label("What does it say?")).to_be_visible()


@BOTH_WAYS
def test_emojim_sends_a_welcome_riddle_and_judges_at_once(browse, pair, js):
    club, _, ben = pair
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(club.path + "/")
    page.get_by_role("region", name="Riddles").get_by_role("link", name="Try it").click()
    page.get_by_label("What does it say?").fill("I love pizza")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".riddle-status")).to_contain_text("You get the point")
    page.goto(club.path + "/")
    expect(page.get_by_role("heading", name="Riddle of the day")).to_be_visible()


@pytest.mark.console("status of 409")
def test_two_tabs_do_not_answer_twice(browse, pair):
    club, ana, ben = pair
    riddle = ana.riddle(club, "🍕", "Pizza", names=ben.username)
    one = browse(ben)
    one.route("**/live", lambda route: route.fulfill(status=304))
    one.goto(riddle)
    assert ben.submit(riddle, "/answers", text="Pasta").status_code == 303
    one.get_by_label("What does it say?").fill("Pizza")
    one.get_by_role("button", name="Answer").click()
    expect(seen(one, "You cannot answer this riddle now.")).to_be_visible()


def test_a_hint_that_opens_tomorrow_shows_the_time(browse, pair):
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE)
    page.goto(ana.riddle(club, "🍕", "Pizza", names=ben.username, hint1="Round", hint_hours="24"))
    expect(seen(page, re.compile(r"A hint appears \d+ \w+,? (at )?\d\d:\d\d"))).to_be_visible()
