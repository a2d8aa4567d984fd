"""The four modes (§02): what of the cards counts, fouls, stadium, coach, actions and market."""

import pytest

from tests.rules.ofusaido.cards import Json, changed, effect, modifier
from tests.rules.ofusaido.table import TEAM, a_setup, a_table, refused_setup

PLUS_FIVE = effect(modifier("duel own_attack self", "score", "add", 5))


def actions(*free: str) -> Json:
    """A team whose last actions are these."""
    return {"actions": [*TEAM["actions"][: 9 - len(free)], *free]}


def test_ecole_has_no_centre() -> None:
    table = a_table(mode="ecole").attempt("home", "THROUGH")
    refused = table.refused("advance", seat="home", card="OTIS", intent="cross", to="b")
    assert (refused.code, refused.cite) == ("illegal_play", "OFUSAIDO §02")
    assert "no CENTRE" not in refused.message, "the card has the icon, which does not count here"


def test_ecole_has_no_mur() -> None:
    # BRIK's energy is not doubled: save 5 + 3 + post 2 + 2 = 12.
    table = a_table(mode="ecole").attempt("home", "DIRECT").shot("VEGA", "R12", "Y03W", "R12", last="BRIK")
    assert table.totals == (7 + 2 + 1, 5 + 3 + 2 + 2)


def test_ecole_has_no_endurance() -> None:
    table = a_table(mode="ecole").attempt("home", "THROUGH").advance("home", "SILO", "dribble")
    assert table.counts("home") == (10, 1)


def test_ecole_knows_no_effects_of_players() -> None:
    table = a_table(changed("MARO", effects=[PLUS_FIVE]), mode="ecole").attempt("home", "THROUGH")
    assert table.contest("MARO", "PAZ", "Y30", "R03W").totals == (11, 11)


def test_ecole_knows_no_physique() -> None:
    fast = changed(
        "CHEER", effects=[effect(modifier("duel own_attack base", "score", "add", 5, min_speed=1))]
    )
    table = a_table(fast, mode="ecole").action("home", "CHEER").attempt("home", "THROUGH")
    assert table.contest("MARO", "PAZ", "Y30", "R03W").totals == (11, 11)


def test_ecole_knows_no_icon_as_a_condition() -> None:
    centre = changed(
        "CHEER", effects=[effect(modifier("duel own_attack base", "score", "add", 5, icon="CENTRE"))]
    )
    table = a_table(centre, mode="ecole").action("home", "CHEER").attempt("home", "THROUGH")
    # OTIS: PAS 5 + line 1 (MO) + 3.
    assert table.contest("OTIS", "PAZ", "Y30", "R03W").totals == (9, 11)


def test_ecole_knows_no_foul() -> None:
    table = a_table(mode="ecole").attempt("home", "THROUGH").contest("MARO", "KANT", "Y30", "Y03W")
    assert "foul" not in table.kinds
    assert table.totals == (11, 7)


def test_ecole_still_plays_its_actions() -> None:
    table = a_table(mode="ecole").attempt("home", "THROUGH").action("home", "DRIVE")
    assert table.contest("MARO", "PAZ", "Y30", "R03W").totals == (13, 11)


@pytest.mark.parametrize("mode", ["amateur", "pro", "elite"])
def test_the_whole_card_counts_from_amateur_on(mode: str) -> None:
    table = a_table(changed("MARO", effects=[PLUS_FIVE]), mode=mode).attempt("home", "THROUGH")
    assert table.contest("MARO", "PAZ", "Y30", "R03W").totals == (16, 11)


@pytest.mark.parametrize("mode", ["amateur", "pro", "elite"])
def test_there_are_fouls_from_amateur_on(mode: str) -> None:
    table = a_table(mode=mode).attempt("home", "THROUGH").contest("MARO", "KANT", "Y30", "Y03W")
    assert table.event("foul")["offender"] == "away"


@pytest.mark.parametrize("mode", ["ecole", "amateur"])
def test_a_stadium_or_a_coach_is_for_pro_and_elite_only(mode: str) -> None:
    assert "stadium" in refused_setup(a_setup(mode=mode, stadium="ARENA"))
    assert "teams.away.coach" in refused_setup(a_setup(mode=mode, away={"coach": "BOSS"}))


@pytest.mark.parametrize("mode", ["pro", "elite"])
def test_stadium_and_coach_may_be_null_in_pro_and_elite(mode: str) -> None:
    assert a_table(mode=mode, stadium=None, home={"coach": None}).view("mode") == mode
    assert a_table(mode=mode, stadium="ARENA", home={"coach": "BOSS"}).view("mode") == mode


@pytest.mark.parametrize("mode", ["ecole", "amateur"])
def test_ecole_and_amateur_take_the_nine_base_actions(mode: str) -> None:
    message = refused_setup(a_setup(mode=mode, home=actions("GREEN")))
    assert "teams.home.actions" in message
    assert "GREEN" in message


@pytest.mark.parametrize("mode", ["ecole", "amateur"])
def test_the_nine_base_actions_are_nine_different_cards(mode: str) -> None:
    message = refused_setup(a_setup(mode=mode, home=actions("CALM")))
    assert "teams.home.actions" in message
    assert "CALM" in message


@pytest.mark.parametrize("mode", ["pro", "elite"])
@pytest.mark.parametrize(("card", "most"), [("RED", 1), ("ORANGE", 2)])
def test_of_a_red_action_one_copy_and_of_an_orange_two(mode: str, card: str, most: int) -> None:
    assert a_table(mode=mode, home=actions(*[card] * most)).view("turn") == 1
    message = refused_setup(a_setup(mode=mode, home=actions(*[card] * (most + 1))))
    assert "teams.home.actions" in message
    assert card in message


def test_of_a_green_action_any_number() -> None:
    assert a_table(mode="pro", home=actions(*["GREEN"] * 9)).view("turn") == 1


def test_several_copies_of_an_action_can_be_played_as_often() -> None:
    table = (
        a_table(mode="pro", home=actions("ORANGE", "ORANGE"))
        .action("home", "ORANGE")
        .action("home", "ORANGE")
    )
    assert table.view("teams.home.discard_known") == ["ORANGE", "ORANGE"]
    table.illegal("action", seat="home", card="ORANGE", choice=1)


def test_elite_teams_cost_at_most_120() -> None:
    assert a_table(mode="elite").view("mode") == "elite"
    message = refused_setup(a_setup(mode="elite"), changed("TONI", level=7))
    assert "teams.home" in message
    assert "121" in message
    assert "120" in message


@pytest.mark.parametrize("mode", ["ecole", "amateur", "pro"])
def test_the_market_is_free_but_in_elite(mode: str) -> None:
    assert a_table(changed("TONI", level=99), mode=mode).view("mode") == mode


def test_a_stadium_may_change_the_market_of_elite() -> None:
    poor, rich = changed("ARENA", market=119), changed("ARENA", market=121)
    assert "119" in refused_setup(a_setup(mode="elite", stadium="ARENA"), poor)
    assert a_table(rich, changed("TONI", level=7), mode="elite", stadium="ARENA").view("turn") == 1


def test_a_stadiums_market_is_nothing_in_pro() -> None:
    assert a_table(changed("ARENA", market=1), mode="pro", stadium="ARENA").view("turn") == 1
