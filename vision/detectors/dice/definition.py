"""Describes a die: how many sides it has, what is on them, and what each side reads.

    {"name": "my-stars", "sides": 6, "kind": "symbols", "faces": ["0", "1", "1", "2", "2", "3"]}

Two sides may read the same. A reading is the text of a side, never its number.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from companion.codec import Range, read, write
from companion.errors import Malformed
from companion.words import Text
from vision.errors import VisionError

SHIPPED = Path(__file__).parents[2] / "data" / "dice"


class FaceKind(StrEnum):
    """How faces differ from each other."""

    PIPS = "pips"
    NUMERALS = "numerals"
    SYMBOLS = "symbols"


@dataclass(frozen=True, slots=True)
class DieDefinition:
    """A kind of die. Lengths are in thousandths of its side, from face to opposite face; `pips_are_light` is
    for dark dice. Raises `Malformed`.
    """

    name: str
    sides: Annotated[int, Range(2, 100)]
    kind: FaceKind
    faces: tuple[str, ...]
    pip_radius: Annotated[int, Range(30, 200)] = 133
    """The one length to measure on your own dice: the pips of two dice may differ by half."""
    pip_step: Annotated[int, Range(120, 300)] = 240
    """The distance between neighbouring pips, on the grid of three by three places that all six faces share."""
    pips_are_light: bool = False

    def __post_init__(self) -> None:
        if len(self.faces) != self.sides:
            raise Malformed("faces", Text("there must be {n} of them, one for each side", n=self.sides))
        if not all(self.faces):
            raise Malformed("faces", Text("every face needs a name, also an empty one: for example none"))
        if self.kind is FaceKind.PIPS and not set(self.faces) <= set("123456"):
            raise Malformed(
                "faces", Text("pips are counted from 1 to 6; other faces are numerals or symbols")
            )

    @property
    def values(self) -> tuple[str, ...]:
        """The texts that can be read, each once, in the order of the sides."""
        return tuple(dict.fromkeys(self.faces))

    @property
    def face_radius(self) -> float:
        """The radius of the circle that fits into a face seen from above, in sides: nearly all of a cube's,
        the middle of a d12's.
        """
        return 0.44 if self.sides <= 6 else 0.27


def die_from_json(data: Any) -> DieDefinition:
    """Return a die from its definition. Raises `Malformed`."""
    return read(DieDefinition, data)


def die_to_json(die: DieDefinition) -> dict[str, Any]:
    """Return the definition of a die, to be saved."""
    data: dict[str, Any] = write(die)
    return data


def find_die(name: str) -> DieDefinition:
    """Return a built-in die by its name, or the die defined in a file. Raises `VisionError`."""
    shipped = SHIPPED / f"{name}.json"
    path = shipped if name in shipped_dice() else Path(name)
    try:
        return die_from_json(json.loads(path.read_text(encoding="utf-8")))
    except OSError as problem:
        known = ", ".join(shipped_dice())
        raise VisionError(
            Text(
                "there is no die and no file called {name}; possible dice: {known}; or name the file of a definition",
                name=name,
                known=known,
            )
        ) from problem
    except (ValueError, RecursionError) as problem:
        raise VisionError(
            Text("{file} is not the definition of a die: it is not JSON", file=name)
        ) from problem
    except Malformed as problem:
        raise VisionError(
            Text("{file} is not the definition of a die: {problem}", file=name, problem=problem.message)
        ) from problem


def shipped_dice() -> tuple[str, ...]:
    """Return the names of the built-in dice."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.json")))
