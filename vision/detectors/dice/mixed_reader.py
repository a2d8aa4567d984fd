"""Reads dice of several kinds that lie together on a printed tray: a d6 with pips beside a d12 with numerals.

Each die is shown to the reader of each kind. Pips say what they are; of dice that are known by examples, the face that
fits best when it is aligned with the picture. What fits nothing well is not said.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.mat import Mat
from companion.observation import ReadingStatus, What
from companion.words import Text
from vision.detectors.codes import Detection
from vision.detectors.dice.definition import DieDefinition, FaceKind
from vision.detectors.dice.example_reader import (
    LAID_ALONE,
    LAID_FIT,
    LAID_MARGIN,
    MARGIN,
    Portrait,
    die_picture,
    find_middles,
)
from vision.detectors.dice.examples import DieExamples, Likeness, nearest_face
from vision.detectors.dice.pips import read_pips_seen
from vision.detectors.dice.scale import THICKER, measure_scale
from vision.detectors.dice.tray import Clump, SheetPicture, TrayView, look_at_sheet, view_sheet
from vision.errors import SpotCovered
from vision.frame import Grey, Pixels, centre, same_place, side_px, square_around, to_grey

SMALLEST_MM, LARGEST_MM = 9.0, 32.0
"""The sides that dice have. Anything thinner or thicker is none."""
ROUND = 0.6
"""The threshold that shows a d12 whole, with its sides in the shade; see `view_sheet`."""
LIKELY_FIT = 0.75
"""The correlation from which a face is named as possible."""
UNRELATED = 1.0
"""The distance of a face that has nothing in common with the picture, or that could not be aligned with it."""
ALIGNED = 5
"""How many faces, those that rings find most alike, are aligned with the picture: of 60 drawn d12 the right one was
always among the first two.
"""
SMALLEST_PX = 14
"""The least width of the circle in a face: aligned faces are told down to it."""
MOST_LIKELY = 4
"""How many faces are named as possible."""
OTHER_SIZE = 0.3
"""A die whose size differs from that of a kind by more than this share is of another kind."""
STACKED = 1.9
"""A clump that is larger than so many squares of its side is more than one die."""


@dataclass(frozen=True, slots=True)
class KnownDie:
    """A kind of dice at a table: the name that the game gives it, and how it is read. Dice without pips need examples."""

    name: str
    die: DieDefinition
    examples: DieExamples | None = None

    def named(self, face: str) -> str:
        """Return a face with its die, as sightings name it: `d12:7`."""
        return f"{self.name}:{face}"


def read_mixed(pixels: Pixels, sheet: Mat, dice: Sequence[KnownDie]) -> list[Detection]:
    """Read the dice on a printed tray in its picture from above, (H, W, 3) uint8 BGR or (H, W) grey.

    Texts are like `d12:7`. Raises `SpotCovered`.
    """
    picture = look_at_sheet(pixels, sheet)
    seen = picture.view(ROUND)
    if seen.is_covered:
        raise SpotCovered(Text("something lies over the dice tray: take it away, and the dice are read"))
    grey, px_per_mm = to_grey(pixels), pixels.shape[1] / sheet.width_mm
    tighter = _Views(picture)
    found: list[Detection] = []
    for clump in seen.tray.clumps:
        if SMALLEST_MM < clump.thickness_px * seen.tray.scale / px_per_mm / THICKER < LARGEST_MM:
            for said in _read_clump(grey, clump, seen.tray, tighter, dice, px_per_mm):
                _add(found, said)
    return found


def _add(found: list[Detection], said: Detection) -> None:
    """Add a die to those that were found, once: one that lies close beside another is found with that one's clump too. If
    it reads otherwise there, or leans or lies upon another, it is not read.
    """
    number = next((n for n, one in enumerate(found) if same_place(one.corners_px, said.corners_px)), None)
    if number is None:
        found.append(said)
        return
    known = found[number]
    if known.text and said.text not in ("", known.text):
        either = (known.text, said.text)
        found[number] = replace(known, text="", reading=ReadingStatus.UNSURE, candidates=either)
    elif (known.reading is ReadingStatus.UNSURE and said.text) or (
        known.text and said.reading in (ReadingStatus.COCKED, ReadingStatus.STACKED)
    ):
        found[number] = said


class _Views:
    """The clumps of a sheet at the thresholds that readers ask for, each found once."""

    def __init__(self, picture: SheetPicture) -> None:
        self._picture = picture
        self._found: dict[float, TrayView] = {}

    def beside(self, clump: Clump, threshold: float) -> TrayView:
        """Return what is seen of one clump at a threshold."""
        if threshold not in self._found:
            self._found[threshold] = self._picture.view(threshold).tray
        view = self._found[threshold]
        return replace(view, clumps=tuple(one for one in view.clumps if one.place.overlaps(clump.place)))


def _read_clump(
    grey: Grey, clump: Clump, tray: TrayView, views: _Views, dice: Sequence[KnownDie], px_per_mm: float
) -> Iterator[Detection]:
    """Yield the dice of one clump, with their kinds."""
    pip_dice = [one for one in dice if one.examples is None]
    by_pips = [
        _named(seen, one)
        for one in pip_dice
        for seen in read_pips_seen(
            grey, lambda threshold: views.beside(clump, threshold), _with_own_pips(one.die, grey, clump, tray)
        )
    ]
    known = [one for one in dice if one.examples is not None]
    if not known:
        yield from by_pips
        return
    across_px = clump.thickness_px * tray.scale / THICKER
    size = clump.area_px * (tray.scale / across_px) ** 2
    middles = find_middles(clump, tray)
    for middle in middles:
        here = Detection("", square_around(middle, across_px), What.DIE, 0.0, ReadingStatus.UNSURE)
        pips = next((seen for seen in by_pips if same_place(seen.corners_px, here.corners_px)), None)
        if size > STACKED * len(middles):
            yield replace(here, reading=ReadingStatus.STACKED)
        elif pips is not None and pips.text:
            yield pips
        else:
            pictures = {one.name: _picture(grey, here, one, px_per_mm) for one in known}
            shown = [one for one in known if pictures[one.name] is not None]
            yield _settled(pips, _by_examples(pictures, here, shown) if shown else here)


def _with_own_pips(die: DieDefinition, grey: Grey, clump: Clump, tray: TrayView) -> DieDefinition:
    """Return the die with light pips, if this one is dark: most of it is its body, and pips are what differs most."""
    across = (clump.place.left * tray.scale, clump.place.right * tray.scale)
    down = (clump.place.top * tray.scale, clump.place.bottom * tray.scale)
    part = grey[round(down[0]) : round(down[1]), round(across[0]) : round(across[1])]
    size = (part.shape[1], part.shape[0])
    own = cv2.resize(clump.mask, size, interpolation=cv2.INTER_NEAREST) if part.size else clump.mask
    inner = cv2.erode(own, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    values = part[inner > 0] if part.size else part
    if not values.size:
        return die
    dark, body, light = np.percentile(values, (2, 60, 98))
    return replace(die, pips_are_light=bool(light - body > body - dark))


def _picture(grey: Grey, here: Detection, die: KnownDie, px_per_mm: float) -> Grey | None:
    """Return the picture of a die in the form of a kind's examples; None if it has not the size of that kind."""
    assert die.examples is not None
    middle, measured_px = centre(here.corners_px), side_px(here.corners_px)
    if die.examples.side_mm is None:
        return die_picture(grey, middle, measured_px)
    known_px = die.examples.side_mm * px_per_mm
    return (
        die_picture(grey, middle, known_px) if abs(measured_px - known_px) < OTHER_SIZE * known_px else None
    )


def find_sheet_portraits(pixels: Pixels, sheet: Mat) -> list[Portrait]:
    """Return the dice that lie alone on a printed tray in its picture from above."""
    tray, grey, px_per_mm = (
        view_sheet(pixels, sheet, ROUND).tray,
        to_grey(pixels),
        pixels.shape[1] / sheet.width_mm,
    )
    found = []
    for clump in tray.clumps:
        across_px = clump.thickness_px * tray.scale / THICKER
        if clump.is_one_die and SMALLEST_MM < across_px / px_per_mm < LARGEST_MM:
            (middle,) = find_middles(clump, tray)[:1]
            picture = die_picture(grey, middle, across_px)
            found.append(Portrait(middle, across_px, picture, across_px / px_per_mm))
    return found


def measure_sheet_pips(pixels: Pixels, sheet: Mat, die: DieDefinition) -> list[float]:
    """Return the radius of the pips of each die that lies alone on a printed tray, in thousandths of its side, by the
    tray's picture from above.
    """
    tray, grey = view_sheet(pixels, sheet).tray, to_grey(pixels)
    px_per_mm = pixels.shape[1] / sheet.width_mm
    scales = [
        measure_scale(grey, replace(tray, clumps=(clump,)), _with_own_pips(die, grey, clump, tray))
        for clump in tray.clumps
        if clump.is_one_die
        and SMALLEST_MM < clump.thickness_px * tray.scale / px_per_mm / THICKER < LARGEST_MM
    ]
    return [1000 * scale.radius_px / scale.side_px for scale in scales if scale is not None]


def _named(seen: Detection, die: KnownDie) -> Detection:
    return replace(
        seen,
        text=die.named(seen.text) if seen.text else "",
        candidates=tuple(map(die.named, seen.candidates)),
    )


def _settled(pips: Detection | None, shown: Detection) -> Detection:
    """Return what a die without a sure face by its pips is, from what it looks like."""
    if pips is None or shown.text:
        return shown
    return replace(shown, candidates=(*shown.candidates, *pips.candidates)) if shown.candidates else pips


def _by_examples(pictures: Mapping[str, Grey | None], here: Detection, dice: Sequence[KnownDie]) -> Detection:
    """Return the face of the kinds of dice that are known by examples.

    A face with print is aligned with the picture; a bare one has nothing to align, and is told by rings. If bare faces of
    two kinds fit alike, it is ambiguous; if nothing fits well, or two faces do, it is unsure.
    """
    laid: dict[str, float] = {}
    rings: dict[str, float] = {}
    furthest = 0.0
    for one in dice:
        examples, picture = one.examples, pictures[one.name]
        assert examples is not None and picture is not None
        on_rings = examples.ring_distances(picture)
        fits = _fits(picture, examples, on_rings)
        rings |= {one.named(face): far for face, far in on_rings.items()}
        laid |= {one.named(face): far for face, far in fits.items()}
        furthest = max(furthest, examples.furthest)
    fit, ring = nearest_face(laid), nearest_face(rings)
    unsure = replace(here, candidates=_likely(laid, 1 - LIKELY_FIT))
    if min(2 * one.die.face_radius for one in dice) * side_px(here.corners_px) < SMALLEST_PX:
        return unsure
    if fit.distance <= 1 - LAID_FIT:
        return _said(here, fit.face, max(fit.margin, ring.margin)) if _is_clear(fit, ring) else unsure
    if ring.distance > furthest or laid.get(ring.face, 1.0) < 1 - LIKELY_FIT:
        return unsure
    if ring.margin >= MARGIN:
        return _said(here, ring.face, ring.margin)
    alike = _likely(rings, ring.distance / (1 - MARGIN))
    kinds = {name.partition(":")[0] for name in alike}
    is_one_of_each = len(kinds) == len(alike)
    return replace(
        here, candidates=alike, reading=ReadingStatus.AMBIGUOUS if is_one_of_each else ReadingStatus.UNSURE
    )


def _fits(picture: Grey, examples: DieExamples, on_rings: Mapping[str, float]) -> dict[str, float]:
    """Return the distances of the faces that rings find most alike, aligned; thoroughly, if that leaves a doubt, and if
    nothing fits a die whose faces all have numerals, those of all faces: where light has washed them out, rings may leave
    out the right one.
    """
    alike = sorted(on_rings, key=lambda face: on_rings[face])[:ALIGNED]
    fits = examples.aligned_distances(picture, alike)
    best, ring = nearest_face(fits), nearest_face(on_rings)
    is_printed = best.distance < 1 - LIKELY_FIT or examples.die.kind is FaceKind.NUMERALS
    # From a few starts the right face may not be aligned at all, and another one then fits best: of a faint d12 a six was
    # said to be a nine that nothing was compared with, and rings hardly tell the two apart.
    is_compared = sum(far < UNRELATED for far in fits.values()) > 1
    is_sure = (
        is_compared and best.distance <= 1 - LAID_FIT and best.face == ring.face and _is_clear(best, ring)
    )
    if is_printed and not is_sure:
        again = examples.thorough_distances(picture, alike)
        fits |= {face: min(far, fits[face]) for face, far in again.items()}
        others = on_rings.keys() - fits.keys()
        if others and nearest_face(fits).distance > 1 - LAID_FIT and examples.die.kind is FaceKind.NUMERALS:
            fits |= examples.thorough_distances(picture, others)
    return fits


def _is_clear(fit: Likeness, ring: Likeness) -> bool:
    """Tell whether a face wins clearly: by alignment alone, or with rings that say the same."""
    if fit.face != ring.face:
        return fit.margin >= LAID_ALONE
    return fit.margin >= LAID_MARGIN or ring.margin >= MARGIN


def _said(here: Detection, face: str, confidence: float) -> Detection:
    return replace(here, text=face, reading=ReadingStatus.READ, confidence=round(confidence, 3))


def _likely(distances: Mapping[str, float], furthest: float) -> tuple[str, ...]:
    """Return the faces that are near enough to be named, the likeliest first."""
    near = sorted((far, name) for name, far in distances.items() if far <= furthest)
    return tuple(name for _, name in near[:MOST_LIKELY])
