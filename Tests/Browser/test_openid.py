"""Sign-in with a real OpenID Connect provider in a browser."""

import re

import pytest
from playwright.sync_api import expect

from members import PASSWORD, Member, unique
from pages import PHONE, seen
from processes import wait_until
from provider import Provider
from scene import DOT

# The provider's pages load their stylesheet from another site.
pytestmark = pytest.mark.console(r"/pico\.")
BOTH_WAYS = pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without JavaScript"])


@pytest.fixture(scope="module")
def providers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("providers")
    started = [Provider(folder, "mock", "Mock").start(), Provider(folder, "other", "Other").start()]
    yield started
    for provider in started:
        provider.stop()


@pytest.fixture
def provider(providers):
    return providers[0]


@pytest.fixture
def site(new_server, providers):
    return new_server(**providers[0].settings, **providers[1].settings)


@pytest.fixture
def visit(browse, site):
    """visit(js=True) opens a page for a visitor who is not signed in."""
    return lambda js=True, **options: browse(Member(site.url, "Nobody"), js=js, **({"viewport": PHONE} | options))


def sign_in(page, provider, subject, path="/login"):
    page.goto(path)
    page.get_by_role("link", name=f"Sign in with {provider.label}").click()
    provider.sign_in(page, subject)


def arrive(page, provider, subject, username):
    sign_in(page, provider, subject)
    expect(page.get_by_role("heading", name="Register")).to_be_visible()
    page.get_by_label("Username", exact=True).fill(username)
    page.get_by_label("Name", exact=True).fill("Annie")
    page.get_by_role("button", name="Register").click()
    expect(page).to_have_url(re.compile("/$"))


@BOTH_WAYS
def test_only_the_first_sign_in_with_a_provider_shows_a_form(visit, provider, js):
    subject, username = provider.add(unique("sub"), email=f"{unique('ana')}@example.org", email_verified=True, name="Ana K"), unique("annie")
    page = visit(js)
    sign_in(page, provider, subject, "/login?next=/clubs/new")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ana K")
    expect(page.get_by_role("checkbox")).not_to_be_checked()
    page.get_by_label("Username", exact=True).fill(username)
    page.get_by_label("A picture from your device").set_input_files({"name": "dot.gif", "mimeType": "image/gif", "buffer": DOT})
    page.get_by_role("button", name="Register").click()
    expect(page).to_have_url(re.compile("/clubs/new$"))
    page.goto("/account")
    expect(seen(page, "Linked since")).to_be_visible()
    expect(seen(page, "none", exact=True)).to_be_visible()
    page.get_by_role("link", name="Choose a picture").click()
    expect(page.get_by_alt_text("Your current picture")).to_be_visible()
    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    sign_in(page, provider, subject)
    page.goto("/account")
    expect(seen(page, username, exact=True)).to_be_visible()


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_the_typed_text_stays_when_a_username_is_taken(visit, provider, js):
    first, name = visit(js), unique("annie")
    arrive(first, provider, unique("sub"), name)
    page = visit(js)
    sign_in(page, provider, unique("sub"))
    page.get_by_label("Username", exact=True).fill(name.upper())
    page.get_by_label("Name", exact=True).fill("Ana the Second")
    page.get_by_role("button", name="Register").click()
    expect(page.locator("#username-problem")).to_contain_text("That name is taken.")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ana the Second")


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_an_existing_account_is_linked_by_its_password(visit, site, provider, js):
    ana = Member(site.url, "Ana").register()
    page = visit(js)
    sign_in(page, provider, provider.add(unique("sub"), email=ana.email, email_verified=True, name="Ana"))
    expect(seen(page, f"There is already an account with {ana.email}")).to_be_visible()
    expect(page.get_by_label("Username or e-mail")).to_have_value(ana.email)
    page.get_by_label("Password", exact=True).fill("not this one")
    page.get_by_role("button", name="Link my account").click()
    expect(page.get_by_role("alert")).to_contain_text("do not match")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Link my account").click()
    expect(page).to_have_url(re.compile("/$"))
    page.goto("/account")
    expect(seen(page, ana.email)).to_be_visible()


@pytest.mark.console("status of 4(09|22)")
@BOTH_WAYS
def test_sign_in_methods_can_be_unlinked_except_the_last(visit, providers, js):
    provider, other = providers
    subject, page = unique("sub"), visit(js)
    arrive(page, provider, subject, unique("annie"))
    page.goto("/account")
    page.get_by_role("link", name="Unlink Mock").click()
    expect(page.get_by_role("alert")).to_contain_text("This is your only sign-in method.")
    page.get_by_role("link", name="Link Other").click()
    second = unique("sub")
    other.sign_in(page, second)
    expect(page.get_by_role("heading", name="Link Other?")).to_be_visible()
    page.get_by_role("link", name="Confirm with Mock").click()
    provider.sign_in(page, subject)
    expect(seen(page, "You have confirmed that it is you.")).to_be_visible()
    page.get_by_role("button", name="Link Other").click()
    expect(seen(page, "Linked since")).to_have_count(2)
    page.get_by_role("link", name="Unlink Mock").click()
    expect(page.get_by_role("heading", name="Unlink Mock?")).to_be_visible()
    page.get_by_role("button", name="Unlink Mock").click()
    expect(page.get_by_role("alert")).to_contain_text("Confirm first that it is you.")
    page.get_by_role("link", name="Confirm with Other").click()
    other.sign_in(page, second)
    expect(seen(page, "You have confirmed that it is you.")).to_be_visible()
    page.get_by_role("button", name="Unlink Mock").click()
    expect(seen(page, "Linked since")).to_have_count(1)


@pytest.mark.console("status of 422")
@BOTH_WAYS
def test_an_account_without_a_password_confirms_with_its_provider(visit, provider, js):
    subject, page = unique("sub"), visit(js)
    arrive(page, provider, subject, unique("annie"))
    page.goto("/account")
    page.get_by_role("link", name="Add an e-mail address").click()
    address = f"{unique('new')}@example.org"
    page.get_by_label("E-mail").fill(address)
    page.get_by_role("button", name="Add the address").click()
    expect(page.get_by_role("alert")).to_contain_text("Confirm first that it is you.")
    page.get_by_role("link", name="Confirm with Mock").click()
    provider.sign_in(page, subject)
    # The page still has the typed text.
    expect(page.get_by_label("E-mail")).to_have_value(address)
    page.get_by_role("button", name="Add the address").click()
    expect(seen(page, address)).to_be_visible()
    page.get_by_role("link", name="Delete my account").click()
    page.get_by_role("link", name="Confirm with Mock").click()
    provider.sign_in(page, subject)
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("heading", name="Your account will be deleted")).to_be_visible()


@pytest.mark.console("status of 403")
@BOTH_WAYS
def test_after_a_refusal_at_the_provider_the_password_form_is_shown(visit, provider, js):
    page = visit(js)
    page.goto("/login")
    page.get_by_role("link", name="Sign in with Mock").click()
    provider.say_no(page)
    expect(seen(page, "You did not sign in with Mock.")).to_be_visible()
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Sign in with Mock", exact=True)).to_be_visible()


@pytest.mark.console("status of 503")
@BOTH_WAYS
def test_an_unreachable_provider_leaves_the_password_form(visit, new_server, tmp_path, browse, js):
    provider = Provider(tmp_path, "away", "Away").start()
    provider.stop()
    page = browse(Member(new_server(**provider.settings).url, "Nobody"), js=js, viewport=PHONE)
    page.goto("/login")
    page.get_by_role("link", name="Sign in with Away").click()
    expect(seen(page, "Away is not answering now.")).to_be_visible()
    expect(page.get_by_label("Password", exact=True)).to_be_visible()


@pytest.mark.console("status of 400")
def test_the_log_has_no_secrets(visit, site, provider):
    page = visit()
    address = f"{unique('ana')}@example.org"
    with page.expect_request(re.compile("/login/mock/callback")) as back:
        sign_in(page, provider, provider.add(unique("sub"), email=address, email_verified=True, name="Ana K"))
    expect(page.get_by_role("heading", name="Register")).to_be_visible()
    code, state = (re.search(rf"[?&]{name}=([^&]+)", back.value.url)[1] for name in ("code", "state"))
    page.goto(f"/login/mock/callback?code={code}&state={state}")
    expect(seen(page, "matches no sign-in in this browser")).to_be_visible()
    wait_until(lambda: "openid request" in site.output() and "sign-in refused" in site.output(), "the log tells of both")
    log = site.output()
    for secret in (code, state, address, "provider-secret"):
        assert secret not in log, secret


def test_sign_in_pages_fit_on_a_small_phone(visit, provider):
    page = visit(viewport={"width": 320, "height": 640})
    address = "a" * 60 + f"{unique('ana')}@example.org"
    sign_in(page, provider, provider.add(unique("sub"), email=address, email_verified=True, name="Unbreakable" * 4))
    expect(page.get_by_role("heading", name="Register")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_label("Username", exact=True).fill(unique("annie"))
    page.get_by_label(f"Use {address}").check()
    page.get_by_label("Name", exact=True).fill("Annie")
    page.get_by_role("button", name="Register").click()
    expect(page).to_have_url(re.compile("/$"))
    for path in ("/account", "/account/picture", "/account/password", "/account/email", "/account/deletion"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
