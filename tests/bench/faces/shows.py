"""Lays cards of a drawn deck under the camera, as people do: in rows, or anywhere, with strangers among them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tests.bench.faces import grounds
from tests.bench.faces.camera import (
    ENROLMENT,
    LaidCard,
    Photograph,
    Points,
    Table,
    Viewing,
    moved,
    table_size_mm,
)
from tests.bench.faces.canvas import Picture
from tests.bench.faces.decks import DrawnDeck, DrawnFace

CELL_MM = (124.0, 146.0)
"""Cards laid anywhere have such a piece of table of their own, so that none covers another."""
ENROLLED_AT_ONCE = (4, 2)
Chance = np.random.Generator


@dataclass(frozen=True, slots=True)
class Show:
    """A photograph of a table, and the cards on it in the order of its corners."""

    photograph: Photograph
    faces: Sequence[DrawnFace | None]
    """None for what is no card."""


def enrolments(deck: DrawnDeck) -> Iterator[tuple[DrawnFace, Picture, Points]]:
    """Show each face of a deck once, several at a time; yield it with the photograph and its corners there."""
    table = Table(ENROLMENT, "cloth", deck.seed)
    width, height = table_size_mm(ENROLMENT)
    across, down = ENROLLED_AT_ONCE
    chance = np.random.default_rng((deck.seed, 5))
    for first in range(0, len(deck.faces), across * down):
        faces = deck.faces[first : first + across * down]
        cards = [
            LaidCard(
                face.picture(),
                (width * (n % across + 0.5) / across, height * (n // across + 0.5) / down),
                float(chance.uniform(-5, 5)),
            )
            for n, face in enumerate(faces)
        ]
        photograph = table.photograph(cards)
        for face, corners in zip(faces, photograph.corners_px, strict=True):
            yield face, photograph.pixels, corners


def shows(faces: Sequence[DrawnFace], viewing: Viewing, seed: int) -> Iterator[Show]:
    """Lay faces down, a table full at a time, each turned its own way; every second table in rows, upside down too."""
    names = list(grounds.GROUNDS)
    chance = np.random.default_rng((seed, 6))
    place = 0
    while place < len(faces):
        ground = names[int(chance.integers(len(names)))]
        table = Table(viewing, ground, int(chance.integers(2**31)))
        for _ in range(4):
            places = _row_places(viewing, chance) if chance.random() < 0.5 else _any_places(viewing, chance)
            laid: list[tuple[DrawnFace, LaidCard]] = []
            for at, turn in places:
                if place == len(faces):
                    break
                card = LaidCard(faces[place].picture(), at, turn, is_sleeved=viewing.is_sleeved)
                if _is_whole(table, card):
                    laid.append((faces[place], card))
                    place += 1
            if laid:
                yield Show(table.photograph([card for _, card in laid]), [face for face, _ in laid])


def _is_whole(table: Table, card: LaidCard) -> bool:
    """Tell whether a photograph shows all of a card."""
    corners_px = moved(table.image_from_table, card.corners_mm())
    return bool((corners_px > 0).all() and (corners_px < table.viewing.size_px).all())


def strange_shows(kind: str, count: int, viewing: Viewing, seed: int) -> Iterator[Show]:
    """Lay things of a kind that are no cards, up to six on a table."""
    chance = np.random.default_rng((seed, 8))
    names = list(grounds.GROUNDS)
    width, height = table_size_mm(viewing)
    done = 0
    while done < count:
        table = Table(viewing, names[int(chance.integers(len(names)))], int(chance.integers(2**31)))
        things = []
        for n in range(min(6, count - done)):
            picture, mask = grounds.THINGS[kind](chance)
            at = (width * (n % 3 + 0.5) / 3, height * (n // 3 + 0.5) / 2)
            corner_mm = 8.0 if kind == "phone" else 0.5
            outline = mask if kind == "hand" else None
            things.append(LaidCard(picture, at, float(chance.uniform(0, 360)), corner_mm, outline))
        done += len(things)
        yield Show(table.photograph(things), [None] * len(things))


def empty_shows(count: int, viewing: Viewing, seed: int) -> Iterator[Show]:
    """Show tables without anything: each ground in turn."""
    names = list(grounds.GROUNDS)
    for n in range(count):
        yield Show(Table(viewing, names[n % len(names)], seed + n).photograph([]), [])


def _any_places(viewing: Viewing, chance: Chance) -> list[tuple[tuple[float, float], float]]:
    width, height = table_size_mm(viewing)
    across, down = int(width // CELL_MM[0]), int(height // CELL_MM[1])
    places = [
        (
            (
                width * (n % across + 0.5) / across + float(chance.uniform(-4, 4)),
                height * (n // across + 0.5) / down + float(chance.uniform(-4, 4)),
            ),
            float(chance.uniform(0, 360)),
        )
        for n in range(across * down)
    ]
    return [places[int(n)] for n in chance.permutation(len(places))][:12]


def _row_places(viewing: Viewing, chance: Chance) -> list[tuple[tuple[float, float], float]]:
    """Return places in two or three rows, with little space between the cards."""
    width, height = table_size_mm(viewing)
    across, down = int(width // 76), int(height // 110)
    return [
        (
            (
                width * (n % across + 0.5) / across + float(chance.uniform(-2, 2)),
                height * (n // across + 0.5) / down + float(chance.uniform(-5, 5)),
            ),
            float(chance.normal(0, 2.5)) + 180.0 * (n // across % 2),
        )
        for n in range(across * down)
    ][:20]
