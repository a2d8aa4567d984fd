"""Measures how long a play takes from a table's view to many spectators, and how much of the machine the server uses.

The server is another process, so that its memory and its share of a core are its own.
"""

import asyncio
import multiprocessing
import time
from contextlib import AsyncExitStack
from multiprocessing.connection import Connection

from companion.network.caller_places import room_for_callers
from companion.web.public.shown import PublicPlan
from companion.web.public.site import PublicServer
from tests.bench.hall_load.figures import LoadFigures, cpu_s, figures, memory_mb
from tests.bench.live_pages import TABLE, live_page, named_in, view_naming

CONNECTS_AT_ONCE = 50
SETTLES_S = 3.0


def measure_spectators(spectators: int, seconds: int) -> LoadFigures:
    """Measure: one play a second, all spectators at the phone's page. The memory and the core are the server's."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    server = context.Process(target=_serve, args=(there,))
    server.start()
    try:
        port = here.recv()
        room_for_callers(spectators)
        assert server.pid is not None
        return asyncio.run(_watched(here, port, server.pid, (spectators, seconds)))
    finally:
        here.send(None)
        server.join(10.0)


def _serve(asked: Connection) -> None:
    """Show a play each time it is asked for."""
    server = PublicServer(PublicPlan(0, host="127.0.0.1"), print)
    server.start()
    server.show(TABLE, view_naming("-"))
    # Who asks for a table before it is shown is told that there is none.
    asked.send(server.port)
    while (seq := asked.recv()) is not None:
        server.show(TABLE, view_naming(repr(time.monotonic()), seq))
    server.stop()


async def _watched(asked: Connection, port: int, server: int, size: tuple[int, int]) -> LoadFigures:
    spectators, seconds = size
    delays_ms: list[float] = []
    gate = asyncio.Semaphore(CONNECTS_AT_ONCE)
    there, all_there = 0, asyncio.Event()

    async def watch(spectator: int) -> None:
        nonlocal there
        async with AsyncExitStack() as opened:
            async with gate:
                reader = await opened.enter_async_context(live_page(port, spectator))
            await reader.readuntil(b"event: beat")
            there += 1
            if there == spectators:
                all_there.set()
            while line := await reader.readline():
                if (shown_s := named_in(line)) is not None:
                    delays_ms.append(1000 * (time.monotonic() - float(shown_s)))

    watching = [asyncio.create_task(watch(n)) for n in range(spectators)]
    arriving = asyncio.create_task(all_there.wait())
    ended, _ = await asyncio.wait([arriving, *watching], return_when=asyncio.FIRST_COMPLETED)
    if arriving not in ended:
        # A spectator ends only where its stream does: nobody waits for one who will not come.
        raise ConnectionError("a spectator's stream ended before it began") from ended.pop().exception()
    used_s, at_s = cpu_s(server), time.monotonic()
    for seq in range(1, seconds + 1):
        asked.send(seq)
        await asyncio.sleep(max(0.0, at_s + seq - time.monotonic()))
    cores = (cpu_s(server) - used_s) / (time.monotonic() - at_s)
    await asyncio.sleep(SETTLES_S)
    for one in watching:
        one.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return figures(spectators * seconds, delays_ms, cores, memory_mb(server))
