"""Photos, from the file picker to the photos of the club."""

import re
import struct
import subprocess
import zlib

import pytest
from playwright.sync_api import expect

from members import WIN, play, start_game
from pages import DESKTOP, PHONE, ChatBox, expect_bell, seen
from scene import BLUE_DOT, DOT, GREEN_DOT

BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture
def picture(tmp_path):
    """Returns a function that creates a picture file with a given size."""
    def make(name, width, height):
        path = tmp_path / name
        subprocess.run(["vips", "black", path, str(width), str(height), "--bands", "3"], check=True)
        return path

    return make


def share_chosen(page):
    """Shares the chosen photos."""
    page.get_by_role("button", name=re.compile("^Share")).click()


@pytest.mark.console("status of 404")
@BOTH_WAYS
def test_a_photo_is_shared_and_deleted(browse, pair, picture, js):
    club, ana, ben = pair
    mine, theirs = browse(ana, js=js, viewport=PHONE), browse(ben, js=js, viewport=DESKTOP)
    mine.goto(club.path + "/photos")
    mine.get_by_label("Choose photos").set_input_files([picture("pier.jpg", 2400, 1200)])
    share_chosen(mine)
    expect(mine.get_by_role("img", name="Photo by Ana")).to_be_visible()
    mine.get_by_label("Description").fill("Planks, and the sea")
    mine.get_by_role("button", name="Save").click()
    mine.get_by_role("button", name="Use as your picture").click()
    expect(mine.locator(".profile .avatar img")).to_have_js_property("naturalWidth", 128)

    theirs.goto(club.path + "/photos")
    photo = theirs.get_by_role("img", name="Planks, and the sea")
    expect(photo).to_have_js_property("naturalWidth", 320)
    photo.click()
    expect(theirs.get_by_role("img", name="Planks, and the sea")).to_have_js_property("naturalWidth", 1600)
    expect(theirs.get_by_role("link", name="Delete")).to_have_count(0)

    mine.goto(theirs.url)
    mine.get_by_role("link", name="Delete").click()
    mine.get_by_role("button", name="Delete the photo").click()
    expect(seen(mine, "No photos yet.")).to_be_visible()
    assert ben.get(theirs.url).status_code == 404


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_a_file_that_is_no_photo_is_refused_beside_an_accepted_one(browse, pair, picture, tmp_path, js):
    club, ana, _ = pair
    words = tmp_path / "words.jpg"
    words.write_text("No picture at all")
    mine = browse(ana, js=js)
    mine.goto(club.path + "/photos")
    mine.get_by_role("group", name="Who can see them").get_by_text("Friends", exact=True).click()
    mine.get_by_label("Choose photos").set_input_files([picture("good.png", 300, 200), words])
    share_chosen(mine)
    if js:
        expect(mine.get_by_role("listitem").filter(has_text="good.png")).to_contain_text("Added")
        expect(mine.get_by_role("listitem").filter(has_text="words.jpg")).to_contain_text("We cannot read that picture.")
        mine.reload()
    else:
        # The form keeps the chosen audience for the next try.
        expect(mine.get_by_role("radio", name="Friends")).to_be_checked()
        expect(seen(mine, "One photo was added.")).to_be_visible()
        expect(mine.get_by_role("alert")).to_contain_text("words.jpg: We cannot read that picture.")
    expect(mine.locator(".photo img")).to_have_count(1)


@pytest.mark.console("net::ERR_|Failed to fetch")
def test_a_lost_connection_is_shown_and_the_photo_is_sent_again(browse, pair, picture):
    club, ana, _ = pair
    mine = browse(ana)
    mine.goto(club.path + "/photos")
    mine.context.set_offline(True)
    mine.get_by_label("Choose photos").set_input_files([picture("pier.jpg", 600, 400)])
    mine.get_by_label("Caption").fill("Lost and found")
    share_chosen(mine)
    expect(mine.get_by_role("listitem").filter(has_text="pier.jpg")).to_contain_text("That was not sent.")
    expect(mine.get_by_label("Caption")).to_have_value("Lost and found")
    expect(mine.get_by_role("button", name="Retry")).to_be_visible()
    # The upload continues by itself when the connection is back.
    mine.context.set_offline(False)
    expect(mine.get_by_role("img", name="Lost and found")).to_be_visible()


def test_a_connection_that_is_too_slow_for_photos_is_reported(browse, pair, picture):
    club, ana, _ = pair
    mine = browse(ana)
    mine.clock.install()
    mine.goto(club.path + "/photos")
    # The upload never arrives.
    mine.route("**/photos", lambda route: route.request.method == "POST" or route.continue_())
    mine.get_by_label("Choose photos").set_input_files([picture("pier.jpg", 600, 400)])
    share_chosen(mine)
    expect(mine.get_by_role("progressbar")).to_be_visible()
    mine.clock.run_for(29_000)
    photo = mine.get_by_role("listitem").filter(has_text="pier.jpg")
    expect(photo.get_by_role("progressbar")).to_be_visible()
    mine.clock.run_for(3_000)
    expect(photo).to_contain_text("The connection is too slow for photos now.")
    mine.unroute("**/photos")
    mine.get_by_role("button", name="Retry").click()
    mine.clock.resume()
    expect(mine.get_by_role("img", name="Photo by Ana")).to_be_visible()


@pytest.mark.console("status of 429")
def test_a_photo_is_sent_again_after_the_requested_pause(browse, pair, picture):
    club, ana, _ = pair
    mine = browse(ana)
    mine.goto(club.path + "/photos")
    refusals = []

    def refuse(route):
        if route.request.method != "POST" or refusals:
            return route.continue_()
        refusals.append(route.fulfill(status=429, headers={"Retry-After": "2"}, body="Later"))

    mine.route("**/photos", refuse)
    mine.get_by_label("Choose photos").set_input_files([picture("pier.jpg", 600, 400)])
    share_chosen(mine)
    expect(mine.get_by_role("listitem").filter(has_text="pier.jpg")).to_contain_text("This photo is sent soon")
    expect(mine.get_by_role("img", name="Photo by Ana")).to_be_visible()
    assert len(refusals) == 1


def test_photos_can_be_dropped_and_pasted(browse, pair, picture):
    club, ana, _ = pair
    mine = browse(ana, viewport=DESKTOP)
    mine.goto(club.path + "/photos")
    pictures = [list(picture(f"{number}.png", 100 + number, 100).read_bytes()) for number in range(3)]
    mine.evaluate("""pictures => {
        const given = new DataTransfer();
        pictures.forEach((bytes, number) => given.items.add(new File([new Uint8Array(bytes)], `${number}.png`, { type: "image/png" })));
        const drag = (type) => document.querySelector("h1").dispatchEvent(
            new DragEvent(type, { dataTransfer: given, bubbles: true, cancelable: true }));
        drag("dragenter");
        if (document.querySelector("[data-drop-note]").hidden) throw new Error("nothing says that they may be let go");
        drag("drop");
    }""", pictures[:2])
    expect(seen(mine, "Let go to add the photos")).to_be_hidden()
    share_chosen(mine)
    expect(mine.locator(".photo img")).to_have_count(2)
    mine.evaluate("""bytes => {
        const given = new DataTransfer();
        given.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true }));
    }""", pictures[2])
    share_chosen(mine)
    expect(mine).to_have_url(re.compile(r"/photos/\d+$"))
    mine.goto(club.path + "/photos")
    expect(mine.locator(".photo img")).to_have_count(3)


def test_several_photos_are_shared_with_captions_of_their_own(browse, pair, picture):
    club, ana, ben = pair
    mine, theirs = browse(ana, viewport=PHONE), browse(ben, viewport=PHONE)
    mine.goto(club.path + "/photos")
    sent = []
    mine.on("request", lambda request: request.method == "POST" and sent.append(request))
    mine.get_by_role("group", name="Who can see them").get_by_text("The club", exact=True).click()
    mine.get_by_label("Choose photos").set_input_files([picture(f"{name}.png", 2400, height) for name, height in [("one", 1600), ("two", 1500), ("three", 1400)]])
    expect(mine.get_by_role("button", name="Share 3 photos")).to_be_visible()
    expect(mine.locator(".upload-picture canvas")).to_have_count(3)
    for name in ("one", "two"):
        photo = mine.get_by_role("group", name=f"{name}.png")
        photo.get_by_label("Caption").fill(f"Caption {name}")
        photo.get_by_label("Description").fill(f"Description {name}")
    mine.get_by_role("button", name="Remove three.png").click()
    expect(mine.get_by_role("button", name="Remove two.png")).to_be_focused()
    # Nothing is sent before a click on the button.
    assert sent == []
    mine.get_by_role("button", name="Share 2 photos").click()
    expect(mine.get_by_role("img", name="Description two")).to_be_visible()
    theirs.goto(club.path + "/photos")
    expect(theirs.locator(".photo")).to_have_count(2)
    for name in ("one", "two"):
        photo = theirs.get_by_role("link").filter(has=theirs.get_by_role("img", name=f"Description {name}"))
        expect(photo).to_contain_text(f"Caption {name}")
    assert len(sent) == 2


def test_a_photo_is_scaled_down_before_it_is_sent(browse, pair, tmp_path):
    club, ana, ben = pair
    noise = tmp_path / "noise.jpg"
    subprocess.run(f"vips gaussnoise n.v 3200 2400 --sigma 60 && vips cast n.v u.v uchar && vips jpegsave u.v {noise} --Q 95",
                   shell=True, cwd=tmp_path, check=True)
    page = browse(ana)
    sent = []
    page.expose_function("noteSize", lambda size: sent.append(size))
    page.add_init_script("""
        const { append } = FormData.prototype;
        FormData.prototype.append = function (name, value, ...rest) {
            if (value instanceof File) noteSize(value.size);
            return append.call(this, name, value, ...rest);
        };
    """)
    page.goto(club.path + "/photos")
    page.get_by_label("Choose photos").set_input_files([noise])
    share_chosen(page)
    expect(page).to_have_url(re.compile(r"/photos/\d+$"))
    expect(page.get_by_role("img", name="Photo by Ana")).to_have_js_property("naturalWidth", 1600)
    assert 50_000 < sent[0] < noise.stat().st_size / 3


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_several_photos_get_a_new_audience_or_are_deleted_together(browse, pair, js):
    club, ana, ben = pair
    for dot, caption in [(DOT, "First"), (BLUE_DOT, "Second"), (GREEN_DOT, "Third")]:
        ana.share(club, ("dot.gif", dot), caption=caption)
    page = browse(ana, js=js)
    page.goto(f"{club.path}/photos?of={ana.username}")
    page.get_by_role("link", name="Select photos").click()
    page.get_by_role("button", name="Friends").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose the photos first.")
    for caption in ("First", "Third"):
        page.get_by_role("checkbox", name=caption).check()
    if js:
        expect(seen(page, "2 selected")).to_be_visible()
    page.get_by_role("button", name="Only me").click()
    expect(page.get_by_role("status").filter(has_text="2 photos are only for you now.")).to_be_visible()
    assert [caption in ben.get(club.path + "/photos").text for caption in ("First", "Second", "Third")] == [False, True, False]
    if js:
        page.get_by_role("button", name="Select all of these").click()
        page.get_by_role("checkbox", name="First").uncheck()
    else:
        for caption in ("Second", "Third"):
            page.get_by_role("checkbox", name=caption).check()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Delete these 2 photos?")).to_be_visible()
    page.get_by_role("button", name="Delete these 2 photos").click()
    expect(page.get_by_role("checkbox")).to_have_count(1)
    expect(page.get_by_role("checkbox", name="First")).to_be_visible()


# Audiences

def share(page, file, audience):
    if not page.get_by_label("Choose photos").is_visible():
        seen(page, "Add photos").click()
    page.get_by_role("group", name="Who can see them").get_by_text(audience, exact=True).click()
    page.get_by_label("Choose photos").set_input_files([file])
    share_chosen(page)
    expect(page).to_have_url(re.compile(r"/photos/\d+$"))
    return page.url


@BOTH_WAYS
def test_a_photo_is_visible_only_to_its_audience(browse, pair, register, picture, js):
    club, ana, ben = pair
    cleo, dora = register("Cleo").join(club), register("Dora")
    ben.befriend(club, cleo)
    mine = browse(ben, js=js)
    photos = {}
    for width, (label, word) in enumerate([("The club", ""), ("Friends", "For friends"), ("Only me", "Only for you")], 300):
        mine.goto(club.path + "/photos")
        photos[label] = share(mine, picture(f"{label}.png", width, 200), label)
        expect(mine.locator("figcaption")).to_contain_text(word)
    # Ana is an admin of the club, and Dora is not a member.
    for person, sees in [(ben, 3), (cleo, 2), (ana, 1), (dora, 0)]:
        for number, photo in enumerate(photos.values()):
            for ending in ("", "/large", "/small", "/live", "/messages"):
                assert (person.get(photo + ending).status_code == 200) == (number < sees), f"{person.name}: {number} {ending}"
    for page, sees in [("/photos", [2, 2, 1]), (f"/photos?of={ben.username}", [3, 2, 1]), ("/photos?from=friends", [0, 2, 0]),
                       ("/members/" + ben.username, [3, 2, 1])]:
        found = [len(re.findall(r"/photos/\d+/small", person.get(club.path + page).text)) for person in (ben, cleo, ana)]
        assert found == sees, page
    # The audience can be changed later.
    mine.get_by_role("group", name="Who can see this").get_by_text("Friends").click()
    mine.get_by_role("button", name="Save").click()
    expect(mine.locator("figcaption")).to_contain_text("For friends")
    assert [person.get(photos["Only me"]).status_code for person in (cleo, ana)] == [200, 404]


def test_tabs_show_photos_of_all_friends_or_the_member(browse, pair):
    club, ana, ben = pair
    ana.share(club, ("dot.gif", DOT))
    ben.share(club, ("dot.gif", BLUE_DOT))
    page = browse(ana)
    page.goto(club.path + "/photos")
    expect(page.locator(".photo")).to_have_count(2)
    expect(page.get_by_label("Choose photos")).to_be_hidden()
    page.get_by_role("link", name="Friends").click()
    expect(seen(page, "No photos by friends yet.")).to_be_visible()
    page.get_by_role("link", name="Yours").click()
    expect(page.get_by_role("heading", name="Photos by Ana")).to_be_visible()
    expect(page.locator(".photo")).to_have_count(1)


# Likes, messages and reports

def test_messages_and_likes_of_a_photo_appear_at_once(browse, pair):
    club, ana, ben = pair
    photo = ana.share(club, ("dot.gif", DOT)).headers["location"]
    mine, theirs = browse(ana), browse(ben, viewport=DESKTOP)
    for page in (mine, theirs):
        page.goto(photo)
    expect(mine.get_by_role("button", name="Like")).to_have_count(0)
    ChatBox(mine).field.fill("Half a thought")
    theirs.get_by_role("button", name="Like").click()
    expect(seen(mine, "1 like")).to_be_visible()
    expect(theirs.get_by_role("button", name="Liked")).to_be_focused()
    ChatBox(theirs).say("What a dot!")
    ChatBox(mine).expect_message("What a dot!")
    expect(ChatBox(mine).field).to_have_value("Half a thought")
    # A member who looks at the photo gets no notice about it.
    expect_bell(mine, 0)
    theirs.get_by_role("button", name="Liked").click()
    expect(seen(mine, "1 like")).to_have_count(0)
    mine.goto(club.path + "/photos")
    expect(mine.locator(".photo")).to_contain_text("1 comment")


def test_the_owner_of_a_photo_removes_messages_about_it(browse, pair):
    club, ana, ben = pair
    photo = ben.share(club, ("dot.gif", DOT)).headers["location"]
    assert ana.say(photo, "Rude words").status_code == 303
    mine, theirs = browse(ben), browse(ana)
    for page in (mine, theirs):
        page.goto(photo)
    ChatBox(theirs).expect_message("Rude words")
    mine.get_by_role("link", name="Report or block Ana").click()
    mine.get_by_role("button", name="Remove the message").click()
    for page in (mine, theirs):
        expect(seen(page, "Message removed")).to_be_visible()
        expect(seen(page, "Rude words")).to_have_count(0)
    expect(theirs.get_by_role("button", name="Undo")).to_have_count(0)


@BOTH_WAYS
def test_links_lead_to_the_next_photo_of_the_same_list(browse, pair, js):
    club, ana, ben = pair
    for dot, caption in [(DOT, "First"), (BLUE_DOT, "Second"), (GREEN_DOT, "Third")]:
        ana.share(club, ("dot.gif", dot), caption=caption)
    ben.share(club, ("dot.gif", DOT), caption="By Ben")
    page = browse(ben, js=js)
    page.goto(f"{club.path}/photos?of={ana.username}")
    page.get_by_role("img", name="Third").click()
    expect(page.get_by_role("link", name="Newer")).to_have_count(0)
    for caption in ("Second", "First"):
        page.get_by_role("link", name="Older").click()
        expect(page.get_by_role("img", name=caption)).to_be_visible()
    expect(page.get_by_role("link", name="Older")).to_have_count(0)
    if js:
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("img", name="Second")).to_be_visible()
        field = ChatBox(page).field
        field.fill("Half a thought")
        field.press("ArrowRight")
        expect(field).to_have_value("Half a thought")
        # Arrow keys outside the field do not leave the page either, while there is unsent text.
        blur = "document.activeElement.blur()"
        page.evaluate(blur)
        page.keyboard.press("ArrowRight")
        expect(field).to_have_value("Half a thought")
        field.fill("")
        page.evaluate(blur)
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("img", name="First")).to_be_visible()
    page.get_by_role("link", name="Photos by Ana").click()
    expect(page.get_by_role("heading", name="Photos by Ana")).to_be_visible()


def test_likes_and_messages_of_a_photo_work_without_javascript(browse, pair):
    club, ana, ben = pair
    photo = ana.share(club, ("dot.gif", DOT)).headers["location"]
    page = browse(ben, js=False)
    page.goto(photo)
    page.get_by_role("button", name="Like").click()
    expect(seen(page, "1 like")).to_be_visible()
    ChatBox(page).say("What a dot!")
    expect(page.frame_locator(".chat-frame").get_by_text("What a dot!")).to_be_visible()
    page.get_by_role("button", name="Liked").click()
    expect(page.get_by_role("button", name="Like", exact=True)).to_be_visible()


@pytest.mark.parametrize("verdict", ["Keep", "Remove"])
def test_an_admin_decides_about_a_reported_photo(browse, pair, register, verdict):
    club, ana, ben = pair
    cleo = register("Cleo").join(club)
    ben.befriend(club, cleo)
    photo = ben.share(club, ("dot.gif", DOT), audience="friends").headers["location"]
    page = browse(cleo, js=False)
    page.goto(photo)
    page.get_by_role("link", name="Report", exact=True).click()
    page.get_by_label("It is unkind").check()
    page.get_by_role("button", name="Send the report").click()
    expect(seen(page, "Thank you.")).to_be_visible()
    judge = browse(ana)
    judge.goto(club.lobby)
    judge.get_by_role("link", name="See the reports").click()
    # The photo is for friends, so an admin sees it only on this page.
    expect(judge.get_by_role("img", name="Photo by Ben")).to_have_js_property("naturalWidth", 1)
    judge.get_by_role("button", name=f"{verdict} the photo by Ben").click()
    judge.goto(club.path + "/reports")
    expect(seen(judge, "There are no reports.")).to_be_visible()
    assert cleo.get(photo).status_code == (200 if verdict == "Keep" else 404)
    if verdict == "Keep":
        assert ana.get(photo + "/small").status_code == 404
        return
    # The owner sees that the photo was removed. An admin can restore it, and then it has its former audience.
    owner = browse(ben)
    owner.goto(photo)
    expect(seen(owner, "An admin has removed this photo.")).to_be_visible()
    judge.get_by_role("link", name="Removed messages and photos").click()
    expect(judge.get_by_role("img", name="Photo by Ben")).to_have_js_property("naturalWidth", 1)
    judge.get_by_role("button", name="Restore the photo by Ben").click()
    expect(seen(judge, "Nothing was removed in the last 30 days.")).to_be_visible()
    assert [member.get(photo).status_code for member in (cleo, ben, ana)] == [200, 200, 404]


# Avatars

def test_an_avatar_is_shown_beside_the_name_on_every_page(browse, pair):
    club, ana, ben = pair
    photo = ben.share(club, ("dot.gif", DOT), audience="me").headers["location"]
    assert ben.submit(photo, "/avatar").status_code == 303
    ana.befriend(club, ben)
    talk = ben.write(club, ana, "Hello")
    ben.say(club.lobby, "Hello, all")
    page = browse(ana, viewport=DESKTOP)
    for place in (club.lobby, club.path + "/members", club.path + "/friends", ben.profile(club), club.path + "/messages", talk,
                  club.path + "/", club.path + "/messages?q=hello", club.path + "/notices"):
        page.goto(place)
        avatar = page.locator(f"main .avatar img[src='{photo}/avatar']").last
        expect(avatar, place).to_be_attached()
        avatar.scroll_into_view_if_needed()
        expect(avatar).to_have_js_property("naturalWidth", 128)
    assert ana.get(photo + "/large").status_code == 404


def test_pages_that_name_a_blocked_member_have_no_broken_avatar(browse, pair):
    club, ana, ben = pair
    game, players = start_game(club, ana, ben)
    play(game, players, WIN)
    photo = ana.share(club, ("dot.gif", DOT)).headers["location"]
    assert ana.submit(photo, "/avatar").status_code == 303
    ben.block(club, ana)
    page = browse(ben, viewport=DESKTOP)
    for place in (club.path + "/", club.path + "/members", club.path + "/leaderboards/tic-chat-toe", club.lobby, ben.profile(club)):
        page.goto(place)
        broken = page.locator(".avatar img").evaluate_all("""avatars => Promise.all(avatars.map(avatar => {
            avatar.loading = "eager";
            return avatar.decode().then(() => "", () => avatar.src);
        })).then(all => all.filter(Boolean))""")
        assert broken == [], place


# Metadata

def located(jpeg):
    """Returns the JPEG as a phone stores it: rotated (Exif 2.32), with the name of the camera and the place."""
    entries = struct.pack("<HHHIIHHIHHHHIII", 3, 0x010f, 2, 10, 50, 0x0112, 3, 1, 6, 0, 0x8825, 4, 1, 60, 0)
    place = struct.pack("<HHHI4sHHIII6I", 2, 1, 2, 2, b"N\0\0\0", 2, 5, 3, 90, 0, 53, 1, 33, 1, 59, 1)
    exif = b"Exif\0\0II*\0\x08\0\0\0" + entries + b"Secretcam\0" + place
    xmp = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'>Secretcam</x:xmpmeta>"
    return jpeg[:2] + b"".join(b"\xff\xe1" + struct.pack(">H", len(part) + 2) + part for part in (exif, xmp)) + jpeg[2:]


def chunks(webp):
    """Returns the names of the chunks (RFC 9649), and the flags of the header, without the one for transparency."""
    names, position = [], 12
    while position < len(webp):
        name, length = struct.unpack_from("<4sI", webp, position)
        names.append(name)
        position += 8 + length + length % 2
    return names, webp[20] & ~0x10 if names[0] == b"VP8X" else 0


@pytest.mark.parametrize("ending", ["jpg", "png", "webp", "gif", "heic", "avif"])
def test_every_picture_format_is_accepted(pair, picture, ending):
    club, ana, ben = pair
    answer = ana.share(club, (f"pier.{ending}", picture(f"pier.{ending}", 700, 500).read_bytes()))
    assert answer.status_code == 303, answer.text
    assert 'width="700" height="500"' in ben.get(answer.headers["location"]).text
    names, _ = chunks(ben.get(answer.headers["location"] + "/large").content)
    assert set(names) <= {b"VP8X", b"VP8 ", b"VP8L"}


def test_colours_are_converted_to_srgb(pair, tmp_path):
    """The red of a phone (Display P3) is more intense than the red of a file without a profile."""
    club, ana, _ = pair
    given, shown = tmp_path / "phone.jpg", tmp_path / "shown.webp"
    for command in (
        "black black.v 400 300 --bands 3", "linear black.v red.v '1 1 1' '255 0 0' --uchar", "copy red.v srgb.v --interpretation srgb",
        "icc_transform srgb.v phone.jpg p3", "jpegsave phone.jpg plain.jpg --strip"):
        subprocess.run(f"vips {command}", shell=True, cwd=tmp_path, check=True)
    for name, red in [("phone.jpg", range(250, 256)), ("plain.jpg", range(230, 240))]:
        answer = ana.share(club, (name, (tmp_path / name).read_bytes()))
        assert answer.status_code == 303, answer.text
        shown.write_bytes(ana.get(answer.headers["location"] + "/large").content)
        colour = subprocess.run(["vips", "getpoint", shown, "200", "150"], capture_output=True, text=True, check=True).stdout.split()
        assert round(float(colour[0])) in red, f"{name}: {colour}"


def test_a_picture_with_much_metadata_is_accepted(pair, picture):
    club, ana, _ = pair
    png = picture("pier.png", 320, 200).read_bytes()
    comments = [b"tEXtComment %d\0" % number + b"caf\xe9 " * 1_000 for number in range(900)]
    chunks = b"".join(struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text)) for text in comments)
    answer = ana.share(club, ("pier.png", png[:33] + chunks + png[33:]))
    assert answer.status_code == 303, answer.text


def test_camera_metadata_is_removed_from_all_files(browse, pair, picture, tmp_path):
    club, ana, ben = pair
    given = tmp_path / "phone.jpg"
    given.write_bytes(located(picture("plain.jpg", 800, 400).read_bytes()))
    told = subprocess.run(["vipsheader", "-a", given], capture_output=True, text=True, check=True).stdout
    assert "Secretcam" in told and "GPSLatitude" in told
    mine = browse(ana)
    mine.goto(club.path + "/photos")
    mine.get_by_label("Choose photos").set_input_files([given])
    share_chosen(mine)
    expect(mine.get_by_role("img", name="Photo by Ana")).to_have_js_property("naturalHeight", 800)
    photo = mine.url
    mine.get_by_role("button", name="Use as your picture").click()
    expect(mine.locator(".profile .avatar img")).to_have_js_property("naturalWidth", 128)
    for size in ("large", "small", "avatar"):
        file = ben.get(f"{photo}/{size}").content
        names, besides = chunks(file)
        assert set(names) <= {b"VP8X", b"ALPH", b"VP8 ", b"VP8L"} and besides == 0, f"{size}: {names}"
        assert b"Secretcam" not in file
