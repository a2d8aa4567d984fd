"""Turns the pictures of a mirrored source back: some apps and cameras show a table as a mirror does, in which no tag can be read."""

from dataclasses import replace

import cv2

from companion.words import Text
from vision.frame import Frame
from vision.sources.source import ExposableSource, PacedSource, Source

MIRRORED = "mirrored:"
"""What stands before the name of such a source: `mirrored:0`."""
LEFT_TO_RIGHT = 1


class MirroredSource:
    """Gives the frames of another source, left and right exchanged."""

    def __init__(self, source: Source) -> None:
        self._source = source

    @property
    def is_live(self) -> bool:
        return self._source.is_live

    @property
    def period_ms(self) -> float | None:
        return self._source.period_ms if isinstance(self._source, PacedSource) else None

    def open(self) -> None:
        self._source.open()

    def read(self) -> Frame:
        seen = self._source.read()
        return replace(seen, pixels=cv2.flip(seen.pixels, LEFT_TO_RIGHT))

    def expose(self, stops: float) -> None:
        if isinstance(self._source, ExposableSource):
            self._source.expose(stops)

    def close(self) -> None:
        self._source.close()

    def describe(self) -> Text:
        return Text("{source}, turned back from a mirror", source=self._source.describe())
