"""Reads photographs of real cards that others made, outside the project: each card enrolled from one, read in another.

A folder holds pictures and `cards.json`: for each picture its width in px to which it is made smaller, and for each card
that lies whole and flat its name and its corners, clockwise from its own top left:

    {"size_mm": [63, 88],
     "pictures": {"table1.jpg": {"width_px": 1280,
                                 "cards": [{"card": "shivan dragon", "corners": [[10, 20], [161, 21], ...]}]}}}

Corners are px of the picture as it is on disk. Every card with two pictures or more is enrolled from the first, and read in
all others. Cards with one picture are strangers, and none may be taken for another; nor may a card that is taken out of the
gallery, each in turn.
"""

import json
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench.faces.camera import Points
from tests.bench.faces.canvas import Picture
from tests.bench.faces.decks import drawn_deck
from tests.bench.faces.readers import OwnReader, cpu_s, straight
from tests.bench.faces.shows import enrolments
from tests.bench.faces.tally import Outcome, Reading, Refusals, Tally
from vision.faces.face import Face

WITHIN_PX = 1.2
"""How far off the corners are that the reader is given."""
DRAWN_BESIDE = 124
"""Drawn faces in the gallery beside the real ones, as further candidates."""
DRAWN_SEED = 1999


@dataclass(frozen=True, slots=True)
class PicturedCard:
    """A real card in one photograph."""

    card: str
    picture: str
    pixels: Picture
    corners: Points


def measured(folder: Path) -> tuple[Tally, Refusals]:
    """Read every second and further picture of each card, and refuse strangers and each card that is left out."""
    size_mm, pictured = _pictured(folder)
    cards = {name: several for name, several in pictured.items() if len(several) > 1}
    chance = np.random.default_rng(1)
    enrolled = {name: several[0] for name, several in cards.items()}
    real = [
        Face(name, "front", straight(one.pixels, one.corners, size_mm), size_mm)
        for name, one in enrolled.items()
    ]
    drawn = [
        Face(face.card, face.side, straight(pixels, corners, face.size_mm), face.size_mm)
        for face, pixels, corners in enrolments(drawn_deck(DRAWN_SEED, DRAWN_BESIDE))
    ]
    reader = OwnReader([*real, *drawn])
    tally, refusals = Tally(), Refusals()
    began = cpu_s()
    for name, several in cards.items():
        tally.readings += [_reading(reader, one, name, chance) for one in several[1:]]
    tally.cpu_s = cpu_s() - began
    for name, several in pictured.items():
        without = reader if name not in cards else OwnReader([f for f in [*real, *drawn] if f.card != name])
        readings = [_reading(without, one, name, chance) for one in several]
        refusals.shown += len(readings)
        refusals.looked_at += len(readings)
        refusals.accepted += [one for one in readings if one.outcome in {Outcome.READ, Outcome.WRONG}]
    return tally, refusals


def _reading(reader: OwnReader, one: PicturedCard, name: str, chance: np.random.Generator) -> Reading:
    corners = np.roll(
        one.corners + chance.normal(0, WITHIN_PX / 2, (4, 2)), 2 * int(chance.integers(2)), axis=0
    )
    outcome, face, recognition = reader.read(one.pixels, corners)
    if outcome is Outcome.READ and face is not None and face.card != name:
        outcome = Outcome.WRONG
    reading = Reading("real", outcome, 0, one.picture, name, "" if face is None else face.card)
    if recognition is None:
        return reading
    return replace(reading, margin=recognition.margin, likeness=recognition.likeness)


def _pictured(folder: Path) -> tuple[tuple[float, float], dict[str, list[PicturedCard]]]:
    """Return the size of the cards, and the pictures of each that has two or more."""
    try:
        told: Any = json.loads((folder / "cards.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as exc:
        raise SystemExit(f"cannot read {folder / 'cards.json'}: {exc}; the form is in {__file__}") from exc
    cards: defaultdict[str, list[PicturedCard]] = defaultdict(list)
    for name, entry in told["pictures"].items():
        pixels = cv2.imread(str(folder / name))
        if pixels is None:
            raise SystemExit(f"cannot read the picture {folder / name}, which cards.json names")
        scale = entry.get("width_px", pixels.shape[1]) / pixels.shape[1]
        if scale < 1:
            pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for card in entry["cards"]:
            corners = (np.array(card["corners"], np.float64) + 0.5) * min(1.0, scale) - 0.5
            cards[card["card"]].append(PicturedCard(card["card"], name, pixels, corners))
    size_mm = (float(told["size_mm"][0]), float(told["size_mm"][1]))
    return size_mm, cards
