"""The referee's word against the engine's: what may be set, and what it causes."""

from typing import Any

import pytest

from companion.words import translate
from tests.rules.ofusaido.cards import changed, effect, modifier
from tests.rules.ofusaido.table import Table, a_table

COUNTS = ["hand", "hand_limit", "draw_pile", "energy_pile", "energy_spent", "occasions_left"]


@pytest.mark.parametrize("seat", ["home", "away"])
@pytest.mark.parametrize("name", COUNTS)
def test_a_count_may_be_set_from_0(name: str, seat: str) -> None:
    for value in (5, 1):
        table = a_table().override(**{f"teams__{seat}__{name}": value})
        assert table.view(f"teams.{seat}.{name}") == value


def test_an_override_is_an_event_with_its_reason() -> None:
    event = a_table().override(score__home=2).event("override")
    assert (event["set"], event["reason"]) == ({"score.home": 2}, "the referee saw it")


def test_several_values_may_be_set_at_once() -> None:
    table = a_table().override(score__away=1, teams__home__hand=3)
    assert (table.view("score"), table.view("teams.home.hand")) == ({"home": 0, "away": 1}, 3)


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "over"},
        {"score": 1},
        {"score.nobody": 1},
        {"teams.home.coach_bonus_used": True},
        {"teams.home.visible": []},
        {"duel.attack.score": 1},
        {"occasion": "FORK"},
        {"teams.home.goalkeeper": "TONI"},
        {"teams.nobody.hand": 1},
        {"winner": "home"},
        {},
    ],
)
def test_any_other_path_is_refused(change: dict[str, Any]) -> None:
    assert a_table().refused("override", set=change, reason="because").code == "bad_play"


@pytest.mark.parametrize("value", [-1, 1.5, "2", None, True, [1]])
@pytest.mark.parametrize("path", ["score.home", "teams.home.hand", "teams.away.energy_spent"])
def test_a_value_of_the_wrong_type_or_range_is_refused(path: str, value: object) -> None:
    assert a_table().refused("override", set={path: value}, reason="because").code == "bad_play"


@pytest.mark.parametrize("reason", ["", "   "])
def test_an_override_needs_a_reason(reason: str) -> None:
    assert a_table().refused("override", set={"score.home": 1}, reason=reason).code == "bad_play"


def test_a_dribbler_who_is_sent_off_in_his_duel_does_not_go_on_either() -> None:
    table = a_table(visible="LADDER DIRECT").attempt("home", "LADDER", "a")
    table.advance("home", "SILO", "dribble").oppose("away", "GARO").override(teams__home__expelled=["SILO"])
    assert table.reveal("Y30", "B30").event("duel")["cite"] == "OFUSAIDO §11; reading sent_off_in_duel"
    assert table.view("zone") == "c"
    assert table.illegal("advance", seat="home", card="SILO", intent="pass") == "OFUSAIDO §13"
    table.advance("home", "MARO")


def test_nor_does_he_when_he_is_let_through_or_fouled() -> None:
    through = (
        a_table(visible="LADDER DIRECT").attempt("home", "LADDER", "a").advance("home", "SILO", "dribble")
    )
    through.override(teams__home__expelled=["SILO"]).let_pass("away").advance("home", "MARO")
    fouled = a_table().attempt("home", "THROUGH").advance("home", "SILO", "dribble").oppose("away", "GARO")
    fouled.override(teams__home__expelled=["SILO"]).reveal("B30", "B21W").free_advance("home", "b")
    fouled.shoot("home", "VEGA", "top_left")


def test_a_red_foul_of_who_was_sent_off_in_the_duel_names_him_once() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")
    table.override(teams__away__expelled=["PAZ"]).reveal("R12", "R21W")
    assert table.event("sanction")["expelled"] == "PAZ"
    assert (table.view("teams.away.expelled"), table.view("teams.away.hand_limit")) == (["PAZ"], 7)


@pytest.mark.parametrize("value", [["NOBODY"], ["MARO", "MARO"], ["SAMS"], ["Y30"], ["GREEN"], "MARO", [1]])
def test_known_discards_are_references_of_that_squad(value: object) -> None:
    refused = a_table().refused("override", set={"teams.home.discard_known": value}, reason="because")
    assert refused.code == "bad_play"


def test_known_discards_may_be_set() -> None:
    table = a_table().override(teams__home__discard_known=["MARO", "CALM"])
    assert table.view("teams.home.discard_known") == ["MARO", "CALM"]
    table.attempt("home", "THROUGH").illegal("advance", seat="home", card="MARO", intent="pass")


@pytest.mark.parametrize("path", ["energy_pile", "energy_spent"])
def test_after_energies_are_set_none_of_that_side_is_known_to_be_spent(path: str) -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "Y30", "B30")
    table.override(**{f"teams__home__{path}": 5}).shoot("home", "VEGA", "top_left").reveal("Y30")
    table.illegal("reveal", seat="away", energy="B30")


def test_an_override_may_end_a_turn() -> None:
    table = a_table().attempt("home", "THROUGH").override(teams__home__energy_pile=0)
    assert table.kinds[0] == "override"
    assert table.event("turn_end")["reason"] == "no_energy"
    empty = a_table().attempt("home", "THROUGH").override(teams__home__hand=0)
    assert empty.event("turn_end")["reason"] == "no_card"


def test_an_override_of_energies_counts_them() -> None:
    energy = a_table().override(teams__away__energy_pile=4).event("energy")
    assert (energy["seat"], energy["pile"], energy["spent"]) == ("away", 4, 0)


# --- the end of the match


def over() -> Table:
    """`home` has won 1 - 0."""
    return a_table().override(score__home=1).waste_all()


def test_a_score_may_change_the_winner() -> None:
    table = over()
    assert table.view("winner") == "home"
    table.override(score__away=2)
    assert table.event("match_end")["winner"] == "away"
    assert table.view("winner") == "away"


def test_a_score_that_leaves_the_winner_causes_nothing() -> None:
    assert over().override(score__home=2).kinds == ["override"]


def test_a_score_made_level_reopens_the_match() -> None:
    table = over().override(score__home=0)
    assert (table.view("phase"), table.view("over"), table.view("winner")) == ("level", False, None)
    assert table.accept_draw().view("winner") == ["home", "away"]


def test_a_score_no_longer_level_ends_the_match() -> None:
    table = a_table().waste_all()
    assert table.view("phase") == "level"
    table.override(score__away=1)
    assert table.event("match_end")["winner"] == "away"
    assert table.view("phase") == "over"


def test_a_score_no_longer_level_ends_a_shoot_out() -> None:
    five = ["VEGA", "IVAN", "SILO", "OTIS", "HUGO"]
    table = a_table().waste_all().shootout("home", *five).shootout("away", *five).override(score__away=1)
    assert (table.view("phase"), table.view("winner")) == ("over", "away")


def test_a_shoot_out_that_begins_again_has_all_energies_back() -> None:
    """§14. The kick that was under way held one of each side's twelve."""
    five = ["VEGA", "IVAN", "SILO", "OTIS", "HUGO"]
    table = a_table().waste_all().shootout("home", *five).shootout("away", *five)
    table.override(score__away=1).override(score__away=0)
    assert table.view("phase") == "level"
    table.shootout("home", *five).shootout("away", *five)
    # Eleven, and one beside the shooter or the keeper.
    assert (table.counts("home"), table.counts("away")) == ((11, 0), (11, 0))


def test_known_discards_and_the_table_hold_no_card_twice() -> None:
    """MARO lies on the table: by the end of the turn he lies in the discard once."""
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO")
    table.override(teams__home__discard_known=["MARO"]).let_pass("away").give_up("home")
    assert table.view("teams.home.discard_known").count("MARO") == 1


def test_after_a_draw_a_score_may_still_decide() -> None:
    table = a_table().waste_all().accept_draw().override(score__home=1)
    assert table.event("match_end")["winner"] == "home"


def test_occasions_taken_away_end_the_match() -> None:
    table = (
        a_table()
        .override(score__home=1)
        .override(teams__home__occasions_left=0, teams__away__occasions_left=0)
    )
    assert table.event("match_end")["winner"] == "home"
    assert table.view("over") is True


def test_occasions_taken_from_the_attack_pass_the_turn() -> None:
    table = a_table().override(teams__home__occasions_left=0)
    assert (table.view("phase"), table.view("active")) == ("turn", "away")


@pytest.mark.parametrize("score", [0, 1])
def test_an_occasion_given_back_reopens_the_match(score: int) -> None:
    table = a_table().override(score__home=score).waste_all().override(teams__away__occasions_left=1)
    assert (table.view("phase"), table.turn_of) == ("flip", "away")
    table.flip("away", "AFAR")
    assert (table.view("phase"), table.view("active")) == ("turn", "away")
    table.attempt("away", "AFAR").give_up("away")
    assert table.view("over") is (score == 1)


def test_after_a_concession_the_winner_stays() -> None:
    table = a_table().play("concede", seat="home").override(score__home=5)
    assert (table.view("winner"), table.kinds) == ("away", ["override"])


def test_a_hand_limit_set_lower_is_held_at_the_end_of_the_turn() -> None:
    table = (
        a_table().override(teams__home__hand_limit=6).attempt("home", "THROUGH").give_up("home").flip_any()
    )
    assert (table.view("phase"), table.waited) == ("discard", {"home": {"discard"}})


def test_a_hand_set_right_ends_the_discards() -> None:
    table = a_table().override(teams__home__hand=9).attempt("home", "THROUGH").give_up("home").flip_any()
    assert table.override(teams__home__hand=8).view("phase") == "turn"


def test_an_override_is_taken_in_the_middle_of_a_duel() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ").reveal("Y30")
    table.override(score__away=2)
    assert (table.view("phase"), table.turn_of) == ("reveal", "away")


# --- the referee's points in a duel


def duelling() -> Table:
    return a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")


def test_the_referee_adds_points_to_either_total_of_a_duel() -> None:
    table = duelling().override(duel__attack__referee=-3, duel__defence__referee=2)
    assert (table.view("duel.attack.referee"), table.view("duel.defence.referee")) == (-3, 2)
    table.reveal("Y30", "R12")
    # MARO 6 + 2 + 3 - 3; PAZ 6 + 2 + 2 + 2.
    assert table.totals == (8, 12)
    assert table.event("duel")["attack"]["lines"][-1] == {"what": "referee", "value": -3}
    assert table.event("duel")["defence"]["lines"][-1] == {"what": "referee", "value": 2}


def test_the_referees_points_are_in_the_odds() -> None:
    assert duelling().override(duel__attack__referee=20).view("duel.odds.defence") == 0
    table = duelling().override(duel__defence__referee=20)
    assert table.view("duel.odds.attack") == 0
    assert table.view("duel.odds.foul_by_attack") == duelling().view("duel.odds.foul_by_attack")


def test_what_the_referee_says_last_holds_and_is_not_multiplied() -> None:
    times = changed("DRIVE", effects=[effect(modifier("duel own_attack any", "total", "multiply", 2))])
    table = a_table(times).attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ")
    table.action("home", "DRIVE").override(duel__attack__referee=5).override(duel__attack__referee=1)
    assert table.reveal("Y30", "R12").totals == ((6 + 2 + 3) * 2 + 1, 10)


def test_the_referee_adds_points_while_energies_are_turned_and_in_set_pieces() -> None:
    table = duelling().reveal("Y30").override(duel__defence__referee=1).reveal("R12")
    assert table.totals == (11, 11)
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "B30", "B12W").shoot("home", "VEGA")
    table.override(duel__attack__referee=-20)
    assert table.reveal("Y30", "R12").totals == (7 + 6 - 20, 5 + 2)


def test_the_referees_points_end_with_the_duel() -> None:
    table = (
        duelling().override(duel__attack__referee=5).reveal("Y30", "R12").shoot("home", "VEGA", "top_left")
    )
    assert table.view("duel.attack.referee") == 0


@pytest.mark.parametrize("value", [21, -21, "3", 1.5, None, True])
def test_the_referees_points_are_whole_numbers_from_minus_20_to_20(value: object) -> None:
    refused = duelling().refused("override", set={"duel.attack.referee": value}, reason="because")
    assert refused.code == "bad_play"
    duelling().override(duel__attack__referee=20).override(duel__attack__referee=-20)


@pytest.mark.parametrize("path", ["duel.attack.referee", "duel.defence.referee"])
def test_without_a_duel_the_referee_adds_no_points(path: str) -> None:
    refused = a_table().attempt("home", "THROUGH").refused("override", set={path: 1}, reason="because")
    assert (refused.code, "duel that lies on the table" in refused.message) == ("bad_play", True)


# --- the zone


def test_the_referee_puts_the_attack_in_another_zone() -> None:
    table = a_table(visible="LADDER DIRECT").attempt("home", "LADDER", "a").override(zone="d")
    assert (table.view("zone"), table.view("phase")) == ("d", "advance")
    assert table.advance("home", "MARO").event("advance")["to"] == "e"


def test_from_a_shooting_zone_one_shoots() -> None:
    table = a_table().attempt("home", "THROUGH").override(zone="b")
    assert table.view("phase") == "shot"
    table.shoot("home", "VEGA", "top_left")


@pytest.mark.parametrize("value", ["z", "", 1, None, ["a"]])
def test_the_zone_is_one_of_the_occasion_in_play(value: object) -> None:
    table = a_table().attempt("home", "THROUGH")
    assert table.refused("override", set={"zone": value}, reason="because").code == "bad_play"


def test_the_zone_is_set_in_advance_only() -> None:
    tables = a_table(), duelling(), a_table().attempt("home", "DIRECT")
    for table in tables:
        refused = table.refused("override", set={"zone": "a"}, reason="because")
        assert (refused.code, "about to play" in refused.message) == ("bad_play", True)


# --- who is sent off


def test_the_referee_sends_off_and_the_hand_limit_is_set_apart() -> None:
    table = a_table().override(teams__home__expelled=["VEGA", "SAMS"])
    assert table.view("teams.home.expelled") == ["VEGA", "SAMS"]
    assert (table.view("teams.home.hand_limit"), table.view("teams.home.goalkeeper")) == (8, "TONI")
    table.attempt("home", "DIRECT")
    assert table.illegal("shoot", seat="home", card="VEGA") == "OFUSAIDO §13"


def test_the_referee_takes_a_red_card_back() -> None:
    table = a_table().attempt("home", "THROUGH").contest("MARO", "PAZ", "R12", "R03W")
    table.override(teams__away__expelled=[], teams__away__hand_limit=8)
    assert (table.view("teams.away.expelled"), table.view("teams.away.hand_limit")) == ([], 8)
    table.free_advance("home", "b").shoot("home", "VEGA", "top_left").no_support("home").support(
        "away", "PAZ"
    )


def test_a_keeper_taken_back_stands_behind_the_one_in_goal_or_in_an_empty_goal() -> None:
    table = a_table().override(teams__home__expelled=["SAMS"]).override(teams__home__expelled=[])
    assert table.view("teams.home.goalkeeper") == "TONI"
    both = a_table().override(teams__home__expelled=["SAMS", "TONI"])
    assert both.view("teams.home.goalkeeper") is None
    assert both.override(teams__home__expelled=["SAMS"]).view("teams.home.goalkeeper") == "TONI"


def test_who_is_sent_off_lies_neither_on_the_table_nor_in_the_discard() -> None:
    table = a_table().override(teams__home__discard_known=["VEGA", "IVAN"])
    table.override(teams__home__expelled=["VEGA"])
    assert table.view("teams.home.discard_known") == ["IVAN"]


def test_a_dribbler_who_is_sent_off_does_not_go_on() -> None:
    table = a_table(visible="LADDER DIRECT").attempt("home", "LADDER", "a")
    table.contest("SILO", "GARO", "Y30", "B30", intent="dribble")
    assert table.view("zone") == "c"
    table.illegal("advance", seat="home", card="MARO", intent="pass")
    table.override(teams__home__expelled=["SILO"]).advance("home", "MARO")


@pytest.mark.parametrize("value", [["NOBODY"], ["MARO", "MARO"], ["CALM"], ["UGO"], "MARO", [1]])
def test_who_is_sent_off_is_a_footballer_of_the_squad(value: object) -> None:
    refused = a_table().refused("override", set={"teams.home.expelled": value}, reason="because")
    assert refused.code == "bad_play"


def test_the_referees_words_are_told_in_the_games_words() -> None:
    table = a_table().attempt("home", "THROUGH").override(zone="b", teams__home__expelled=["VEGA"])
    said = translate(table.match.label(table.match.entries[-1].events[0]), "en")
    assert said == (
        "the referee sets: the attack stands in zone B; home, sent off: Vega (VEGA) (the referee saw it)"
    )


def test_the_referees_words_can_be_taken_back() -> None:
    table = duelling()
    before = table.view()
    table.override(duel__attack__referee=5).play("undo")
    assert table.view() == before
