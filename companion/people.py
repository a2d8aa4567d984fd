"""The people who are remembered on this machine, and the owners' own teams; and the outlines of their marks."""

import math
import unicodedata
from base64 import b64decode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Literal

from companion.words import Text

LONGEST_NAME, LONGEST_TEAM = 16, 24
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Not seen, but they change how the letters beside them are written in some languages."""
PersonId = str
"""Says who it is for as long as the person is remembered; without the person it says nothing."""
PersonMark = Literal["star", "heart", "drop", "flower", "sun", "crown", "bolt", "clover"]
PersonColour = Literal["coral", "amber", "lime", "mint", "sky", "lilac", "rose", "sand"]
MARKS: Mapping[PersonMark, Text] = {
    "star": Text("star"), "heart": Text("heart"), "drop": Text("drop"), "flower": Text("flower"),
    "sun": Text("sun"), "crown": Text("crown"), "bolt": Text("bolt"), "clover": Text("clover"),
}  # fmt: skip
COLOURS: Mapping[PersonColour, Text] = {
    "coral": Text("coral"), "amber": Text("amber"), "lime": Text("lime"), "mint": Text("mint"),
    "sky": Text("sky blue"), "lilac": Text("lilac"), "rose": Text("rose"), "sand": Text("sand"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person who is remembered."""

    id: PersonId
    name: str
    mark: PersonMark
    colour: PersonColour

    @property
    def sign(self) -> str:
        """The mark in its colour, by the name under which screens draw it."""
        return f"{self.mark} {self.colour}"


Seated = Mapping[str, KnownPerson]
"""Who plays which seat of a match; seats of nobody who is remembered are left out."""
NOBODY: Seated = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team of the owners: its name, which is what a set-up says of it, its two colours, and its crest."""

    id: str
    name: str
    first: PersonColour
    second: PersonColour
    crest: str = ""
    """A small picture as PNG, in base64; empty: a shield in the two colours."""

    @property
    def sign(self) -> str:
        """The shield in the two colours, by the name under which screens draw it."""
        return f"shield {self.first} {self.second}"

    @property
    def picture(self) -> bytes:
        """The picture as PNG; empty without one, or if what was kept of it is damaged."""
        try:
            return b64decode(self.crest, validate=True)
        except ValueError:
            return b""

    @property
    def crest_name(self) -> str:
        """The name of its picture on pages, another one for another picture; empty without a picture."""
        return sha256(self.crest.encode()).hexdigest()[:16] if self.crest else ""


@dataclass(frozen=True, slots=True)
class Named:
    """What is known of a match by name: its people by seat, and the owners' teams by their names."""

    people: Seated = field(default_factory=dict)
    teams: Mapping[str, OwnTeam] = field(default_factory=dict)


def plain_name(name: str) -> str:
    """Return a name in the one spelling in which it is kept: accents composed, single, plain blanks, and no signs that
    nobody sees, which come along when a name is copied from a page.
    """
    words = " ".join(unicodedata.normalize("NFC", name).split())
    seen = (sign for sign in words if sign in JOINERS or unicodedata.category(sign) not in ("Cc", "Cf", "Cs"))
    return " ".join("".join(seen).split())


def is_same_name(one: str, other: str) -> bool:
    """Tell whether people would read two names as the same one."""
    return plain_name(one).casefold() == plain_name(other).casefold()


def taken(name: str, kept: "Iterable[KnownPerson | OwnTeam]", but: str = "") -> Text | None:
    """Return why somebody, or a team, cannot be called so: another one already is. `but` is the id of the one that is
    renamed.
    """
    for one in kept:
        if one.id != but and is_same_name(one.name, name):
            if isinstance(one, OwnTeam):
                return Text("there is a team {name} already: choose another name", name=one.name)
            return Text("{name} is remembered already: choose another name", name=one.name)
    return None


REMAINS = Text(
    "The name, the mark and who played which seat disappear from this machine. The matches stay, with their teams, without the"
    " name; so do files that were already given away, and names that somebody typed into a team or a note."
)
"""What people are told before they forget a person, and after it."""


# --- outlines

Point = tuple[float, float]


def _polar(radii: list[float], turn: float = 0.0) -> tuple[Point, ...]:
    """Return the outline with these distances from the middle, clockwise from the top, in a square of side 1."""
    angles = [math.tau * n / len(radii) + turn for n in range(len(radii))]
    return tuple(
        (0.5 + 0.5 * radius * math.sin(angle), 0.5 + 0.5 * radius * math.cos(angle))
        for radius, angle in zip(radii, angles, strict=True)
    )


def _petals(count: int, depth: float, turn: float = 0.0) -> tuple[Point, ...]:
    """Return the outline of so many round petals."""
    steps = 12 * count
    return _polar([1 - depth * (1 - abs(math.cos(count * math.pi * n / steps))) for n in range(steps)], turn)


def _heart() -> tuple[Point, ...]:
    angles = [math.tau * n / 36 for n in range(36)]
    return tuple(
        (
            0.5 + 0.5 * math.sin(a) ** 3,
            0.54 + (13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a)) / 32,
        )
        for a in angles
    )


def _drop() -> tuple[Point, ...]:
    round_part = [math.radians(-52 + 284 * n / 24) for n in range(25)]
    return (
        (0.5, 1.0),
        *((0.5 + 0.36 * math.cos(-a), 0.36 + 0.36 * math.sin(-a)) for a in reversed(round_part)),
    )


OUTLINES: Mapping[PersonMark, tuple[Point, ...]] = {
    "star": _polar([1.0, 0.48] * 5),
    "heart": _heart(),
    "drop": _drop(),
    "flower": _petals(5, 0.42),
    "sun": _polar([1.0, 0.66] * 12),
    "crown": (
        (0.02, 0.78), (0.28, 0.64), (0.5, 1.0), (0.72, 0.64), (0.98, 0.78),
        (0.9, 0.1), (0.65, 0.08), (0.35, 0.08), (0.1, 0.1),
    ),
    "bolt": ((0.72, 1.0), (0.16, 0.44), (0.44, 0.44), (0.28, 0.0), (0.84, 0.56), (0.56, 0.56)),
    "clover": _petals(4, 0.6, math.pi / 4),
}  # fmt: skip
"""The outline of each mark in a square of side 1, whose y goes up; all of it is seen from the middle."""
SHIELD: tuple[Point, ...] = (
    (0.06, 0.96), (0.5, 1.0), (0.94, 0.96), (0.94, 0.5), (0.91, 0.39), (0.86, 0.29), (0.8, 0.21), (0.72, 0.13), (0.62, 0.06),
    (0.5, 0.0), (0.38, 0.06), (0.28, 0.13), (0.2, 0.21), (0.14, 0.29), (0.09, 0.39), (0.06, 0.5),
)  # fmt: skip
"""The outline of a team's shield."""
SHIELD_INNER = 0.5
"""The part of a shield that has its second colour."""
