"""A card face down shows nowhere: not in events, views, sentences, refusals, expectations or options, until the reveal."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.event import public, write_event
from companion.match import Match
from companion.play import write_play
from companion.rules.engine import Refusal
from companion.rules.games import GAMES
from companion.rules.ouaf.plays import Work
from companion.rules.ouaf.state import Phase, State
from companion.virtual.chance import chosen_play
from companion.words import LANGUAGES, translate
from tests.quick import first_quick
from tests.rules.demonstration import demonstrations
from tests.rules.ouaf.table import Table, a_table

RULES = GAMES["ouaf"]
NAMES = list(demonstrations("ouaf"))


def shown(state: State) -> str:
    """All that a screen at the table may show of a state."""
    offered = [
        [waited.seat, kind, [write_play(play) for play in RULES.options(state, waited.seat, kind)]]
        for waited in RULES.expects(state)
        for kind in waited.plays
    ]
    return json.dumps([RULES.view(state), offered, [str(waited) for waited in RULES.expects(state)]])


def answered(state: State, play: Any) -> str:
    """The public answer to a play, in every language: its events and their sentences, or its refusal."""
    ruling = RULES.judge(state, play)
    if isinstance(ruling, Refusal):
        return json.dumps([ruling.code, ruling.cite, [translate(ruling.message, lang) for lang in LANGUAGES]])
    return json.dumps(
        [
            [public(write_event(event), lang), translate(RULES.label(state, event), lang)]
            for event in ruling.events
            for lang in LANGUAGES
        ]
    )


def with_other_card(state: State, chance: Random) -> State | None:
    """The same state but for one card face down, which is another one of that hand."""
    played = [seat for seat, worker in state.workers.items() if worker.played is not None]
    if state.phase is not Phase.WORK or not played:
        return None
    seat = chance.choice(played)
    worker = state.workers[seat]
    other = replace(worker, played=chance.choice(worker.hand))
    return replace(state, workers={**state.workers, seat: other})


def some_work(state: State, chance: Random) -> Work:
    """Cards of some seats, whether or not they may play them; never of all that are waited for."""
    seats = list(state.workers)
    unread = [seat for seat in seats if state.workers[seat].played is None]
    left_out = chance.choice(unread)
    named = [seat for seat in seats if seat != left_out and chance.random() < 0.6] or seats[:1]
    return Work({seat: chance.randrange(13) for seat in named if seat != left_out})


@first_quick("name", NAMES)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_states_that_differ_in_a_card_face_down_look_the_same(name: str, seed: int) -> None:
    chance = Random(seed)
    match = Match(RULES, *demonstrations("ouaf")[name])
    compared = 0
    while (play := chosen_play(match, chance)) is not None:
        before = match.state
        match.submit(play)
        if (other := with_other_card(match.state, chance)) is not None:
            compared += 1
            assert shown(other) == shown(match.state)
            tried = some_work(match.state, chance)
            assert answered(other, tried) == answered(match.state, tried)
        if match.state.phase is Phase.WORK and isinstance(play, Work):
            (seat,) = play.cards
            instead = Work({seat: chance.choice(before.workers[seat].hand)})
            assert answered(before, instead) == answered(before, play)
    assert compared


def laid() -> Table:
    """Red has laid the 7, which nothing else at the table has to do with."""
    return a_table().round().work(red=7)


def test_a_card_laid_counts_in_hand_and_score_until_the_reveal() -> None:
    table = laid()
    assert table.view("hand.red") == list(range(12))
    assert (table.view("discard.red"), table.view("score.red")) == ([], 66)


def test_the_event_of_a_card_laid_says_whose_and_no_more() -> None:
    assert laid().events == [{"kind": "placed", "seats": ["red"], "cite": "L'Ouaf, Structure d'une manche"}]


def test_the_value_is_kept_where_a_replay_finds_it() -> None:
    (entry,) = laid().match.entries[1:]
    assert write_event(entry.events[0])["secret"] == {"values": {"red": 7}}


@pytest.mark.parametrize("value", [7, 6, 12])
def test_a_second_card_is_refused_in_the_same_words_whatever_it_is(value: int) -> None:
    refused = laid().refused("work", cards={"red": value})
    assert refused.message == "Red has already laid a card"


def test_a_correction_that_makes_a_card_face_down_impossible_does_not_name_it() -> None:
    table = a_table().worked(red=6, blue=4, green=7).round().work(red=7)
    table.play("correct", seq=2, **{"with": {"play": "work", "cards": {"red": 7, "blue": 4, "green": 7}}})
    assert table.event("voided")["plays"] == [{"seq": 4, "reason": "Red does not hold that card"}]


def test_nothing_is_offered_for_a_seat_that_has_played() -> None:
    state = laid().match.state
    assert RULES.options(state, "red", "work") == []
    assert RULES.options(state, "red", "down") == []


def test_a_concession_leaves_cards_face_down() -> None:
    table = laid().concede("blue")
    assert (table.view("hand.red"), table.view("score.red")) == (list(range(12)), 66)
    assert "7" not in json.dumps(table.events)


def test_a_seat_with_a_card_of_unknown_value_may_play_any_of_its_hand() -> None:
    state = a_table().round().down("red").match.state
    assert [play.cards for play in RULES.options(state, "red", "work")] == [{"red": n} for n in range(12)]
