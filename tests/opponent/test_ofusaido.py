"""The program's player of OFUSAIDO keeps energies for shots, plays cards that help, and never accepts a draw alone."""

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random

import pytest

from companion.ids import CardRef
from companion.opponent.choosing import Ranking, knowledge_of
from companion.opponent.games import THINKERS, value_of
from companion.opponent.ofusaido.dealt import DealtTable
from companion.opponent.ofusaido.deck_box import DeckBox
from companion.opponent.ofusaido.thinker import FEATURES, measure
from companion.rules.engine import Refusal
from companion.rules.ofusaido import plays
from companion.rules.ofusaido.events import EffectShown
from companion.rules.ofusaido.rules import OFUSAIDO
from companion.rules.ofusaido.sheet import Seat
from companion.rules.ofusaido.state import Contest, Phase, State, Team
from companion.storage.shipped_data import demonstrations, value_data
from companion.values import replace
from companion.words import Wording
from tests.bench.value import turned_round
from tests.rules.ofusaido.cards import changed as printed
from tests.rules.ofusaido.cards import effect
from tests.rules.ofusaido.table import a_table

SETUP, CARDS = demonstrations("ofusaido")["demo-match"]


def opening(setup: object = SETUP) -> State:
    made = OFUSAIDO.set_up(setup, CARDS)  # type: ignore[arg-type]
    assert not isinstance(made, Refusal)
    state: State = made.state
    return state


def test_a_seasoned_player_adds_nobody_but_his_last_defender_and_plays_cards_that_help() -> None:
    state = opening()
    chance = Random(4)
    boxes = {seat: DeckBox(state.sheet.team(seat), state.team(seat).hand, chance) for seat in Seat}
    table = DealtTable(OFUSAIDO, state.sheet, boxes, chance, is_hasty=True)
    supports, cards = [], 0
    while (play := table.next_play(state)) is not None:
        if isinstance(play, plays.Support):
            assert state.duel is not None
            supports.append((state.duel.contest, play.seat is state.defending))
        cards += isinstance(play, plays.ActionPlay)
        before, ruling = state, OFUSAIDO.judge(state, play)
        assert not isinstance(ruling, Refusal)
        state = ruling.after
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


def changed(state: State, sides: Mapping[str, Team]) -> State:
    return replace(state, **sides)  # type: ignore[arg-type]


def last_attack(*, is_ahead: bool) -> State:
    """A match whose last attack begins."""
    state = opening()
    seat = state.attacking
    own, others = state.team(seat), state.team(seat.other)
    sides = {
        seat.value: replace(own, score=int(is_ahead), occasions_left=1, visible=own.visible[:1]),
        seat.other.value: replace(others, score=int(not is_ahead), occasions_left=0, visible=()),
    }
    return changed(state, sides)


def first_ranking(state: State, held: Sequence[CardRef]) -> Ranking:
    thinker = THINKERS["ofusaido"]
    value, _ = value_of(thinker, value_data("ofusaido"))
    return next(thinker.think(knowledge_of(thinker, state, state.attacking, held), value, Random(1)))


@pytest.mark.parametrize("is_ahead", [True, False])
def test_a_stall_that_ends_the_match_is_first_for_who_is_ahead_and_last_for_who_is_behind(
    is_ahead: bool,
) -> None:
    state = last_attack(is_ahead=is_ahead)
    own = state.team(state.attacking)
    ranking = first_ranking(state, sorted(state.sheet.team(state.attacking).deck)[: own.hand])
    kinds = [choice.play.kind for choice in ranking]
    stalls = {choice.chance for choice in ranking if choice.play.kind == "stall"}
    assert stalls == {float(is_ahead)}
    assert (kinds[0] == "stall", kinds[-1] == "stall") == (is_ahead, not is_ahead)


def test_who_can_only_lose_at_once_or_play_a_card_plays_the_card() -> None:
    state = last_attack(is_ahead=False)
    seat = state.attacking
    team = replace(state.team(seat), hand=1)
    card = min(state.sheet.team(seat).actions)
    ranking = first_ranking(changed(state, {seat.value: team}), [card])
    assert [choice.play.kind for choice in ranking] == ["action", "attempt", "stall", "stall"]


def dealt(state: State, seed: int) -> DealtTable:
    chance = Random(seed)
    boxes = {seat: DeckBox(state.sheet.team(seat), state.team(seat).hand, chance) for seat in Seat}
    return DealtTable(OFUSAIDO, state.sheet, boxes, chance)


def test_who_can_stop_a_pass_does_not_let_it_pass() -> None:
    state: State = a_table().attempt("home", "THROUGH").advance("home", "MARO").match.state
    for seed in range(12):
        table = dealt(state, seed)
        table.boxes[Seat.AWAY].hand = [CardRef("PAZ")]
        table.advance = plays.Advance(Seat.HOME, CardRef("MARO"), plays.Intent.PASS)
        table.in_play = CardRef("THROUGH")
        assert table.next_play(state) == plays.Oppose(Seat.AWAY, CardRef("PAZ"))


@pytest.mark.parametrize(("announced", "drawn"), [("hand", 2), (None, 0)])
def test_the_deeds_of_an_ability_are_done_where_it_was_announced(announced: str | None, drawn: int) -> None:
    more = {} if announced is None else {"announced": announced}
    state = a_table(printed("MARO", effects=[effect(deeds=("draw 2",), **more)])).match.state
    table = dealt(state, 1)
    side = table.boxes[Seat.HOME]
    side.hand = [CardRef("MARO")]
    table.follow(state, [EffectShown(Seat.HOME, CardRef("MARO"), Wording("", ""), 1, "§04")], state)
    assert len([card for card in side.hand if card != "MARO"]) == drawn


class NotesStates:
    """A value to which all states are alike; it keeps those that it was asked for."""

    def __init__(self) -> None:
        self.asked: list[State] = []

    def chance(self, state: State, _seat: str) -> float:
        self.asked.append(state)
        return 0.5


def test_a_try_is_played_to_the_end_of_its_turn_with_what_is_turned_over_and_discarded_then() -> None:
    state, value = opening(), NotesStates()
    held = sorted(state.sheet.team(state.attacking).deck)[: state.team(state.attacking).hand]
    known = knowledge_of(THINKERS["ofusaido"], state, state.attacking, held)
    looks = THINKERS["ofusaido"].think(known, value, Random(2))  # type: ignore[arg-type]
    assert len(list(islice(looks, 4))) == 4
    assert value.asked
    for after in value.asked:
        assert after.phase is Phase.OVER or (
            after.turn > state.turn and after.phase in (Phase.TURN, Phase.LEVEL)
        )
