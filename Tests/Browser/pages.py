"""Finds elements and does actions in the browser, named after the words of the product."""

import os
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import expect

from members import PASSWORD, Club, offers, unique
from processes import wait_until

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@dataclass
class Table:
    """A running game with its two players. `first` is to move."""

    club: Club
    game: str
    players: list

    @property
    def first(self):
        return self.players[0]

    @property
    def second(self):
        return self.players[1]


def launch(playwright):
    """Starts Chromium's headless shell. The complete browser would need half as much again."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=arguments)


def seen(page, text, **options):
    """Finds a text on the page, but not in the live region, which may repeat a visible text for screen readers."""
    return page.locator("body > :not(#announcer)").get_by_text(text, **options)


def wait_in(page, condition, what):
    """Waits for a condition that an event handler of the page makes true. Playwright calls handlers only while it waits for the page."""
    wait_until(lambda: page.title() is not None and condition(), what)


def box(locator):
    """Returns the `bounding_box` of an element when it no longer changes, because an update may replace or move the element."""
    last = None

    def stands_still():
        nonlocal last
        before, last = last, locator.bounding_box()
        return last is not None and last == before

    wait_until(stands_still, "the element stands still")
    return last


def send(page, ending):
    """Clicks the button of the form that posts to …ending."""
    page.locator(f"form[action$='{ending}'] button:not([type=button])").first.click()


def register(page, name):
    username = unique(name.lower())
    page.locator("input[name=username]").fill(username)
    page.locator("input[name=email]").fill(f"{username}@example.org")
    page.locator("input[name=display_name]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    send(page, "/register")


def create_club(page, name="Shoreline Club"):
    """Creates a private club, and returns it with its invitation."""
    page.goto("/clubs/new")
    slug = unique("shore")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=slug]").fill(slug)
    page.locator("input[name=visibility][value=private]").check()
    send(page, "/clubs/new")
    expect(page).to_have_url(re.compile(rf"/c/{slug}/"))
    club = Club(name, slug)
    page.goto(club.path + "/")
    club.invitation = re.search(r"/join/[\w-]+", page.content())[0]
    return club


MARKS = ["cross", "nought"]


class Board:
    """The board on a page, or in a frame without JavaScript."""

    def __init__(self, page, js=True):
        self.page = page
        self.place = page if js else page.frame_locator("iframe[src*='/board']")

    def cell(self, index):
        return self.place.locator(f"button[name=cell][value='{index}']")

    def play(self, index):
        self.cell(index).click()

    def expect_mark(self, index, mark):
        """`mark` is "cross" or "nought"."""
        expect(self.place.locator(f"#cell-{index}[aria-label*='{mark}']")).to_be_visible()

    def expect_status(self, text):
        expect(self.place.get_by_text(text).first).to_be_visible()

    def expect_my_turn(self):
        expect(self.place.locator("button[name=cell]").first).to_be_visible()


def beside(page, js=True):
    """Returns the actions beside the board."""
    return Board(page, js).place.locator("#game-actions")


def lobby(page, js=True):
    """Returns the page or the frame that has the lists of the lobby."""
    return page if js else page.frame_locator("iframe[src*='/lobby/frame']")


def arrive(browse, pair, first, second):
    """Opens the lobby for Ana and Ben, waits until they see each other, and returns their pages. Both have JavaScript, or neither has."""
    club, ana, ben = pair
    ben.get(club.lobby)
    for person in (ana, ben):
        wait_until(lambda: offers(person, club.lobby, "/challenges"), "the lobby shows who came")
    pages = browse(ana, **first), browse(ben, **second)
    for page in pages:
        page.goto(club.lobby)
    return pages


def send_challenge(page, js=True, words="", **terms):
    """Challenges the only other member in the lobby with the form."""
    lobby(page, js).get_by_role("link", name=re.compile("^Options")).click()
    for name, value in terms.items():
        page.locator(f"[name={name}][value='{value}']").check()
    page.get_by_label("Message (optional)").fill(words)
    page.get_by_role("button", name="Send the challenge").click()
    expect(page).to_have_url(re.compile("/lobby$"))


def challenge(browse, pair, first, second, **terms):
    """Ana challenges Ben with the form, and Ben accepts in his lobby. Returns both pages at the board. Ana plays the crosses."""
    mine, theirs = arrive(browse, pair, first, second)
    js = first.get("js", True)
    send_challenge(mine, js, starts="from", **terms)
    if not js:
        theirs.reload()
    lobby(theirs, js).get_by_role("button", name=re.compile("^Play with")).click()
    expect(theirs).to_have_url(re.compile(r"/games/\d+"))
    # Each page stays on its own server. A script opens the board from the lobby; without JavaScript, the test opens it.
    path = urlsplit(theirs.url).path
    if not js:
        mine.goto(path)
    expect(mine).to_have_url(re.compile(re.escape(path) + "$"))
    return mine, theirs


def play(pages, cells, js=True):
    """Plays `cells` in turns. Without JavaScript, it reloads pages instead of waiting for a refresh of the frame."""
    boards = [Board(page, js) for page in pages]
    for turn, cell in enumerate(cells):
        mover, watcher = boards[turn % 2], boards[1 - turn % 2]
        mover.play(cell)
        mover.expect_mark(cell, MARKS[turn % 2])
        if not js:
            watcher.page.reload()
        watcher.expect_mark(cell, MARKS[turn % 2])


def let_two_minutes_pass(database, game):
    """Changes the database as if the last move, and the last visit of the player who is to move, were more than two minutes ago."""
    number = game.rpartition("/")[2]
    whose = f"SELECT CASE WHEN ply % 2 = 0 THEN x_member ELSE o_member END FROM games WHERE id = {number}"
    database.change(f"UPDATE games SET moved_at = moved_at - interval '121 seconds' WHERE id = {number}",
                    f"UPDATE presence SET seen_at = now() - interval '121 seconds' WHERE member_id = ({whose})")


class Hold:
    """Holds the requests to an address until the test releases them."""

    def __init__(self, page, pattern):
        self.requests, self.is_over = [], False
        page.route(pattern, self.take)

    def take(self, route):
        if self.is_over:
            route.continue_()
        else:
            self.requests.append(route)

    def end(self, action=lambda route: route.continue_()):
        self.is_over = True
        for route in self.requests:
            action(route)


def reload_until(page, locator):
    """Reloads the page until it has an element."""
    wait_until(lambda: locator.count() or (page.reload() and None), f"{locator} is on the page")


def expect_refreshed(page, ending):
    """Waits until the frame with this ending of its address has reloaded itself, as it does without JavaScript."""
    with page.expect_response(lambda response: urlsplit(response.url).path.endswith(ending)):
        pass
    page.locator(f"iframe[src*='{ending}']").wait_for()
    next(frame for frame in page.frames if urlsplit(frame.url).path.endswith(ending)).wait_for_load_state()


class ChatBox:
    def __init__(self, page):
        self.page = page
        self.field = page.locator("form[action*='/messages'] textarea[name=text]")

    def say(self, text):
        self.field.fill(text)
        send(self.page, "/messages")

    def expect_message(self, text):
        expect(self.page.locator("#messages").get_by_text(text, exact=True)).to_have_count(1)


def expect_bell(page, count):
    """Expects this number of new notices at the bell in the header."""
    expect(page.locator("#notices")).to_have_accessible_name(f"Notices, {count} new" if count else "Notices")


def expect_unread(page, count):
    """Expects this number of unread conversations in the navigation."""
    expect(page.locator("#count-message")).to_have_text(f"{count} unread" if count else "")


def row(page, name, section=""):
    """Returns a member's row of a list, in the section with this heading if it is given."""
    place = page.get_by_role("region", name=section) if section else page
    return place.get_by_role("listitem").filter(has=page.get_by_role("link", name=name))


def look_away(page, is_away=True):
    """Makes the page hidden, as if the user had switched to another tab."""
    page.evaluate("""isAway => {
        Object.defineProperty(document, "hidden", { value: isAway, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""", is_away)


def title(start):
    """Matches a page title with or without a count before it."""
    return re.compile(rf"^(\(\d+\) )?{re.escape(start)}")


# Size

def enlarge(page, letters):
    """Sets the text size, such as "200%". An empty value resets it."""
    page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)


# Keyboard

def tab_to(page, selector, presses=60):
    """Presses Tab until an element that matches the selector has the focus."""
    for _ in range(presses):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
    raise AssertionError(f"Tab does not reach {selector} on {page.url}")


def press(page, selector):
    tab_to(page, selector)
    page.keyboard.press("Enter")
