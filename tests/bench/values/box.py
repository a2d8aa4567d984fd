"""A drawn box of cards as a person photographs it: nine at a time, in three lights, a third of them in sleeves, some upside
down.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tests.bench.faces import grounds
from tests.bench.faces.camera import LaidCard, Photograph, Points, Table, Viewing, table_size_mm
from tests.bench.faces.decks import DrawnDeck, DrawnFace, drawn_deck
from vision.frame import quad
from vision.values.card_print import ReadPicture
from vision.values.taking import TakenCard, take_card, take_cards

SEEN_MM = (300, 400)
"""What the phone sees of the table: nine cards, and some room around them."""
PHONE = Viewing(slant_deg=6.0)
LIGHTS = {
    "usual": PHONE,
    "warm": replace(PHONE, white=(0.72, 0.98, 1.2)),
    "evening": replace(PHONE, light=1 / 3, gain=1.6),
    "sleeves": replace(PHONE, is_sleeved=True, glare=0.1),
    "warm, sleeves": replace(PHONE, white=(0.72, 0.98, 1.2), is_sleeved=True, glare=0.1),
}
ACROSS, DOWN = 3, 3
AT_ONCE = ACROSS * DOWN
ROUNDS = 3
"""How often cards that were not found are laid down again."""
GIVEN_WITHIN_PX = 1.0
SAME_CARD_MM = 12.0
REFERENCE = re.compile("[A-Z]{2}[0-9]{3}-[0-9]{3}")
KINDS = {"footballer": "player", "team": "player"}
"""Kinds of drawn cards that are one kind in a catalogue: they have one layout."""


@dataclass(frozen=True, slots=True, eq=False)
class BoxCard:
    """A card that was photographed and found: what is printed on it, its picture, and the reference that was read at once."""

    face: DrawnFace
    kind: str
    light: str
    picture: ReadPicture
    ref: str | None


@dataclass(frozen=True, slots=True, eq=False)
class PhotographedBox:
    """What became of a whole box."""

    deck: DrawnDeck
    cards: Sequence[BoxCard]
    lost: Sequence[DrawnFace]
    """Cards that were never found in a photograph."""
    photographs: int
    no_cards: int
    """Rectangles that were taken for a card and are none."""


def photographed(
    seed: int,
    count: int,
    px_per_mm: float,
    on: Sequence[str] = tuple(grounds.GROUNDS),
    *,
    is_given: bool = False,
) -> PhotographedBox:
    """Draw a box, and photograph its cards until each was found, `ROUNDS` times at most. `on`: the grounds, one after the
    other.
    `is_given`: the corners of the cards are given, within a px, instead of found.
    """
    size_px = (round(px_per_mm * SEEN_MM[0]), round(px_per_mm * SEEN_MM[1]))
    lights = {
        name: replace(viewing, px_per_mm=px_per_mm, size_px=size_px) for name, viewing in LIGHTS.items()
    }
    deck = drawn_deck(seed, count)
    chance = np.random.default_rng((seed, 21))
    faces = [face for face in deck.fronts if face.kind != "small"]
    left = [faces[int(n)] for n in chance.permutation(len(faces))]
    cards: list[BoxCard] = []
    photographs = no_cards = 0
    for turn in range(ROUNDS):
        missed = []
        for first in range(0, len(left), AT_ONCE):
            some = left[first : first + AT_ONCE]
            light = list(lights)[photographs % len(lights)]
            table = Table(lights[light], on[(photographs + turn) % len(on)], seed * 1000 + photographs)
            photographs += 1
            photograph = table.photograph(list(_laid(some, lights[light], chance)))
            found, strangers = (
                (_given(some, photograph, light, chance), 0)
                if is_given
                else _found(some, photograph, light, px_per_mm)
            )
            cards += found
            no_cards += strangers
            known = {id(card.face) for card in found}
            missed += [face for face in some if id(face) not in known]
        left = missed
    return PhotographedBox(deck, cards, left, photographs, no_cards)


def _laid(faces: Sequence[DrawnFace], viewing: Viewing, chance: np.random.Generator) -> Iterator[LaidCard]:
    width, height = table_size_mm(viewing)
    for n, face in enumerate(faces):
        at = (width * (n % ACROSS + 0.5) / ACROSS, height * (n // ACROSS + 0.5) / DOWN)
        place = (at[0] + float(chance.uniform(-4, 4)), at[1] + float(chance.uniform(-4, 4)))
        turn = float(chance.normal(0, 2.5)) + (180.0 if chance.random() < 0.1 else 0.0)
        yield LaidCard(face.picture(), place, turn, is_sleeved=viewing.is_sleeved)


def _found(
    faces: Sequence[DrawnFace], photograph: Photograph, light: str, px_per_mm: float
) -> tuple[list[BoxCard], int]:
    """Return the cards that were found, and how many rectangles were none."""
    taken = take_cards(photograph.pixels, REFERENCE).cards
    middles = [_middle(corners) for corners in photograph.corners_px]
    found: dict[int, BoxCard] = {}
    strangers = 0
    for one in taken:
        far = [float(np.linalg.norm(middle - _middle(one.corners_px))) for middle in middles]
        nearest = int(np.argmin(far))
        if far[nearest] > SAME_CARD_MM * px_per_mm or nearest in found:
            strangers += 1
            continue
        found[nearest] = _box_card(faces[nearest], light, one)
    return list(found.values()), strangers


def _given(
    faces: Sequence[DrawnFace], photograph: Photograph, light: str, chance: np.random.Generator
) -> list[BoxCard]:
    found = []
    for face, corners in zip(faces, photograph.corners_px, strict=True):
        near = quad(corners + chance.normal(0, GIVEN_WITHIN_PX / 2, (4, 2)))
        found.append(_box_card(face, light, take_card(photograph.pixels, near, REFERENCE)))
    return found


def _box_card(face: DrawnFace, light: str, taken: TakenCard) -> BoxCard:
    return BoxCard(face, KINDS.get(face.kind, face.kind), light, taken.picture, taken.ref)


def _middle(corners: Points) -> Points:
    middle: Points = np.asarray(corners).mean(axis=0)
    return middle
