"""Setting up a second factor, signing in with it, and switching it off."""

import base64
import hashlib
import hmac
import re
import time

import pytest
from playwright.sync_api import expect

from members import PASSWORD
from pages import PHONE
from test_pages import look_over

STEP = 30


def code(secret, steps=0):
    """Returns the code of an authenticator (RFC 6238) for now, or for a number of 30-second steps from now."""
    key = base64.b32decode(re.sub(r"\s", "", secret).upper())
    digest = hmac.new(key, int(time.time() // STEP + steps).to_bytes(8, "big"), hashlib.sha1).digest()
    offset = digest[-1] & 15
    number = int.from_bytes(digest[offset:offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def wrong_code(secret):
    right = {code(secret, steps) for steps in range(-3, 4)}
    return next(digits for digits in map(str, range(100_000, 100_010)) if digits not in right)


def assert_accessible(page):
    found = look_over(page)
    page.set_viewport_size(PHONE)
    assert not (found["axe"] or found["wide"] or found["small"]), found


def pass_password(page, member):
    page.goto("/login")
    page.get_by_label("Username or e-mail").fill(member.username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()


@pytest.mark.console("status of 422")
@pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_second_factor_is_set_up_used_and_switched_off(browse, register, js):
    # This name is in no other test, because the second factor would keep other tests from signing in.
    rosa = register("Rosalba")
    page = browse(rosa, js=js, viewport=PHONE)
    page.goto("/account")
    page.get_by_role("link", name="Set up the second factor").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Set up the second factor").click()
    secret = page.get_by_label("Or type this secret").input_value()
    expect(page.get_by_role("img", name="QR code with the secret")).to_be_visible()
    page.get_by_label("Code", exact=True).fill(wrong_code(secret))
    page.get_by_role("button", name="Switch on the second factor").click()
    expect(page.get_by_label("Code", exact=True)).to_have_attribute("aria-invalid", "true")
    if js:
        assert_accessible(page)
    # Use the code of the previous step, so that the code of the current step still works afterwards.
    page.get_by_label("Code", exact=True).fill(code(secret, -1))
    page.get_by_role("button", name="Switch on the second factor").click()
    expect(page.get_by_text("Your second factor is on.")).to_be_visible()
    recovery_codes = page.get_by_role("listitem").get_by_role("code").all_inner_texts()
    assert len(recovery_codes) == 10
    if js:
        assert_accessible(page)
    page.get_by_role("link", name="I have written them down").click()
    expect(page.get_by_text("10 recovery codes are left.")).to_be_visible()

    elsewhere = browse(js=js, viewport=PHONE)
    pass_password(elsewhere, rosa)
    elsewhere.get_by_label("Code", exact=True).fill(wrong_code(secret))
    elsewhere.get_by_role("button", name="Sign in").click()
    expect(elsewhere.get_by_label("Code", exact=True)).to_have_attribute("aria-invalid", "true")
    if js:
        assert_accessible(elsewhere)
    elsewhere.get_by_text("Use a recovery code").click()
    elsewhere.get_by_label("Recovery code").fill(recovery_codes[0].upper().replace("-", " "))
    elsewhere.get_by_role("button", name="Sign in").click()
    expect(elsewhere).not_to_have_url(re.compile("/login"))
    elsewhere.goto("/account")
    expect(elsewhere.get_by_text("9 recovery codes are left.")).to_be_visible()

    elsewhere.get_by_role("link", name="Manage the second factor").click()
    elsewhere.get_by_role("link", name="Switch off the second factor").click()
    if js:
        assert_accessible(elsewhere)
    elsewhere.get_by_label("Your password").fill(PASSWORD)
    elsewhere.get_by_label("Code", exact=True).fill(code(secret))
    elsewhere.get_by_role("button", name="Switch off the second factor").click()
    expect(elsewhere.get_by_role("link", name="Set up the second factor")).to_be_visible()


def test_new_recovery_codes_are_shown_once(browse, register):
    ines = register("Ines")
    page = browse(ines, viewport=PHONE)
    page.goto("/account/second-factor")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Set up the second factor").click()
    secret = page.get_by_label("Or type this secret").input_value()
    page.get_by_label("Code", exact=True).fill(code(secret, -1))
    page.get_by_role("button", name="Switch on the second factor").click()
    first = page.get_by_role("listitem").get_by_role("code").all_inner_texts()
    page.goto("/account/second-factor/codes")
    assert_accessible(page)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_label("Code", exact=True).fill(code(secret))
    page.get_by_role("button", name="Make new codes").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    second = page.get_by_role("listitem").get_by_role("code").all_inner_texts()
    assert len(second) == 10 and not set(first) & set(second)
    page.goto("/account/second-factor")
    expect(page.get_by_text("10 recovery codes are left.")).to_be_visible()
    assert not any(words in page.content() for words in first + second)
