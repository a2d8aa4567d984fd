"""What OFUSAIDO's table means: docs/mats.md, sentence by sentence."""

from typing import Any

import pytest

from companion.reading.answer import Desync, Puzzle, TableQuestion
from companion.reading.identity import copies_in
from companion.words import translate
from tests.reading.branching import (
    AWAY,
    BALL,
    CARDS,
    DEFENDER,
    DRIBBLER,
    FOURTH,
    HOME,
    OCCASION,
    SETUP,
    SHOOTER,
    WINGER,
    branching_table,
)
from tests.reading.table import TestTable


@pytest.fixture
def table() -> TestTable:
    return TestTable("ofusaido", SETUP, CARDS)


@pytest.fixture
def branching() -> TestTable:
    return branching_table()


def test_an_occasion_laid_in_play_is_an_attempt(branching: TestTable) -> None:
    assert branching.view["phase"] == "advance"


def test_a_card_in_the_pass_slot_with_the_ball_on_a_zone_is_a_pass_to_it(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.centre")
    branching.lay(WINGER, "home.pass")
    assert branching.played() == {
        "play": "advance",
        "seat": "home",
        "card": WINGER,
        "intent": "pass",
        "to": "c",
    }


def test_with_two_ways_and_no_ball_the_table_is_asked(branching: TestTable) -> None:
    branching.lay(WINGER, "home.pass")
    assert branching.look(after_ms=1000) is None
    assert [option["to"] for option in branching.asked()] == ["b", "c"]


def test_while_a_hand_is_over_the_table_the_ball_may_still_follow_and_nothing_is_asked(
    branching: TestTable,
) -> None:
    branching.lay(WINGER, "home.pass")
    assert branching.look(after_ms=1000) is None
    branching.hands(are_over=True)
    assert branching.look(3000) is None
    branching.hands(are_over=False)
    assert [option["to"] for option in branching.asked(100)] == ["b", "c"]


def test_the_ball_put_down_after_the_card_answers_the_question(branching: TestTable) -> None:
    branching.lay(WINGER, "home.pass")
    assert isinstance(branching.look(3000), TableQuestion)
    branching.lay(BALL, "pitch.2.left")
    assert branching.played()["to"] == "b"


def test_a_card_taken_back_within_the_hold_is_not_played(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.left")
    card = branching.lay(WINGER, "home.pass")
    branching.wait(100)
    branching.take(card)
    assert branching.look() is None


def test_two_cards_laid_at_once_for_one_pass_are_asked_about(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.left")
    branching.lay(WINGER, "home.pass")
    branching.lay(DRIBBLER, "home.dribble")
    options = branching.asked()
    assert {(option["card"], option["intent"]) for option in options} == {
        (WINGER, "pass"),
        (DRIBBLER, "dribble"),
    }


def _passed(table: TestTable) -> TestTable:
    table.ball = table.lay(BALL, "pitch.2.left")  # type: ignore[attr-defined]
    table.lay(WINGER, "home.pass")
    table.played()
    return table


def test_the_ball_put_before_a_dribbler_passes_does_not_dribble(branching: TestTable) -> None:
    branching.play(
        {"play": "advance", "seat": "home", "card": WINGER, "intent": "dribble", "to": "b"},
    )
    card = branching.lay(WINGER, "home.dribble")
    branching.reader.account_for(branching.reader.table.lying)
    branching.play({"play": "let_pass", "seat": "away"})
    branching.look(1000)
    to = next(option.to for _, option in _advances(branching) if option.card == WINGER)
    zone = branching.match.state.sheet.zones["OC003-900"][to]
    branching.lay(BALL, f"pitch.{zone.row}.{zone.column}")
    assert branching.look(800) is None
    branching.move(card, "home.pass")
    assert branching.played(1500)["intent"] == "pass"


def _advances(table: TestTable) -> list[tuple[str | None, Any]]:
    return [
        (one.seat, play)
        for one in table.match.expects()
        if "advance" in one.plays
        for play in table.match.rules.options(table.match.state, one.seat, "advance")
    ]


def test_a_card_in_the_defenders_slot_opposes(branching: TestTable) -> None:
    _passed(branching).lay(DEFENDER, "away.oppose")
    assert branching.played() == {"play": "oppose", "seat": "away", "card": DEFENDER}


def test_a_command_card_lets_pass(branching: TestTable) -> None:
    _passed(branching).lay("CMD:LET-PASS", "away.command")
    assert branching.played() == {"play": "let_pass", "seat": "away"}


def test_a_command_card_on_the_other_sides_place_says_nothing_and_is_explained(branching: TestTable) -> None:
    _passed(branching).lay("CMD:LET-PASS", "home.command")
    assert "cannot act now" in branching.told()


def test_a_defender_and_let_pass_at_once_are_asked_about(branching: TestTable) -> None:
    _passed(branching).lay("CMD:LET-PASS", "away.command")
    branching.lay(DEFENDER, "away.oppose")
    assert len(branching.asked()) == 2


def test_the_opponents_card_in_my_slot_is_explained_and_not_played(branching: TestTable) -> None:
    _passed(branching).lay(SHOOTER, "away.oppose")
    told = branching.told()
    assert SHOOTER in told
    assert "squad" in told or "team" in told


def test_a_card_laid_too_early_is_played_when_its_moment_comes(branching: TestTable) -> None:
    branching.lay(DEFENDER, "away.oppose")
    assert isinstance(branching.look(4000), Puzzle)
    _passed(branching)
    assert branching.played()["play"] == "oppose"


def _opposed(table: TestTable) -> TestTable:
    _passed(table).lay(DEFENDER, "away.oppose")
    table.played()
    return table


ATTACK_ENERGY, DEFENCE_ENERGY = HOME["energies"][0], AWAY["energies"][0]


def test_a_revealed_energy_says_that_nobody_adds_support(branching: TestTable) -> None:
    _opposed(branching).lay(ATTACK_ENERGY, "home.energies")
    assert branching.played() == {"play": "reveal", "seat": "home", "energy": ATTACK_ENERGY}
    branching.lay(DEFENCE_ENERGY, "away.energies")
    branching.played()
    assert branching.view["phase"] != "reveal"


def test_energies_turned_at_once_are_read_in_the_order_of_the_rules(branching: TestTable) -> None:
    _opposed(branching).lay(DEFENCE_ENERGY, "away.energies")
    branching.lay(ATTACK_ENERGY, "home.energies")
    assert branching.played()["seat"] == "home"
    assert branching.played()["seat"] == "away"


def test_supports_laid_together_are_one_play(branching: TestTable) -> None:
    _opposed(branching).lay(SHOOTER, "home.support", shift_mm=(-60, 0))
    branching.wait(300)
    branching.lay(FOURTH, "home.support", shift_mm=(20, 0))
    assert branching.played(2000) == {"play": "support", "seat": "home", "cards": [SHOOTER, FOURTH]}


def test_a_support_laid_later_joins_the_first_as_long_as_nobody_has_gone_on(branching: TestTable) -> None:
    _opposed(branching).lay(SHOOTER, "home.support", shift_mm=(-60, 0))
    assert branching.played(2000) == {"play": "support", "seat": "home", "cards": [SHOOTER]}
    branching.wait(4000)
    branching.lay(FOURTH, "home.support", shift_mm=(20, 0))
    assert branching.played(2000) == {"play": "support", "seat": "home", "cards": [SHOOTER, FOURTH]}
    assert [play.play.kind for play in branching.match.entries].count("support") == 1


def test_a_support_laid_once_energies_are_to_be_turned_is_told_to_be_too_late(branching: TestTable) -> None:
    _opposed(branching).lay(SHOOTER, "home.support", shift_mm=(-60, 0))
    branching.played(2000)
    for seat in ("away", "home"):
        branching.lay("CMD:NO-SUPPORT", f"{seat}.command")
        branching.played()
    branching.lay(FOURTH, "home.support", shift_mm=(20, 0))
    assert "“Add support” is not possible now" in branching.told()


def test_an_energy_turned_while_a_support_is_laid_is_asked_about(branching: TestTable) -> None:
    _opposed(branching).lay(ATTACK_ENERGY, "home.energies")
    branching.lay(SHOOTER, "home.support")
    kinds = {option["play"] for option in branching.asked()}
    assert kinds == {"support", "reveal"}


def test_the_base_energy_lies_on_the_left_as_its_side_sees_it(branching: TestTable) -> None:
    _opposed(branching).lay(SHOOTER, "home.support")
    branching.played(2000)
    branching.lay("CMD:NO-SUPPORT", "away.command")
    branching.played()
    other = next(ref for ref in HOME["energies"] if ref != ATTACK_ENERGY)
    branching.lay(other, "home.energies", shift_mm=(40, 0))
    branching.lay(ATTACK_ENERGY, "home.energies", shift_mm=(-60, 0))
    assert branching.played()["energy"] == ATTACK_ENERGY


def test_a_card_that_the_camera_loses_for_a_moment_is_not_played_twice(branching: TestTable) -> None:
    _passed(branching)
    first = 3  # the occasion, the ball, the card
    branching.take(first)
    branching.wait(300)
    branching.lay(WINGER, "home.pass")
    assert branching.look(4000) is None


def test_a_hand_that_rests_on_a_card_changes_nothing(branching: TestTable) -> None:
    _passed(branching).cover(3)
    assert branching.look(6000) is None


def test_a_base_card_taken_away_in_mid_duel_stops_the_reading_until_it_is_back(branching: TestTable) -> None:
    _opposed(branching).take(3)
    answer = branching.look(4000)
    assert isinstance(answer, Desync)
    branching.lay(ATTACK_ENERGY, "home.energies")
    assert isinstance(branching.look(), Desync)
    branching.lay(WINGER, "home.pass")
    assert branching.played()["play"] == "reveal"


def test_cards_of_a_seat_that_lays_none_are_not_missed(branching: TestTable) -> None:
    """The program holds them; nothing is missing when its base player does not lie there."""
    branching.reader.play_for((WINGER,), ())
    _opposed(branching).take(3)
    assert branching.look(4000) is None
    branching.lay(ATTACK_ENERGY, "home.energies")
    assert branching.played()["play"] == "reveal"


def test_a_pass_pushed_into_the_dribble_slot_is_a_contradiction(branching: TestTable) -> None:
    _opposed(branching).move(3, "home.dribble")
    assert "Dribble" in branching.told()


def test_a_table_that_is_right_as_it_is_goes_on(branching: TestTable) -> None:
    _opposed(branching).take(3)
    answer = branching.look(4000)
    assert isinstance(answer, Desync)
    branching.reader.excuse(answer)
    branching.lay(ATTACK_ENERGY, "home.energies")
    assert branching.played()["play"] == "reveal"


def test_cards_swept_away_at_the_end_of_a_turn_are_no_contradiction(branching: TestTable) -> None:
    _passed(branching).play({"play": "oppose", "seat": "away", "card": DEFENDER})
    branching.play({"play": "reveal", "seat": "home", "energy": "EN001-900"})
    while branching.view["phase"] == "reveal":
        seat = branching.match.expects()[0].seat
        branching.play(
            {"play": "reveal", "seat": seat, "energy": "EN003-900" if seat == "home" else "EN013-900"}
        )
    if branching.view["turn"] == 1:
        branching.play({"play": "give_up", "seat": "home"})
    for thing in (1, 2, 3):
        branching.take(thing)
    assert branching.look(5000) is None


def test_what_is_undone_is_not_read_again_from_the_same_cards(branching: TestTable) -> None:
    _passed(branching).play({"play": "undo"})
    assert branching.look(5000) is None
    branching.take(3)
    branching.wait(1000)
    branching.look()
    branching.lay(DRIBBLER, "home.pass")
    assert isinstance(branching.look(3000), TableQuestion)


def test_take_back_is_always_asked_about(branching: TestTable) -> None:
    _passed(branching).lay("CMD:UNDO", "home.command")
    assert branching.asked() == ({"play": "undo"},)


def test_the_same_reference_twice_is_explained(branching: TestTable) -> None:
    _passed(branching).lay(WINGER, "home.support")
    assert WINGER in branching.told()


def test_a_poster_of_another_game_is_named_and_not_played(branching: TestTable) -> None:
    branching.lay("https://example.org", "home.pass")
    assert "not a card of this match" in branching.told()


def test_a_card_on_the_reading_spot_is_offered_all_that_it_may_do(branching: TestTable) -> None:
    branching.lay(WINGER, "reading_spot")
    assert {option["intent"] for option in branching.asked()} >= {"pass", "dribble"}


def test_after_a_wall_the_ball_that_stays_where_it_was_aimed_at_says_so_once_the_table_goes_on(
    branching: TestTable,
) -> None:
    crosser = next(
        card["ref"] for card in CARDS if card["ref"] in HOME["players"] and "CENTRE" in card["icons"]
    )
    wall = next(card["ref"] for card in CARDS if card["ref"] in AWAY["players"] and "MUR" in card["icons"])
    branching.lay(BALL, "pitch.2.centre")
    branching.lay(crosser, "home.cross")
    assert branching.played()["to"] == "c"
    branching.lay(wall, "away.oppose")
    branching.played()
    assert branching.look(4000) is None
    branching.lay("CMD:NO-SUPPORT", "home.command")
    assert branching.played() == {"play": "redirect", "seat": "home", "to": "c"}
    assert branching.played() == {"play": "no_support", "seat": "home"}


def test_an_action_may_be_played_by_the_side_that_is_not_waited_for(branching: TestTable) -> None:
    action = AWAY["actions"][0]
    branching.lay(action, "away.action.1")
    assert branching.played() == {"play": "action", "seat": "away", "card": action, "choice": 1}


def test_a_match_that_goes_on_after_a_restart_does_not_play_its_cards_again(branching: TestTable) -> None:
    _passed(branching)
    again = TestTable("ofusaido", branching.match.setup, CARDS)
    again.match = branching.match
    again.reader.recall([thing.sighting for thing in branching.reader.table.lying])
    again.wait(branching.now_ms)
    again.lay("OC003-900", "occasion")
    again.lay(WINGER, "home.pass")
    again.lay(BALL, "pitch.2.left")
    assert again.look(5000) is None
    again.lay(DEFENDER, "away.oppose")
    assert again.played()["play"] == "oppose"


def _restarted(begun: TestTable) -> TestTable:
    """The match goes on; what its plays were said with is recalled, and nothing has been seen yet."""
    again = TestTable("ofusaido", begun.match.setup, CARDS)
    again.match = begun.match
    again.reader.recall([thing.sighting for thing in begun.reader.table.lying])
    again.wait(begun.now_ms)
    return again


def test_after_a_restart_a_command_that_lies_there_no_more_may_be_given_again_at_once(
    branching: TestTable,
) -> None:
    _passed(branching)
    branching.lay("CMD:LET-PASS", "away.command")
    again = _restarted(branching)
    again.lay("OC003-900", "occasion")
    again.lay(WINGER, "home.pass")
    again.lay(BALL, "pitch.2.left")
    assert again.look(100) is None
    again.lay("CMD:LET-PASS", "away.command")
    assert again.played() == {"play": "let_pass", "seat": "away"}


def test_after_a_restart_a_card_that_lies_under_another_is_not_missed(branching: TestTable) -> None:
    _passed(branching)
    again = _restarted(branching)
    again.lay("OC003-900", "occasion")
    assert again.look(6000) is None


def test_a_command_that_lies_there_at_a_restart_may_be_an_old_one_and_is_asked_about(
    branching: TestTable,
) -> None:
    _passed(branching)
    branching.lay("CMD:LET-PASS", "away.command")
    again = _restarted(branching)
    again.lay("OC003-900", "occasion")
    again.lay(WINGER, "home.pass")
    again.lay("CMD:LET-PASS", "away.command")
    assert again.asked() == ({"play": "let_pass", "seat": "away"},)


# --- abilities, and cards before the draw

SHOWN, FROM_TABLE = "JO016-900", "JO001-900"
"""Home's players with an ability in the hand, and with one on the table."""
STAFF = HOME["actions"][0]


def test_a_footballer_on_action_announces_his_ability_from_the_hand(branching: TestTable) -> None:
    branching.lay(SHOWN, "home.action.2")
    assert branching.played() == {"play": "ability", "seat": "home", "card": SHOWN, "effect": 1}


def test_a_footballer_who_goes_from_his_slot_to_action_announces_his_ability_from_the_table(
    branching: TestTable,
) -> None:
    branching.lay(BALL, "pitch.2.left")
    card = branching.lay(FROM_TABLE, "home.pass")
    assert branching.played()["play"] == "advance"
    branching.lay(DEFENDER, "away.oppose")
    assert branching.played()["play"] == "oppose"
    branching.move(card, "home.action.1")
    assert branching.played() == {"play": "ability", "seat": "home", "card": FROM_TABLE, "effect": 1}
    assert branching.look(6000) is None


def test_of_two_abilities_the_slot_says_which(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.left")
    branching.lay(WINGER, "home.pass")
    assert branching.played()["play"] == "advance"
    card = branching.lay("JO031-900", "away.oppose")
    assert branching.played()["play"] == "oppose"
    branching.move(card, "away.action.2")
    assert branching.played() == {"play": "ability", "seat": "away", "card": "JO031-900", "effect": 2}


def test_a_footballer_without_an_ability_on_action_is_explained(branching: TestTable) -> None:
    branching.lay(WINGER, "home.action.1")
    puzzle = branching.look(6000)
    assert isinstance(puzzle, Puzzle)
    assert "no ability that is announced" in translate(puzzle.says, "en")


def given_up(table: TestTable) -> TestTable:
    """The attack is given up, and `home` is to turn an occasion over."""
    table.lay("CMD:GIVE-UP", "home.command")
    assert table.played()["play"] == "give_up"
    assert table.view["phase"] == "flip"
    return table


def test_a_card_on_action_right_after_a_turn_is_played_before_the_draw(branching: TestTable) -> None:
    given_up(branching).lay(STAFF, "home.action.1")
    assert branching.played() == {
        "play": "action",
        "seat": "home",
        "card": STAFF,
        "choice": 1,
        "before_draw": True,
    }
    branching.lay(AWAY["coach"], "away.action.1")
    assert branching.played() == {"play": "coach_bonus", "seat": "away", "before_draw": True}


def turn_begun(table: TestTable) -> TestTable:
    """The last turn has ended with nothing to turn over: the next one may begin, and hands are not filled yet."""
    table.play({"play": "override", "set": {"teams.home.occasions_left": 1}, "reason": "one is left"})
    table.lay("CMD:GIVE-UP", "home.command")
    assert table.played()["play"] == "give_up"
    assert (table.view["phase"], table.view["before_draw"]) == ("turn", True)
    return table


def test_where_the_next_turn_may_begin_too_the_table_is_asked(branching: TestTable) -> None:
    turn_begun(branching).lay(STAFF, "home.action.1")
    assert [option.get("before_draw", False) for option in branching.asked()] == [True, False]


def test_a_command_card_says_that_it_is_before_the_draw(branching: TestTable) -> None:
    turn_begun(branching).lay("CMD:BEFORE-DRAW", "home.command")
    branching.lay(STAFF, "home.action.2")
    assert branching.played() == {
        "play": "action",
        "seat": "home",
        "card": STAFF,
        "choice": 2,
        "before_draw": True,
    }


# --- what contradicts the match


def test_after_a_card_was_cleared_too_early_nothing_is_read_and_it_is_told_when_the_hand_has_gone(
    branching: TestTable,
) -> None:
    branching.lay(BALL, "pitch.2.centre")
    winger = branching.lay(WINGER, "home.pass")
    assert branching.played()["play"] == "advance"
    branching.hands(are_over=True)
    branching.take(winger)
    branching.lay(DEFENDER, "away.oppose")
    assert branching.look(600) is None
    branching.hands(are_over=False)
    assert "was played on" in branching.told(2000)
    branching.lay(WINGER, "home.pass")
    assert branching.played(1000) == {"play": "oppose", "seat": "away", "card": DEFENDER}


# --- one card over another


def test_of_two_cards_of_a_seat_one_over_the_other_it_is_asked_which_is_meant(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.centre")
    branching.hands(are_over=True)
    under = branching.lay(WINGER, "home.pass")
    branching.wait(100)
    branching.lay(DRIBBLER, "home.pass", shift_mm=(12, 20))
    branching.cover(under)
    branching.hands(are_over=False)
    assert branching.look(1500) is None
    assert [option["card"] for option in branching.asked()] == [DRIBBLER, WINGER]


def test_a_card_over_one_that_was_laid_long_ago_is_read(branching: TestTable) -> None:
    branching.lay(BALL, "pitch.2.centre")
    under = branching.lay(FOURTH, "home.pass")
    branching.wait(6000)
    branching.lay(WINGER, "home.pass", shift_mm=(12, 20))
    branching.cover(under)
    assert branching.played(1000)["card"] == WINGER


# --- more than there are


def test_a_card_that_lies_there_twice_is_told_once(branching: TestTable) -> None:
    branching.lay(WINGER, "home.pass")
    second = branching.lay(WINGER, "home.support")
    assert branching.remarked(2000) == []
    (told,) = branching.remarked(2000)
    assert "lies on the table 2 times" in told
    assert branching.remarked(3000) == []
    branching.take(second)
    branching.lay(WINGER, "home.oppose")
    assert branching.remarked(4000) == []


def test_a_card_that_is_covered_while_it_is_carried_does_not_lie_there_twice(branching: TestTable) -> None:
    first = branching.lay(WINGER, "home.pass")
    branching.cover(first)
    branching.lay(WINGER, "home.support")
    assert branching.remarked(6000) == []


def test_a_team_may_lay_as_many_copies_as_its_set_up_has() -> None:
    assert copies_in(SETUP)[OCCASION] == 2
    assert copies_in(SETUP)[WINGER] == 1
    assert copies_in({"seats": ["red"]}) == {}
