"""deploy/nginx.conf, as it stands but for its ports and paths, before an instance. Needs nginx and openssl; skipped without them."""

import os
import re
import shutil
import socket
import subprocess
import zlib

import httpx
import pytest

from processes import ROOT, free_port, wait_until

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")

pytestmark = pytest.mark.skipif(not (NGINX and shutil.which("openssl")), reason="no nginx here")


@pytest.fixture(scope="module")
def nginx(server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("nginx")
    plain, secure = free_port(), free_port()
    site = (ROOT / "deploy/nginx.conf").read_text()
    site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.MULTILINE)
    for old, new in {
        "listen 80;": f"listen 127.0.0.1:{plain};", "listen 443 ": f"listen 127.0.0.1:{secure} ", "127.0.0.1:8081": f"127.0.0.1:{server.port}",
        "/var/cache/nginx/boardwalk": f"{folder}/cache", "/etc/letsencrypt/live/clubs.example": str(folder),
    }.items():
        assert old in site, old
        site = site.replace(old, new)
    site = re.sub(r"^ *server 127.0.0.1:8082.*\n", "", site, flags=re.MULTILINE)
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(f"""
        pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}
        {"user root;" if os.geteuid() == 0 else ""}
        http {{ access_log {folder}/access.log; include {folder}/site.conf; }}
    """)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=clubs.example", "-days", "2",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"], check=True, capture_output=True)
    command = [NGINX, "-p", folder, "-c", folder / "nginx.conf", "-g", "daemon off;"]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    client = httpx.Client(base_url=f"https://127.0.0.1:{secure}", verify=False, headers={"Host": "clubs.example"}, timeout=20)
    try:
        wait_until(lambda: answers(secure), "nginx is up", 10)
        yield client
    finally:
        client.close()
        process.terminate()
        process.wait(10)


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def raw(client, path, **headers):
    """An answer and its bytes as they came."""
    with client.stream("GET", path, headers=headers) as answer:
        return answer, b"".join(answer.iter_raw())


def stylesheet(client):
    return re.search(r"/assets/main-\w+\.css", client.get("/login").text)[0]


def gunzip(data):
    return zlib.decompress(data, wbits=31)


def test_pages_come_compressed(nginx):
    answer, data = raw(nginx, "/login", **{"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"</html>" in gunzip(data)


def test_one_compressed_copy_serves_everybody(nginx):
    path = stylesheet(nginx)
    answer, packed = raw(nginx, path, **{"Accept-Encoding": "gzip, deflate, br"})
    assert answer.status_code == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not answer.headers["ETag"].startswith("W/")
    plain, unpacked = raw(nginx, path, **{"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert unpacked == gunzip(packed)
    known, nothing = raw(nginx, path, **{"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]})
    assert (known.status_code, nothing) == (304, b"")
    part, some = raw(nginx, path, **{"Accept-Encoding": "gzip", "Range": "bytes=0-9"})
    assert (part.status_code, some) == (206, packed[:10])
