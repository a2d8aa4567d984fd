"""Pictures for people: small ones for a screen, with marks where objects lie, and the evidence of a sighting."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.observation import Sighting, What
from companion.words import Text, Wording
from vision.detectors.codes import Detection
from vision.frame import Frame, Pixels, Quad, bounds, quad, scale_quad, side_px, to_colour
from vision.tracked_objects import TrackedObject

# --- evidence
# Keeps a small JPEG picture of what a sighting was read from, to show it when somebody asks why.

AROUND = {What.QR: 3.4, What.TAG: 2.5, What.REFERENCE: 1.6, What.FACE: 1.1, What.DIE: 1.8}
"""How much of the picture is shown, in sizes of the object; around a code, this is its card."""
LONGEST_PX = 360
"""The longer side of the JPEG."""
GAP_PX = 8
"""Between a card as it lies and the face that was kept of it."""
MOST_BYTES = 24_000
"""The largest JPEG."""
MOST_BYTES_OF_TABLE = 40_000
FRAME = (((18, 23, 12), 5), ((74, 216, 247), 2))
"""The colours, BGR, and widths in px of the line around what was read: its rim, then the line."""
QUALITIES = (85, 70, 50, 30, 10)
"""The JPEG qualities that are tried until the file has no more than `MOST_BYTES`; at the last one every crop
is small enough.
"""
QUALITIES_OF_TABLE = (60, *QUALITIES[2:])
"""The same for the whole table, which has too much print for better ones."""


def evidence_jpeg(frame: Frame, sighting: Sighting, enrolled: Pixels | None = None) -> bytes:
    """Return the JPEG of a sighting, cut from the frame in which it was reported; empty if it lies outside
    the frame. `enrolled`: the face that was kept of a card, (H, W, 3) uint8 BGR; it stands at the right of the card as it
    lies.
    """
    around = bounds(scale_quad(quad(sighting.corners_px), AROUND[sighting.what])).within(frame)
    if not around.area_px:
        return b""
    pixels = (
        around.of(frame.pixels) if enrolled is None else _beside(frame, quad(sighting.corners_px), enrolled)
    )
    longest_px = LONGEST_PX if enrolled is None else 2 * LONGEST_PX
    scale = min(1.0, longest_px / max(pixels.shape[:2]))
    pixels = to_colour(_small(pixels, longest_px))
    if enrolled is None:
        pixels = _framed(pixels, (quad(sighting.corners_px) - (around.left, around.top)) * scale)
    return _jpeg(pixels, MOST_BYTES, QUALITIES)


def table_picture(frame: Frame, sightings: Sequence[Sighting]) -> Callable[[], bytes]:
    """Return what makes the whole picture of a frame, small, as JPEG, with a line around everything that was sighted in it:
    few of these pictures are kept, and to make one takes as long as to read a frame.
    """
    size, scale = _preview_size(frame, WIDTH_PX, HEIGHT_PX)
    small = _shrunk(frame.pixels, size)
    places_px = [quad(sighting.corners_px) * scale for sighting in sightings]

    def jpeg() -> bytes:
        return _jpeg(_framed(to_colour(small), *places_px), MOST_BYTES_OF_TABLE, QUALITIES_OF_TABLE)

    return jpeg


def _framed(pixels: Pixels, *places_px: Quad) -> Pixels:
    """Return a copy of a picture, (H, W, 3) uint8 BGR, with a line around the four corners of each place, light on dark."""
    framed = pixels.copy()
    corners = [np.round(corners_px).astype(np.int32) for corners_px in places_px]
    for colour, width in FRAME:
        cv2.polylines(framed, corners, isClosed=True, color=colour, thickness=width, lineType=cv2.LINE_AA)
    return framed


def _jpeg(pixels: Pixels, most_bytes: int, qualities: Sequence[int]) -> bytes:
    data = b""
    for quality in qualities:
        _, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        data = np.asarray(jpeg).tobytes()
        if len(data) <= most_bytes:
            break
    return data


def _beside(frame: Frame, corners_px: Quad, enrolled: Pixels) -> Pixels:
    """Return a card as it lies, from straight above, and the face that was kept of it."""
    height, width = enrolled.shape[:2]
    whole = quad([(0, 0), (width, 0), (width, height), (0, height)])
    lying = cv2.warpPerspective(frame.pixels, cv2.getPerspectiveTransform(corners_px, whole), (width, height))
    lying = to_colour(lying)
    return np.hstack([lying, np.full((height, GAP_PX, 3), 255, np.uint8), enrolled])


def _small(pixels: Pixels, longest_px: int) -> Pixels:
    scale = longest_px / max(pixels.shape[:2])
    if scale >= 1:
        return np.ascontiguousarray(pixels)
    return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


# --- overlay
# Draws the detections onto a picture, for people.

COLOURS = {
    What.QR: (60, 200, 60),
    What.TAG: (230, 140, 40),
    What.REFERENCE: (40, 170, 240),
    What.FACE: (60, 190, 190),
    What.DIE: (220, 60, 200),
}
"""The colour of each kind, BGR. The text beside it says the same, for people who cannot tell colours apart."""


def draw_overlay(pixels: Pixels, things: Sequence[Detection]) -> Pixels:
    """Return a copy of the picture, (H, W, 3) uint8 BGR, with the outline, first corner and text of each
    detection.
    """
    picture = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR) if pixels.ndim == 2 else pixels.copy()
    unit = max(1, round(max(picture.shape[:2]) / 900))
    for thing in things:
        colour = COLOURS[thing.what]
        corners = np.round(thing.corners_px).astype(np.int32)
        cv2.polylines(picture, [corners], isClosed=True, color=colour, thickness=2 * unit)
        first = (int(corners[0, 0]), int(corners[0, 1]))
        cv2.circle(picture, first, 3 * unit, (255, 255, 255), -1)
        cv2.circle(picture, first, 3 * unit, colour, unit)
        _write(picture, f"{thing.what}: {_plain(thing.text)}", corners, unit, side_px(thing.corners_px))
    return picture


def _write(picture: Pixels, text: str, corners: Pixels, unit: int, side: float) -> None:
    """Write a text above a detection, dark on light, within the picture."""
    scale = 0.45 * unit if side > 30 * unit else 0.35 * unit
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, unit)
    x = int(np.clip(corners[:, 0].min(), 0, max(0, picture.shape[1] - width)))
    y = int(np.clip(corners[:, 1].min() - 4 * unit, height, max(height, picture.shape[0] - below)))
    cv2.rectangle(picture, (x, y - height - unit), (x + width, y + below), (255, 255, 255), -1)
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), unit, cv2.LINE_AA)


def _plain(text: str) -> str:
    """Replace what OpenCV's letters do not have, and shortens long texts."""
    clean = "".join(sign if " " <= sign <= "~" else "?" for sign in text)
    return clean if len(clean) <= 40 else clean[:39] + "~"


# --- preview

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
    """An object on a preview: its corners in px, clockwise from its own top left, and its name."""

    corners_px: tuple[tuple[float, float], ...]
    says: Text | Wording


def preview_bgr(frame: Frame, width_px: int = WIDTH_PX, height_px: int = HEIGHT_PX) -> PreviewPicture:
    """Scale a frame, in colour or grey, to fit into a width and a height; it keeps its shape and is never
    enlarged.

    A screen calls it once for each new frame, told by the frame's `number`. Frames of one size give previews
    of one size, so that one texture can be used again.
    """
    size, scale = _preview_size(frame, width_px, height_px)
    small = to_colour(_shrunk(frame.pixels, size))
    return PreviewPicture(small.tobytes(), *size, scale)


def _preview_size(frame: Frame, width_px: int, height_px: int) -> tuple[tuple[int, int], float]:
    """Return the size of a preview, and its scale."""
    wide, high = frame.size_px
    scale = min(width_px / wide, height_px / high, 1.0)
    return (max(1, round(wide * scale)), max(1, round(high * scale))), scale


def marks(
    things: Iterable[TrackedObject], scale: float, named: Callable[[TrackedObject], Text | Wording | None]
) -> tuple[PreviewMark, ...]:
    """Return where objects lie on a preview of that scale; objects without a name are left out."""
    return tuple(
        PreviewMark(_corners(thing, scale), says) for thing in things if (says := named(thing)) is not None
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
