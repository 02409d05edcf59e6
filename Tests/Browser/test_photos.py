"""Photos, from the picker to the club's wall."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from pages import PHONE, DESKTOP


@pytest.fixture
def picture(tmp_path):
    """Makes a picture file of that size."""
    def make(name, width, height):
        path = tmp_path / name
        subprocess.run(["vips", "black", path, str(width), str(height), "--bands", "3"], check=True)
        return path

    return make


@pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_photo_is_chosen_shared_seen_and_deleted(browse, pair, picture, js):
    club, ana, ben = pair
    mine, theirs = browse(ana, js=js, viewport=PHONE), browse(ben, js=js, viewport=DESKTOP)
    mine.goto(club.path + "/photos")
    mine.get_by_label("Add photos").set_input_files([picture("pier.jpg", 2400, 1200)])
    if not js:
        mine.get_by_role("button", name="Share with the club").click()
    expect(mine.get_by_role("img", name="Photo by Ana")).to_be_visible()
    mine.get_by_label("What is to be seen?").fill("Planks, and the sea")
    mine.get_by_role("button", name="Save").click()
    mine.get_by_role("button", name="Use as your picture").click()
    expect(mine.locator("img.face")).to_have_js_property("naturalWidth", 320)

    theirs.goto(club.path + "/photos")
    photo = theirs.get_by_role("img", name="Planks, and the sea")
    expect(photo).to_have_js_property("naturalWidth", 320)
    photo.click()
    expect(theirs.get_by_role("img", name="Planks, and the sea")).to_have_js_property("naturalWidth", 1600)
    expect(theirs.get_by_role("link", name="Delete")).to_have_count(0)

    mine.goto(theirs.url)
    mine.get_by_role("link", name="Delete").click()
    mine.get_by_role("button", name="Delete the photo").click()
    expect(mine.get_by_text("No photos yet.")).to_be_visible()
    assert ben.get(theirs.url).status_code == 404


@pytest.mark.console("status of 422")
@pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_what_is_no_photo_is_said_beside_what_was_taken(browse, pair, picture, tmp_path, js):
    club, ana, _ = pair
    words = tmp_path / "words.jpg"
    words.write_text("No picture at all")
    mine = browse(ana, js=js)
    mine.goto(club.path + "/photos")
    mine.get_by_label("Add photos").set_input_files([picture("good.png", 300, 200), words])
    if js:
        expect(mine.get_by_role("listitem").filter(has_text="good.png")).to_contain_text("Added")
        expect(mine.get_by_role("listitem").filter(has_text="words.jpg")).to_contain_text("That is no picture we can read.")
        mine.reload()
    else:
        mine.get_by_role("button", name="Share with the club").click()
        expect(mine.get_by_text("One photo was added.")).to_be_visible()
        expect(mine.get_by_role("alert")).to_contain_text("words.jpg: That is no picture we can read.")
    expect(mine.locator(".photo img")).to_have_count(1)


@pytest.mark.console("net::ERR_|Failed to fetch")
def test_a_lost_line_is_said_and_the_photo_is_sent_again(browse, pair, picture):
    club, ana, _ = pair
    mine = browse(ana)
    mine.goto(club.path + "/photos")
    mine.context.set_offline(True)
    mine.get_by_label("Add photos").set_input_files([picture("pier.jpg", 600, 400)])
    expect(mine.get_by_role("listitem").filter(has_text="pier.jpg")).to_contain_text("That did not go through.")
    mine.context.set_offline(False)
    mine.get_by_role("button", name="Retry").click()
    expect(mine.get_by_role("img", name="Photo by Ana")).to_be_visible()


def test_photos_are_dropped_and_pasted(browse, pair, picture):
    club, ana, _ = pair
    mine = browse(ana, viewport=DESKTOP)
    mine.goto(club.path + "/photos")
    pictures = [list(picture(f"{number}.png", 100 + number, 100).read_bytes()) for number in range(3)]
    mine.evaluate("""pictures => {
        const given = new DataTransfer();
        pictures.forEach((bytes, number) => given.items.add(new File([new Uint8Array(bytes)], `${number}.png`, { type: "image/png" })));
        document.querySelector("[data-photos]").dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
    }""", pictures[:2])
    expect(mine.locator(".photo img")).to_have_count(2)
    mine.evaluate("""bytes => {
        const given = new DataTransfer();
        given.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true }));
    }""", pictures[2])
    expect(mine).to_have_url(re.compile(r"/photos/\d+$"))
    mine.goto(club.path + "/photos")
    expect(mine.locator(".photo img")).to_have_count(3)
