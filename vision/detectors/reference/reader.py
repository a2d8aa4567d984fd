"""Reads printed references in a picture: of one line, of a card at the reading spot, or of anything else.

A long, low picture is taken for one line. In any other picture a card's outline is looked for and
straightened; then lines of print are found, and each is read, also upside down if it reads as no reference. A picture
full of print would take minutes, so that the effort for one picture has an end.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from companion.observation import ReadingStatus, What
from vision.detectors.codes import Detection
from vision.detectors.reference.card import straighten_cards
from vision.detectors.reference.lines import PrintLine, find_lines, looked_at_px, whole_line
from vision.detectors.reference.recogniser import HEIGHT_PX, read_line, read_width_px
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


FIND_US, READ_US = 1.4, 3.5
"""What a px costs in which lines are looked for, and one of a line that is read, in microseconds of CPU: on two x86 cores with
much else to do.
"""
MOST_US = 20_000_000
"""What one picture may cost: more than eight photographs of many cards at 1280 px did."""
CARDS_SHARE = 0.6
"""The share of it for outlines that look like cards; the rest is for the picture as a whole."""


@dataclass(slots=True)
class ReadingEffort:
    """What was spent on reading the print of a picture, and whether it was enough."""

    tell: Callable[[float], None] = field(default=lambda _: None)
    """Is told the share of `MOST_US` that was spent."""
    spent_us: float = 0.0
    is_cut_short: bool = False

    def allows(self, cost_us: float) -> bool:
        """Spends a cost, if that much is left; if not, the picture is not read to its end."""
        if self.spent_us + cost_us > MOST_US:
            self.is_cut_short = True
            return False
        self.spent_us += cost_us
        self.tell(self.spent_us / MOST_US)
        return True


@dataclass(frozen=True, slots=True)
class ReferenceFormat:
    """Describes what references look like, and lists all existing ones if they are known."""

    pattern: re.Pattern[str]
    known: Collection[str] | None = None


def read_references(
    pixels: Pixels, wanted: ReferenceFormat, effort: ReadingEffort | None = None
) -> list[Detection]:
    """Reads the references in a picture, also ambiguous and unknown ones. `pixels` is (H, W, 3) uint8 BGR or
    (H, W) grey. `effort` tells afterwards whether all print was read. Raises `VisionError` without models.
    """
    effort = effort or ReadingEffort()
    height, width = pixels.shape[:2]
    if min(height, width) < SMALLEST_PX:
        return []
    if max(width / height, height / width) > A_LINE:
        alone = _read(_lying(pixels), wanted, effort)
        if alone is not None:
            return [alone]
    for card in straighten_cards(pixels):
        if effort.spent_us > CARDS_SHARE * MOST_US:
            effort.is_cut_short = True
            break
        found = [card.in_picture(code) for code in _in_lines(card.pixels, wanted, effort)]
        if found:
            return found
    return _in_lines(pixels, wanted, effort)


def _lying(pixels: Pixels) -> PrintLine:
    line = whole_line(pixels)
    height, width = pixels.shape[:2]
    return line if width >= height else line.upended()


def _in_lines(pixels: Pixels, wanted: ReferenceFormat, effort: ReadingEffort) -> list[Detection]:
    for longest_px in LOOKS_PX:
        if not effort.allows(FIND_US * looked_at_px(pixels, longest_px)):
            return []
        lines = find_lines(pixels, longest_px)
        found = [code for code in (_read(line, wanted, effort) for line in lines) if code is not None]
        if found or longest_px >= max(pixels.shape[:2]):
            return found
    return []


def _read(found: PrintLine, wanted: ReferenceFormat, effort: ReadingEffort) -> Detection | None:
    """Reads the reference on a line, either way up; None if there is none, or no effort is left for it."""
    # Both ways up are paid for at once, so that a line is read as surely as ever or not at all.
    if not effort.allows(2 * READ_US * HEIGHT_PX * read_width_px(found.pixels)):
        return None
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
