"""A small picture of the table for a screen, in colour and as bytes, and where on it lies what is known."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2

from companion.observation import What
from vision.frame import Frame, Pixels
from vision.tracked_objects import TrackedObject

WIDTH_PX, HEIGHT_PX = 640, 360
"""Enough for a picture in the corner of a screen, and a texture of it is on the graphics card in no time."""
HALVES = 2
"""From so many times the wanted size on a picture is halved first, by the means of two by two pixels: a frame of 1920 x
1080 takes 0.9 ms in all on two cores. Means of all at once (INTER_AREA) take 4 ms; without any (INTER_LINEAR alone) it is
0.6 ms, but every third row is never looked at, and fine print sparkles.
"""
SKIPS = 4
"""From so many times on, only the pixels that twice the wanted size has room for are looked at at all."""


@dataclass(frozen=True, slots=True)
class PreviewPicture:
    """Pixels for a screen: `bgr` holds blue, green and red of each, row by row from the top left, without gaps. `scale` is
    how many of these pixels one of the frame's is: a preview's point is the frame's times it.
    """

    bgr: bytes
    width_px: int
    height_px: int
    scale: float


@dataclass(frozen=True, slots=True)
class PreviewMark:
    """A thing on a preview: its corners in the preview's pixels, clockwise from its own top left, and a short label."""

    corners_px: tuple[tuple[float, float], ...]
    label: str
    what: What
    is_hidden: bool
    """It was read before, and something covers it now."""


def preview_bgr(frame: Frame, width_px: int = WIDTH_PX, height_px: int = HEIGHT_PX) -> PreviewPicture:
    """A frame, in colour or grey, made to fit into a width and a height; its shape is kept, and it is never made larger.

    A screen calls it once for each frame that it shows: the frame's `number` says whether it is a new one. The size that
    comes out is the same as long as the frames' is, so that one texture can be used again and again.
    """
    wide, high = frame.size_px
    scale = min(width_px / wide, height_px / high, 1.0)
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    small = _shrunk(frame.pixels, size)
    if small.ndim == 2:
        small = cv2.cvtColor(small, cv2.COLOR_GRAY2BGR)
    return PreviewPicture(small.tobytes(), *size, scale)


def marks(
    things: Iterable[TrackedObject], scale: float, label: Callable[[TrackedObject], str]
) -> tuple[PreviewMark, ...]:
    """Where things lie on a preview of that scale. What `label` finds no words for is left out."""
    named = ((thing, label(thing)) for thing in things)
    return tuple(
        PreviewMark(_corners(thing, scale), words, thing.what, thing.is_hidden)
        for thing, words in named
        if words
    )


def _corners(thing: TrackedObject, scale: float) -> tuple[tuple[float, float], ...]:
    return tuple((x * scale, y * scale) for x, y in thing.corners_px.tolist())


def _shrunk(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    width, height = pixels.shape[1], pixels.shape[0]
    if (width, height) == size:
        return pixels
    times = min(width / size[0], height / size[1])
    if times >= SKIPS:
        pixels = cv2.resize(pixels, (2 * size[0], 2 * size[1]), interpolation=cv2.INTER_NEAREST)
    elif times > HALVES:
        pixels = cv2.resize(pixels, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    # To exactly half, this too is the mean of two by two pixels.
    return cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR)
