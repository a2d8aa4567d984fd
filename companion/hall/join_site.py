"""The web application with which tables join."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from companion.bus.joining import LARGEST_WORDS, JoinOpening, JoinRequest, JoinTicket
from companion.bus.messages import payload_of, read_message
from companion.errors import CompanionError, Malformed
from companion.hall.errors import JoinRefused
from companion.hall.joining import JoinDesk
from companion.network.caller_places import RateEach, token_tries
from companion.web.site import caller_address
from companion.words import Text, translate

ANSWERS_PER_S = 50.0
"""How often tables behind one address may ask whether they are admitted; each asks once a second."""
T = TypeVar("T")
Answer = Callable[[Request], Awaitable[Response]]


def joining_site(desk: JoinDesk, authority: bytes) -> Starlette:
    """Return the web application of a desk."""
    site = _JoiningSite(desk, authority)
    return Starlette(
        routes=[
            Route("/authority", _guarded(site.authority), methods=["GET"]),
            Route("/join", _guarded(site.join), methods=["POST"]),
            Route("/join/number", _guarded(site.number), methods=["POST"]),
            Route("/join/answer", _guarded(site.answer), methods=["POST"]),
            Route("/join/{rest:path}", _guarded(site.hint), methods=["GET"]),
        ]
    )


def _guarded(answer: Answer) -> Answer:
    async def guarded(request: Request) -> Response:
        try:
            response = await answer(request)
        except JoinRefused as refused:
            response = _said(refused, HTTPStatus.FORBIDDEN)
        except Malformed as malformed:
            response = _said(malformed, HTTPStatus.BAD_REQUEST)
        except ClientDisconnect:
            response = Response(status_code=HTTPStatus.BAD_REQUEST)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    return guarded


def _said(problem: CompanionError, status: HTTPStatus) -> Response:
    return PlainTextResponse(translate(problem.message, "en"), status)


class _JoiningSite:
    def __init__(self, desk: JoinDesk, authority: bytes) -> None:
        self._desk = desk
        self._authority = authority
        self._tries = token_tries()
        self._answers = RateEach(ANSWERS_PER_S)

    async def authority(self, _request: Request) -> Response:
        return Response(self._authority, media_type="application/x-pem-file")

    async def hint(self, _request: Request) -> Response:
        words = Text(
            "this code is for a table: show it to the table's camera, or type its nine characters there"
        )
        return PlainTextResponse("\n".join(translate(words, language) for language in ("en", "fr")))

    async def join(self, request: Request) -> Response:
        if not self._tries.allows(caller_address(request)):
            return Response(status_code=HTTPStatus.TOO_MANY_REQUESTS)
        return _json(self._desk.ask(await _read(JoinRequest, request)))

    async def number(self, request: Request) -> Response:
        self._desk.open(await _read(JoinOpening, request))
        return Response(status_code=HTTPStatus.NO_CONTENT)

    async def answer(self, request: Request) -> Response:
        if not self._answers.allows(caller_address(request)):
            return Response(status_code=HTTPStatus.TOO_MANY_REQUESTS)
        return _json(self._desk.answer((await _read(JoinTicket, request)).ticket))


def _json(message: Any) -> Response:
    return Response(payload_of(message), media_type="application/json")


async def _read(kind: type[T], request: Request) -> T:
    """Read a message. Raises `Malformed`, also if the body is too large."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST_WORDS:
            raise Malformed("", Text("the message is larger than {most} bytes", most=LARGEST_WORDS))
    return read_message(kind, bytes(body))
