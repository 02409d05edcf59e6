"""A club that has an example of everything, and a list of all pages of the site, each with the member who sees it."""

import base64
import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from urllib.parse import urlsplit

from members import DRAW, WIN, Member, offers, play, start_game
from processes import wait_until

DOT = base64.b64decode("R0lGODlhAQABAIABAP8AAP///yH5BAEAAAEALAAAAAABAAEAAAICRAEAOw==")
BLUE_DOT, GREEN_DOT = (DOT.replace(b"\xff\0\0", colour) for colour in (b"\0\0\xff", b"\0\xff\0"))
LONG_NAME = "Maximilian-Alexander Wolfeschlegelsteinhausenberger"[:50]


class Scene:
    def __init__(self, url):
        self.visitor = Member(url, "Nobody")
        self.ana, self.ben, self.cleo = (Member(url, name).register() for name in ("Ana", LONG_NAME, "Zoë Ångström"))
        self.club = self.ana.create_club("Shoreline Club", "public")
        self.alone = self.cleo.create_club("The Very Long Named Society of Wooden Coasters")
        self.ben.join(self.club)
        self.won, players = start_game(self.club, self.ana, self.ben)
        play(self.won, players, WIN)
        self.drawn, players = start_game(self.club, self.ana, self.ben)
        play(self.drawn, players, DRAW)
        self.resigned, (first, second) = start_game(self.club, self.ana, self.ben)
        play(self.resigned, [first, second], [4, 0])
        first.submit(self.resigned + "/resignation", "/resignation")
        self.game, (first, second) = start_game(self.club, self.ana, self.ben)
        self.first, self.second = first, second
        play(self.game, [first, second], [4, 0])
        for speaker, text in [(first, "Hello!"), (second, "Hi. " + "Unbreakable" * 12), (first, "Look: <b>&amp; more</b> 🎢")]:
            assert speaker.say(self.game, text).status_code == 303
        wait_until(lambda: offers(self.ben, self.club.lobby, "/challenges"), "the lobby shows who came")
        assert self.ben.submit(self.club.lobby, "/challenges").status_code == 303
        self.challenge_a_third(self.cleo)
        self.challenge = re.search(r"/challenges/(\d+)/decline", self.cleo.get(self.club.lobby).text)[1]
        assert self.ben.say(self.club.lobby, "A word on https://example.com/the/rules?of=this, please").status_code == 303
        self.message = re.search(f"{self.club.lobby}/messages/\\d+", self.ana.get(self.club.lobby).text)[0]
        self.zoe = Member(url, "Zoë Block").register().join(self.club)
        for member, ending in [(self.ana, "/reports"), (self.zoe, "/blocks")]:
            assert member.submit(self.message, ending, reason="spam").status_code == 303
        self.photo = self.share(DOT, caption="A very small red dot, seen from the end of the pier")
        self.to_play = re.search(r"/join/[\w-]+/\w+", self.cleo.get(self.club.lobby).text)[0]
        self.small = self.play_the_machine("3x3", [])
        self.large = self.play_the_machine("15x15", [112, 97, 128])
        self.make_friends()
        self.write_messages()
        self.talk_about_photos()
        self.ride_coasters()
        self.send_riddles()
        self.practise()
        self.list_games()

    def list_games(self):
        """Ana adds a video game to the catalogue and plays it. Cleo has finished it and writes a note about it."""
        library = self.club.path + "/library"
        facts = {"platforms": "PC; Switch", "genres": "Puzzle", "released": "2019-04", "together": "4", "description": "Doors and owls. " * 20}
        made = self.ana.submit(library + "/games/new", "/library/games", name="The Lighthouse of " + "Unbreakable" * 5, **facts)
        assert made.status_code == 303, made.text
        self.video_game = urlsplit(made.headers["location"]).path
        for who, record in [(self.ana, {"state": "plays", "hours": "3"}), (self.cleo, {"state": "finished", "rating": "9", "note": "Unbreakable" * 9})]:
            assert who.submit(self.video_game, "/entry", **record).status_code == 303
        made = self.ana.submit(library + "/shelves/new", "/library/shelves", name="For Sundays, " + "Unbreakable" * 4, audience="club")
        self.shelf = urlsplit(made.headers["location"]).path
        assert self.ana.submit(self.video_game, "/shelves", shelf=self.shelf.split("/")[-1]).status_code == 303
        assert self.ben.submit(self.video_game, "/entry", state="wants").status_code == 303
        assert self.cleo.submit(self.video_game, "/player-request", minutes="240", note="Unbreakable" * 9).status_code == 303
        evening = {"with": f"{self.ben.username}, {self.cleo.username}", "day": str(date.today() + timedelta(1)), "time": "20:00",
                   "note": "Unbreakable" * 9, "game": self.video_game.split("/")[-1]}
        made = self.ana.submit(library + f"/evenings/new?with={self.ben.username}", "/library/evenings", **evening)
        assert made.status_code == 303, made.text
        self.evening = urlsplit(made.headers["location"]).path
        assert self.cleo.submit(self.evening, "/answer", comes="yes").status_code == 303
        lines = ["The Lighthouse of " + "Unbreakable" * 5, "Unbreakable" * 9, "The Lighthuose"]
        file = "Title,Status,Rating,Notes\n" + "".join(f"{line},{'Halfway' * 8},8,{'Unbreakable' * 9}\n" for line in lines) + ",Playing,,\n"
        assert self.ana.send_games(self.club, file).status_code == 303
        assert self.ana.submit(library + "/import/columns", "/columns", name="0", list="1", rating="2", note="3").status_code == 303
        name = {"platform": "Unbreakable" * 5, "name": "Unbreakable" * 9, "audience": "club"}
        assert self.ben.submit(library + "/names", "/library/names", **name).status_code == 303

    def practise(self):
        """Ana has an open game of Wordley and one of SlideIt. Cleo has given up both."""
        path = self.club.path + "/practice"
        for who in [self.ana, self.cleo]:
            assert who.submit(path + "/wordley", "/practice/wordley").status_code == 303
            assert who.post(path + "/slideit", csrf=who.csrf(path + "/slideit"), tile_style="numbers").status_code == 303
        assert self.ana.post(path + "/wordley", csrf=self.ana.csrf(path), day="today").status_code == 303
        for game in ["/wordley", "/slideit"]:
            assert self.cleo.submit(path + game, "/surrender").status_code == 303
        for title in ["Walk to the end of the pier and back, " + "Unbreakable" * 5, "Stretch"]:
            task = {"title": title, "time": "00:00", "has_notice": "1", "weekday": [str(day) for day in range(7)]}
            assert self.ana.post(path + "/tasks", csrf=self.ana.csrf(path + "/tasks/new"), **task).status_code == 303
        self.task = re.search(path + r"/tasks/\d+(?=/days)", self.ana.get(path + "/tasks").text)[0]
        today = re.search(r'name="day" value="([\d-]+)"', self.ana.get(path + "/tasks").text)[1]
        assert self.ana.post(self.task + "/days", csrf=self.ana.csrf(path + "/tasks"), day=today, state="done").status_code == 303
        parts = ["wordley", "slideit", "taps", "tasks"]
        made = self.ana.post(path + "/links", csrf=self.ana.csrf(path + "/sharing"), label="Dr. " + "Unbreakable" * 4, part=parts)
        self.practice_link = re.search(r"/practised/[\w-]+", made.text)[0]
        assert self.ana.post(path + "/words", csrf=self.ana.csrf(path + "/words"), words="pier gull kite").status_code == 303
        shown = {"audience": "club", "is_ranked": "1"}
        assert self.cleo.post(path + "/sharing", csrf=self.cleo.csrf(path + "/sharing"), **shown).status_code == 303

    def send_riddles(self):
        """Ana has riddles to solve, to judge, and solved. One more is for the club, one is behind a link, and one is disputed."""
        club, ana, ben = self.club, self.ana_number, self.ben_number
        self.to_solve = self.ben.riddle(club, "🦁👑🌍🎬", "The Lion King, and " + "Unbreakable" * 6, to=ana, hint1="It roars")
        self.to_judge = self.ana.riddle(club, "🌧️🐱🐶", "It is raining cats and dogs", to=ben)
        assert self.ben.submit(self.to_judge, "/answers", text="Wet " + "Unbreakable" * 9).status_code == 303
        self.solved = self.ben.riddle(club, "🍕", "Pizza", to=ana)
        assert self.ana.submit(self.solved, "/answers", text="pizza").status_code == 303
        assert self.ben.submit(self.solved, "/verdict", verdict="right").status_code == 303
        assert self.ana.say(self.solved, "Hungry now").status_code == 303
        self.riddle_line = re.search(f"{self.solved}/messages/\\d+", self.ben.get(self.solved).text)[0]
        self.for_all = self.cleo.riddle(club, "🎡🌊", "Boardwalk", audience="club")
        assert self.ben.submit(self.for_all, "/answers", text="Boardwalk").status_code == 303
        self.by_link = self.ana.riddle(club, "🐌📬", "Snail mail", audience="link")
        self.riddle_link = re.search(r"/riddle/[\w-]+/[\w-]+", self.ana.get(self.by_link).text)[0]
        # Three members can be jurors: Cleo, Dora and Finn.
        self.disputed = self.ben.riddle(club, "⏰🐢", "Slow and steady", to=ana)
        assert self.ana.submit(self.disputed, "/answers", text="Late turtle").status_code == 303
        assert self.ben.submit(self.disputed, "/verdict", verdict="wrong").status_code == 303
        wait_until(lambda: self.ana.submit(self.disputed, "/disputes", reason="It is late").status_code == 303, "the dispute")
        self.to_vote = f"{self.disputed}/disputes/{ana}"

    def ride_coasters(self):
        """Creates a park with two open rides and a closed one. Ana has ridden one of the open rides."""
        def created(page, ending, **fields):
            answer = self.ana.submit(page, ending, **fields)
            assert answer.status_code == 303, answer.text
            return urlsplit(answer.headers["location"]).path

        park = self.club.path + "/parks"
        self.park = created(park + "/new", "/parks", name="Saltmarsh Pleasure Gardens", place="Saltmarsh", country="Ireland", opened="1897",
                            latitude="53.3", longitude="-6.1")
        rides = [created(self.park + "/rides/new", "/rides", name=name, status=status, height="24.5", speed="64", maker="Brannagh & Sons")
                 for name, status in [("Unbreakable" * 6, "operating"), ("The Gale", "operating"), ("The Undertow", "closed")]]
        self.ride = rides[0]
        assert self.ana.submit(self.ride, "/laps").status_code == 303
        self.write_of_laps(rides)
        tag = "?tag=ride-" + self.ride.rpartition("/")[2]
        self.ride_photos = self.club.path + "/photos" + tag
        self.ride_photo = urlsplit(self.ben.share(self.club, ("ride.gif", GREEN_DOT + b"\0"), tag=tag).headers["location"]).path + tag
        for maker, evidence in (("Unbreakable" * 9, "A sign at the ride"), ("", "Nobody knows")):
            assert self.ben.submit(self.ride + "/correction", "/corrections", maker=maker, evidence=evidence).status_code == 303
        assert self.ana.submit(self.club.path + "/parks/corrections", "/acceptance").status_code == 303
        for person in (self.ana, self.ben):
            here = dict(park=self.park.rpartition("/")[2], audience="club")
            assert person.post(self.club.path + "/today", csrf=person.csrf(), **here).status_code == 303
        self.meet_at_parks(here)
        self.rank(rides)

    def rank(self, rides):
        """Ana has ranked two rides and ridden a third. One of her wishes came true, and another did not."""
        other = self.ana.submit(self.park + "/rides/new", "/rides", name="Pier Swings").headers["location"]
        for ride in (rides[2], other):
            assert self.ana.submit(ride, "/wish").status_code == 303
        # This ride is closed, so only laps on past days can be saved.
        assert self.ana.submit(rides[2], "/days", day="2024-06-01", laps="1").status_code == 303
        for ride in rides[:2]:
            for person in (self.ana, self.cleo, self.zoe) if ride == self.ride else (self.ana,):
                assert person.submit(ride, "/rank").status_code == 303

    def meet_at_parks(self, here):
        """Cleo is in Ben's park, has Dora's home park, has ridden the same ride as Zoë, and writes a message about that ride."""
        assert self.cleo.post(self.club.path + "/today", csrf=self.cleo.csrf(), **here).status_code == 303
        for person in (self.cleo, self.dora):
            assert person.submit(self.park, "/home").status_code == 303
        for person in (self.cleo, self.zoe):
            assert person.submit(self.ride, "/laps").status_code == 303
        assert self.cleo.say(self.ride, "The back row, and " + "Unbreakable" * 12).status_code == 303
        self.ana_number = re.search(r"/follows/(\d+)/removal", self.cleo.get(self.ana.profile(self.club)).text)[1]
        self.ben_number = re.search(r"/follows/(\d+)/removal", self.ana.get(self.ben.profile(self.club)).text)[1]
        self.ride_line = re.search(f"{self.ride}/messages/\\d+", self.ana.get(self.ride).text)[0]

    def write_of_laps(self, rides):
        """Ana has laps on some days of 2024, and a note about a lap. Zoë has a photo that she could add to a lap."""
        for number, ride in enumerate(rides[:2] * 2):
            day = f"2024-0{5 + number}-0{4 + number}"
            assert self.ana.submit(ride, "/days", day=day, laps=str(12 - number)).status_code == 303
        self.lap_note = re.search(f"{self.ride}/laps/\\d+/note", self.ana.get(self.ride).text)[0]
        assert self.ana.submit(self.lap_note, "/note", note="The drop! " + "Unbreakable" * 12, seat="Row 7, left").status_code == 303
        assert self.zoe.submit(self.ride, "/laps").status_code == 303
        assert self.zoe.share(self.club, ("lap.gif", GREEN_DOT + b"\0\0"), audience="me", caption="A lap").status_code == 303
        self.zoes_note = re.search(f"{self.ride}/laps/\\d+/note", self.zoe.get(self.ride).text)[0]

    def share(self, picture, **words):
        answer = self.ben.share(self.club, ("dot.gif", picture), **words)
        assert answer.status_code == 303, answer.text
        return urlsplit(answer.headers["location"]).path

    def make_friends(self):
        """Ben is friends with Ana and Dora. Cleo wants to be friends with Ana."""
        self.dora = Member(self.ana.url, "Dora").register().join(self.club)
        Member(self.ana.url, "Finn").register().join(self.club).get(self.club.lobby)
        for friend in (self.ana, self.dora):
            self.ben.befriend(self.club, friend)
        self.cleo.follow(self.club, self.ana)
        self.ben.choose(self.club, about="I count laps, and " + "Unbreakable" * 12, about_for="friends")

    def write_messages(self):
        """Ana has messages from Ben and from Dora. Dora accepts no messages. Ben has not read Dora's message."""
        self.talk = self.ben.write(self.club, self.ana, "Have you seen the pier?")
        self.ben.send_photo(self.talk, GREEN_DOT)
        assert self.ana.say(self.talk, "Unbreakable" * 12).status_code == 303
        self.picture = re.search(rf"{self.club.path}/photos/\d+", self.ben.get(self.talk).text)[0]
        self.closed = self.dora.write(self.club, self.ana, "At the pier at 8? " * 10)
        self.dora.choose(self.club, messages_from="nobody")
        self.dora.write(self.club, self.ben, "Hello, Ben")

    def talk_about_photos(self):
        """Ben's photo, which is also his avatar, has likes and messages. Another photo is for friends and is reported."""
        for person in (self.ana, self.cleo):
            assert person.submit(self.photo, "/like").status_code == 303
            assert person.say(self.photo, "What a dot! " + "Unbreakable" * 12).status_code == 303
        self.comment = re.search(f"{self.photo}/messages/\\d+", self.ben.get(self.photo).text)[0]
        assert self.ben.submit(self.photo, "/avatar").status_code == 303
        self.for_friends = self.share(BLUE_DOT, audience="friends")
        assert self.dora.submit(self.for_friends + "/reports", "/reports", reason="spam").status_code == 303
        self.two_photos = ",".join(path.split("/")[-1] for path in (self.photo, self.for_friends))
        self.removed = self.share(GREEN_DOT, caption="Advertising")
        removal = self.removed.replace("/photos/", "/reports/photos/") + "/removal"
        assert self.ana.submit(removal, "/removal").status_code == 303
        self.photo_number = self.photo.removeprefix(self.club.path)

    def play_the_machine(self, variant, cells):
        answer = self.ana.submit(
            f"{self.club.path}/games/new", "/games", variant=variant, strength="strong", starts="from")
        assert answer.status_code == 303, answer.text
        game = re.search(r"/c/[\w-]+/games/\w+", answer.headers["location"])[0]
        for cell in cells:
            # The machine may have played in this cell.
            self.ana.move(game, cell)
        return game

    def challenge_a_third(self, third):
        known = {form.pressed["member"] for form in offers(self.ana, self.club.lobby, "/challenges")}
        third.join(self.club).get(self.club.lobby)
        new = wait_until(
            lambda: [form for form in offers(self.ana, self.club.lobby, "/challenges") if form.pressed["member"] not in known],
            "the lobby shows a third member")
        self.opponent = new[0].pressed["member"]
        assert self.ana.post(new[0].action, **new[0].pressed).status_code == 303


@dataclass
class View:
    """A page as one member sees it. With `ending`, it is the answer to a form on that page that was sent with `bad` input."""

    who: str
    path: str
    ending: str = ""
    bad: dict = field(default_factory=dict)

    def address(self, scene):
        return re.sub(r"\{([\w.]+)\}", lambda name: attribute(scene, name[1]), self.path)

    def person(self, scene):
        return attribute(scene, self.who)

    def html(self, scene):
        person, path = self.person(scene), self.address(scene)
        return person.submit(path, self.ending, **self.bad).text if self.ending else person.get(path).text

    def open(self, scene, page):
        if self.address(scene).endswith(FRAMES):
            page.route(f"**{self.address(scene)}", hold_still)
        page.goto(self.address(scene))
        if self.ending:
            page.evaluate("for (const form of document.forms) form.noValidate = true")
            for name, value in self.bad.items():
                entry = page.locator(f"form[action$='{self.ending}'] [name={name}]")
                if entry.evaluate("entry => entry.localName") == "select":
                    entry.select_option(value)
                else:
                    entry.fill(value)
            page.locator(f"form[action$='{self.ending}'] button:not([type=button])").first.click()
            page.locator("[aria-invalid=true], [role=alert]").first.wait_for()


FRAMES = ("/frame", "/board", "/messages")


def hold_still(route):
    """Removes the automatic refresh of a frame, because it would reload during a test. A frame is opened alone only in tests."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('http-equiv="refresh"', 'name="refresh"'))


def attribute(scene, dotted):
    for name in dotted.split("."):
        scene = getattr(scene, name)
    return scene


VIEWS = {
    "front page": View("visitor", "/"),
    "front page of a member": View("ana", "/"),
    "register": View("visitor", "/register"),
    "register by invitation": View("visitor", "/register?next={club.invitation}"),
    "register with errors": View("visitor", "/register", "/register",
                                 {"username": "a b", "email": "nowhere", "password": "short", "display_name": ""}),
    "login": View("visitor", "/login"),
    "login refused": View("visitor", "/login", "/login", {"login": "ana", "password": "not this one"}),
    "account": View("ana", "/account"),
    "display": View("ana", "/account/display"),
    "time zone": View("ana", "/account/time-zone"),
    "my picture": View("ana", "/account/picture"),
    "my picture after registering": View("ana", "/account/picture?fault=damaged&next=/clubs/new"),
    "another password": View("ben", "/account/password"),
    "another password refused": View("ben", "/account/password", "/account/password", {"password": "not this one", "new_password": "short"}),
    "another address": View("ben", "/account/email"),
    "password changed": View("ben", "/account?closed=2.1.1"),
    "second factor": View("ana", "/account/second-factor"),
    "second factor refused": View("ana", "/account/second-factor", "/account/second-factor", {"password": "not this one"}),
    "storage of an account": View("ana", "/account/storage"),
    "storage of an admin": View("ana", "{club.path}/storage"),
    "storage of a member": View("ben", "{club.path}/storage"),
    "sign out elsewhere": View("ben", "/account/sessions/revocation"),
    "sign out elsewhere refused": View("ben", "/account/sessions/revocation", "/account/sessions/revocation", {"password": "not this one"}),
    "password reset": View("visitor", "/login?closed=1.0.0"),
    "deleting an account": View("ben", "/account/deletion"),
    "deleting an account refused": View("ben", "/account/deletion", "/account/deletion", {"password": "not this one"}),
    "leaving a club": View("ana", "{club.path}/departure"),
    "new club": View("ana", "/clubs/new"),
    "new club with errors": View("ana", "/clubs/new", "/clubs/new", {"name": "", "slug": "No Spaces!"}),
    "club as a visitor": View("visitor", "{club.path}/"),
    "club as a member": View("ana", "{club.path}/"),
    "members": View("ana", "{club.path}/members"),
    "join, signed out": View("visitor", "{club.invitation}"),
    "join, signed in": View("ben", "{alone.invitation}"),
    "empty lobby": View("cleo", "{alone.lobby}"),
    "lobby": View("ana", "{club.lobby}"),
    "lobby frame": View("ana", "{club.lobby}/frame"),
    "my turn": View("first", "{game}"),
    "their turn": View("second", "{game}"),
    "watched game": View("cleo", "{game}"),
    "won game": View("ana", "{won}"),
    "lost game": View("ben", "{won}"),
    "drawn game": View("ana", "{drawn}"),
    "resigned game": View("ana", "{resigned}"),
    "challenge": View("ben", "{club.path}/challenges/new?member={opponent}"),
    "new game": View("ana", "{club.path}/games/new"),
    "declining": View("cleo", "{club.path}/challenges/{challenge}/decline"),
    "machine's board": View("ana", "{small}"),
    "large board": View("ana", "{large}"),
    "past of a large board": View("ana", "{large}?ply=3"),
    "past of a game": View("ben", "{won}?ply=0"),
    "leaderboard": View("ben", "{club.path}/leaderboards/tic-chat-toe"),
    "empty leaderboard": View("cleo", "{alone.path}/leaderboards/tic-chat-toe?variant=5x5&games=20"),
    "invitation to play": View("visitor", "{to_play}"),
    "invitation to play, as a member": View("ana", "{to_play}"),
    "last 30 days": View("ana", "{club.path}/leaderboards/tic-chat-toe?period=30"),
    "lobby's messages frame": View("ana", "{club.lobby}/messages"),
    "message, reported": View("ana", "{message}"),
    "message": View("cleo", "{message}"),
    "reports": View("ana", "{club.path}/reports"),
    "no reports": View("cleo", "{alone.path}/reports"),
    "new link": View("ana", "{club.path}/invitation"),
    "club settings": View("ana", "{club.path}/settings"),
    "club parts": View("ana", "{club.path}/parts"),
    "club settings with errors": View("ana", "{club.path}/settings", "/settings", {"name": ""}),
    "profile": View("cleo", "{club.path}/members/{ben.username}"),
    "my profile": View("ana", "{club.path}/members/{ana.username}"),
    "profile form": View("ana", "{club.path}/profile"),
    "profile form with errors": View("ana", "{club.path}/profile", "profile", {"display_name": ""}),
    "photos": View("ana", "{club.path}/photos"),
    "no photos": View("cleo", "{alone.path}/photos"),
    "photo": View("cleo", "{photo}"),
    "my photo": View("ben", "{photo}"),
    "photo to remove": View("ana", "{club.path}/reports{photo_number}/removal"),
    "photo to delete": View("ben", "{photo}/removal"),
    "my photo, removed": View("ben", "{removed}"),
    "what was removed": View("ana", "{club.path}/removals"),
    "nothing removed": View("cleo", "{alone.path}/removals"),
    "photos to select": View("ben", "{club.path}/photos/selection"),
    "photos to select, none chosen": View("ben", "{club.path}/photos/selection", "/photos/selection"),
    "no photos to select": View("cleo", "{alone.path}/photos/selection"),
    "photos to delete": View("ben", "{club.path}/photos/selection/removal?photos={two_photos}"),
    "photo for friends": View("ana", "{for_friends}"),
    "photos of friends": View("ana", "{club.path}/photos?from=friends"),
    "no photos of friends": View("cleo", "{club.path}/photos?from=friends"),
    "photos of a member": View("cleo", "{club.path}/photos?of={ben.username}"),
    "who likes a photo": View("ben", "{photo}/likes"),
    "nobody likes a photo": View("ana", "{for_friends}/likes"),
    "what is said under my photo": View("ben", "{comment}"),
    "photo of a member": View("ana", "{photo}?of={ben.username}"),
    "photo report": View("cleo", "{photo}/reports"),
    "photo, reported": View("dora", "{for_friends}/reports"),
    "talk about a photo, earlier": View("ana", "{photo}/messages?before=999999"),
    "friends": View("ana", "{club.path}/friends"),
    "friends, one not yet": View("cleo", "{club.path}/friends"),
    "no friends": View("cleo", "{alone.path}/friends"),
    "friends of a member": View("cleo", "{club.path}/members/{ben.username}/friends"),
    "friend": View("ana", "{club.path}/members/{ben.username}"),
    "would be a friend": View("ana", "{club.path}/members/{cleo.username}"),
    "inbox": View("ana", "{club.path}/messages"),
    "inbox, one unread": View("ben", "{club.path}/messages"),
    "empty inbox": View("cleo", "{alone.path}/messages"),
    "conversation": View("ana", "{talk}"),
    "conversation's messages frame": View("ana", "{talk}/messages"),
    "closed conversation": View("ana", "{closed}"),
    "photo of a conversation": View("ana", "{picture}"),
    "messages found": View("ana", "{club.path}/messages?q=pier"),
    "no messages found": View("ana", "{club.path}/messages?q=Zeppelin"),
    "notices": View("ben", "{club.path}/notices"),
    "no notices": View("cleo", "{alone.path}/notices"),
    "what to tell": View("ben", "{club.path}/notices/settings"),
    "parks": View("ana", "{club.path}/parks"),
    "no parks": View("cleo", "{alone.path}/parks"),
    "rides found": View("ben", "{club.path}/parks?q=undertov"),
    "what counts": View("ana", "{club.path}/rides/counting"),
    "what counts for a member": View("ben", "{club.path}/rides/counting"),
    "a log from a file": View("ben", "{club.path}/rides/lap-import"),
    "riders of a month": View("ana", "{club.path}/rides/leaderboard?by=laps&period=2024-05&of=friends"),
    "riders by parks": View("ana", "{club.path}/rides/leaderboard?by=parks"),
    "rides narrowed": View("ben", "{club.path}/parks?country=Ireland&height=20&ridden=no"),
    "rides narrowed to none": View("ben", "{club.path}/parks?kind=dark&maker=Nobody"),
    "rides narrowed with errors": View("ben", "{club.path}/parks?height=high"),
    "no rides found": View("ben", "{club.path}/parks?q=Zeppelin"),
    "park": View("ana", "{park}"),
    "ride": View("ana", "{ride}"),
    "photos of a ride": View("ana", "{ride_photos}"),
    "photo of a ride": View("ben", "{ride_photo}"),
    "ride, not ridden": View("ben", "{ride}"),
    "new park": View("ana", "{club.path}/parks/new"),
    "new park with errors": View("ana", "{club.path}/parks/new", "/parks", {"name": "", "opened": "long ago"}),
    "park form": View("ana", "{park}/edit"),
    "correction of a ride": View("ben", "{ride}/correction"),
    "correction of a ride with errors": View("ben", "{ride}/correction", "/corrections", {"height": "high"}),
    "correction of a park": View("ben", "{park}/correction"),
    "corrections": View("ana", "{club.path}/parks/corrections"),
    "history of a ride": View("ben", "{ride}/history"),
    "history of a park": View("ben", "{park}/history"),
    "map": View("ana", "{club.path}/parks/map"),
    "map of a region": View("ben", "{club.path}/parks/map?region=europe"),
    "people to meet": View("cleo", "{club.path}/parks/people"),
    "people to meet, one asked": View("cleo", "{club.path}/parks/people?asked={ana_number}"),
    "nobody to meet": View("cleo", "{alone.path}/parks/people"),
    "my home park": View("cleo", "{park}"),
    "profile with a home park": View("ana", "{club.path}/members/{dora.username}"),
    "ride's messages frame": View("ana", "{ride}/messages"),
    "talk about a ride, earlier": View("ana", "{ride}/messages?before=999999"),
    "what is said about a ride": View("ana", "{ride_line}"),
    "new ride": View("ana", "{park}/rides/new"),
    "ride form": View("ana", "{ride}/edit"),
    "ride form with errors": View("ana", "{park}/rides/new", "/rides", {"name": "", "height": "high"}),
    "my park today": View("ana", "{club.path}/today"),
    "no park today": View("zoe", "{club.path}/today"),
    "no parks to choose from": View("cleo", "{alone.path}/today"),
    "parks from a file": View("ana", "{club.path}/parks/import"),
    "no reception": View("visitor", "/offline"),
    "my badges": View("ana", "{club.path}/members/{ana.username}/badges"),
    "badges of a member": View("ana", "{club.path}/members/{ben.username}/badges"),
    "no badges": View("cleo", "{alone.path}/members/{cleo.username}/badges"),
    "a new badge": View("ana", "{ride}?badges=laps-1,rides-5"),
    "my rides": View("ana", "{club.path}/laps/{ana.username}"),
    "rides of a member": View("ben", "{club.path}/laps/{ana.username}"),
    "popular rides": View("ben", "{club.path}/rides/popular"),
    "note on a lap": View("ana", "{lap_note}"),
    "note on a lap, with a photo": View("zoe", "{zoes_note}"),
    "recap of a year": View("ben", "{club.path}/laps/{ana.username}/recap?year=2024"),
    "my recap of a year": View("ana", "{club.path}/laps/{ana.username}/recap?year=2024"),
    "recap of a day": View("ben", "{club.path}/laps/{ana.username}/recap?day=2024-05-04"),
    "recap of nothing": View("ana", "{club.path}/laps/{ben.username}/recap?year=1999"),
    "rides of two": View("ben", "{club.path}/laps/{ana.username}/comparison"),
    "riders": View("ben", "{club.path}/rides/leaderboard"),
    "rides by their mean rank": View("ben", "{club.path}/rides/popular?by=mean"),
    "my ranking": View("ana", "{club.path}/laps/{ana.username}/ranking"),
    "ranking of a member": View("ben", "{club.path}/laps/{ana.username}/ranking"),
    "nothing ranked": View("cleo", "{alone.path}/laps/{cleo.username}/ranking"),
    "my wishes": View("ana", "{club.path}/laps/{ana.username}/wishes"),
    "wishes of a member": View("ben", "{club.path}/laps/{ana.username}/wishes"),
    "no wishes": View("cleo", "{alone.path}/laps/{cleo.username}/wishes"),
    "no rides": View("ana", "{club.path}/laps/{ben.username}"),
    "blocking somebody": View("cleo", "{club.path}/members/{ben.username}/block"),
    "blocking a friend": View("ana", "{club.path}/members/{ben.username}/block"),
    "nobody blocked": View("ana", "{club.path}/blocks"),
    "blocked people": View("zoe", "{club.path}/blocks"),
    "riddles": View("ana", "{club.path}/riddles"),
    "riddles received": View("ana", "{club.path}/riddles?list=received"),
    "riddles sent": View("ana", "{club.path}/riddles?list=sent"),
    "riddles for all": View("ben", "{club.path}/riddles?list=all"),
    "riddles done": View("ben", "{club.path}/riddles?list=done"),
    "no riddles": View("cleo", "{alone.path}/riddles?list=received"),
    "riddle to solve": View("ana", "{to_solve}"),
    "riddle to solve, refused": View("ana", "{to_solve}", "/answers", {"text": ""}),
    "riddle to judge": View("ana", "{to_judge}"),
    "riddle, waiting": View("ben", "{to_judge}"),
    "riddle, solved": View("ana", "{solved}"),
    "riddle for all": View("ana", "{for_all}"),
    "my riddle for all": View("cleo", "{for_all}"),
    "my riddle with a link": View("ana", "{by_link}"),
    "riddle by a link, signed out": View("visitor", "{riddle_link}"),
    "riddle by a link": View("ben", "{riddle_link}"),
    "riddle, disputed": View("ana", "{disputed}"),
    "my riddle, disputed": View("ben", "{disputed}"),
    "vote on a riddle": View("cleo", "{to_vote}"),
    "practice": View("ana", "{club.path}/practice"),
    "practice, new": View("ben", "{club.path}/practice"),
    "word, new": View("ben", "{club.path}/practice/wordley"),
    "word": View("ana", "{club.path}/practice/wordley"),
    "word, refused": View("ana", "{club.path}/practice/wordley", "/guesses", {"guess": "zz"}),
    "word, over": View("cleo", "{club.path}/practice/wordley"),
    "word of the day": View("ana", "{club.path}/practice/wordley/day"),
    "word of the day, new": View("ben", "{club.path}/practice/wordley/day"),
    "puzzle, new": View("ben", "{club.path}/practice/slideit"),
    "puzzle": View("ana", "{club.path}/practice/slideit"),
    "puzzle, over": View("cleo", "{club.path}/practice/slideit"),
    "practised": View("cleo", "{club.path}/practice/history"),
    "practised, nothing": View("ben", "{club.path}/practice/history"),
    "my day": View("ana", "{club.path}/practice/tasks"),
    "my day, nothing": View("ben", "{club.path}/practice/tasks"),
    "new task": View("ben", "{club.path}/practice/tasks/new"),
    "new task with errors": View("ben", "{club.path}/practice/tasks/new", "/practice/tasks", {"title": ""}),
    "task": View("ana", "{task}"),
    "badges of practice": View("cleo", "{club.path}/practice/badges"),
    "badges of practice, none": View("ben", "{club.path}/practice/badges"),
    "practice begins anew": View("cleo", "{club.path}/practice/reset"),
    "who sees practice": View("ana", "{club.path}/practice/sharing"),
    "link with errors": View("ben", "{club.path}/practice/sharing", "/practice/links", {"label": ""}),
    "practice by a link": View("visitor", "{practice_link}"),
    "practice leaderboard": View("ben", "{club.path}/practice/leaderboard"),
    "words of the club": View("ana", "{club.path}/practice/words"),
    "words of the club, refused": View("ana", "{club.path}/practice/words", "/practice/words", {"words": "no"}),
    "keys and switches": View("ana", "{club.path}/practice/settings"),
    "my games": View("ana", "{club.path}/library"),
    "my games, nothing": View("ben", "{club.path}/library"),
    "games of another": View("ben", "{club.path}/library/players/{cleo.username}?list=finished"),
    "my games as covers": View("ana", "{club.path}/library?view=covers"),
    "my games as a table": View("ana", "{club.path}/library?view=table"),
    "my games in order": View("ana", "{club.path}/library/order?list=plays"),
    "shelf": View("ana", "{shelf}"),
    "shelf of another": View("ben", "{shelf}"),
    "new shelf": View("ben", "{club.path}/library/shelves/new"),
    "new shelf with errors": View("ben", "{club.path}/library/shelves/new", "/library/shelves", {"name": ""}),
    "change a shelf": View("ana", "{shelf}/edit"),
    "find a game": View("ben", "{club.path}/library/search?q=lighthouse"),
    "find a game, nothing": View("ben", "{club.path}/library/search?q=zzzzzz&platform=PC"),
    "play together": View("ana", "{club.path}/library/together"),
    "play together, found": View("ana", "{club.path}/library/together?with={ben.username},{cleo.username}&pick=1"),
    "play together, nothing": View("ben", "{club.path}/library/together?with={ana.username}&platform=Amiga"),
    "play together with nobody": View("ben", "{club.path}/library/together?with=nobody-here"),
    "leaderboard of games": View("ben", "{club.path}/library/leaderboard?by=reviews"),
    "a club's month in games": View("ben", "{club.path}/library/month"),
    "a month without games": View("ben", "{club.path}/library/month?month=2001-02"),
    "games from a file": View("ben", "{club.path}/library/import"),
    "games from a file, waiting": View("ana", "{club.path}/library/import"),
    "games from a file, columns": View("ana", "{club.path}/library/import/columns"),
    "games from a file, no column": View("ana", "{club.path}/library/import/columns", "/library/import/columns", {"name": ""}),
    "games from a file, looked at": View("ana", "{club.path}/library/import/preview"),
    "players of games": View("ana", "{club.path}/library/players"),
    "players of games, nobody": View("zoe", "{club.path}/library/players"),
    "games in common": View("ben", "{club.path}/library/players/{ana.username}/common"),
    "names on platforms": View("ben", "{club.path}/library/names"),
    "names on platforms with errors": View("ben", "{club.path}/library/names", "/library/names", {"platform": "", "name": ""}),
    "evenings": View("ben", "{club.path}/library/evenings"),
    "plan an evening": View("ben", "{club.path}/library/evenings/new?with={ana.username}"),
    "plan an evening with errors": View("ben", "{club.path}/library/evenings/new?with={ana.username}", "/library/evenings", {"day": "soon"}),
    "evening": View("ben", "{evening}"),
    "evening, mine": View("ana", "{evening}"),
    "video game": View("ana", "{video_game}"),
    "video game, not mine": View("ben", "{video_game}"),
    "video game, refused": View("ana", "{video_game}", "/entry", {"hours": "many"}),
    "new video game": View("ben", "{club.path}/library/games/new"),
    "new video game with errors": View("ben", "{club.path}/library/games/new", "/library/games", {"name": "", "released": "soon"}),
    "change a video game": View("ana", "{video_game}/edit"),
    "new riddle": View("ana", "{club.path}/riddles/new"),
    "new riddle with errors": View("ana", "{club.path}/riddles/new", "/riddles", {"emoji": "abc", "solution": ""}),
    "new riddle to somebody": View("ana", "{club.path}/riddles/new?to={ben.username}"),
    "how riddles work": View("ana", "{club.path}/riddles/how"),
    "riddle's messages frame": View("ana", "{solved}/messages"),
    "talk about a riddle, earlier": View("ana", "{solved}/messages?before=999999"),
    "what is said about a riddle": View("ben", "{riddle_line}"),
    "leaderboard of riddles": View("ben", "{club.path}/riddles/leaderboard"),
    "resignation": View("first", "{game}/resignation"),
    "board frame": View("first", "{game}/board"),
    "still messages frame": View("first", "{game}/messages?still=1"),
    "messages frame": View("first", "{game}/messages"),
    "not found": View("ana", "/c/nowhere/"),
}
