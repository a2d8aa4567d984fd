"""Boufbowl shown: the field as it lies, oppositions with their stars and odds, and what each interruption asks."""

import pytest

from companion.ids import CardRef
from companion.match import Match
from companion.rules.boufbowl.board import Seat
from companion.rules.boufbowl.plays import Move, Pass, Place, Tackle
from companion.rules.boufbowl.rules import BOUFBOWL
from companion.showing.boufbowl.scene_builder import BoufbowlSceneBuilder
from companion.showing.boufbowl.ways import boufbowl_ways
from companion.showing.scene_builder import percent_of
from companion.showing.ways import Bit
from companion.storage.shipped_data import mat_of
from tests.rules.boufbowl.box import box
from tests.rules.boufbowl.table import STADIUM, Table, a_new_table, a_setup, a_table, an_expert_table
from tests.rules.demonstration import demonstrations
from tests.showing.sitting import Sitting, en, lines, names_of


def seen(table: Table) -> Sitting:
    return Sitting(table.match)


def in_a_tackle(table: Table | None = None) -> Sitting:
    return seen((table or a_table()).at("R4", R1="b3", B1="b3").tackle("R1", "B1"))


def test_teams_are_called_by_their_names_and_red_and_blue_otherwise() -> None:
    assert names_of(seen(a_table()).scene.sides) == ["red", "blue"]
    setup, cards = demonstrations("boufbowl")["demo-match"]
    sides = Sitting(Match(BOUFBOWL, setup, cards)).scene.sides
    assert names_of(sides) == ["Fort-Clairval", "Roche-Sombre"]
    assert [side.role for side in sides] == ["red", "blue"]


def test_the_field_lies_as_the_mat_does_with_red_on_the_left() -> None:
    board = seen(a_table()).scene.board
    assert board is not None
    cells = {cell.name: cell for cell in board.cells}
    assert set(cells) == {*(zone["id"] for zone in STADIUM["zones"]), "red.bench", "blue.bench"}
    assert cells["red_end"].x_mm < cells["a1"].x_mm < cells["a5"].x_mm < cells["blue_end"].x_mm
    assert {cells["red_end"].tone, cells["blue_end"].tone} == {"end"}


def test_a_field_that_no_mat_is_printed_for_is_drawn_from_its_own_data() -> None:
    zones = [{**zone, "id": zone["id"].replace("b3", "mid")} for zone in STADIUM["zones"]]
    for zone in zones:
        zone["next"] = [name.replace("b3", "mid") for name in zone["next"]]
        zone["forward"] = {
            seat: [name.replace("b3", "mid") for name in to] for seat, to in zone["forward"].items()
        }
    match = Match(BOUFBOWL, a_setup(board={**STADIUM, "zones": zones}), box())
    board = Sitting(match).scene.board
    assert board is not None
    cells = {cell.name: cell for cell in board.cells}
    assert cells["red_end"].x_mm == 0
    assert cells["mid"].width_mm == cells["mid"].height_mm
    assert cells["mid"].y_mm > cells["a3"].y_mm
    assert all(cell.x_mm + cell.width_mm <= board.width_mm for cell in board.cells)
    assert all(cell.y_mm + cell.height_mm <= board.height_mm for cell in board.cells)


def test_players_are_numbered_as_their_tokens_and_lie_where_they_lie() -> None:
    board = seen(a_table().at("R1", R1="b3", B1="b3").down("B1", "stunned")).scene.board
    assert board is not None
    pieces = {piece.name: piece for piece in board.pieces}
    assert (en(pieces["R1"].number), en(pieces["R1"].title), pieces["R1"].cell) == (
        "1",
        "no.\N{NO-BREAK SPACE}1 Name of R1",
        "b3",
    )
    assert pieces["R1"].has_ball
    assert pieces["B1"].is_lying
    assert [en(mark) for mark in pieces["B1"].marks] == ["stunned"]
    assert pieces["B1"].cell == pieces["R1"].cell


def test_who_is_not_on_the_field_is_on_the_bench() -> None:
    board = seen(a_new_table()).scene.board
    assert board is not None
    assert {piece.cell for piece in board.pieces} == {"red.bench", "blue.bench"}
    assert board.ball is None


def test_the_ball_in_the_air_does_not_lie_there() -> None:
    board = seen(a_table()).scene.board
    assert board is not None
    assert board.ball == "b3"
    assert board.is_ball_up


# --- what is waited for


def test_placement_and_kick_off_say_what_to_do() -> None:
    sitting = seen(a_new_table())
    assert sitting.waited == {
        "red": "place your five players on your half, one a zone, and the ball with one of them"
    }
    sitting.play(
        "place", seat="red", zones={"R1": "a2", "R2": "b2", "R3": "c2", "R4": "a1", "R5": "b1"}, ball="R5"
    )
    assert sitting.waited == {"blue": "place your five players on your half, one a zone"}
    sitting.play("place", seat="blue", zones={"B1": "a4", "B2": "b4", "B3": "c4", "B4": "a5", "B5": "c5"})
    assert sitting.waited == {"red": "kick off: choose a neutral zone; the ball goes up into the air over it"}
    sitting.play("kickoff", zone="b3")
    assert sitting.waited == {"red": "move, or end the turn; movement points: 3"}


def test_a_coach_with_the_ball_may_move_or_act() -> None:
    sitting = seen(a_table().at("R1", R1="b3"))
    assert sitting.waited == {"red": "move or act, or end the turn; movement points: 3"}
    assert sitting.counts("red")["movement"] == 3
    sitting.override(movement=0)
    assert sitting.waited == {"red": "act, or end the turn; no movement point is left"}


def test_a_pass_over_an_opponent_asks_who_intercepts() -> None:
    sitting = seen(a_table().at("R1", R1="a2", R2="a4", B1="a3")).play("pass", player="R1", to="R2")
    assert sitting.waited == {
        "blue": "no.\N{NO-BREAK SPACE}1 Name of R1 passes to no.\N{NO-BREAK SPACE}2 Name of R2: choose who intercepts, or say that nobody does"
    }


def test_a_pick_up_beside_an_opponent_asks_who_stands_against_it() -> None:
    sitting = seen(a_table().at("b3", R1="b3", B1="b3", B2="b3")).play("pick_up", player="R1")
    assert sitting.waited == {
        "blue": "no.\N{NO-BREAK SPACE}1 Name of R1 picks the ball up: choose the opponent who contests it"
    }


def test_a_landing_asks_who_is_under_the_ball_and_then_who_intercepts() -> None:
    table = a_table().at(R1="b3", R2="b3", B1="b3", B2="b3").next_turn().next_turn().play("land")
    sitting = seen(table)
    assert sitting.waited == {"red": "choose the player who stands under the ball"}
    sitting.play("catch", player="R1")
    assert sitting.waited == {
        "blue": "no.\N{NO-BREAK SPACE}1 Name of R1 is under the ball: choose who intercepts, or say that nobody does"
    }


def test_a_try_asks_for_cards_and_then_for_an_interception() -> None:
    table = a_table().at("R1", R1="b5", B2="blue_end", B1="b4").move("R1", "blue_end")
    sitting = seen(table)
    assert sitting.waited == {"red": "a try is under way: play a card, or say that no more cards are played"}
    sitting.play("resolve")
    assert sitting.waited == {
        "blue": "no.\N{NO-BREAK SPACE}1 Name of R1 attempts a try: choose who intercepts, or say that nobody does"
    }


def test_who_leaves_the_endzone_is_named() -> None:
    sitting = seen(a_table().at(R1="blue_end")).play("end_turn")
    assert sitting.waited == {"red": "no.\N{NO-BREAK SPACE}1 Name of R1 leaves the endzone: say where to"}


def test_orders_may_be_cleaned_before_the_draw() -> None:
    table = an_expert_table().play("order", slot="sprint").end_turn().draw().end_turn()
    sitting = seen(table.play("override", set={"players.R1.fervour": 2}, reason="a position"))
    assert sitting.waited == {"red": "clean your orders if you wish, then draw one card"}
    assert sitting.marks("red") == ["order used: sprint"]
    assert sitting.counts("red")["fervour"] == 2


def test_after_a_try_each_coach_may_buy() -> None:
    table = (
        an_expert_table()
        .at("R1", R1="b5")
        .play("override", set={"players.R1.fervour": 6}, reason="a position")
    )
    sitting = seen(table.move("R1", "blue_end"))
    if "resolve" in {kind for kinds in table.waited.values() for kind in kinds}:
        sitting.play("resolve")
    assert sitting.waited == {"red": "after the try: buy a training and powers, or say that you are done"}
    assert en(sitting.scene.headline).endswith("training after the try")
    sitting.play("buy_training", seat="red", ref="BONTA", **{"from": {"R1": 5}})
    assert sitting.marks("red") == ["training: BONTA"]


# --- oppositions


@pytest.mark.parametrize(
    ("chance", "percent"), [(0, 0), (0.001, 1), (0.504, 50), (0.999, 99), (1 - 1e-12, 100)]
)
def test_only_what_is_sure_has_a_chance_of_0_or_100_percent(chance: float, percent: int) -> None:
    assert percent_of(chance) == percent


def test_both_sides_of_a_tackle_are_weighed_with_their_odds() -> None:
    sitting = in_a_tackle()
    red, blue = sitting.scale("red"), sitting.scale("blue")
    assert (en(red.role), en(blue.role)) == ("tackle", "tackled player")
    assert lines(red.lines) == [("die", "?")]
    assert (red.total, red.is_open) == (0, True)
    level = sitting.contest.level_percent
    assert level is not None
    assert (red.chance_percent or 0) + (blue.chance_percent or 0) + level == 100
    assert sitting.waited == {"red": "say how many bonus cards you add for no.\N{NO-BREAK SPACE}1 Name of R1"}


def test_cards_promised_are_open_until_they_are_shown() -> None:
    sitting = in_a_tackle().play("commit", seat="red", cards=2)
    assert ("bonus cards: 2", "?") in lines(sitting.scale("red").lines)
    assert (sitting.scale("red").uncounted, sitting.scale("blue").uncounted) == (2, 0), "not in the odds yet"
    sitting.play("commit", seat="blue", cards=1)
    assert sitting.waited == {"red": "show your 2 bonus cards", "blue": "show your bonus card"}
    before = sitting.contest
    sitting.play("bonus", seat="red", cards=["STAR", "HURT"])
    assert sitting.contest == before, "both coaches show their cards at the same time"
    sitting.play("bonus", seat="blue", cards=["STAR"])
    assert lines(sitting.scale("red").lines) == [("die", "?"), ("STAR", "+1"), ("damage dice: 1", None)]
    assert sitting.scale("red").cards == ("R1", "STAR", "HURT")


def test_the_dice_to_throw_are_counted() -> None:
    sitting = seen(a_table().at("R4", R1="b3", B1="b3").tackle("R1", "B1").add(red=["DIE", "HURT"]))
    assert (
        sitting.waited["red"] == "roll 2 action dice and one damage die for no.\N{NO-BREAK SPACE}1 Name of R1"
    )
    assert sitting.waited["blue"] == "roll one action die for no.\N{NO-BREAK SPACE}1 Name of B1"


def test_who_won_stays_on_show_until_the_next_play() -> None:
    sitting = seen(a_table().at("R4", R1="b3", R2="b3", B1="b3").tackle("R1", "B1").add())
    sitting.play("dice", seat="red", stars=[2]).play("dice", seat="blue", stars=[1])
    assert lines(sitting.scale("red").lines) == [("die", "2"), ("majority", "+1")]
    assert sitting.scale("red").total == 3
    assert en(sitting.contest.outcome) == "no.\N{NO-BREAK SPACE}1 Name of R1 wins the tackle"
    assert sitting.sums("opposition") == [
        ("no.\N{NO-BREAK SPACE}1 Name of R1, die", "2"),
        ("no.\N{NO-BREAK SPACE}1 Name of R1, majority", "+1"),
        ("no.\N{NO-BREAK SPACE}1 Name of R1 in all", "3"),
        ("no.\N{NO-BREAK SPACE}1 Name of B1, die", "1"),
        ("no.\N{NO-BREAK SPACE}1 Name of B1 in all", "1"),
    ]
    sitting.play("end_turn")
    assert sitting.scene.contest is None


def test_a_coach_with_two_damage_dice_that_differ_chooses_one() -> None:
    sitting = seen(a_table().at("R4", R1="b3", B1="b3").tackle("R1", "B1").add(red=["HURT2"]))
    sitting.play("dice", seat="red", stars=[3], damage=["ko", "injured"]).play("dice", seat="blue", stars=[0])
    assert sitting.waited == {"red": "choose which damage die counts"}
    assert en(sitting.contest.outcome) == "no.\N{NO-BREAK SPACE}1 Name of R1 wins the tackle"
    assert ("damage: K.O. / injured", None) in lines(sitting.scale("red").lines)


def test_an_effect_in_force_is_told() -> None:
    sitting = seen(a_table()).play("card", seat="red", ref="OATH")
    assert [en(term) for term in sitting.scene.terms] == ["red, OATH: as printed"]


# --- what may be played aside


def test_a_card_with_the_lightning_may_be_played_in_the_others_turn() -> None:
    sitting = seen(a_table())
    aside = [offer for offer in sitting.seen.offers if offer.is_aside]
    assert {(offer.seat, offer.kind) for offer in aside} == {("blue", "card")}
    cards = {getattr(choosable.play, "ref", None) for offer in aside for choosable in offer.plays}
    assert "SONG" in cards
    assert "SLOW" not in cards


def test_in_an_opposition_nothing_is_played_aside() -> None:
    assert not [offer for offer in in_a_tackle().seen.offers if offer.is_aside]


def test_the_result_stands_once_it_is_over() -> None:
    sitting = seen(a_table()).play("concede", seat="red")
    assert en(sitting.scene.result) == "blue wins"
    assert mat_of("boufbowl").game == sitting.scene.game


def test_a_touch_on_two_things_means_a_walk_a_pass_or_a_tackle() -> None:
    shower, state = BoufbowlSceneBuilder(), a_table().at("R4", R1="b3", R4="a3", B1="b3").match.state
    assert shower.attempt(state, "R4", "b3") == Move(CardRef("R4"), "b3")
    assert shower.attempt(state, None, "R4") == Move(CardRef("R4"), "a3")
    assert shower.attempt(state, "R4", "R1") == Pass(CardRef("R4"), CardRef("R1"))
    assert shower.attempt(state, "R1", "B1") == Tackle(CardRef("R1"), CardRef("B1"))
    assert shower.attempt(state, "R1", "nowhere") is None


def test_zones_to_stand_in_are_offered_row_by_row_as_they_lie_on_the_board() -> None:
    state = a_new_table().match.state
    for seat, zones in ((Seat.RED, "a1 a2 b1 b2 c1 c2"), (Seat.BLUE, "a4 a5 b4 b5 c4 c5")):
        ways = boufbowl_ways(BOUFBOWL, state, seat, "place")
        assert ways is not None
        assert [str(bit.value) for bit in ways.next(())] == zones.split()


def test_the_first_player_with_the_ball_is_chosen_after_all_have_their_places() -> None:
    state = a_new_table().match.state
    seat = state.active
    ways = boufbowl_ways(BOUFBOWL, state, seat, "place")
    assert ways is not None
    told: tuple[Bit, ...] = ()
    while isinstance(said := next(iter(ways.next(told)), None), Bit):
        told = (*told, said)
    play = ways.play(told).play
    assert isinstance(play, Place)
    assert (play.ball, len(play.zones)) == (told[-1].value, len(told) - 1)
