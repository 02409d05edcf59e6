"""Display preferences, a copy of all own data, leaving a club and deleting an account."""

import io
import json
import re
import zipfile

import pytest
from playwright.sync_api import expect

from members import PASSWORD
from pages import DESKTOP, PHONE, seen
from processes import wait_until
from scene import DOT

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@BOTH_WAYS
def test_display_preferences_apply_to_all_pages(browse, register, js):
    # This name is in no other test, because the display preferences stay on the account.
    rosa = register("Rosa")
    club = rosa.create_club()
    page = browse(rosa, js=js, viewport=PHONE)
    page.goto("/account")
    page.get_by_role("link", name="Change display and sound").click()
    root = page.locator("html")
    page.get_by_label("Dark", exact=True).check()
    page.get_by_label("Largest").check()
    page.get_by_label("Larger buttons").check()
    if js:
        # The page shows the change before it is saved.
        expect(root).to_have_attribute("data-scheme", "dark")
        expect(root).to_have_css("font-size", "22px")
    page.get_by_role("button", name="Save").click()
    page.goto(club.lobby)
    expect(root).to_have_css("font-size", "22px")
    expect(root).to_have_css("color-scheme", "dark")
    elsewhere = browse(rosa, viewport=DESKTOP)
    elsewhere.goto(club.path + "/members")
    expect(elsewhere.locator("html")).to_have_attribute("data-targets", "big")


def test_the_export_is_one_download(browse, register):
    # This name is in no other test, because another test may have added a picture to the account.
    ana, ben = register("Dolores"), register("Ben")
    club = ana.create_club()
    ben.join(club)
    photo = ana.share(club, ("dot.gif", DOT), caption="A dot").headers["location"]
    ana.write(club, ben, "Dear Ben")
    page = browse(ana)
    page.goto("/account")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a copy").click()
    assert download.value.suggested_filename == f"boardwalk-{ana.username}.zip"
    archive = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert archive.testzip() is None
    photos = json.loads(archive.read(f"{club.slug}/photos.json"))
    assert [shared["caption"] for shared in photos] == ["A dot"]
    assert archive.read(f"{club.slug}/{photos[0]['file']}") == ana.http.get(photo + "/large").content
    talks = [json.loads(archive.read(name)) for name in archive.namelist() if name.startswith(f"{club.slug}/messages/")]
    assert [[message["text"] for message in talk["messages"]] for talk in talks] == [["Dear Ben"]]


# Ana's poll gets a 404 when the membership of Ben ends.
@pytest.mark.console("status of 404")
@BOTH_WAYS
def test_a_former_member_is_erased_after_30_days_and_can_join_again(browse, pair, database, js):
    club, ana, ben = pair
    talk = ana.write(club, ben, "Stay!")
    ben.say(talk, "I have to go")
    page, hers = browse(ben, js=js), browse(ana)
    page.goto(club.path + "/")
    page.get_by_role("link", name="Leave the club").click()
    expect(page.get_by_role("heading", name="Leave Shoreline Club?")).to_be_visible()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Leave the club").click()
    expect(page.get_by_role("heading", name="You leave Shoreline Club on")).to_be_visible()
    page.get_by_role("button", name="Stay in the club").click()
    expect(page).to_have_url(re.compile(re.escape(club.path) + "/$"))
    page.get_by_role("link", name="Leave the club").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Leave the club").click()
    expect(page.get_by_role("button", name="Stay in the club")).to_be_visible()
    page.goto("/")
    database.change("UPDATE memberships SET leaving_at = now() WHERE leaving_at IS NOT NULL")
    wait_until(lambda: ben.get(club.lobby).status_code == 404, "the clean-up", seconds=150)
    hers.goto(club.path + "/members")
    expect(seen(hers, "Ben")).to_have_count(0)
    hers.goto(talk)
    expect(hers.get_by_role("heading", name="Former member")).to_be_visible()
    expect(seen(hers, "This member does not accept messages")).to_be_visible()
    ben.join(club)
    assert ben.get(club.lobby).status_code == 200


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_deleting_an_account_needs_the_password_and_can_be_cancelled(browse, pair, js):
    _, _, ben = pair
    page = browse(ben, js=js)
    page.goto("/account")
    page.get_by_role("link", name="Delete my account").click()
    page.get_by_label("Your password").fill("not this one")
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("alert")).to_contain_text("That is not your password.")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("heading", name="Your account will be deleted")).to_be_visible()
    page.get_by_role("button", name="Keep my account").click()
    expect(page.get_by_role("heading", name="Your account will be deleted")).to_have_count(0)
