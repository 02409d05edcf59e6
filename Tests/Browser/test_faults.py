"""The server is killed, or the database is gone: nothing that was confirmed is lost, and pages recover by themselves."""

import re
import signal
import threading

import httpx
import pytest
from playwright.sync_api import expect

from conftest import Database, psql
from members import Member, start_game
from pages import Board, title
from processes import Postgres, Server, wait_until

AWAY = r"net::ERR_|Failed to fetch|status of 50[234]"


@pytest.mark.console(AWAY)
def test_a_move_is_not_lost_when_the_server_is_killed(browse, table, new_server):
    server = new_server()
    pages = [browse(player.on(server.url)) for player in table.players]
    for page in pages:
        page.goto(table.game)
    first, second = Board(pages[0]), Board(pages[1])
    with pages[0].expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/moves")):
        first.play(4)
    server.kill()
    server.start()
    second.expect_mark(4, "cross")
    expect(second.page).to_have_title(title("Your turn"))
    second.play(0)
    first.expect_mark(0, "nought")
    first.play(8)
    second.expect_mark(8, "cross")


def test_no_confirmed_move_is_lost_when_the_server_is_killed_many_times(table, new_server):
    server = new_server()
    players = [player.on(server.url) for player in table.players]
    for turn, cell in enumerate([0, 1, 2, 4]):
        assert players[turn % 2].move(table.game, cell).status_code == 303
        server.kill()
        server.start()
        assert players[1 - turn % 2].is_to_move(table.game)


@pytest.fixture
def fragile(tmp_path):
    """A separate PostgreSQL that a test can break, with a server on it."""
    postgres = Postgres(tmp_path / "postgres").start()
    server = Server(tmp_path / "server", **Database(postgres.url).settings).start()
    yield postgres, server
    if postgres.is_running():
        postgres.thaw()
    server.stop()
    postgres.stop()


def test_a_server_starts_with_a_slow_database(fragile, tmp_path):
    postgres, server = fragile
    # Each new connection waits for a second after authentication. A page waits for a connection for only 0.7 s.
    psql(postgres.url, "ALTER SYSTEM SET post_auth_delay = 1", "SELECT pg_reload_conf()")
    wait_until(lambda: psql(postgres.url, "SHOW post_auth_delay") == "1s\n", "connections are slow")
    settings = {name: url for name, url in server.settings.items() if "DATABASE_URL" in name}
    second = Server(tmp_path / "second", **settings)
    try:
        second.start()
        assert "waiting for the database" in second.output()
    finally:
        second.stop()


def stop(postgres):
    postgres.stop()
    return postgres.start


def freeze(postgres):
    postgres.freeze()
    return postgres.thaw


@pytest.mark.console(AWAY)
@pytest.mark.parametrize("take_away", [stop, freeze])
def test_without_its_database_the_server_says_so_and_comes_back(browse, fragile, take_away):
    postgres, server = fragile
    ana = Member(server.url).register()
    page = browse(ana)
    page.goto("/account")

    bring_back = take_away(postgres)
    wait_until(lambda: server.status("/readyz") == 503, "/readyz is 503")
    assert server.status("/healthz") == 200
    answer = httpx.get(server.url + "/", cookies=ana.http.cookies, headers={"Accept": "text/html"}, timeout=120)
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert "<h1" in answer.text and "http-equiv=\"refresh\"" in answer.text
    assert not re.search(r"sql|socket|/tmp|libpq", answer.text, re.IGNORECASE)
    page.goto("/")
    clubs = page.get_by_role("heading", name="Your clubs")
    expect(page.locator("h1")).to_be_visible()
    expect(clubs).to_have_count(0)

    bring_back()
    wait_until(lambda: server.status("/readyz") == 200, "/readyz is 200")
    expect(clubs).to_be_visible()


@pytest.mark.console(AWAY)
def test_a_game_goes_on_when_the_database_is_back(browse, fragile):
    postgres, server = fragile
    ana, ben = Member(server.url, "Ana").register(), Member(server.url, "Ben").register()
    club = ana.create_club()
    ben.join(club)
    game, (first, second) = start_game(club, ana, ben)
    page = browse(second)
    page.goto(game)
    bring_back = stop(postgres)
    wait_until(lambda: server.status("/readyz") == 503, "/readyz is 503")
    bring_back()
    wait_until(lambda: server.status("/readyz") == 200, "/readyz is 200")
    assert first.move(game, 4).status_code == 303
    expect(page).to_have_title(title("Your turn"))


@pytest.mark.console(AWAY)
def test_without_javascript_the_frame_recovers_when_the_database_is_back(browse, fragile):
    postgres, server = fragile
    ana, ben = Member(server.url, "Ana").register(), Member(server.url, "Ben").register()
    club = ana.create_club()
    ben.join(club)
    game, (first, second) = start_game(club, ana, ben)
    page = browse(second, js=False)
    page.goto(game)
    board = page.frame_locator("iframe[src*='/board']")
    expect(board.locator("main")).to_be_visible()
    bring_back = stop(postgres)
    expect(board.get_by_role("heading", name="One moment, please")).to_be_visible()
    bring_back()
    wait_until(lambda: server.status("/readyz") == 200, "/readyz is 200")
    assert first.move(game, 4).status_code == 303
    expect(Board(page, js=False).cell(0)).to_be_visible()


def test_a_held_poll_does_not_delay_the_shutdown(table, new_server):
    server = new_server()
    watcher = table.second.on(server.url)
    live = watcher.get(table.game + "/live")
    assert live.status_code == 200
    with httpx.Client(base_url=server.url, cookies=watcher.http.cookies, timeout=120) as client:
        headers = {"If-None-Match": live.headers["etag"], "Prefer": "wait=25"}
        answers = []
        poll = threading.Thread(target=lambda: answers.append(attempt(client, table.game + "/live", headers)))
        poll.start()
        wait_until(lambda: server.held_polls() == 1, "the poll is held")
        assert server.stop(signal.SIGTERM) == 0
        poll.join(timeout=300)
    assert not poll.is_alive()


def attempt(client, path, headers):
    try:
        return client.get(path, headers=headers).status_code
    except httpx.TransportError as error:
        return error
