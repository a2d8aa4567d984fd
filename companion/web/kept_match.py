"""Serves the files of a match that people keep: at one address with a token, read only, for as long as it is shared."""

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.web.pages import PageMaker
from companion.web.site import Answer, guarded, policy, web_site
from companion.words import Text

WHAT = Text("the match to keep")
_STYLE = re.compile(rb"<style>(.*?)</style>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that people may keep, and its media type."""

    content: bytes
    media: str


def kept_site(token: str, files: Mapping[str, KeptFile]) -> Starlette:
    """Return the application: below `/TOKEN/` the first file, and each file by its name."""
    pages = PageMaker()
    routes = [
        Route(f"/{token}/{name}", guarded(_sent(file), pages), methods=["GET"])
        for name, file in files.items()
    ]
    first = next(iter(files.values()))
    return web_site([Route(f"/{token}/", guarded(_sent(first), pages), methods=["GET"]), *routes], pages)


def _sent(file: KeptFile) -> Answer:
    async def answer(_request: Request) -> Response:
        return kept_answer(file)

    return answer


def kept_answer(file: KeptFile) -> Response:
    """Return a file as an answer. The page has its style and its pictures in itself, so that it can be kept as one file."""
    headers = {"Content-Security-Policy": policy(style_src=_hashes(file.content), img_src="'self' data:")}
    return Response(file.content, media_type=file.media, headers=headers)


def _hashes(page: bytes) -> str:
    """Return the styles of a page as a policy names them."""
    found = (base64.b64encode(hashlib.sha256(style).digest()).decode() for style in _STYLE.findall(page))
    return " ".join(f"'sha256-{one}'" for one in found) or "'none'"
