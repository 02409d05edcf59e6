"""The area beside a board: offers, players who are away, the chat of two players, and the status line."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, TOUCH, Board, ChatBox, arrive, beside, box, challenge, play, title
from processes import wait_until

AT_A_BOARD = re.compile(r"/games/\d+$")


def strip(page):
    return page.get_by_role("navigation", name="At a glance")


@pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_last_move_is_taken_back_by_asking(browse, pair, js):
    mine, theirs = challenge(browse, pair, {"js": js}, {"js": js})
    play([mine, theirs], [4, 0, 8], js)
    beside(mine, js).get_by_role("button", name="Ask to take back").click()
    if not js:
        theirs.reload()
    beside(theirs, js).get_by_role("button", name="Allow it").click()
    if js:
        for page in (mine, theirs):
            expect(page.locator("#announcer")).to_contain_text("The last move was taken back.")
    else:
        mine.reload()
    Board(mine, js).expect_my_turn()
    Board(mine, js).play(2)
    Board(mine, js).expect_mark(2, "cross")


def test_the_player_learns_that_a_takeback_was_declined(browse, pair):
    mine, theirs = challenge(browse, pair, {}, {})
    play([mine, theirs], [4])
    mine.get_by_role("button", name="Ask to take back").click()
    theirs.get_by_role("button", name="No, keep the move").click()
    expect(mine.locator("#game-actions")).to_contain_text("Ben did not allow you to take the move back")


def test_a_move_against_the_machine_can_be_taken_back(browse, pair):
    club, ana, _ = pair
    page = browse(ana)
    page.goto(club.path + "/games/new")
    page.get_by_role("button", name="Play").click()
    Board(page).play(4)
    expect(page.locator(".cell.nought")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".cell.nought")).to_have_count(0)
    Board(page).expect_my_turn()


def away_for(database, game, seconds):
    """Changes the database as if all members had been away for this many seconds."""
    database.change(f"UPDATE games SET moved_at = now() - interval '{seconds} seconds' WHERE id = {game.rpartition('/')[2]}",
                    f"UPDATE presence SET seen_at = now() - interval '{seconds} seconds'")


def test_the_time_until_the_win_can_be_claimed_counts_down(browse, pair, database):
    mine, theirs = challenge(browse, pair, {}, {})
    play([mine, theirs], [4, 0, 8])
    expect(mine.locator("#game-actions")).to_contain_text("for two minutes on their turn can lose")
    theirs.context.close()
    club = "(SELECT club_id FROM games WHERE id = " + mine.url.rpartition("/")[2] + ")"
    seen_here = f"SELECT count(*) FROM presence WHERE club_id = {club}"
    wait_until(lambda: database.rows(seen_here) == [("2",)], "it is written down that both were here")
    away_for(database, mine.url, 60)
    mine.clock.install()
    mine.reload()
    expect(mine.locator("[data-countdown]")).to_have_text(re.compile(r"^0:[0-5]\d$"))
    expect(mine.get_by_role("button", name="Claim the win")).to_have_count(0)
    away_for(database, mine.url, 121)
    # When the countdown ends, the page asks the server at once, without an ETag.
    with mine.expect_request(lambda request: request.url.endswith("/live") and "if-none-match" not in request.headers):
        mine.clock.fast_forward("01:01")
    expect(mine.get_by_role("button", name="Claim the win")).to_be_visible()


@pytest.mark.console("net::ERR_|Failed to fetch")
def test_an_offline_player_sees_the_time_left(browse, pair):
    mine, theirs = challenge(browse, pair, {}, {})
    play([mine, theirs], [4, 0])
    note = mine.locator("[data-own-absence]")
    expect(note).to_be_hidden()
    mine.context.set_offline(True)
    expect(note).to_contain_text(re.compile(r"If you are not back in (1:|0:)\d\d"))
    mine.context.set_offline(False)
    expect(note).to_be_hidden()


def test_the_chat_continues_in_the_next_game(browse, pair):
    mine, theirs = challenge(browse, pair, {}, {})
    ChatBox(mine).say("Well met")
    play([mine, theirs], [0, 3, 1, 4, 2])
    old = mine.url
    theirs.get_by_role("button", name="Play again").click()
    mine.locator("#game-actions").get_by_role("button", name="Play again").click()
    expect(mine).not_to_have_url(old)
    expect(theirs).to_have_url(mine.url)
    for page in (mine, theirs):
        expect(page.locator("#messages")).to_contain_text("Well met")
    ChatBox(theirs).say("And again")
    expect(mine.locator("#messages")).to_contain_text("And again")


def test_a_phone_shows_the_turn_and_unread_messages_above_the_tab_bar(browse, pair):
    mine, theirs = challenge(browse, pair, TOUCH, {"viewport": DESKTOP}, variant="15x15")
    expect(strip(mine)).to_contain_text("Your turn")
    expect(strip(theirs)).to_have_count(0)
    ChatBox(theirs).say("Hello there")
    expect(strip(mine).get_by_role("link", name="Chat 1 new")).to_be_visible()
    bar, tabs = box(strip(mine)), box(mine.get_by_role("navigation", name="Main"))
    assert bar["y"] + bar["height"] <= tabs["y"] + 1, (bar, tabs)
    strip(mine).get_by_role("link", name="Chat").tap()
    expect(mine.locator("#messages")).to_be_in_viewport()
    expect(strip(mine).get_by_role("link", name="Chat", exact=True)).to_be_visible()
    Board(mine).play(112)
    expect(strip(mine)).to_contain_text("Ben is thinking")


def test_a_rematch_is_accepted_in_the_status_line(browse, pair):
    mine, theirs = challenge(browse, pair, TOUCH, {"viewport": DESKTOP})
    play([mine, theirs], [0, 3, 1, 4, 2])
    old = mine.url
    theirs.get_by_role("button", name="Play again").click()
    expect(strip(mine)).to_contain_text("Ben wants to play again")
    strip(mine).get_by_role("button", name="Yes, play").tap()
    expect(mine).to_have_url(AT_A_BOARD)
    expect(mine).not_to_have_url(old)


def test_a_rematch_offer_can_be_withdrawn(browse, pair):
    mine, theirs = challenge(browse, pair, {"viewport": DESKTOP}, TOUCH)
    play([mine, theirs], [0, 3, 1, 4, 2])
    mine.get_by_role("button", name="Play again").click()
    expect(strip(theirs)).to_contain_text("Ana wants to play again")
    mine.get_by_role("button", name="Withdraw").click()
    expect(mine.get_by_role("button", name="Play again")).to_be_visible()
    expect(strip(theirs)).not_to_contain_text("wants to play again")


def test_a_challenge_is_accepted_in_the_lobbys_status_line(browse, pair):
    mine, theirs = arrive(browse, pair, {"viewport": DESKTOP}, TOUCH)
    expect(strip(theirs)).to_contain_text("1 other is here")
    mine.get_by_role("button", name="Challenge Ben").click()
    expect(strip(theirs)).to_contain_text("Ana wants to play with you")
    strip(theirs).get_by_role("button", name="Yes, play").tap()
    expect(theirs).to_have_url(AT_A_BOARD)


def test_the_largest_board_can_be_zoomed_on_a_phone(browse, pair):
    mine, theirs = challenge(browse, pair, TOUCH, {"viewport": DESKTOP}, variant="15x15")
    play([mine, theirs], [112, 0])
    mine.get_by_role("button", name="Whole board").tap()
    first, last = box(mine.locator("#cell-0")), box(mine.locator("#cell-224"))
    assert first["x"] >= 0 and last["x"] + last["width"] <= PHONE["width"]
    # A tap on a square that is too small zooms in first.
    mine.locator("#cell-223").tap()
    expect(mine.locator("#cell-223")).to_be_in_viewport()
    assert box(mine.locator("#cell-223"))["width"] >= 44
    expect(mine.locator("#cell-223[aria-label*=empty]")).to_be_visible()
    mine.locator("#cell-223").tap()
    expect(mine.locator("#cell-223[aria-label*=cross]")).to_be_visible()
    # The choice is kept after a reload.
    mine.get_by_role("button", name="Whole board").tap()
    mine.reload()
    expect(mine.get_by_role("button", name="Zoom in")).to_be_visible()


def test_keys_move_the_focus_on_a_large_board(browse, pair):
    mine, _ = challenge(browse, pair, {"viewport": DESKTOP}, {}, variant="15x15")
    mine.locator("#cell-112").focus()
    steps = [("Home", 105), ("End", 119), ("PageUp", 44), ("PageUp", 14), ("PageDown", 89), ("Control+Home", 0), ("Control+End", 224)]
    for key, index in steps:
        mine.keyboard.press(key)
        expect(mine.locator(f"#cell-{index}")).to_be_focused()


def test_the_page_scrolls_to_a_new_move_and_keeps_the_focus(browse, pair):
    mine, theirs = challenge(browse, pair, TOUCH, {"viewport": DESKTOP}, variant="15x15")
    play([mine, theirs], [112])
    strip(mine).get_by_role("link", name="Chat").tap()
    expect(mine.locator("#cell-3")).not_to_be_in_viewport()
    Board(theirs).play(3)
    expect(mine.locator("#cell-3")).to_be_in_viewport()
    assert not mine.evaluate("document.activeElement.matches('.cell')")


def test_the_page_does_not_scroll_while_a_message_is_typed(browse, pair):
    mine, theirs = challenge(browse, pair, TOUCH, {"viewport": DESKTOP}, variant="15x15")
    play([mine, theirs], [112])
    ChatBox(mine).field.fill("I am writing")
    ChatBox(mine).field.scroll_into_view_if_needed()
    Board(theirs).play(3)
    expect(mine).to_have_title(title("Your turn"))
    expect(mine.locator("#cell-3")).not_to_be_in_viewport()


def test_row_and_column_numbers_match_the_names_of_squares(browse, pair):
    mine, _ = challenge(browse, pair, {"viewport": DESKTOP}, {}, variant="15x15")
    rows = mine.locator(".coordinates:not(.across) span")
    expect(rows).to_have_text([str(number) for number in range(1, 16)])
    cell, number = box(mine.locator("#cell-112")), box(rows.nth(7))
    assert abs((cell["y"] + cell["height"] / 2) - (number["y"] + number["height"] / 2)) < 3
    expect(mine.locator("#cell-112")).to_have_attribute("aria-label", re.compile("^Row 8, column 8"))
