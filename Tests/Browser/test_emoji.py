"""The emoji field and its picker."""

import re

import pytest
from playwright.sync_api import expect

from pages import DESKTOP, PHONE, TOUCH, box, enlarge, seen, tab_to

PICKER = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])


@pytest.fixture
def form(browse, pair):
    """form() opens the page on which Ana creates a riddle. form(js=False, …) opens it with other options."""
    club, ana, _ = pair

    def open_form(**options):
        page = browse(ana, **options)
        page.goto(club.path + "/riddles/new")
        return page

    return open_form


def field(page):
    return page.get_by_role("textbox", name="Emoji", exact=True)


def open_picker(page):
    page.get_by_role("button", name="Choose emoji").click()
    expect(page.get_by_role("listbox")).to_be_visible()


def options(page):
    return page.get_by_role("listbox").get_by_role("option")


def option(page, name):
    return page.get_by_role("listbox").get_by_role("option", name=name, exact=True)


def search(page, words):
    page.get_by_role("searchbox", name="Search by name").fill(words)


def chosen(page):
    return page.get_by_role("group", name="Chosen emoji").get_by_role("button")


def said(page, sentence):
    expect(page.locator("#announcer")).to_have_text(sentence)


@PICKER
def test_emoji_are_found_by_name(form, viewport):
    page = form(viewport=viewport)
    open_picker(page)
    search(page, "cat")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^\d+ found"))).to_be_visible()
    names = options(page).evaluate_all("options => options.map(option => option.getAttribute('aria-label'))")
    assert {"cat", "cat face", "grinning cat", "black cat"} <= set(names)
    assert "lion" not in names and "Vatican" not in " ".join(names)
    option(page, "black cat").click()
    said(page, "black cat added. 1 of 12.")
    search(page, "dogs")
    option(page, "dog").click()
    said(page, "dog added. 2 of 12.")
    expect(field(page)).to_have_value("🐈‍⬛🐕")
    expect(seen(page, "2 of 12", exact=True)).to_be_visible()
    search(page, "zzzz")
    expect(seen(page, "No emoji found.")).to_be_visible()


def test_groups_and_emoji_are_chosen_by_keyboard(form):
    page = form()
    tab_to(page, "button[aria-controls=emoji-picker]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("listbox")).to_be_visible()
    tab_to(page, "[role=tab]")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="People and body")).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("tabpanel", name="Flags")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Smileys and emotion")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(option(page, "grinning face")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(option(page, "grinning face with big eyes")).to_be_focused()
    columns = page.get_by_role("listbox").evaluate("list => getComputedStyle(list).gridTemplateColumns.split(' ').length")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(options(page).nth(columns)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(options(page).first).to_be_focused()
    page.keyboard.press("End")
    expect(options(page).last).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(field(page)).to_have_value("😀😃")
    # The list is one tab stop.
    page.keyboard.press("Tab")
    expect(page.get_by_role("listbox").locator(":focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(option(page, "grinning face with big eyes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(page.get_by_role("button", name="Choose emoji")).to_be_focused()


def test_enter_in_the_search_chooses_the_first_result_and_does_not_send_the_form(form):
    page = form()
    open_picker(page)
    search(page, "rocket")
    page.keyboard.press("Enter")
    expect(field(page)).to_have_value("🚀")
    page.keyboard.press("Escape")
    expect(page.get_by_role("searchbox")).to_have_value("")
    expect(page.get_by_role("listbox")).to_be_visible()


def test_the_order_of_chosen_emoji_is_changed_by_buttons(form):
    page = form()
    field(page).fill("😀🐱🚀")
    expect(chosen(page)).to_have_text(["😀", "🐱", "🚀"])
    page.get_by_role("button", name="Move left").click()
    said(page, "rocket is 2 of 3.")
    expect(field(page)).to_have_value("😀🚀🐱")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    said(page, "rocket is already first.")
    expect(field(page)).to_have_value("🚀😀🐱")
    expect(page.get_by_role("button", name="Move left")).to_be_focused()
    chosen(page).nth(1).click()
    page.get_by_role("button", name="Remove").click()
    said(page, "grinning face removed. 2 of 12.")
    expect(field(page)).to_have_value("🚀🐱")
    # Keyboard: arrow keys move through the row, and Delete removes an emoji.
    chosen(page).first.focus()
    page.keyboard.press("ArrowRight")
    expect(chosen(page).nth(1)).to_be_focused()
    page.keyboard.press("Delete")
    expect(field(page)).to_have_value("🚀")
    expect(chosen(page).first).to_be_focused()
    page.keyboard.press("Delete")
    expect(field(page)).to_be_focused()
    expect(page.get_by_role("button", name="Remove")).to_be_hidden()


def test_a_chosen_emoji_is_inserted_after_the_marked_one(form):
    page = form()
    field(page).fill("😀🐱")
    chosen(page).first.click()
    open_picker(page)
    search(page, "rocket")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(field(page)).to_have_value("😀🚀🚀🐱")


def test_at_most_twelve_emoji_can_be_chosen(form):
    page = form()
    field(page).fill("👩‍🚀" * 12)
    expect(seen(page, "12 of 12", exact=True)).to_be_visible()
    open_picker(page)
    search(page, "rocket")
    page.keyboard.press("Enter")
    said(page, "You can use at most 12 emoji. You have 12. Remove one first.")
    expect(field(page)).to_have_value("👩‍🚀" * 12)
    field(page).fill("👩‍🚀" * 13)
    expect(seen(page, "13 of 12: remove 1", exact=True)).to_be_visible()


def test_the_account_keeps_the_skin_tone_and_the_browser_keeps_recent_emoji(form):
    page = form()
    open_picker(page)
    expect(page.get_by_role("tab", name="Recent")).to_have_count(0)
    page.get_by_role("radio", name="yellow").focus()
    with page.expect_response("**/account/skin-tone") as answer:
        page.keyboard.press("ArrowLeft")
    assert answer.value.status == 204
    page.get_by_role("tab", name="People and body").click()
    option(page, "waving hand").click()
    expect(field(page)).to_have_value("👋🏿")
    expect(chosen(page)).to_have_accessible_name("waving hand: dark skin tone, 1 of 1")
    page.reload()
    open_picker(page)
    expect(page.get_by_role("tabpanel", name="Recent").get_by_role("option")).to_have_text(["👋🏿"])
    # The skin tone applies to every device and is among the display preferences.
    other = form()
    open_picker(other)
    expect(other.get_by_role("radio", name="dark", exact=True)).to_be_checked()
    other.goto("/account/display")
    expect(other.get_by_role("radio", name="Dark", exact=True).last).to_be_checked()
    other.get_by_role("radio", name="Yellow").check()
    other.get_by_role("button", name="Save").click()
    page.reload()
    open_picker(page)
    expect(option(page, "waving hand")).to_have_text("👋")


def test_the_emoji_list_is_loaded_when_the_picker_opens(form):
    page = form()
    loaded = "performance.getEntriesByType('resource').filter(({ name }) => /assets.emoji-\\w+.txt/.test(name)).length"
    expect(page.get_by_role("button", name="Choose emoji")).to_be_visible()
    assert page.evaluate(loaded) == 0
    open_picker(page)
    assert page.evaluate(loaded) == 1


def test_other_pages_do_not_load_the_picker(browse, pair):
    club, ana, _ = pair
    page = browse(ana)
    page.goto(club.path + "/lobby")
    assert page.evaluate("performance.getEntriesByType('resource').filter(({ name }) => name.includes('emoji')).length") == 0
    assert "emoji-list" not in page.request.get(page.locator("script[type=module]").last.get_attribute("src")).text()


@pytest.mark.console("503|net::ERR_")
def test_a_failed_load_of_the_list_is_reported_and_can_be_retried(form):
    page = form()
    page.route("**/assets/emoji-*.txt", lambda route: route.fulfill(status=503))
    page.get_by_role("button", name="Choose emoji").click()
    expect(seen(page, "The list of emoji could not be loaded.")).to_be_visible()
    page.unroute("**/assets/emoji-*.txt")
    page.get_by_role("button", name="Choose emoji").click()
    open_picker(page)
    expect(option(page, "grinning face")).to_be_visible()


@pytest.mark.parametrize("width, letters", [(320, ""), (390, "200%"), (1280, "")])
def test_the_picker_has_large_targets_and_fits_the_page(form, width, letters):
    page = form(viewport={"width": width, "height": 800})
    enlarge(page, letters)
    field(page).fill("👩‍🚀" * 12)
    open_picker(page)
    assert page.evaluate("""() => [...document.querySelectorAll(
        ".emoji-field :is(button, [role=option], input:not([type=radio]), label.segment)")].slice(0, 80).filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 44 || height < 44;
    }).map((element) => element.outerHTML)""") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_picker_works_by_touch(form):
    page = form(**TOUCH)
    page.get_by_role("button", name="Choose emoji").tap()
    page.get_by_role("tab", name="Animals and nature").tap()
    option(page, "monkey face").tap()
    option(page, "monkey").tap()
    page.get_by_role("button", name="Move left").tap()
    expect(field(page)).to_have_value("🐒🐵")


@pytest.mark.console("422")
def test_without_javascript_typed_emoji_are_checked_by_the_server(form):
    page = form(js=False)
    expect(page.get_by_role("button", name="Choose emoji")).to_have_count(0)
    expect(seen(page, "Use 1 to 12 emoji and nothing else. Type them with your device’s keyboard")).to_be_visible()
    expect(seen(page, "or choose them here")).to_be_hidden()
    field(page).fill("😀а")
    page.get_by_label("Solution").fill("A smile")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(field(page)).to_have_value("😀а")
    expect(field(page)).to_have_accessible_description(re.compile(r"Please use emoji only. There is “а” \(U\+0430\) in it."))


def test_the_picker_is_visible_on_a_small_screen(form):
    page = form(viewport={"width": 320, "height": 640})
    open_picker(page)
    expect(page.get_by_role("searchbox", name="Search by name")).to_be_in_viewport()
    search = box(page.get_by_role("searchbox", name="Search by name"))
    bar = box(page.get_by_role("navigation", name="Main"))
    assert search["y"] + search["height"] <= bar["y"] or search["y"] >= bar["y"] + bar["height"]


def test_characters_that_are_not_emoji_are_marked_while_typing(form):
    page = form()
    field(page).fill("😀ab")
    expect(seen(page, "3 of 12: “a”, “b” are not emoji")).to_be_visible()
    expect(page.locator(".emoji-place.is-foreign")).to_have_count(2)
    chosen(page).nth(2).click()
    page.get_by_role("button", name="Remove").click()
    expect(seen(page, "2 of 12: “a” is not an emoji")).to_be_visible()
    field(page).fill("😀1️⃣🇩🇪")
    expect(seen(page, "3 of 12", exact=True)).to_be_visible()


def test_a_pasted_emoji_is_found_and_emoji_that_cannot_be_drawn_are_hidden(form):
    page = form()
    open_picker(page)
    search(page, "🐈‍⬛")
    expect(option(page, "black cat")).to_be_visible()
    search(page, "xmas")
    expect(option(page, "Christmas tree")).to_be_visible()
    # The list has an emoji that no font can draw.
    page.route(re.compile(r"/assets/emoji-\w+\.txt"), lambda route: route.fulfill(
        body="=Faces\n😀\tgrinning face\t\t\n\U0001F8FF\tnever drawn\t\t\n🐈‍⬛\tblack cat\t\t", content_type="text/plain; charset=utf-8"))
    page.reload()
    open_picker(page)
    page.get_by_role("tab", name="Faces").click()
    expect(option(page, "grinning face")).to_be_visible()
    expect(option(page, "never drawn")).to_have_count(0)
