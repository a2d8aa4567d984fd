"""The spectators of a drill: each has a live page open in this very process, as in a hall, while things go wrong."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

from companion.threads import Stumble
from companion.web.public.shown import PublicPlan
from companion.web.public.site import PublicServer
from tests.bench.live_pages import TABLE, live_page, named_in, view_naming

CONNECTS_AT_ONCE = 50
ENDS_S = 60.0
"""How long the last state may take to reach all spectators."""


class DrillSpectators:
    """Public pages with a state that is a number, and the spectators who look at it."""

    def __init__(self, spectators: int, tell: Callable[[Stumble], None]) -> None:
        self._server = PublicServer(PublicPlan(0, host="127.0.0.1"), tell)
        self._seen: list[str | None] = [None] * spectators
        self._last = ""
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._watch_all()), name="spectators")

    def start(self) -> None:
        """Open all pages, and wait until each shows something. Raises `CompanionError`."""
        self._server.start()
        self.show(0)
        self._thread.start()
        self.up_to_date()

    def show(self, number: int) -> None:
        self._last = str(number)
        self._server.show(TABLE, view_naming(self._last, number))

    def up_to_date(self) -> int:
        """Wait until all see the last state, and return how many do."""
        with self._changed:
            self._changed.wait_for(lambda: set(self._seen) <= {self._last}, ENDS_S)
        return self._seen.count(self._last)

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        self._server.stop()

    async def _watch_all(self) -> None:
        gate = asyncio.Semaphore(CONNECTS_AT_ONCE)
        watching = [asyncio.create_task(self._watch(n, gate)) for n in range(len(self._seen))]
        await asyncio.to_thread(self._stopping.wait)
        for one in watching:
            one.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    async def _watch(self, spectator: int, gate: asyncio.Semaphore) -> None:
        # A page that ends shows no later state, which is counted.
        with suppress(OSError):
            async with AsyncExitStack() as opened:
                async with gate:
                    reader = await opened.enter_async_context(live_page(self._server.port, spectator))
                while line := await reader.readline():
                    if (name := named_in(line)) is not None:
                        self._seen[spectator] = name
                        with self._changed:
                            self._changed.notify_all()
