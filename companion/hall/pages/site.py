"""The web application of a hall: signing in, and the pages of each role."""

from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from companion.bus.joining import read_token
from companion.errors import CompanionError, Malformed
from companion.hall.access import HOLDS_MS, HallRole, read_person_name
from companion.hall.errors import JoinRefused
from companion.hall.pages.desk import PageDesk
from companion.hall.pages.office import OfficePages, SettingsPages
from companion.hall.pages.tables import TablePages
from companion.hall.pages.tournament import TournamentPages
from companion.hall.pages.visits import (
    COOKIE,
    FORM_HEADERS,
    Doorkeeper,
    Visit,
    chosen_language,
    read_form,
    set_cookie,
    went,
    with_language,
)
from companion.network.caller_places import token_tries
from companion.web.pages import PageMaker
from companion.web.site import PageRefused, caller_address, guarded, web_site
from companion.words import Text

TEMPLATES = Path(__file__).parent / "templates"
FILES = {name: Path(__file__).parent / name for name in ("hall.css", "typed.js")}
WAITING = "__Host-waiting"
HOMES = {
    HallRole.ORGANISER: "/tables",
    HallRole.REFEREE: "/tables",
    HallRole.SCOREKEEPER: "/tournament",
    HallRole.SEAT: "/seat",
}


def hall_site(desk: PageDesk) -> Starlette:
    """Return the web application of a hall."""
    pages = PageMaker(TEMPLATES)
    door = Doorkeeper(desk.house.people, pages)
    entry = _Entry(desk, pages)
    return web_site(
        [
            *entry.routes(),
            *TablePages(desk, door, pages).routes(),
            *OfficePages(desk, door, pages).routes(),
            *SettingsPages(desk, door, pages).routes(),
            *TournamentPages(desk.house.where, door, desk.house.prints).routes(),
            door.route("/leave", entry.leave, tuple(HallRole), posts=True),
        ],
        pages,
        FILES,
    )


class _Entry:
    """Signing in: nine characters, a name, three digits, and a person's yes."""

    def __init__(self, desk: PageDesk, pages: PageMaker) -> None:
        self._house = desk.house
        self._pages = pages
        self._tries = token_tries()

    def routes(self) -> list[Route]:
        answers = (
            ("/", self.begin, "GET"),
            ("/enter/{token}", self.begin, "GET"),
            # The address that stands in the browser after a form with a mistake, typed or opened again.
            ("/enter", self.begin, "GET"),
            ("/enter", self.ask, "POST"),
            ("/waiting", self.wait, "GET"),
        )
        return [
            Route(path, guarded(answer, self._pages, FORM_HEADERS), methods=[method])
            for path, answer, method in answers
        ]

    async def begin(self, request: Request) -> Response:
        home = self._home(request)
        return home or self._form(request, str(request.path_params.get("token", "")))

    def _home(self, request: Request) -> Response | None:
        """Send somebody who has signed in to the pages of his role."""
        person = self._house.people.with_token(request.cookies.get(COOKIE, ""))
        return None if person is None else with_language(request, went(HOMES[person.role]))

    async def ask(self, request: Request) -> Response:
        form = await read_form(request)
        if not self._tries.allows(caller_address(request)):
            raise PageRefused(HTTPStatus.TOO_MANY_REQUESTS)
        token = read_token(form.get("code", ""))
        try:
            name = read_person_name(form.get("name"), "")
            if token is None:
                raise JoinRefused(Text("type the nine characters as they are shown, such as abc def 234"))
            ticket = self._house.entry.ask(token, name)
        except (Malformed, JoinRefused) as problem:
            return self._form(request, form.get("code", "")[:20], problem, form.get("name", "")[:60])
        response = went("/waiting")
        set_cookie(response, WAITING, ticket, lasts_s=300)
        return response

    async def wait(self, request: Request) -> Response:
        # A second tab, or the way back: the ticket was used for this browser already.
        home = self._home(request)
        if home is not None:
            return home
        ticket = request.cookies.get(WAITING, "")
        try:
            asking = self._house.entry.waiting(ticket)
            token = self._house.entry.cookie(ticket)
        except JoinRefused as problem:
            return self._form(request, "", problem)
        if token is None:
            return HTMLResponse(self._pages.html("waiting.html", chosen_language(request), asking=asking))
        response = went("/")
        set_cookie(response, COOKIE, token, lasts_s=HOLDS_MS // 1000)
        response.delete_cookie(WAITING, path="/", secure=True, httponly=True, samesite="strict")
        return response

    async def leave(self, visit: Visit) -> Response:
        self._house.people.revoke(visit.person.id)
        response = went("/")
        response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="strict")
        return response

    def _form(
        self, request: Request, code: str, problem: CompanionError | None = None, name: str = ""
    ) -> Response:
        page = self._pages.html(
            "enter.html",
            chosen_language(request),
            code=code,
            name=name,
            problem=None if problem is None else problem.message,
        )
        status = HTTPStatus.OK if problem is None else HTTPStatus.FORBIDDEN
        return with_language(request, HTMLResponse(page, status))
