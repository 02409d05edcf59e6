"""Measures the decoding of a photo, the effect of many uploads on memory and on other pages, and the reading of files."""

import http.client
import multiprocessing
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import client
import machine
import report
from site_under_test import CLUB, Visitor

UPLOADS = 20
READERS = 64
MEGABYTE = 1 << 20


def upload(site):
    """Measures the CPU time of all processes for a photo of twelve megapixels, which is decoded and scaled down twice."""
    visitor, picture = Visitor(site.server), large_jpeg(site)
    spent = []
    for number in range(site.rounds):
        before = sum(machine.times(site.server.process.pid))
        send(site, visitor.cookie, picture + bytes([number]))
        spent.append(sum(machine.times(site.server.process.pid)) - before)
    report.say(f"  {len(picture) / MEGABYTE:.1f} MB: {report.spread([each * 1000 for each in spent])} ms")
    report.at_most("photo.cpu", report.median(spent), 0.5, "s")


def crowd(site):
    """Measures the memory for each of 20 uploads of 8 MB at once, and how much slower other pages are meanwhile."""
    visitor, picture = Visitor(site.server), large_jpeg(site)
    picture += bytes(8 * MEGABYTE - len(picture) - 1)
    pid, path = site.server.process.pid, f"/c/{CLUB}/lobby"
    page_times(visitor, path, 0.5)
    idle, quiet = machine.resident_bytes(pid), page_times(visitor, path, site.seconds)
    cookies = [f"session={token}" for token in site.guests(site.many(UPLOADS, least=2))]
    # The uploads have their own process, so that page requests do not wait for the interpreter lock.
    uploads = multiprocessing.Process(target=send_at_once, args=(site, cookies, picture + b"\0"))
    uploads.start()
    highest, crowded = idle, []
    while uploads.is_alive():
        crowded += page_times(visitor, path, 0.1)
        highest = max(highest, machine.resident_bytes(pid))
    uploads.join()
    if uploads.exitcode:
        raise RuntimeError("an upload failed")
    for name, found in (("quiet", quiet), ("meanwhile", crowded)):
        report.say(f"  {name}: {len(found)} pages, median {report.median(found) * 1000:.3g} ms, p99 {percentile(found, 99) * 1000:.3g} ms")
    report.at_most("photo.memory", (highest - idle) / len(cookies) / MEGABYTE, 4, "MB")
    report.at_most("photo.others", percentile(crowded, 99) / percentile(quiet, 99), 2)


def small(site):
    """Compares the small files that 64 readers get in a second with the same rows read by pgbench."""
    visitor = Visitor(site.server)
    address = send(site, visitor.cookie, jpeg(site, 1200, 900) + b"small")
    photo = int(address.rpartition("/")[2])
    statement = "SELECT data FROM photo_files WHERE photo_id = :photo AND size = 'small'"
    ours, theirs = [], []
    for _ in range(site.rounds):
        ours.append(machine.wrk(site.server.url + address + "/small", site.seconds, {"Cookie": visitor.cookie}, READERS) / site.seconds)
        theirs.append(client.pgbench(site, [(statement, {"photo": photo})])[2])
    report.say(f"  boardwalk {report.spread(ours)} a second, pgbench {report.spread(theirs)} a second")
    report.at_least("photo.small", report.median(ours) / report.median(theirs), 0.5)


def large_jpeg(site):
    """A picture of twelve megapixels."""
    return jpeg(site, site.many(4000, least=800), site.many(3000, least=600))


def jpeg(site, width, height):
    """A picture with as much detail as a photo."""
    folder = site.folder / f"picture-{width}"
    if not folder.exists():
        folder.mkdir()
        for command in (
            f"gaussnoise noise.v {width} {height} --mean 128 --sigma 25", "gaussblur noise.v soft.v 0.8", "bandjoin 'soft.v soft.v noise.v' three.v",
            "cast three.v bytes.v uchar", "copy bytes.v colours.v --interpretation srgb", "jpegsave colours.v photo.jpg --Q 90"):
            subprocess.run(f"vips {command}", shell=True, cwd=folder, check=True)
    return (folder / "photo.jpg").read_bytes()


def send(site, cookie, picture):
    """Shares a photo and returns its URL path."""
    connection = http.client.HTTPConnection("127.0.0.1", site.server.port, timeout=120)
    connection.request("GET", f"/c/{CLUB}/photos", headers={"Cookie": cookie})
    token = re.search(rb'name="csrf" value="([^"]+)"', connection.getresponse().read())[1].decode()
    boundary = "----BenchmarkBoundary"
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{token}\r\n--{boundary}\r\n'
        'Content-Disposition: form-data; name="photos"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    ).encode() + picture + f"\r\n--{boundary}--\r\n".encode()
    connection.request("POST", f"/c/{CLUB}/photos", body, {
        "Cookie": cookie, "Content-Type": f"multipart/form-data; boundary={boundary}", "Origin": site.server.url})
    answer = connection.getresponse()
    if answer.status != 303:
        main = answer.read().decode().partition("<main")[2].partition(">")[2]
        raise RuntimeError(f"{answer.status}: {re.sub('<[^>]*>', ' ', main)[:2000]}")
    connection.close()
    return answer.headers["Location"]


def send_at_once(site, cookies, picture):
    """Shares a photo from each session at the same time."""
    with ThreadPoolExecutor(len(cookies)) as pool:
        for sent in [pool.submit(send, site, cookie, picture) for cookie in cookies]:
            sent.result()


def page_times(visitor, path, seconds):
    """Requests a page again and again. Returns the seconds of each request."""
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        visitor.get(path)
        found.append(time.monotonic() - start)
    return found


def percentile(values, percent):
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]
