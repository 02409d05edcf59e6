"""Messages between two members: live updates, unread counts, read receipts, and privacy."""

import re

import pytest
from playwright.sync_api import expect

from members import Member
from pages import DESKTOP, PHONE, ChatBox, box, expect_bell, expect_unread, look_away, press, row, seen, tab_to
from processes import wait_until
from scene import DOT

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def talk(pair):
    """Returns the path of a conversation in which Ana has written a message that Ben has read."""
    club, ana, ben = pair
    path = ana.write(club, ben, "Hello, Ben")
    ben.get(path)
    return path


@pytest.fixture
def dot(tmp_path):
    path = tmp_path / "dot.gif"
    path.write_bytes(DOT)
    return path


def read_at(page):
    return page.locator("#reading time")


def open_talk(browse, talk, *people, **options):
    pages = [browse(person, **options) for person in people]
    for page in pages:
        page.goto(talk)
    return pages


def test_a_message_and_its_read_receipt_appear_at_once(browse, pair):
    club, ana, ben = pair
    mine, theirs = browse(ana), browse(ben, viewport=DESKTOP)
    mine.goto(ben.profile(club))
    mine.get_by_role("button", name="Message").click()
    expect(seen(mine, "Only the two of you can read this conversation.")).to_be_visible()
    theirs.goto(club.path + "/messages")
    expect(seen(theirs, "No messages yet.")).to_be_visible()
    ChatBox(mine).say("Are you at the pier?")
    expect(read_at(mine)).to_have_count(0)
    expect(row(theirs, "Ana")).to_contain_text("Are you at the pier?")
    expect_unread(theirs, 1)
    expect_bell(theirs, 1)
    theirs.get_by_role("link", name="Ana").click()
    expect(read_at(mine)).to_be_visible()
    expect_unread(theirs, 0)
    expect_bell(theirs, 0)
    ChatBox(theirs).say("In a minute")
    ChatBox(mine).expect_message("In a minute")
    expect(mine.locator("#announcer")).to_have_text("Ben writes: In a minute")
    expect(read_at(theirs)).to_be_visible()
    expect_unread(mine, 0)


def test_two_members_write_to_each_other_without_javascript(browse, pair):
    club, ana, ben = pair
    mine, theirs = browse(ana, js=False), browse(ben, js=False, viewport=DESKTOP)
    mine.goto(ben.profile(club))
    mine.get_by_role("button", name="Message").click()
    ChatBox(mine).say("Are you at the pier?")
    theirs.goto(club.path + "/photos")
    expect_unread(theirs, 1)
    theirs.get_by_role("link", name="Messages").click()
    expect(row(theirs, "Ana")).to_contain_text("1 unread")
    theirs.get_by_role("link", name="Ana").click()
    frame = theirs.frame_locator(".chat-frame")
    expect(frame.get_by_text("Are you at the pier?")).to_be_visible()
    for link, refreshes in [("Pause updates", 0), ("Continue updates", 1)]:
        frame.get_by_role("link", name=link).click()
        expect(frame.get_by_role("link", name=link)).to_have_count(0)
        expect(frame.locator("meta[http-equiv=refresh]")).to_have_count(refreshes)
    expect_unread(theirs, 0)
    ChatBox(theirs).say("In a minute")
    # The frame refreshes itself.
    expect(mine.frame_locator(".chat-frame").get_by_text("In a minute")).to_be_visible()
    mine.reload()
    theirs.reload()
    expect(read_at(theirs)).to_be_visible()


def test_a_message_in_a_hidden_tab_is_unread(browse, pair, talk):
    _, ana, ben = pair
    mine, theirs = open_talk(browse, talk, ana, ben)
    look_away(theirs)
    ChatBox(mine).say("Are you there?")
    ChatBox(theirs).expect_message("Are you there?")
    expect_unread(theirs, 1)
    expect(mine.locator("#reading")).to_have_text("")
    look_away(theirs, False)
    expect(read_at(mine)).to_be_visible()
    expect_unread(theirs, 0)


@pytest.mark.parametrize("silent", [0, 1], ids=["the writer", "the reader"])
def test_read_receipts_are_off_if_either_member_turns_them_off(browse, pair, talk, silent):
    club, *people = pair
    ana, ben = people
    page = browse(people[silent])
    page.goto(club.path + "/profile")
    page.get_by_label("Show when messages are seen").uncheck()
    page.get_by_role("button", name="Save").click()
    mine, theirs = open_talk(browse, talk, ana, ben)
    ChatBox(mine).say("Are you there?")
    ChatBox(theirs).expect_message("Are you there?")
    wait_until(lambda: "unread" not in ben.get(club.path + "/messages").text.partition("<main")[2], "Ben has read it")
    mine.reload()
    ChatBox(mine).expect_message("Are you there?")
    expect(read_at(mine)).to_have_count(0)
    people[silent].choose(club, shows_reading="1")
    mine.reload()
    if people[silent] is ben:
        # Messages that were read while the setting was off stay without a receipt. Messages read from now on get one.
        expect(read_at(mine)).to_have_count(0)
        ChatBox(mine).say("And now?")
    expect(read_at(mine)).to_be_visible()


@pytest.mark.console(r"net::ERR_|Failed to fetch")
@pytest.mark.parametrize("arrived", [False, True], ids=["lost on the way", "answer lost"])
def test_a_message_that_is_sent_twice_appears_once(browse, pair, talk, arrived):
    _, ana, ben = pair
    mine, theirs = open_talk(browse, talk, ana, ben)

    def lose(route):
        if arrived:
            route.fetch(max_redirects=0)
        route.abort()

    mine.route("**/messages", lose)
    ChatBox(mine).say("Once, please")
    expect(ChatBox(mine).field).to_have_value("Once, please")
    mine.unroute("**/messages")
    mine.get_by_role("button", name="Retry").click()
    expect(ChatBox(mine).field).to_have_value("")
    for page in (mine, theirs):
        ChatBox(page).expect_message("Once, please")


def test_a_message_read_in_one_tab_is_read_in_the_other(browse, pair, talk):
    club, ana, ben = pair
    one = browse(ben)
    one.goto(club.path + "/photos")
    other = one.context.new_page()
    other.goto(club.path + "/messages")
    for number in range(1, 3):
        ana.say(talk, f"Message {number}")
        expect(row(other, "Ana")).to_contain_text(f"{number} unread")
        for page in (one, other):
            expect_unread(page, 1)
    one.goto(talk)
    expect_unread(other, 0)
    expect_bell(other, 0)
    expect(row(other, "Ana")).not_to_contain_text("unread")
    other.goto(talk)
    ChatBox(other).say("From this tab")
    ChatBox(one).expect_message("From this tab")


def test_two_members_on_two_servers_write_to_each_other(browse, pair, talk, second_server):
    club, ana, ben = pair
    mine, theirs = open_talk(browse, talk, ana, ben.on(second_server.url))
    near = browse(ben)
    near.goto(club.path + "/photos")
    look_away(theirs)
    for number in range(1, 4):
        ChatBox(mine).say(f"Message {number}")
        ChatBox(theirs).expect_message(f"Message {number}")
    for page in (near, theirs):
        expect_bell(page, 1)
    look_away(theirs, False)
    expect(read_at(mine)).to_be_visible()
    for page in (near, theirs):
        expect_bell(page, 0)
        expect_unread(page, 0)


def send_chosen(page):
    """Sends the chosen photos, with or without JavaScript."""
    page.get_by_role("button", name=re.compile("^Send (the photo|photos)")).click()


@BOTH_WAYS
def test_only_the_two_members_see_a_photo_in_their_conversation(browse, pair, register, talk, dot, js):
    club, ana, ben = pair
    # Ben sends the photo, because Ana is an admin.
    mine, theirs = open_talk(browse, talk, ben, ana, js=js)
    mine.locator("#photos").set_input_files(dot)
    send_chosen(mine)
    for page in (mine, theirs):
        picture = (page if js else page.frame_locator(".chat-frame")).get_by_role("img", name="Photo by Ben")
        expect(picture).to_have_js_property("naturalWidth", 1)
    picture.click()
    expect(theirs).to_have_url(re.compile(r"/photos/\d+$"))
    expect(theirs.get_by_role("img", name="Photo by Ben")).to_have_js_property("naturalWidth", 1)
    photo = theirs.url
    cleo = register("Cleo").join(club)
    for ending in ("", "/large", "/small", "/messages", "/live", "/reports", "/removal"):
        assert cleo.get(photo + ending).status_code == 404, ending
    assert cleo.get(photo + "/avatar").headers["content-type"] == "image/svg+xml; charset=utf-8"
    for member in (ana, ben, cleo):
        for page in ("/photos", f"/photos?of={ben.username}", "/photos?from=friends"):
            assert not re.search(r"/photos/\d+/small", member.get(club.path + page).text), page
    # An admin cannot remove a photo that only the two members may see.
    for removal in (photo, photo.replace("/photos/", "/reports/photos/")):
        assert ana.post(removal + "/removal", csrf=ana.csrf()).status_code == 404


def test_a_removed_photo_can_be_sent_again(browse, pair, talk, dot):
    _, ana, ben = pair
    mine, theirs = open_talk(browse, talk, ana, ben)
    mine.locator("#photos").set_input_files(dot)
    mine.get_by_label("Description").fill("A dot")
    send_chosen(mine)
    expect(mine.get_by_role("img", name="A dot")).to_have_count(1)
    # The list of chosen photos no longer has the sent photo.
    expect(mine.get_by_role("list", name="Chosen photos").get_by_role("listitem")).to_have_count(0)
    mine.locator(".message", has=mine.locator(".message-photo")).get_by_role("button", name="Remove").click()
    expect(seen(theirs, "Message removed")).to_be_visible()
    mine.locator("#photos").set_input_files(dot)
    send_chosen(mine)
    for page in (mine, theirs):
        expect(page.locator(".message-photo")).to_have_count(1)


@pytest.mark.console("status of 403")
def test_a_member_who_accepts_no_messages_gets_none(browse, pair, talk):
    club, ana, ben = pair
    ben.choose(club, messages_from="friends")
    page = browse(ana)
    page.goto(ben.profile(club))
    expect(page.get_by_role("link", name="Block Ben")).to_be_visible()
    expect(page.get_by_role("button", name="Message")).to_have_count(0)
    page.goto(talk)
    expect(seen(page, "This member does not accept messages from you now.")).to_be_visible()
    expect(page.get_by_label("Message", exact=True)).to_have_count(0)
    assert ana.post(talk + "/messages", csrf=ana.csrf(), text="But I do want to", idempotency_key="n").status_code == 403
    # A member who writes a message can always get an answer.
    assert ben.say(talk, "I write to you").status_code == 303
    ana.befriend(club, ben)
    assert ana.say(talk, "Now that we are friends").status_code == 303
    assert "But I do want to" not in ben.get(talk).text


@BOTH_WAYS
def test_a_message_is_found_by_a_part_of_its_text(browse, pair, talk, js):
    club, ana, ben = pair
    for number in range(60):
        ben.say(talk, f"Line {number}." if number else "Meet me at the WHEEL, 100% sure_")
    ana.write(club, ben, "Something else")
    page = browse(ana, js=js)
    page.goto(club.path + "/messages")
    for words, count in [("wheel", 1), ("100%", 1), ("sure_", 1), ("hello", 1), ("zeppelin", 0)]:
        page.get_by_role("searchbox").fill(words)
        page.get_by_role("button", name="Search").click()
        expect(page.get_by_role("searchbox")).to_have_value(words)
        expect(page.locator("main .row")).to_have_count(count)
    page.goto(club.path + "/messages?q=wheel")
    row(page, "Ben").get_by_role("link").click()
    expect(seen(page, "Meet me at the WHEEL")).to_be_in_viewport()


def test_a_search_with_special_characters_finds_the_typed_text(browse, pair, talk):
    club, ana, ben = pair
    page = browse(ana)
    page.goto(club.path + "/messages")
    for words in ("c%20d", "the wheel", "a + b", "ä é"):
        ben.say(talk, f"Meet me at {words}!")
        page.get_by_role("searchbox").fill(words)
        page.get_by_role("button", name="Search").click()
        expect(row(page, "Ben")).to_contain_text(f"Meet me at {words}!")
        expect(page.get_by_role("searchbox")).to_have_value(words)


def test_other_members_cannot_read_a_conversation(pair, register, talk):
    club, ana, _ = pair
    cleo = register("Cleo").join(club)
    assert "Hello, Ben" not in cleo.get(club.path + "/messages?q=hello").text
    for ending in ("", "/live", "/messages", "/messages?before=99"):
        assert cleo.get(talk + ending).status_code == 404, ending
    assert cleo.post(f"{talk}/messages", csrf=cleo.csrf(), text="Me too").status_code == 404
    # Dora has another club, in which the same number may belong to something else.
    dora = register("Dora")
    other = dora.create_club()
    assert dora.get(talk.replace(club.path, other.path)).status_code == 404
    assert Member(ana.url).get(talk).url.path == "/login"


def test_a_message_is_written_by_keyboard_alone(browse, pair):
    club, ana, ben = pair
    page = browse(ana, viewport=DESKTOP)
    page.goto(ben.profile(club))
    press(page, "form[action$='/messages'] button")
    expect(page).to_have_url(re.compile(r"/messages/\d+$"))
    tab_to(page, "textarea")
    page.keyboard.type("By hand")
    page.keyboard.press("Enter")
    ChatBox(page).expect_message("By hand")
    expect(ChatBox(page).field).to_be_focused()
    tab_to(page, "#photos", presses=10)


def test_a_phone_shows_the_newest_message_and_the_send_button(browse, pair, talk):
    club, ana, ben = pair
    for number in range(30):
        ben.say(talk, f"Line {number}.")
    page = browse(ana, viewport=PHONE)
    page.goto(talk)
    expect(seen(page, "Line 29.")).to_be_in_viewport()
    send, navigation = (box(place) for place in (page.get_by_role("button", name="Send", exact=True), page.locator(".nav")))
    assert send["y"] + send["height"] <= navigation["y"]
