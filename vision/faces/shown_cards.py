"""Takes cards that are shown to a camera, one or several at once: each as soon as it rests, once. No mat is needed; on one, or
on a patterned cloth, only what was laid since the camera began to look is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.faces.bare_ground import BareGround, is_plain, is_still
from vision.faces.face import upright
from vision.faces.ground import find_cards_on_ground
from vision.frame import Frame, Pixels, Quad, Region, centre, same_place, side_px, to_colour
from vision.values.corners import CardCorners, cards_in, standing_out

SIZE_MM = (63.0, 88.0)
"""The usual size of cards. Values are read on pictures of this size, however large a card is."""
EVERY_MS = 250
"""How often a live picture is searched."""
STILL = 0.02
"""How far a resting card's middle seems to move between two looks at most, as a share of its side."""
MOST_WAITED = 6
"""How many looks a still picture is waited for at most: under a flickering lamp none ever is."""
LEFT_AFTER = 3
"""A card is gone when so many looks in a row have not found it."""
CLOSE = 1.06
"""How much around a card is kept in the picture in which its print is read, as a multiple of it."""
LONGER = 1.2
"""How much longer one side of a card may seem than the opposite one, at most: 1.1 where the camera is slanted by 25°."""
UNLIKE = 1.6
"""An outline may be so many times larger or smaller than the cards beside it; a camera slanted by 45° makes 1.35 of it."""


@dataclass(frozen=True, slots=True, eq=False)
class CardInView:
    """A card that rests: its corners in the frame, its face from straight above, (H, W, 3) uint8 BGR at `FACE_PX_PER_MM`,
    and the part of the frame in which it lies, as fine as it was taken.
    """

    number: int
    corners_px: Quad
    face: Pixels
    close: Pixels
    in_close_px: Quad
    """Its corners in `close`."""
    px_per_mm: float

    def with_up_along(self, print_px: Quad) -> "CardInView":
        """Return the card as its print, whose corners in `close` are given, is read: it may have lain upside down."""
        along, across = print_px[1] - print_px[0], self.corners_px[1] - self.corners_px[0]
        if float(along @ across) >= 0:
            return self
        return replace(
            self, corners_px=np.roll(self.corners_px, 2, axis=0), face=self.face[::-1, ::-1].copy()
        )


@dataclass(slots=True, eq=False)
class _Seen:
    corners_px: Quad
    number: int = 0
    """Its number once it rests; 0 before."""
    missed: int = 0
    is_outlined: bool = True
    """Whether its outline stands out from the ground, so that each look finds it."""
    is_doubtful: bool = False
    """Whether it rests and was not taken, because its edges are hardly those of a card."""


class ShownCards:
    """Follows the cards that are shown to one camera."""

    def __init__(self, size_mm: tuple[float, float] = SIZE_MM) -> None:
        self.size_mm = size_mm
        """The size of the cards that are looked for."""
        self._other_aspect: float | None = None
        self._seen: list[_Seen] = []
        self._count = 0
        self._next_ms = 0
        self._is_ground_known = False
        self._ground: BareGround | None = None
        """The ground, if there is print on it."""
        self._before: Pixels | None = None
        """The picture of the look before, until the ground is known."""
        self._waited = 0
        """How many looks have come without the ground being known."""

    @property
    def doubtful(self) -> list[Quad]:
        """The corners of what lies in the last picture, may be a card, and was not taken."""
        return [one.corners_px for one in self._seen if one.is_doubtful]

    @property
    def other_aspect(self) -> float | None:
        """Width through height of what lies in the last picture, if it was not taken because cards have another shape."""
        return self._other_aspect if self.doubtful else None

    @property
    def is_waiting(self) -> bool:
        """Whether there is print on the ground, so that what lies there counts as a part of it, and no card was laid since."""
        return self._ground is not None and not self._count

    def feed(self, frame: Frame) -> list[CardInView]:
        """Take a frame of a camera; return the cards that have come to rest."""
        if frame.at_ms < self._next_ms:
            return []
        self._next_ms = frame.at_ms + EVERY_MS
        pixels = to_colour(frame.pixels)
        alone = self._without_ground(pixels)
        if alone is None:
            return []
        outlined = self._outlined(alone)
        rest = [one for corners in outlined if (one := self._see(corners)) is not None]
        for one in self._seen:
            one.missed += one.is_outlined
        self._seen = [one for one in self._seen if one.missed <= LEFT_AFTER]
        if rest:
            # Outlines take seams of the ground for edges: where cards lie is found once, in seconds, when they rest.
            rest = self._placed(self._found(alone, outlined), rest)
        return [self._shown(pixels, one) for one in rest]

    def _without_ground(self, pixels: Pixels) -> Pixels | None:
        """Return the picture without what is printed on the ground; None until the camera stands still."""
        if not self._is_ground_known:
            before, self._before = self._before, pixels
            self._waited += 1
            if self._waited < MOST_WAITED and (before is None or not is_still(before, pixels)):
                return None
            lying = cards_in(pixels, self.size_mm)
            has_print = lying.other_aspect is None and not is_plain(pixels, [*lying.cards, *lying.doubtful])
            self._ground = BareGround(pixels) if has_print else None
            self._is_ground_known, self._before, self._waited = True, None, 0
        if self._ground is None:
            return pixels
        alone = self._ground.without(pixels)
        self._is_ground_known = alone is not None
        return alone

    def photograph(self, pixels: Pixels) -> list[CardInView]:
        """Return the cards in a photograph, from the upper left on, row by row."""
        colour = to_colour(pixels)
        shown = []
        found = self._found(colour, self._outlined(colour))
        self._seen = [_Seen(corners, is_doubtful=True) for corners in in_rows(found.doubtful)]
        for corners in in_rows(found.cards):
            self._count += 1
            shown.append(self._shown(colour, _Seen(corners, self._count)))
        return shown

    def _outlined(self, pixels: Pixels) -> list[Quad]:
        """Return what stands out from the ground like a card, quickly."""
        width_mm, height_mm = self.size_mm
        return find_cards_on_ground(pixels, [width_mm / height_mm])

    def _found(self, pixels: Pixels, outlined: Sequence[Quad]) -> CardCorners:
        """Return the cards with their exact corners; where only an outline was found, that, if it may be a card's."""
        found = cards_in(pixels, self.size_mm)
        self._other_aspect = found.other_aspect
        if found.other_aspect is not None:
            return found
        exact = [*found.cards, *found.doubtful]
        beside = [one for one in outlined if not any(same_place(one, card) for card in exact)]
        usual_px = float(np.median([side_px(one) for one in found.cards])) if found.cards else None
        likely = [one for one in standing_out(pixels, beside, self.size_mm) if _may_be_card(one, usual_px)]
        return CardCorners([*found.cards, *likely], found.doubtful)

    def _placed(self, found: CardCorners, rest: Sequence[_Seen]) -> list[_Seen]:
        """Return the cards of a still picture that were not taken before: those that have come to rest, and those of which
        no outline stands out.
        """
        lying = [*found.cards, *found.doubtful]
        self._seen = [
            one for one in self._seen if one.is_outlined or any(_is_still(one.corners_px, it) for it in lying)
        ]
        resting = [one for one in self._seen if one.number]
        taken = [one for one in resting if not one.is_doubtful and one not in rest]
        placed = []
        for corners in in_rows(lying):
            if any(same_place(corners, one.corners_px) for one in taken):
                continue
            seen = next((one for one in resting if same_place(corners, one.corners_px)), None)
            if seen is None:
                self._count += 1
                seen = _Seen(corners, self._count, is_outlined=False)
                self._seen.append(seen)
            seen.is_doubtful = any(corners is one for one in found.doubtful)
            if not seen.is_doubtful:
                placed.append(replace(seen, corners_px=corners))
        return placed

    def _see(self, corners_px: Quad) -> _Seen | None:
        """Note a card that was found; return it if it has come to rest now."""
        known = next((one for one in self._seen if same_place(one.corners_px, corners_px)), None)
        if known is None:
            self._seen.append(_Seen(corners_px, missed=-1))
            return None
        is_still = _is_still(known.corners_px, corners_px)
        known.missed, known.corners_px = -1, corners_px
        if known.is_doubtful and not is_still:
            known.number, known.is_doubtful = 0, False
        if known.number or not is_still:
            return None
        self._count += 1
        known.number = self._count
        return known

    def _shown(self, pixels: Pixels, seen: _Seen) -> CardInView:
        size_mm = self.size_mm
        corners = seen.corners_px
        scale = 4 * side_px(corners) / (2 * sum(size_mm))
        left, top = corners.min(axis=0).astype(int)
        right, bottom = corners.max(axis=0).astype(int) + 1
        height, width = pixels.shape[:2]
        reach = int(side_px(corners) * (CLOSE - 1))
        part = Region(
            max(0, left - reach), max(0, top - reach), min(width, right + reach), min(height, bottom + reach)
        )
        in_close_px = corners - np.array([part.left, part.top], corners.dtype)
        return CardInView(
            seen.number,
            corners,
            upright(pixels, corners, size_mm),
            part.of(pixels).copy(),
            in_close_px,
            scale,
        )


def _is_still(before: Quad, after: Quad) -> bool:
    return float(abs(centre(after) - centre(before)).max()) <= STILL * side_px(after)


def _may_be_card(corners_px: Quad, usual_px: float | None) -> bool:
    """Tell whether opposite sides are alike, and about `usual_px` long, if the usual size of the cards is known."""
    a, b, c, d = np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1)
    is_alike = usual_px is None or 1 / UNLIKE <= side_px(corners_px) / usual_px <= UNLIKE
    return is_alike and max(a / c, c / a, b / d, d / b) <= LONGER


def in_rows(found: Sequence[Quad]) -> list[Quad]:
    """Sort cards as they are read: by rows, each from the left."""
    if not found:
        return []
    tall = max(side_px(one) for one in found)
    return sorted(found, key=lambda one: (round(float(centre(one)[1]) / tall), float(centre(one)[0])))
