"""Runs nginx with deploy/nginx.conf, where only ports and paths are changed, and members who connect through it."""

import itertools
import os
import re
import shutil
import socket
import subprocess

import httpx

from members import Member
from processes import ROOT, Server, end, free_port, wait_until

PROGRAM = shutil.which("nginx") or "/usr/sbin/nginx"
addresses = (f"127.0.{third}.{fourth}" for third in itertools.count(1) for fourth in range(1, 255))


class Nginx:
    def __init__(self, folder):
        self.folder, self.plain, self.secure, self.process = folder, free_port(), free_port(), None
        self.url = f"https://127.0.0.1:{self.secure}"
        # The settings of an instance behind nginx.
        self.settings = {"BOARDWALK_BASE_URL": self.url, "BOARDWALK_TRUSTED_PROXIES": "127.0.0.1"}

    def start(self, servers, changes=None):
        """Starts nginx in front of two servers. `changes` are more replacements in its configuration."""
        first, second = servers
        (self.folder / "site.conf").write_text(self.site({
            "listen 80;": f"listen 127.0.0.1:{self.plain};", "listen 443 ": f"listen 127.0.0.1:{self.secure} ",
            "127.0.0.1:8081": f"127.0.0.1:{first.port}", "127.0.0.1:8082": f"127.0.0.1:{second.port}",
            "/var/cache/boardwalk-nginx": f"{self.folder}/cache", "/var/log/nginx": str(self.folder), "/var/www/html": str(self.folder / "www"),
            "/etc/nginx/boardwalk-error-pages": str(ROOT / "deploy/error-pages"),
            "/etc/letsencrypt/live/clubs.example": str(self.folder),
        } | (changes or {})))
        (self.folder / "nginx.conf").write_text(f"""
            pid {self.folder}/nginx.pid; error_log {self.folder}/error.log; events {{}}
            {"user root;" if os.geteuid() == 0 else ""}
            http {{ access_log {self.folder}/other.log; {self.temporary_folders()} include {self.folder}/site.conf; }}
        """)
        self.make_certificate()
        command = [PROGRAM, "-p", self.folder, "-c", self.folder / "nginx.conf", "-g", "daemon off;"]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        wait_until(self.answers, "nginx is up")
        return self

    def stop(self):
        if self.process:
            end(self.process)

    def answers(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.secure)) == 0

    def errors(self):
        return (self.folder / "error.log").read_text()

    @staticmethod
    def site(changes):
        site = (ROOT / "deploy/nginx.conf").read_text()
        site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.MULTILINE)
        for old, new in changes.items():
            assert old in site, old
            site = site.replace(old, new)
        return site

    def temporary_folders(self):
        """Returns the settings of temporary folders, because Debian's folders belong to root."""
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        return " ".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in kinds)

    def make_certificate(self):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=clubs.example", "-days", "2",
             "-keyout", self.folder / "privkey.pem", "-out", self.folder / "fullchain.pem"], check=True, capture_output=True)


class Guest(Member):
    """A visitor who connects through nginx from their own IP address, because nginx limits the requests of each address."""

    def __init__(self, url, name="Ana", address=None):
        super().__init__(url, name)
        self.http.close()
        self.address = address or next(addresses)
        self.http = through(url, self.address, {"Origin": url, "Accept": "text/html"})


def through(url, address, headers):
    """Returns a client with a local IP address. It does not verify nginx's certificate, which is self-signed."""
    transport = httpx.HTTPTransport(verify=False, local_address=address)
    return httpx.Client(base_url=url, headers=headers, timeout=120, transport=transport)


class Site:
    """Two instances behind nginx."""

    def __init__(self, folder, database, **settings):
        self.nginx = Nginx(folder)
        self.servers = [Server(folder / name, **(database.settings | self.nginx.settings | settings)) for name in ("first", "second")]
        self.url = self.nginx.url

    def start(self, changes=None):
        try:
            for server in self.servers:
                server.start()
            self.nginx.start(self.servers, changes)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self):
        self.nginx.stop()
        for server in self.servers:
            server.stop()

    def guest(self, name="Ana", address=None):
        return Guest(self.url, name, address)

    def pair(self):
        """Returns a private club and its two members."""
        ana, ben = self.guest("Ana").register(), self.guest("Ben").register()
        club = ana.create_club()
        ben.join(club)
        return club, ana, ben
