"""The program's player of OFUSAIDO keeps energies for shots, plays cards that help, and never accepts a draw alone."""

from random import Random

import pytest

from companion.opponent.choosing import knowledge_of
from companion.opponent.games import THINKERS, value_of
from companion.opponent.ofusaido.box import Box
from companion.opponent.ofusaido.dealt import DealtTable
from companion.opponent.ofusaido.thinker import FEATURES, measure
from companion.rules.engine import Refusal
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.rules import OFUSAIDO
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Contest, Phase, State
from companion.storage.shipped_data import demonstrations, value_data
from companion.values import replace
from tests.bench.value import turned_round

SETUP, CARDS = demonstrations("ofusaido")["demo-match"]


def opening(setup: object = SETUP) -> State:
    made = OFUSAIDO.set_up(setup, CARDS)  # type: ignore[arg-type]
    assert not isinstance(made, Refusal)
    state: State = made.state
    return state


def test_a_seasoned_player_adds_nobody_but_his_last_defender_and_plays_cards_that_help() -> None:
    state = opening()
    chance = Random(4)
    boxes = {seat: Box(state.sheet.team(seat), state.team(seat).hand, chance) for seat in Seat}
    table = DealtTable(OFUSAIDO, state.sheet, boxes, chance, is_hasty=True)
    supports, cards = [], 0
    while (play := table.next_play(state)) is not None:
        if isinstance(play, plays.Support):
            assert state.duel is not None
            supports.append((state.duel.contest, play.seat is state.defending))
        cards += isinstance(play, plays.ActionPlay)
        before, ruling = state, OFUSAIDO.judge(state, play)
        assert not isinstance(ruling, Refusal)
        for event in ruling.events:
            state = OFUSAIDO.evolve(state, event)
        table.follow(before, ruling.events, state)
    assert set(supports) == {(Contest.SHOT, True)}
    assert cards > 4


def test_the_program_accepts_no_draw_for_both_sides() -> None:
    level = replace(opening(), phase=Phase.LEVEL)
    thinker = THINKERS["ofusaido"]
    value, _ = value_of(thinker, value_data("ofusaido"))
    for seed in range(4):
        ranking = next(thinker.think(knowledge_of(thinker, level, "home"), value, Random(seed)))
        assert {choice.play.kind for choice in ranking} == {"shootout"}


def test_what_a_team_is_worth_counts_for_the_team_and_not_for_its_seat() -> None:
    one, other = (opening(setup) for setup in turned_round(SETUP))
    attacks = FEATURES.index("attacks_next")
    for seat in Seat:
        own, turned = list(measure(one, seat)), list(measure(other, seat.other))
        own[attacks] = turned[attacks] = 0
        assert own == turned


def test_energies_are_worth_nothing_after_the_last_attack() -> None:
    state = opening()
    over = replace(
        state, home=replace(state.home, occasions_left=0), away=replace(state.away, occasions_left=0)
    )
    features = dict(zip(FEATURES, measure(over, Seat.HOME), strict=True))
    assert (features["energies"], features["first_energies"], features["cards"]) == (0, 0, 0)


@pytest.mark.parametrize("is_ahead", [True, False])
def test_a_stall_that_ends_the_match_is_first_for_who_is_ahead_and_last_for_who_is_behind(
    is_ahead: bool,
) -> None:
    """Many matches were lost by a stall, or not yet won: what is expected of a play counted more than two tries of it."""
    state = opening()
    seat = state.attacking
    own, others = state.team(seat), state.team(seat.other)
    state = replace(
        state,
        **{
            seat.value: replace(own, score=int(is_ahead), occasions_left=1, visible=own.visible[:1]),
            seat.other.value: replace(others, score=int(not is_ahead), occasions_left=0, visible=()),
        },
    )
    held = tuple(sorted(state.sheet.team(seat).deck))[: own.hand]
    thinker = THINKERS["ofusaido"]
    value, _ = value_of(thinker, value_data("ofusaido"))
    ranking = next(thinker.think(knowledge_of(thinker, state, seat.value, held), value, Random(1)))
    stalls = [(n, choice.chance) for n, choice in enumerate(ranking) if choice.play.kind == "stall"]
    assert {chance for _, chance in stalls} == {float(is_ahead)}
    assert len(stalls) < len(ranking)
    places = [n for n, _ in stalls]
    assert (min(places) == 0) is is_ahead
    assert (max(places) == len(ranking) - 1) is not is_ahead
