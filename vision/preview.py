"""Makes small pictures of the table for a screen, with marks where objects lie."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2

from companion.observation import What
from vision.frame import Frame, Pixels
from vision.tracked_objects import TrackedObject

WIDTH_PX, HEIGHT_PX = 640, 360
"""The size of a preview: enough for a corner of a screen, and quick to upload as a texture."""
HALVES = 2
"""A picture at least so many times larger is first halved, by the means of 2 by 2 px.

A frame of 1920 by 1080 then takes 0.9 ms on two cores. INTER_AREA alone takes 4 ms; INTER_LINEAR alone 0.6
ms, but it skips every third row, and fine print flickers.
"""
SKIPS = 4
"""In a picture at least so many times larger, only the pixels for twice the wanted size are looked at."""


@dataclass(frozen=True, slots=True)
class PreviewPicture:
    """A small picture: `bgr` holds width_px * height_px * 3 bytes, BGR, row by row from the top left. `scale`
    is px of the preview for one px of the frame.
    """

    bgr: bytes
    width_px: int
    height_px: int
    scale: float


@dataclass(frozen=True, slots=True)
class PreviewMark:
    """An object on a preview: its corners in px, clockwise from its own top left, and a short label."""

    corners_px: tuple[tuple[float, float], ...]
    label: str
    what: What
    is_hidden: bool
    """Whether it was read before and is covered now."""


def preview_bgr(frame: Frame, width_px: int = WIDTH_PX, height_px: int = HEIGHT_PX) -> PreviewPicture:
    """Scales a frame, in colour or grey, to fit into a width and a height; it keeps its shape and is never
    enlarged.

    A screen calls it once for each new frame, told by the frame's `number`. Frames of one size give previews
    of one size, so that one texture can be used again.
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
    """Returns where objects lie on a preview of that scale; objects without a label are left out."""
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
    # At exactly half the size this too averages 2 by 2 pixels.
    return cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR)
