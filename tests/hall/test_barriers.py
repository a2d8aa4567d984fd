"""Nothing on the pages of a hall keeps somebody out who uses keys, a reader of the screen, or other colours."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, sync_playwright

from companion.bus.joining import JoinOpening, JoinRequest, commitment
from companion.hall.access import HallRole
from companion.hall.pages.visits import COOKIE
from companion.hall.public import lists_of
from companion.hall.tournament.events import read_tournament_event
from companion.hall.tournament.state import fold
from companion.session.inbox import RefereeCall
from companion.storage.tournaments import read_acts
from companion.web.public.shown import PublicPlan
from companion.web.public.site import PublicServer
from tests.hall.pages_evening import Guest, OpenPages, open_pages
from tests.hall.test_tournament_pages import NAMES, SPRING, scored
from tests.phone.browser import CHROMIUM, PHONE_PX, needs_chromium
from tests.web.barriers import barriers
from tests.web.public.views import played_views

pytestmark = [pytest.mark.process, pytest.mark.slow, needs_chromium]
TABLET_PX = (820, 1180)
MOST_TABS = 60


@contextmanager
def browser(size: tuple[int, int] = TABLET_PX) -> Iterator[BrowserContext]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            width, height = size
            yield opened.new_context(locale="en", viewport={"width": width, "height": height})
        finally:
            opened.close()


def signed_in(context: BrowserContext, pages: OpenPages, role: HallRole, table: int | None = None) -> None:
    cookie = pages.hall.people.add("Zoé", role, table)
    # A cookie belongs to a host, whatever the port; browsers take a secure one of this machine over HTTP too.
    address = "https://127.0.0.1/"
    context.add_cookies([{"name": COOKIE, "value": cookie, "url": address, "secure": True}])


def busy_evening(pages: OpenPages) -> int:
    """A table with a match and a call, a table that waits to join, a person who waits, and a tournament in its first round.

    Returns the number of the last play at the table.
    """
    table = pages.hall.seat(3, "lignes", 12)
    table.take(RefereeCall("c1"))
    table.show()
    number = "1" * 64
    ticket = pages.hall.joining.ask(JoinRequest(pages.hall.joining.token, "pi", commitment(number)))
    pages.hall.joining.open(JoinOpening(ticket.ticket, number))
    pages.hall.entry.ask(pages.hall.entry.invite(HallRole.REFEREE).token, "Bob")
    pages.hall.pass_time()
    organiser = pages.guest(HallRole.ORGANISER)
    began_tournament(organiser)
    return table.controller.match.seq


def began_tournament(organiser: Guest) -> None:
    fields = {"title": "Spring", "game": "lignes", "format": "swiss", "number-swiss": "3"}
    assert organiser.send("/tournament/new", fields).to == SPRING
    for name in NAMES:
        organiser.post(f"{SPRING}/act", do="enter", player=name)
    organiser.post(f"{SPRING}/act", do="all-here")
    organiser.post(f"{SPRING}/act", do="pair", round=1)
    assert scored(organiser, 1, 2, 1) == 303


def found_at(page: Page, address: str, paths: list[str]) -> dict[str, list[str]]:
    found = {}
    for path in paths:
        answer = page.goto(address + path)
        assert answer is not None and answer.status == 200, path
        found[path] = barriers(page)
    return {path: one for path, one in found.items() if one}


def test_the_pages_of_the_hall_have_no_serious_barrier(tmp_path: Path) -> None:
    with open_pages(tmp_path) as pages, browser() as context:
        seq = busy_evening(pages)
        page = context.new_page()
        address = f"http://127.0.0.1:{pages.port}"
        assert found_at(page, address, ["/"]) == {}
        signed_in(context, pages, HallRole.ORGANISER)
        looked_at = [
            "/tables", "/tables/3", f"/tables/3/plays/{seq}", "/tables/3/enter", "/tables/3/set", "/tables/3/set?whose=0",
            "/office", "/office/settings", "/office/settings?game=lignes", "/tournament", SPRING, f"{SPRING}/why/1/1",
        ]  # fmt: skip
        assert found_at(page, address, looked_at) == {}
        page.goto(f"{address}/office")
        page.get_by_role("button", name="A referee", exact=True).click()
        assert page.locator(".digits").is_visible()
        assert barriers(page) == []
        signed_in(context, pages, HallRole.SEAT, 1)
        assert found_at(page, address, ["/seat"]) == {}


@pytest.mark.parametrize("has_tournament", [True, False])
def test_the_pages_for_spectators_have_no_serious_barrier(tmp_path: Path, has_tournament: bool) -> None:
    with open_pages(tmp_path) as pages:
        began_tournament(pages.guest(HallRole.ORGANISER))
        acts, _ = read_acts(pages.hall.where.tournaments / "spring.jsonl")
        state = fold(read_tournament_event(event) for act in acts for event in act.events)
    lists = lists_of(state) if has_tournament else ()
    server = PublicServer(PublicPlan(0, host="127.0.0.1"), lambda stumble: None, lambda: lists)
    server.start()
    try:
        views = list(played_views("ofusaido", 30))
        for one in views:
            server.show("1", one)
        server.show("2", views[-1], 60_000)
        server.tables.tick()
        with browser(PHONE_PX) as context:
            page = context.new_page()
            page.wait_for_timeout(600)
            looked_at = [
                "/",
                "/table/1",
                "/table/2",
                "/table/1/steps",
                f"/table/1/steps?at={views[9].seq}",
                "/wall",
            ]
            looked_at += ["/table/1?theme=light", "/table/1/overlay", "/table/1/overlay?theme=light"]
            assert found_at(page, f"http://127.0.0.1:{server.port}", looked_at) == {}
    finally:
        server.stop()


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what is focused is called so, as somebody does who has no mouse."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(document.activeElement?.innerText ?? '').trim()") == name:
            assert page.evaluate("document.activeElement.matches(':focus-visible')")
            return
    raise AssertionError(f"{name} is not reached by Tab")


def test_an_organiser_goes_through_the_office_with_keys_alone(tmp_path: Path) -> None:
    with open_pages(tmp_path) as pages, browser() as context:
        pages.hall.seat(3, "lignes", 5)
        signed_in(context, pages, HallRole.ORGANISER)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{pages.port}/tables")
        tab_to(page, "To the content")
        tab_to(page, "Office")
        page.keyboard.press("Enter")
        page.wait_for_url("**/office")
        tab_to(page, "A referee")
        page.keyboard.press("Enter")
        page.locator(".digits").wait_for()
        token = page.locator(".digits").inner_text().replace(" ", "")
        pages.hall.entry.ask(token, "Bob")
        (asking,) = pages.hall.entry.asking()
        tab_to(page, "Office")
        page.keyboard.press("Enter")
        page.wait_for_url("**/office")
        page.locator(f"#yes-{asking.digits}").wait_for()
        tab_to(page, "Yes, let in")
        page.keyboard.press("Enter")
        page.locator(f"#yes-{asking.digits}").wait_for(state="detached")
        assert pages.hall.entry.asking() == []
        tab_to(page, "Language, house rules and clocks of the tables")
        page.keyboard.press("Enter")
        page.wait_for_url("**/office/settings")
        page.go_back()
        tab_to(page, "Throw out table 3")
        page.keyboard.press("Space")
        page.get_by_text("No table has joined yet").wait_for()
        assert pages.hall.accounts() == {}
