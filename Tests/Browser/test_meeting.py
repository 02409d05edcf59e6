"""How two members start a game: seeks, the way to the board, and news on every page."""

import re

from playwright.sync_api import expect

from pages import DESKTOP, Board, ChatBox, arrive, beside, play, seen

AT_A_BOARD = re.compile(r"/games/\d+$")


def test_a_seek_shows_its_board_and_can_be_joined_from_another_board(browse, pair):
    mine, theirs = arrive(browse, pair, {}, {"viewport": DESKTOP})
    mine.get_by_label("5 by 5").check()
    mine.get_by_role("button", name="Play anyone").click()
    expect(seen(theirs, "Ana waits for a game, 5 by 5")).to_be_visible()
    theirs.get_by_role("button", name="Play anyone").click()
    expect(seen(theirs, "Waiting for an opponent, 3 by 3")).to_be_visible()
    # Each member can join the other one's seek.
    expect(mine.get_by_role("button", name="Join Ben")).to_be_visible()
    theirs.get_by_role("button", name="Join Ana").click()
    for page in (mine, theirs):
        expect(page).to_have_url(AT_A_BOARD)
    assert mine.url == theirs.url
    expect(Board(mine).place.locator("#cell-24")).to_be_visible()


def test_a_cancelled_seek_disappears(browse, pair):
    mine, theirs = arrive(browse, pair, {}, {})
    mine.get_by_role("button", name="Play anyone").click()
    expect(theirs.get_by_role("button", name="Join Ana")).to_be_visible()
    mine.get_by_role("button", name="Stop waiting").click()
    expect(theirs.get_by_role("button", name="Join Ana")).to_have_count(0)
    expect(mine.get_by_role("button", name="Play anyone")).to_be_visible()


def test_the_chosen_board_applies_to_challenges_and_the_machine(browse, pair):
    mine, theirs = arrive(browse, pair, {}, {})
    mine.get_by_label("15 by 15").check()
    mine.get_by_role("button", name="Challenge Ben").click()
    expect(theirs.locator("#incoming")).to_contain_text("15 by 15")
    mine.get_by_label("5 by 5", exact=True).check()
    mine.get_by_role("button", name="Play against the machine").click()
    expect(mine).to_have_url(re.compile(r"/games/new\?variant=5x5$"))
    expect(mine.locator("[name=variant][value='5x5']")).to_be_checked()


def test_a_started_game_does_not_open_while_a_message_is_typed(browse, pair):
    mine, theirs = arrive(browse, pair, {}, {})
    mine.get_by_role("button", name="Challenge Ben").click()
    field = mine.locator("textarea[name=text]")
    field.fill("I was just about to say")
    theirs.get_by_role("button", name="Play with Ana").click()
    expect(theirs).to_have_url(AT_A_BOARD)
    bar = mine.get_by_role("region", name="News")
    expect(bar).to_contain_text("Your game with Ben has started.")
    expect(field).to_have_value("I was just about to say")
    bar.get_by_role("link", name="Play").click()
    expect(mine).to_have_url(theirs.url)


def test_a_rematch_opens_the_new_board_for_both(browse, table):
    first, second = browse(table.first), browse(table.second)
    for page in (first, second):
        page.goto(table.game)
    play([first, second], [0, 3, 1, 4, 2])
    beside(first).get_by_role("button", name="Play again").click()
    # The board has the offer, so no news bar repeats it.
    beside(second).get_by_role("button", name="Play again").wait_for()
    expect(second.get_by_role("region", name="News")).to_have_count(0)
    ChatBox(second).field.fill("I was just about to say")
    beside(second).get_by_role("button", name="Play again").click()
    expect(second).not_to_have_url(re.compile(table.game + "$"))
    expect(first).to_have_url(second.url)
    # The chat of the two players continues in the next game, and the unsent text is kept.
    expect(ChatBox(second).field).to_have_value("I was just about to say")


def test_a_challenge_appears_on_every_page_until_it_is_withdrawn(browse, pair):
    club, ana, ben = pair
    mine, theirs = browse(ana), browse(ben)
    theirs.goto(club.lobby)
    mine.goto(club.path + "/members")
    expect(mine).to_have_title(re.compile("^Members"))
    theirs.goto(f"{club.path}/members/{ana.username}")
    theirs.get_by_role("link", name="Challenge").click()
    theirs.get_by_role("button", name="Send the challenge").click()
    bar = mine.get_by_role("region", name="News")
    expect(bar).to_contain_text("Ben challenges you to a game.")
    expect(mine).to_have_title(re.compile(r"^\(1\) Members"))
    expect(mine.locator("#announcer")).to_have_text("Ben challenges you to a game.")
    theirs.get_by_role("button", name="Withdraw the challenge to Ana").click()
    expect(bar).to_have_count(0)
    expect(mine).to_have_title(re.compile("^Members"))
