"""Takes the cards out of a photograph: each straight from above, upright, with what is printed on it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.observation import ReadingStatus
from vision.detectors.reference.lines import decoded
from vision.detectors.reference.repair import repair_reference
from vision.faces.face import FACE_PX_PER_MM, size_px, straightened
from vision.faces.shown_cards import SIZE_MM, in_rows
from vision.frame import Pixels, Quad, side_px, to_colour
from vision.values.card_print import READ_PX_PER_MM, CardArea, ReadPicture
from vision.values.corners import cards_in

FEWEST_SIGNS, MOST_SIGNS, FEWEST_DIGITS = 5, 14, 3
"""What a line of print must have to be looked at as a reference."""
SURE_REFERENCE = 0.8
LIKELY = 0.75
"""The mean probability of print from which a card is upright, without a look at it upside down."""


@dataclass(frozen=True, slots=True, eq=False)
class TakenCard:
    """A card in a photograph: its picture, and the reference that is printed on it, if that could be read."""

    picture: ReadPicture
    ref: str | None
    corners_px: Quad
    """In the photograph, from a short side on."""


@dataclass(frozen=True, slots=True, eq=False)
class TakenCards:
    """What was taken from a photograph, and where something lies that may be a card and was not taken."""

    cards: Sequence[TakenCard]
    doubtful: Sequence[Quad]
    other_aspect: float | None
    """Width through height of what was not taken, if cards of the size that was looked for have another shape."""


def take_cards(
    pixels: Pixels, references: re.Pattern[str], size_mm: tuple[float, float] = SIZE_MM
) -> TakenCards:
    """Return the cards of some size in a photograph, (H, W, 3) uint8 BGR or (H, W) grey, row by row. Raises `VisionError`
    without models.
    """
    colour = to_colour(pixels)
    found = cards_in(colour, size_mm)
    cards = [take_card(colour, corners, references) for corners in in_rows(found.cards)]
    return TakenCards(cards, in_rows(found.doubtful), found.other_aspect)


def take_card(pixels: Pixels, corners_px: Quad, references: re.Pattern[str]) -> TakenCard:
    """Return a card whose corners are known, as large as it is in the photograph, its print upright. Its picture has the shape
    of usual cards, whatever shape it has.
    """
    scale = float(np.clip(2 * side_px(corners_px) / sum(SIZE_MM), *READ_PX_PER_MM))
    picture = ReadPicture(straightened(pixels, corners_px, size_px(SIZE_MM, scale)))
    if _legibility(picture)[0] < LIKELY:
        turned = ReadPicture(np.ascontiguousarray(picture.pixels[::-1, ::-1]))
        picture = max((picture, turned), key=lambda one: _legibility(one)[1])
    refs = {
        ref
        for line in picture.lines
        if _may_be_code(line.text) and (ref := _reference(picture, line.box, references))
    }
    return TakenCard(picture, refs.pop() if len(refs) == 1 else None, corners_px)


def face_of_picture(picture: ReadPicture, size_mm: tuple[float, float]) -> Pixels:
    """Return a card of some size as faces are kept."""
    return cv2.resize(picture.pixels, size_px(size_mm, FACE_PX_PER_MM), interpolation=cv2.INTER_AREA)


def _legibility(picture: ReadPicture) -> tuple[float, float]:
    """Return the mean probability of a card's print, and how much of it is legible."""
    signs = [len(line.text) for line in picture.lines]
    sure = [len(line.text) * line.confidence for line in picture.lines]
    return (sum(sure) / sum(signs), sum(sure)) if signs else (0.0, 0.0)


def _may_be_code(text: str) -> bool:
    return FEWEST_SIGNS <= len(text) <= MOST_SIGNS and sum(sign.isdigit() for sign in text) >= FEWEST_DIGITS


def _reference(picture: ReadPicture, box: CardArea, references: re.Pattern[str]) -> str:
    """Return the reference that a line of print says, if it says one surely; else nothing."""
    found = repair_reference(decoded(picture.signs(box)), references)
    return found.text if found.reading is ReadingStatus.READ and found.confidence >= SURE_REFERENCE else ""
