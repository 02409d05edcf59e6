"""The main flows in browsers other than Chromium: joining with a link, playing, chatting, photos and messages."""

import re
import subprocess
from urllib.parse import urlsplit

import pytest

from engines import ENTER, Firefox, Tab, WebKit
from members import PASSWORD, start_game, unique


@pytest.fixture(scope="module", params=[Firefox, WebKit], ids=["Firefox", "WebKit"])
def engine(request, tmp_path_factory):
    engine = request.param(tmp_path_factory.mktemp("engine"))
    yield engine
    engine.quit()


@pytest.fixture
def tab(engine, server):
    tab = Tab(engine, server.url)
    yield tab
    engine.goto("about:blank")


def test_a_visitor_joins_by_a_link(tab, register):
    club = register("Ana").create_club()
    tab.sign_out()
    tab.open(club.invitation)
    tab.press("a", "Register")
    name = unique("eve")
    for field, text in [("username", name), ("email", f"{name}@example.org"), ("display_name", "Eve"), ("password", PASSWORD)]:
        tab.write(f"input[name={field}]", text)
    tab.press("form[action$='/register'] button:not([type=button])")
    tab.press("form[action*='/join/'] button")
    tab.until(lambda: urlsplit(tab.address).path.startswith(club.path), "they are in the club")
    tab.open(club.path + "/members")
    tab.expect("Eve")


def test_two_members_play_to_the_end(tab, pair):
    club, ana, ben = pair
    game, (first, second) = start_game(club, ana, ben)
    tab.open(game, first)
    for mine, theirs in [(0, 3), (1, 4)]:
        tab.press(f"button[name=cell][value='{mine}']")
        tab.find(f"#cell-{mine}[aria-label*=cross]")
        assert second.move(game, theirs).status_code == 303
        # The page shows the move without a reload.
        tab.find(f"#cell-{theirs}[aria-label*=nought]")
    tab.press("button[name=cell][value='2']")
    tab.expect("You won!")
    width = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    tab.expect_true(width)


def test_two_players_chat_beside_the_board(tab, pair):
    club, ana, ben = pair
    game, _ = start_game(club, ana, ben)
    tab.open(game, ana)
    tab.write("#chat textarea", "Hello, Ben" + ENTER)
    tab.expect("Hello, Ben", "#messages")
    assert "Hello, Ben" in ben.get(game).text
    assert ben.say(game, "Hello, Ana").status_code == 303
    tab.expect("Hello, Ana", "#messages")


def test_a_photo_is_shared_with_a_caption_and_a_description(tab, pair, tmp_path):
    club, ana, ben = pair
    file = tmp_path / "pier.jpg"
    subprocess.run(["vips", "black", file, "2400", "1800", "--bands", "3"], check=True)
    tab.open(club.path + "/photos", ana)
    tab.engine.run("document.querySelector('.add-photos').open = true")
    tab.find("#photos").send_keys(str(file))
    tab.find(".upload-picture canvas")
    tab.write(".upload input[name=description]", "Planks, and the sea")
    tab.press(".upload-share button", "Share the photo")
    tab.find("img[alt='Planks, and the sea']")
    tab.expect_true("return document.querySelector('.photo-large img')?.naturalWidth === 1600")
    photo = urlsplit(tab.address).path
    assert re.search(r"/photos/\d+$", photo) and "Planks, and the sea" in ben.get(photo).text


def test_the_answer_to_a_message_appears_without_a_reload(tab, pair):
    club, ana, ben = pair
    tab.open(ben.profile(club), ana)
    tab.press("form[action$='/messages'] button", "Message")
    tab.write("#chat textarea", "At the pier at 8?")
    tab.press("#chat .composer button", "Send")
    tab.expect("At the pier at 8?", "#messages")
    talk = urlsplit(tab.address).path
    assert ben.say(talk, "I'll be there").status_code == 303
    tab.expect("I'll be there", "#messages")


@pytest.mark.parametrize("page", ["/lobby", "/photos", "/members", "/messages", "/"])
def test_a_page_fits_the_window(tab, pair, page):
    club, ana, _ = pair
    tab.open(club.path + page, ana)
    tab.expect_true("return document.documentElement.scrollWidth <= document.documentElement.clientWidth")
