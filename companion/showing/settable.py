"""The values that a referee may set, as screens offer them: path, name, present value, and possible values.

The rules check each setting again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.rules.override_paths import Choice, OverridePath
from companion.showing.scene import Scene, Words
from companion.words import Text

MOST = 1_000
"""The buttons of a screen step no further, which is above every count of a match."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One possible value of a path, with its words."""

    value: str | bool | None
    says: Words


@dataclass(frozen=True, slots=True)
class Settable:
    """A value of the view that a referee may set: a whole number from `least` to `most`, or one of `settings` if
    there are any.
    """

    path: str
    whose: Words
    title: Words
    value: Any
    least: int = 0
    most: int = MOST
    settings: tuple[Setting, ...] = ()


def settable(paths: Iterable[OverridePath], view: Mapping[str, Any], scene: Scene) -> Iterator[Settable]:
    """Return everything that may be set now, in the order of the game's paths, with the values of one seat, card or
    piece together.
    """
    for owner, group in groupby(paths, key=lambda path: path.owner):
        together = tuple(path for path in group if path.choice is not Choice.TYPED and _is_open(path, view))
        keys = _at(view, owner.split(".")[:-1]) if owner else {"": None}
        for key in keys or ():
            for path in together:
                yield from _settable(path, key, view, scene)


def _is_open(path: OverridePath, view: Mapping[str, Any]) -> bool:
    return not path.phases or view["phase"] in path.phases


def _settable(path: OverridePath, key: str, view: Mapping[str, Any], scene: Scene) -> Iterator[Settable]:
    said = path.of(key)
    *parent, name = said.split(".")
    holder = _at(view, parent)
    if not isinstance(holder, Mapping) or name not in holder:
        return
    if path.choice is Choice.NUMBER:
        least, most = path.bounds.least or 0, path.bounds.most
        yield Settable(
            said,
            _whose(key, scene),
            path.title,
            holder[name],
            least,
            MOST if most is None else min(most, MOST),
        )
    else:
        settings = (*_settings(path, view, scene), *(Setting(*pair) for pair in path.words.items()))
        yield Settable(said, _whose(key, scene), path.title, holder[name], settings=settings)


def _at(view: Any, parts: Iterable[str]) -> Any:
    for part in parts:
        view = view.get(part) if isinstance(view, Mapping) else None
    return view


def _whose(key: str, scene: Scene) -> Words:
    if not key:
        return Text("match")
    sides = {side.seat: side.name for side in scene.sides}
    if key in sides:
        return sides[key]
    name, pieces = _name_in(scene, key), () if scene.board is None else scene.board.pieces
    alike = [one for one in pieces if _name_in(scene, one.name) == name]
    if len(alike) < 2:
        return name
    side = next(sides[one.seat] for one in alike if one.name == key and one.seat is not None)
    return Text("{piece} ({side})", piece=name, side=side)


def _settings(path: OverridePath, view: Mapping[str, Any], scene: Scene) -> Iterator[Setting]:
    if path.choice is Choice.CELL and scene.board is not None:
        for cell in scene.board.cells:
            if cell.tone != "bench":
                yield Setting(cell.name, _name_in(scene, cell.name))
    if path.choice is Choice.KEY:
        for key in _at(view, path.among.split(".")):
            yield Setting(key, scene.names.get(f"{path.name} {key}") or _name_in(scene, key))


def _name_in(scene: Scene, name: str) -> Words:
    return scene.names.get(name) or Text("{value}", value=name)
