"""Runs what moves on a screen: it asks the app's clock once a frame, and tells how much time has gone by."""

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock


class Animator:
    """Runs one motion at a time. With reduced motion only the last moment of a motion is shown."""

    def __init__(self) -> None:
        self._began_ms = 0
        self._lasts_ms = 0
        self._step: Callable[[float], None] = _nothing
        self._done: Callable[[], None] = _nothing_more
        self._ticking: Any = None
        self._app: Any = None

    @property
    def is_running(self) -> bool:
        return self._ticking is not None

    def run(
        self,
        lasts_ms: int,
        step: Callable[[float], None],
        done: Callable[[], None] | None = None,
        *,
        is_kept: bool = False,
    ) -> None:
        """Begin a motion: `step` gets the milliseconds since now in each frame, `done` is called at the end.

        `is_kept`: with reduced motion its last moment stands as long as the motion would take.
        """
        self.stop()
        app = self._app = App.get_running_app()
        self._began_ms, self._lasts_ms = app.now_ms(), lasts_ms
        self._step, self._done = step, done or _nothing_more
        if app.look.is_still:
            step(lasts_ms)
            if not is_kept:
                self._end()
                return
            self._step = _nothing
        else:
            step(0)
        self._ticking = Clock.schedule_interval(self._tick, 0)

    def finish(self) -> None:
        """Go to the end at once."""
        if self.is_running:
            self._step(self._lasts_ms)
            self._end()

    def stop(self) -> None:
        """Stop where the motion is."""
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def _tick(self, _: float) -> None:
        gone_ms = self._app.now_ms() - self._began_ms
        if gone_ms >= self._lasts_ms:
            self.finish()
        else:
            self._step(gone_ms)

    def _end(self) -> None:
        self.stop()
        done, self._step, self._done = self._done, _nothing, _nothing_more
        done()


def _nothing(_: float) -> None: ...


def _nothing_more() -> None: ...
