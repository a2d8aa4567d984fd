"""Serves the phone's page over HTTPS."""

from collections.abc import Callable

from companion.network.page_server import PageServer, ServedSite
from companion.network.server_place import ServerPlace
from companion.system_errors import system_says
from companion.threads import Stumble
from companion.words import Text
from vision.errors import NoSuchSource
from vision.phone.link import PhoneLink
from vision.phone.pairing import KeyOwner
from vision.phone.web import KEY, phone_site

MOST_CALLERS, MOST_CALLERS_EACH = 128, 16
"""The most open connections, of all machines and of one: a browser opens up to six."""


def serve_page(link: PhoneLink, place: ServerPlace, tell: Callable[[Stumble], None]) -> PageServer:
    """Begins to serve the phone's page. Raises `NoSuchSource`."""
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
