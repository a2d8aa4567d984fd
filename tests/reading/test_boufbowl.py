"""What Boufbowl's table means, field and ball: docs/mats.md, sentence by sentence."""

import pytest

from companion.observation import Sighting
from companion.play import write_play
from companion.reading.answer import Desync, Puzzle, SureReading, TableQuestion
from companion.reading.games import MEANINGS
from companion.reading.identity import Identities, names_of
from companion.reading.reader import Reader
from companion.rules.engine import Json
from companion.rules.games import GAMES
from tests.reading.pitch import (
    BALL,
    BLUE,
    BLUE_ZONES,
    CARDS,
    CARRIER,
    KICKED_OFF,
    PLACED,
    RED,
    RED_ZONES,
    SETUP,
    STANDING,
    Pitch,
    with_ball,
    with_state,
)
from tests.reading.table import TestTable

# --- placing


def test_five_players_and_the_ball_beside_one_are_a_placement() -> None:
    pitch = Pitch()
    for ref, zone in RED_ZONES.items():
        pitch.lay(str(STANDING[ref]), zone)
    pitch.lay(BALL, "a2", shift_mm=(20, 10))
    assert pitch.played(after_ms=4000) == PLACED[0]


def test_four_players_are_no_placement_yet() -> None:
    pitch = Pitch()
    for ref in RED[:4]:
        pitch.lay(str(STANDING[ref]), RED_ZONES[ref])
    pitch.lay(BALL, "a2", shift_mm=(20, 10))
    assert pitch.look(6000) is None


def test_who_stands_under_the_ball_is_known_by_the_other_four() -> None:
    pitch = Pitch()
    for ref, zone in RED_ZONES.items():
        if ref != CARRIER:
            pitch.lay(str(STANDING[ref]), zone)
    pitch.lay(BALL, "a2")
    assert pitch.played(after_ms=4000) == PLACED[0]


def test_who_still_arranges_his_players_has_not_placed_them() -> None:
    pitch = Pitch()
    things = [pitch.lay(str(STANDING[ref]), zone) for ref, zone in RED_ZONES.items()]
    pitch.lay(BALL, "a2", shift_mm=(20, 10))
    assert pitch.look(2000) is None
    pitch.move(things[0], "c1")
    assert pitch.look(2000) is None
    assert pitch.played(after_ms=3000)["zones"] == {**RED_ZONES, RED[0]: "c1"}


@pytest.mark.parametrize("is_beneath", [False, True])
def test_a_placement_counts_as_soon_as_the_hand_that_placed_the_last_player_has_gone(
    is_beneath: bool,
) -> None:
    """Also if the ball was laid upon the player who has it, and hides him."""
    pitch = Pitch()
    pitch.hands(are_over=True)
    things = {ref: pitch.lay(str(STANDING[ref]), zone) for ref, zone in RED_ZONES.items()}
    pitch.lay(BALL, "a2", shift_mm=(0, 0) if is_beneath else (20, 10))
    if is_beneath:
        pitch.cover(things[CARRIER])
    assert pitch.look(2000) is None
    pitch.hands(are_over=False)
    assert pitch.played(after_ms=500) == PLACED[0]


def test_who_arranges_his_players_while_the_other_coach_does_has_not_placed_them() -> None:
    pitch = Pitch()
    things = [pitch.lay(str(STANDING[ref]), zone) for ref, zone in RED_ZONES.items()]
    blue, zone = next(iter(BLUE_ZONES.items()))
    pitch.lay(str(STANDING[blue]), zone)
    pitch.lay(BALL, "a2", shift_mm=(20, 10))
    assert pitch.look(2000) is None
    pitch.move(things[0], "c1")
    assert pitch.look(2000) is None
    assert pitch.played(after_ms=3000)["zones"] == {**RED_ZONES, RED[0]: "c1"}


def test_the_first_coach_has_finished_when_the_other_begins_to_place() -> None:
    pitch = Pitch()
    for ref, zone in RED_ZONES.items():
        pitch.lay(str(STANDING[ref]), zone)
    pitch.lay(BALL, "a2", shift_mm=(20, 10))
    assert pitch.look(1000) is None
    blue, zone = next(iter(BLUE_ZONES.items()))
    pitch.lay(str(STANDING[blue]), zone)
    assert pitch.played(after_ms=500) == PLACED[0]


def test_after_a_try_players_who_were_not_moved_yet_may_still_be_exchanged() -> None:
    pitch = Pitch()
    ahead = {**RED_ZONES, RED[0]: "c1", RED[3]: "c2", RED[4]: "b2"}
    things = {ref: pitch.lay(str(STANDING[ref]), zone) for ref, zone in ahead.items()}
    pitch.lay(BALL, "a2", shift_mm=(20, 10))
    pitch.reader.account_for(pitch.reader.table.lying)
    for ref in (RED[0], RED[3], RED[4]):
        pitch.hands(are_over=True)
        pitch.move(things[ref], RED_ZONES[ref])
        pitch.wait(300)
        pitch.hands(are_over=False)
        assert pitch.look(1500) is None
    assert pitch.played(after_ms=3000) == PLACED[0]


def test_the_kick_off_says_that_the_second_coach_has_placed_his_players() -> None:
    pitch = Pitch(PLACED[0])
    for ref, zone in BLUE_ZONES.items():
        pitch.lay(str(STANDING[ref]), zone)
    pitch.put_ball("b3")
    assert pitch.all_played() == [PLACED[1], {"play": "kickoff", "zone": "b3"}]


@pytest.mark.parametrize("blue_before", [4, 5])
def test_a_kick_off_soon_after_both_coaches_arranged_at_once_ends_both_placements(blue_before: int) -> None:
    pitch = Pitch()
    blue = list(BLUE_ZONES.items())
    for ref, zone in blue[:blue_before]:
        pitch.lay(str(STANDING[ref]), zone)
    for ref, zone in RED_ZONES.items():
        pitch.lay(str(STANDING[ref]), zone)
    pitch.ball = pitch.lay(BALL, "a2", shift_mm=(20, 10))
    assert pitch.look(1000) is None
    for ref, zone in blue[blue_before:]:
        pitch.lay(str(STANDING[ref]), zone)
    pitch.put_ball("b1")
    pitch.wait(100)
    pitch.put_ball("b3")
    assert pitch.all_played(1000) == [*PLACED, {"play": "kickoff", "zone": "b3"}]
    assert pitch.look(8000) is None


def test_a_ball_in_a_neutral_zone_ends_no_placement_before_both_are_whole() -> None:
    pitch = Pitch()
    blue = list(BLUE_ZONES.items())
    for ref, zone in (*blue[:4], *RED_ZONES.items()):
        pitch.lay(str(STANDING[ref]), zone)
    pitch.ball = pitch.lay(BALL, "a2", shift_mm=(20, 10))
    pitch.look(1000)
    pitch.put_ball("b3")
    assert pitch.look(5000) is None
    pitch.lay(str(STANDING[blue[4][0]]), blue[4][1])
    assert pitch.all_played(1000) == [*PLACED, {"play": "kickoff", "zone": "b3"}]


# --- moving


def test_a_token_that_never_lay_where_the_match_has_its_player_is_asked_about() -> None:
    ball = {"ball.zone": "a2", "ball.carrier": CARRIER, "ball.state": "held"}
    override = {"play": "override", "set": ball, "reason": "for the test"}
    table = TestTable("boufbowl", SETUP, CARDS, (*KICKED_OFF, override))
    table.lay(str(STANDING[RED[4]]), "c3")
    assert table.asked(4000) == ({"play": "move", "player": RED[4], "to": "c3"},)


def test_a_token_that_rests_half_a_second_and_goes_back_is_no_move() -> None:
    pitch = with_ball()
    pitch.hands(are_over=True)
    pitch.walk(RED[0], "b1")
    assert pitch.look(500) is None
    pitch.walk(RED[0], "a1")
    pitch.wait(300)
    pitch.hands(are_over=False)
    assert pitch.look(2000) is None


def test_a_token_is_no_move_before_the_hand_has_gone() -> None:
    pitch = with_ball()
    pitch.hands(are_over=True)
    pitch.walk(RED[0], "b1")
    assert pitch.look(1500) is None
    pitch.hands(are_over=False)
    assert pitch.played(600) == {"play": "move", "player": RED[0], "to": "b1"}


def test_what_is_laid_after_a_token_is_not_read_before_it() -> None:
    pitch = with_ball()
    pitch.hands(are_over=True)
    pitch.walk(RED[0], "b1")
    pitch.wait(300)
    pitch.lay("CMD:END-TURN", "red.command")
    assert pitch.look(400) is None
    pitch.hands(are_over=False)
    assert pitch.played(800) == {"play": "move", "player": RED[0], "to": "b1"}
    assert pitch.played(800) == {"play": "end_turn"}


def test_a_hand_that_never_rests_holds_a_move_up_for_five_seconds_at_most() -> None:
    pitch = with_ball()
    pitch.hands(are_over=True)
    pitch.walk(RED[0], "b1")
    assert pitch.played(5200)["play"] == "move"


def test_a_token_in_a_zone_beside_its_own_is_a_move() -> None:
    pitch = with_ball()
    pitch.walk(RED[0], "b1")
    answer = pitch.look(1000)
    assert isinstance(answer, SureReading)
    assert write_play(answer.play) == {"play": "move", "player": RED[0], "to": "b1"}


def test_a_token_carried_over_two_zones_is_two_moves() -> None:
    pitch = with_ball()
    pitch.walk(RED[4], "c4")
    assert pitch.all_played() == [
        {"play": "move", "player": RED[4], "to": "c3"},
        {"play": "move", "player": RED[4], "to": "c4"},
    ]


def test_two_tokens_moved_at_once_are_two_moves_in_their_order() -> None:
    pitch = with_ball()
    pitch.walk(RED[4], "c3")
    pitch.walk(RED[3], "b3")
    assert [pitch.played()["player"], pitch.played()["player"]] == [RED[4], RED[3]]


def test_a_token_taken_back_within_the_hold_is_not_moved() -> None:
    pitch = with_ball()
    pitch.walk(RED[4], "c3")
    pitch.wait(100)
    pitch.walk(RED[4], "c2")
    assert pitch.look(3000) is None


def test_a_token_moved_too_far_is_explained() -> None:
    pitch = with_ball()
    pitch.walk(RED[0], "c5")
    assert "does not touch" in pitch.told()


def test_the_other_coachs_token_is_explained_and_not_played() -> None:
    pitch = with_ball()
    pitch.walk(BLUE[4], "c3")
    answer = pitch.look(4000)
    assert isinstance(answer, Puzzle)


def test_the_carrier_is_moved_and_the_ball_follows() -> None:
    pitch = with_ball()
    pitch.walk(CARRIER, "a3")
    assert pitch.played() == {"play": "move", "player": CARRIER, "to": "a3"}
    pitch.put_ball("a3", (-12, 10))
    assert pitch.look(8000) is None


def test_a_carrier_whose_ball_stays_behind_is_asked_to_take_it_along() -> None:
    pitch = with_ball()
    pitch.walk(CARRIER, "a3")
    pitch.played()
    assert "belongs on" in pitch.told(9000)


def test_a_ball_that_goes_on_with_its_carrier_under_it_is_his_move() -> None:
    pitch = with_ball()
    pitch.cover(pitch.tokens[CARRIER])
    pitch.put_ball("a3")
    assert pitch.played(after_ms=1500) == {"play": "move", "player": CARRIER, "to": "a3"}


@pytest.mark.parametrize("was_seen", [True, False])
def test_a_carrier_whom_his_ball_covers_before_he_is_understood_was_moved(*, was_seen: bool) -> None:
    """Unseen: his ball covered him when the match was gone on with."""
    pitch = with_ball()
    if not was_seen:
        pitch.begin_anew(pitch.tokens[CARRIER])
    pitch.walk(CARRIER, "a3")
    pitch.wait(100)
    pitch.put_ball("a3")
    pitch.cover(pitch.tokens[CARRIER])
    assert pitch.played(after_ms=1000) == {"play": "move", "player": CARRIER, "to": "a3"}
    assert pitch.look(8000) is None


def test_a_carrier_whom_his_ball_covers_two_zones_farther_went_all_the_way() -> None:
    pitch = with_ball()
    pitch.walk(CARRIER, "a4")
    pitch.put_ball("a4")
    pitch.cover(pitch.tokens[CARRIER])
    assert [play["to"] for play in pitch.all_played(after_ms=1000)] == ["a3", "a4"]
    assert pitch.look(8000) is None


def test_a_carrier_under_his_ball_who_never_was_where_the_match_has_them_is_asked_about() -> None:
    pitch = with_ball()
    pitch.begin_anew(pitch.tokens[CARRIER], pitch.ball)
    pitch.walk(CARRIER, "a3")
    pitch.put_ball("a3")
    pitch.cover(pitch.tokens[CARRIER])
    assert pitch.asked() == ({"play": "move", "player": CARRIER, "to": "a3"},)


def test_a_lying_token_turned_up_stands() -> None:
    pitch = with_ball(**{f"players.{RED[0]}.standing": False})
    pitch.turn(RED[0], is_standing=True)
    assert pitch.played() == {"play": "stand", "player": RED[0]}


def test_a_knocked_out_player_on_the_bench_was_taken_off_and_comes_on_by_an_entry() -> None:
    pitch = with_ball(**{f"players.{RED[0]}.standing": False, f"players.{RED[0]}.marker": "ko"})
    pitch.move(pitch.tokens[RED[0]], "red.bench")
    assert pitch.played() == {"play": "take_off", "player": RED[0]}
    standing = {f"players.{RED[0]}.standing": True, f"players.{RED[0]}.marker": None}
    pitch.play({"play": "override", "set": standing, "reason": "he is well again"})
    pitch.take(pitch.tokens[RED[0]])
    pitch.lay(str(STANDING[RED[0]]), "c1")
    assert pitch.played() == {"play": "bring_on", "player": RED[0], "zone": "c1"}


# --- the beginning of a turn


def test_the_first_move_says_that_the_cards_were_drawn() -> None:
    pitch = Pitch(*KICKED_OFF, *_to_a_draw("blue"))
    pitch.walk(BLUE[4], "c3")
    assert [play["play"] for play in pitch.all_played()] == ["draw", "move"]


def _to_a_draw(seat: str) -> tuple[Json, ...]:
    """Red ends his turn, and the other coach has room in his hand."""
    override = {"play": "override", "set": {f"hands.{seat}": 3}, "reason": "for the test"}
    return (override, {"play": "end_turn"})


def test_who_turns_up_his_players_has_drawn_his_cards() -> None:
    lying = {"play": "override", "set": {f"players.{BLUE[0]}.standing": False}, "reason": "for the test"}
    pitch = Pitch(*KICKED_OFF, lying, *_to_a_draw("blue"))
    pitch.turn(BLUE[0], is_standing=True)
    assert pitch.played()["play"] == "draw"
    assert pitch.look(8000) is None


# --- the ball


def test_the_ball_beside_a_teammate_is_a_pass() -> None:
    pitch = with_ball()
    pitch.give_ball(RED[4])
    assert pitch.played(after_ms=1000) == {"play": "pass", "player": CARRIER, "to": RED[4]}


def test_a_ball_alone_in_a_zone_may_have_been_sent_up_and_is_asked_about() -> None:
    pitch = with_ball()
    pitch.put_ball("c3")
    assert pitch.asked() == ({"play": "chandelle", "player": CARRIER, "zone": "c3"},)


def test_with_its_command_card_it_was_sent_up() -> None:
    pitch = with_ball()
    pitch.lay("CMD:CHANDELLE", "red.command")
    pitch.put_ball("c3")
    assert pitch.played() == {"play": "chandelle", "player": CARRIER, "zone": "c3"}


def test_the_ball_on_the_ground_is_picked_up_by_who_it_is_put_beside() -> None:
    pitch = with_state({"ball.zone": "c2", "ball.carrier": None, "ball.state": "ground"})
    pitch.give_ball(RED[4])
    assert pitch.played() == {"play": "pick_up", "player": RED[4]}


def test_or_by_the_only_one_who_can_with_the_command_card() -> None:
    pitch = with_state({"ball.zone": "c2", "ball.carrier": None, "ball.state": "ground"})
    pitch.lay("CMD:PICK-UP", "red.command")
    assert pitch.played() == {"play": "pick_up", "player": RED[4]}


def test_a_ball_between_two_who_could_is_asked_about() -> None:
    both = {f"players.{RED[3]}.zone": "c2"}
    pitch = with_state({"ball.zone": "c2", "ball.carrier": None, "ball.state": "ground", **both})
    pitch.lay("CMD:PICK-UP", "red.command")
    assert {option["player"] for option in pitch.asked()} == {RED[3], RED[4]}


def _intercepting() -> Pitch:
    """A pass that two of the other side could take."""
    near = {f"players.{BLUE[4]}.zone": "c2", f"players.{BLUE[3]}.zone": "b2"}
    pitch = with_ball(**near)
    pitch.give_ball(RED[4])
    pitch.played(after_ms=1000)
    return pitch


def test_the_ball_beside_an_opponent_says_who_intercepts() -> None:
    pitch = _intercepting()
    pitch.give_ball(BLUE[3])
    assert pitch.played() == {"play": "intercept", "player": BLUE[3]}


def test_no_says_that_nobody_does() -> None:
    pitch = _intercepting()
    pitch.lay("CMD:NO", "blue.command")
    assert pitch.played() == {"play": "no_intercept"}


def test_no_on_the_other_coachs_place_says_nothing() -> None:
    pitch = _intercepting()
    pitch.lay("CMD:NO", "red.command")
    assert not isinstance(pitch.look(3000), SureReading)


# --- in every game


def test_take_back_is_always_asked_about() -> None:
    pitch = with_ball()
    pitch.lay("CMD:UNDO", "red.command")
    assert pitch.asked() == ({"play": "undo"},)


def test_a_move_that_was_taken_back_is_not_read_again_and_the_token_must_go_back() -> None:
    pitch = with_ball()
    pitch.walk(RED[4], "c3")
    pitch.played()
    pitch.play({"play": "undo"})
    answer = pitch.look(9000)
    assert isinstance(answer, Desync)
    pitch.walk(RED[4], "c2")
    assert pitch.look(3000) is None
    pitch.walk(RED[4], "c3")
    assert pitch.played()["to"] == "c3"


def test_a_hand_resting_on_a_token_changes_nothing() -> None:
    pitch = with_ball()
    pitch.cover(pitch.tokens[RED[4]])
    assert pitch.look(9000) is None


def test_a_token_that_is_tidied_within_its_zone_says_nothing_now_or_later() -> None:
    pitch = with_ball()
    pitch.take(pitch.tokens[RED[4]])
    pitch.tokens[RED[4]] = pitch.lay(str(STANDING[RED[4]]), "c2", shift_mm=(0, 30))
    assert pitch.look(3000) is None
    pitch.play({"play": "override", "set": {f"players.{RED[4]}.zone": "c3"}, "reason": "for the test"})
    assert not isinstance(pitch.look(3000), SureReading)


def test_after_a_restart_what_lies_there_says_nothing_again() -> None:
    pitch = with_ball()
    pitch.walk(RED[4], "c3")
    answer = pitch.look(1000, SureReading)
    assert isinstance(answer, SureReading)
    pitch.play(write_play(answer.play))
    seen = [one for one in answer.evidence if isinstance(one, Sighting)]
    pitch.reader = Reader(GAMES["boufbowl"], MEANINGS["boufbowl"], Identities(pitch.mat, names_of(CARDS), {}))
    pitch.reader.recall(seen)
    pitch.reader.sees(pitch.now_ms, is_seeing=True)
    pitch.reader.see(seen[0])
    assert not isinstance(pitch.look(4000), SureReading | TableQuestion)


def test_without_any_token_on_the_mat_nothing_is_missed() -> None:
    table = TestTable("boufbowl", SETUP, CARDS, KICKED_OFF)
    assert table.look(20_000) is None


@pytest.mark.parametrize("zone", ["red_end", "blue_end"])
def test_a_chandelle_goes_into_an_endzone_too(zone: str) -> None:
    pitch = with_ball()
    pitch.lay("CMD:CHANDELLE", "red.command")
    pitch.put_ball(zone)
    read = pitch.look(3000)
    assert isinstance(read, SureReading)
    assert write_play(read.play) == {"play": "chandelle", "player": CARRIER, "zone": zone}


# --- what contradicts the match


def test_who_is_not_stood_up_is_told_two_seconds_after_the_hand_and_nothing_else_is_read_before() -> None:
    pitch = with_state({f"players.{RED[0]}.standing": False})
    pitch.play({"play": "stand", "player": RED[0]})
    assert pitch.look(500) is None
    pitch.hands(are_over=True)
    pitch.walk(RED[1], "c1")
    pitch.lay("CMD:END-TURN", "red.command")
    assert pitch.look(1500) is None
    pitch.hands(are_over=False)
    assert "belongs on" in pitch.told(2000)
    pitch.turn(RED[0], is_standing=True)
    assert pitch.played(2000) == {"play": "move", "player": RED[1], "to": "c1"}
    assert pitch.played(2000) == {"play": "end_turn"}
