"""Measures the light on the table as it will be in play: brightness, colour cast, evenness and glare.

The reference is the white paper around the mat's markers: its colour is known, and it lies in the corners.
What is brighter than that paper is the lamp itself, mirrored by a sleeve.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import SampleVerdict, Stillness, explain_refusal, is_dark
from calibration.grade import (
    CalibrationReport,
    GradedMeasure,
    GradeMark,
    Measure,
    grade_measure,
    mark_high,
    mark_low,
)
from calibration.table import keep_mat_tags
from calibration.walkthrough import GridCell, StepState, WalkthroughReply, WalkthroughStep, find_cell
from companion.mat import Marker, Mat
from companion.words import Text, joined
from vision.detectors.codes import Detection
from vision.detectors.tags import read_tags
from vision.frame import Frame, Grey, Pixels, to_grey
from vision.lens import Lens, pinhole
from vision.table_map import TableMap, map_from_markers

CELLS = 8
"""Side of a marker in cells, its black frame included. One more cell around it is white paper."""
BRIGHT, DIM, DARK = 246, 110, 70
"""Grey levels of paper, 0 to 255: from 246 on it is overexposed, from 110 on it is bright enough, below 70
little is read. Checked on the drawn lights of tests/calibration/test_light.py."""
CLIPPED, BRIGHTEST = 250, 253
"""Grey levels between which the limit for glare lies: whatever is brighter is close to the sensor's end, 255.
"""
ABOVE_PAPER = 10
"""Grey levels by which glare is brighter than paper would be at the same place. Checked on the drawn sleeves
of tests/calibration/test_light.py."""
SMALLEST_MM2 = 60
"""Least area of glare in mm² that is told: less than a thumbnail hides no code."""
LARGEST_SPOTS = 3
"""Number of glare spots that the report names."""


@dataclass(frozen=True, slots=True)
class GlareSpot:
    """Describes a mirrored lamp: the part of the mat, the zone if there is one, and the area in mm²."""

    place: GridCell
    zone: str | None
    area_mm2: int


@dataclass(frozen=True, slots=True)
class LightMeasurement:
    """Describes how a mat is lit."""

    paper: float
    """Median grey level of the markers' paper, 0 to 255."""
    cast: float | None
    """Strongest colour channel of the paper over the weakest; None for grey pictures."""
    is_warm: bool
    """Whether the paper has more red than blue."""
    evenness: float
    """Brightness of the darkest marker as a share of the brightest, 0 to 1."""
    dimmest: GridCell
    """Part of the mat where the paper is darkest."""
    spots: tuple[GlareSpot, ...]
    """Glare spots, the largest first."""


def measure_light(pixels: Pixels, mat: Mat, table: TableMap) -> LightMeasurement | None:
    """Measure how the mat in a picture is lit; None if the paper around no marker is in the picture."""
    papers = {marker: _paper(pixels, marker, table) for marker in mat.markers}
    known = {marker: colour for marker, colour in papers.items() if colour is not None}
    if not known:
        return None
    levels = {marker: float(colour.mean()) for marker, colour in known.items()}
    paper = float(np.median(list(levels.values())))
    dimmest = min(levels, key=lambda marker: levels[marker])
    colour = np.median(np.array(list(known.values())), axis=0)
    is_coloured = pixels.ndim == 3
    return LightMeasurement(
        paper,
        float(colour.max() / max(1.0, colour.min())) if is_coloured else None,
        bool(is_coloured and colour[2] > colour[0]),
        levels[dimmest] / max(1.0, *levels.values()),
        _place(mat, dimmest.x_mm + dimmest.side_mm / 2, dimmest.y_mm + dimmest.side_mm / 2),
        () if paper >= BRIGHT else tuple(_spots(flatten_view(to_grey(pixels), mat, table), mat, levels)),
    )


def average_frames(lit: Sequence[Pixels]) -> Pixels:
    """Average frames of one size into one with less noise: `(H, W) uint8` or `(H, W, 3) uint8`."""
    mean: Pixels = np.mean(np.stack(lit), axis=0)
    return np.round(mean).astype(np.uint8)


def _paper(pixels: Pixels, marker: Marker, table: TableMap) -> NDArray[Any] | None:
    """Measure the colour of the white around a marker: `(3,)` blue, green, red, or `(1,)` grey.

    Returns None if most of it is outside the picture. The 60th percentile counts, so that something that lies
    on a part of the paper does not matter.
    """
    cell = marker.side_mm / CELLS
    along = np.linspace(0, marker.side_mm, 12)
    low, high = -cell / 2, marker.side_mm + cell / 2
    around = [
        *((a, low) for a in along),
        *((a, high) for a in along),
        *((low, a) for a in along),
        *((high, a) for a in along),
    ]
    corner = np.array([marker.x_mm, marker.y_mm])
    places = table.image_from_table(np.array(around) + corner)
    height, width = pixels.shape[:2]
    inside = (places >= 1).all(axis=1) & (places < (width - 1, height - 1)).all(axis=1)
    if inside.sum() < len(places) // 2:
        return None
    columns, rows = places[inside].astype(np.float32).T
    seen = cv2.remap(pixels, columns[np.newaxis].copy(), rows[np.newaxis].copy(), cv2.INTER_LINEAR)[0]
    return np.asarray(np.percentile(seen.reshape(len(columns), -1), 60, axis=0))


def flatten_view(grey: Grey, mat: Mat, table: TableMap) -> Grey:
    """Draw the mat as seen from straight above: `(height_mm, width_mm) uint8`, 1 px per mm.

    Places outside the picture are black.
    """
    across, down = np.meshgrid(np.arange(mat.width_mm) + 0.5, np.arange(mat.height_mm) + 0.5)
    places = table.image_from_table(np.stack([across, down], axis=-1).reshape(-1, 2)).astype(np.float32)
    columns, rows = (places[:, n].reshape(mat.height_mm, mat.width_mm).copy() for n in (0, 1))
    return cv2.remap(grey, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)


def _spots(flat: Grey, mat: Mat, levels: Mapping[Marker, float]) -> list[GlareSpot]:
    """Find the places of a flat view that are brighter than paper would be there."""
    glaring = (flat >= np.clip(_paper_level(mat, levels) + ABOVE_PAPER, CLIPPED, BRIGHTEST)).astype(np.uint8)
    for marker in mat.markers:
        cell = marker.side_mm // CELLS + 2
        rows = slice(max(0, marker.y_mm - cell), marker.y_mm + marker.side_mm + cell)
        glaring[rows, max(0, marker.x_mm - cell) : marker.x_mm + marker.side_mm + cell] = 0
    joined_up = cv2.morphologyEx(glaring, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, _, middles = cv2.connectedComponentsWithStats(joined_up)
    found = []
    for label in range(1, count):
        area = int(glaring[labels == label].sum())
        if area >= SMALLEST_MM2:
            x, y = middles[label].tolist()
            zone = mat.zone_at(x, y)
            found.append(GlareSpot(_place(mat, x, y), None if zone is None else zone.name, area))
    return sorted(found, key=lambda spot: -spot.area_mm2)


def _paper_level(mat: Mat, levels: Mapping[Marker, float]) -> NDArray[Any]:
    """Estimate the grey level of paper everywhere on the mat, one value per mm.

    The estimate is a plane through the markers' levels.
    """
    at = np.array(
        [[1.0, marker.x_mm + marker.side_mm / 2, marker.y_mm + marker.side_mm / 2] for marker in levels]
    )
    plane = np.linalg.lstsq(at, np.array(list(levels.values())), rcond=None)[0]
    across, down = np.arange(mat.width_mm)[np.newaxis, :], np.arange(mat.height_mm)[:, np.newaxis]
    return np.asarray(plane[0] + plane[1] * across + plane[2] * down)


def _place(mat: Mat, x_mm: float, y_mm: float) -> GridCell:
    return find_cell(x_mm / mat.width_mm, y_mm / mat.height_mm)


# --- report


def make_light_report(lit: LightMeasurement) -> CalibrationReport:
    """Grade the light for the report."""
    lines = [_brightness(lit), _evenness(lit), _glare(lit)]
    if lit.cast is not None:
        lines.insert(1, _cast(lit, lit.cast))
    return CalibrationReport(tuple(lines))


def _brightness(lit: LightMeasurement) -> GradedMeasure:
    level = lit.paper
    if level >= BRIGHT:
        says = Text("the picture is overexposed: dim the lamp, or lower the camera's exposure")
        return grade_measure(Measure.BRIGHTNESS, level, "/ 255", GradeMark.POOR, says)
    mark = mark_high(level, DIM, DARK)
    says = (
        Text("bright enough")
        if mark is GradeMark.GOOD
        else Text("too dark: turn on a lamp, or raise the camera's exposure")
    )
    return grade_measure(Measure.BRIGHTNESS, level, "/ 255", mark, says)


def _cast(lit: LightMeasurement, cast: float) -> GradedMeasure:
    mark = mark_low(cast, 1.2, 1.45)
    if mark is GradeMark.GOOD:
        says = Text("white looks white")
    elif lit.is_warm:
        says = Text(
            "white looks yellow: set the camera's white balance to lamp light; codes are read all the same"
        )
    else:
        says = Text(
            "white looks blue: set the camera's white balance to daylight; codes are read all the same"
        )
    return grade_measure(Measure.WHITE, 100 * (cast - 1), "%", mark, says)


def _evenness(lit: LightMeasurement) -> GradedMeasure:
    mark = mark_high(lit.evenness, 0.7, 0.45)
    where = Text(lit.dimmest.value)
    says = (
        Text("the light on the mat is even")
        if mark is GradeMark.GOOD
        else Text(
            "the mat is darkest {where}: turn the lamp there, or remove what casts the shadow",
            where=where,
        )
    )
    return grade_measure(Measure.EVENNESS, 100 * lit.evenness, "%", mark, says)


def _glare(lit: LightMeasurement) -> GradedMeasure:
    area_mm2 = sum(spot.area_mm2 for spot in lit.spots)
    if not lit.spots:
        return grade_measure(
            Measure.GLARE, 0, "mm²", GradeMark.GOOD, Text("no lamp is mirrored on the table")
        )
    where = joined([_where(spot) for spot in _apart(lit.spots)])
    says = Text(
        "the lamp is mirrored {where}: move the lamp or the camera a little, or play there without sleeves",
        where=where,
    )
    return grade_measure(
        Measure.GLARE, area_mm2, "mm²", GradeMark.FAIR if area_mm2 < 400 else GradeMark.POOR, says
    )


def _apart(spots: Sequence[GlareSpot]) -> list[GlareSpot]:
    """Keep the largest spot of each place, and of these the largest few."""
    first: dict[tuple[GridCell, str | None], GlareSpot] = {}
    for spot in spots:
        first.setdefault((spot.place, spot.zone), spot)
    return list(first.values())[:LARGEST_SPOTS]


def _where(spot: GlareSpot) -> Text:
    where = Text(spot.place.value)
    return where if spot.zone is None else Text("{where} ({zone})", where=where, zone=spot.zone)


# --- light
# Measures the light as it will be in play: with sleeved cards on the mat, and without hands over it.

FRAMES = 5
"""Frames that are averaged."""
_HANDS_OFF = Text("take your hands out of the picture for a moment")


class LightWalkthrough:
    """Takes frames after the answer `ready`; `lit` is the result. Grey cameras give no colour cast."""

    def __init__(self, mat: Mat, lens: Lens | None) -> None:
        self._mat = mat
        self._lens = lens
        self._still = Stillness()
        self._frames: list[Pixels] = []
        self._is_ready = False
        self.lit: LightMeasurement | None = None
        hint = Text(
            "light the table as in play, lay cards in their sleeves where you will play, then say that it is ready"
        )
        self.step = WalkthroughStep(
            StepState.GOING, hint, 0, FRAMES, answers=(WalkthroughReply.READY,), waits=True
        )

    def feed(self, frame: Frame) -> WalkthroughStep:
        """Take a frame and return the next step."""
        if self.step.is_over or not self._is_ready:
            return self.step
        grey = frame.grey
        tags = keep_mat_tags(read_tags(grey), self._mat)
        table = self._map(tags, frame.size_px)
        if table is None:
            self._frames.clear()
            why = explain_refusal(SampleVerdict.DARK) if is_dark(grey) else None
            self.step = replace(
                self.step,
                hint=Text("let the camera see the mat: two of its markers at least"),
                refusal=why,
                done=0,
            )
            return self.step
        ids = [4 * int(tag.text) + n for tag in tags for n in range(4)]
        places = np.concatenate([tag.corners_px for tag in tags])
        if not self._still.feed(ids, places, frame.size_px[0], frame.at_ms):
            self._frames.clear()
            self.step = replace(
                self.step, hint=_HANDS_OFF, refusal=explain_refusal(SampleVerdict.MOVING), done=0
            )
            return self.step
        self._frames.append(frame.pixels)
        self.step = replace(self.step, hint=_HANDS_OFF, refusal=None, done=len(self._frames))
        return self.step if len(self._frames) < FRAMES else self._finish(table)

    def answer(self, answer: WalkthroughReply) -> WalkthroughStep:
        """Take `ready`: the table is as it will be in play."""
        if answer is WalkthroughReply.READY and not self._is_ready:
            self._is_ready = True
            self.step = replace(self.step, hint=_HANDS_OFF, answers=(), waits=False)
        return self.step

    def _map(self, tags: list[Detection], size_px: tuple[int, int]) -> TableMap | None:
        return map_from_markers(self._mat, self._lens or pinhole(*size_px), tags)

    def _finish(self, table: TableMap) -> WalkthroughStep:
        self.lit = measure_light(average_frames(self._frames), self._mat, table)
        if self.lit is None:
            hint = Text(
                "the white paper around the markers is not in the picture: let the camera see the whole mat"
            )
            self.step = replace(self.step, state=StepState.FAILED, hint=hint)
            return self.step
        report = make_light_report(self.lit)
        self.step = WalkthroughStep(
            StepState.DONE, Text("the light was measured"), FRAMES, FRAMES, report=report
        )
        return self.step
