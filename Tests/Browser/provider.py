"""A program that others wrote to let people sign in: oidc-provider-mock, in a process and on a port of its own."""

import subprocess
import sys
import urllib.parse

import httpx

from processes import answer, clean_environment, free_port, wait_until


class Provider:
    """Its people sign in by a name alone; a name that it does not know makes somebody new, whose e-mail address the name is.

    The issuer is `localhost`, as Boardwalk is 127.0.0.1 here: to a browser, another site.
    """

    def __init__(self, folder, name="mock", label="Mock"):
        self.name, self.label, self.log = name, label, folder / f"provider-{name}.log"
        self.port, self.process = free_port(), None
        self.url = f"http://localhost:{self.port}"

    @property
    def settings(self):
        """What an instance that lets people sign in with it is told."""
        prefix = f"BOARDWALK_OIDC_{self.name.upper()}"
        return {f"{prefix}_ISSUER": self.url, f"{prefix}_CLIENT_ID": "boardwalk", f"{prefix}_CLIENT_SECRET": "provider-secret",
                f"{prefix}_LABEL": self.label}

    def start(self):
        command = [sys.executable, "-m", "oidc_provider_mock", "--host", "127.0.0.1", "--port", str(self.port), "--require-nonce", "true"]
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(command, env=clean_environment(NO_COLOR="1"), stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            wait_until(self.is_up, "the provider is up")
        except BaseException:
            self.stop()
            raise
        return self

    def is_up(self):
        assert self.process.poll() is None, self.log.read_text()
        return answer(f"{self.url}/.well-known/openid-configuration") == 200

    def stop(self):
        """It is away until it is started again, with other keys and without its people."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)

    def add(self, subject, **claims):
        """Makes a person, or changes one: add("ana", email="ana@example.org", email_verified=True, name="Ana").

        `auth_time`, in seconds since 1970, is when they last signed in there; without it, it is always now.
        """
        httpx.put(f"{self.url}/users/{urllib.parse.quote(subject, safe='')}", json=claims).raise_for_status()
        return subject

    def sign_in(self, page, subject):
        """Says yes on the provider's page."""
        page.wait_for_url(f"{self.url}/**")
        page.get_by_placeholder("sub").fill(subject)
        page.get_by_role("button", name="Authorize", exact=True).click()

    def say_no(self, page):
        """Sends the browser back with `access_denied`; it leaves out the state, which RFC 6749 asks for, so nobody can tell to whom."""
        page.wait_for_url(f"{self.url}/**")
        page.get_by_role("button", name="Deny", exact=True).click()
