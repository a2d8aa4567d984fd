"""A die as its owner describes it: how many sides, what stands on them, and what each of them reads.

    {"name": "my-stars", "sides": 6, "kind": "symbols", "faces": ["0", "1", "1", "2", "2", "3"]}

Two sides may read the same; what is read is the text of a side, never its number.
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
    """How a face is told from the others."""

    PIPS = "pips"
    NUMERALS = "numerals"
    SYMBOLS = "symbols"


@dataclass(frozen=True, slots=True)
class DieDefinition:
    """A die. Lengths are in thousandths of its side, from face to opposite face; `pips_are_light` on dark dice."""

    name: str
    sides: Annotated[int, Range(2, 100)]
    kind: FaceKind
    faces: tuple[str, ...]
    pip_radius: Annotated[int, Range(30, 200)] = 133
    """The one length to measure on a die of one's own: the pips of dice differ by half."""
    pip_step: Annotated[int, Range(120, 300)] = 240
    """From a pip to its neighbour on the three by three places that all six faces share."""
    pips_are_light: bool = False

    def __post_init__(self) -> None:
        if len(self.faces) != self.sides:
            raise Malformed("faces", Text("expected {n} of them, one a side", n=self.sides))
        if not all(self.faces):
            raise Malformed("faces", Text("a face that reads nothing has a name all the same, such as none"))
        if self.kind is FaceKind.PIPS and not set(self.faces) <= set("123456"):
            raise Malformed(
                "faces", Text("pips are counted from 1 to 6; other faces are numerals or symbols")
            )

    @property
    def values(self) -> tuple[str, ...]:
        """What can be read, each once, in the order of the sides."""
        return tuple(dict.fromkeys(self.faces))

    @property
    def face_radius(self) -> float:
        """What fits into a face, as seen from above, in sides: nearly all of a cube, the middle of a d12."""
        return 0.44 if self.sides <= 6 else 0.27


def die_from_json(data: Any) -> DieDefinition:
    """A die from its definition. Raises `Malformed`."""
    return read(DieDefinition, data)


def die_to_json(die: DieDefinition) -> dict[str, Any]:
    """The definition of a die, as it is saved."""
    data: dict[str, Any] = write(die)
    return data


def find_die(name: str) -> DieDefinition:
    """A die that ships, by its name, or the definition in a file. Raises `VisionError`."""
    shipped = SHIPPED / f"{name}.json"
    path = shipped if name in shipped_dice() else Path(name)
    try:
        return die_from_json(json.loads(path.read_text(encoding="utf-8")))
    except OSError as problem:
        known = ", ".join(shipped_dice())
        raise VisionError(
            Text(
                "no die is called {name}, and no file either; known: {known}, or the file of a definition",
                name=name,
                known=known,
            )
        ) from problem
    except (ValueError, RecursionError) as problem:
        raise VisionError(Text("{file} is no definition of a die: no JSON", file=name)) from problem
    except Malformed as problem:
        raise VisionError(
            Text("{file} is no definition of a die: {problem}", file=name, problem=problem.message)
        ) from problem


def shipped_dice() -> tuple[str, ...]:
    """The names of the dice that ship."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.json")))
