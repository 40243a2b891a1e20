"""The pages in a real browser: phone width, refreshing by itself, replying, and a quiet console."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.sandbox.conftest import Place

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-proxy-server"]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def browser_page() -> Iterator[Page]:
    """A phone-sized page of a headless Chromium, with its timers under the test's control."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport=PHONE)
        page.clock.install()
        yield page
        browser.close()


@pytest.fixture
def thread(place: Place) -> tuple[str, str]:
    """Path and fullname of a thread with a wide table and a long word."""
    wide = "|" + "|".join(f"column {number}" for number in range(20)) + "|\n" + "|--" * 20 + "|\n" + "w" * 400
    post = place.reddit("gm_bot").subreddit("mafia").submit("A game", selftext=wide)
    post.reply("<img src=x onerror=alert(1)> [x](javascript:alert(1))")
    return f"/f/mafia/{post.id}", post.fullname


def test_thread_on_a_phone(place: Place, thread: tuple[str, str], browser_page: Page) -> None:
    page, said = browser_page, []
    page.on("console", lambda message: said.append(message.text))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.goto(place.url + thread[0])
    for path in ("", thread[0], "/inbox/gm_bot", "/f/mafia"):
        page.goto(place.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
        unlabelled = (
            "[...document.querySelectorAll('input:not([type=hidden]), textarea')].filter(f => !f.labels.length)"
        )
        assert page.evaluate(f"{unlabelled}.length") == 0, path
    assert [line for line in said if "favicon" not in line] == []


def test_refresh_keeps_what_is_typed(place: Place, thread: tuple[str, str], browser_page: Page) -> None:
    page = browser_page
    page.goto(place.url + thread[0])
    page.get_by_label("Refresh by itself").check()
    page.get_by_role("link", name="Reply to gm_bot").last.click()
    assert page.locator("#write input[name=target]").input_value().startswith("t1_")
    page.get_by_label("Text (Markdown)").fill("half a sent")
    place.reddit("alice").submission(thread[1][3:]).reply("news from alice")
    page.clock.run_for(5000)
    page.get_by_text("news from alice").wait_for(timeout=5000)
    assert page.get_by_label("Text (Markdown)").input_value() == "half a sent"
    page.locator("#as").fill("bob")
    page.get_by_role("button", name="Post").click()
    page.get_by_text("half a sent").wait_for(timeout=5000)
    assert place.copies("half a sent") == 1
    assert page.locator("#as").input_value() == "bob"
