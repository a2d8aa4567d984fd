"""Draws decks that look like what comes out of a box, from a seed: the faces, what is printed on them, and which look alike.

They share nothing with the cards that the program prints, nor with what reads them. Seeds below `FIRST_MEASURED` are for
looking at while something is tuned; figures are taken with others.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from tests.bench.faces import layouts
from tests.bench.faces.canvas import Canvas, Picture
from tests.bench.faces.layouts import Printed
from tests.bench.faces.print_style import PrintStyle

FIRST_MEASURED = 1000
USUAL_MM, SMALL_MM = (63.0, 88.0), (44.0, 68.0)
FEWEST, MOST = 230, 500
LARGEST = 600
"""A larger deck would need more work cards than there are colours and values for."""

SHARES = {
    "footballer": 0.36,
    "team": 0.08,
    "energy": 0.17,
    "work": 0.15,
    "event": 0.08,
    "round": 0.04,
    "glossy": 0.04,
    "plain": 0.04,
    "small": 0.04,
}
"""The kinds of cards and how much of a deck they are. The cards of a `team` share one picture."""
TWIN_KINDS = frozenset({"team", "energy", "work", "plain"})
"""Kinds whose cards have one picture and frame, and differ in a name, a digit or an icon."""


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """One side of a card of a drawn deck. Its picture is drawn when it is asked for, because a deck of them is large."""

    card: str
    """The card's reference; empty for the back that all cards share."""
    side: str
    kind: str
    size_mm: tuple[float, float]
    values: Mapping[str, str]
    """What is printed: the name of each field, as catalogues have it, with its value."""
    drawing: Callable[[], Canvas] = field(repr=False, compare=False)

    is_like_others: bool = False
    """Whether another card of the deck shows the same on this side, its reference aside: then nobody can know the card by
    it.
    """

    @property
    def row(self) -> str:
        """The row of the table in which its readings are counted."""
        return "alike" if self.is_like_others else self.kind

    def picture(self) -> Picture:
        """Return the face from straight above, 10 px/mm; its corners are not rounded, the camera does that."""
        return self.drawing().picture()


@dataclass(frozen=True, slots=True)
class DrawnDeck:
    """The cards of one box."""

    seed: int
    style: PrintStyle
    faces: Sequence[DrawnFace]

    @property
    def fronts(self) -> Sequence[DrawnFace]:
        return [face for face in self.faces if face.side == "front"]

    def kinds(self) -> Mapping[str, int]:
        return Counter(face.kind for face in self.faces)


def drawn_deck(seed: int, cards: int | None = None) -> DrawnDeck:
    """Return the deck of a seed; without a number of cards the seed chooses that too."""
    chance = np.random.default_rng((seed, 33))
    style = PrintStyle.by_chance(chance)
    count = int(chance.integers(FEWEST, MOST + 1)) if cards is None else cards
    faces: list[DrawnFace] = []
    number = 1
    for kind, share in SHARES.items():
        wanted = max(2, round(share * count))
        for printed in layouts.cards_of(kind, wanted, np.random.default_rng((seed, number)), style):
            reference = f"{layouts.LETTERS[kind]}{number:03d}-{100 + seed % 800}"
            number += 1
            faces += _sides(kind, reference, printed, style)
    looks = Counter(_look(face) for face in faces)
    faces = [replace(face, is_like_others=looks[_look(face)] > 1) for face in faces]
    back = partial(layouts.draw_back, USUAL_MM, style, (seed, 7))
    faces.append(DrawnFace("", "back", "back", USUAL_MM, {}, back))
    return DrawnDeck(seed, style, faces)


def _look(face: DrawnFace) -> tuple[str, ...]:
    """Return what tells a side of a card from others; a reference is printed too small to."""
    shown = layouts.SHOWN_ON.get((face.kind, face.side))
    values = (
        value for name, value in face.values.items() if name != "ref" and (shown is None or name in shown)
    )
    return face.kind, face.side, *values


def _sides(kind: str, reference: str, printed: Printed, style: PrintStyle) -> list[DrawnFace]:
    size_mm = SMALL_MM if kind == "small" else USUAL_MM
    shown = {"ref": reference, **printed.values} if style.prints_reference else dict(printed.values)
    draw = partial(layouts.draw, kind, size_mm, style, printed, reference)
    sides = ["front", "back"] if kind == "round" else ["front"]
    return [DrawnFace(reference, side, kind, size_mm, shown, partial(draw, side)) for side in sides]
