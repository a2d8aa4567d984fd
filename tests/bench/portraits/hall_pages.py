"""Draws the pages of a hall in a browser, on an evening with three tables and a tournament in its first round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from companion.hall.access import HallRole
from companion.hall.pages.visits import COOKIE
from companion.words import LANGUAGES
from tests.hall.pages_evening import OpenPages, open_pages
from tests.hall.test_tournament_pages import scored
from tests.phone.browser import CHROMIUM

PLAYERS = ("Anna", "Bruno", "Chloé", "Maximilienne", "Rachid")
FESTIVAL = "/tournament/festival"
TOURNAMENT = {"title": "Festival", "game": "lignes", "format": "swiss", "number-swiss": "3"}
PAGES: dict[str, tuple[str, HallRole | None]] = {
    "hall-enter": ("/", None),
    "hall-tables": ("/tables", HallRole.ORGANISER),
    "hall-table": ("/tables/3", HallRole.ORGANISER),
    "hall-play": ("/tables/3/plays/12", HallRole.ORGANISER),
    "hall-by-hand": ("/tables/3/enter", HallRole.ORGANISER),
    "hall-values": ("/tables/3/set?whose=0", HallRole.ORGANISER),
    "hall-office": ("/office", HallRole.ORGANISER),
    "hall-settings": ("/office/settings?game=lignes", HallRole.ORGANISER),
    "hall-tournaments": ("/tournament", HallRole.ORGANISER),
    "hall-tournament": (FESTIVAL, HallRole.ORGANISER),
    "hall-why": (f"{FESTIVAL}/why/1/1", HallRole.ORGANISER),
    "hall-seat": ("/seat", HallRole.SEAT),
}
"""The pages by the names of their pictures: the address, and who looks at it."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A look at a page: its address, the sign-in of who looks (None: nobody), the browser's size and its language."""

    address: str
    cookie: str | None
    size_px: tuple[int, int]
    language: str


def draw_hall(
    folder: Path, house: Path, sizes: Sequence[tuple[int, int]], only: str
) -> Iterator[tuple[str, str]]:
    """Draw the pages whose names begin so, and yield each name with what is wrong with its page, if anything."""
    names = [name for name in PAGES if name.startswith(only)]
    if not names or not CHROMIUM.exists():
        return
    with open_pages(house) as pages, sync_playwright() as playwright:
        _begin_evening(pages)
        cookies = {
            HallRole.ORGANISER: pages.hall.people.add("Zoé", HallRole.ORGANISER),
            HallRole.SEAT: pages.hall.people.add("Table 2", HallRole.SEAT, 2),
        }
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in names:
            for size in sizes:
                for language in LANGUAGES:
                    path, role = PAGES[name]
                    said = f"{name}-{size[0]}x{size[1]}-{language}"
                    visit = Visit(
                        f"http://127.0.0.1:{pages.port}{path}",
                        None if role is None else cookies[role],
                        size,
                        language,
                    )
                    yield said, _drawn(browser, visit, folder / f"{said}.png")
        browser.close()


def _begin_evening(pages: OpenPages) -> None:
    pages.hall.seat(3, "lignes", 24)
    pages.hall.seat(4, "ofusaido", 30)
    pages.hall.seat(7, "boufbowl", 40)
    organiser = pages.guest(HallRole.ORGANISER)
    organiser.send("/tournament/new", TOURNAMENT)
    for player in PLAYERS:
        organiser.post(f"{FESTIVAL}/act", do="enter", player=player)
    organiser.post(f"{FESTIVAL}/act", do="all-here")
    organiser.post(f"{FESTIVAL}/act", do="pair", round=1)
    scored(organiser, 1, 2, 1, to=FESTIVAL)


def _drawn(browser: Browser, visit: Visit, file: Path) -> str:
    """Draw a page from its top to its end, and return what is wrong with it; empty: nothing."""
    width, height = visit.size_px
    context = browser.new_context(locale=visit.language, viewport={"width": width, "height": height})
    if visit.cookie is not None:
        url = "https://127.0.0.1/"
        context.add_cookies([{"name": COOKIE, "value": visit.cookie, "url": url, "secure": True}])
    page = context.new_page()
    answer = page.goto(visit.address)
    page.screenshot(path=file, full_page=True)
    wide = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    if answer is None or answer.status != 200:
        return "is not there"
    return "" if wide <= width else f"is {wide} pixels wide"
