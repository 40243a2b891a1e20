"""The pages in a real browser: phone and desk, light and dark, by keyboard, with nothing on the console.

Set FORUMGM_SHOTS to a directory to keep the screenshots and look at them.
"""

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright
from starlette.applications import Starlette

from forumgm.app import keyring
from forumgm.web.links import Links
from forumgm.web.listener import bound
from forumgm.web.report import report
from tests.web.gallery import MODERATOR, add_work, site_of, until, whole

pytestmark = pytest.mark.browser
SIZES = {"phone": (390, 844), "desk": (1280, 900)}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATHS = {
    "list": "/",
    "over": "/games/g1",
    "running": "/games/g2",
    "signup": "/games/g3",
    "missing": "/games/g9",
    "dice": "/dice",
}
SHOTS = os.environ.get("FORUMGM_SHOTS")
TOO_FAINT = """() => {
  const rgb = c => { const m = c.match(/[\\d.]+/g).map(Number);
    return m.length > 3 && m[3] === 0 ? null : m.slice(0, 3) };
  const light = c => c.map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
  const ground = e => { for (; e; e = e.parentElement) {
    const c = rgb(getComputedStyle(e).backgroundColor); if (c) return c } return [255, 255, 255] };
  return [...document.querySelectorAll(
    'p, a:not(svg a), th, td, dt, dd, h1, h2, button, summary, svg text, .badge')].filter(e => {
    if (!e.textContent.trim() || !e.getClientRects().length) return false;
    const style = getComputedStyle(e), ink = rgb(e.namespaceURI.endsWith('svg') ? style.fill : style.color);
    if (!ink) return false;
    const [a, b] = [light(ink), light(ground(e))].sort((x, y) => y - x);
    return (a + .05) / (b + .05) < 4.5 }).map(e => e.outerHTML.slice(0, 90));
}"""
"""Texts with less contrast than WCAG AA asks for."""


class Served:
    """An application on a port of this machine."""

    def __init__(self, app: Starlette) -> None:
        self._socket = bound("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self._socket.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of the pages of three games, and a moderator's link."""
    lines = whole(players=10, seed="e")
    cut = until(lines, "team_proposed", nth=6)
    app, store = site_of(tmp_path_factory.mktemp("pages"), lines, cut, until(lines, "player_joined", nth=4))
    add_work(store, game_id="g2")
    with store.transaction() as tx:
        link = keyring.issue(tx, MODERATOR, now=int(tx.value("last-poll")))
    server = Served(app)
    yield server.url, link
    server.stop()
    store.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


def look(page: Page, name: str) -> None:
    """Check what must hold on every page."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide"
    assert page.evaluate(TOO_FAINT) == [], name
    assert page.locator("h1").count() == 1
    assert page.locator("main").count() == 1
    assert page.evaluate("document.documentElement.lang") == "en"
    unnamed = (
        "[...document.querySelectorAll('svg')].filter(s => !document.getElementById(s.getAttribute('aria-labelledby')))"
    )
    assert page.evaluate(f"{unnamed}.length") == 0
    ids = "(ids => ids.length - new Set(ids).size)([...document.querySelectorAll('[id]')].map(e => e.id))"
    assert page.evaluate(ids) == 0
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_and_can_be_read(served: tuple[str, str], browser: Browser, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for name, path in PATHS.items():
        page.goto(served[0] + path)
        look(page, f"{name}-{size}-{scheme}")
    page.close()
    assert [s for s in said if "favicon" not in s and "404" not in s] == []


def test_keyboard_reaches_content_posts_and_tables(served: tuple[str, str], browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{served[0]}/games/g1")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the content"
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent")
        )
    assert any(s.startswith("proposal 1.1 by ") for s in seen)
    assert "The votes as a table" in seen
    page.locator("summary", has_text="The votes as a table").focus()
    page.keyboard.press("Enter")
    assert page.get_by_role("cell", name="approved").first.is_visible()
    page.close()


def test_a_moderator_gets_in_by_his_link_and_out_again(served: tuple[str, str], browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = context.new_page()
    page.goto(f"{served[0]}/desk/login?key={served[1]}")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Moderators' desk").wait_for()
    told = page.get_by_role("region", name="Alerts").get_by_role("listitem")
    assert told.filter(has_text="G2: messages don't reach Cid. Told to the moderators").is_visible()
    page.get_by_text("Log", exact=True).first.click()
    look(page, "moderators-phone-dark")
    page.set_viewport_size({"width": 1280, "height": 900})
    look(page, "moderators-desk-dark")
    assert page.evaluate("document.cookie") == "", "scripts can't read the cookie"
    page.get_by_role("button", name="Log out mod_ada").click()
    page.goto(f"{served[0]}/desk")
    assert page.get_by_text("Write !link to the Game Master").is_visible()
    context.close()


def test_a_report_needs_nothing_else(browser: Browser, tmp_path: Path) -> None:
    text = "".join(f"{line}\n" for line in whole(players=8, seed="c"))
    file = tmp_path / "report.html"
    file.write_text(report(text, story=["one"], more=[("Record", "sound")], links=Links(""), version="1"), "utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 844})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    look(page, "report-phone-light")
    assert asked == [file.as_uri()]
    page.close()
