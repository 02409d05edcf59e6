"""Larger boards, matches, the machine, and playing anyone, as people meet them in the browser."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, Board, title

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.fixture
def pair(register):
    """Two members of a club."""
    ana, ben = register("Ana"), register("Ben")
    club = ana.create_club()
    ben.join(club)
    return club, ana, ben


def challenge(browse, pair, first, second, **terms):
    """Ana challenges Ben by the form, and he accepts in his lobby. Gives both pages, at the board; Ana has the crosses."""
    club, ana, ben = pair
    theirs = browse(ben, **second)
    theirs.goto(club.lobby)
    mine = browse(ana, **first)
    mine.goto(club.lobby)
    mine.get_by_role("link", name=re.compile("More boards")).click()
    mine.locator("[name=starts][value=from]").check()
    for name, value in terms.items():
        mine.locator(f"[name={name}][value='{value}']").check()
    mine.get_by_role("button", name="Send the challenge").click()
    theirs.get_by_role("button", name=re.compile("^Play with")).click()
    expect(theirs).to_have_url(re.compile(r"/games/\d+"))
    mine.goto(theirs.url)
    return mine, theirs


def play(pages, cells):
    for turn, cell in enumerate(cells):
        mover, watcher = Board(pages[turn % 2]), Board(pages[1 - turn % 2])
        mover.play(cell)
        watcher.expect_mark(cell, ["cross", "nought"][turn % 2])


def test_five_in_a_row_on_a_phone_and_a_laptop(browse, pair):
    pages = challenge(browse, pair, TOUCH, {"viewport": DESKTOP}, variant="15x15")
    # From one corner to the middle: on the phone the board scrolls within its frame, and shows the last move by itself.
    play(pages, [0, 224, 112, 210, 113, 14, 114, 1, 115])
    phone = pages[0]
    Board(pages[1]).play(223)
    expect(phone.locator("#cell-223[aria-label*=nought]")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    size = phone.locator("#cell-223").bounding_box()
    assert size["width"] >= 44 and size["height"] >= 44
    Board(phone).play(116)
    expect(phone).to_have_title(title("You won!"))
    expect(pages[1].locator(".cell.is-win")).to_have_count(5)


def test_a_draw_is_offered_and_agreed_on(browse, pair):
    mine, theirs = challenge(browse, pair, {}, {"viewport": DESKTOP}, variant="5x5")
    play([mine, theirs], [12, 0])
    mine.get_by_role("button", name="Offer a draw").click()
    theirs.get_by_role("button", name="Play on").click()
    expect(mine.get_by_role("button", name="Offer a draw")).to_be_visible()
    mine.get_by_role("button", name="Offer a draw").click()
    theirs.get_by_role("button", name="Agree to a draw").click()
    for page in (mine, theirs):
        expect(page).to_have_title(title("A draw"))


def test_a_match_goes_on_with_the_next_game(browse, pair):
    mine, theirs = challenge(browse, pair, {}, {}, best_of="3")
    play([mine, theirs], [0, 3, 1, 4, 2])
    expect(mine.get_by_text("Game 1 of 3, you lead 1 to 0")).to_be_visible()
    for page in (mine, theirs):
        page.get_by_role("link", name="Go to the next game").click()
    expect(theirs).to_have_title(title("Your turn"))


def test_two_who_would_play_anyone_meet(browse, pair):
    club, ana, ben = pair
    mine, theirs = browse(ana), browse(ben, viewport=DESKTOP)
    for page in (mine, theirs):
        page.goto(club.lobby)
    expect(mine.locator("#online .row")).to_have_count(2)
    mine.get_by_label("5 by 5").check()
    mine.get_by_role("button", name="Play anyone").click()
    expect(mine.get_by_text("Waiting for anybody, 5 by 5")).to_be_visible()
    theirs.get_by_label("5 by 5").check()
    theirs.get_by_role("button", name="Play anyone").click()
    expect(theirs).to_have_url(re.compile(r"/games/\d+"))
    mine.locator("#games").get_by_role("link").click()
    expect(mine).to_have_url(theirs.url)


@pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_machine_answers(browse, pair, js):
    club, ana, _ = pair
    page = browse(ana, js=js)
    page.goto(club.path + "/games/new")
    page.locator("[name=strength][value=strong]").check()
    page.get_by_role("button", name="Play").click()
    board = Board(page, js)
    board.play(4)
    board.expect_mark(4, "cross")
    expect(board.place.locator(".cell.nought")).to_have_count(1)
    board.expect_my_turn()


def test_the_past_of_a_game_is_walked_through_by_keyboard(browse, pair):
    mine, theirs = challenge(browse, pair, {"viewport": DESKTOP}, {})
    play([mine, theirs], [4, 0, 8])
    mine.get_by_role("link", name="Moves").focus()
    mine.keyboard.press("Enter")
    expect(mine.get_by_text("Move 3 of 3: Ana played bottom right.")).to_be_visible()
    for sentence in ("Move 2 of 3: Ben played top left.", "Move 1 of 3: Ana played centre.", "The empty board"):
        mine.get_by_role("link", name="Back").focus()
        mine.keyboard.press("Enter")
        expect(mine.get_by_text(sentence)).to_be_visible()
    expect(mine.locator("button[name=cell]")).to_have_count(0)


def test_arrow_keys_walk_over_a_large_board(browse, pair):
    mine, _ = challenge(browse, pair, {"viewport": DESKTOP}, {}, variant="15x15")
    mine.locator("#cell-0").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft"):
        mine.keyboard.press(key)
    expect(mine.locator("#cell-30")).to_be_focused()
    mine.keyboard.press("Enter")
    expect(mine.locator("#cell-30[aria-label*=cross]")).to_be_visible()
