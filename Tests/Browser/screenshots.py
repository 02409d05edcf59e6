"""Takes screenshots of pages: python Tests/Browser/screenshots.py OUT [PAGE…]. scene.py has the names of the pages."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from pages import DESKTOP, PHONE, launch
from processes import Server
from scene import VIEWS, Scene

CHOSEN = [
    "front page", "front page of a member", "register", "register with errors", "login", "account", "new club", "club as a visitor",
    "club as a member", "members", "join, signed out", "empty lobby", "lobby", "my turn", "won game", "lost game", "drawn game",
    "resignation", "not found", "profile", "photos", "photo", "friends", "inbox", "conversation", "notices", "reports", "display",
]


def take(scene, browser, name, folder):
    view = VIEWS[name]
    person = view.person(scene)
    for look in ("light", "dark"):
        for size in (PHONE, DESKTOP):
            context = browser.new_context(base_url=person.url, viewport=size, color_scheme=look, reduced_motion="reduce",
                                          service_workers="block")
            context.add_cookies(person.cookies())
            page = context.new_page()
            view.open(scene, page)
            file = f"{name.replace(', ', ' ').replace(' ', '-')}-{size['width']}-{look}.png"
            # As tall as the page, so that sticky elements are at the bottom of the picture.
            height = max(size["height"], page.evaluate("document.documentElement.scrollHeight"))
            page.set_viewport_size({"width": size["width"], "height": height})
            page.screenshot(path=folder / file)
            context.close()


def main(folder, names):
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        server = Server(Path(temporary) / "server").start()
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright)
                scene = Scene(server.url)
                for name in names:
                    take(scene, browser, name, folder)
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    names = sys.argv[2:] or CHOSEN
    if len(sys.argv) < 2 or sys.argv[1].startswith("-") or not set(names) <= set(VIEWS):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), names)
