"""Worlds that a player imagines agree with all that the referee counts, and with the hand that the player holds."""

from dataclasses import replace
from random import Random

import pytest

from companion.match import Match
from companion.opponent.boufbowl.player import dealt
from companion.opponent.ofusaido.worlds import dealt_table
from companion.opponent.ouaf.player import open_to
from companion.rules.boufbowl.board import Seat as Coach
from companion.rules.games import GAMES
from companion.rules.ofusaido.sheet import Seat as Side
from companion.rules.ouaf.cards import Seat as Worker
from companion.storage.shipped_data import demonstrations
from tests.bench.strength.seats import Table, table_of

PLAYS = 200


def played_on(match: Match, table: Table) -> bool:
    """One play of the virtual players; whether there was one."""
    play = table.next_play()
    if play is None:
        return False
    outcome = match.submit(play)
    assert outcome.ok
    table.follow(play, outcome.events)
    return True


@pytest.mark.parametrize("name", demonstrations("ofusaido"))
def test_the_boxes_of_a_world_hold_as_many_cards_as_the_referee_counts(name: str) -> None:
    match = Match(GAMES["ofusaido"], *demonstrations("ofusaido")[name])
    table = table_of(match, 2)
    for n in range(PLAYS):
        held = table.held(Side.HOME)
        world = dealt_table(match.state, Side.HOME, held, Random(n))
        assert tuple(world.boxes[Side.HOME].hand) == held
        for side, box in world.boxes.items():
            team = match.state.team(side)
            assert len(box.hand) == team.hand
            assert len(box.draw_pile) == team.draw_pile
            assert len(box.discard) == len(team.discard_known) + team.discard_unknown
            assert len(box.energy_pile) == team.energy_pile
            assert len(box.energy_spent) == team.energy_spent
            on_table = [ref for ref in (match.state.occasion,) if ref and side == match.state.attacking]
            occasions = [*box.visible, *box.face_down, *box.used_occasions, *on_table]
            assert sorted(occasions) == sorted(match.state.sheet.team(side).occasions)
        if not played_on(match, table):
            break


def test_the_decks_of_a_world_hold_as_many_cards_as_the_referee_counts() -> None:
    match = Match(GAMES["boufbowl"], *demonstrations("boufbowl")["demo-match"])
    table = table_of(match, 2)
    for n in range(PLAYS):
        held = table.held(Coach.RED)
        world = dealt(match.state, Coach.RED, held, Random(n))
        assert tuple(world[Coach.RED].hand) == held
        for side, deck in world.items():
            assert len(deck.hand) == match.state.team(side).hand
        if not played_on(match, table):
            break


def test_a_work_card_that_lies_face_down_is_known_to_its_own_seat_alone() -> None:
    state = Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match"]).state
    red = state.workers[Worker.RED]
    laid = replace(red, played=red.hand[0], down=True)
    state = replace(state, workers={**state.workers, Worker.RED: laid})
    assert open_to(state, "red") == state
    assert open_to(state, "blue").workers == {**state.workers, Worker.RED: replace(laid, played=None)}
    turned = replace(laid, hand=red.hand[1:], down=False)
    state = replace(state, workers={**state.workers, Worker.RED: turned})
    assert open_to(state, "blue") == state
