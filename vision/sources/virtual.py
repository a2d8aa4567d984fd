"""Makes the virtual table a source of pictures, as fast as a camera or as fast as they are read."""

from companion.words import Text
from vision.errors import EndOfPictures
from vision.frame import Frame
from vision.sources.source import Clock, Sleep, monotonic_ms
from vision.virtual.table import VirtualTable


class VirtualSource:
    """Gives the frames of a virtual table. While its camera is gone the source is lost, until `back`."""

    is_live = False

    def __init__(
        self,
        table: VirtualTable,
        *,
        is_paced: bool = True,
        ends_after: int | None = None,
        clock: Clock = monotonic_ms,
        sleep: Sleep,
    ) -> None:
        self.table = table
        self._is_paced = is_paced
        self._ends_after = ends_after
        self._clock = clock
        self._sleep = sleep
        self._ahead_ms = 0
        self._given = 0

    def open(self) -> None:
        self._ahead_ms = self._clock() - self.table.now_ms

    def read(self) -> Frame:
        if self._ends_after is not None and self._given >= self._ends_after:
            raise EndOfPictures(Text("the virtual table has been shown to its end"))
        if self._is_paced:
            self._sleep(max(0.0, (self.table.now_ms + self._ahead_ms - self._clock()) / 1000))
        frame = self.table.frame()
        self._given += 1
        return frame

    def expose(self, stops: float) -> None:
        self.table.expose(stops)

    def close(self) -> None:
        """Do nothing, because a drawn table has nothing to close."""

    def describe(self) -> Text:
        return Text("the virtual table")
