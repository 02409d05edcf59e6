"""Firefox and WebKitGTK, each driven by what its makers drive it with: Marionette, and a WebDriver."""

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
# As WebDriver has it (section 17.4.2).
ENTER = "\ue007"
# What is found by its words must be seen: `innerText` leaves out what is not, but not what a closed fold has.
FIND = """
const [selector, words] = arguments;
const isSeen = (place) => place.getClientRects().length > 0;
return [...document.querySelectorAll(selector)].find((place) => isSeen(place) && (place.innerText ?? "").includes(words)) ?? null;
"""
WORDS = "return document.body.innerText.slice(0, 1000);"


class Firefox:
    """What it says goes into a file in `folder`."""

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
    """On a screen of its own, which nobody sees: WebKitGTK has no other way."""

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
        # Files are on this machine: nothing has to bring them to the driver.
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
    """The one tab of an engine, in words of a person who uses it."""

    def __init__(self, engine, url):
        self.engine, self.url = engine, url

    def open(self, path, member=None):
        """Opens a page, for a visitor, or for a member."""
        if member:
            self.sign_out()
            for cookie in member.cookies():
                self.engine.sign_in({"name": cookie["name"], "value": cookie["value"], "path": "/"})
        self.engine.goto(self.url + path)
        self.expect_scripts()

    def sign_out(self):
        """Deletes the cookies of the site. Drivers delete and set those of the page that is open, so it has to be one of the site."""
        page = self.url + "/healthz"
        self.engine.goto(page)
        until(lambda: self.address == page, f"{page} is open")
        self.engine.sign_out()
        until(lambda: not self.engine.cookies, "there is no cookie")

    def until(self, condition, what):
        """Waits for a condition. Its failure tells what the page says."""
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
            # A driver may report that a press failed, although it has led to another page.
            if tried_at and self.address != tried_at:
                return True
            if found := self.engine.run(FIND, selector, words):
                tried_at = self.address
                # It may be drawn anew before it is pressed. Then the press fails, and is repeated.
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
        """The page's scripts have run to their end: each leaves the modules there are by then, the second one more than the first's 13."""
        self.expect_true("""
            const scripts = document.querySelectorAll("script[type=module]").length;
            return Object.keys(globalThis.boardwalk ?? {}).length > [-1, 5, 20][scripts];
        """)

    @property
    def address(self):
        return self.engine.address


def until(condition, what, seconds=60):
    """Waits until it gives something, and does not fail."""
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
