"""Reads printed references in a picture: of one line, of a card at the reading spot, or of anything else.

A long, low picture is taken for one line. In any other picture a card's outline is looked for and
straightened; then lines of print are found, and each is read, also upside down if it reads as no reference.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.observation import ReadingStatus, What
from vision.detectors.codes import Detection
from vision.detectors.reference.card import straighten_cards
from vision.detectors.reference.lines import PrintLine, find_lines, whole_line
from vision.detectors.reference.recogniser import read_line
from vision.detectors.reference.repair import RepairedReference, repair_reference
from vision.frame import Pixels

A_LINE = 2.2
"""The least ratio of width to height of a picture that is one line of print."""
LOOKS_PX = (960, 1920)
"""The longer side, in px, of the picture in which lines are looked for; the second look is for small print."""
SURE = 0.9
"""A line read with this confidence is not tried upside down."""
SMALLEST_PX = 6
"""Letters cannot be told apart in fewer pixels."""


@dataclass(frozen=True, slots=True)
class ReferenceFormat:
    """Describes what references look like, and lists all existing ones if they are known."""

    pattern: re.Pattern[str]
    known: Collection[str] | None = None


def read_references(pixels: Pixels, wanted: ReferenceFormat) -> list[Detection]:
    """Reads the references in a picture, also ambiguous and unknown ones. `pixels` is (H, W, 3) uint8 BGR or
    (H, W) grey. Raises `VisionError` without models.
    """
    height, width = pixels.shape[:2]
    if min(height, width) < SMALLEST_PX:
        return []
    if max(width / height, height / width) > A_LINE:
        alone = _read(_lying(pixels), wanted)
        if alone is not None:
            return [alone]
    for card in straighten_cards(pixels):
        found = [card.in_picture(code) for code in _in_lines(card.pixels, wanted)]
        if found:
            return found
    return _in_lines(pixels, wanted)


def _lying(pixels: Pixels) -> PrintLine:
    line = whole_line(pixels)
    height, width = pixels.shape[:2]
    return line if width >= height else line.upended()


def _in_lines(pixels: Pixels, wanted: ReferenceFormat) -> list[Detection]:
    for longest_px in LOOKS_PX:
        lines = find_lines(pixels, longest_px)
        found = [code for code in (_read(line, wanted) for line in lines) if code is not None]
        if found or longest_px >= max(pixels.shape[:2]):
            return found
    return []


def _read(found: PrintLine, wanted: ReferenceFormat) -> Detection | None:
    """Reads the reference on a line, either way up; None if there is none."""
    best = _as_it_stands(found, wanted)
    if best.confidence < SURE:
        turned = found.turned()
        other = _as_it_stands(turned, wanted)
        if other.confidence > best.confidence:
            found, best, other = turned, other, best
        if other.reading is best.reading is ReadingStatus.READ and other.text != best.text:
            # Some print can be read both ways up; only a person knows which way is right.
            best = replace(best, reading=ReadingStatus.AMBIGUOUS, text="", candidates=(best.text, other.text))
    if best.reading is ReadingStatus.UNREADABLE:
        return None
    return Detection(
        best.text, found.corners_px, What.REFERENCE, round(best.confidence, 3), best.reading, best.candidates
    )


def _as_it_stands(found: PrintLine, wanted: ReferenceFormat) -> RepairedReference:
    return repair_reference(read_line(found.pixels), wanted.pattern, wanted.known)
