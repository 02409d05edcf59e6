"""GameOn: search for video games, and the lists of a member."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from pages import PHONE, box, seen, send, tab_to

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def video_game(pair):
    """Ana adds a video game to the catalogue. Returns its path."""
    club, ana, _ = pair
    facts = {"platforms": "PC; Switch", "genres": "Puzzle", "released": "2019-04", "together": "4"}
    made = ana.submit(club.path + "/library/games/new", "/library/games", name="The Lighthouse Keepers II", **facts)
    assert made.status_code == 303, made.text
    return made.headers["location"]


@BOTH_WAYS
def test_a_game_is_found_by_a_similar_name_and_added_to_a_list(browse, pair, video_game, js):
    club, _, ben = pair
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(club.path + "/library")
    page.get_by_role("link", name="Find a game").first.click()
    page.get_by_role("searchbox", name="Name of the game").fill("ligthouse keeprs 2")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=re.compile("The Lighthouse Keepers II")).click()
    expect(seen(page, "Together, up to 4")).to_be_visible()
    page.get_by_label("I want to play").check()
    page.get_by_label("My rating").select_option("8 of 10")
    seen(page, "More details").click()
    page.get_by_label("Hours played").fill("12.5")
    send(page, "/entry")
    expect(page.get_by_role("heading", name="On my lists")).to_be_visible()
    page.get_by_role("link", name="My games").click()
    page.get_by_role("link", name="I want to play (1)").click()
    row = page.get_by_role("listitem").filter(has_text="The Lighthouse Keepers II")
    expect(row).to_contain_text("2019 · PC, Switch · 8 of 10 · 12.5 h")


def test_search_results_appear_while_typing(browse, pair, video_game):
    club, _, ben = pair
    page = browse(ben)
    page.goto(club.path + "/library/search")
    page.get_by_role("searchbox", name="Name of the game").press_sequentially("lighthause")
    expect(page.locator("#found").get_by_role("link", name=re.compile("The Lighthouse Keepers II"))).to_be_visible()
    expect(page.locator("#announcer")).to_have_text("1 game found")
    expect(page).to_have_url(re.compile(r"q=lighthause"))
    page.get_by_role("searchbox", name="Name of the game").press_sequentially("zzz")
    expect(seen(page, "There is no game with this name.")).to_be_visible()
    expect(page.get_by_role("searchbox", name="Name of the game")).to_be_focused()


@BOTH_WAYS
def test_players_of_a_game_are_found_and_followed(browse, pair, video_game, js):
    club, ana, ben = pair
    assert ana.submit(video_game, "/entry", state="plays", note="The owl did it.").status_code == 303
    page = browse(ben, js=js)
    page.goto(video_game)
    expect(seen(page, "The owl did it.")).to_be_visible()
    page.get_by_role("button", name="Follow Ana").click()
    page.goto(video_game)
    expect(page.get_by_role("button", name="Follow Ana")).to_have_count(0)
    page.get_by_role("link", name="Ana", exact=True).click()
    page.get_by_role("link", name="All lists of Ana").click()
    expect(page.get_by_role("heading", name="Games of Ana")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("The Lighthouse Keepers II"))).to_be_visible()


@BOTH_WAYS
@pytest.mark.console("status of 422")
def test_a_refused_game_form_shows_the_problems_and_keeps_the_text(browse, pair, js):
    club, _, ben = pair
    page = browse(ben, js=js)
    page.goto(club.path + "/library/search?q=Sandcastle")
    page.get_by_role("link", name="Add the game").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Sandcastle")
    page.get_by_label("Released").fill("soon")
    page.get_by_role("button", name="Save").click()
    expect(seen(page, "Write a year, such as 1984, or a date, such as 1984-05-26.").first).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Sandcastle")
    page.get_by_label("Released").fill("2020")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Sandcastle")).to_be_visible()


def test_a_game_is_listed_by_keyboard_alone(browse, pair, video_game):
    club, _, ben = pair
    page = browse(ben)
    page.goto(club.path + "/library/search?q=lighthouse")
    tab_to(page, f"a[href='{video_game}']")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{video_game}")
    tab_to(page, "input[name=state]")
    page.keyboard.press("Space")
    tab_to(page, "form[action$='/entry'] button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="On my lists")).to_be_visible()


def test_games_of_another_club_are_not_found(browse, pair, video_game, server):
    club, ana, _ = pair
    other = ana.create_club("Another Club")
    page = browse(ana)
    page.goto(other.path + "/library/search?q=lighthouse")
    expect(seen(page, "There is no game with this name.")).to_be_visible()


@BOTH_WAYS
def test_games_are_added_to_a_shelf_and_ordered(browse, pair, video_game, js):
    club, ana, _ = pair
    other = ana.submit(club.path + "/library/games/new", "/library/games", name="Tea Room").headers["location"]
    for path in [other, video_game]:
        assert ana.submit(path, "/entry", state="plays").status_code == 303
    page = browse(ana, js=js, viewport=PHONE)
    page.goto(club.path + "/library")
    page.get_by_role("link", name="New shelf").click()
    page.get_by_label("Name of the shelf").fill("Rainy Sundays")
    seen(page, "Friends").click()
    page.get_by_role("button", name="Save").click()
    expect(seen(page, "Your friends can see it.")).to_be_visible()
    for path in [other, video_game]:
        page.goto(path)
        seen(page, "My shelves").click()
        page.get_by_label("Rainy Sundays").check()
        page.get_by_role("button", name="Save the shelves").click()
        page.wait_for_url(re.compile("#shelves"))
    page.goto(club.path + "/library")
    page.get_by_role("link", name="Rainy Sundays 2 games").click()
    page.get_by_role("link", name="Change the order").click()
    rows = page.locator(".rank-row")
    expect(rows.first).to_contain_text("Tea Room")
    page.get_by_role("button", name="Move The Lighthouse Keepers II up").click()
    expect(rows.first).to_contain_text("The Lighthouse Keepers II")
    if js:
        expect(page.locator("#announcer")).to_have_text("The Lighthouse Keepers II is number 1 of 2.")
    page.get_by_role("link", name="Rainy Sundays").click()
    page.get_by_role("link", name="Table").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("The Lighthouse Keepers II")
    page.get_by_role("link", name="Covers").click()
    expect(page.get_by_role("listitem").filter(has_text="Tea Room")).to_be_visible()


def test_a_game_is_dragged_to_its_place(browse, pair):
    club, ana, _ = pair
    for name in ["Cove", "Bay", "Arch"]:
        path = ana.submit(club.path + "/library/games/new", "/library/games", name=name).headers["location"]
        assert ana.submit(path, "/entry", state="wants").status_code == 303
    page = browse(ana)
    page.goto(club.path + "/library/order?list=wants")
    rows = page.locator(".rank-row")
    expect(rows.nth(0)).to_contain_text("Arch")
    handle, last = rows.nth(0).locator("[data-drag]"), rows.nth(2)
    start, end = box(handle), box(last)
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 10, end["y"] + end["height"] - 4, steps=8)
    page.mouse.up()
    expect(page.locator("#announcer")).to_have_text("Arch is number 3 of 3.")
    page.reload()
    expect(rows.nth(2)).to_contain_text("Arch")


@BOTH_WAYS
def test_a_game_has_a_chat(browse, pair, video_game, js):
    club, ana, ben = pair
    page = browse(ben, js=js)
    page.goto(video_game)
    page.get_by_role("textbox", name="Message").fill("The owl did it")
    page.get_by_role("button", name="Send").click()
    place = page.locator("#chat") if js else page.frame_locator(".chat-frame")
    expect(place.get_by_text("The owl did it")).to_be_visible()
    videos = page.get_by_role("link", name=re.compile("Watch videos"))
    assert videos.get_attribute("target") == "_blank" and "noreferrer" in videos.get_attribute("rel")


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_a_game_gets_a_picture(browse, pair, video_game, js, tmp_path):
    club, ana, ben = pair
    page = browse(ana, js=js, viewport=PHONE)
    page.goto(video_game + "/edit")
    (tmp_path / "cover.ppm").write_bytes(b"P6 600 800 255\n" + bytes((20, 90, 90)) * 600 * 800)
    subprocess.run(["vips", "copy", tmp_path / "cover.ppm", tmp_path / "cover.jpg"], check=True)
    (tmp_path / "words.jpg").write_bytes(b"no picture")
    page.get_by_label("A picture from your device").set_input_files(tmp_path / "words.jpg")
    page.get_by_role("button", name="Save this picture").click()
    expect(page.get_by_label("A picture from your device")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("A picture from your device").set_input_files(tmp_path / "cover.jpg")
    page.get_by_role("button", name="Save this picture").click()
    picture = page.locator("img.video-game-cover")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("naturalWidth", 528)


@BOTH_WAYS
def test_games_for_two_members_are_found_and_voted_on(browse, pair, video_game, js):
    club, ana, ben = pair
    other = ana.submit(club.path + "/library/games/new", "/library/games", name="Tea Room", together="4").headers["location"]
    for who in [ana, ben]:
        for path in [video_game, other]:
            assert who.submit(path, "/entry", state="wants").status_code == 303
    assert ana.submit(f"{club.path}/members/{ben.username}", "/follows").status_code == 303
    page = browse(ana, js=js, viewport=PHONE)
    page.goto(club.path + "/library")
    page.get_by_role("link", name="Play together").click()
    page.get_by_label("Ben").check()
    page.get_by_role("button", name="Find games for us").click()
    expect(page.get_by_role("heading", name="2 games for you and Ben")).to_be_visible()
    page.get_by_role("link", name="Pick a random game").click()
    expect(page.locator(".pick-name")).to_have_text(re.compile("Tea Room|The Lighthouse Keepers II"))
    page.go_back()
    page.get_by_role("link", name="Plan an evening with a vote").click()
    page.get_by_label("What else they should know").fill("At mine")
    page.get_by_role("button", name="Invite them").click()
    expect(page.get_by_role("heading", name="An evening of games")).to_be_visible()
    evening = page.url
    guest = browse(ben, js=js, viewport=PHONE)
    guest.goto(club.path + "/notices")
    guest.get_by_role("link", name=re.compile("invites you to play together")).click()
    expect(seen(guest, "At mine")).to_be_visible()
    guest.get_by_text("Yes", exact=True).click()
    send(guest, "/answer")
    guest.get_by_label("Tea Room").check()
    send(guest, "/votes")
    if not js:
        page.reload()
    expect(page.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("is coming, and has voted")
    seen(page, "End the vote, or cancel the evening").click()
    page.get_by_role("button", name="End the vote now").click()
    expect(page.locator(".pick-name")).to_have_text("Tea Room")
    if not js:
        guest.reload()
    expect(guest.locator(".pick-name")).to_have_text("Tea Room")
    with guest.expect_download() as download:
        guest.get_by_role("link", name="Add it to my calendar").click()
    assert "SUMMARY:Tea Room with Ana" in download.value.path().read_text()
    assert page.url == evening


@BOTH_WAYS
def test_a_player_request_is_shown_and_answered_by_a_message(browse, pair, video_game, js):
    club, ana, ben = pair
    page = browse(ana, js=js, viewport=PHONE)
    page.goto(video_game)
    guest = browse(ben, js=js)
    guest.goto(video_game)
    seen(guest, "Look for players").click()
    guest.get_by_label("What else they should know").fill("On PC, with voice")
    guest.get_by_role("button", name="I am looking for players").click()
    expect(guest.get_by_role("button", name="Stop looking")).to_be_visible()
    if js:
        expect(page.locator("#announcer")).to_have_text("Ben is looking for players for The Lighthouse Keepers II.")
    else:
        page.reload()
    expect(page.locator("#player-requests")).to_contain_text("On PC, with voice")
    page.get_by_role("button", name="Write to Ben").click()
    expect(page).to_have_url(re.compile(r"/messages/\d+"))


@pytest.mark.console("status of 422")
def test_an_unknown_user_name_is_not_found(browse, pair, server):
    club, ana, _ = pair
    page = browse(ana)
    page.goto(club.path + "/library/together")
    page.get_by_label("User names of other people").fill("nobody-here")
    page.get_by_role("button", name="Find games for us").click()
    expect(page.get_by_role("alert")).to_contain_text("Not found: “nobody-here”.")


@BOTH_WAYS
def test_members_see_games_of_people_they_follow(browse, pair, video_game, js):
    club, ana, ben = pair
    assert ana.submit(video_game, "/entry", state="plays", rating="9").status_code == 303
    assert ben.submit(video_game, "/entry", state="wants").status_code == 303
    assert ben.submit(f"{club.path}/members/{ana.username}", "/follows").status_code == 303
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(club.path + "/library")
    page.get_by_role("link", name="Players", exact=True).click()
    row = page.get_by_role("listitem").filter(has_text="1 game in common")
    expect(row).to_contain_text("plays The Lighthouse Keepers II")
    expect(seen(page, "has started")).to_be_visible()
    page.get_by_role("link", name="1 game in common").click()
    expect(page.get_by_role("link", name=re.compile("The Lighthouse Keepers II"))).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="My names on platforms").click()
    page.get_by_label("Platform").fill("Steam")
    page.get_by_label("My name there").fill("ben-of-the-pier")
    page.get_by_role("button", name="Add the name").click()
    expect(seen(page, "ben-of-the-pier").first).to_be_visible()
    page.go_back()
    page.goto(club.path + "/library/players")
    page.get_by_role("button", name="Write to Ana").click()
    expect(page).to_have_url(re.compile(r"/messages/\d+"))


@BOTH_WAYS
def test_a_game_is_sent_in_a_message(browse, pair, video_game, js):
    club, ana, ben = pair
    assert ana.submit(f"{club.path}/members/{ben.username}", "/follows").status_code == 303
    page = browse(ana, js=js, viewport=PHONE)
    page.goto(video_game)
    seen(page, "Send it to somebody").click()
    page.get_by_label("To", exact=True).select_option("Ben")
    page.get_by_label("Comment").fill("Tonight?")
    page.get_by_role("button", name="Send the game").click()
    page.wait_for_url(re.compile(r"/messages/\d+"))
    place = page.locator("#chat") if js else page.frame_locator(".chat-frame")
    place.get_by_role("link", name=re.compile("The Lighthouse Keepers II 2019")).click()
    expect(page.get_by_role("heading", name="The Lighthouse Keepers II")).to_be_visible()


FILE = """Name,Platform,Status,Stars,Played,Completed On,Review
The Lighthouse Keepers 2,PC,Completed,4.5,12:30,14/3/2024,Owls
Lighthose Kepers,Switch,Halfway,3,,,
Somewhere Nobody Went,PC,Dropped,1,0.5,,
"""


@BOTH_WAYS
def test_games_are_imported_from_a_file(browse, pair, video_game, js):
    club, _, ben = pair
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(club.path + "/library")
    page.get_by_role("link", name="Read games from a file").click()
    page.get_by_label("The file").set_input_files({"name": "my games.csv", "mimeType": "text/csv", "buffer": FILE.encode()})
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_role("heading", name="Which column is what?")).to_be_visible()
    expect(page.get_by_label("Name of the game")).to_have_value("0")
    expect(page.get_by_label("Finished")).to_have_value("5")
    expect(page.get_by_label("Ratings are")).to_have_value("5")
    page.get_by_label("Time played").select_option("Played")
    page.get_by_role("button", name="Show the preview").click()
    expect(page.get_by_role("heading", name="Games in my games.csv")).to_be_visible()
    page.get_by_label("Halfway").select_option("Put aside")
    page.get_by_role("button", name="Save", exact=True).click()
    row = page.get_by_role("listitem").filter(has_text="The Lighthouse Keepers II")
    expect(row).to_contain_text("Finished · 9 of 10 · 12.5 hours · PC · finished 2024-03-14 · Owls")
    lost = page.get_by_role("group", name="Somewhere Nobody Went")
    lost.get_by_label("Add it as a new game").check()
    page.get_by_role("button", name="Save the choices").click()
    expect(page.get_by_role("heading", name="1 game was not found")).to_be_visible()
    page.get_by_role("button", name="Add 2 games to my lists").click()
    expect(seen(page, "2 games are on your lists now.")).to_be_visible()
    page.get_by_role("link", name="Continue with this file").click()
    page.get_by_role("group", name="Lighthose Kepers").get_by_label("The Lighthouse Keepers II").check()
    page.get_by_role("button", name="Save the choices").click()
    # The video game is on a list by now, and the import does not change it.
    page.get_by_role("button", name="Add 1 game to my lists").click()
    expect(seen(page, "1 that was already there stayed as before")).to_be_visible()
    page.goto(club.path + "/library?list=aside")
    expect(page.get_by_role("link", name="Somewhere Nobody Went")).to_be_visible()


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_a_game_with_the_same_name_is_pointed_out(browse, pair, video_game, js):
    club, _, ben = pair
    page = browse(ben, js=js, viewport=PHONE)
    page.goto(club.path + "/library/games/new")
    page.get_by_label("Name", exact=True).fill("Lighthouse Keepers 2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").get_by_role("link", name="The Lighthouse Keepers II")).to_be_visible()
    page.get_by_label("This is a different game with the same name").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Lighthouse Keepers 2")).to_be_visible()


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_a_malformed_file_is_refused_with_a_sentence(browse, pair, js):
    club, _, ben = pair
    page = browse(ben, js=js)
    page.goto(club.path + "/library/import")
    page.get_by_label("The file").set_input_files({"name": "x.csv", "mimeType": "text/csv", "buffer": b"Name,List\nA\n"})
    page.get_by_role("button", name="Read the file").click()
    expect(seen(page, "Line 2: The row has 1 field, and the header names 2.")).to_be_visible()


@BOTH_WAYS
def test_duplicate_games_are_merged(browse, pair, video_game, js):
    club, ana, ben = pair
    twin = ben.submit(club.path + "/library/games/new", "/library/games", name="Lighthouse Kepers II").headers["location"]
    assert ben.submit(twin, "/entry", state="plays").status_code == 303
    page = browse(ana, js=js, viewport=PHONE)
    page.goto(twin + "/edit")
    seen(page, "Merge it with another game").click()
    expect(page.get_by_role("radio", name=re.compile("The Lighthouse Keepers II"))).to_be_visible()
    page.get_by_label("Name of the other game").fill("Nothing Of That Sort")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(seen(page, "No other game has")).to_be_visible()
    page.get_by_label("Name of the other game").fill("keepers 2 lighthouse")
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_role("radio", name=re.compile("The Lighthouse Keepers II")).check()
    page.get_by_role("button", name="Merge the games").click()
    expect(page.get_by_role("heading", name="The Lighthouse Keepers II")).to_be_visible()
    expect(page.get_by_role("link", name="Ben", exact=True)).to_be_visible()
