"""Makes the web application of some pages: safe headers on every answer, the shared files, and pages for what went wrong."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from companion.web.pages import PageMaker, language_wanted
from companion.web.static_files import own_file, shared_file
from companion.words import Text

# --- callers
# Tells who sends a request: from which address, and from a page of which server.


def caller_address(request: Request) -> str:
    """Return the address from which a request came."""
    return request.client.host if request.client else ""


def is_own(request: Request) -> bool:
    """Tell whether a request comes from a page of this server, or from no page at all."""
    origin = request.headers.get("origin")
    return origin is None or origin == f"{request.scope['scheme']}://{request.headers.get('host', '')}"


# --- headers
# The headers with which each page goes out: no script and no style but our own files, no frames, nothing kept.

_OWN = "'self'"


def policy(**allowed: str) -> str:
    """Return a content security policy: nothing is allowed but scripts, styles, fonts and connections of the page's own
    server, and what is named, such as `img_src="'self' blob:"`.
    """
    rules = {
        "default-src": "'none'",
        "script-src": _OWN,
        "style-src": _OWN,
        "font-src": _OWN,
        "connect-src": _OWN,
        "img-src": _OWN,
        "base-uri": "'none'",
        "form-action": _OWN,
        "frame-ancestors": "'none'",
    } | {name.replace("_", "-"): value for name, value in allowed.items()}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def safe_headers(security: str | None = None, features: str = "") -> dict[str, str]:
    """Return the headers; `security` is a `policy`, `features` what the page may use of the device."""
    return {
        "Content-Security-Policy": security or policy(),
        "Permissions-Policy": features or "camera=(), microphone=(), geolocation=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    }


# --- site


class _NumberInAddress(IntegerConvertor):
    """A number in an address (`/tables/{number:number}`): Python makes no number of thousands of digits."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", _NumberInAddress())
Answer = Callable[[Request], Awaitable[Response]]
KEPT_S = 3_600
"""How long a browser keeps the shared files."""
WENT_WRONG = {
    HTTPStatus.NOT_FOUND: Text("there is no such page here"),
    HTTPStatus.METHOD_NOT_ALLOWED: Text("this page takes no orders"),
    HTTPStatus.TOO_MANY_REQUESTS: Text("too much at once: wait a moment"),
    HTTPStatus.FORBIDDEN: Text("this is not allowed here"),
    HTTPStatus.INTERNAL_SERVER_ERROR: Text("this page could not be made: load it again"),
}


class PageRefused(Exception):
    """An answer is refused, with a page that says why: in the given words, or else in those of `WENT_WRONG`."""

    def __init__(self, status: HTTPStatus, says: Text | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.says = says or WENT_WRONG[status]


def web_site(
    routes: Sequence[BaseRoute], pages: PageMaker, files: Mapping[str, Path] | None = None
) -> Starlette:
    """Return the application with these routes, whose answers are `guarded`, and under `/static` the shared files and the
    room's own `files`, by name.
    """

    async def static(request: Request) -> Response:
        name = str(request.path_params["name"])
        found = own_file(files or {}, name) or shared_file(name)
        if found is None:
            raise PageRefused(HTTPStatus.NOT_FOUND)
        content, media = found
        return Response(content, media_type=media, headers={"Cache-Control": f"max-age={KEPT_S}"})

    async def missing(request: Request, _problem: Exception) -> Response:
        return refused_page(pages, request, PageRefused(HTTPStatus.NOT_FOUND))

    async def wrong_method(request: Request, _problem: Exception) -> Response:
        return refused_page(pages, request, PageRefused(HTTPStatus.METHOD_NOT_ALLOWED))

    async def failed(request: Request, _problem: Exception) -> Response:
        return refused_page(pages, request, PageRefused(HTTPStatus.INTERNAL_SERVER_ERROR))

    return Starlette(
        routes=[
            *routes,
            Route("/static/{name}", guarded(static, pages), methods=["GET"]),
            # Browsers ask for it by themselves.
            Route("/favicon.ico", guarded(_no_icon, pages), methods=["GET"]),
        ],
        exception_handlers={404: missing, 405: wrong_method, Exception: failed},
    )


def guarded(answer: Answer, pages: PageMaker, headers: dict[str, str] | None = None) -> Answer:
    """Add the safe headers to an answer, and those given; a `PageRefused` becomes a page.

    A post is taken from pages of this server only: browsers name the page that sends it.
    """

    async def told(request: Request) -> Response:
        try:
            if request.method not in ("GET", "HEAD") and not is_own(request):
                raise PageRefused(HTTPStatus.FORBIDDEN)
            response = await answer(request)
        except PageRefused as refused:
            response = refused_page(pages, request, refused)
        except ClientDisconnect:
            response = Response(status_code=HTTPStatus.BAD_REQUEST)
        for name, value in {**safe_headers(), **(headers or {})}.items():
            response.headers.setdefault(name, value)
        return response

    return told


def refused_page(pages: PageMaker, request: Request, refused: PageRefused) -> Response:
    """Return the page that tells why an answer was refused."""
    page = pages.html("refused.html", wanted_language(request), says=refused.says)
    return HTMLResponse(page, refused.status, headers=dict(safe_headers()))


def wanted_language(request: Request) -> str:
    """Return the language for a request: `?lang=fr`, or what the browser asks for."""
    return language_wanted(request.headers, request.query_params.get("lang"))


async def _no_icon(_request: Request) -> Response:
    return Response(status_code=HTTPStatus.NO_CONTENT)
