"""Plasticiti: whole games of Wordley and SlideIt, with and without JavaScript, by keyboard, touch and switches."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, box, seen, tab_to, wait_in
from processes import wait_until
from scene import DOT

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
NARROW = {"width": 320, "height": 640}


@pytest.fixture
def word(database, pair, browse):
    """word(**options) opens Ben's page with a game whose solution is STOUT."""
    club, _, ben = pair

    def open_game(switches="0", pace="1500", **options):
        settings = {"keyboard": "letters", "hand": "both", "switches": switches, "pace": pace}
        assert ben.post(club.path + "/practice/settings", csrf=ben.csrf(), **settings).status_code == 303
        assert ben.submit(club.path + "/practice/wordley", "/practice/wordley").status_code == 303
        database.change("UPDATE wordley_games SET answer = 'stout', rows = 6, gives_first = false, is_hard = false, keys = NULL"
                        " WHERE state = 'open'")
        page = browse(ben, **options)
        page.goto(club.path + "/practice/wordley")
        return page
    return open_game


@pytest.fixture
def puzzle(database, pair, browse):
    """puzzle(**options) opens Ben's page with a game that four moves solve: 7, 4, 5, 8."""
    club, _, ben = pair

    def open_game(switches="0", clock="", **options):
        settings = {"keyboard": "letters", "hand": "both", "switches": switches, "pace": "1500", "measures_taps": "1", "shows_clock": clock}
        assert ben.post(club.path + "/practice/settings", csrf=ben.csrf(), **settings).status_code == 303
        path = club.path + "/practice/slideit"
        assert ben.post(path, csrf=ben.csrf(), tile_style="numbers").status_code == 303
        database.change("UPDATE slideit_games SET size = 3, level = 2, shuffle = 'hedg', exact = 4 WHERE state = 'open'")
        page = browse(ben, **options)
        page.goto(path)
        return page
    return open_game


def rows(page):
    return page.get_by_role("list", name="Your guesses").get_by_role("listitem")


def press(page, letters):
    for letter in letters:
        page.get_by_role("group", name="Keys").get_by_role("button", name=re.compile(f"^{letter}(,|$)")).click()
        # Without JavaScript, each letter loads a new page.
        page.wait_for_load_state()


def enter(page):
    page.get_by_role("button", name="Enter").first.click()


@BOTH_WAYS
def test_a_word_is_found_by_touch(word, js):
    page = word(js=js, viewport=NARROW, has_touch=True)
    press(page, "OTTER")
    expect(page.get_by_label("Your word")).to_have_value("otter")
    enter(page)
    expect(rows(page).first).to_contain_text("Row 1: O wrong place, T right place, T wrong place, E not in the word, R not in the word.")
    expect(page.get_by_role("button", name="O, wrong place")).to_be_visible()
    page.get_by_label("Your word").fill("toast")
    enter(page)
    expect(rows(page).nth(1)).to_contain_text("Row 2: T wrong place, O wrong place, A not in the word, S wrong place, T right place.")
    page.get_by_label("Your word").fill("stout")
    enter(page)
    expect(seen(page, "You found it: STOUT. Well done.")).to_be_visible()
    expect(page.get_by_label("Your result, to share")).to_have_value(re.compile("^Wordley 3/6\n🟧"))
    page.get_by_role("button", name="Next word").click()
    expect(page.get_by_label("Your word")).to_have_value("")


def test_a_word_is_found_by_keyboard_alone(word):
    page = word(viewport=DESKTOP)
    # The keys work wherever the focus is.
    page.keyboard.type("otterx")
    page.keyboard.press("Backspace")
    page.keyboard.type("r")
    expect(page.get_by_label("Your word")).to_have_value("otter")
    page.keyboard.press("Enter")
    expect(page.locator("#announcer")).to_contain_text("Row 1: O wrong place")
    tab_to(page, "#guess")
    page.keyboard.type("stout")
    page.keyboard.press("Enter")
    expect(page.locator("#announcer")).to_contain_text("You found it: STOUT.")


@pytest.mark.console("status of 422")
def test_an_unknown_word_is_reported_and_stays_in_the_field(word):
    page = word()
    page.get_by_label("Your word").fill("zzzzz")
    enter(page)
    expect(page.get_by_role("alert")).to_contain_text("“ZZZZZ” is not in the word list.")
    expect(page.get_by_label("Your word")).to_have_value("zzzzz")


def test_a_half_typed_word_is_still_there_after_leaving(word):
    page = word(viewport=PHONE)
    address = page.url
    press(page, "TO")
    page.get_by_role("link", name="Practice").first.click()
    page.wait_for_url("**/practice")
    # The page sends the typed letters to the server while it closes.
    wait_until(lambda: page.goto(address) and page.get_by_label("Your word").input_value() == "to", "what was typed is there")


def test_with_two_switches_one_moves_the_mark_and_one_presses(word):
    page = word(switches="2", viewport=DESKTOP)

    def choose(name):
        for _ in range(40):
            page.keyboard.press("Space")
            if page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()") == name:
                return page.keyboard.press("Enter")
        raise AssertionError(f"the mark never came to {name}")

    for letter in "STOUT":
        choose(letter)
    expect(page.get_by_label("Your word")).to_have_value("stout")
    choose("Enter")
    expect(seen(page, "You found it: STOUT. Well done.")).to_be_visible()


def test_with_one_switch_the_mark_moves_by_itself(word):
    page = word(switches="1", pace="800", viewport=DESKTOP)
    expect(page.locator(".word-key:focus")).to_have_text("C")
    page.keyboard.press("Space")
    expect(page.get_by_label("Your word")).to_have_value("c")


def test_screen_readers_read_each_guess_as_a_sentence(word):
    page = word(viewport=DESKTOP)
    page.get_by_label("Your word").fill("toast")
    enter(page)
    expect(rows(page).first).to_contain_text("Row 1: T wrong place")
    expect(page.get_by_role("list", name="Your guesses")).to_match_aria_snapshot("""
        - list "Your guesses":
          - listitem: "Row 1: T wrong place, O wrong place, A not in the word, S wrong place, T right place."
          - listitem: "Row 2: empty."
    """)


@BOTH_WAYS
def test_a_puzzle_is_solved_by_touch(puzzle, js):
    page = puzzle(js=js, viewport=NARROW, has_touch=True)
    for tile, moves in [("7", "One move"), ("4", "2 moves"), ("5", "3 moves")]:
        page.get_by_role("button", name=re.compile(f"^{tile}, row")).click()
        expect(seen(page, moves, exact=True)).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(seen(page, "2 moves", exact=True)).to_be_visible()
    page.get_by_role("button", name="Show a hint").click()
    expect(seen(page, "Slide 5 up.")).to_be_visible()
    for tile in "58":
        page.get_by_role("button", name=re.compile(f"^{tile}, row")).click()
    expect(seen(page, "Solved in 4 moves. Well done.")).to_be_visible()
    page.get_by_role("button", name="Letters").click()
    expect(page.get_by_role("button", name=re.compile("^A, row"))).to_be_visible()


def test_a_puzzle_is_solved_by_arrow_keys(puzzle):
    page = puzzle(viewport=DESKTOP)
    for key, moves in [("ArrowDown", "One move"), ("ArrowLeft", "2 moves"), ("ArrowUp", "3 moves")]:
        page.keyboard.press(key)
        expect(seen(page, moves, exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#announcer")).to_contain_text("Solved in 4 moves.")


def test_each_tile_has_its_place_in_its_label(puzzle):
    page = puzzle(viewport=DESKTOP)
    names = page.get_by_role("group", name="The tiles, row by row").locator("> *").evaluate_all(
        "tiles => tiles.map(tile => tile.getAttribute('aria-label'))")
    assert names == [
        "1, row 1, column 1.", "2, row 1, column 2.", "3, row 1, column 3.", "7, row 2, column 1. Slides down.", "4, row 2, column 2.",
        "6, row 2, column 3.", "Empty, row 3, column 1.", "5, row 3, column 2. Slides to the left.", "8, row 3, column 3."]


def tile(page, name):
    return page.get_by_role("button", name=re.compile(f"^{name}, row"))


def home(page):
    return seen(page, "Solved in 4 moves. Well done.")


def test_a_puzzle_is_solved_by_two_switches(puzzle):
    page = puzzle(switches="2", viewport=DESKTOP)
    for name in "7458":
        for _ in range(40):
            page.keyboard.press("Space")
            if page.evaluate("document.activeElement.dataset.tile") == name:
                page.keyboard.press("Enter")
                break
        else:
            raise AssertionError(f"the mark never came to {name}")
    expect(home(page)).to_be_visible()


def test_tiles_can_be_dragged(puzzle):
    page = puzzle(viewport=DESKTOP)
    number = 0
    for name, (x, y) in [("7", (0, 90)), ("4", (-90, 0)), ("5", (0, -90))]:
        place = box(tile(page, name))
        page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        page.mouse.down()
        # The tile does not move in the opposite direction.
        page.mouse.move(place["x"] + place["width"] / 2 - x, place["y"] + place["height"] / 2 - y, steps=3)
        page.mouse.move(place["x"] + place["width"] / 2 + x, place["y"] + place["height"] / 2 + y, steps=5)
        page.mouse.up()
        number += 1
        expect(seen(page, "One move" if number == 1 else f"{number} moves", exact=True)).to_be_visible()
    expect(seen(page, "3 moves", exact=True)).to_be_visible()
    tile(page, "8").click()
    expect(home(page)).to_be_visible()


class Finger:
    """A finger on the screen, with the methods of Playwright's mouse."""

    def __init__(self, page):
        self.touches, self.place = page.context.new_cdp_session(page), []

    def move(self, x, y, steps=1):
        if not self.place:
            self.place = [{"x": x, "y": y}]
            return
        start = self.place[0]
        for step in range(1, steps + 1):
            self.place = [{axis: start[axis] + (end - start[axis]) * step / steps for axis, end in (("x", x), ("y", y))}]
            self.send("touchMove", self.place)

    def down(self):
        self.send("touchStart", self.place)

    def up(self):
        self.send("touchEnd", [])

    def send(self, kind, points):
        self.touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize("pointer", ["mouse", "finger"])
def test_a_response_during_a_drag_does_not_end_it(puzzle, pointer):
    page = puzzle(viewport=PHONE, has_touch=True)
    held = []
    page.route("**/moves", lambda route: route.continue_() if held else held.append(route))
    page.evaluate("document.addEventListener('live:replaced', () => { window.isReplaced = true })")
    tile(page, "7").click()
    wait_in(page, lambda: held, "the move is sent")
    place = box(tile(page, "4"))
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    drag = page.mouse if pointer == "mouse" else Finger(page)
    drag.move(x, y)
    drag.down()
    drag.move(x - 20, y)
    held[0].continue_()
    wait_until(lambda: page.evaluate("window.isReplaced === true"), "the answer is shown")
    drag.move(x - 90, y, steps=5)
    drag.up()
    expect(seen(page, "2 moves", exact=True)).to_be_visible()


def test_a_hint_waits_until_the_server_knows_the_moves(puzzle):
    page = puzzle(viewport=PHONE, has_touch=True)
    held = []
    page.route("**/moves", lambda route: route.continue_() if held else held.append(route))
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/hint") else None)
    for name in "74":
        tile(page, name).click()
    page.get_by_role("button", name="Show a hint").click()
    wait_in(page, lambda: held, "the first move is sent")
    assert asked == []
    held[0].continue_()
    expect(seen(page, "Slide 5 up.")).to_be_visible()
    expect(seen(page, "2 moves", exact=True)).to_be_visible()
    expect(page.locator("[data-problem], [data-form-problem]")).to_have_count(0)


def test_moves_made_while_a_hint_is_requested_are_not_lost(puzzle, database):
    page = puzzle(viewport=PHONE, has_touch=True)
    held = []
    page.route("**/hint", lambda route: held.append((route, route.fetch())))
    page.get_by_role("button", name="Show a hint").click()
    wait_in(page, lambda: held, "the hint is answered")
    for name in "745":
        tile(page, name).click()
    page.get_by_role("button", name="Take back").click()
    expect(seen(page, "2 moves", exact=True)).to_be_visible()
    route, answer = held[0]
    route.fulfill(response=answer)
    for name in "58":
        tile(page, name).click()
    expect(home(page)).to_be_visible()
    assert database.rows("SELECT moves, hints FROM slideit_games ORDER BY id DESC LIMIT 1") == [("gdeh", "1")]


@pytest.mark.console("Failed to load resource")
def test_moves_continue_after_a_failed_hint(puzzle):
    page = puzzle(viewport=PHONE, has_touch=True)
    held = []
    page.route("**/hint", lambda route: held.append(route))
    page.get_by_role("button", name="Show a hint").click()
    wait_in(page, lambda: held, "the hint is asked for")
    tile(page, "7").click()
    held[0].abort()
    expect(seen(page, "That was not sent.")).to_be_visible()
    for name in "458":
        tile(page, name).click()
    expect(home(page)).to_be_visible()


@pytest.mark.console("ERR_INTERNET_DISCONNECTED")
def test_a_hint_is_not_requested_before_offline_moves_are_sent(puzzle):
    page = puzzle(viewport=PHONE, has_touch=True)
    page.context.set_offline(True)
    tile(page, "7").click()
    expect(seen(page, "is kept in this browser until the connection is back.")).to_be_visible()
    page.get_by_role("button", name="Show a hint").click()
    problem = seen(page, "Your moves are not sent yet. Try again when the connection is back.")
    expect(problem).to_be_visible()
    page.context.set_offline(False)
    expect(problem).to_have_count(0)
    page.get_by_role("button", name="Show a hint").click()
    expect(seen(page, "Slide 4 to the left.")).to_be_visible()


@pytest.mark.console("ERR_INTERNET_DISCONNECTED")
def test_offline_moves_are_kept_and_sent(puzzle, database):
    page = puzzle(viewport=PHONE, has_touch=True)
    page.context.set_offline(True)
    for name in "745":
        tile(page, name).click()
    expect(seen(page, "3 moves", exact=True)).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    tile(page, "5").click()
    expect(seen(page, "actions are kept in this browser until the connection is back.")).to_be_visible()
    tile(page, "8").click()
    expect(seen(page, "All in order. Well done! It counts when the connection is back.")).to_be_visible()
    assert database.rows("SELECT state FROM slideit_games ORDER BY id DESC LIMIT 1") == [("open",)]
    page.context.set_offline(False)
    expect(home(page)).to_be_visible()
    expect(page.locator(".outbox")).to_have_count(0)
    assert database.rows("SELECT moves, state FROM slideit_games ORDER BY id DESC LIMIT 1") == [("gdeh", "won")]


def test_taps_are_measured(puzzle, database):
    page = puzzle(viewport=PHONE, has_touch=True)
    page.get_by_role("button", name=re.compile("^1, row")).dispatch_event("pointerdown", {"isPrimary": True, "clientX": 60, "clientY": 300})
    for name in "7458":
        tile(page, name).click()
    expect(home(page)).to_be_visible()
    assert database.rows("SELECT left_taps + right_taps, left_missed + right_missed FROM practice_results ORDER BY id DESC LIMIT 1") == [
        ("5", "1")]


def test_the_tiles_show_a_photo_of_the_member(puzzle, pair):
    club, _, ben = pair
    photo = urlsplit(ben.share(club, ("dot.gif", DOT)).headers["location"]).path
    page = puzzle(viewport=PHONE)
    page.locator("#give-up > summary").click()
    page.get_by_role("button", name="Yes, show it").click()
    page.get_by_role("button", name="Photo 1").click()
    picture = tile(page, "1").locator("svg image")
    expect(picture).to_have_attribute("href", photo + "/small")
    assert page.locator(".slide-tile svg").count() == 8


def test_screen_readers_read_the_tiles_row_by_row(puzzle):
    page = puzzle(viewport=DESKTOP)
    expect(page.get_by_role("group", name="The tiles, row by row")).to_match_aria_snapshot("""
        - group "The tiles, row by row":
          - button "1, row 1, column 1." [disabled]
          - button "2, row 1, column 2." [disabled]
          - button "3, row 1, column 3." [disabled]
          - button "7, row 2, column 1. Slides down."
          - button "4, row 2, column 2." [disabled]
          - button "6, row 2, column 3." [disabled]
          - img "Empty, row 3, column 1."
          - button "5, row 3, column 2. Slides to the left."
          - button "8, row 3, column 3." [disabled]
    """)


def test_the_clock_is_shown_only_if_it_is_switched_on(puzzle):
    page = puzzle(viewport=PHONE)
    expect(page.get_by_role("timer")).to_have_count(0)
    page = puzzle(clock="1", viewport=PHONE)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^\d+:(?!00)\d\d$"))
    page.get_by_role("button", name="Stop the clock").click()
    stopped = page.get_by_role("timer").text_content()
    page.wait_for_timeout(1500)
    expect(page.get_by_role("timer")).to_have_text(stopped)
    tile(page, "7").click()
    expect(page.get_by_role("button", name="Start the clock")).to_be_visible()


@BOTH_WAYS
def test_a_task_is_added_and_ticked(pair, browse, js):
    club, _, ben = pair
    page = browse(ben, js=js, viewport=NARROW, has_touch=True)
    page.goto(club.path + "/practice")
    page.get_by_role("link", name="Open your list").click()
    page.get_by_role("link", name="Add a task").click()
    page.get_by_label("What you want to do").fill("Walk to the sea")
    page.get_by_role("button", name="Save").click()
    checkbox = page.get_by_role("checkbox", name="Walk to the sea")
    expect(checkbox).not_to_be_checked()
    assert box(checkbox)["height"] >= 56
    checkbox.click()
    expect(page.get_by_role("checkbox", name="Walk to the sea", checked=True)).to_be_visible()
    expect(seen(page, "All done for today. Well done.")).to_be_visible()
    checkbox.click()
    expect(page.get_by_role("checkbox", name="Walk to the sea", checked=False)).to_be_visible()
    page.get_by_role("link", name="Change Walk to the sea").click()
    page.locator("#remove > summary").click()
    page.get_by_role("button", name="Yes, delete it").click()
    expect(seen(page, "Your list is empty.")).to_be_visible()


@BOTH_WAYS
def test_a_shared_link_opens_without_an_account(pair, browse, js):
    club, _, ben = pair
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(club.path + "/practice/sharing")
    page.get_by_label("Who it is for").fill("Dr. Sommer")
    page.get_by_role("button", name="Make a link").click()
    address = page.get_by_label("The link").input_value()
    theirs = browse(None, js=js, viewport=DESKTOP)
    theirs.goto(address)
    expect(theirs.get_by_role("heading", name=re.compile("has practised"))).to_be_visible()
    page.goto(club.path + "/practice/sharing")
    expect(seen(page, "Last opened")).to_be_visible()
    page.get_by_role("button", name="End the link for Dr. Sommer").click()
    expect(seen(page, "Dr. Sommer")).to_have_count(0)


@pytest.mark.console("status of 410")
def test_a_link_that_has_ended_is_explained(browse):
    page = browse(None, viewport=PHONE)
    page.goto("/practised/" + "a" * 43)
    expect(seen(page, "This link has ended")).to_be_visible()


def test_targets_are_large(word, puzzle, pair, browse):
    """Targets are at least 56 px high on a phone, in both games and on the other pages of practice."""
    club, _, ben = pair
    page = word(viewport=PHONE, has_touch=True)
    puzzle(viewport=PHONE)
    for address in ["", "/wordley", "/slideit", "/tasks", "/settings", "/sharing"]:
        page.goto(club.path + "/practice" + address)
        small = page.locator("main :is(button, summary, .button, label.choice)").evaluate_all(
            """all => all.filter(each => each.checkVisibility()).map(each => [each.textContent.trim(), each.getBoundingClientRect()])
                .filter(([, box]) => box.height < 55.5).map(([words, box]) => `${words}: ${box.height}`)""")
        assert small == [], address
