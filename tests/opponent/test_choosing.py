"""Players choose from what their seat may know, in the time that they have, and no worse than their level says."""

from collections import Counter
from itertools import count
from operator import itemgetter
from random import Random
from typing import Any

import pytest

from companion.match import Match
from companion.opponent.choosing import (
    LEVELS,
    STRONGEST,
    Ranking,
    RatedPlay,
    choose,
    is_asked,
    knowledge_of,
    picked,
    thinking_clock,
)
from companion.opponent.games import THINKERS, value_of
from companion.opponent.lignes.sense import LIGNES
from companion.opponent.seat import USUAL_LEVEL
from companion.play import Note
from companion.rules.games import GAMES
from companion.rules.lignes.board import Piece
from companion.rules.lignes.grid import Cell
from companion.rules.lignes.plays import Move, Relay
from companion.rules.ouaf.cards import Seat
from companion.rules.ouaf.plays import RoundPlay, Work
from companion.storage.shipped_data import demonstrations, value_data
from tests.bench.strength.seats import Seated, fitted, played, table_of
from tests.quick import first_quick
from tests.rules.boufbowl import table as boufbowl
from tests.rules.lignes.table import yellow_plays, yellow_shoots

DEMONSTRATIONS = [(game, name) for game in THINKERS for name in demonstrations(game)]


def ranked(game: str, state: Any, seat: str, held: Any = (), looks: int = 3) -> Ranking:
    """What a player thinks of his plays who has time for a few looks at his clock."""
    thinker, ticks = THINKERS[game], count()
    knowledge = knowledge_of(thinker, state, seat, held)
    return choose(thinker, fitted(game, value_data(game)), knowledge, looks, now_s=lambda: float(next(ticks)))


def chosen(game: str, state: Any, seat: str, held: Any = (), looks: int = 3) -> Any:
    ranking = ranked(game, state, seat, held, looks)
    return ranking[0].play if ranking else None


@pytest.mark.many
@first_quick(("game", "name"), reversed(DEMONSTRATIONS), of=itemgetter(0))
def test_every_mode_is_played_to_its_end_with_legal_plays(game: str, name: str) -> None:
    setup, cards = demonstrations(game)[name]
    match = Match(GAMES[game], setup, cards)
    seat = match.rules.seats(match.state)[0]
    done = played(game, setup, cards, {seat: Seated(fitted(game, None), 0.0)}, seed=3)
    assert GAMES[game].is_over(done.states[-1])


def test_a_player_of_ouaf_does_not_know_what_lies_face_down() -> None:
    match = Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match"])
    match.submit(RoundPlay(*match.state.sheet.usable[:2]))
    red, yellow, *_ = match.rules.seats(match.state)
    choices = set()
    for card in (0, 5, 11):
        other = Match(GAMES["ouaf"], match.setup, match.cards)
        other.submit(match.entries[0].play)
        other.submit(Work({Seat(yellow): card}))
        choices.add(str(chosen("ouaf", other.state, red)))
    assert len(choices) == 1


@first_quick("game", ["boufbowl", "ofusaido"])
def test_hidden_cards_dealt_anew_change_no_choice(game: str) -> None:
    setup, cards = demonstrations(game)["demo-match"]
    match = Match(GAMES[game], setup, cards)
    table = table_of(match, 5)
    for n in range(7):
        for seat in match.rules.seats(match.state):
            if is_asked(THINKERS[game], match.state, seat):
                held = table.held(seat)
                first = chosen(game, match.state, seat, held)
                table.deal_anew(seat, Random(n))
                assert chosen(game, match.state, seat, table.held(seat)) == first
        play = table.next_play()
        assert play is not None
        outcome = match.submit(play)
        assert outcome.ok
        table.follow(play, outcome.events)


def test_texts_that_only_people_can_carry_out_are_never_played() -> None:
    thinker = THINKERS["boufbowl"]
    match = Match(GAMES["boufbowl"], *demonstrations("boufbowl")["demo-match"])
    table = table_of(match, 1)
    while match.state.stage != "play" or match.state.active != "red":
        play = table.next_play()
        assert play is not None
        outcome = match.submit(play)
        assert outcome.ok
        table.follow(play, outcome.events)
    unused = thinker.unused(match.state, "red")
    offered = match.rules.options(match.state, "red", "card")
    others = [play.ref for play in offered if play.ref not in unused]
    assert unused
    assert set(unused) <= {play.ref for play in offered}
    knowledge = knowledge_of(thinker, match.state, "red", (*unused, *others[:1]))
    value = fitted("boufbowl", value_data("boufbowl"))
    ranking = next(thinker.think(knowledge, value, Random(1)))
    played = {getattr(choice.play, "ref", None) for choice in ranking}
    assert not played & set(unused)
    assert others[0] in played


def test_who_can_shoot_with_credit_enough_shoots() -> None:
    table = yellow_shoots(9, ball="g17")
    assert chosen("lignes", table.match.state, "yellow", looks=40).kind == "shoot"


@pytest.mark.parametrize("credit", [2, 3, 8])
def test_two_who_stand_before_the_goal_do_not_relay_the_ball_to_and_fro(credit: int) -> None:
    table = yellow_shoots(credit, ball="h20", Y10="i20")
    assert chosen("lignes", table.match.state, "yellow", looks=40).kind == "shoot"


def test_who_cannot_shoot_relays_the_ball_to_who_can() -> None:
    table = yellow_shoots(7, ball="c20", Y10="f20")
    assert chosen("lignes", table.match.state, "yellow", looks=40) == Relay(Cell("f20"))


@pytest.mark.parametrize("cell", ["g21", "d18", "j19"])
def test_a_keeper_who_cleared_does_not_pay_to_walk_with_the_ball(cell: str) -> None:
    table = yellow_shoots(3, ball="g18", R3="a5", R4="a6").shoot("g21").save(1)
    state = table.play("clear_roll", d6=3, d12=9).play("clear_from", cell=cell).match.state
    thinker, ticks = THINKERS["lignes"], count()
    value = fitted("lignes", value_data("lignes"))
    ranking = choose(
        thinker, value, knowledge_of(thinker, state, "red"), 400, now_s=lambda: float(next(ticks))
    )
    assert len(ranking) > 1
    assert not [one.play for one in ranking if isinstance(one.play, Move) and one.play.piece == "R1"]


def test_who_stands_before_the_endzone_with_the_ball_goes_in_with_his_last_point() -> None:
    table = boufbowl.a_table().at("R1", R1="b5", B2="b4").move("R5", "c1").move("R5", "b1")
    play = chosen("boufbowl", table.match.state, "red", looks=12)
    assert (play.kind, play.player, play.to) == ("move", "R1", "blue_end")


def test_who_has_the_ball_and_a_free_way_does_not_end_his_turn() -> None:
    table = boufbowl.a_table().at("R1", R1="a1", B1="c5", B2="b5", B3="c4")
    ranking = ranked("boufbowl", table.match.state, "red", looks=12)
    ended = next(choice.chance for choice in ranking if choice.play.kind == "end_turn")
    assert ended < ranking[0].chance - LEVELS[USUAL_LEVEL]


def test_seats_of_ouaf_that_stand_alike_do_not_lay_the_same_card_each_time() -> None:
    match = Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match"])
    match.submit(RoundPlay(*match.state.sheet.usable[:2]))
    ranking = ranked("ouaf", match.state, "red", looks=100)
    drawn = Counter(
        str(picked(THINKERS["ouaf"], ranking, STRONGEST, Random(seed)).play) for seed in range(400)
    )
    shares = {str(choice.play): choice.share for choice in ranking if choice.share}
    assert len(shares) > 1
    assert set(drawn) <= set(shares)
    for play, share in shares.items():
        assert drawn[play] / 400 == pytest.approx(share / sum(shares.values()), abs=0.1)


def test_dice_are_never_chosen() -> None:
    table = yellow_shoots(9, ball="g17").shoot("g21")
    assert not is_asked(THINKERS["lignes"], table.match.state, "red")
    assert chosen("lignes", table.match.state, "red") is None


def test_a_player_without_time_plays_the_best_of_one_look() -> None:
    match = Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match"])
    match.submit(RoundPlay(*match.state.sheet.usable[:2]))
    assert isinstance(chosen("ouaf", match.state, "red", looks=0), Work)


RANKING = tuple(
    RatedPlay(Note(str(n)), chance) for n, chance in enumerate((0.5, 0.47, 0.45, 0.43, 0.41, 0.2))
)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_gives_away_no_more_than_it_may(level: int) -> None:
    thinker = THINKERS["boufbowl"]
    given = {round(0.5 - picked(thinker, RANKING, level, Random(seed)).chance, 3) for seed in range(200)}
    assert max(given) <= LEVELS[level]
    assert len(given) == {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}[level]


@pytest.mark.parametrize("game", THINKERS)
def test_each_level_gives_away_less_than_the_one_below_and_the_strongest_nothing(game: str) -> None:
    given = [THINKERS[game].gives_away[level] for level in LEVELS]
    assert given == sorted(set(given), reverse=True)
    assert given[-1] == 0


@pytest.mark.parametrize("game", THINKERS)
def test_the_values_that_ship_belong_to_the_players(game: str) -> None:
    assert value_of(THINKERS[game], value_data(game))[1] is None


def test_values_that_are_missing_or_of_another_version_are_replaced_with_a_word() -> None:
    thinker = THINKERS["ouaf"]
    simple = value_of(thinker, None)[0].weights
    for data in (None, {"version": 2}, {"version": 1, "matches": 3, "weights": {"luck": 1.0}}):
        value, problem = value_of(thinker, data)
        assert value.weights == simple
        assert problem is not None


def test_the_chances_of_all_seats_add_up_to_one() -> None:
    for game, thinker in THINKERS.items():
        match = Match(GAMES[game], *demonstrations(game)["demo-match"])
        chances = value_of(thinker, value_data(game))[0].chances(match.state)
        assert sum(chances.values()) == pytest.approx(1)
        assert set(chances) == set(thinker.rules.seats(match.state))


def test_a_thought_is_not_cut_short_where_others_have_the_processor_but_ends_some_time() -> None:
    now_s, processor_s = 10.0, 2.0
    clock = thinking_clock(lambda: now_s, lambda: processor_s, least_s=0.3, most_s=5.0)
    now_s, processor_s = 13.0, 2.1
    assert clock() == 0
    processor_s = 2.4
    assert clock() == 3
    now_s, processor_s = 15.0, 2.1
    assert clock() == 5


def test_a_free_way_to_the_goal_counts_from_where_a_die_can_reach_it() -> None:
    aside = {"R9": "a1", "R10": "a2", "R11": "a3", "R6": "m1", "R7": "m2", "R8": "m3"}
    near, far, farther = (
        LIGNES.measure(yellow_plays().put(Y9=cell, **aside).match.state, "yellow")
        for cell in ("g9", "g8", "g7")
    )
    assert far - farther == 1
    assert near - far == pytest.approx(1 + 10 / 12)


def test_among_cells_that_cover_as_well_the_first_is_taken_whatever_the_process() -> None:
    aside = {"Y5": "a1", "Y6": "a2", "Y7": "a3", "Y8": "a4", "Y10": "a5", "Y11": "a6"}
    state = yellow_plays().put(Y9="g11", Y2="f6", Y3="h7", Y4="f8", **aside).match.state
    considered = {rated.play for rated in ranked("lignes", state, "yellow", looks=40)}
    covers = [(Piece.Y2, "g5"), (Piece.Y3, "g6"), (Piece.Y5, "g2")]
    assert {Move(piece, to=Cell(cell)) for piece, cell in covers} <= considered
