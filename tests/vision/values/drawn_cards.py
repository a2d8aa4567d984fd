"""Draws plain cards with OpenCV's own letters, for tests that read them."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.frame import Pixels

PX_PER_MM = 6.0
COLOURS = {"red": (40, 40, 205), "yellow": (40, 200, 240), "blue": (190, 90, 40)}


def energy_card(ref: str, attack: int, defence: int, colour: str, *, whistle: bool = False) -> Pixels:
    """Return an energy of 63 by 88 mm: two numbers in white corners, a coloured disc, a whistle, its reference."""
    card = np.full((528, 378, 3), (150, 170, 120), np.uint8)
    cv2.rectangle(card, (12, 12), (365, 515), (90, 120, 90), 2)
    cv2.circle(card, (189, 264), 66, COLOURS[colour], -1)
    for at, number in (((24, 24), attack), ((234, 416), defence)):
        cv2.rectangle(card, at, (at[0] + 120, at[1] + 78), (240, 240, 240), -1)
        words = f"{number:+d}" if number else "0"
        cv2.putText(
            card, words, (at[0] + 16, at[1] + 62), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (20, 20, 20), 5, cv2.LINE_AA
        )
    if whistle:
        cv2.circle(card, (300, 70), 30, (20, 20, 20), -1)
        cv2.rectangle(card, (300, 40), (350, 62), (20, 20, 20), -1)
    cv2.putText(card, ref, (24, 500), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 20), 2, cv2.LINE_AA)
    return card


def photograph(cards: Sequence[Pixels], *, upside_down: Sequence[int] = ()) -> Pixels:
    """Return a picture of cards in a row on a dark table."""
    table = np.full((700, 60 + 440 * len(cards), 3), (45, 40, 38), np.uint8)
    for n, card in enumerate(cards):
        left, (height, width) = 60 + 440 * n, card.shape[:2]
        table[86 : 86 + height, left : left + width] = card[::-1, ::-1] if n in upside_down else card
    noise = np.random.default_rng(1).normal(0, 2, table.shape)
    return np.clip(table + noise, 0, 255).astype(np.uint8)


def narrow(card: Pixels) -> Pixels:
    """Return a drawn card as if it were printed on 56 by 87 mm."""
    return np.asarray(cv2.resize(card, (336, 522), interpolation=cv2.INTER_AREA))


def values(attack: int, defence: int, colour: str, *, whistle: bool = False) -> Mapping[str, str]:
    return {
        "attack": str(attack),
        "defence": str(defence),
        "colour": colour,
        "whistle": "true" if whistle else "false",
    }
