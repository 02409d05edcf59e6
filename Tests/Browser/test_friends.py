"""Following, friendships, and what friends see of each other."""

import re

import pytest
from playwright.sync_api import expect

from members import Member
from pages import DESKTOP, expect_bell, press, reload_until, row, seen
from processes import wait_until
from scene import BLUE_DOT, DOT

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def trio(pair, register):
    """Ana is the admin of the club and a friend of Ben. Cleo is another member."""
    club, ana, ben = pair
    ana.befriend(club, ben)
    return club, ana, ben, register("Cleo").join(club)


def posted(member, club, picture=DOT, **fields):
    answer = member.share(club, ("dot.gif", picture), **fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


@BOTH_WAYS
def test_two_members_who_follow_each_other_are_friends(browse, pair, js):
    club, ana, ben = pair
    mine, theirs = browse(ana, js=js), browse(ben, js=js, viewport=DESKTOP)
    mine.goto(ben.profile(club))
    mine.get_by_role("button", name="Ask to be friends with Ben").click()
    expect(seen(mine, "You have asked to be friends. They have not answered yet.")).to_be_visible()

    theirs.goto(club.path + "/photos")
    expect_bell(theirs, 1)
    theirs.get_by_role("link", name="Notices, 1 new").click()
    theirs.get_by_role("link", name="Ana would like to be your friend").click()
    theirs.get_by_role("button", name="Accept Ana").click()
    expect(theirs.get_by_role("heading", name="One friend")).to_be_visible()
    # The server saves once a second which members are here.
    reload_until(theirs, theirs.get_by_role("heading", name="One friend, here now"))
    expect_bell(theirs, 0)

    if not js:
        mine.reload()
    expect_bell(mine, 1)
    mine.locator("#notices").click()
    mine.get_by_role("link", name="Ben is now your friend").click()
    expect(seen(mine, "You are friends.")).to_be_visible()
    mine.goto(club.path + "/friends")
    expect(row(mine, "Ben", "One friend")).to_be_visible()


def test_an_ignored_request_disappears_without_a_notice(browse, pair):
    club, ana, ben = pair
    ana.follow(club, ben)
    mine, theirs = browse(ana), browse(ben)
    theirs.goto(club.path + "/friends")
    theirs.get_by_role("button", name="Ignore Ana").click()
    expect(seen(theirs, "No friends yet.")).to_be_visible()
    expect(row(theirs, "Ana")).to_have_count(0)
    expect_bell(theirs, 0)
    mine.goto(club.path + "/friends")
    expect(row(mine, "Ben", "Requests that you sent")).to_be_visible()
    expect_bell(mine, 0)
    # After ignoring a request, a member can still accept it.
    theirs.goto(ana.profile(club))
    theirs.get_by_role("button", name="Accept as a friend").click()
    expect(seen(theirs, "You are friends.")).to_be_visible()


@BOTH_WAYS
def test_unfriending_ends_the_friendship_for_both(browse, trio, js):
    club, ana, ben, _ = trio
    photo = posted(ana, club, audience="friends")
    mine, theirs = browse(ana, js=js), browse(ben, js=js)
    theirs.goto(photo)
    mine.goto(club.path + "/friends")
    mine.get_by_role("button", name="Unfriend Ben").click()
    expect(seen(mine, "No friends yet.")).to_be_visible()
    expect(row(mine, "Ben", "Friend requests")).to_have_count(0)
    assert ben.get(photo).status_code == 404
    theirs.goto(club.path + "/friends")
    row(theirs, "Ana", "Requests that you sent").get_by_role("button", name="Take back the request to Ana").click()
    expect(row(theirs, "Ana")).to_have_count(0)


def test_friends_of_friends_are_suggested(browse, trio):
    club, ana, ben, cleo = trio
    ben.befriend(club, cleo)
    page = browse(cleo)
    page.goto(club.path + "/friends")
    known = row(page, "Ana", "People you may know")
    expect(known).to_contain_text("One friend in common")
    known.get_by_role("button", name="Ask to be friends with Ana").click()
    expect(row(page, "Ana", "Requests that you sent")).to_be_visible()
    expect(row(page, "Ana", "People you may know")).to_have_count(0)


def test_a_request_is_accepted_by_keyboard_alone(browse, pair):
    club, ana, ben = pair
    ana.follow(club, ben)
    page = browse(ben, viewport=DESKTOP)
    page.goto(club.path + "/photos")
    for step in ("#notices", "main a[href$='/friends']"):
        with page.expect_navigation():
            press(page, step)
    press(page, "form[action$='/follows'] button")
    expect(row(page, "Ana", "One friend")).to_be_visible()


@BOTH_WAYS
def test_a_profile_shows_each_part_only_to_its_audience(browse, trio, js):
    club, ana, ben, cleo = trio
    page = browse(ana, js=js)
    page.goto(club.path + "/profile")
    page.get_by_label("About yourself (optional)").fill("I know every plank.")
    for part, audience in [("About yourself", "Friends"), ("Your record and your games", "Only me"), ("Your friends", "Friends")]:
        page.get_by_role("group", name=part, exact=True).get_by_text(audience, exact=True).click()
    page.get_by_role("button", name="Save").click()
    about = seen(page, "I know every plank.")
    parts = [about, page.get_by_role("heading", name="Friends"), page.get_by_role("heading", name="Tic Chat Toe")]
    for part in parts:
        expect(part).to_be_visible()
    for person, sees in [(ben, [1, 1, 0]), (cleo, [0, 0, 0])]:
        html = person.get(ana.profile(club)).text
        assert [html.count(words) for words in ("I know every plank.", 'id="friends"', 'id="ratings"')] == sees, person.name


@pytest.mark.parametrize("audience, sees", [("club", [1, 1, 1]), ("friends", [1, 1, 0]), ("me", [1, 0, 0])])
def test_the_time_of_the_last_visit_is_shown_only_to_its_audience(trio, database, audience, sees):
    club, ana, ben, cleo = trio
    cleo.befriend(club, ben)
    cleo.choose(club, seen_for=audience)
    # Look only at the facts, because friends of Cleo who are here are listed below.
    facts = lambda person: re.search(r'<p class="profile-facts">.*?</p>', person.get(cleo.profile(club)).text, re.DOTALL)[0]
    wait_until(lambda: "Here now" in facts(ben), "that Cleo is here is noted")
    # Cleo has left in the meantime.
    database.change(f"UPDATE presence SET seen_at = now() - interval '1 hour' FROM members m WHERE m.id = member_id AND m.handle = '{cleo.username}'")
    told = ["last here" in facts(person) for person in (ben, ana)]
    assert told == [bool(seen) for seen in sees[1:]]


@pytest.mark.console("status of 404")
def test_a_block_hides_two_members_from_each_other_on_all_pages(browse, trio):
    club, ana, ben, cleo = trio
    photos = {ana: posted(ana, club), ben: posted(ben, club, BLUE_DOT, audience="friends")}
    talk = ana.write(club, ben, "See you at the pier")
    ben.say(talk, "At the pier, then")
    cleo.befriend(club, ben)
    mine, theirs = browse(ana), browse(ben)
    theirs.goto(talk)
    mine.goto(ben.profile(club))
    mine.get_by_role("link", name="Block Ben").click()
    mine.get_by_role("button", name="Block Ben").click()
    expect(mine.get_by_role("heading", name="Blocked people")).to_be_visible()
    for one, other in [(ana, ben), (ben, ana)]:
        for path in (talk, photos[other], photos[other] + "/small", other.profile(club)):
            assert one.get(path).status_code == 404, f"{one.name} {path}"
        for page in ("/friends", "/messages", "/messages?q=pier", "/photos", "/notices", "/members/" + cleo.username):
            assert f"<bdi>{other.name}</bdi>" not in one.get(club.path + page).text, f"{one.name} {page}"
    # An open page loses its content with the next message in it, or with the next request.
    theirs.reload()
    expect(theirs.get_by_role("heading", level=1)).not_to_contain_text("Ana")
    mine.get_by_role("button", name="Unblock Ben").click()
    mine.goto(talk)
    expect(mine.get_by_role("link", name="Ben", exact=True)).to_be_visible()
    assert "Ask to be friends" in ana.get(ben.profile(club)).text


def test_strangers_and_visitors_cannot_see_friendships(trio, register):
    club, ana, ben, _ = trio
    stranger = register("Dora")
    for path in ("/friends", "/follows", "/messages", "/notices", "/notices/settings", "/live", "/messages/live"):
        assert stranger.get(club.path + path).status_code == 404, path
        assert Member(ana.url).get(club.path + path).url.path == "/login", path
