"""Describes a visit to a page: person, language and form. Turns away people without the right role.

A post counts only with the word that the person's own pages have in their forms, from a page of this server, with the cookie
that browsers send for no other page (`SameSite=Strict`).
"""

import hmac
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Match, Route

from companion.errors import CompanionError
from companion.hall.access import HallRole, PeopleBook, Person, form_word
from companion.network.caller_places import RateEach
from companion.storage import strict_json
from companion.web.live import LivePage
from companion.web.pages import PageMaker, language_wanted
from companion.web.site import PageRefused, guarded
from companion.words import LANGUAGES, Text

COOKIE, LANGUAGE_COOKIE = "__Host-hall", "__Host-lang"
WORD = "word"
"""The field of a form that carries the person's word."""
LARGEST_FORM, MOST_FIELDS = 600_000, 4_000
"""A list of players may be sent as a form."""
FORM_HEADERS = {"Referrer-Policy": "same-origin"}
"""With a stricter one browsers do not say that a form comes from a page of this server."""
_WHOLE = re.compile("-?[0-9]{1,11}")
POSTS_PER_S = 20.0
"""The posts of one person."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request of somebody who may make it. `form` is empty unless something was posted."""

    request: Request
    person: Person
    word: str
    language: str
    form: Mapping[str, str] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The number in the page's address."""
        return int(self.request.path_params["number"])

    def says(self, name: str, most: int = 200) -> str:
        """Return what a field of the form says, in one line; empty if it is not there."""
        return " ".join(self.form.get(name, "").split())[:most]

    def whole(self, name: str) -> int:
        """Return the whole number in a field. Raises `PageRefused`."""
        words = self.form.get(name, "").strip()
        if not _WHOLE.fullmatch(words):
            raise PageRefused(HTTPStatus.BAD_REQUEST, Text("a whole number is missing in the form"))
        return int(words)

    def data(self, name: str) -> Any:
        """Return the JSON in a field. Raises `Malformed`, also for what nobody could show or keep."""
        data = strict_json.parse(self.form.get(name, ""))
        strict_json.expect_plain(data)
        return data


def read_index(said: str, count: int) -> int | None:
    """Return the index that a form or an address says, among `count` things; None for anything else."""
    return next((index for index in range(count) if str(index) == said), None)


Answers = Callable[[Visit], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class ToldOfForm:
    """What a page says about a form that was sent from it. If the form was refused: also its address, and what was typed."""

    page: str
    says: Text
    action: str = ""
    typed: str = ""


class Doorkeeper:
    """Lets people to the pages of their role."""

    def __init__(self, book: PeopleBook, pages: PageMaker) -> None:
        self._book = book
        self._pages = pages
        self._posts = RateEach(POSTS_PER_S)
        self._told: dict[str, ToldOfForm] = {}
        """What was told last to each person, until its page has shown it."""
        self._shown: list[Route] = []

    def route(self, path: str, answer: Answers, roles: Sequence[HallRole], *, posts: bool = False) -> Route:
        """Return a route for people with one of these roles."""

        async def told(request: Request) -> Response:
            token = request.cookies.get(COOKIE, "")
            person = self._book.with_token(token) if token else None
            if person is None:
                if posts:
                    raise PageRefused(HTTPStatus.FORBIDDEN)
                return RedirectResponse("/", HTTPStatus.SEE_OTHER)
            if person.role not in roles:
                raise PageRefused(HTTPStatus.FORBIDDEN, Text("this page is not for your role"))
            form = await read_form(request) if posts else {}
            if posts:
                self._expect_own(person, token, form)
            visit = Visit(request, person, form_word(token), chosen_language(request), form)
            try:
                return with_language(request, await answer(visit))
            except CompanionError as problem:
                return self._refuse(visit, PageRefused(HTTPStatus.CONFLICT, problem.message))
            except PageRefused as refused:
                return self._refuse(visit, refused)

        route = Route(path, guarded(told, self._pages, FORM_HEADERS), methods=["POST" if posts else "GET"])
        if not posts:
            self._shown.append(route)
        return route

    def _expect_own(self, person: Person, token: str, form: Mapping[str, str]) -> None:
        if not hmac.compare_digest(form.get(WORD, "").encode(), form_word(token).encode()):
            raise PageRefused(HTTPStatus.FORBIDDEN)
        if not self._posts.allows(person.id):
            raise PageRefused(HTTPStatus.TOO_MANY_REQUESTS)

    def _refuse(self, visit: Visit, refused: PageRefused) -> Response:
        """Send a person back to the page on which a form was filled in. Raises the refusal where the browser names none."""
        page = urlsplit(visit.request.headers.get("referer", ""))
        if (
            visit.request.method != "POST"
            or page.netloc != visit.request.headers.get("host")
            or not self._is_page(page.path)
        ):
            raise refused
        typed = json.dumps({name: value for name, value in visit.form.items() if name != WORD})
        told = ToldOfForm(page.path, refused.says, visit.request.scope["path"], typed)
        self._told[visit.person.id] = told
        return went(urlunsplit(("", "", page.path, page.query, "")))

    def _is_page(self, path: str) -> bool:
        """Tell whether a browser can be sent to an address: some pages are answers to a form, and cannot be asked for."""
        scope = {"type": "http", "method": "GET", "path": path}
        return any(route.matches(scope)[0] is Match.FULL for route in self._shown)

    def went(self, visit: Visit, to: str, says: Text) -> Response:
        """Send the browser to a page after a post, which says there once what came of it."""
        self._told[visit.person.id] = ToldOfForm(to, says)
        return went(to)

    def live(self, visit: Visit, page: LivePage[Any]) -> Response:
        """Return the stream of a live page, which ends as soon as the person is signed out."""
        response = page.response(visit.language)
        response.body_iterator = self._while_in(visit, page.stream(visit.language))
        return response

    async def _while_in(self, visit: Visit, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        token = visit.request.cookies.get(COOKIE, "")
        async for piece in pieces:
            if self._book.with_token(token) is None:
                return
            yield piece

    def html(self, template: str, visit: Visit, **values: Any) -> HTMLResponse:
        """Return a page for a visitor."""
        here = visit.request.scope["path"]
        told = self._told.get(visit.person.id)
        if told is not None and told.page == here:
            del self._told[visit.person.id]
        else:
            told = None
        shown = {"person": visit.person, "word": visit.word, "here": here, "told_of_form": told, **values}
        page = self._pages.html(template, visit.language, **shown)
        return HTMLResponse(page)


async def read_form(request: Request) -> dict[str, str]:
    """Read a posted form. Raises `PageRefused` if it is too large or no form."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_FORM:
            raise PageRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, Text("this form is too large"))
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError as problem:
        raise PageRefused(HTTPStatus.BAD_REQUEST, Text("this form cannot be read")) from problem


def chosen_language(request: Request) -> str:
    """Return the language that the address asks for, that was chosen before, or that the browser asks for."""
    chosen = request.query_params.get("lang") or request.cookies.get(LANGUAGE_COOKIE)
    return language_wanted(request.headers, chosen)


def with_language(request: Request, response: Response) -> Response:
    """Remember the language that was chosen in the address."""
    chosen = request.query_params.get("lang")
    if chosen in LANGUAGES:
        set_cookie(response, LANGUAGE_COOKIE, chosen)
    return response


def set_cookie(response: Response, name: str, value: str, *, lasts_s: int | None = None) -> None:
    """Set a cookie that no program of a page reads, and that browsers send to this server alone."""
    response.set_cookie(name, value, max_age=lasts_s, path="/", secure=True, httponly=True, samesite="strict")


def went(to: str) -> Response:
    """Send the browser to a page after a post."""
    return RedirectResponse(to, HTTPStatus.SEE_OTHER)
