"""Drives Firefox with Marionette, and WebKitGTK with WebDriver, as their developers do."""

import contextlib
import os
import shutil
import socket
import subprocess
import time

from marionette_driver.errors import MarionetteException
from marionette_driver.marionette import Marionette
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.file_detector import UselessFileDetector

from processes import end, free_port

SIZE = (480, 860)
# The code of the Enter key (WebDriver, section 17.4.2).
ENTER = "\ue007"
# Finds a visible element by its text. `innerText` leaves out invisible text, but not the text in a closed <details> element.
FIND = """
const [selector, words] = arguments;
const isSeen = (place) => place.getClientRects().length > 0;
return [...document.querySelectorAll(selector)].find((place) => isSeen(place) && (place.innerText ?? "").includes(words)) ?? null;
"""
WORDS = "return document.body.innerText.slice(0, 1000);"


class Firefox:
    """Firefox, which writes its log into a file in `folder`."""

    def __init__(self, folder):
        self.driver = Marionette(
            bin=shutil.which("firefox-esr") or "firefox-esr", headless=True, port=free_port(), startup_timeout=60, gecko_log=str(folder))
        self.driver.start_session()
        self.driver.set_window_rect(width=SIZE[0], height=SIZE[1])

    def goto(self, address):
        self.driver.navigate(address)

    @property
    def address(self):
        return self.driver.get_url()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, script_args=arguments, sandbox=None)

    def sign_in(self, cookie):
        self.driver.add_cookie(cookie)

    def sign_out(self):
        self.driver.delete_all_cookies()

    @property
    def cookies(self):
        return self.driver.get_cookies()

    def quit(self):
        self.driver.quit()


class WebKit:
    """WebKitGTK on a virtual screen, because it has no headless mode."""

    def __init__(self, folder):
        number = next(number for number in range(90, 200) if not os.path.exists(f"/tmp/.X11-unix/X{number}"))
        self.screen = subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], stderr=subprocess.DEVNULL)
        until(lambda: os.path.exists(f"/tmp/.X11-unix/X{number}"), "the screen is there")
        port = free_port()
        environment = os.environ | {"DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        with open(folder / "driver.log", "wb") as log:
            self.program = subprocess.Popen(
                ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"], env=environment, stdout=log, stderr=log)
        until(lambda: is_listening(port), "the driver listens")
        options = ArgOptions()
        options.set_capability("browserName", "MiniBrowser")
        self.driver = webdriver.Remote(f"http://127.0.0.1:{port}", options=options)
        # Files are already on this machine, so the client need not upload them to the driver.
        self.driver.file_detector = UselessFileDetector()
        self.driver.set_window_size(*SIZE)

    def goto(self, address):
        self.driver.get(address)

    @property
    def address(self):
        return self.driver.current_url

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def sign_in(self, cookie):
        self.driver.add_cookie(cookie)

    def sign_out(self):
        self.driver.delete_all_cookies()

    @property
    def cookies(self):
        return self.driver.get_cookies()

    def quit(self):
        with contextlib.suppress(WebDriverException):
            self.driver.quit()
        for process in (self.program, self.screen):
            end(process)


class Tab:
    """The only tab of an engine. Its methods are named after the actions of a user."""

    def __init__(self, engine, url):
        self.engine, self.url = engine, url

    def open(self, path, member=None):
        """Opens a page. With `member`, it signs the member in first."""
        if member:
            self.sign_out()
            for cookie in member.cookies():
                self.engine.sign_in({"name": cookie["name"], "value": cookie["value"], "path": "/"})
        self.engine.goto(self.url + path)
        self.expect_scripts()

    def sign_out(self):
        """Deletes the cookies of the site. Drivers only change the cookies of the open page, so it opens a page of the site."""
        page = self.url + "/healthz"
        self.engine.goto(page)
        until(lambda: self.address == page, f"{page} is open")
        self.engine.sign_out()
        until(lambda: not self.engine.cookies, "there is no cookie")

    def until(self, condition, what):
        """Waits for a condition. If it fails, the error has the text of the page."""
        try:
            return until(condition, what)
        except AssertionError as error:
            raise AssertionError(f"{error}. The page at {self.address}: {self.engine.run(WORDS)}") from None

    def find(self, selector, words=""):
        return self.until(lambda: self.engine.run(FIND, selector, words), f"{selector} with \"{words}\" at {self.address}")

    def press(self, selector, words=""):
        tried_at = None

        def is_pressed():
            nonlocal tried_at
            # A driver may report that a click failed, although it opened another page.
            if tried_at and self.address != tried_at:
                return True
            if found := self.engine.run(FIND, selector, words):
                tried_at = self.address
                # The page may replace the element before the click. Then the click fails, and is repeated.
                found.click()
            return found

        self.until(is_pressed, f"{selector} with \"{words}\" is pressed, first at {self.address}")

    def write(self, selector, text):
        self.find(selector).send_keys(text)

    def expect(self, words, selector="main"):
        self.find(selector, words)

    def expect_true(self, script, *arguments):
        self.until(lambda: self.engine.run(script, *arguments), f"{script} at {self.address}")

    def expect_scripts(self):
        """Waits until all scripts of the page have run. The first script registers 13 modules, the second one more."""
        self.expect_true("""
            const scripts = document.querySelectorAll("script[type=module]").length;
            return Object.keys(globalThis.boardwalk ?? {}).length > [-1, 5, 20][scripts];
        """)

    @property
    def address(self):
        return self.engine.address


def until(condition, what, seconds=60):
    """Waits until `condition` returns a true value, and returns that value. It ignores errors of the drivers."""
    end, failure = time.monotonic() + seconds, None
    while time.monotonic() < end:
        try:
            if found := condition():
                return found
        except (WebDriverException, MarionetteException) as error:
            failure = error
        time.sleep(0.05)
    raise AssertionError(f"in {seconds} seconds it was never so: {what}" + (f" ({failure})" if failure else ""))


def is_listening(port):
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0
