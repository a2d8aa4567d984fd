"""What a referee may set by his own word, game by game: the paths that the rules take, with what they are called, the value
now, and what it may become. The rules have the last word on all of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.rules.boufbowl import override_words as boufbowl
from companion.rules.boufbowl.override import MOST_MOVEMENT
from companion.rules.lignes.override import MOST_POINTS
from companion.rules.ofusaido import override_words as ofusaido
from companion.rules.ofusaido.override import COUNTS
from companion.rules.ouaf.sheet import HIGHEST, LOWEST
from companion.rules.ouaf.state import FULL
from companion.rules.ouaf.words import SET_TITLES
from companion.showing.scene import Scene, Words
from companion.words import Text, word

MOST = 1_000
"""Nobody steps further than that."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One of the values that a path may have."""

    value: str | bool | None
    says: Words


@dataclass(frozen=True, slots=True)
class Settable:
    """A value of the view: a whole number from `least` to `most`, or one of `settings` if there are any."""

    path: str
    whose: Words
    title: Words
    value: Any
    least: int = 0
    most: int = MOST
    settings: tuple[Setting, ...] = ()


_YES_NO = (Setting(value=True, says=Text("yes")), Setting(value=False, says=Text("no")))
_MARKERS = (
    Setting(None, Text("none")),
    Setting("stunned", word("stunned")),
    Setting("ko", word("ko")),
)
_BALL = (
    Setting("held", Text("held")),
    Setting("ground", Text("on the ground")),
    Setting("air", Text("in the air")),
)


def settable(view: dict[str, Any], scene: Scene) -> tuple[Settable, ...]:
    """Everything that may be set in this match: scores first."""
    least = -MOST if scene.game == "ouaf" else 0
    scores = tuple(
        Settable(f"score.{seat}", _side(scene, seat), Text("score"), points, least)
        for seat, points in view["score"].items()
    )
    games = {"ofusaido": _ofusaido, "lignes": _lignes, "ouaf": _ouaf, "boufbowl": _boufbowl}
    return (*scores, *games[scene.game](view, scene))


def _side(scene: Scene, seat: str) -> Words:
    return scene.side(seat).name


def _ofusaido(view: dict[str, Any], scene: Scene) -> Iterator[Settable]:
    for seat, team in view["teams"].items():
        for name in COUNTS:
            yield Settable(f"teams.{seat}.{name}", _side(scene, seat), ofusaido.TITLES[name], team[name])


def _lignes(view: dict[str, Any], scene: Scene) -> Iterator[Settable]:
    match_ = Text("match")
    yield Settable("points", match_, Text("points left"), view["points"], most=MOST_POINTS)
    cells = _cells(scene)
    yield Settable("ball.cell", match_, Text("the ball lies on"), view["ball"]["cell"], settings=cells)
    for name, cell in view["pieces"].items():
        yield Settable(f"pieces.{name}", _name(scene, name), Text("stands on"), cell, settings=cells)


def _ouaf(view: dict[str, Any], scene: Scene) -> Iterator[Settable]:
    for seat, points in view["reputation"].items():
        yield Settable(
            f"reputation.{seat}", _side(scene, seat), SET_TITLES["reputation"], points, LOWEST, HIGHEST
        )
    for name in ("happy", "angry"):
        yield Settable(name, Text("match"), SET_TITLES[name], view[name], most=FULL + 1)


def _boufbowl(view: dict[str, Any], scene: Scene) -> Iterator[Settable]:
    match_ = Text("match")
    for group in ("hands", "piles"):
        for seat, count in view[group].items():
            yield Settable(f"{group}.{seat}", _side(scene, seat), boufbowl.TITLES[group], count)
    yield Settable("movement", match_, boufbowl.TITLES["movement"], view["movement"], most=MOST_MOVEMENT)
    zones = _cells(scene)
    players = tuple(Setting(ref, _name(scene, ref)) for ref in view["players"])
    ball = view["ball"]
    yield Settable("ball.zone", match_, Text("the ball lies on"), ball["zone"], settings=zones)
    nobody = Setting(None, Text("nobody"))
    yield Settable(
        "ball.carrier", match_, Text("who has the ball"), ball["carrier"], settings=(nobody, *players)
    )
    yield Settable("ball.state", match_, Text("the ball is"), ball["state"], settings=_BALL)
    for ref, player in view["players"].items():
        whose = _name(scene, ref)
        off = Setting("off", _name(scene, "off"))
        path = f"players.{ref}"
        yield Settable(f"{path}.zone", whose, Text("stands on"), player["zone"], settings=(*zones, off))
        yield Settable(f"{path}.standing", whose, Text("is standing"), player["standing"], settings=_YES_NO)
        yield Settable(f"{path}.marker", whose, Text("marker"), player["marker"], settings=_MARKERS)
        yield Settable(f"{path}.injured", whose, Text("is injured"), player["injured"], settings=_YES_NO)
        yield Settable(f"{path}.fervour", whose, boufbowl.TITLES["fervour"], player["fervour"])


def _cells(scene: Scene) -> tuple[Setting, ...]:
    cells = () if scene.board is None else scene.board.cells
    return tuple(Setting(cell.name, _name(scene, cell.name)) for cell in cells if cell.tone != "bench")


def _name(scene: Scene, name: str) -> Words:
    return scene.names.get(name) or Text("{value}", value=name)
