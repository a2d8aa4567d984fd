"""Proposes the faces that a card may have: those whose small sketch is like that of the card."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from vision.faces.face import Face, straightened
from vision.faces.face_group import FaceGroup
from vision.frame import Pixels, Quad

CANDIDATES = 4
"""How many faces are proposed."""
LIKELY, LIKE_PRINT = 0.35, 0.25
"""The likeness of sketches from which a face is compared: cards that were enrolled have 0.5 and more in any light, and under
a lamp 0.3 and more of their print.
"""
CLEARLY = 0.8
"""The likeness of sketches from which print is not asked: 97 % of cards have more in any light, unless a lamp lies on them."""
ASPECT = 1.8
"""How much longer or shorter a side may look than it is: seen from a slant."""


@dataclass(frozen=True, slots=True, eq=False)
class ProposedFace:
    """A face whose sketch is like that of the card, turned some way."""

    group: FaceGroup
    number: int
    corners_px: Quad
    turn: int
    likeness: float

    @property
    def face(self) -> Face:
        return self.group.faces[self.number]

    @property
    def side(self) -> tuple[tuple[str, str], int]:
        """What all pictures of one side of a card that lie over each other have in common."""
        return self.face.name, self.group.frames[self.number]


def proposed_faces(groups: Sequence[FaceGroup], pixels: Pixels, corners_px: Quad) -> list[ProposedFace]:
    """Return the likeliest faces: those whose sketch is like that of the card; if none is much, those whose print is as well,
    for a reflection on a dark face is brighter than all else in a sketch.
    """
    turned = [
        (group, turn, straightened(pixels, np.roll(corners_px, -turn, axis=0), group.size_px))
        for group in groups
        for turn in _turns(group, corners_px)
    ]

    def likeliest(is_print: bool) -> list[ProposedFace]:
        found = []
        for group, turn, picture in turned:
            sketch = (group.print_sketch_of if is_print else group.sketch_of)(picture)[np.newaxis]
            likenesses = (group.print_likenesses if is_print else group.likenesses)(sketch)[0]
            corners = np.roll(corners_px, -turn, axis=0)
            found += [
                ProposedFace(group, number, corners, turn, float(likenesses[number]))
                for number in np.argsort(-likenesses)[:CANDIDATES].tolist()
            ]
        least = LIKE_PRINT if is_print else LIKELY
        found = [one for one in found if one.likeness >= least]
        return sorted(found, key=lambda one: -one.likeness)[:CANDIDATES]

    def print_likeness(one: ProposedFace) -> float:
        picture = straightened(pixels, one.corners_px, one.group.size_px)
        sketch = one.group.print_sketch_of(picture)[np.newaxis]
        return float(one.group.print_likenesses(sketch)[0][one.number])

    alike = _either_way_up(likeliest(is_print=False), print_likeness)
    if alike and alike[0].likeness >= CLEARLY:
        return alike
    return [one for pair in zip_longest(likeliest(is_print=True), alike) for one in pair if one is not None]


def _either_way_up(
    alike: list[ProposedFace], print_likeness: Callable[[ProposedFace], float]
) -> list[ProposedFace]:
    """Return proposed faces in the order in which they are tried. A card that looks nearly the same upside down is tried both
    ways up before others, first the way in which its print is more alike in even light: an ace's sketch may mislead.
    """
    ways = [one for one in alike if one.side == alike[0].side and one.group is alike[0].group]
    if len({one.turn for one in ways}) < 2:
        return alike
    return sorted(ways, key=lambda one: -print_likeness(one)) + [one for one in alike if one not in ways]


def _turns(group: FaceGroup, corners_px: Quad) -> list[int]:
    """Return by how many corners a card of a group's size may be turned in a rectangle."""
    sides = np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1)
    across, down = float(sides[0] + sides[2]), float(sides[1] + sides[3])
    if min(across, down) < 1:
        return []
    width, height = group.size_mm
    turns = []
    for turn, looks in ((0, across / down), (1, down / across)):
        wrong = looks * height / width
        if 1 / ASPECT <= wrong <= ASPECT:
            turns += [turn, turn + 2]
    return turns
