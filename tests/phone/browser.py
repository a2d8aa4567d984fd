"""A phone's browser: Debian's Chromium with a film for its camera. Where it is not installed, the tests say so."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
PHONE_PX = (390, 844)

needs_chromium = pytest.mark.skipif(
    not CHROMIUM.exists(), reason=f"no {CHROMIUM}: apt-get install chromium, and this is tried"
)


@contextmanager
def phone_browser(film: Path | None = None, *, language: str = "en") -> Iterator[Page]:
    """A page of a browser as large as a phone; without a film it has no camera."""
    options = ["--no-sandbox", "--use-fake-ui-for-media-stream"]
    if film is not None:
        options += ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        try:
            width, height = PHONE_PX
            context = browser.new_context(
                ignore_https_errors=True,
                viewport={"width": width, "height": height},
                locale=language,
                permissions=["camera"],
            )
            yield context.new_page()
        finally:
            browser.close()
