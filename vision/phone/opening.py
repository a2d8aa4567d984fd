"""Makes the link for a phone; the web server is loaded when it first listens."""

from collections.abc import Callable
from pathlib import Path

from companion.network.addresses import ServerPlace
from companion.threads import Stumble
from vision.phone.link import PORT, PhoneLink, RunningServer
from vision.sources.source import Clock, monotonic_ms


def phone_link(
    folder: Path,
    *,
    addresses: tuple[str, ...] | None = None,
    port: int = PORT,
    clock: Clock = monotonic_ms,
    colours: str = "",
) -> PhoneLink:
    """Return a link that keeps its certificate in a folder, and does not listen yet; see `PhoneLink`."""
    return PhoneLink(folder, _serve, addresses=addresses, port=port, clock=clock, colours=colours)


def _serve(link: PhoneLink, place: ServerPlace, tell: Callable[[Stumble], None]) -> RunningServer:
    # Only who plays with a phone waits for the web server: 0.3 s.
    from vision.phone.web import serve_page  # noqa: PLC0415

    return serve_page(link, place, tell)
