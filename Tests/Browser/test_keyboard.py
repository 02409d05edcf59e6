"""Everything works with the keyboard alone."""

import re

from playwright.sync_api import expect

from members import PASSWORD, unique
from pages import DESKTOP, Board, press, tab_to


def type_into(page, name, text):
    tab_to(page, f"input[name={name}]")
    page.keyboard.type(text)


def test_registration_and_the_first_move_work_without_a_mouse(browse, register):
    ana = register("Ana")
    club = ana.create_club()
    page = browse(viewport=DESKTOP)
    page.goto(club.invitation)
    press(page, "a[href*='/register']")
    expect(page).to_have_url(re.compile("/register"))
    fields = page.locator("form[action$='/register'] input:not([type=hidden])").evaluate_all("all => all.map(input => input.name)")
    username = unique("kim")
    values = {"username": username, "email": f"{username}@example.org", "password": PASSWORD, "display_name": "Kim"}
    for name in fields:
        if name in values:
            type_into(page, name, values[name])
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape(club.invitation)))
    press(page, f"form[action$='{club.invitation}'] button")
    expect(page).to_have_url(re.compile(re.escape(club.path)))
    ana.get(club.lobby)
    with page.expect_navigation():
        press(page, f"a[href='{club.lobby}']")
    expect(page.locator("form[action$='/challenges'] button")).to_be_visible()
    press(page, "form[action$='/challenges'] button")
    expect(page.locator("form[action$='/challenges'] button")).to_have_count(0)
    accepted = ana.submit(club.lobby, "/acceptance")
    game = re.search(r"/c/[\w-]+/games/\w+", accepted.headers["location"])[0]
    expect(page).to_have_url(re.compile(re.escape(game) + "$"))
    if ana.is_to_move(game):
        ana.move(game, 4)
    Board(page).expect_my_turn()
    press(page, "button[name=cell][value='0']")
    expect(page.locator("#cell-0.cross, #cell-0.nought")).to_be_visible()


def test_the_skip_link_is_first_and_moves_to_the_main_part(browse, register):
    page = browse(register())
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('a[href^=\"#\"]')")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_the_focus_is_always_visible(browse, register):
    page = browse(register())
    page.goto("/clubs/new")
    for _ in range(12):
        page.keyboard.press("Tab")
        shown = page.evaluate("""() => {
            const focused = document.activeElement, own = getComputedStyle(focused);
            const near = focused.closest("label") ? getComputedStyle(focused.closest("label")) : own;
            const sibling = focused.nextElementSibling ? getComputedStyle(focused.nextElementSibling) : own;
            return focused === document.body || [own, near, sibling].some(style => style.outlineStyle !== "none" || style.boxShadow !== "none");
        }""")
        assert shown, page.evaluate("document.activeElement.outerHTML")
