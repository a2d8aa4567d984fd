"""What a referee of Boufbowl may set by his own word: the paths that the rules take, with what they are called."""

from collections.abc import Iterator
from typing import Any

from companion.rules.boufbowl.override import MOST_MOVEMENT
from companion.rules.boufbowl.override_words import TITLES
from companion.showing.scene import Scene
from companion.showing.settable import Settable, Setting, cells_of, name_in, scores
from companion.words import Text, word

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


def settable(view: dict[str, Any], scene: Scene) -> Iterator[Settable]:
    """Everything that may be set in a match: scores first."""
    yield from scores(view, scene)
    match_ = Text("match")
    for group in ("hands", "piles"):
        for seat, count in view[group].items():
            yield Settable(f"{group}.{seat}", scene.side(seat).name, TITLES[group], count)
    yield Settable("movement", match_, TITLES["movement"], view["movement"], most=MOST_MOVEMENT)
    zones = cells_of(scene)
    players = tuple(Setting(ref, name_in(scene, ref)) for ref in view["players"])
    ball = view["ball"]
    yield Settable("ball.zone", match_, Text("the ball lies on"), ball["zone"], settings=zones)
    nobody = Setting(None, Text("nobody"))
    yield Settable(
        "ball.carrier", match_, Text("who has the ball"), ball["carrier"], settings=(nobody, *players)
    )
    yield Settable("ball.state", match_, Text("the ball is"), ball["state"], settings=_BALL)
    for ref, player in view["players"].items():
        whose = name_in(scene, ref)
        off = Setting("off", name_in(scene, "off"))
        path = f"players.{ref}"
        yield Settable(f"{path}.zone", whose, Text("stands on"), player["zone"], settings=(*zones, off))
        yield Settable(f"{path}.standing", whose, Text("is standing"), player["standing"], settings=_YES_NO)
        yield Settable(f"{path}.marker", whose, Text("marker"), player["marker"], settings=_MARKERS)
        yield Settable(f"{path}.injured", whose, Text("is injured"), player["injured"], settings=_YES_NO)
        yield Settable(f"{path}.fervour", whose, TITLES["fervour"], player["fervour"])
