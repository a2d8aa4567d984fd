"""Real browsers watch: the server is killed and comes back, all pages go on, and none shows an old state as new."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from companion.web.public.overlay_file import overlay_file
from tests.hall.real_broker import free_port
from tests.phone.browser import CHROMIUM, needs_chromium

pytestmark = [pytest.mark.process, needs_chromium]
ROOT = Path(__file__).parents[3]
PAGES = ("/", "/table/1", "/table/2", "/table/1/steps", "/table/1/overlay", "/wall")
WAIT_MS = 20_000
LOOK_MS = 100
BEFORE, AFTER = 41, 57
"""Scores that stand nowhere else on a page."""


@contextmanager
def serving(port: int, score: int) -> Iterator[None]:
    """Serve from another process, which is killed at the end."""
    command = [sys.executable, "-m", "tests.web.public.serving", str(port), str(score)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "serving\n"
        try:
            yield
        finally:
            process.kill()


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def state(page: Page) -> tuple[bool, bool, bool]:
    """Whether a page says that it is old, and whether it shows the score before and the one after."""
    old, said = page.evaluate("[!document.getElementById('old').hidden, document.body.innerText]")
    return bool(old), str(BEFORE) in said, str(AFTER) in said


@pytest.mark.slow
def test_pages_go_on_after_their_server_was_killed_and_never_show_the_old_as_new(browser: Browser) -> None:
    port = free_port()
    context = browser.new_context(locale="fr")
    pages = [context.new_page() for _ in PAGES]
    with serving(port, BEFORE):
        for page, path in zip(pages, PAGES, strict=True):
            page.goto(f"http://127.0.0.1:{port}{path}")
            page.get_by_text(str(BEFORE)).first.wait_for(timeout=WAIT_MS)
            assert state(page) == (False, True, False)
    for page in pages:
        page.locator("#old").wait_for(timeout=WAIT_MS)
        assert "la connexion est coupée" in page.inner_text("#old").lower()
        assert state(page) == (True, True, False), "what was last seen stays, and says that it is old"
    with serving(port, AFTER):
        waiting = dict(zip(PAGES, pages, strict=True))
        for _ in range(WAIT_MS // LOOK_MS):
            for path, page in list(waiting.items()):
                is_old, has_before, has_after = state(page)
                assert is_old or not has_before, f"{path} shows an old state as new"
                if has_after and not is_old:
                    del waiting[path]
            if not waiting:
                break
            pages[0].wait_for_timeout(LOOK_MS)
        assert not waiting


@pytest.mark.slow
def test_the_overlay_waits_for_its_server_and_is_transparent_but_for_its_bar(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    file = tmp_path / "overlay.html"
    file.write_text(overlay_file(f"127.0.0.1:{port}", "1", "en", "dark"), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(file.as_uri())
    assert not alpha(page).any(), "nobody serves yet, and nothing is painted"
    with serving(port, BEFORE):
        page.get_by_text(str(BEFORE)).first.wait_for(timeout=WAIT_MS)
        painted = alpha(page)
        expect_bar(painted, 1920, 1080)
        for width, height in ((1280, 720), (1024, 768), (2560, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            expect_bar(alpha(page), width, height)


def expect_bar(painted: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]", width: int, height: int) -> None:
    """Expect a bar at the foot of a window, and the film around it."""
    for corner in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        assert painted[corner] == 0
    assert painted.shape == (height, width)
    assert not painted[: height // 2].any(), "the upper half belongs to the film"
    unit = min(width / 1920, height / 1080)
    assert painted[round(height - 130 * unit), width // 2] == 255, "the bar"


def alpha(page: Page) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    """How opaque each pixel of a page is."""
    png = np.frombuffer(page.screenshot(omit_background=True), np.uint8)
    pixels = cv2.imdecode(png, cv2.IMREAD_UNCHANGED)
    assert pixels is not None
    opaque: np.ndarray[tuple[int, ...], np.dtype[np.uint8]] = np.asarray(pixels[:, :, 3], np.uint8)
    return opaque


@pytest.mark.slow
def test_a_page_without_a_program_loads_itself_again(browser: Browser) -> None:
    port = free_port()
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    with serving(port, BEFORE):
        page.goto(f"http://127.0.0.1:{port}/table/1")
        assert page.locator("meta[http-equiv=refresh]").count() == 1
        assert str(BEFORE) in page.inner_text("#scores")
