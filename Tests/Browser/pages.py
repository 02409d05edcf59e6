"""What a person sees and does in the browser, in words of the product."""

import re
from dataclasses import dataclass

from playwright.sync_api import expect

from members import PASSWORD, Club, unique

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}


@dataclass
class Table:
    """A running game with its two players, `first` to move."""

    club: Club
    game: str
    players: list

    @property
    def first(self):
        return self.players[0]

    @property
    def second(self):
        return self.players[1]


def send(page, ending):
    """Presses the button of the form that posts to …ending."""
    page.locator(f"form[action$='{ending}'] button:not([type=button])").first.click()


def register(page, name):
    username = unique(name.lower())
    page.locator("input[name=username]").fill(username)
    page.locator("input[name=email]").fill(f"{username}@example.org")
    page.locator("input[name=display_name]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    send(page, "/register")


def create_club(page, name="Shoreline Club"):
    """Creates a private club, and gives it with its invitation."""
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


class Board:
    """The board as a page or a frame shows it."""

    def __init__(self, page, js=True):
        self.page = page
        self.place = page if js else page.frame_locator("iframe[src*='/board']")

    def cell(self, index):
        return self.place.locator(f"button[name=cell][value='{index}']")

    def play(self, index):
        self.cell(index).click()

    def expect_mark(self, index, mark):
        """mark is "cross" or "nought"."""
        expect(self.place.locator(f"#cell-{index}[aria-label*='{mark}']")).to_be_visible()

    def expect_status(self, text):
        expect(self.place.get_by_text(text).first).to_be_visible()

    def expect_my_turn(self):
        expect(self.place.locator("button[name=cell]").first).to_be_visible()


class ChatBox:
    def __init__(self, page):
        self.page = page
        self.field = page.locator("form[action$='/lines'] textarea[name=text]")

    def say(self, text):
        self.field.fill(text)
        send(self.page, "/lines")

    def expect_line(self, text):
        expect(self.page.locator("#lines").get_by_text(text, exact=True)).to_have_count(1)


def title(start):
    """Matches a page title, with or without a count before it."""
    return re.compile(rf"^(\(\d+\) )?{re.escape(start)}")
