"""The public pages as a web application. Everything is a GET; nothing can be sent here.

/                       the list of tables, or the one table there is
/table/N                a phone: texts that a screen reader can follow
/table/N/steps?at=SEQ   one match with its history: live, or as it was after a play
/table/N/overlay        1920 x 1080, transparent, for OBS
/wall                   the screen of a hall: pairings, standings, live tables, in turn
/live/…                 the streams of these pages
/knock/N                answers 204 as soon as there is this table: the overlay's local file waits for it
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from companion.storage.house_styles import shipped_style
from companion.web.live import LivePage, LiveState, Parts
from companion.web.pages import PageMaker
from companion.web.public.shown import PageKind, ShownTable
from companion.web.public.tables import PublicTable, PublicTables
from companion.web.public.wall import WallSlide
from companion.web.site import PageRefused, guarded, wanted_language, web_site
from companion.words import Text

_FOLDER = Path(__file__).parent
FILES = {name: _FOLDER / "static" / name for name in ("public.css", "overlay.css")}
THEMES = ("dark", "light")
TEMPLATES = {
    PageKind.SPECTATOR: "spectator.html",
    PageKind.TABLE: "steps.html",
    PageKind.OVERLAY: "overlay.html",
}
GONE = Text("this table shows nothing here")
T = TypeVar("T")


def public_site(tables: PublicTables, wall: LiveState[WallSlide] | None = None) -> Starlette:
    """Return the application; `wall` is what the hall's screen shows now, where there is a hall."""
    site = _PublicSite(tables, wall)
    pages = site.pages
    answers: dict[str, Callable[[Request], Any]] = {
        "/": site.first,
        "/table/{number}": site.spectator,
        "/table/{number}/steps": site.steps,
        "/table/{number}/overlay": site.overlay,
        "/live": site.live_list,
        "/live/table/{number}/{page}": site.live_table,
    }
    if wall is not None:
        answers |= {"/wall": site.wall, "/live/wall": site.live_wall}
    routes = [Route(path, guarded(answer, pages), methods=["GET"]) for path, answer in answers.items()]
    # A local file is of no server, and what it hears is no secret.
    anybody = {"Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Origin": "*"}
    routes.append(Route("/knock/{number}", guarded(site.knock, pages, anybody), methods=["GET"]))
    return web_site(routes, pages, FILES)


class _PublicSite:
    def __init__(self, tables: PublicTables, wall: LiveState[WallSlide] | None) -> None:
        self.pages = PageMaker(_FOLDER / "templates")
        self._tables = tables
        self._of_tables: dict[tuple[str, PageKind], tuple[PublicTable, LivePage[ShownTable]]] = {}
        self._list = LivePage(tables.lists[PageKind.SPECTATOR], self._draw_list)
        self._wall = None if wall is None else LivePage(wall, self._draw_wall)
        self._wall_state = wall

    # --- pages

    async def first(self, request: Request) -> Response:
        if self._wall is None and self._tables.numbers:
            request.path_params["number"] = self._tables.numbers[0]
            return await self.spectator(request)
        shown = self._tables.lists[PageKind.SPECTATOR].newest.value
        return self._page(request, "tables.html", "/live", self._list, {"tables": shown})

    async def spectator(self, request: Request) -> Response:
        return self._table_page(request, PageKind.SPECTATOR)

    async def overlay(self, request: Request) -> Response:
        return self._table_page(request, PageKind.OVERLAY)

    async def steps(self, request: Request) -> Response:
        """Return the live page of a match, or the state after a play that the address names."""
        wanted = request.query_params.get("at")
        if wanted is None:
            return self._table_page(request, PageKind.TABLE)
        table = self._table(request)
        shown = table.pages[PageKind.TABLE].newest.value
        place = shown.trail.at(int(wanted)) if wanted.isdecimal() and len(wanted) < 12 else None
        if place is None:
            raise PageRefused(HTTPStatus.NOT_FOUND, Text("this state is not kept here"))
        values = self._said(request) | {
            "shown": ShownTable(shown.number, shown.trail.steps[place].view, 0, shown.trail),
            "place": place,
        }
        return HTMLResponse(self.pages.html("steps.html", wanted_language(request), **values))

    async def wall(self, request: Request) -> Response:
        assert self._wall is not None and self._wall_state is not None
        return self._page(
            request, "wall.html", "/live/wall", self._wall, {"slide": self._wall_state.newest.value}
        )

    async def knock(self, request: Request) -> Response:
        self._table(request)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    # --- streams

    async def live_list(self, request: Request) -> Response:
        return self._list.response(wanted_language(request))

    async def live_wall(self, request: Request) -> Response:
        assert self._wall is not None
        return self._wall.response(wanted_language(request))

    async def live_table(self, request: Request) -> Response:
        wanted = str(request.path_params["page"])
        if wanted not in TEMPLATES:
            raise PageRefused(HTTPStatus.NOT_FOUND)
        _, live = self._live(self._table(request), str(request.path_params["number"]), PageKind(wanted))
        return live.response(wanted_language(request))

    # --- drawing

    def _table_page(self, request: Request, page: PageKind) -> Response:
        number = str(request.path_params["number"])
        table, live = self._live(self._table(request), number, page)
        shown = table.pages[page].newest.value
        stream = f"/live/table/{number}/{page}"
        return self._page(request, TEMPLATES[page], stream, live, {"shown": shown, "place": None})

    def _page(
        self, request: Request, template: str, stream: str, live: LivePage[T], values: Mapping[str, Any]
    ) -> Response:
        language = wanted_language(request)
        more = {"stream": f"{stream}?lang={language}", "age_ms": live.age_ms()}
        return HTMLResponse(self.pages.html(template, language, **self._said(request), **values, **more))

    def _said(self, request: Request) -> dict[str, Any]:
        theme = request.query_params.get("theme")
        return {
            "theme": theme if theme in THEMES else "",
            "path": request.scope["path"],
            "has_list": self._wall is not None,
            **DRAWN_WITH,
        }

    def _table(self, request: Request) -> PublicTable:
        table = self._tables.table(str(request.path_params["number"]))
        if table is None:
            raise PageRefused(HTTPStatus.NOT_FOUND, GONE)
        return table

    def _live(
        self, table: PublicTable, number: str, page: PageKind
    ) -> tuple[PublicTable, LivePage[ShownTable]]:
        """Return the live page of a table, which is made when the first one asks for it."""
        known = self._of_tables.get((number, page))
        if known is None or known[0] is not table:
            known = (table, LivePage(table.pages[page], self._drawer(page)))
            self._of_tables[number, page] = known
        return known

    def _drawer(self, page: PageKind) -> Callable[[ShownTable, str], Parts]:
        def draw(shown: ShownTable, language: str) -> Parts:
            return self.pages.parts(
                TEMPLATES[page],
                language,
                shown=shown,
                place=None,
                path=f"/table/{shown.number}/steps",
                **DRAWN_WITH,
            )

        return draw

    def _draw_list(self, shown: tuple[ShownTable, ...], language: str) -> Parts:
        return self.pages.parts("tables.html", language, tables=shown, **DRAWN_WITH)

    def _draw_wall(self, slide: WallSlide, language: str) -> Parts:
        return self.pages.parts("wall.html", language, slide=slide, **DRAWN_WITH)


def spoken_time(ms: int) -> str:
    """Return a time as a clock shows it: 1:05, 1:02:03."""
    seconds = max(0, ms) // 1000
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02}"
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


DRAWN_WITH: Mapping[str, Any] = {"spoken": spoken_time, "looks": shipped_style().sides}
"""What every template draws with: times, and the letters of the sides."""
