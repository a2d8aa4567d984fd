"""The newest state of a live page, and the stream that brings it to browsers.

    any thread ──put──► LiveState ──► stream of each open page ──► browser

Nothing is queued: a browser that was asleep or slow gets the newest state, and none of those in between.

On the wire (server-sent events), in one block: the parts by their ids, then how old the state is. A browser that has the
state before gets the parts alone that are different now: a board of hundreds of cells stays, while a clock goes on.

    event: parts
    data: {"score": "<p>2</p>", …}

    event: beat
    data: 1200

`parts` comes when something changed. `beat` comes after it and every few seconds: the milliseconds since the parts were
drawn, by which the page counts its clocks on; a page that hears no beat says that what it shows is old.
"""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from starlette.responses import StreamingResponse

from companion.clock import monotonic_ms

BEAT_S = 4.0
"""How often a stream says that it is alive. The page's program (`live.js`) waits for three."""
AGAIN_MS = 1_000
"""After what time a browser that lost the stream asks again."""

T = TypeVar("T")
Parts = Mapping[str, str]
"""The live parts of a page as HTML, by their ids."""


@dataclass(frozen=True, slots=True)
class Stamped(Generic[T]):
    """A state with its number and the time at which it was put; the first has number 1."""

    number: int
    value: T
    at_ms: int


class LiveState(Generic[T]):
    """Holds the newest state, and wakes those who wait for a newer one. `put` may be called in any thread."""

    def __init__(self, first: T, clock: Callable[[], int] = monotonic_ms) -> None:
        self._clock = clock
        self._newest = Stamped(1, first, clock())
        self._lock = threading.Lock()
        self._bells: dict[asyncio.AbstractEventLoop, asyncio.Event] = {}

    @property
    def newest(self) -> Stamped[T]:
        return self._newest

    def put(self, value: T) -> None:
        """Take a new state, also one that is like the last."""
        with self._lock:
            self._newest = Stamped(self._newest.number + 1, value, self._clock())
            bells, self._bells = self._bells, {}
        for loop, bell in bells.items():
            # A server that has ended waits for nothing any more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(bell.set)

    async def after(self, number: int, wait_s: float) -> bool:
        """Wait until there is a state with a larger number, at most so long; tell whether there is."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._newest.number > number:
                return True
            bell = self._bells.setdefault(loop, asyncio.Event())
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                await bell.wait()
        return self._newest.number > number


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The parts of a state, as messages: all of them, and what is new after the message `before`."""

    number: int
    parts: Parts
    whole: bytes
    before: bytes = b""
    news: bytes = b""

    def after(self, told: bytes) -> bytes:
        """Return what a browser is sent that was brought up to the message `told`."""
        if told == self.whole:
            return b""
        return self.news if told and told == self.before else self.whole


def _message(parts: Parts) -> bytes:
    return f"event: parts\ndata: {json.dumps(parts, ensure_ascii=False)}\n\n".encode()


class LivePage(Generic[T]):
    """A page's parts in all languages, drawn once for all who watch, however many they are."""

    def __init__(self, state: LiveState[T], draw: Callable[[T, str], Parts]) -> None:
        """`draw` makes the parts of a state in a language."""
        self._state = state
        self._draw = draw
        self._drawn: dict[str, _Drawn] = {}

    def parts(self, language: str) -> Parts:
        """Return the newest parts."""
        return self._now(self._state.newest, language).parts

    def age_ms(self) -> int:
        """Return how long ago the newest state was put."""
        return max(0, monotonic_ms() - self._state.newest.at_ms)

    async def stream(self, language: str) -> AsyncIterator[bytes]:
        """Bring the newest parts to one browser, until it leaves."""
        yield f"retry: {AGAIN_MS}\n\n".encode()
        told = b""
        while True:
            state = self._state.newest
            drawn = self._now(state, language)
            age = f"event: beat\ndata: {max(0, monotonic_ms() - state.at_ms)}\n\n".encode()
            yield drawn.after(told) + age
            told = drawn.whole
            await self._state.after(state.number, BEAT_S)

    def response(self, language: str) -> StreamingResponse:
        """Return the stream as an answer."""
        return StreamingResponse(
            self.stream(language), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
        )

    def _now(self, state: Stamped[T], language: str) -> _Drawn:
        before = self._drawn.get(language)
        if before is not None and before.number == state.number:
            return before
        parts = self._draw(state.value, language)
        drawn = _Drawn(state.number, parts, _message(parts))
        if before is not None:
            news = {name: part for name, part in parts.items() if before.parts.get(name) != part}
            drawn = replace(drawn, before=before.whole, news=_message(news))
        self._drawn[language] = drawn
        return drawn
