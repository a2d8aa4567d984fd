"""The values that a referee may set.

Each game has one table of their paths, which its rules, its words and the screens read.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, get_args

from companion.codec import Range, read, shown
from companion.errors import Malformed
from companion.words import Text, Wording


class Choice(Enum):
    """How a screen lets a person choose a value."""

    NUMBER = auto()
    """By steps, from the least to the most of its form."""
    WORD = auto()
    """Among `OverridePath.words`."""
    CELL = auto()
    """On the board."""
    KEY = auto()
    """Among the keys of a part of the view, which `OverridePath.among` names."""
    TYPED = auto()
    """Not at all: the value is typed in a script or as notation."""


@dataclass(frozen=True, slots=True)
class OverridePath:
    """A value of the view that a referee may set.

    `pattern` is its path in the view: `teams.SEAT.hand`, in which a part in capitals stands for a seat, a card or a
    piece. `words` are values that have a name of their own. `phases` are those in which it may be set; empty: in all.
    """

    pattern: str
    title: Text | Wording
    form: Any
    choice: Choice = Choice.NUMBER
    words: Mapping[Any, Text | Wording] = field(default_factory=dict)
    among: str = ""
    phases: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.pattern.split("."))

    @property
    def name(self) -> str:
        """The name of the value in the view: `hand`."""
        return next(part for part in reversed(self.parts) if not part.isupper())

    @property
    def owner(self) -> str:
        """The pattern up to its part in capitals, such as `teams.SEAT`; empty for a value of the whole match."""
        parts = self.parts
        return next((".".join(parts[: n + 1]) for n, part in enumerate(parts) if part.isupper()), "")

    @property
    def bounds(self) -> Range:
        """The smallest and largest value of a number. Raises `StopIteration` for a form without them."""
        return next(bounds for bounds in get_args(self.form) if isinstance(bounds, Range))

    def of(self, key: str) -> str:
        """Return the path for one seat, card or piece: `teams.home.hand`."""
        return ".".join(key if part.isupper() else part for part in self.parts)


def find_path(paths: Iterable[OverridePath], said: str) -> tuple[OverridePath, str] | None:
    """Find the path that was named, with its seat, card or piece, empty where it has none; None: this path cannot be set."""
    parts = said.split(".")
    for path in paths:
        pairs = list(zip(path.parts, parts, strict=False))
        if len(parts) == len(path.parts) and all(of.isupper() or of == part for of, part in pairs):
            return path, next((part for of, part in pairs if of.isupper()), "")
    return None


def changes_of(
    paths: Iterable[OverridePath], changes: Mapping[str, Any]
) -> Iterator[tuple[OverridePath, str, Any]]:
    """Yield each path of changes that were read before, with its seat, card or piece, and the value."""
    for said, value in changes.items():
        found = find_path(paths, said)
        if found is not None:
            yield (*found, value)


def read_changes(
    paths: Iterable[OverridePath], keys: Mapping[str, Collection[str]], changes: Mapping[str, Any]
) -> list[tuple[OverridePath, str, Any]]:
    """Return each path to set, with its seat, card or piece, and the value.

    `keys` lists what each part in capitals may stand for.

    Raises `Malformed` for nothing at all, for a path that cannot be set, and for a value that does not fit it.
    """
    if not changes:
        raise Malformed("set", Text("there is nothing to set"))
    return [_read_change(paths, keys, said, value) for said, value in changes.items()]


def _read_change(
    paths: Iterable[OverridePath], keys: Mapping[str, Collection[str]], said: str, value: Any
) -> tuple[OverridePath, str, Any]:
    found = find_path(paths, said)
    if found is not None:
        path, key = found
        if not path.owner or key in keys[path.owner.rpartition(".")[2]]:
            return path, key, read(path.form, value, said)
    known = ", ".join(path.pattern for path in paths)
    raise Malformed("set", Text("{path} cannot be set; these can: {paths}", path=shown(said), paths=known))
