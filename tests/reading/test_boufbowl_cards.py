"""What Boufbowl's table means, oppositions and cards: docs/mats.md, sentence by sentence."""

from companion.mat import ZonesSeen
from companion.observation import ReadingStatus, What
from companion.reading.answer import Desync, SureReading
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.words import translate
from tests.reading.pitch import (
    BLUE,
    BLUE_ZONES,
    CARRIER,
    EXPERT,
    KICKED_OFF,
    PLACED,
    RED,
    RED_ZONES,
    Pitch,
    with_ball,
)

# --- oppositions


def _tackling(**changes: object) -> Pitch:
    pitch = with_ball(**{f"players.{BLUE[4]}.zone": "c2", **changes})
    pitch.command = pitch.lay("CMD:TACKLE", "red.command")  # type: ignore[attr-defined]
    return pitch


def test_the_command_card_says_the_only_tackle() -> None:
    assert _tackling().played() == {"play": "tackle", "player": RED[4], "target": BLUE[4]}


def _two_near() -> Pitch:
    """Two who could be tackled; red's player is pushed against one of them."""
    pitch = with_ball(**{f"players.{BLUE[4]}.zone": "c2", f"players.{BLUE[3]}.zone": "c2"})
    pitch.push(RED[4], BLUE[3])
    pitch.wait(300)
    return pitch


def test_of_several_the_one_who_was_pushed_against_his_opponent_tackles() -> None:
    pitch = _two_near()
    pitch.lay("CMD:TACKLE", "red.command")
    assert pitch.played() == {"play": "tackle", "player": RED[4], "target": BLUE[3]}


def test_who_is_pushed_against_a_player_out_of_sight_is_asked_whom_he_tackles() -> None:
    pitch = _two_near()
    pitch.take(pitch.tokens[BLUE[3]])
    pitch.lay("CMD:TACKLE", "red.command")
    assert {option["target"] for option in pitch.asked()} == {BLUE[3], BLUE[4]}


def test_a_player_who_is_covered_where_he_stood_is_tackled_there() -> None:
    pitch = _two_near()
    pitch.cover(pitch.tokens[BLUE[3]])
    pitch.lay("CMD:TACKLE", "red.command")
    assert pitch.played() == {"play": "tackle", "player": RED[4], "target": BLUE[3]}


def test_who_tackled_and_is_covered_now_may_have_been_pushed_against_another() -> None:
    pitch = _two_near()
    pitch.reader.account_for(pitch.reader.table.lying)
    pitch.cover(pitch.tokens[RED[4]])
    pitch.lay("CMD:TACKLE", "red.command")
    assert {option["target"] for option in pitch.asked()} == {BLUE[3], BLUE[4]}


def _opposing() -> Pitch:
    pitch = _tackling()
    pitch.played()
    return pitch


def _declined() -> Pitch:
    """Blue has said «No», and taken the card back."""
    pitch = _opposing()
    no = pitch.lay("CMD:NO", "blue.command")
    pitch.look(1000)
    pitch.take(no)
    pitch.look(1000)
    return pitch


def test_a_no_counts_that_was_taken_back_before_the_other_coach_turned_his_cards() -> None:
    pitch = _declined()
    pitch.lay("AR001-900", "red.bonus")
    assert pitch.all_played() == [
        {"play": "commit", "seat": "red", "cards": 1},
        {"play": "commit", "seat": "blue", "cards": 0},
        {"play": "bonus", "seat": "red", "cards": ["AR001-900"]},
    ]


def test_a_no_that_hardly_lay_there_says_nothing() -> None:
    pitch = _opposing()
    pitch.take(pitch.lay("CMD:NO", "blue.command"))
    pitch.lay("AR001-900", "red.bonus")
    assert pitch.look(6000) is None


def test_who_has_said_no_and_turns_a_card_up_is_asked() -> None:
    pitch = _declined()
    pitch.lay("AB024-900", "blue.bonus")
    pitch.lay("AR001-900", "red.bonus")
    assert len(pitch.asked(6000)) == 1


def test_a_card_turned_up_late_is_added_as_long_as_no_dice_have_fallen() -> None:
    pitch = _opposing()
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-60, 0))
    no = pitch.lay("CMD:NO", "blue.command")
    assert pitch.all_played()[-1] == {"play": "bonus", "seat": "red", "cards": ["AR001-900"]}
    pitch.take(no)
    pitch.wait(5000)
    pitch.lay("AR004-900", "red.bonus")
    assert pitch.all_played() == [
        {"play": "commit", "seat": "red", "cards": 2},
        {"play": "commit", "seat": "blue", "cards": 0},
        {"play": "bonus", "seat": "red", "cards": ["AR001-900", "AR004-900"]},
    ]
    assert sum(entry.play.kind == "commit" for entry in pitch.match.entries) == 2


def test_cards_turned_up_and_a_no_say_all_that_is_added() -> None:
    pitch = _opposing()
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-60, 0))
    pitch.lay("AR004-900", "red.bonus")
    pitch.lay("CMD:NO", "blue.command")
    assert pitch.all_played() == [
        {"play": "commit", "seat": "red", "cards": 2},
        {"play": "commit", "seat": "blue", "cards": 0},
        {"play": "bonus", "seat": "red", "cards": ["AR001-900", "AR004-900"]},
    ]


def test_bonus_cards_are_told_from_the_left_whichever_was_seen_first() -> None:
    pitch = _opposing()
    pitch.lay("AR004-900", "red.bonus")
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-60, 0))
    pitch.lay("CMD:NO", "blue.command")
    assert pitch.all_played()[-1] == {"play": "bonus", "seat": "red", "cards": ["AR001-900", "AR004-900"]}


def test_a_second_card_is_waited_for_though_no_hand_is_over_the_table() -> None:
    pitch = _opposing()
    pitch.lay("CMD:NO", "blue.command")
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-30, 0))
    pitch.hands(are_over=False)
    assert pitch.look(2000) is None
    pitch.lay("AR004-900", "red.bonus", shift_mm=(30, 0))
    assert pitch.all_played()[-1] == {"play": "bonus", "seat": "red", "cards": ["AR001-900", "AR004-900"]}


def test_the_last_card_turned_up_counts_although_it_has_lain_there_for_a_moment_only() -> None:
    pitch = _opposing()
    pitch.lay("CMD:NO", "blue.command")
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-30, 0))
    pitch.wait(1900)
    pitch.lay("AR004-900", "red.bonus", shift_mm=(30, 0))
    pitch.reader.rests(pitch.now_ms, is_at_rest=True, zones=ZonesSeen(frozenset({"red.bonus", "blue.bonus"})))
    assert pitch.all_played()[-1] == {"play": "bonus", "seat": "red", "cards": ["AR001-900", "AR004-900"]}


def test_a_face_beside_which_something_unread_lies_is_asked_about() -> None:
    pitch = _opposing()
    pitch.lay("CMD:NO", "blue.command")
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-30, 0), what=What.FACE)
    pitch.reader.rests(pitch.now_ms, is_at_rest=True, zones=ZonesSeen(frozenset({"blue.bonus"})))
    assert pitch.asked()[-1] == {"play": "bonus", "seat": "red", "cards": ["AR001-900"]}


def test_a_face_beside_one_that_may_be_either_of_two_cards_is_asked_about() -> None:
    pitch = _opposing()
    pitch.lay("CMD:NO", "blue.command")
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-50, 0), what=What.FACE)
    pitch.lay_face("red.bonus", ReadingStatus.AMBIGUOUS, "AR004-900", "AR006-900")
    pitch.reader.rests(pitch.now_ms, is_at_rest=True, zones=ZonesSeen(frozenset({"red.bonus", "blue.bonus"})))
    asked = [one["cards"] for one in pitch.asked() if one["play"] == "bonus"]
    assert asked == [["AR001-900"], ["AR001-900", "AR004-900"], ["AR001-900", "AR006-900"]]


def test_a_face_that_lies_alone_is_believed() -> None:
    pitch = _opposing()
    pitch.lay("CMD:NO", "blue.command")
    pitch.lay("AR001-900", "red.bonus", shift_mm=(-30, 0), what=What.FACE)
    pitch.reader.rests(pitch.now_ms, is_at_rest=True, zones=ZonesSeen(frozenset({"red.bonus", "blue.bonus"})))
    assert pitch.all_played()[-1] == {"play": "bonus", "seat": "red", "cards": ["AR001-900"]}


def test_a_hidden_bonus_card_is_told_once_the_other_coach_has_turned_his_up() -> None:
    pitch = _opposing()
    pitch.shine("blue.bonus")
    assert pitch.look(4_000) is None
    pitch.lay("AR001-900", "red.bonus")
    assert pitch.told(1_000).startswith("blue: a reflected light hides the card on")


def test_as_long_as_a_coach_says_nothing_the_other_one_is_waited_for() -> None:
    pitch = _opposing()
    pitch.lay("AR001-900", "red.bonus")
    assert not isinstance(pitch.look(3000), SureReading)


def test_a_card_and_a_no_of_one_coach_are_asked_about() -> None:
    pitch = _opposing()
    pitch.lay("AR001-900", "red.bonus")
    pitch.lay("CMD:NO", "red.command")
    pitch.lay("CMD:NO", "blue.command")
    assert len(pitch.asked()) == 1


def test_a_card_whose_bonus_is_for_something_else_is_not_added() -> None:
    pitch = _opposing()
    pitch.lay("AR011-900", "red.bonus")
    pitch.lay("CMD:NO", "blue.command")
    assert not isinstance(pitch.look(3000), SureReading)


def test_the_table_must_show_who_was_knocked_down() -> None:
    pitch = _opposing()
    for seat in ("red", "blue"):
        pitch.play({"play": "commit", "seat": seat, "cards": 0})
    pitch.play({"play": "dice", "seat": "red", "stars": [3], "damage": []})
    pitch.play({"play": "dice", "seat": "blue", "stars": [0], "damage": []})
    assert not pitch.view["players"][BLUE[4]]["standing"]
    assert pitch.look(5000) is None
    answer = pitch.look(3000)
    assert isinstance(answer, Desync)
    assert "Blue 5, down" in translate(answer.says[0], "en")
    assert "à terre" in translate(answer.says[0], "fr")
    pitch.turn(BLUE[4], is_standing=False)
    assert pitch.look(3000) is None


# --- effects


def test_an_effect_without_players_is_said_by_its_card_alone() -> None:
    pitch = with_ball()
    pitch.lay("AR023-900", "red.card")
    assert pitch.played() == {"play": "card", "seat": "red", "ref": "AR023-900"}


def test_an_effect_that_moves_a_player_is_said_by_card_and_token() -> None:
    pitch = with_ball()
    pitch.lay("AR029-900", "red.card")
    pitch.wait(300)
    pitch.walk(RED[4], "c3")
    play = pitch.played()
    assert play["targets"] == [{"player": RED[4], "to": "c3"}]


def test_lightning_is_played_in_the_others_turn() -> None:
    pitch = with_ball()
    pitch.lay("AB025-900", "blue.card")
    assert pitch.played()["seat"] == "blue"


def test_a_card_without_lightning_in_the_others_turn_is_explained() -> None:
    pitch = with_ball()
    pitch.lay("AB023-900", "blue.card")
    assert "lightning" in pitch.told()


# --- expert


def test_an_order_is_said_by_its_command_card() -> None:
    pitch = Pitch(*_expert_kickoff(), mode="expert")
    pitch.lay("CMD:ORDER-SPRINT", "red.command")
    assert pitch.played() == {"play": "order", "slot": "sprint"}


def _with_fervour(*refs: str) -> Pitch:
    changes = {f"players.{ref}.fervour": 5 for ref in refs}
    override = {"play": "override", "set": changes, "reason": "for the test"}
    return Pitch(*_expert_kickoff(), override, mode="expert")


def test_who_buys_a_power_is_asked() -> None:
    pitch = _with_fervour(RED[3], RED[4])
    pitch.lay("PW006-900", "red.power")
    assert {(option["player"], option["from"]) for option in pitch.asked()} == {
        (RED[3], "shown"),
        (RED[4], "shown"),
    }


def test_what_comes_up_on_the_stand_is_said_by_its_card() -> None:
    pitch = _with_fervour(RED[3])
    pitch.lay("PW006-900", "red.power")
    assert pitch.played()["from"] == "shown"
    pitch.lay("PW008-900", "red.power")
    assert pitch.played() == {"play": "show", "power": "PW008-900"}
    assert "PW008-900" in pitch.view["shown"]


def test_a_power_that_comes_up_before_the_draw_does_not_show_a_draw() -> None:
    pitch = _with_fervour(RED[3])
    pitch.lay("PW006-900", "red.power")
    assert pitch.played()["from"] == "shown"
    pitch.play({"play": "override", "set": {"hands.blue": 4}, "reason": "for the test"})
    pitch.play({"play": "end_turn"})
    pitch.lay("PW008-900", "red.power")
    assert pitch.played() == {"play": "show", "power": "PW008-900"}


def test_a_power_of_ones_own_is_used_by_its_card() -> None:
    pitch = Pitch(*KICKED_OFF)
    pitch.lay(RED[3], "red.power")
    assert pitch.played() == {"play": "use_power", "player": RED[3], "power": RED[3]}


def test_a_card_with_the_lightning_is_played_in_mid_pass() -> None:
    ball = {"ball.zone": "a2", "ball.carrier": CARRIER, "ball.state": "held"}
    override = {"play": "override", "set": ball, "reason": "for the test"}
    pitch = Pitch(*KICKED_OFF, override, house={"lightning": "any_moment"})
    pitch.give_ball(RED[4])
    assert pitch.played(after_ms=1000) == {"play": "pass", "player": CARRIER, "to": RED[4]}
    offered = GAMES["boufbowl"].options(pitch.match.state, "blue", "card")
    lightning = next(play.ref for play in offered if not play.targets)
    pitch.lay(lightning, "blue.card")
    assert pitch.played() == {"play": "card", "seat": "blue", "ref": lightning}
    pitch.lay("CMD:RESOLVE", "red.command")
    assert pitch.played() == {"play": "resolve"}


def _expert_kickoff() -> tuple[Json, ...]:
    red, blue = EXPERT["teams"]["red"]["players"], EXPERT["teams"]["blue"]["players"]
    return (
        {**PLACED[0], "zones": dict(zip(red, RED_ZONES.values(), strict=True)), "ball": red[2]},
        {**PLACED[1], "zones": dict(zip(blue, BLUE_ZONES.values(), strict=True))},
        KICKED_OFF[2],
    )
