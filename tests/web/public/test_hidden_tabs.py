"""Many tabs of one browser are open, of which one is looked at: it is live, and what stood in a hidden one is not shown as
new.
"""

import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from companion.clock import monotonic_ms
from companion.web.public.shown import PublicPlan
from companion.web.public.site import PublicServer
from tests.hall.real_broker import free_port
from tests.phone.browser import CHROMIUM, needs_chromium
from tests.web.public.views import view

pytestmark = [pytest.mark.slow, pytest.mark.process, needs_chromium]
TABS = 8
"""Browsers open six connections to a server."""
START_MS, WAIT_MS = 60_000, 20_000
LOOK_S = 0.1
BEFORE, AFTER = "41", "57"
"""Scores that stand nowhere else on a page."""
RECORDER = """() => {
  // Looks after each change of the page while it is looked at.
  const seen = window.seen = [];
  const look = () => {
    if (document.hidden) return;
    const isOld = !document.getElementById("old").hidden;
    const isBusy = document.getElementById("main").ariaBusy === "true";
    seen.push([isOld, isBusy, /\\b41\\b/.test(document.body.innerText)]);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  document.addEventListener("visibilitychange", look);
}"""


@contextmanager
def browser_with_tabs() -> Iterator[BrowserContext]:
    """A browser that hides the tabs behind the one in front; Playwright's own shows all of them."""
    with ExitStack() as closing:
        profile = Path(closing.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        command = [str(CHROMIUM), "--headless", "--no-sandbox", "--remote-debugging-port=0"]
        process = subprocess.Popen([*command, f"--user-data-dir={profile}"], stderr=subprocess.DEVNULL)
        closing.callback(process.wait)
        closing.callback(process.terminate)
        playwright = closing.enter_context(sync_playwright())
        port = debugging_port(profile / "DevToolsActivePort", process)
        browser = playwright.chromium.connect_over_cdp(
            f"http://127.0.0.1:{port}", timeout=START_MS, no_defaults=True
        )
        closing.callback(browser.close)
        yield browser.contexts[0]


def debugging_port(told: Path, process: "subprocess.Popen[bytes]") -> int:
    """Wait until the browser listens, and return where: it writes its port, a line end, and a path."""
    late_ms = monotonic_ms() + START_MS
    while monotonic_ms() < late_ms and process.poll() is None:
        with suppress(OSError):
            port, line_end, path = told.read_text().partition("\n")
            if line_end and path:
                return int(port)
        threading.Event().wait(LOOK_S)
    raise AssertionError("the browser does not listen")


@contextmanager
def serving(port: int = 0) -> Iterator[PublicServer]:
    """Serve the page of a table in this process."""
    stumbles: list[object] = []
    server = PublicServer(PublicPlan(port, host="127.0.0.1"), stumbles.append)
    server.start()
    try:
        yield server
    finally:
        server.stop()
    assert not stumbles


def show(server: PublicServer, score: str) -> None:
    server.show("1", view(int(score), int(score)))


def open_tab(browser: BrowserContext, server: PublicServer) -> Page:
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/table/1", timeout=WAIT_MS)
    return page


def expect_live(page: Page, score: str) -> None:
    page.bring_to_front()
    expect(page.locator("#scores")).to_contain_text(score, timeout=WAIT_MS)
    expect(page.locator("#main")).to_have_attribute("aria-busy", "false", timeout=WAIT_MS)
    expect(page.locator("#old")).to_be_hidden(timeout=WAIT_MS)


def test_of_eight_tabs_each_is_live_when_it_is_looked_at() -> None:
    with serving() as server, browser_with_tabs() as browser:
        show(server, BEFORE)
        tabs = [open_tab(browser, server) for _ in range(TABS)]
        assert tabs[0].evaluate("document.hidden") and not tabs[-1].evaluate("document.hidden")
        expect_live(tabs[-1], BEFORE)
        show(server, AFTER)
        for tab in tabs:
            expect_live(tab, AFTER)


def test_a_tab_that_is_looked_at_again_shows_nothing_as_new_before_the_newest_state_has_come() -> None:
    with serving() as server, browser_with_tabs() as browser:
        show(server, BEFORE)
        tab = open_tab(browser, server)
        expect_live(tab, BEFORE)
        tab.evaluate(RECORDER)
        open_tab(browser, server)
        expect(tab.locator("#main")).to_have_attribute("aria-busy", "true")
        show(server, AFTER)
        expect_live(tab, AFTER)
        looks = tab.evaluate("window.seen")
        assert [True for _, is_busy, is_before in looks if is_before and is_busy], "it was seen to wait"
        assert not [True for is_old, is_busy, is_before in looks if is_before and not (is_old or is_busy)]


def test_a_tab_that_is_looked_at_again_says_so_when_its_server_is_gone() -> None:
    port = free_port()
    with browser_with_tabs() as browser:
        with serving(port) as server:
            show(server, BEFORE)
            tab = open_tab(browser, server)
            expect_live(tab, BEFORE)
            browser.new_page()
            expect(tab.locator("#main")).to_have_attribute("aria-busy", "true")
        tab.bring_to_front()
        expect(tab.locator("#old")).to_be_visible(timeout=WAIT_MS)
        expect(tab.locator("#scores")).to_contain_text(BEFORE)
        with serving(port) as server:
            show(server, AFTER)
            expect_live(tab, AFTER)
