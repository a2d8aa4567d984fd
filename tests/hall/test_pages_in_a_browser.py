"""The referee's tablet: a real browser, keys alone, live without loading, and old state shown as old."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from companion.hall.access import HallRole
from companion.hall.joining import AskingPerson
from companion.session.inbox import RefereeCall
from tests.hall.pages_evening import OpenPages, open_pages
from tests.phone.browser import CHROMIUM, needs_chromium

pytestmark = [needs_chromium, pytest.mark.process]
TABLET_PX = {"width": 820, "height": 1180}
UNNAMED_FIELDS = """[...document.querySelectorAll('input:not([type=hidden]), select')].filter(one => !one.labels.length).length"""


@contextmanager
def tablet(pages: OpenPages, role: HallRole = HallRole.REFEREE) -> Iterator[Page]:
    """A browser in which somebody called Anna has signed in, with keys alone."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            page = browser.new_context(viewport=TABLET_PX, locale="en").new_page()  # type: ignore[arg-type]
            page.goto(f"http://127.0.0.1:{pages.port}/enter/{pages.hall.entry.invite(role).token}")
            page.get_by_label("Your name").focus()
            page.keyboard.type("Anna")
            page.keyboard.press("Enter")
            (asking,) = wait_for(page, pages)
            expect(page.locator(".digits")).to_have_text(asking.digits)
            pages.hall.entry.admit(asking.digits)
            expect(page.locator("#tables")).to_be_visible()
            yield page
        finally:
            browser.close()


def wait_for(page: Page, pages: OpenPages) -> list[AskingPerson]:
    """Return who asks to sign in, once the page says that it waits."""
    expect(page.locator(".digits")).to_be_visible()
    return pages.hall.entry.asking()


@pytest.mark.slow
def test_a_refused_list_stands_in_its_field_under_the_reason(tmp_path: Path) -> None:
    with open_pages(tmp_path) as pages, tablet(pages, HallRole.ORGANISER) as page:
        page.goto(f"http://127.0.0.1:{pages.port}/tournament")
        page.get_by_label("Title").fill("Spring")
        page.get_by_role("button", name="Begin").click()
        page.get_by_label("One name a line").fill("club;elo\nBelfort;1600")
        page.get_by_role("button", name="Enter these players").click()
        form = page.locator("form:has(#list)")
        expect(form.locator("#refused")).to_contain_text("it has: club, elo")
        expect(form.locator("#list")).to_have_value("club;elo\nBelfort;1600")
        form.locator("#list").fill("Zoé\nAli")
        form.get_by_role("button").click()
        expect(page.locator("#players ~ ul, ul.plain").last).to_contain_text("Ali")
        expect(page.locator("#refused")).to_have_count(0)


@pytest.mark.slow
def test_a_referee_signs_in_and_answers_a_call_with_keys_alone_and_the_page_lives(tmp_path: Path) -> None:
    with open_pages(tmp_path) as pages:
        table = pages.hall.seat(3, "lignes", 5)
        with tablet(pages) as page:
            faults: list[str] = []
            page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
            expect(page.locator("#calls")).not_to_contain_text("Table 3 calls")
            table.take(RefereeCall("c1"))
            table.show()
            pages.hall.pass_time()
            pages.desk.ring()
            expect(page.locator("#calls")).to_contain_text("Table 3 calls")
            page.locator("#table-3").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#coming")).to_be_visible()
            page.locator("#coming").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#orders")).to_contain_text("Done: it is in the table's log")
            assert table.controller.coming == "Anna"
            assert page.evaluate(UNNAMED_FIELDS) == 0
            assert faults == []
