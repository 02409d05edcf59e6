"""Actions of one member appear on the other member's page, and typed text is not lost."""

import re
import statistics

import pytest
from playwright.sync_api import expect

from members import DRAW, start_game
from pages import Board, ChatBox, seen, title, wait_in

LOST = r"net::ERR_|Failed to fetch|NetworkError"

WATCH = """() => {
    document.addEventListener("click", () => { window.clicked = Date.now() }, true);
    new MutationObserver(() => {
        if (/^(\\(\\d+\\) )?Your turn/.test(document.title)) window.seen ??= Date.now();
        else window.seen = undefined;
    }).observe(document.head, { subtree: true, childList: true, characterData: true });
}"""


def latencies(boards):
    """Plays a whole game. Returns the milliseconds from each click until the other player's page shows the move."""
    for board in boards:
        board.page.evaluate(WATCH)
    found = []
    for turn, cell in enumerate(DRAW[:-1]):
        mover, watcher = boards[turn % 2], boards[1 - turn % 2]
        mover.play(cell)
        watcher.expect_mark(cell, ["cross", "nought"][turn % 2])
        expect(watcher.page).to_have_title(title("Your turn"))
        found.append(watcher.page.evaluate("seen") - mover.page.evaluate("clicked"))
    return found


def open_boards(browse, game, players):
    pages = [browse(player) for player in players]
    for page in pages:
        page.goto(game)
    return [Board(page) for page in pages]


def test_the_other_player_sees_each_move(browse, table, report):
    found = latencies(open_boards(browse, table.game, table.players))
    report(f"latency one instance p50 = {statistics.median(found):.0f} ms (max {max(found)})")
    assert len(found) == 8


def test_the_other_player_sees_each_move_from_another_instance(browse, table, second_server, report):
    players = [table.first, table.second.on(second_server.url)]
    found = latencies(open_boards(browse, table.game, players))
    report(f"latency two instances p50 = {statistics.median(found):.0f} ms (max {max(found)})")
    assert len(found) == 8


def test_every_instance_knows_a_new_member_at_once(register, second_server):
    ana, ben = register("Ana"), register("Ben")
    for _ in range(5):
        for person in (ana, ben):
            assert person.on(second_server.url).get("/account").status_code == 200
        club = ana.create_club()
        assert ana.on(second_server.url).get(club.lobby).status_code == 200
        ben.join(club)
        assert ben.on(second_server.url).get(club.lobby).status_code == 200


def test_a_challenge_and_its_acceptance_reach_the_lobby(browse, register):
    ana, ben = register("Ana"), register("Ben")
    club = ana.create_club()
    ben.join(club)
    lobby = browse(ana)
    lobby.goto(club.lobby)
    ben.get(club.lobby)
    expect(lobby.locator("form[action$='/challenges']").first).to_be_visible()
    game, _ = start_game(club, ben, ana)
    expect(lobby.locator(f"a[href*='{game}']").first).to_be_visible()


def test_half_typed_text_survives_the_opponents_move(browse, table):
    page = browse(table.second)
    page.goto(table.game)
    chat = ChatBox(page)
    chat.field.focus()
    page.keyboard.type("Half a thought")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    table.first.move(table.game, 4)
    expect(page).to_have_title(title("Your turn"))
    expect(chat.field).to_be_focused()
    page.keyboard.type("!")
    expect(chat.field).to_have_value("Half a th!ought")


@pytest.mark.console(LOST)
@pytest.mark.parametrize("arrived", [False, True], ids=["lost on the way", "answer lost"])
def test_a_failed_send_keeps_the_text_and_retry_sends_it_once(browse, table, arrived):
    page = browse(table.first)
    page.goto(table.game)
    chat = ChatBox(page)

    def lose(route):
        if arrived:
            route.fetch(max_redirects=0)
        route.abort()

    page.route("**/messages", lose)
    chat.say("Shall we play again?")
    retry = page.get_by_role("button", name=re.compile("retry|try again", re.IGNORECASE))
    expect(retry).to_be_visible()
    expect(chat.field).to_have_value("Shall we play again?")
    page.unroute("**/messages")
    retry.click()
    expect(chat.field).to_have_value("")
    chat.expect_message("Shall we play again?")
    assert table.second.get(table.game).text.count(">Shall we play again?<") == 1


@pytest.mark.console(LOST)
def test_a_forms_problem_stays_when_the_form_is_replaced(browse, register):
    ana, ben, cleo = register("Ana"), register("Ben"), register("Cleo")
    club = ana.create_club()
    for person in (ben, cleo):
        person.join(club)
    ben.get(club.lobby)
    page = browse(ana)
    page.goto(club.lobby)
    rows = page.locator("#online .row")
    row = rows.filter(has_text="Ben")
    page.route("**/challenges", lambda route: route.abort())
    row.get_by_role("button", name="Challenge Ben").click()
    retry = row.get_by_role("button", name="Retry")
    retry.focus()
    cleo.get(club.lobby)
    expect(rows.filter(has_text="Cleo")).to_be_visible()
    expect(row).to_contain_text("That was not sent.")
    expect(retry).to_be_focused()
    page.unroute("**/challenges")
    retry.click()
    expect(page.get_by_role("button", name="Withdraw the challenge to Ben")).to_be_visible()
    expect(page.locator("[data-form-problem]")).to_have_count(0)


@pytest.mark.console(LOST)
def test_a_forms_problem_disappears_with_the_form(browse, table):
    page = browse(table.first)
    page.goto(table.game)
    page.route("**/moves", lambda route: route.abort())
    Board(page).play(4)
    expect(seen(page, "That was not sent.")).to_be_visible()
    # Make the move over HTTP, as if it had arrived and only its answer had been lost.
    table.first.move(table.game, 4)
    Board(page).expect_mark(4, "cross")
    expect(seen(page, "That was not sent.")).to_have_count(0)


@pytest.mark.console(LOST)
def test_a_late_poll_response_does_not_undo_a_move(browse, table):
    page = browse(table.first)
    page.goto(table.game)
    fragment = page.locator("[data-live-url]").last.get_attribute("data-live-url")
    asked = []

    def hold(route):
        # The first answer is the page before the move, and it comes late. The other requests get no answer.
        headers = {name: value for name, value in route.request.headers.items() if name not in ("prefer", "if-none-match")}
        asked.append((route, None if asked else route.fetch(headers=headers)))

    page.route(lambda url: url.endswith(fragment), hold)
    page.reload()
    wait_in(page, lambda: asked, "the page asks")
    Board(page).play(4)
    Board(page).expect_mark(4, "cross")
    route, old = asked[0]
    route.fulfill(response=old)
    wait_in(page, lambda: len(asked) > 1, "the page asks again")
    Board(page).expect_mark(4, "cross")


@pytest.mark.console(LOST)
def test_a_lost_connection_is_shown_and_missed_news_appears_later(browse, table):
    page = browse(table.second)
    page.goto(table.game)
    page.context.set_offline(True)
    expect(seen(page, re.compile("reconnecting", re.IGNORECASE)).first).to_be_visible()
    table.first.move(table.game, 8)
    page.context.set_offline(False)
    Board(page).expect_mark(8, "cross")
    expect(page).to_have_title(title("Your turn"))
    expect(seen(page, re.compile("reconnecting", re.IGNORECASE)).first).to_be_hidden()


def test_a_message_and_a_move_are_each_announced_once(browse, table):
    page = browse(table.second)
    page.goto(table.game)
    said = page.locator("#announcer")
    table.first.say(table.game, "Good luck!")
    expect(said).to_have_text(re.compile("writes: Good luck!"))
    table.first.move(table.game, 4)
    expect(said).to_have_text(re.compile(r"played centre\. Your turn\."))
    expect(said).not_to_have_text(re.compile("Good luck"))


def test_the_tabs_icon_is_marked_on_the_players_turn(browse, table):
    mine, theirs = browse(table.first), browse(table.second)
    for page in (mine, theirs):
        page.goto(table.game)
    icon = "link[rel=icon]"
    expect(mine.locator(icon)).to_have_attribute("href", re.compile("favicon-news"))
    expect(theirs.locator(icon)).not_to_have_attribute("href", re.compile("favicon-news"))
    Board(mine).play(4)
    expect(theirs.locator(icon)).to_have_attribute("href", re.compile("favicon-news"))
    expect(mine.locator(icon)).not_to_have_attribute("href", re.compile("favicon-news"))


def test_a_long_word_does_not_widen_the_page(browse, table):
    page = browse(table.first)
    page.goto(table.game)
    ChatBox(page).field.fill("x" * 400)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ChatBox(page).say("y" * 400)
    ChatBox(page).expect_message("y" * 400)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
