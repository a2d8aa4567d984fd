"""Measures how long a play takes from a table's view to many spectators, and how much of the machine the server uses.

The server is another process, so that its memory and its share of a core are its own.
"""

import asyncio
import json
import multiprocessing
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection

from companion.bus.messages import PublicView, ViewSide
from companion.network.caller_places import room_for_callers
from companion.trials.hall_load.figures import LoadFigures, cpu_s, figures, memory_mb
from companion.web.public.server import PublicServer
from companion.web.public.shown import PublicPlan
from companion.words import Wording

CONNECTS_AT_ONCE = 50
SETTLES_S = 3.0
ADDRESSES = 200
"""Addresses of this machine from which the spectators come."""


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
    sides = (
        ViewSide("home", Wording.plain("-"), "home", 0),
        ViewSide("away", Wording.plain("Bob"), "away", 0),
    )
    view = PublicView("m", 0, "", Wording("turn", "tour"), sides)
    server.show("1", view)
    # Who asks for a table before it is shown is told that there is none.
    asked.send(server.port)
    while (seq := asked.recv()) is not None:
        # The time stands where a player's name does, and so reaches the page as any other text.
        named = replace(sides[0], name=Wording.plain(repr(time.monotonic())))
        server.show("1", replace(view, seq=seq, sides=(named, sides[1])))
    server.stop()


async def _watched(asked: Connection, port: int, server: int, size: tuple[int, int]) -> LoadFigures:
    spectators, seconds = size
    delays_ms: list[float] = []
    gate = asyncio.Semaphore(CONNECTS_AT_ONCE)
    there, all_there = 0, asyncio.Event()

    async def watch(address: str) -> None:
        nonlocal there
        async with gate:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        try:
            writer.write(b"GET /live/table/1/spectator?lang=en HTTP/1.1\r\nHost: x\r\n\r\n")
            await reader.readuntil(b"event: beat")
            there += 1
            if there == spectators:
                all_there.set()
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    delays_ms.append(1000 * (time.monotonic() - _shown_s(line)))
        finally:
            writer.close()
            # The loop ends with the last spectator: what is not closed by then stays open.
            with suppress(OSError):
                await writer.wait_closed()

    # The pages are for phones, each with its own address; one address has a limit.
    watching = [asyncio.create_task(watch(f"127.0.0.{2 + n % ADDRESSES}")) for n in range(spectators)]
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


def _shown_s(line: bytes) -> float:
    scores = json.loads(line[6:])["scores"]
    return float(scores.partition('class="name">')[2].partition("<")[0])
