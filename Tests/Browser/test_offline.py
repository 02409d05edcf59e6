"""Without a connection: the browser keeps lap actions, each lap arrives once, and the pages for a park still open."""

import re

import pytest
from playwright.sync_api import expect

from members import Member
from pages import PHONE, box, seen
from processes import wait_until

AWAY = r"net::ERR_|Failed to fetch|status of (503|403)"


@pytest.fixture
def park(pair):
    """Creates a park with a ride, where Ben is checked in. Returns the path of the park."""
    club, ana, ben = pair
    park = ana.submit(club.path + "/parks/new", "/parks", name="Salt Park").headers["location"]
    assert ana.submit(park + "/rides/new", "/rides", name="Tidal Wave").status_code == 303
    ben.post(club.path + "/today", csrf=ben.csrf(), park=park.rpartition("/")[2], audience="me")
    return park


def kept(page, path):
    """Waits until the service worker has a page in its cache. If the server was too busy to answer it, the next load of the page that needs it
    asks again."""
    for _ in range(10):
        try:
            return wait_until(lambda: page.evaluate(
                """async (path) => { for (const name of await caches.keys()) if (name.startsWith("pages "))
                    if (await caches.match(path, { cacheName: name, ignoreVary: true })) return true; return false; }""", path),
                f"{path} is kept", 30)
        except AssertionError:
            page.reload()
    raise AssertionError(f"{path} is not kept")


def count(page, times=1):
    for _ in range(times):
        page.get_by_role("button", name="+1 lap on Tidal Wave").click()


def laps(person, club):
    """Returns the number of a member's laps on the server."""
    found = re.search(r"(\d+) laps? on", person.get(f"{club.path}/laps/{person.username}").text)
    return int(found[1]) if found else 0


@pytest.mark.console(AWAY)
def test_offline_laps_are_counted_once_although_the_tab_was_closed(browse, pair, park):
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE, service_workers="allow")
    today = club.path + "/today"
    page.goto(today)
    hue = page.locator("html").get_attribute("data-hue")
    count(page)
    expect(page.locator("[data-today-words]")).to_have_text("1 lap today")
    for path in (today, park, f"{club.path}/laps/{ben.username}"):
        kept(page, path)
    context = page.context
    context.set_offline(True)
    count(page, 3)
    expect(page.locator("[data-today-words]")).to_have_text("4 laps today")
    expect(seen(page, "3 not sent yet")).to_be_visible()
    expect(seen(page, "3 actions are kept in this browser until the connection is back.")).to_be_visible()
    page.get_by_role("button", name="Undo one lap on Tidal Wave").click()
    expect(page.locator("[data-today-words]")).to_have_text("3 laps today")
    assert laps(ben, club) == 1
    page.close()
    # The pages for a park open and show the unsent laps. Other pages say that there is no connection.
    page = context.new_page()
    page.goto(today)
    expect(page.get_by_role("heading", name="Salt Park")).to_be_visible()
    expect(page.locator("[data-today-words]")).to_have_text("3 laps today")
    count(page)
    expect(page.locator("[data-today-words]")).to_have_text("4 laps today")
    page.goto(f"{club.path}/laps/{ben.username}")
    expect(page.get_by_role("heading", name="Your rides")).to_be_visible()
    page.goto(club.path + "/settings")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    # The offline page has the colours of the club.
    expect(page.locator("html")).to_have_attribute("data-hue", hue)
    page.get_by_role("link", name=re.compile("Today at Salt Park")).click()
    expect(page.get_by_role("heading", name="Salt Park")).to_be_visible()
    context.set_offline(False)
    expect(page.locator(".outbox")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-today-words]")).to_have_text("4 laps today")
    assert laps(ben, club) == 4


@pytest.mark.console(AWAY)
def test_another_account_does_not_send_or_see_offline_actions(browse, pair, park):
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE, service_workers="allow")
    page.goto(club.path + "/today")
    expect(page.locator("[data-today-words]")).to_have_text("No laps today")
    kept(page, club.path + "/today")
    page.context.set_offline(True)
    count(page, 2)
    expect(seen(page, "2 not sent yet")).to_be_visible()
    # Meanwhile the session has ended, and another member has signed in.
    page.context.clear_cookies()
    page.context.add_cookies(ana.cookies())
    page.context.set_offline(False)
    expect(seen(page, f"2 actions are not sent: sign in again as {ben.username}.")).to_be_visible()
    # The other member must sign out first, so the link leads to the account page.
    expect(page.get_by_role("link", name=f"sign in again as {ben.username}")).to_have_attribute("href", "/account")
    expect(page.get_by_role("button", name="Send now")).to_have_count(0)
    page.goto(park)
    expect(page.locator("[data-today-words]")).to_have_text("No laps today")
    wait_until(lambda: page.evaluate("async (name) => !(await caches.keys()).includes(`pages ${name}`)", ben.username), "his pages are gone")
    assert (laps(ana, club), laps(ben, club)) == (0, 0)
    page.context.clear_cookies()
    page.context.add_cookies(ben.cookies())
    page.goto(park)
    expect(page.locator("[data-today-words]")).to_have_text("2 laps today")
    wait_until(lambda: laps(ben, club) == 2, "what he counted has come")
    page.reload()
    expect(page.locator("[data-today-words]")).to_have_text("2 laps today")
    assert (laps(ana, club), laps(ben, club)) == (0, 2)


@pytest.mark.console(AWAY)
def test_a_session_ended_elsewhere_deletes_the_kept_pages(browse, pair, park, server):
    club, _, _ = pair
    guest = Member(server.url, "Fay").register().join(club)
    page = browse(guest, viewport=PHONE, service_workers="allow")
    page.goto(park)
    kept(page, park)
    # The session is ended on another device.
    left = {"laps of fay": "{}", "recent emoji fay": "[]"}
    page.evaluate("(left) => Object.entries(left).forEach(([key, value]) => localStorage.setItem(key, value))", left)
    page.evaluate("() => sessionStorage.setItem('draft beside a board', '{}')")
    page.context.clear_cookies()
    page.goto("/")
    assert not page.evaluate("() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /fay|draft/.test(key)).length")
    wait_until(lambda: page.evaluate("async () => !(await caches.keys()).some((name) => name.startsWith('pages '))"), "her pages are gone")
    page.context.set_offline(True)
    page.goto(park)
    expect(page.locator("[data-today-words]")).to_have_count(0)
    page.context.set_offline(False)


@pytest.mark.console(AWAY)
def test_signing_out_asks_first_and_deletes_the_kept_pages(browse, pair, park, server):
    club, ana, _ = pair
    # Register a separate member, because signing out ends the session.
    page = browse(Member(server.url, "Eve").register().join(club), viewport=PHONE, service_workers="allow")
    # There is a connection, but requests fail.
    page.route("**/outbox", lambda route: route.abort())
    page.goto(park)
    kept(page, park)
    count(page)
    expect(seen(page, "1 not sent yet")).to_be_visible()
    page.goto("/account")
    button, question = page.locator("form[action='/logout'] button"), page.get_by_role("dialog", name="Sign out before everything is sent?")
    for leave in (lambda: question.get_by_role("button", name="Stay signed in").click(), lambda: page.keyboard.press("Escape")):
        button.click()
        expect(question).to_contain_text("is not sent yet")
        expect(question.get_by_role("button", name="Stay signed in")).to_be_focused()
        leave()
        expect(question).to_have_count(0)
        expect(button).to_be_focused()
    assert page.url.endswith("/account")
    button.click()
    question.get_by_role("button", name="Sign out anyway").click()
    expect(page).not_to_have_url(re.compile("/account$"))
    wait_until(lambda: not any(name.startswith("pages ") for name in page.evaluate("caches.keys()")), "no page is kept")


@pytest.mark.console(AWAY)
def test_equal_offline_actions_are_shown_as_one_below_the_button(browse, pair, park):
    club, ana, ben = pair
    assert ana.submit(park + "/rides/new", "/rides", name="Gull Swings").status_code == 303
    page = browse(ben, viewport=PHONE, service_workers="allow")
    page.goto(park)
    kept(page, park)
    page.context.set_offline(True)
    count(page, 3)
    page.get_by_role("button", name="+1 lap on Gull Swings").click()
    seen(page, "What is not sent yet").click()
    lines = page.locator(".outbox li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_have_text("Tidal Wave +1, 3 times")
    expect(lines.last).to_have_text(re.compile(r"Gull Swings \+1, .*\d\d:\d\d"))
    send = page.get_by_role("button", name="Send now")
    assert box(send)["y"] < box(lines.first)["y"]
    # The button keeps the focus when the text above it changes.
    send.focus()
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(send).to_be_focused()
    # When the server no longer accepts the session, a link leads to the sign-in page.
    page.route("**/outbox", lambda route: route.fulfill(status=403))
    page.context.set_offline(False)
    expect(page.get_by_role("link", name=f"sign in again as {ben.username}")).to_have_attribute("href", re.compile("^/login.next="))


def test_a_refused_offline_lap_shows_its_reason(browse, pair, park, database):
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE, service_workers="allow")
    page.goto(club.path + "/today")
    expect(page.locator("[data-today-words]")).to_have_text("No laps today")
    database.change("UPDATE rides SET opened = '2999'")
    count(page)
    expect(page.locator(".outbox").get_by_text("Tidal Wave +1: The ride was not open yet.")).to_be_visible()
    expect(page.locator("[data-today-words]")).to_have_text("No laps today")
    page.get_by_role("button", name="Hide this message").click()
    expect(page.locator(".outbox")).to_have_count(0)


def test_without_indexeddb_the_form_still_counts(browse, pair, park):
    club, ana, ben = pair
    page = browse(ben, viewport=PHONE, service_workers="allow")
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined }); delete window.indexedDB")
    page.goto(park)
    count(page)
    expect(page.locator("[data-today-words]")).to_have_text("1 lap today")
    assert laps(ben, club) == 1
