"""Colours and shapes of the screens, and the contrast of outlines; everybody can tell the sides apart, colour-blind people
included.

Fills of the sides are the lighter colours of Okabe and Ito's palette, so that the same dark ink reads on each of them in
either theme. A side is never told by colour alone: it has a shape, and a letter where none would be taken for a place. The
numbers are in `data/look.yaml`.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from itertools import pairwise

from companion.house_style import FaceColours, Rgb, ThemeName
from companion.people import MARKS
from companion.storage.shipped_data import shipped_style
from ui.presenters.plan import Rectangle

LEAST_CONTRAST = 7.0
"""WCAG 2.1, enhanced (1.4.6), for all that players read."""
LEAST_CONTRAST_OF_SIGNS = 3.0
"""WCAG 2.1, of objects (1.4.11), for all that means something and is no text."""

STYLE = shipped_style()
RIM = STYLE.rim
"""Around the marks of the sides."""
ON_LIVERIES = STYLE.rim
"""The ink of the letters on the sides' fills, which are the same in either theme."""


@dataclass(frozen=True, slots=True)
class Livery:
    """The signs of one side: the colour of its marks, their shape, and its letter in each language."""

    fill: Rgb
    shape: str
    """A `Shape`, the mark of a person, or a shield."""
    letter_en: str
    letter_fr: str
    inner: Rgb = ""
    """The colour of its middle, if that is another one."""

    def letter(self, language: str) -> str:
        return self.letter_fr if language == "fr" else self.letter_en


LIVERIES: dict[str, Livery] = {
    name: Livery(side.fill, side.shape, side.letter.en, side.letter.fr) for name, side in STYLE.sides.items()
} | {
    f"{mark} {colour}": Livery(fill, mark, "", "") for mark in MARKS for colour, fill in STYLE.people.items()
}
LIVERIES |= {
    f"shield {first} {second}": Livery(fill, "shield", "", "", inner)
    for first, fill in STYLE.people.items()
    for second, inner in STYLE.people.items()
}
"""The signs of all sides by role; those of people, who have a mark in a colour instead of a letter; and those of the owners'
teams, a shield in two colours.
"""


@dataclass(frozen=True, slots=True)
class Palette(FaceColours):
    """All colours of one theme and one face, by purpose.

    Text of `ink` stands on `ground`, `panel` and `raised`; text of `paper_ink` on `paper`, on `question` and on the
    sides' fills; text of `accent_ink` on `accent`. `quiet` is for text that is only read from near.
    """

    ink: Rgb
    quiet: Rgb
    paper: Rgb
    paper_ink: Rgb
    question: Rgb
    alarm: Rgb
    pitch: Rgb
    pitch_other: Rgb
    area: Rgb
    goal: Rgb


@cache
def palette_of(theme: ThemeName, game: str = "") -> Palette:
    """Return the colours of a theme in the face of a game; without one, in the face of the house."""
    return Palette(**asdict(STYLE.face(game).of(theme)), **asdict(STYLE.themes[theme]))


@lru_cache(maxsize=256)
def rgb(colour: Rgb) -> tuple[float, float, float]:
    """Return red, green and blue, each 0 to 1."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.1, 1.4.3)."""
    return contrast_of(rgb(one), rgb(other))


def contrast_of(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Return the contrast of two colours given as red, green and blue, each 0 to 1."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: tuple[float, float, float]) -> float:
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# --- rim
# Describes the outlines of things without letters, by short cuts across them along which their contrast is measured.
#
# Widgets give the outlines of what they draw with `rims()`; the tests measure them on pictures of all screens.

Place = tuple[float, float]
"""A place in pixels, whose y goes up."""
AROUND = 12
"""The number of cuts around a round thing."""
ALONG = (0.25, 0.5, 0.75)
"""Where the edge of a box is cut, as shares of its length."""
OUTSIDE_PX = 3.0
"""How far a cut goes out of the thing; the gap between two buttons on a small screen is wider."""
INSIDE_PX, INSIDE = 6.0, 0.35
"""How far a cut begins inside the thing: so many pixels, or this share of the way to the middle if that is more."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A short way from the inside of a thing across its outline to what is around it."""

    inner: Place
    outer: Place


@dataclass(frozen=True, slots=True)
class Rim:
    """The outline of one thing. `says` names it in messages."""

    says: str
    cuts: tuple[Cut, ...]


def round_rim(says: str, middle: Place, radius_px: float) -> Rim:
    """Return the outline of a disc or a ring."""
    turns = [math.tau * n / AROUND for n in range(AROUND)]
    ways = [(math.cos(turn), math.sin(turn)) for turn in turns]
    inside = _inside(radius_px)
    return Rim(
        says,
        tuple(
            Cut(_on(middle, way, radius_px - inside), _on(middle, way, radius_px + OUTSIDE_PX))
            for way in ways
        ),
    )


def box_rim(says: str, box: Rectangle) -> Rim:
    """Return the outline of a box; its corners may be round."""
    left, bottom, right, top = box.x, box.y, box.x + box.width, box.y + box.height
    return polygon_rim(says, ((left, bottom), (left, top), (right, top), (right, bottom)))


def polygon_rim(says: str, corners: Sequence[Place]) -> Rim:
    """Return the outline of a polygon whose corners go around it in either direction."""
    middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    cuts = []
    for begin, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        out = _square_to(begin, end)
        at = _between(begin, end, 0.5)
        if (at[0] - middle[0]) * out[0] + (at[1] - middle[1]) * out[1] < 0:
            out = -out[0], -out[1]
        deep = _inside(math.dist(at, middle))
        cuts += [
            Cut(_on(place, out, -deep), _on(place, out, OUTSIDE_PX))
            for place in (_between(begin, end, share) for share in ALONG)
        ]
    return Rim(says, tuple(cuts))


def way_rim(says: str, places: Sequence[Place], width_px: float) -> Rim:
    """Return both outlines of a line of this width."""
    cuts = []
    for begin, end in pairwise(places):
        out = _square_to(begin, end)
        for share in ALONG:
            at = _between(begin, end, share)
            cuts += [Cut(at, _on(at, out, side * (width_px / 2 + OUTSIDE_PX))) for side in (1, -1)]
    return Rim(says, tuple(cuts))


def _inside(to_middle_px: float) -> float:
    return max(min(INSIDE_PX, to_middle_px * 0.6), to_middle_px * INSIDE)


def _on(place: Place, way: Place, by: float) -> Place:
    return place[0] + way[0] * by, place[1] + way[1] * by


def _between(begin: Place, end: Place, share: float) -> Place:
    return begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share


def _square_to(begin: Place, end: Place) -> Place:
    """Return the direction square to a line, of length 1."""
    away = math.dist(begin, end) or 1.0
    return (end[1] - begin[1]) / away, (begin[0] - end[0]) / away
