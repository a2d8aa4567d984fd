"""The public pages as a web application, and its server. Everything is a GET; nothing can be sent here.

/                       the list of tables, or the one table there is
/table/N                a phone: texts that a screen reader can follow
/table/N/steps?at=SEQ   one match with its history: live, or as it was after a play
/table/N/match          a match that has ended: ranking, and what moved the chances of winning
/table/N/overlay        transparent, as large as its window, for OBS
/wall                   the screen of a hall: pairings, standings, live tables, in turn
/live/…                 the streams of these pages
/face/GAME/REF.png      the face of a card
/knock/N                answers 204 as soon as there is this table: the overlay's local file waits for it
"""

import errno
import threading
from asyncio import Task, create_task, shield, to_thread
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from companion.bus.messages import PublicView
from companion.clock import monotonic_ms
from companion.errors import CompanionError
from companion.network.addresses import ServerPlace
from companion.network.caller_places import OWN_FILES
from companion.network.page_server import PageServer, ServedSite
from companion.people import OUTLINES, SHIELD, SHIELD_INNER
from companion.rules.games import GAMES
from companion.storage.shipped_data import shipped_style
from companion.system_errors import system_says
from companion.threads import Stumble, TendedThread
from companion.web.kept_match import KeptFile, kept_answer
from companion.web.live import LivePage, LiveState, Parts
from companion.web.pages import PageMaker
from companion.web.public.drawing import (
    boxes_path,
    carried_ball,
    field_of,
    free_ball,
    odds_bar,
    patches_path,
    pitch_height,
    pitch_lines,
    places,
    shaft_of,
    turn,
)
from companion.web.public.shown import EndedPage, PageKind, PublicPlan, ShownTable
from companion.web.public.tables import PublicTable, PublicTables, WallList, WallSlide, wall_slide
from companion.web.site import KEPT_S, PageRefused, guarded, wanted_language, web_site
from companion.words import Text

_FOLDER = Path(__file__).parent
FILES = {name: _FOLDER / "static" / name for name in ("public.css", "overlay.css")}
THEMES = ("dark", "light")
TEMPLATES = {
    PageKind.SPECTATOR: "spectator.html",
    PageKind.TABLE: "steps.html",
    PageKind.OVERLAY: "overlay.html",
}
GONE = Text("no match at this table")
T = TypeVar("T")


def public_site(
    tables: PublicTables, plan: PublicPlan, wall: LiveState[WallSlide] | None = None
) -> Starlette:
    """Return the application; `wall` is what the hall's screen shows now, where there is a hall."""
    site = _PublicSite(tables, plan, wall)
    pages = site.pages
    answers: dict[str, Callable[[Request], Any]] = {
        "/": site.first,
        "/table/{number}": site.spectator,
        "/table/{number}/steps": site.steps,
        "/table/{number}/overlay": site.overlay,
        "/table/{number}/match": site.ended,
        "/live": site.live_list,
        "/live/table/{number}/{page}": site.live_table,
    }
    if wall is not None:
        answers |= {"/wall": site.wall, "/live/wall": site.live_wall}
    routes = [Route(path, guarded(answer, pages), methods=["GET"]) for path, answer in answers.items()]
    # A local file is of no server, and what it hears is no secret.
    anybody = {"Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Origin": "*"}
    routes.append(Route("/knock/{number}", guarded(site.knock, pages, anybody), methods=["GET"]))
    kept = {"Cache-Control": f"max-age={KEPT_S}"}
    routes.append(Route("/face/{game}/{ref}.png", guarded(site.face, pages, kept), methods=["GET"]))
    routes.append(Route("/crest/{name}.png", guarded(site.crest, pages, kept), methods=["GET"]))
    return web_site(routes, pages, FILES)


class _PublicSite:
    def __init__(self, tables: PublicTables, plan: PublicPlan, wall: LiveState[WallSlide] | None) -> None:
        self._plan = plan
        self._telling: dict[tuple[str, int, str], Task[str | None]] = {}
        self._drawn_with = {
            **DRAWN_WITH,
            "has_faces": plan.faces is not None,
            "has_crests": plan.crests is not None,
            "has_review": plan.ended is not None,
        }
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
        return self._list_page(request, Text("all tables"))

    def _list_page(self, request: Request, title: Text) -> Response:
        shown = self._tables.lists[PageKind.SPECTATOR].newest.value
        return self._page(request, "tables.html", "/live", self._list, {"tables": shown, "heading": title})

    async def spectator(self, request: Request) -> Response:
        if self._tables.table(str(request.path_params["number"])) is not None:
            return self._table_page(request, PageKind.SPECTATOR)
        page = self._list_page(request, GONE)
        page.status_code = HTTPStatus.NOT_FOUND
        return page

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

    async def ended(self, request: Request) -> Response:
        """Return the page of a match that has ended, as late as the table's page shows it."""
        view = self._table(request).pages[PageKind.TABLE].newest.value.view
        tell = self._plan.ended
        if view is None or not view.is_over or tell is None:
            return self._unfinished(request)
        page = await self._told(tell, (view.match, view.seq, wanted_language(request)))
        if page is None:
            raise PageRefused(HTTPStatus.NOT_FOUND, Text("nothing more can be told of this match"))
        return kept_answer(KeptFile(page.encode(), "text/html; charset=utf-8"))

    def _unfinished(self, request: Request) -> Response:
        """Return the way to the match as it stands, with its score, in place of what is told of matches that ended."""
        shown = self._table(request).pages[PageKind.TABLE].newest.value
        values = self._said(request) | {"shown": shown}
        page = self.pages.html("unfinished.html", wanted_language(request), **values)
        return HTMLResponse(page, HTTPStatus.NOT_FOUND)

    async def _told(self, tell: EndedPage, key: tuple[str, int, str]) -> str | None:
        """Return the page of an ended match. It is made once for all who wait for it, however many they are."""
        task = self._telling.get(key)
        if task is None:
            task = self._telling[key] = create_task(to_thread(tell, *key))
            task.add_done_callback(lambda _: self._telling.pop(key, None))
        return await shield(task)

    async def face(self, request: Request) -> Response:
        game, ref = str(request.path_params["game"]), str(request.path_params["ref"])
        language = wanted_language(request)
        # A card that was never drawn takes some ten milliseconds, in which the streams go on.
        paint = self._plan.faces
        counts = request.query_params.get("counts")
        return _picture(None if paint is None else await to_thread(paint, game, ref, language, counts))

    async def crest(self, request: Request) -> Response:
        crests = self._plan.crests
        return _picture(None if crests is None else await to_thread(crests, str(request.path_params["name"])))

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
            **self._drawn_with,
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
                **self._drawn_with,
            )

        return draw

    def _draw_list(self, shown: tuple[ShownTable, ...], language: str) -> Parts:
        return self.pages.parts("tables.html", language, tables=shown, **self._drawn_with)

    def _draw_wall(self, slide: WallSlide, language: str) -> Parts:
        return self.pages.parts("wall.html", language, slide=slide, **self._drawn_with)


def _picture(png: bytes | None) -> Response:
    if png is None:
        raise PageRefused(HTTPStatus.NOT_FOUND)
    return Response(png, media_type="image/png")


def spoken_time(ms: int) -> str:
    """Return a time as a clock shows it: 1:05, 1:02:03."""
    seconds = max(0, ms) // 1000
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02}"
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


_STYLE = shipped_style()
DRAWN_WITH: Mapping[str, Any] = {
    "spoken": spoken_time,
    "people": _STYLE.people,
    "outlines": OUTLINES,
    "shield": SHIELD,
    "shield_inner": SHIELD_INNER,
    "rim": _STYLE.rim,
    "carried_ball": carried_ball,
    "free_ball": free_ball,
    "patches_path": patches_path,
    "boxes_path": boxes_path,
    "field_of": field_of,
    "turn": turn,
    "places": places,
    "shaft_of": shaft_of,
    "pitch_lines": pitch_lines,
    "pitch_height": pitch_height,
    "odds_bar": odds_bar,
    "games": {name: rules.description.title for name, rules in GAMES.items()},
}
"""What every template draws with: times, the letters of the sides, the marks of people, and the paths of boards and pitches.
"""


# --- server
# Serves the public pages: over HTTP, on the port that was asked for, until it is stopped.

MOST_CALLERS, MOST_CALLERS_EACH = 4_000, 400
"""Open connections, of all machines and of one: each page that is watched has one. Behind one address many may watch, but
one machine that holds connections for nothing does not keep all others out.
"""
PROMISED = 2_000
"""Spectators who find a place for sure."""
TICK_S = 0.25
"""How often it is looked what is due, and so how exact a delay is."""
ENDS_S = 2.0
WHAT = Text("the public pages")


class PublicServer:
    """The public pages of some tables, or of a hall, which has a wall and lists for it besides."""

    def __init__(
        self,
        plan: PublicPlan,
        tell: Callable[[Stumble], None],
        wall_lists: Callable[[], tuple[WallList, ...]] | None = None,
    ) -> None:
        """`wall_lists` tells what stands on the wall besides the tables, and is asked a few times a second."""
        self._plan = plan
        self._tell = tell
        self._wall_lists = wall_lists
        self._stopping = threading.Event()
        self._server: PageServer | None = None
        self._thread = TendedThread("public", WHAT, self._tick_on, tell, self._stopping)
        self.tables = PublicTables(plan)
        self._wall: LiveState[WallSlide] | None = None if wall_lists is None else LiveState(WallSlide())

    @property
    def port(self) -> int:
        assert self._server is not None, "the server has started"
        return self._server.port

    def start(self) -> None:
        """Begin to listen. Raises `CompanionError` if the port cannot be had."""
        site = ServedSite(
            "public-pages",
            WHAT,
            public_site(self.tables, self._plan, self._wall),
            MOST_CALLERS,
            MOST_CALLERS_EACH,
        )
        place = ServerPlace(self._plan.host, self._plan.port, None, is_fixed=self._plan.port != 0)
        try:
            self._server = PageServer(site, place, self._tell)
        except OSError as problem:
            raise CompanionError(
                Text(
                    "the public pages cannot be served at port {port}: {problem}; choose another port, from 1024 to 65535",
                    port=self._plan.port,
                    problem=system_says(problem),
                )
            ) from problem
        self._server.start()
        self._thread.start()
        if (places := self._server.most_callers) < PROMISED:
            self._tell(Stumble(OSError(errno.EMFILE, "too few files"), _too_few(places)))

    def show(self, number: str, view: PublicView | None, silent_ms: int = 0) -> None:
        """Take a table's newest view, in any thread."""
        self.tables.show(number, view, silent_ms)

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(ENDS_S)
        if self._server is not None:
            self._server.stop()

    def _tick_on(self) -> None:
        while not self._stopping.wait(TICK_S):
            self.tables.tick()
            if self._wall is None or self._wall_lists is None:
                continue
            shown = self.tables.lists[PageKind.WALL].newest.value
            slide = wall_slide(self._wall_lists(), shown, monotonic_ms())
            if slide != self._wall.newest.value:
                self._wall.put(slide)


def _too_few(places: int) -> Text:
    return Text(
        "only {places} spectators find a place, because this system lets the program have few files open at once; type `ulimit"
        " -Hn {files}` as root in the shell that starts it, for {promised}",
        places=places,
        files=MOST_CALLERS + OWN_FILES,
        promised=PROMISED,
    )
