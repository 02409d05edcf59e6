"""The main flow of two members: register, meet, play, chat, and see the result in their records."""

import re

from playwright.sync_api import expect

from members import DRAW, WIN
from pages import DESKTOP, Board, ChatBox, create_club, lobby, register, send, title


def meet(browse, js):
    """Two visitors register, one with the invitation of the other, and start a game. Returns the pages: the first player is to move."""
    ana, ben = browse(js=js, viewport=DESKTOP), browse(js=js)
    ana.goto("/register")
    register(ana, "Ana")
    club = create_club(ana)
    ben.goto(club.invitation)
    ben.locator("a[href*='/register']").first.click()
    register(ben, "Ben")
    expect(ben).to_have_url(re.compile(re.escape(club.invitation)))
    send(ben, club.invitation)
    expect(ben).to_have_url(re.compile(re.escape(club.path)))

    ben.goto(club.lobby)
    ana.goto(club.lobby)
    send(lobby(ana, js), "/challenges")
    ben.goto(club.lobby)
    send(lobby(ben, js), "/acceptance")
    expect(ben).to_have_url(re.compile(r"/games/\w+"))
    game = re.search(r"/c/[^?]*/games/\w+", ben.url)[0]
    if js:
        # Ana's lobby was open, so it opens the game.
        expect(ana).to_have_url(re.compile(re.escape(game)))
    ana.goto(game)
    ben.goto(game)
    return club, [ana, ben] if Board(ana, js).cell(0).count() else [ben, ana]


def test_two_people_play_to_a_win_and_chat(browse):
    club, (first, second) = meet(browse, js=True)
    boards = [Board(first), Board(second)]
    expect(first).to_have_title(title("Your turn"))
    for turn, cell in enumerate(WIN):
        mover, watcher = boards[turn % 2], boards[1 - turn % 2]
        mover.play(cell)
        watcher.expect_mark(cell, ["cross", "nought"][turn % 2])
        if turn < len(WIN) - 1:
            expect(watcher.page).to_have_title(title("Your turn"))
        if turn == 1:
            ChatBox(first).say("Nice move, but watch the top row.")
            ChatBox(second).expect_message("Nice move, but watch the top row.")
    boards[0].expect_status(re.compile("You won"))
    boards[1].expect_status(re.compile(r"(Ana|Ben) won"))
    expect(first).to_have_title(title("You won"))
    expect_records(first, club, "1 won, 0 drawn, 0 lost", "0 won, 0 drawn, 1 lost")


def expect_records(page, club, *records):
    for path in (club.path + "/members", club.lobby):
        page.goto(path)
        for record in records:
            expect(page.locator("main").get_by_text(record).first).to_be_attached()


def test_two_people_play_to_a_draw_without_javascript(browse):
    club, (first, second) = meet(browse, js=False)
    boards = [Board(first, js=False), Board(second, js=False)]
    for turn, cell in enumerate(DRAW):
        boards[turn % 2].play(cell)
        boards[1 - turn % 2].expect_mark(cell, ["cross", "nought"][turn % 2])
    for board in boards:
        board.expect_status(re.compile(r"draw", re.IGNORECASE))
    expect_records(first, club, "0 won, 1 drawn, 0 lost")
