"""The web application that serves the phone's page over HTTPS, and takes the phone's pictures.

GET  /TOKEN, /               the page, for who has the token or the phone's key; else nothing but a hint
    GET  /phone.css, /phone.js   its layout and its program
    POST /join                   {"token"}: spends the token; answers with the key as a cookie
    POST /picture?kind=…         a JPEG; answers {"things", "more", "photos", "stops"}
    POST /read                   the same answer, without a picture
    POST /leave                  the page was closed

Everything that decides anything stands in `PhoneLink`, `Pairing` and `PhoneMailbox`.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from html import escape
from http import HTTPStatus
from pathlib import Path
from string import Template
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from companion.network.addresses import ServerPlace
from companion.network.caller_places import Rate, token_tries
from companion.network.page_server import PageServer, ServedSite
from companion.system_errors import system_says
from companion.threads import Stumble
from companion.web.pages import OTHER, language_wanted
from companion.web.site import caller_address, is_own, policy, safe_headers
from companion.words import Text, as_sentence, translate
from vision.errors import NoSuchSource
from vision.phone.link import KeyOwner, PhoneLink
from vision.phone.mailbox import PhoneAnswer, PhonePicture, PictureKind
from vision.pictures import jpeg_size_px
from vision.sources.source import is_beyond_cameras

# --- page files
# Names the files of the phone's page.

_FOLDER = Path(__file__).parent / "page"
PAGE = _FOLDER / "phone.html"
STRANGER = _FOLDER / "stranger.html"
PAGE_FILES = {"css": _FOLDER / "phone.css", "js": _FOLDER / "phone.js"}


# --- page text
# Fills the words of a language into the phone's page.

TITLE = Text("the camera of the table")
WORDS: dict[str, Text] = {
    "title": TITLE,
    "begin": Text("start the camera"),
    "warned": Text(
        "Your browser warned you because this page comes from the machine at your table, which signs for itself;"
        " no company vouches for it. Pictures go to that machine and nowhere else. You are asked once."
    ),
    "how": Text("Hold the phone across, above the table, so that the whole mat is in the picture."),
    "picture": Text("take one picture instead"),
    "stop": Text("stop"),
    "other": Text("français"),
    "read": Text("what was read"),
}
SAID: dict[str, Text] = {
    "joining": Text("one moment…"),
    "looking": Text("looking"),
    "moving": Text("something moves"),
    "resting": Text("everything that lies there was looked at"),
    "lost": Text("the machine at the table does not answer; the phone keeps trying"),
    "stopped": Text("the camera was stopped"),
    "denied": Text("the browser was not allowed to use the camera: allow it in its settings, and load the page again"),
    "none": Text("this browser gives pages no camera: take single pictures below"),
    "sent": Text("the picture was sent"),
    "bad": Text("this picture cannot be opened; take another one"),
    "asleep": Text("keep the screen on by hand: this browser lets the phone fall asleep"),
}  # fmt: skip
"""What the page's program says; the keys stand in `phone.js`."""


def page_html(language: str) -> str:
    """Return the page, in a language of `LANGUAGES`."""
    said = json.dumps({key: as_sentence(translate(text, language)) for key, text in SAID.items()})
    words = {key: escape(as_sentence(translate(text, language))) for key, text in WORDS.items()}
    return _filled(PAGE.read_text(encoding="utf-8"), language, words, said=escape(said))


def stranger_html(language: str) -> str:
    """Return the page for a visitor without a token or a key: it only asks to scan the code."""
    hint = Text("Scan the code on the screen of the table. A code can be used only once.")
    words = {
        "title": escape(as_sentence(translate(TITLE, language))),
        "hint": escape(translate(hint, language)),
    }
    return _filled(STRANGER.read_text(encoding="utf-8"), language, words)


def _filled(page: str, language: str, words: Mapping[str, str], **more: str) -> str:
    return Template(page).substitute(words, language=language, other_language=OTHER[language], **more)


# --- web

LARGEST_BYTES = 6_000_000
"""The largest picture that is taken: one of 2560 by 1920 has about one million."""
LARGEST_WORDS = 1_000
"""The longest text that is taken, in bytes."""
UPLOAD_S = 8.0
"""How long a picture may take to arrive: what it shows is older still."""
READ_S = 0.6
"""How long the answer waits for what is read in the picture."""
PICTURES_PER_S = 12.0
"""How much one phone may send."""
KEY = "__Host-companion-phone"
"""The cookie with the phone's key. Browsers keep one of such a name only from HTTPS, and for this address alone."""
MOST_STOPS = 6.0
SAFE_HEADERS = safe_headers(
    policy(
        img_src="'self' blob:", media_src="'self' blob: mediastream:", font_src="'none'", form_action="'none'"
    ),
    "camera=(self), microphone=(), geolocation=()",
)

REFUSED: dict[HTTPStatus, Text] = {
    HTTPStatus.FORBIDDEN: Text("this code was used already: scan the one that is on the screen now"),
    HTTPStatus.UNAUTHORIZED: Text("this phone is not the camera: scan the code on the screen"),
    HTTPStatus.CONFLICT: Text("another phone is the camera now"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: Text("the picture is too large"),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: Text("that is not a JPEG picture"),
    HTTPStatus.TOO_MANY_REQUESTS: Text("too much at once: wait a moment"),
    HTTPStatus.REQUEST_TIMEOUT: Text("the picture took too long: is the Wi-Fi weak here?"),
    HTTPStatus.BAD_REQUEST: Text("that was not understood: load the page again"),
}


class _Refused(Exception):
    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


def phone_site(link: PhoneLink) -> Starlette:
    """Return the web application of a link."""
    site = _Site(link)
    return Starlette(
        routes=[
            Route("/phone.{kind}", _guarded(site.file), methods=["GET"]),
            # Browsers ask for it by themselves.
            Route("/favicon.ico", lambda _: Response(status_code=HTTPStatus.NO_CONTENT)),
            Route("/join", _guarded(site.join), methods=["POST"]),
            Route("/picture", _guarded(site.picture), methods=["POST"]),
            Route("/read", _guarded(site.read), methods=["POST"]),
            Route("/leave", _guarded(site.leave), methods=["POST"]),
            Route("/", _guarded(site.page), methods=["GET"]),
            Route("/{token}", _guarded(site.page), methods=["GET"]),
        ]
    )


def _guarded(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Refuse what other pages send, answer a refusal in the phone's language, and add the safe headers."""

    async def guarded(request: Request) -> Response:
        try:
            if request.method == "POST" and not is_own(request):
                raise _Refused(HTTPStatus.UNAUTHORIZED)
            response = await answer(request)
        except _Refused as refused:
            says = translate(REFUSED[refused.status], language_wanted(request.headers))
            response = JSONResponse({"says": says}, refused.status)
            # What is left of a large body is not waited for.
            response.headers["Connection"] = "close"
        except ClientDisconnect:
            response = Response(status_code=HTTPStatus.BAD_REQUEST)
        response.headers.update(SAFE_HEADERS)
        return response

    return guarded


class _Site:
    """Answers the requests of one link."""

    def __init__(self, link: PhoneLink) -> None:
        self._link = link
        self._pictures = Rate(PICTURES_PER_S, link.clock)
        self._joins = token_tries()

    async def file(self, request: Request) -> Response:
        kind = str(request.path_params["kind"])
        if kind not in PAGE_FILES:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        body = PAGE_FILES[kind].read_text(encoding="utf-8")
        return Response(self._link.colours + body if kind == "css" else body, media_type=_MEDIA[kind])

    async def page(self, request: Request) -> Response:
        language = language_wanted(request.headers, request.query_params.get("lang"))
        is_known = self._link.opens(str(request.path_params.get("token", "")))
        if not is_known and self._owner(request) is not KeyOwner.PHONE:
            return HTMLResponse(stranger_html(language), HTTPStatus.NOT_FOUND)
        return HTMLResponse(page_html(language))

    async def join(self, request: Request) -> Response:
        if not self._joins.allows(caller_address(request)):
            raise _Refused(HTTPStatus.TOO_MANY_REQUESTS)
        if self._owner(request) is KeyOwner.PHONE:
            return JSONResponse({})
        if _media(request) != "application/json":
            raise _Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        try:
            said = json.loads(await _body(request, LARGEST_WORDS))
        except (ValueError, RecursionError) as problem:
            raise _Refused(HTTPStatus.BAD_REQUEST) from problem
        token = said.get("token") if isinstance(said, dict) else None
        key = self._link.join(token) if isinstance(token, str) else None
        if key is None:
            raise _Refused(HTTPStatus.FORBIDDEN)
        joined = JSONResponse({})
        joined.set_cookie(KEY, key, secure=True, httponly=True, samesite="strict", path="/")
        return joined

    async def picture(self, request: Request) -> Response:
        self._expect_phone(request)
        if not self._pictures.allows():
            raise _Refused(HTTPStatus.TOO_MANY_REQUESTS)
        if _media(request) != "image/jpeg":
            raise _Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        jpeg = await _body(request, LARGEST_BYTES)
        size_px = jpeg_size_px(jpeg)
        if size_px is None or 0 in size_px:
            raise _Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        if is_beyond_cameras(size_px):
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        number = self._link.receive(_told(request, jpeg))
        await self._wait_until_read(number)
        return self._answer(request)

    async def read(self, request: Request) -> Response:
        self._expect_phone(request)
        if not self._pictures.allows():
            raise _Refused(HTTPStatus.TOO_MANY_REQUESTS)
        return self._answer(request)

    async def leave(self, request: Request) -> Response:
        self._expect_phone(request)
        self._link.leave()
        return Response(status_code=HTTPStatus.NO_CONTENT)

    def _owner(self, request: Request) -> KeyOwner:
        return self._link.owner_of(request.cookies.get(KEY, ""))

    def _expect_phone(self, request: Request) -> None:
        match self._owner(request):
            case KeyOwner.STRANGER:
                raise _Refused(HTTPStatus.UNAUTHORIZED)
            case KeyOwner.BEFORE:
                raise _Refused(HTTPStatus.CONFLICT)
            case KeyOwner.PHONE:
                pass

    def _answer(self, request: Request) -> Response:
        return JSONResponse(_as_json(self._link.mailbox.answer(), language_wanted(request.headers)))

    async def _wait_until_read(self, number: int) -> None:
        """Wait until a picture was read, for a moment."""
        loop, mailbox = asyncio.get_running_loop(), self._link.mailbox
        with suppress(TimeoutError):
            async with asyncio.timeout(READ_S):
                while not mailbox.is_shown(number):
                    shown = asyncio.Event()
                    mailbox.wake_at_show(partial(loop.call_soon_threadsafe, shown.set))
                    if mailbox.is_shown(number):
                        return
                    await shown.wait()


_MEDIA = {"css": "text/css", "js": "text/javascript"}


def _media(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def _body(request: Request, most: int) -> bytes:
    """Return the body of a request, which may have so many bytes and must arrive in time."""
    told = request.headers.get("content-length", "0")
    if not told.isdecimal() or len(told) > len(str(most)) or int(told) > most:
        raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    body = bytearray()
    try:
        async with asyncio.timeout(UPLOAD_S):
            async for piece in request.stream():
                body += piece
                if len(body) > most:
                    raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    except TimeoutError as late:
        raise _Refused(HTTPStatus.REQUEST_TIMEOUT) from late
    return bytes(body)


def _told(request: Request, jpeg: bytes) -> PhonePicture:
    """Return the picture with what its address says of it."""
    said = request.query_params
    try:
        kind, stops = PictureKind(said.get("kind", "")), float(said.get("stops", "0"))
    except ValueError as problem:
        raise _Refused(HTTPStatus.BAD_REQUEST) from problem
    if not -MOST_STOPS <= stops <= MOST_STOPS:
        raise _Refused(HTTPStatus.BAD_REQUEST)
    return PhonePicture(jpeg, kind, said.get("steady") == "1", stops, said.get("exposes") == "1")


def _as_json(answer: PhoneAnswer, language: str) -> dict[str, Any]:
    return {
        "things": [
            {
                "name": one.name if isinstance(one.name, str) else translate(one.name, language),
                "at": [[round(x, 4), round(y, 4)] for x, y in one.corners],
            }
            for one in answer.things
        ],
        "more": answer.wants_more,
        "photos": answer.takes_photos,
        "stops": answer.stops,
    }


# --- server
# Serves the phone's page over HTTPS.

MOST_CALLERS, MOST_CALLERS_EACH = 128, 16
"""The most open connections, of all machines and of one: a browser opens up to six."""


def serve_page(link: PhoneLink, place: ServerPlace, tell: Callable[[Stumble], None]) -> PageServer:
    """Begin to serve the phone's page. Raises `NoSuchSource`."""
    try:
        site = ServedSite(
            "phone",
            Text("the page for the phone"),
            phone_site(link),
            MOST_CALLERS,
            MOST_CALLERS_EACH,
            lambda cookies: link.owner_of(cookies.get(KEY, "")) is KeyOwner.PHONE,
        )
        server = PageServer(site, place, tell)
    except OSError as problem:
        raise NoSuchSource(
            Text("the phone's page cannot be served here: {problem}", problem=system_says(problem))
        ) from problem
    server.start()
    return server
