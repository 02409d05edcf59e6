"""The bell: notices that wait for a member, and news about other members."""

import re

import pytest
from playwright.sync_api import expect

from members import start_game
from pages import DESKTOP, ChatBox, expect_bell, expect_unread, row, seen
from scene import DOT

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def photo(pair):
    """Returns the path of a photo that Ben shared."""
    club, _, ben = pair
    return ben.share(club, ("dot.gif", DOT)).headers["location"]


def test_the_bell_is_updated_on_every_page(browse, pair, photo):
    club, ana, ben = pair
    page = browse(ben)
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(club.path + "/photos")
        expect_bell(tab, 0)
    ana.submit(photo, "/like")
    ana.follow(club, ben)
    ana.write(club, ben, "Hello")
    for tab in (page, other):
        expect_bell(tab, 3)
        expect_unread(tab, 1)
        expect(tab.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-news"))
    page.get_by_role("link", name="Notices, 3 new").click()
    expect(row(page, "Ana", "What happened")).to_contain_text("likes your photo")
    # The like has been seen. The message and the friend request still count as new.
    for tab in (page, other):
        expect_bell(tab, 2)
    page.get_by_role("link", name="Ana wrote you a message").click()
    for tab in (page, other):
        expect_bell(tab, 1)
        expect_unread(tab, 0)
    ben.follow(club, ana)
    for tab in (page, other):
        expect_bell(tab, 0)


@BOTH_WAYS
def test_notices_link_to_their_subjects(browse, table, js):
    club, ana, ben = table.club, table.second, table.first
    ana.write(club, ben, "Hello")
    ana.follow(club, ben)
    page = browse(ben, js=js, viewport=DESKTOP)
    for words, place in [("waits for your move", "/games/"), ("wrote you a message", "/messages/"), ("would like to be your friend", "/friends")]:
        page.goto(club.path + "/notices")
        page.get_by_role("region", name="To do").get_by_role("link", name=f"{ana.name} {words}").click()
        expect(page).to_have_url(re.compile(place))
    page.goto(club.path + "/notices")
    expect(row(page, ana.name, "To do")).to_have_count(2)
    expect_bell(page, 2)


@BOTH_WAYS
def test_switched_off_notices_are_not_sent(browse, pair, photo, js):
    club, ana, ben = pair
    page = browse(ben, js=js)
    page.goto(club.path + "/notices/settings")
    for kind in ("Somebody likes my photo", "Somebody writes to me", "Somebody would like to be my friend"):
        page.get_by_label(kind).uncheck()
    page.get_by_role("button", name="Save").click()
    expect(seen(page, "No notices yet.")).to_be_visible()
    page.goto(club.path + "/photos")
    ana.submit(photo, "/like")
    ana.write(club, ben, "Hello")
    ana.follow(club, ben)
    ana.say(photo, "What a dot!")
    if not js:
        page.reload()
    expect_bell(page, 1)
    expect_unread(page, 0)
    page.locator("#notices").click()
    expect(page.locator("main .row")).to_have_count(1)
    expect(page.locator("main .row")).to_contain_text("Ana commented on your photo")
    # A notice that is switched off does not count at the bell, but the message itself is there.
    page.goto(club.path + "/messages")
    expect(row(page, "Ana")).to_contain_text("1 unread")
    page.goto(club.path + "/notices/settings")
    page.get_by_label("Somebody writes to me").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Ana wrote you a message")).to_be_visible()
    expect_unread(page, 1)


def test_likes_and_comments_are_grouped_in_one_notice_each(browse, pair, register, photo):
    club, ana, ben = pair
    for person in (ana, register("Cleo").join(club)):
        person.submit(photo, "/like")
        for words in ("What", "a dot!"):
            person.say(photo, f"{words} says {person.name}")
    page = browse(ben)
    page.goto(club.path + "/notices")
    expect(page.locator("main .row")).to_have_count(2)
    expect(row(page, "Cleo and one other like your photo")).to_be_visible()
    row(page, "4 new comments").get_by_role("link").click()
    expect(page).to_have_url(re.compile(photo + "$"))
    ChatBox(page).expect_message("a dot! says Cleo")


def test_a_notice_disappears_with_its_subject(browse, pair, photo):
    club, ana, ben = pair
    ana.submit(photo, "/like")
    page = browse(ben)
    page.goto(club.path + "/photos")
    expect_bell(page, 1)
    ana.submit(photo, "/like/removal")
    expect_bell(page, 0)
    ana.say(photo, "What a dot!")
    expect_bell(page, 1)
    assert ben.submit(photo + "/removal", "/removal").status_code == 303
    expect_bell(page, 0)
    page.goto(club.path + "/notices")
    expect(seen(page, "No notices yet.")).to_be_visible()


def test_the_sender_of_a_challenge_is_notified_of_its_acceptance(browse, pair):
    club, ana, ben = pair
    page = browse(ana)
    page.goto(club.path + "/photos")
    game, _ = start_game(club, ana, ben)
    page.goto(club.path + "/notices")
    row(page, "Ben", "What happened").get_by_role("link").click()
    expect(page).to_have_url(re.compile(game + "$"))


def test_opening_a_photo_marks_its_notices_as_read(browse, pair, photo):
    club, ana, ben = pair
    ana.submit(photo, "/like")
    ana.say(photo, "What a dot!")
    page = browse(ben)
    page.goto(club.path + "/photos")
    expect_bell(page, 2)
    page.get_by_role("link", name="Photo by Ben").click()
    ChatBox(page).expect_message("What a dot!")
    expect_bell(page, 0)


def test_opening_the_board_marks_the_acceptance_as_read(browse, pair):
    club, ana, ben = pair
    game, (first, _) = start_game(club, ana, ben)
    page = browse(ana)
    page.goto(game)
    expect(page.locator("#board")).to_be_visible()
    expect_bell(page, 1 if first is ana else 0)


def test_the_bell_is_on_every_page_of_a_club(pair):
    club, ana, ben = pair
    ana.follow(club, ben)
    without = [page for page in (
        "/", "/members", "/lobby", "/photos", "/photos?from=friends", "/messages", "/messages?q=x", "/friends", "/notices", "/notices/settings",
        "/profile", "/blocks", "/leaderboards/tic-chat-toe", "/members/" + ana.username)
        if 'aria-label="Notices, 1 new"' not in ben.get(club.path + page).text]
    assert without == []
