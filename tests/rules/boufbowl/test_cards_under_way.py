"""Every card with the lightning in the middle of everything that can be under way (p. 12, house `lightning`): whatever is
played there, the match goes on to its next turn, and what was under way is settled or called off.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any

import pytest

from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.evolve import evolve
from companion.rules.boufbowl.judge import expects, judge, options
from companion.rules.boufbowl.state import Phase, State
from companion.rules.engine import Ruling
from tests.quick import first_quick
from tests.rules.boufbowl.box import ACTIONS
from tests.rules.boufbowl.table import Table, a_table
from tests.rules.boufbowl.test_lightning import a_landing, a_pass, any_moment

ROLLS = {"attack": (3, 0), "defence": (0, 3), "level": (1, 1)}
"""Stars of red and of blue; red attacks in all that is under way here."""


def a_pick_up(**zones: str) -> Table:
    return any_moment().at("a3", R1="a3", **zones).play("pick_up", player="R1")


def a_tackle() -> Table:
    return any_moment().at(R1="a3", B1="a3").tackle("R1", "B1")


def a_tackle_beside_the_carrier() -> Table:
    return any_moment().at("R4", R4="b3", B2="b3", R1="a3", B1="a3").tackle("R1", "B1")


def a_try(**zones: str) -> Table:
    return any_moment().at("R1", R1="b5", **zones).move("R1", "blue_end")


def a_launch() -> Table:
    table = any_moment().at("R4", R4="a1", B1="a1", B2="a2").play("chandelle", player="R4", zone="c3")
    return table.card("blue", "REACH")


UNDER_WAY: dict[str, Callable[[], Table]] = {
    "a pass nobody can intercept": a_pass,
    "a pass one may intercept": lambda: a_pass(B1="a3"),
    "a pass two may intercept": lambda: a_pass(B1="a3", B2="a2"),
    "cards for a pass": lambda: a_pass(B1="a3", B2="a2").play("intercept", player="B1"),
    "cards shown for a pass": lambda: (
        a_pass(B1="a3").play("intercept", player="B1").play("commit", seat="red", cards=1)
    ).play("commit", seat="blue", cards=1),
    "dice of a pass": lambda: a_pass(B1="a3").play("intercept", player="B1").add(),
    "a pick-up against one": lambda: a_pick_up(B1="a3"),
    "a pick-up against two": lambda: a_pick_up(B1="a3", B2="a3"),
    "dice of a pick-up": lambda: a_pick_up(B1="a3").add(),
    "a landing over nobody": a_landing,
    "a landing over one team": lambda: a_landing(R1="b3"),
    "a landing, the receiver not named": lambda: a_landing(R1="b3", R2="b3", B1="b3"),
    "a landing over both teams": lambda: a_landing(R1="b3", B1="b3"),
    "cards for a landing": lambda: a_landing(R1="b3", B1="b3").play("intercept", player="B1"),
    "a landing at the end of the turn": lambda: any_moment().next_turn().next_turn().at(R1="b3").end_turn(),
    "a try nobody stands against": a_try,
    "a try against one": lambda: a_try(B1="blue_end").play("resolve"),
    "dice of a try": lambda: a_try(B1="blue_end").play("resolve").play("intercept", player="B1").add(),
    "cards for a tackle": a_tackle,
    "dice of a tackle": lambda: a_tackle().add(),
    "a tackle on a lying player": lambda: any_moment().at(R1="a3", B1="a3").down("B1").tackle("R1", "B1"),
    "a tackle elsewhere than the carrier": a_tackle_beside_the_carrier,
    "a card's tackle in a pass": lambda: a_pass(B1="a2").card("blue", "CHARGE", "B1", "R5"),
    "a card's tackle in a tackle": lambda: a_tackle_beside_the_carrier().card("blue", "CHARGE", "B2", "R4"),
    "a chandelle intercepted at its start": a_launch,
}
LIGHTNING = [card["ref"] for card in ACTIONS if (card["effect"] or {}).get("instant")]


def ways(table: Table, ref: str) -> Iterator[Any]:
    """Return each way to play a card now; of the zones to which one player is moved, the first and the last."""
    named: dict[Any, list[Any]] = {}
    for seat in ("red", "blue"):
        for play in table.options("card", seat):
            if play.ref == ref:
                key = (seat, tuple(target.player for target in play.targets))
                named.setdefault(key, []).append(play)
    for plays in named.values():
        yield from {id(play): play for play in (plays[0], plays[-1])}.values()


def judged(state: State, play: Any) -> State:
    ruling = judge(state, play)
    assert isinstance(ruling, Ruling), (play, ruling)
    return reduce(evolve, ruling.events, state)


def play_to_the_end(state: State, stars: dict[str, int]) -> None:
    """Answer every question until the coach's own turn goes on, or another turn begins."""
    turn = state.turn
    while state.phase is Phase.OPPOSITION and state.turn == turn:
        waited = expects(state)[0]
        kind = next(kind for kind in waited.plays if kind not in ("card", "show"))
        assert waited.seat is not None
        offered: Sequence[Any] = options(state, Seat(waited.seat), kind)
        if kind == "dice":
            offered = [play for play in offered if play.stars[0] == stars[play.seat]]
        state = judged(state, offered[0])


@pytest.mark.parametrize("under_way", UNDER_WAY)
@first_quick("ref", LIGHTNING, 4)
def test_any_card_in_the_middle_of_anything(under_way: str, ref: str) -> None:
    table = UNDER_WAY[under_way]()
    state = table.match.state
    assert state.phase is Phase.OPPOSITION
    for play in ways(table, ref):
        after = judged(state, play)
        for red, blue in ROLLS.values():
            play_to_the_end(after, {"red": red, "blue": blue})


@pytest.mark.slow
def test_every_card_with_the_lightning_is_played_somewhere() -> None:
    played = {ref for make in UNDER_WAY.values() for ref in LIGHTNING if any(ways(make(), ref))}
    assert played == set(LIGHTNING) - {"REACH"}, "REACH follows on a chandelle, before anything is under way"


@pytest.mark.parametrize("house", ["any_moment", "between_plays"])
@pytest.mark.parametrize("outcome", ROLLS)
def test_an_interception_at_the_start_ends_alike_whenever_cards_are_taken(house: str, outcome: str) -> None:
    table = a_table(house={"lightning": house}).at("R4", R4="a1", B1="a1")
    table.play("chandelle", player="R4", zone="c3").card("blue", "REACH").roll(*ROLLS[outcome])
    assert (table.ball, table.view("active"), table.figure("B1")[1:]) == {
        "attack": (("c3", None, "air"), "red", (True, None)),
        "defence": (("a1", "B1", "held"), "blue", (True, None)),
        "level": (("a1", None, "ground"), "blue", (False, "stunned")),
    }[outcome]


def test_a_carrier_who_goes_down_elsewhere_ends_the_turn_and_calls_the_tackle_off() -> None:
    table = a_tackle_beside_the_carrier().card("blue", "TRIP", "R4")
    assert table.event("called_off") == {
        "kind": "called_off",
        "on": "tackle",
        "cite": "Boufbowl p. 12; reading lightning",
    }
    assert (table.event("turn_end")["reason"], table.view("active")) == ("carrier_down", "blue")
