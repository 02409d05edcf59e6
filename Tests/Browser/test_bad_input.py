"""Bad input gets the right status and one plain sentence. Nothing is stored partly, and no internals are shown."""

import re

import pytest

from members import PASSWORD, Member, form, play, start_game

INSIDE = re.compile(
    r"\.swift\b|/(work|home|root|tmp|usr|var|opt)/|\bSELECT\b|\bINSERT INTO\b|\bUPDATE \w+ SET\b|sqlstate|stack trace|libpq"
    r"|DatabaseError|NIOCore|Optional\(|Fatal error|violates|constraint")


def assert_refused(answer, *statuses):
    assert answer.status_code in statuses, f"{answer.status_code}: {answer.text}"
    assert answer.headers["content-type"].startswith("text/html")
    assert "<h1" in answer.text or "<title>" in answer.text
    assert not INSIDE.search(answer.text), INSIDE.search(answer.text)


@pytest.mark.parametrize("path", ["/nowhere", "/c/nowhere/", "/c/nowhere/lobby", "/join/nowhere", "/c/%00/", "/c/..%2f..%2fetc/", "/games/1"])
def test_an_unknown_address_is_not_found(register, path):
    assert_refused(register().get(path), 404)


@pytest.mark.parametrize("game", ["0", "999999", "-1", "abc", "99999999999999999999", "1%27"])
def test_an_unknown_game_is_not_found(table, game):
    path = f"{table.club.path}/games/{game}"
    assert_refused(table.first.get(path), 404)
    assert_refused(table.first.post(path + "/moves", csrf=table.first.csrf(), cell="0", ply="0"), 404)


@pytest.mark.parametrize("answer", ["acceptance", "decline"])
def test_an_unknown_challenge_is_not_found(table, answer):
    assert_refused(table.first.post(f"{table.club.path}/challenges/999999/{answer}", csrf=table.first.csrf()), 404)


# Games

def test_a_stale_move_is_refused(table):
    play(table.game, table.players, [4, 0])
    assert_refused(table.first.move(table.game, 8, ply=0), 409)
    assert table.first.is_to_move(table.game)


def test_a_taken_square_is_refused(table):
    play(table.game, table.players, [4])
    answer = table.second.move(table.game, 4)
    assert_refused(answer, 409)
    assert "taken" in answer.text
    assert table.second.is_to_move(table.game)


def test_a_move_out_of_turn_is_refused(table):
    assert_refused(table.second.move(table.game, 4, ply=0), 409)
    assert table.first.is_to_move(table.game)


def test_a_move_after_the_end_is_refused(table):
    play(table.game, table.players, [0, 3, 1, 4, 2])
    assert_refused(table.second.move(table.game, 8, ply=5), 409)


def test_a_move_by_a_spectator_is_refused(table, register):
    watcher = register("Cleo").join(table.club)
    assert_refused(watcher.move(table.game, 4, ply=0), 403, 409)


@pytest.mark.parametrize("cell", ["9", "-1", "abc", "", "4.0", "99999999999999999999", "４"])
def test_a_square_that_does_not_exist_is_refused(table, cell):
    assert_refused(table.first.move(table.game, cell), 422)


@pytest.mark.parametrize("ply", ["abc", "", "-1", "99999999999999999999"])
def test_a_move_without_a_valid_ply_is_refused(table, ply):
    assert_refused(table.first.move(table.game, 0, ply=ply), 409, 422)


def test_a_message_of_501_characters_stays_in_the_form(table):
    text = "é" * 500 + "!"
    answer = table.first.say(table.game, text)
    assert_refused(answer, 422)
    assert form(answer.text, "/messages").fields["text"].strip() == text
    assert table.first.say(table.game, text[:500]).status_code == 303


@pytest.mark.parametrize("text", ["", "   \n "])
def test_an_empty_message_is_refused(table, text):
    assert_refused(table.first.say(table.game, text), 422)


def test_a_message_is_shown_as_it_was_typed(table):
    table.first.say(table.game, "<script>alert(1)</script> & 'quotes'")
    html = table.second.get(table.game).text
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in html


# Forms

def test_a_form_without_its_token_is_refused(table):
    for fields in ({}, {"csrf": ""}, {"csrf": "wrong"}, {"csrf": table.second.csrf()}):
        assert_refused(table.first.post(table.game + "/moves", cell="0", ply="0", **fields), 403)
    assert table.first.is_to_move(table.game)


def test_a_form_from_another_site_is_refused(table):
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        fields = {"csrf": table.first.csrf(), "cell": "0", "ply": "0"}
        assert_refused(table.first.http.post(table.game + "/moves", data=fields, headers=headers), 403)
    assert table.first.is_to_move(table.game)


def test_a_body_of_70_kilobytes_is_too_large(table):
    assert_refused(table.first.say(table.game, "x" * 70_000), 413)


@pytest.mark.parametrize("body", [b"%", b"csrf=%ff&text=%c3%28", b"\x00" * 20, b"=&=&=", b""])
def test_a_garbled_body_is_refused(table, body):
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert_refused(table.first.http.post(table.game + "/moves", content=body, headers=kind), 400, 403, 422)


@pytest.mark.parametrize("field, value", [
    ("username", ""), ("username", "a b"), ("username", "x" * 200), ("email", "nowhere"), ("email", ""),
    ("password", "short"), ("password", ""), ("display_name", "n" * 300),
])
def test_a_refused_registration_keeps_the_typed_text(server, field, value):
    visitor = Member(server.url)
    fields = {"username": visitor.username, "email": visitor.email, "password": PASSWORD, "display_name": "Ana"} | {field: value}
    answer = visitor.submit("/register", "/register", **fields)
    assert_refused(answer, 422)
    shown = form(answer.text, "/register").fields
    assert all(shown[name] == fields[name] for name in ("username", "email", "display_name") if name != field)
    assert not shown.get("password") and PASSWORD not in answer.text
    assert visitor.get("/account").url.path == "/login"


@pytest.mark.parametrize("name", ["", "  ", "nul\x00byte"])
def test_control_characters_are_removed_from_a_name(server, name):
    visitor = Member(server.url)
    fields = {"username": visitor.username, "email": visitor.email, "password": PASSWORD, "display_name": name}
    assert visitor.submit("/register", "/register", **fields).status_code == 303
    assert "<h1" in visitor.get("/account").text and "\x00" not in visitor.get("/account").text


def test_a_taken_name_is_refused(register):
    ana, other = register(), register("Ben")
    visitor = Member(ana.url)
    fields = {"password": PASSWORD, "display_name": "Ana"}
    assert_refused(visitor.submit("/register", "/register", username=ana.username.upper(), email=visitor.email, **fields), 422)
    club = ana.create_club()
    assert_refused(other.submit("/clubs/new", "/clubs/new", name="Mine", slug=club.slug, visibility="public"), 422)


def test_after_a_wrong_password_the_form_keeps_the_login_but_not_the_password(register):
    ana = register()
    for login in (ana.username, "nobody-of-that-name"):
        answer = Member(ana.url).submit("/login", "/login", login=login, password="wrong but long enough")
        assert_refused(answer, 401, 422)
        assert form(answer.text, "/login").fields["login"] == login
        assert "wrong but long enough" not in answer.text


@pytest.mark.parametrize("next", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_signing_in_never_leads_to_another_site(register, next):
    ana = register()
    answer = Member(ana.url).submit("/login", "/login", login=ana.username, password=PASSWORD, next=next)
    assert answer.status_code == 303
    assert re.match(r"/(?![/\\])", answer.headers["location"].removeprefix(ana.url)), answer.headers["location"]


def test_after_many_wrong_passwords_sign_in_has_to_wait(new_server, register):
    ana = register()
    server = new_server(BOARDWALK_RATE_LIMITS="on")
    visitor = Member(server.url)
    for _ in range(40):
        answer = visitor.submit("/login", "/login", login=ana.username, password="wrong but long enough")
        if answer.status_code == 429:
            break
    assert_refused(answer, 429)
    assert int(answer.headers["retry-after"]) > 0


# Other clubs

def test_a_private_club_is_not_found_by_others(table, register):
    for person in (register("Cleo"), Member(table.first.url)):
        for path in ("/", "/lobby", "/members", "/lobby/live"):
            answer = person.get(table.club.path + path)
            assert answer.status_code == 404 or answer.url.path == "/login", path
        assert table.club.name not in answer.text
    assert_refused(register("Dora").get(table.club.path + "/"), 404)


def test_another_clubs_game_is_not_found(table, register):
    stranger, friend = register("Cleo"), register("Dora")
    other = stranger.create_club()
    friend.join(other)
    game, _ = start_game(other, stranger, friend)
    number = table.game.rpartition("/")[2]
    assert number != game.rpartition("/")[2] or table.club.slug != other.slug
    for ending in ("", "/live", "/board", "/messages"):
        assert stranger.get(table.game + ending).status_code == 404, ending
    if number != game.rpartition("/")[2]:
        assert_refused(stranger.get(f"{other.path}/games/{number}"), 404)
    for ending, fields in {"moves": {"cell": "0", "ply": "0"}, "messages": {"text": "hi"}, "resignation": {}}.items():
        assert_refused(stranger.post(f"{table.game}/{ending}", csrf=stranger.csrf(), **fields), 404)
