"""Time zones, and the list to search for them."""

import re

import pytest
from playwright.sync_api import expect

from members import Member
from pages import seen
from processes import wait_until

BERLIN = {"timezone_id": "Europe/Berlin", "locale": "en-GB"}


@pytest.fixture
def ana(server):
    """Registers a new account without a known time zone."""
    return Member(server.url, "Ana").register()


def zone(member):
    return re.search(r'data-(?:device-)?zone="([^"]+)"', member.get("/account").text)[1]


def test_the_server_learns_the_time_zone_of_the_device(browse, ana):
    assert zone(ana) == "UTC"
    browse(ana, **BERLIN).goto("/account")
    wait_until(lambda: zone(ana) == "Europe/Berlin", "the server knows where the device is")


def test_the_devices_time_zone_is_used_again_after_a_choice(browse, ana):
    page = browse(ana, **BERLIN)
    page.goto("/account")
    wait_until(lambda: zone(ana) == "Europe/Berlin", "the server knows where the device is")
    for label, zone_field in (("Always the same", "tokyo"), ("The time zone of my device", "")):
        page.goto("/account/time-zone")
        page.get_by_label(label).check()
        if zone_field:
            page.get_by_role("combobox", name="Time zone").fill(zone_field)
            page.keyboard.press("Tab")
        page.get_by_role("button", name="Save").click()
        page.wait_for_url("**/account")
    wait_until(lambda: zone(ana) == "Europe/Berlin", "the server knows again where the device is")


@pytest.mark.parametrize("locale", ["en-GB", "en-US"])
def test_times_are_shown_in_the_chosen_zone(browse, ana, locale):
    """Times have the server's format with 24 hours, whatever the language of the browser."""
    page = browse(ana, timezone_id="Europe/Berlin", locale=locale)
    page.goto("/account/time-zone")
    page.get_by_label("Always the same").check()
    page.get_by_role("combobox", name="Time zone").fill("auckl")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/account")
    expect(seen(page, "Your time zone is Pacific/Auckland.")).to_be_visible()
    shown, expected = page.evaluate(
        """() => {
            const time = document.querySelector("time");
            const options = { hour: "2-digit", minute: "2-digit", timeZone: "Pacific/Auckland" };
            return [time.textContent, new Intl.DateTimeFormat("en-GB", options).format(new Date(time.dateTime))];
        }""")
    assert shown == expected


@pytest.fixture
def picker(browse, ana):
    """Returns the field, its list and the page."""
    page = browse(ana, **BERLIN)
    page.goto("/account/time-zone")
    page.get_by_label("Always the same").check()
    field = page.get_by_role("combobox", name="Time zone")
    return field, page.get_by_role("listbox"), page


def test_a_list_is_searched_by_words_in_any_order_without_accents(picker):
    field, options, _ = picker
    field.fill("ires Búenos")
    expect(options.get_by_role("option")).to_have_text(["America/Argentina/Buenos Aires"])
    field.fill("new")
    expect(options.get_by_role("option").first).to_have_text("America/New York")


def test_the_list_works_by_keyboard(picker):
    field, options, page = picker
    expect(field).to_have_attribute("aria-expanded", "false")
    field.press("ArrowDown")
    expect(field).to_have_attribute("aria-expanded", "true")
    field.fill("berlin")
    chosen = options.get_by_role("option", selected=True)
    expect(chosen).to_have_text("Europe/Berlin")
    assert field.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    field.press("Escape")
    expect(options).to_be_hidden()
    expect(field).to_have_value("UTC")
    field.fill("europe")
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "Enter"):
        field.press(key)
    second = page.locator("select[name=zone] option").filter(has_text="Europe/").nth(1).inner_text()
    expect(field).to_have_value(second)
    assert page.locator("select[name=zone]").evaluate("select => select.value") == second.replace(" ", "_")


def test_text_without_a_match_chooses_nothing(picker):
    field, options, page = picker
    field.fill("nowhere at all")
    field.press("Enter")
    expect(page).to_have_url(re.compile("/account/time-zone$"))
    expect(seen(page, "Nothing found.")).to_be_visible()
    expect(options).to_be_hidden()
    field.press("Tab")
    expect(field).to_have_value("UTC")


def test_an_opened_list_marks_the_chosen_option(picker):
    field, options, _ = picker
    field.fill("europe/vienna")
    field.press("Enter")
    field.press("ArrowDown")
    expect(options.get_by_role("option", selected=True)).to_have_text("Europe/Vienna")


def test_an_option_is_chosen_by_a_tap(picker):
    field, options, page = picker
    field.click()
    options.get_by_role("option", name="Africa/Accra").click()
    expect(field).to_have_value("Africa/Accra")
    assert page.locator("select[name=zone]").evaluate("select => select.value") == "Africa/Accra"


def test_a_zone_is_chosen_without_javascript(browse, ana):
    page = browse(ana, js=False)
    page.goto("/account/time-zone")
    page.get_by_label("Always the same").check()
    page.get_by_label("Time zone", exact=True).select_option("Europe/Vienna")
    page.get_by_role("button", name="Save").click()
    expect(seen(page, "Your time zone is Europe/Vienna.")).to_be_visible()
    expect(page.locator("time").first).to_contain_text("UTC")


def test_printed_times_have_their_date(browse, pair):
    club, ana, _ = pair
    ana.submit(club.path + "/practice/wordley", "/practice/wordley")
    page = browse(ana, **BERLIN)
    page.goto(club.path + "/practice/history")
    printed = page.locator(".on-paper time")
    expect(printed).to_have_text(re.compile(r"^\d\d:\d\d$"))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(printed).to_have_text(re.compile(r"^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$"))
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(printed).to_have_text(re.compile(r"^\d\d:\d\d$"))
