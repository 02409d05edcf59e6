"""Larger boards, matches, games against the machine, and seeks in the browser."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, TOUCH, Board, box, challenge, expect_refreshed, let_two_minutes_pass, play, seen, title


def test_five_in_a_row_wins_on_a_phone_and_a_laptop(browse, pair):
    pages = challenge(browse, pair, TOUCH, {"viewport": DESKTOP}, variant="15x15")
    # The moves are far apart. On the phone the board scrolls within its frame to show the last move.
    play(pages, [0, 224, 112, 210, 113, 14, 114, 1, 115])
    phone = pages[0]
    Board(pages[1]).play(223)
    expect(phone.locator("#cell-223[aria-label*=nought]")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    size = box(phone.locator("#cell-223"))
    assert size["width"] >= 44 and size["height"] >= 44
    Board(phone).play(116)
    expect(phone).to_have_title(title("You won!"))
    expect(pages[1].locator(".cell.is-win")).to_have_count(5)


def test_a_draw_is_offered_and_agreed_on(browse, pair):
    mine, theirs = challenge(browse, pair, {}, {"viewport": DESKTOP}, variant="5x5")
    play([mine, theirs], [12, 0])
    mine.get_by_role("button", name="Offer a draw").click()
    theirs.get_by_role("button", name="Play on").click()
    expect(mine.locator("#game-actions")).to_contain_text("declined the draw")
    expect(mine.get_by_role("button", name="Offer a draw")).to_have_count(0)
    play([mine, theirs], [13, 1])
    mine.get_by_role("button", name="Offer a draw").click()
    theirs.get_by_role("button", name="Agree to a draw").click()
    for page in (mine, theirs):
        expect(page).to_have_title(title("A draw"))


def test_a_match_continues_with_the_next_game(browse, pair):
    mine, theirs = challenge(browse, pair, {}, {}, best_of="3")
    play([mine, theirs], [0, 3, 1, 4, 2])
    expect(seen(mine, "Game 1 of 3, you lead 1 to 0")).to_be_visible()
    for page in (mine, theirs):
        page.get_by_role("link", name="Go to the next game").click()
    expect(theirs).to_have_title(title("Your turn"))


def test_two_seeks_become_a_game(browse, pair):
    club, ana, ben = pair
    mine, theirs = browse(ana), browse(ben, viewport=DESKTOP)
    for page in (mine, theirs):
        page.goto(club.lobby)
    expect(mine.locator("#online .row")).to_have_count(2)
    mine.get_by_label("5 by 5").check()
    mine.get_by_role("button", name="Play anyone").click()
    expect(seen(mine, "Waiting for an opponent, 5 by 5")).to_be_visible()
    theirs.get_by_label("5 by 5").check()
    theirs.get_by_role("button", name="Play anyone").click()
    expect(theirs).to_have_url(re.compile(r"/games/\d+"))
    expect(mine).to_have_url(theirs.url)


@pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_machine_answers_a_move(browse, pair, js):
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


def test_the_history_of_a_game_is_browsed_by_keyboard(browse, pair):
    mine, theirs = challenge(browse, pair, {"viewport": DESKTOP}, {})
    play([mine, theirs], [4, 0, 8])
    mine.get_by_role("link", name="Moves").focus()
    mine.keyboard.press("Enter")
    expect(seen(mine, "Move 3 of 3: Ana played bottom right.")).to_be_visible()
    for sentence in ("Move 2 of 3: Ben played top left.", "Move 1 of 3: Ana played centre.", "The empty board"):
        mine.get_by_role("link", name="Back", exact=True).focus()
        mine.keyboard.press("Enter")
        expect(seen(mine, sentence)).to_be_visible()
    expect(mine.locator("button[name=cell]")).to_have_count(0)


def test_arrow_keys_move_the_focus_on_a_large_board(browse, pair):
    mine, _ = challenge(browse, pair, {"viewport": DESKTOP}, {}, variant="15x15")
    mine.locator("#cell-0").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft"):
        mine.keyboard.press(key)
    expect(mine.locator("#cell-30")).to_be_focused()
    mine.keyboard.press("Enter")
    expect(mine.locator("#cell-30[aria-label*=cross]")).to_be_visible()


def test_without_javascript_the_board_does_not_reload_on_the_players_turn(browse, pair):
    mine, theirs = challenge(browse, pair, TOUCH | {"js": False}, {"js": False}, variant="15x15")
    refresh = "meta[http-equiv=refresh]"
    expect(Board(mine, js=False).place.locator(refresh)).to_have_attribute("content", "60")
    # The other player's board refreshes itself until it is their turn.
    expect(Board(theirs, js=False).place.locator(refresh)).to_have_attribute("content", "3")
    expect_refreshed(theirs, "/board")


@pytest.mark.console("net::ERR_|Failed to fetch")
@pytest.mark.parametrize("options", [TOUCH, {"viewport": DESKTOP}], ids=["phone", "laptop"])
def test_a_failed_move_on_a_large_board_shows_the_problem_in_view(browse, pair, options):
    mine, _ = challenge(browse, pair, options, {}, variant="15x15")
    mine.context.set_offline(True)
    Board(mine).play(16)
    expect(mine.get_by_role("button", name="Retry")).to_be_in_viewport()


def test_a_large_board_does_not_scroll_to_a_visible_move(browse, pair):
    mine, theirs = challenge(browse, pair, TOUCH, {"viewport": DESKTOP}, variant="15x15")
    mine.locator(".board-scroll").evaluate("board => board.scrollTo(200, 150)")
    Board(mine).cell(112).tap()
    Board(theirs).expect_mark(112, "cross")
    Board(mine).expect_mark(112, "cross")
    assert mine.locator(".board-scroll").evaluate("board => [board.scrollLeft, board.scrollTop]") == [200, 150]


def test_a_game_without_moves_of_both_can_be_cancelled_but_not_won(browse, database, table):
    mine = browse(table.second)
    mine.goto(table.game + "/resignation")
    expect(mine.get_by_role("heading", name="Cancel this game?")).to_be_visible()
    let_two_minutes_pass(database, table.game)
    mine.goto(table.game)
    expect(mine.get_by_role("button", name="Claim the win")).to_have_count(0)
    mine.get_by_role("link", name="Cancel the game").click()
    mine.get_by_role("button", name="Cancel the game").click()
    expect(mine).to_have_title(title("Cancelled"))
