"""The lobby: chat, invitations, blocked members, and seeks."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, ChatBox, Hold, arrive, box, expect_refreshed, lobby, register, seen, send_challenge, title

PLAIN = {"js": False}


def test_a_message_in_the_lobby_appears_at_once(browse, pair):
    mine, theirs = arrive(browse, pair, {"viewport": DESKTOP}, {})
    mine.get_by_role("textbox", name="Message").fill("Half a thought")
    ChatBox(theirs).say("The rules: https://example.com/rules.")
    message = mine.locator("#messages .message").last
    expect(message).to_contain_text("The rules")
    link = message.get_by_role("link", name="https://example.com/rules")
    assert link.get_attribute("href") == "https://example.com/rules"
    assert link.get_attribute("rel") == "nofollow ugc noopener noreferrer"
    expect(mine.locator("#announcer")).to_contain_text("Ben writes: The rules")
    expect(mine.get_by_role("textbox", name="Message")).to_have_value("Half a thought")
    theirs.get_by_role("button", name="Remove this message").click()
    expect(message).to_contain_text("Message removed")


def test_the_lobbys_chat_works_without_javascript(browse, pair):
    # Ana is an admin of the club.
    mine, theirs = arrive(browse, pair, PLAIN, PLAIN)
    theirs.get_by_role("textbox", name="Message").fill("Hello, pier")
    theirs.get_by_role("button", name="Send").click()
    talk = mine.frame_locator("iframe[src*='/lobby/messages']")
    expect(talk.get_by_text("Hello, pier")).to_be_visible()
    talk.get_by_role("link", name="Report or block Ben").click()
    mine.get_by_label("It is unkind").check()
    mine.get_by_role("button", name="Send the report").click()
    expect(seen(mine, "Thank you.")).to_be_visible()
    mine.get_by_role("link", name="Back to the chat").click()
    mine.get_by_role("link", name="See the reports").click()
    mine.get_by_role("button", name="Remove the message by Ben").click()
    expect(seen(mine, "There are no reports.")).to_be_visible()
    expect(theirs.frame_locator("iframe[src*='/lobby/messages']").get_by_text("Message removed")).to_be_visible()


def test_earlier_messages_can_be_opened_without_javascript(browse, table):
    page = browse(table.first, js=False)
    for number in range(52):
        table.first.say(table.game, f"Line {number}.")
    page.goto(table.game)
    page.frame_locator("iframe[src*='/messages']").get_by_role("link", name="Earlier messages").click()
    expect(seen(page, "Line 1.", exact=True)).to_be_visible()


def test_a_blocked_member_disappears_at_once_and_reappears_after_unblocking(browse, pair):
    club, _, _ = pair
    mine, theirs = arrive(browse, pair, {}, {"viewport": DESKTOP})
    ChatBox(theirs).say("You again!")
    mine.get_by_role("link", name="Report or block Ben").click()
    mine.get_by_role("button", name="Block Ben").click()
    expect(mine.get_by_role("heading", name="Blocked people")).to_be_visible()
    expect(theirs.locator("#online .row")).to_have_count(1)
    mine.goto(club.lobby)
    expect(mine.locator("#online .row")).to_have_count(1)
    expect(seen(mine, "You again!")).to_have_count(0)
    mine.goto(club.path + "/blocks")
    mine.get_by_role("button", name="Unblock Ben").click()
    mine.goto(club.lobby)
    expect(seen(mine, "You again!")).to_be_visible()
    expect(theirs.locator("#online .row")).to_have_count(2)


def test_a_new_member_joins_a_game_by_a_link(browse, pair):
    mine, _ = arrive(browse, pair, {"viewport": DESKTOP}, {})
    guest = browse(viewport=PHONE)
    guest.goto(mine.locator("#invitation").input_value())
    expect(seen(guest, "Ana invites you to play")).to_be_visible()
    guest.get_by_role("link", name="Register and play").click()
    register(guest, "Zoe")
    guest.get_by_role("button", name="Join and play").click()
    expect(guest).to_have_title(title("Your turn"))
    expect(mine).to_have_url(guest.url)


def test_a_seek_is_paired_when_its_member_comes_back(browse, pair, database, second_server):
    club, ana, _ = pair
    mine, theirs = arrive(browse, pair, {}, {})
    mine.get_by_role("button", name="Play anyone").click()
    expect(seen(mine, "Waiting for an opponent, 3 by 3")).to_be_visible()
    mine.context.close()
    # Ana's phone sleeps for a minute and a half. Meanwhile Ben seeks a game.
    here = f"(SELECT id FROM clubs WHERE slug = '{club.slug}')"
    database.change("UPDATE presence SET seen_at = now() - interval '91 seconds'"
                    f" WHERE member_id = (SELECT member_id FROM seeks WHERE club_id = {here})")
    theirs.get_by_role("button", name="Play anyone").click()
    expect(seen(theirs, "Waiting for an opponent, 3 by 3")).to_be_visible()
    mine = browse(ana.on(second_server.url))        # On this server, Ana's return is noted at once.
    mine.goto(club.lobby)
    expect(seen(mine, "Waiting for an opponent")).to_have_count(0)
    mine.get_by_role("region", name="News").get_by_role("link", name="Play").click()
    for page in (mine, theirs):
        expect(page).to_have_url(re.compile(r"/games/\d+$"))


def test_without_javascript_the_chosen_board_stays_selected(browse, pair):
    mine, theirs = arrive(browse, pair, PLAIN, PLAIN)
    send_challenge(mine, js=False)
    theirs.reload()
    seen(theirs, "5 by 5", exact=True).click()
    expect_refreshed(theirs, "/lobby/frame")
    expect(theirs.locator("#seek-5x5")).to_be_checked()
    lobby(theirs, js=False).get_by_role("link", name=re.compile("^Decline")).click()
    theirs.get_by_role("button", name="Without a reason").click()
    expect(lobby(theirs, js=False).get_by_role("link", name=re.compile("^Decline"))).to_have_count(0)


def test_text_typed_while_a_message_is_sent_stays(browse, table):
    mine = browse(table.first)
    mine.goto(table.game)
    hold = Hold(mine, "**/messages")
    field = ChatBox(mine).field
    for words in ("One", "Two"):
        field.press_sequentially(words)
        field.press("Enter")
    field.press_sequentially("And three")
    hold.end()
    for words in ("One", "Two"):
        ChatBox(mine).expect_message(words)
    expect(field).to_have_value("And three")


@pytest.mark.console(r"net::ERR_|Failed to fetch|status of 500")
def test_an_unsent_message_returns_to_the_field_before_newer_text(browse, table):
    mine = browse(table.first)
    mine.goto(table.game)
    hold = Hold(mine, "**/messages")
    field = ChatBox(mine).field
    field.press_sequentially("Lost?")
    with mine.expect_request("**/messages"):
        field.press("Enter")
    field.press_sequentially("More")
    expect(field).to_have_value("More")
    hold.end(lambda route: route.abort())
    expect(field).to_have_value("Lost?\nMore")
    mine.get_by_role("button", name="Retry").click()
    expect(mine.locator("#messages").get_by_text("Lost?")).to_be_visible()


def test_new_messages_do_not_move_the_focus_or_the_scroll_position(browse, table):
    for number in range(55):
        table.first.say(table.game, f"Line {number}.\nAnd more of it.")
    mine = browse(table.second, viewport=DESKTOP)
    mine.goto(table.game)
    message = mine.locator("#messages .message").nth(30)
    number = message.get_attribute("id")
    message.scroll_into_view_if_needed()
    message.get_by_role("link").focus()
    before = box(message)["y"]
    table.first.say(table.game, "One more")
    expect(mine.locator("#messages").get_by_text("One more")).to_have_count(1)
    same = mine.locator(f"#{number}")
    assert abs(box(same)["y"] - before) < 2
    expect(same.get_by_role("link")).to_be_focused()
