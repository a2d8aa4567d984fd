"""Live pages of spectators for trials: a match whose player has the name that the trial chooses, and who watches it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from companion.bus.messages import PublicView, ViewSide
from companion.words import Wording

TABLE = "1"
"""The number of the table that is watched."""
ADDRESSES = 200
"""Addresses of this machine from which spectators come: the pages are for phones, and one address has a limit."""


def view_naming(name: str, seq: int = 0) -> PublicView:
    """Return a view of a match after play `seq`. Whatever stands as a player's name reaches the page as any other text."""
    sides = (
        ViewSide("home", Wording.plain(name), "home", 0),
        ViewSide("away", Wording.plain("Bob"), "away", 0),
    )
    return PublicView("m", seq, "", Wording("turn", "tour"), sides)


@asynccontextmanager
async def live_page(port: int, spectator: int) -> AsyncIterator[asyncio.StreamReader]:
    """Open the live page of the table, as spectator number so and so; gives what comes. Raises `OSError` if it ends at once."""
    address = f"127.0.0.{2 + spectator % ADDRESSES}"
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(f"GET /live/table/{TABLE}/spectator?lang=en HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        yield reader
    finally:
        writer.close()
        # The loop ends with the last spectator: what is not closed by then stays open.
        with suppress(OSError):
            await writer.wait_closed()


def named_in(line: bytes) -> str | None:
    """Return the name in a line of a live page; None if the line does not bring the parts of the page."""
    if not line.startswith(b"data: {"):
        return None
    scores = str(json.loads(line[6:])["scores"])
    return scores.partition('class="name">')[2].partition("<")[0]
