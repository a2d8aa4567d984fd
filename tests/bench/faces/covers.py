"""Lays cards of a drawn deck of which something hides a small part: the next card, a finger, a token on the rim."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import cv2
import numpy as np

from tests.bench.faces import grounds
from tests.bench.faces.camera import LaidCard, Table, Viewing, table_size_mm
from tests.bench.faces.canvas import PX_PER_MM, Picture, any_colour, bgr
from tests.bench.faces.decks import DrawnFace
from tests.bench.faces.shows import Show

SMALL_SHARE = 0.08
"""The share of a card that is hidden at most."""
AT_ONCE = (3, 2)
Chance = np.random.Generator


def covered_shows(
    kind: str, faces: Sequence[DrawnFace], among: Sequence[DrawnFace], viewing: Viewing, seed: int
) -> Iterator[Show]:
    """Lay faces down, six on a table, each with a cover of a kind on it. `among`: the faces of cards that cover others."""
    chance = np.random.default_rng((seed, 21))
    names = list(grounds.GROUNDS)
    width, height = table_size_mm(viewing)
    across, down = AT_ONCE
    for first in range(0, len(faces), across * down):
        some = faces[first : first + across * down]
        table = Table(viewing, names[int(chance.integers(len(names)))], int(chance.integers(2**31)))
        cards, covers = list[LaidCard](), list[LaidCard]()
        for n, face in enumerate(some):
            at_mm = (width * (n % across + 0.5) / across, height * (n // across + 0.5) / down)
            card = LaidCard(
                face.picture(), at_mm, float(chance.uniform(0, 360)), is_sleeved=viewing.is_sleeved
            )
            cards.append(card)
            covers.append(_cover(kind, card, among, chance, is_sleeved=viewing.is_sleeved))
        yield Show(table.photograph([*cards, *covers]), [*some, *[None] * len(some)])


def _cover(
    kind: str, card: LaidCard, among: Sequence[DrawnFace], chance: Chance, *, is_sleeved: bool
) -> LaidCard:
    """Return something that hides a small part of a card and reaches beyond its rim of 2.6 mm."""
    while True:
        cover = COVERS[kind](card, among, chance, is_sleeved)
        if 0.005 < hidden_share(card, cover) < SMALL_SHARE:
            return cover


def hidden_share(card: LaidCard, cover: LaidCard) -> float:
    """Return which share of a card lies under something."""
    height, width = card.picture.shape[:2]
    mask = np.full(cover.picture.shape[:2], 255, np.uint8) if cover.mask is None else cover.mask
    way = np.linalg.inv(card.table_from_card()) @ cover.table_from_card()
    step = np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0])
    lies = cv2.warpPerspective(mask, np.linalg.inv(step) @ way @ step, (width, height))
    return float(np.count_nonzero(lies > 127)) / lies.size


def _another_card(card: LaidCard, among: Sequence[DrawnFace], chance: Chance, is_sleeved: bool) -> LaidCard:
    picture = among[int(chance.integers(len(among)))].picture()
    own, other = np.array(card.size_mm), np.array(picture.shape[1::-1]) / PX_PER_MM
    over = np.array((chance.uniform(1.5, 6.0), chance.uniform(4.0, 85.0)))
    if chance.random() < 0.5:
        over = over[::-1]
    beside = ((own + other) / 2 - over) * chance.choice([-1, 1], 2)
    x, y = card.table_from_card()[:2, :2] @ beside + card.at_mm
    turn_deg = card.turn_deg + float(chance.normal(0, 2.5)) + 180 * int(chance.integers(2))
    return LaidCard(picture, (float(x), float(y)), turn_deg, is_sleeved=is_sleeved)


def _finger(card: LaidCard, among: Sequence[DrawnFace], chance: Chance, is_sleeved: bool) -> LaidCard:
    wide, long = int(chance.integers(130, 180)), 700
    mask = np.zeros((long, wide), np.uint8)
    cv2.line(mask, (wide // 2, wide // 2), (wide // 2, long), 255, wide - 2)
    skin = np.array((120, 160, 210)) * chance.uniform(0.5, 1.1)
    rounded = 0.7 + 0.3 * cv2.GaussianBlur(mask, (0, 0), 25).astype(np.float32) / 255
    finger = np.clip(skin * rounded[..., np.newaxis], 0, 255).astype(np.uint8)
    return _from_rim(card, finger, mask, float(chance.uniform(3, 11)), chance)


def _token(card: LaidCard, among: Sequence[DrawnFace], chance: Chance, is_sleeved: bool) -> LaidCard:
    across = int(chance.integers(120, 260))
    mask = np.zeros((across, across), np.uint8)
    cv2.circle(mask, (across // 2, across // 2), across // 2 - 1, 255, -1, cv2.LINE_AA)
    token = np.empty((across, across, 3), np.uint8)
    token[:] = bgr(any_colour(chance, (0.1, 0.9), (0.0, 0.9)))
    inner = bgr(any_colour(chance, (0.1, 0.9), (0.0, 0.9)))
    cv2.circle(token, (across // 2, across // 2), across // 3, inner, -1, cv2.LINE_AA)
    return _from_rim(card, token, mask, float(chance.uniform(4, 16)), chance)


def _from_rim(card: LaidCard, picture: Picture, mask: Picture, deep_mm: float, chance: Chance) -> LaidCard:
    """Return something whose upper end reaches so deep over a side of a card."""
    side, own = int(chance.integers(4)), card.size_mm
    along = float(chance.uniform(-0.45, 0.45)) * own[side % 2]
    away = own[1 - side % 2] / 2 + picture.shape[0] / PX_PER_MM / 2 - deep_mm
    turn = np.radians(90 * side)
    own_mm = np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))]) @ (along, away)
    x, y = card.table_from_card()[:2, :2] @ own_mm + card.at_mm
    turn_deg = card.turn_deg + 90 * side + float(chance.normal(0, 12))
    return LaidCard(picture, (float(x), float(y)), turn_deg, mask=mask)


COVERS: Mapping[str, Callable[[LaidCard, Sequence[DrawnFace], Chance, bool], LaidCard]] = {
    "another card": _another_card,
    "a finger": _finger,
    "a token": _token,
}
