"""The picture of an account at registration, and which part of it is kept."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from members import PASSWORD, unique
from pages import PHONE, box, seen, tab_to
from test_pages import NARROW, look_over
from test_photos import located

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
COLOUR = """image => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d");
    context.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
    const colour = context.getImageData(0, 0, 1, 1).data;
    return ["red", "green", "blue"].filter((_, band) => colour[band] > 200).join(" ");
}"""


@pytest.fixture
def stripes(tmp_path):
    """Creates a picture of 600 by 200 pixels with three equal stripes: red, green and blue, from left to right."""
    row = b"".join(bytes(colour) * 200 for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255)))
    (tmp_path / "stripes.ppm").write_bytes(b"P6 600 200 255\n" + row * 200)
    subprocess.run(["vips", "copy", tmp_path / "stripes.ppm", tmp_path / "stripes.jpg"], check=True)
    return tmp_path / "stripes.jpg"


def fill_in(page, name="ana", **others):
    """Fills in all fields except the picture. Returns the username."""
    username = unique(name)
    fields = {"username": username, "display_name": "Ana", "email": f"{username}@example.org", "password": PASSWORD} | others
    for field, value in fields.items():
        page.locator(f"[name={field}]").fill(value)
    return username


def choose(page, file):
    page.get_by_label("A picture from your device").set_input_files(file)


def words(page):
    return page.locator("[data-crop-words]")


def press_register(page):
    page.get_by_role("button", name="Register").click()


def expect_picture(page, colour):
    """Expects this colour at the centre of the account's picture."""
    page.goto("/account/picture")
    picture = page.get_by_alt_text("Your current picture")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate(COLOUR) == colour


@BOTH_WAYS
def test_a_picture_sent_with_a_registration_is_cropped_to_its_middle(browse, stripes, js):
    page = browse(js=js)
    page.goto("/register?next=/clubs/new")
    fill_in(page)
    choose(page, stripes)
    if js:
        expect(words(page)).to_have_text("The largest square that fits is saved, in the middle.")
        expect(page.get_by_role("group", name="The part that is saved")).to_be_visible()
    press_register(page)
    expect(page).to_have_url(re.compile(r"\d/clubs/new$"))
    expect_picture(page, "green")


def test_the_crop_is_chosen_by_keyboard(browse, stripes):
    page = browse()
    page.goto("/register")
    fill_in(page)
    choose(page, stripes)
    expect(words(page)).to_contain_text("The largest square")
    tab_to(page, "[data-crop=left]")
    for _ in range(15):
        page.keyboard.press("ArrowLeft")
    expect(words(page)).to_have_text("The largest square that fits is saved, at the left edge and 50 % from the top.")
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("-")
    expect(words(page)).to_have_text("A square 80 % as wide is saved, 5 % from the left and 18 % from the top.")
    tab_to(page, "form .button--large")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/$"))
    expect_picture(page, "red")


def test_the_crop_is_chosen_by_touch_on_a_small_screen(browse, stripes):
    page = browse(viewport=NARROW, has_touch=True, is_mobile=True)
    page.goto("/register")
    fill_in(page)
    choose(page, stripes)
    for _ in range(12):
        page.get_by_role("button", name="Show more of the left side").tap()
    expect(words(page)).to_contain_text("at the left edge")
    page.get_by_role("button", name="Centre").tap()
    page.get_by_role("button", name="Zoom in").tap()
    expect(words(page)).to_have_text("A square 80 % as wide is saved, in the middle.")
    canvas = page.locator("[data-cropper] canvas")
    canvas.scroll_into_view_if_needed()
    place = box(canvas)
    touches = page.context.new_cdp_session(page)
    # The picture follows the finger.
    for _ in range(3):
        start, y = place["x"] + place["width"] - 10, place["y"] + place["height"] / 2
        for kind, x in [("touchStart", start), ("touchMove", start - 60), ("touchMove", place["x"] + 10)]:
            touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(words(page)).to_contain_text("at the right edge")
    press_register(page)
    expect(page).to_have_url(re.compile("/$"))
    expect_picture(page, "blue")


def test_the_crop_of_a_rotated_photo_is_that_of_its_upright_picture(browse, register, stripes):
    stripes.write_bytes(located(stripes.read_bytes()))
    page = browse(register())
    page.goto("/account/picture")
    choose(page, stripes)
    for _ in range(12):
        page.get_by_role("button", name="Show more of the bottom").click()
    expect(words(page)).to_contain_text("at the lower edge")
    page.get_by_role("button", name="Save the picture").click()
    expect(page.get_by_alt_text("Your current picture")).to_be_visible()
    expect_picture(page, "blue")


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_a_refused_form_keeps_the_picture_or_asks_for_it_again(browse, stripes, js):
    page = browse(js=js)
    page.goto("/register")
    fill_in(page, email="nowhere")
    choose(page, stripes)
    if js:
        page.get_by_role("button", name="Zoom in").click()
    press_register(page)
    expect(page.locator("#email-problem")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ana")
    if js:
        expect(page.locator("[data-problems]")).to_be_focused()
        expect(words(page)).to_have_text("A square 80 % as wide is saved, in the middle.")
        expect(page.locator("#picture-problem")).to_have_count(0)
    else:
        expect(page.locator("#picture-problem")).to_contain_text("Choose your picture again")
        choose(page, stripes)
    page.locator("[name=email]").fill(f"{unique('ana')}@example.org")
    page.locator("[name=password]").fill(PASSWORD)
    press_register(page)
    expect(page).to_have_url(re.compile("/$"))
    expect_picture(page, "green")


@pytest.mark.console("ERR_INTERNET_DISCONNECTED")
def test_a_lost_connection_keeps_the_form_and_the_picture(browse, stripes):
    page = browse()
    page.goto("/register")
    username = fill_in(page)
    choose(page, stripes)
    expect(words(page)).to_contain_text("The largest square")
    page.context.set_offline(True)
    press_register(page)
    expect(seen(page, "That was not sent. Nothing is lost")).to_be_visible()
    expect(page.locator("[name=username]")).to_have_value(username)
    expect(page.locator("[name=password]")).to_have_value(PASSWORD)
    page.context.set_offline(False)
    page.get_by_role("button", name="Retry").click()
    expect(page).to_have_url(re.compile("/$"))
    expect_picture(page, "green")


@BOTH_WAYS
def test_a_registration_with_an_unreadable_picture_asks_for_another(browse, stripes, tmp_path, js):
    (tmp_path / "words.jpg").write_text("Only words")
    page = browse(js=js)
    page.goto("/register?next=/clubs/new")
    fill_in(page)
    choose(page, tmp_path / "words.jpg")
    if js:
        expect(words(page)).to_contain_text("This browser cannot show that picture.")
        expect(page.locator("[data-cropper]")).to_be_hidden()
    press_register(page)
    expect(seen(page, "You are registered and signed in")).to_be_visible()
    expect(page.locator("#picture-problem")).to_contain_text("We cannot read that picture.")
    expect(page.get_by_role("link", name="Continue without a picture")).to_have_attribute("href", "/clubs/new")
    choose(page, stripes)
    page.get_by_role("button", name="Save the picture").click()
    expect(page).to_have_url(re.compile(r"\d/clubs/new$"))


def test_a_picture_that_is_too_large_is_refused_and_a_chosen_one_can_be_removed(browse, stripes, tmp_path):
    (tmp_path / "large.jpg").write_bytes(bytes(12 * 1024 * 1024 + 1))
    page = browse()
    page.goto("/register")
    fill_in(page)
    choose(page, tmp_path / "large.jpg")
    expect(words(page)).to_have_text("That file is larger than 12 MB. Choose a smaller one.")
    choose(page, stripes)
    page.get_by_role("button", name="Remove this picture").click()
    expect(words(page)).to_have_text("The picture is removed.")
    expect(page.get_by_label("A picture from your device")).to_be_focused()
    press_register(page)
    expect(page).to_have_url(re.compile("/$"))
    page.goto("/account/picture")
    expect(page.get_by_alt_text("Your current picture")).to_have_count(0)


def test_the_cropper_is_accessible_on_a_narrow_screen(browse, stripes):
    page = browse(viewport=NARROW)
    page.goto("/register")
    choose(page, stripes)
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible()
    found = look_over(page)
    assert not (found["axe"] or found["wide"] or found["small"]), found
