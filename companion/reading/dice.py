"""Makes the expected play from dice that fell. Faces come over the wire as text."""

from typing import Any

from companion.observation import Roll
from companion.play import SaidPlay, parse_play
from companion.rules.dice import dice_of, dice_waited_for
from companion.rules.engine import Json, Rules


def play_of_roll(rules: Rules, state: Any, roll: Roll) -> SaidPlay | None:
    """Return the play that these dice make; None if the match waits for other dice, or for none.

    Two seats that both roll do so one after the other, the first that is waited for first.
    """
    wanted = dice_waited_for(rules, state)
    if not wanted or sorted(wanted) != sorted(roll.dice):
        return None
    for expected in rules.expects(state):
        for kind in expected.plays:
            if dice_of(rules, state, expected.seat, kind) == wanted:
                return _told(rules, expected.seat, kind, roll)
    return None


def _told(rules: Rules, seat: str | None, kind: str, roll: Roll) -> SaidPlay:
    play: Json = (
        {"play": kind} if seat is None or not _names_seat(rules, kind) else {"play": kind, "seat": seat}
    )
    fallen = [(die, _value(face)) for die, face in zip(roll.dice, roll.faces, strict=True)]
    rows = getattr(rules.play_kinds[kind], "rolls", None)
    faces: Json = (
        dict(fallen)
        if rows is None
        else {row: [face for die, face in fallen if die == wanted] for row, wanted in rows.items()}
    )
    return parse_play(rules.play_kinds, {**play, **faces})


def _names_seat(rules: Rules, kind: str) -> bool:
    return "seat" in getattr(rules.play_kinds[kind], "__dataclass_fields__", {})


def _value(face: str) -> int | str:
    return int(face) if face.isdecimal() else face
