"""The light on the table: bright enough, white enough, even enough, and where the lamp shines back. Pure.

The white paper around the mat's markers is the measure: it lies in the corners, everybody knows its colour, and what
is brighter than paper is the lamp itself, seen in a sleeve.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.coverage import Ninth, place_of
from calibration.grade import (
    CalibrationReport,
    GradedMeasure,
    GradeMark,
    Measure,
    grade_measure,
    mark_high,
    mark_low,
)
from companion.mat import Marker, Mat
from companion.words import Text, joined
from vision.frame import Grey, Pixels, to_grey
from vision.table_map import TableMap

CELLS = 8
"""A marker's side in cells, its black frame included; around it one more is white."""
BRIGHT, DIM, DARK = 246, 110, 70
"""Grey levels of paper: above the first it is lost in white, below the second noise begins, below the third little is
read."""
CLIPPED, BRIGHTEST = 250, 253
"""Grey levels: what is at least so bright shows nothing…"""
ABOVE_PAPER = 10
"""…and is no paper if it outshines the paper of the markers, as bright as that would be there, by so much."""
SMALLEST_MM2 = 60
"""Glare of less than a thumbnail hides no code."""
LARGEST_SPOTS = 3


@dataclass(frozen=True, slots=True)
class GlareSpot:
    """A place where the lamp shines back."""

    place: Ninth
    zone: str | None
    area_mm2: int


@dataclass(frozen=True, slots=True)
class LightMeasurement:
    """How a mat is lit. Grey levels of paper, 0 to 255; the cast is the strongest colour over the weakest, None for
    grey pictures; `dimmest` is where paper is darkest, and `evenness` how bright it is there as a part of the brightest.
    """

    paper: float
    cast: float | None
    is_warm: bool
    evenness: float
    dimmest: Ninth
    spots: tuple[GlareSpot, ...]


def measure_light(pixels: Pixels, mat: Mat, table: TableMap) -> LightMeasurement | None:
    """How the mat of a picture is lit; None where no marker's paper is in the picture."""
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
        () if paper >= BRIGHT else tuple(_spots(flat_view(to_grey(pixels), mat, table), mat, levels)),
    )


def average_frames(lit: Sequence[Pixels]) -> Pixels:
    """Some frames as one, with less noise."""
    mean: Pixels = np.mean(np.stack(lit), axis=0)
    return np.round(mean).astype(np.uint8)


def _paper(pixels: Pixels, marker: Marker, table: TableMap) -> NDArray[Any] | None:
    """The colour of the white around a marker: blue, green, red, or one grey level; what lies on a part of it does not
    count.
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


def flat_view(grey: Grey, mat: Mat, table: TableMap) -> Grey:
    """The mat from straight above, a pixel a millimetre; black where the picture does not show it."""
    across, down = np.meshgrid(np.arange(mat.width_mm) + 0.5, np.arange(mat.height_mm) + 0.5)
    places = table.image_from_table(np.stack([across, down], axis=-1).reshape(-1, 2)).astype(np.float32)
    columns, rows = (places[:, n].reshape(mat.height_mm, mat.width_mm).copy() for n in (0, 1))
    return cv2.remap(grey, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)


def _spots(flat: Grey, mat: Mat, levels: Mapping[Marker, float]) -> list[GlareSpot]:
    """Where a view from above is brighter than paper would be there."""
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
    """How bright paper would be anywhere on the mat: the plane through what the markers show, a value a millimetre."""
    at = np.array(
        [[1.0, marker.x_mm + marker.side_mm / 2, marker.y_mm + marker.side_mm / 2] for marker in levels]
    )
    plane = np.linalg.lstsq(at, np.array(list(levels.values())), rcond=None)[0]
    across, down = np.arange(mat.width_mm)[np.newaxis, :], np.arange(mat.height_mm)[:, np.newaxis]
    return np.asarray(plane[0] + plane[1] * across + plane[2] * down)


def _place(mat: Mat, x_mm: float, y_mm: float) -> Ninth:
    return place_of(x_mm / mat.width_mm, y_mm / mat.height_mm)


# --- what is told of it


def light_report(lit: LightMeasurement) -> CalibrationReport:
    """What the owner is told of the light."""
    lines = [_brightness(lit), _evenness(lit), _glare(lit)]
    if lit.cast is not None:
        lines.insert(1, _cast(lit, lit.cast))
    return CalibrationReport(tuple(lines))


def _brightness(lit: LightMeasurement) -> GradedMeasure:
    level = lit.paper
    if level >= BRIGHT:
        says = Text("paper is lost in white: dim the lamp, or lower the camera's exposure")
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
        says = Text("white is white")
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
        Text("the whole mat is lit alike")
        if mark is GradeMark.GOOD
        else Text(
            "it is darkest {where} of the mat: turn the lamp there, or take away what casts the shadow",
            where=where,
        )
    )
    return grade_measure(Measure.EVENNESS, 100 * lit.evenness, "%", mark, says)


def _glare(lit: LightMeasurement) -> GradedMeasure:
    area_mm2 = sum(spot.area_mm2 for spot in lit.spots)
    if not lit.spots:
        return grade_measure(Measure.GLARE, 0, "mm²", GradeMark.GOOD, Text("the lamp shines back nowhere"))
    where = joined([_where(spot) for spot in _apart(lit.spots)])
    says = Text(
        "the lamp is in the way {where}: move the lamp or the camera a little, or play there without sleeves",
        where=where,
    )
    return grade_measure(
        Measure.GLARE, area_mm2, "mm²", GradeMark.FAIR if area_mm2 < 400 else GradeMark.POOR, says
    )


def _apart(spots: Sequence[GlareSpot]) -> list[GlareSpot]:
    """The largest spot of each place, the largest few."""
    first: dict[tuple[Ninth, str | None], GlareSpot] = {}
    for spot in spots:
        first.setdefault((spot.place, spot.zone), spot)
    return list(first.values())[:LARGEST_SPOTS]


def _where(spot: GlareSpot) -> Text:
    where = Text(spot.place.value)
    return where if spot.zone is None else Text("{where} ({zone})", where=where, zone=spot.zone)
