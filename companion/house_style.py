"""The look of screens and prints, as data: colours by purpose, faces of the games, lengths, heights of letters.

Screens, the print shop and the page on a phone take their colours from it (`data/look.yaml`, `storage/shipped_data.py`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from companion.codec import Range, read
from companion.errors import Malformed
from companion.words import Text, Wording

Rgb = str
"""A colour as #RRGGBB."""
ThemeName = Literal["dark", "light"]
Pixels = Annotated[int, Range(1, 4_000)]
"""A length in pixels of a screen whose shorter side is `Lengths.short_side`."""

_RGB = re.compile("#[0-9A-Fa-f]{6}")


class TextRole(StrEnum):
    """The role of a text on its page, which decides its size; the largest first. All texts of a role shrink together."""

    HALL_SCORE = "hall_score"
    TOTAL = "total"
    CRY = "cry"
    SCORE = "score"
    HALL_NAME = "hall_name"
    PROMPT = "prompt"
    TITLE = "title"
    ROW = "row"
    NOTE = "note"
    CITE = "cite"


OF_HALL = (TextRole.HALL_SCORE, TextRole.HALL_NAME)
"""For the page of the public, which is read from the other end of a hall."""


NOT_STEPPED_TO = (*OF_HALL, TextRole.CRY)
"""No text of another role steps down to the sizes of these."""

ACROSS = (*NOT_STEPPED_TO, TextRole.TOTAL, TextRole.SCORE, TextRole.PROMPT)
"""What is read across the table has its size whatever size a reader in a chair wants."""


class Shape(StrEnum):
    """The shape of a side's mark."""

    TRIANGLE = "triangle"
    DISC = "disc"
    SQUARE = "square"
    DIAMOND = "diamond"
    PENTAGON = "pentagon"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class FaceColours:
    """The colours of a face in one theme: three grounds, the lines between them, the accent, and the text on it."""

    ground: Rgb
    panel: Rgb
    raised: Rgb
    line: Rgb
    accent: Rgb
    accent_ink: Rgb


@dataclass(frozen=True, slots=True)
class GameStyle:
    """The colours of a game, or of all pages outside a game. `tints` are its own colours by name."""

    tints: Mapping[str, Rgb]
    dark: FaceColours
    light: FaceColours

    def of(self, theme: ThemeName) -> FaceColours:
        """Return the colours in a theme, with each tint's name replaced by its colour."""
        colours = self.light if theme == "light" else self.dark
        named = {one.name: getattr(colours, one.name) for one in fields(FaceColours)}
        return replace(colours, **{name: self.tints.get(word, word) for name, word in named.items()})


@dataclass(frozen=True, slots=True)
class ThemeColours:
    """The colours that are the same in every face: texts, paper, the question's yellow, the alarm, and a pitch."""

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


@dataclass(frozen=True, slots=True)
class SideStyle:
    """The signs of a side: its colour on screens and on paper, its shape, and its letter."""

    fill: Rgb
    printed: Rgb
    shape: Shape
    letter: Wording


@dataclass(frozen=True, slots=True)
class PrintedInks:
    """The inks of the print shop that belong to no side."""

    ink: Rgb
    code: Rgb
    paper: Rgb
    soft: Rgb
    faint: Rgb
    grass: Rgb
    berry: Rgb


@dataclass(frozen=True, slots=True)
class Lengths:
    """Lengths of the grid, and the radii of corners. `head`, `stage` and `dock` are the bands of a page with a match."""

    short_side: Pixels
    margin: Pixels
    gutter: Pixels
    columns: Pixels
    head: Pixels
    stage: Pixels
    dock: Pixels
    radius: Pixels
    small_radius: Pixels


@dataclass(frozen=True, slots=True)
class HouseStyle:
    """The whole look. `games` are the faces by the name of the game; `type` is the height of letters by role."""

    house: GameStyle
    games: Mapping[str, GameStyle]
    themes: Mapping[str, ThemeColours]
    rim: Rgb
    sides: Mapping[str, SideStyle]
    people: Mapping[str, Rgb]
    printed: PrintedInks
    lengths: Lengths
    type: Mapping[str, Pixels]

    def face(self, game: str) -> GameStyle:
        """Return the face of a game; of the house for a game without one, and for the empty name."""
        return self.games.get(game, self.house)

    def steps(self, role: str) -> tuple[int, int]:
        """Return the height of a role's letters, and the next smaller one; the smallest is its own next."""
        size = self.type[role]
        smaller = [
            height for name, height in self.type.items() if height < size and name not in NOT_STEPPED_TO
        ]
        return size, max(smaller, default=size)


def read_house_style(data: Any) -> HouseStyle:
    """Read the look from its JSON. Raises `Malformed`, naming the path to what is wrong."""
    style = read(HouseStyle, data)
    for where, face in {
        "house": style.house,
        **{f"games.{name}": face for name, face in style.games.items()},
    }.items():
        _check_face(where, face)
    if list(style.themes) != ["dark", "light"]:
        raise Malformed(
            "themes", Text("this must have dark and light; here: {got}", got=", ".join(style.themes))
        )
    for name, theme in style.themes.items():
        _check_all(f"themes.{name}", theme)
    _check_colour("rim", style.rim)
    for name, side in style.sides.items():
        _check_colour(f"sides.{name}.fill", side.fill)
        _check_colour(f"sides.{name}.printed", side.printed)
    for name, colour in style.people.items():
        _check_colour(f"people.{name}", colour)
    _check_all("printed", style.printed)
    _check_bands(style.lengths)
    _check_scale(style.type)
    return style


def _check_face(where: str, face: GameStyle) -> None:
    """Check that each colour is one, or the name of a tint."""
    for name, tint in face.tints.items():
        _check_colour(f"{where}.tints.{name}", tint)
    for theme, colours in (("dark", face.dark), ("light", face.light)):
        for one in fields(FaceColours):
            word = getattr(colours, one.name)
            if word not in face.tints:
                _check_colour(f"{where}.{theme}.{one.name}", word)


def _check_bands(lengths: Lengths) -> None:
    height = lengths.head + lengths.stage + lengths.dock
    if height != lengths.short_side:
        raise Malformed(
            "lengths",
            Text(
                "head, stage and dock together must be {want} pixels high; here: {got}",
                got=height,
                want=lengths.short_side,
            ),
        )


def _check_scale(heights: Mapping[str, int]) -> None:
    if list(heights) != [role.value for role in TextRole]:
        raise Malformed(
            "type", Text("this must be {want}; here: {got}", want=", ".join(TextRole), got=", ".join(heights))
        )
    if list(heights.values()) != sorted(set(heights.values()), reverse=True):
        raise Malformed("type", Text("each height must be smaller than the one before it"))


def _check_all(where: str, colours: Any) -> None:
    for one in fields(colours):
        _check_colour(f"{where}.{one.name}", getattr(colours, one.name))


def _check_colour(where: str, word: str) -> None:
    if not _RGB.fullmatch(word):
        raise Malformed(where, Text("a colour is written like #1D3529, not {got}", got=word))
