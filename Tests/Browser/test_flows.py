"""Whole games of two members: one is away, the connection fails, two servers, no JavaScript, touch, or only the keyboard."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from pages import (
    DESKTOP, MARKS, TOUCH, Board, ChatBox, arrive, beside, challenge, let_two_minutes_pass, lobby,
    play, press, seen, send_challenge, tab_to, title,
)

PLAIN = {"js": False}
FOUR_IN_A_ROW = [6, 0, 7, 1, 8, 2, 9]
FIVE_IN_A_ROW = [112, 0, 113, 16, 114, 32, 115, 48, 116]


def sit_down(browse, table, js):
    """Opens the board for both players. The page of the player who is to move comes first."""
    pages = [browse(player, js=js) for player in table.players]
    for page in pages:
        page.goto(table.game)
    return pages


def squares(page):
    """Returns the labels of all squares, which are the same for both players."""
    return page.locator("#board .cell").evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")


def expect_result(page, heading, detail, js=True):
    Board(page, js).expect_status(heading)
    Board(page, js).expect_status(detail)


@pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_win_is_claimed_when_the_opponent_is_away(browse, database, table, js):
    mine, theirs = sit_down(browse, table, js)
    play([mine, theirs], [4, 0, 8], js)
    theirs.context.close()
    claim = beside(mine, js).get_by_role("button", name="Claim the win")
    expect(claim).to_have_count(0)
    let_two_minutes_pass(database, table.game)
    if js:
        # The button appears within 25 s by itself, or at once with any news.
        ChatBox(mine).say("Are you still there?")
    claim.click()
    expect_result(mine, "You won!", f"{table.second.name} was away for too long.", js)
    back = browse(table.second, js=js)
    back.goto(table.game)
    expect_result(back, f"{table.first.name} won", "You were away for too long.", js)


def resign_by_keyboard(page):
    press(page, "a[href$='/resignation']")
    expect(page.get_by_role("heading", name="Resign this game?")).to_be_visible()
    press(page, "form[action$='/resignation'] button")


def resign_without_javascript(page):
    for answer in (page.get_by_role("link", name="Keep playing"), page.get_by_role("button", name="Resign")):
        beside(page, js=False).get_by_role("link", name="Resign").click()
        expect(page.get_by_role("heading", name="Resign this game?")).to_be_visible()
        answer.click()


@pytest.mark.parametrize("js", [True, False], ids=["by keyboard", "without JavaScript"])
def test_a_player_who_resigns_loses(browse, table, js):
    mine, theirs = sit_down(browse, table, js)
    play([mine, theirs], [4, 0], js)
    (resign_by_keyboard if js else resign_without_javascript)(mine)
    expect_result(mine, f"{table.second.name} won", "You resigned.", js)
    expect_result(theirs, "You won!", f"{table.first.name} resigned.", js)


@pytest.mark.console(r"net::ERR_|Failed to fetch")
@pytest.mark.parametrize("variant", ["5x5", "15x15"])
def test_a_move_is_made_once_after_any_network_failure(browse, pair, variant):
    mine, theirs = challenge(browse, pair, {}, {"viewport": DESKTOP}, variant=variant)
    board, chat, retry = Board(mine), ChatBox(mine), mine.get_by_role("button", name="Retry")
    chat.field.fill("Half a thought")

    # The move does not reach the server.
    mine.context.set_offline(True)
    board.play(0)
    expect(retry).to_be_visible()
    expect(mine.locator(".cell.cross")).to_have_count(0)
    mine.context.set_offline(False)
    retry.click()
    Board(theirs).expect_mark(0, "cross")
    Board(theirs).play(1)
    board.expect_mark(1, "nought")

    # The move reaches the server, but its answer is lost. Polls fail, too, so the page shows the move only after it is sent again.
    def lose(route):
        route.fetch(max_redirects=0)
        route.abort()

    mine.route("**/live", lambda route: route.abort())
    mine.route("**/moves", lose)
    board.play(2)
    Board(theirs).expect_mark(2, "cross")
    expect(mine.locator(".cell.cross")).to_have_count(1)
    mine.unroute("**/moves")
    retry.click()
    board.expect_mark(2, "cross")
    mine.unroute("**/live")

    Board(theirs).cell(3).dblclick()
    board.expect_mark(3, "nought")
    board.cell(4).dblclick()
    Board(theirs).expect_mark(4, "cross")
    for page in (mine, theirs):
        expect(page.locator(".cell.cross")).to_have_count(3)
        expect(page.locator(".cell.nought")).to_have_count(2)
    assert squares(mine) == squares(theirs)
    expect(chat.field).to_have_value("Half a thought")
    expect(retry).to_have_count(0)


def test_two_members_on_two_servers_play_and_chat(browse, pair, second_server):
    club, ana, ben = pair
    mine, theirs = pages = challenge(browse, (club, ana, ben.on(second_server.url)), {}, {"viewport": DESKTOP}, variant="5x5")
    assert urlsplit(mine.url).port != urlsplit(theirs.url).port
    for turn, cell in enumerate(FOUR_IN_A_ROW):
        mover, watcher = pages[turn % 2], pages[1 - turn % 2]
        ChatBox(mover).say(f"Here comes move {turn + 1}.")
        ChatBox(watcher).expect_message(f"Here comes move {turn + 1}.")
        Board(mover).play(cell)
        Board(watcher).expect_mark(cell, MARKS[turn % 2])
    expect_result(mine, "You won!", "Four in a row.")
    expect_result(theirs, "Ana won", "Four in a row.")
    for page in pages:
        expect(page.locator(".cell.is-win")).to_have_count(4)
        expect(page.locator("#messages .message-text")).to_have_count(len(FOUR_IN_A_ROW))
    assert squares(mine) == squares(theirs)


def test_a_challenge_is_declined_and_one_withdrawn_without_javascript(browse, pair):
    mine, theirs = arrive(browse, pair, PLAIN, PLAIN)
    send_challenge(mine, js=False, variant="5x5", best_of="3", words="Shall we, before tea?")
    theirs.reload()
    incoming = lobby(theirs, js=False).locator("#incoming")
    expect(incoming).to_contain_text("Ana wants to play with you")
    expect(incoming).to_contain_text("5 by 5, four in a row, best of 3")
    expect(incoming).to_contain_text("“Shall we, before tea?”")
    incoming.get_by_role("link", name="Decline").click()
    theirs.get_by_role("button", name="Later today").click()
    mine.reload()
    expect(lobby(mine, js=False).locator("#games")).to_contain_text("Declined: Later today")

    send_challenge(mine, js=False)
    theirs.reload()
    expect(incoming.get_by_role("button", name="Play with Ana")).to_be_visible()
    lobby(mine, js=False).get_by_role("button", name="Withdraw the challenge to Ben").click()
    expect(lobby(mine, js=False).get_by_role("button", name="Challenge Ben")).to_be_visible()
    theirs.reload()
    expect(lobby(theirs, js=False).get_by_role("button", name="Challenge Ana")).to_be_visible()
    expect(incoming.get_by_role("listitem")).to_have_count(0)


def play_anyone(browse, pair, options, board, tap=Locator.click):
    """Both members seek a game. Returns their pages at the board. The page of the player who is to move comes first."""
    js = options.get("js", True)
    mine, theirs = arrive(browse, pair, options, options)
    for page in (mine, theirs):
        tap(seen(page, board, exact=True))
        tap(page.get_by_role("button", name="Play anyone"))
        if page is mine:
            expect(seen(mine, f"Waiting for an opponent, {board}")).to_be_visible()
    expect(theirs).to_have_url(re.compile(r"/games/\d+"))
    if not js:
        mine.reload()
        tap(lobby(mine, js).locator("#games").get_by_role("link", name="Ben"))
    expect(mine).to_have_url(theirs.url)
    return (mine, theirs) if Board(mine, js).cell(0).count() else (theirs, mine)


def test_two_seeks_become_a_game_that_ends_in_a_draw_without_javascript(browse, pair):
    first, second = play_anyone(browse, pair, PLAIN, "5 by 5")
    play([first, second], [12, 0], js=False)
    beside(first, js=False).get_by_role("button", name="Offer a draw").click()
    expect(beside(first, js=False)).to_contain_text("You have offered a draw")
    second.reload()
    beside(second, js=False).get_by_role("button", name="Agree to a draw").click()
    for page in (first, second):
        expect_result(page, "A draw", "You both agreed on it.", js=False)


def test_two_phones_play_from_the_lobby_to_a_rematch(browse, pair):
    first, second = pages = play_anyone(browse, pair, TOUCH, "3 by 3", tap=Locator.tap)
    for turn, cell in enumerate([0, 3, 1, 4, 2]):
        Board(pages[turn % 2]).cell(cell).tap()
        Board(pages[1 - turn % 2]).expect_mark(cell, MARKS[turn % 2])
    expect_result(first, "You won!", "Three in a row.")
    beside(first).get_by_role("button", name="Play again").tap()
    expect(beside(second)).to_contain_text("wants to play again.")
    beside(second).get_by_role("button", name="Play again").tap()
    # The players have swapped sides.
    expect(second).to_have_title(title("Your turn"))
    expect(first).to_have_url(second.url)
    Board(second).cell(4).tap()
    Board(first).expect_mark(4, "cross")
    assert first.evaluate("document.documentElement.scrollWidth") == TOUCH["viewport"]["width"]


def test_a_won_game_and_the_leaderboard_work_without_javascript(browse, pair):
    mine, theirs = challenge(browse, pair, PLAIN, PLAIN, variant="5x5")
    play([mine, theirs], FOUR_IN_A_ROW, js=False)
    expect_result(mine, "You won!", "Four in a row.", js=False)
    expect_result(theirs, "Ana won", "Four in a row.", js=False)

    beside(mine, js=False).get_by_role("link", name="Moves").click()
    expect(seen(mine, "Move 7 of 7: Ana played row 2, column 5.")).to_be_visible()
    expect(mine.locator("#board")).to_be_visible()
    mine.get_by_role("link", name="Back", exact=True).click()
    expect(mine).to_have_url(re.compile(r"\?ply=6$"))
    expect(seen(mine, "Move 6 of 7: Ben played row 1, column 3.")).to_be_visible()
    expect(mine.locator("#board .cell.cross")).to_have_count(3)
    mine.get_by_role("link", name="Back to the game").click()
    mine.get_by_role("link", name="Lobby").click()
    lobby(mine, js=False).get_by_role("link", name="Leaderboard").click()
    mine.get_by_role("link", name="5 by 5", exact=True).click()
    rows = mine.locator(".leaderboard tbody tr")
    for row, name, record in [(rows.nth(0), "Ana", ["1", "0", "0", "100 %"]), (rows.nth(1), "Ben", ["0", "0", "1", "0 %"])]:
        expect(row.get_by_role("rowheader")).to_contain_text(name)
        expect(row.locator(".number")).to_have_text([re.compile(r"^1\d\d\d ±\d+$"), *record])


def test_five_in_a_row_is_played_by_keyboard_alone(browse, pair):
    mine, theirs = challenge(browse, pair, {"viewport": DESKTOP}, {}, variant="15x15")
    # The board is one tab stop, at the centre square.
    tab_to(mine, "#cell-112", presses=20)
    tab_to(mine, "textarea", presses=5)
    mine.keyboard.press("Shift+Tab")
    tab_to(mine, "#cell-112", presses=60)
    for turn, cell in enumerate(FIVE_IN_A_ROW):
        if turn % 2:
            Board(theirs).play(cell)
            Board(mine).expect_mark(cell, "nought")
            mine.keyboard.press("ArrowRight")
        else:
            expect(mine.locator(f"button#cell-{cell}")).to_be_focused()
            mine.keyboard.press("Enter")
            Board(theirs).expect_mark(cell, "cross")
    expect_result(mine, "You won!", "Five in a row.")
    expect_result(theirs, "Ana won", "Five in a row.")
