"""Runs oidc-provider-mock, an OpenID Connect provider by other authors, in its own process and on its own port."""

import subprocess
import sys
import urllib.parse

import httpx

from processes import answer, clean_environment, free_port, wait_until


class Provider:
    """Users sign in with a name only. An unknown name creates a user with the name as e-mail address.

    The issuer is `localhost`, because Boardwalk is 127.0.0.1 here. For a browser these are different sites.
    """

    def __init__(self, folder, name="mock", label="Mock"):
        self.name, self.label, self.log = name, label, folder / f"provider-{name}.log"
        self.port, self.process = free_port(), None
        self.url = f"http://localhost:{self.port}"

    @property
    def settings(self):
        """Returns the settings of an instance that offers this provider for sign-in."""
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
        """Stops the provider. After the next start it has other keys and no users."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)

    def add(self, subject, **claims):
        """Adds or changes a user: add("ana", email="ana@example.org", email_verified=True, name="Ana").

        `auth_time` is the time of the user's last sign-in at the provider, in seconds since 1970. Without it, the time is always now.
        """
        httpx.put(f"{self.url}/users/{urllib.parse.quote(subject, safe='')}", json=claims).raise_for_status()
        return subject

    def sign_in(self, page, subject):
        """Signs in and agrees on the provider's page."""
        page.wait_for_url(f"{self.url}/**")
        page.get_by_placeholder("sub").fill(subject)
        page.get_by_role("button", name="Authorize", exact=True).click()

    def say_no(self, page):
        """Sends the browser back with `access_denied`. Against RFC 6749 there is no state, so Boardwalk cannot tell which sign-in it is."""
        page.wait_for_url(f"{self.url}/**")
        page.get_by_role("button", name="Deny", exact=True).click()
