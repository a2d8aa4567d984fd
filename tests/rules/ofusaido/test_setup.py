"""Set-up (§01 to §03): what a match begins with, and what is refused with the team and the card named."""

import pytest

from companion.match import Match, SetupRefused
from companion.rules.ofusaido.rules import OFUSAIDO
from tests.rules.ofusaido.cards import Json, box, changed, effect, modifier, occasion, zone
from tests.rules.ofusaido.table import TEAM, Table, a_setup, a_table, refused_setup


def refused_home(*cards: Json, **fields: object) -> str:
    return refused_setup(a_setup(home=fields), *cards)


def instead(field: str, old: str, new: str) -> Json:
    """A field of the usual team with one reference replaced."""
    return {field: [new if ref == old else ref for ref in TEAM[field]]}


@pytest.mark.parametrize("seat", ["home", "away"])
def test_each_side_draws_8_of_its_27_cards(seat: str) -> None:
    team = a_table().view(f"teams.{seat}")
    assert (team["hand"], team["hand_limit"], team["draw_pile"]) == (8, 8, 19)
    assert (team["discard_known"], team["discard_unknown"], team["expelled"]) == ([], 0, [])


def test_each_side_has_12_energies_6_occasions_and_its_first_keeper_in_goal() -> None:
    team = a_table().view("teams.away")
    assert (team["energy_pile"], team["energy_spent"], team["occasions_left"]) == (12, 0, 6)
    assert (team["visible"], team["goalkeeper"]) == (["THROUGH", "DIRECT"], "SAMS")
    assert team["coach_bonus_used"] is False


@pytest.mark.parametrize("seat", ["home", "away"])
def test_kickoff_attacks_first(seat: str) -> None:
    table = a_table(kickoff=seat)
    assert table.view("phase") == "turn"
    assert (table.view("active"), table.view("attacking"), table.turn_of) == (seat, seat, seat)


def test_a_reference_may_stand_in_both_teams() -> None:
    assert a_table(home=TEAM, away=TEAM).view("turn") == 1


@pytest.mark.parametrize(
    ("field", "wanted"),
    [("players", 18), ("goalkeepers", 2), ("actions", 9), ("energies", 12), ("occasions", 6), ("visible", 2)],
)
def test_a_team_has_its_number_of_cards(field: str, wanted: int) -> None:
    message = refused_home(**{field: TEAM.get(field, ["THROUGH", "DIRECT"])[:-1]})
    assert f"teams.home.{field}" in message
    assert str(wanted) in message


def test_the_team_that_is_wrong_is_named() -> None:
    assert "teams.away" in refused_setup(a_setup(away={"goalkeepers": ["SAMS"]}))


@pytest.mark.parametrize(
    ("field", "old", "double"),
    [
        ("players", "MARO", "VEGA"),
        ("goalkeepers", "TONI", "SAMS"),
        ("occasions", "AFAR", "FORK"),
        ("visible", "DIRECT", "THROUGH"),
    ],
)
def test_no_player_and_no_occasion_stands_twice(field: str, old: str, double: str) -> None:
    message = refused_home(**{field: instead(field, old, double)[field]})
    assert f"teams.home.{field}" in message
    assert double in message


def test_the_visible_occasions_are_two_of_the_six() -> None:
    message = refused_home(occasion("OTHER", zone("a", 1, "", "", shot="near")), visible=["THROUGH", "OTHER"])
    assert "teams.home.visible" in message
    assert "OTHER" in message


def test_an_energy_may_stand_several_times_in_one_team() -> None:
    assert a_table(home={"energies": ["Y30"] * 12}).counts("home") == (12, 0)


def test_a_card_of_no_catalogue_is_refused_by_name() -> None:
    message = refused_home(**instead("players", "MARO", "NOBODY"))
    assert "teams.home.players" in message
    assert "NOBODY" in message


def test_a_card_of_another_kind_is_refused_by_name() -> None:
    message = refused_home(**instead("players", "MARO", "SAMS"))
    assert "teams.home.players" in message
    assert "SAMS" in message


@pytest.mark.parametrize("field", ["mode", "kickoff", "teams"])
def test_a_missing_field_is_refused_by_name(field: str) -> None:
    setup = a_setup()
    del setup[field]
    assert field in refused_setup(setup)


def test_an_unknown_field_mode_or_house_rule_is_refused() -> None:
    assert "colour" in refused_setup(a_setup(colour="blue"))
    assert "mode" in refused_setup(a_setup(mode="expert"))
    assert "house" in refused_setup(a_setup(house={"offside": "yes"}))
    assert "both_whistles" in refused_setup(a_setup(house={"both_whistles": "both"}))


def test_an_optional_field_that_is_missing_is_as_if_empty() -> None:
    bare = {name: item for name, item in changed("MARO").items() if name not in ("name", "icons", "effects")}
    assert a_table(bare, mode="pro").view("phase") == "turn"


# --- the cards themselves


@pytest.mark.parametrize(("attack", "defence"), [(3, 1), (5, -2), (-2, 5)])
def test_an_energy_shares_3_points_from_minus_1_to_4(attack: int, defence: int) -> None:
    assert "Y30" in refused_setup(a_setup(), changed("Y30", attack=attack, defence=defence))


def test_a_zone_that_is_no_shooting_zone_needs_a_next() -> None:
    dead_end = occasion("AFAR", zone("a", 1, "", ""))
    assert "AFAR" in refused_setup(a_setup(), dead_end)


def test_a_next_zone_must_be_on_the_card() -> None:
    nowhere = occasion("AFAR", zone("a", 1, "", "", "z", shot="near"))
    assert "AFAR" in refused_setup(a_setup(), nowhere)


@pytest.mark.parametrize("word", ["on", "side", "who", "what", "op"])
def test_an_unknown_word_of_an_effect_is_named(word: str) -> None:
    odd = {**modifier("duel own base", "energy", "add", 1), word: "corner"}
    message = refused_setup(a_setup(), changed("MARO", effects=[effect(odd)]))
    assert "MARO" in message
    assert "corner" in message


@pytest.mark.parametrize(
    "bad", [{"weather": "rain"}, {"score_diff": "ahead"}, {"icon": "FLY"}, {"min_speed": "4"}]
)
def test_an_unknown_condition_is_refused(bad: Json) -> None:
    odd = modifier("duel own base", "energy", "add", 1, **bad)
    assert next(iter(bad)) in refused_setup(a_setup(), changed("MARO", effects=[effect(odd)]))


@pytest.mark.parametrize("deed", ["fly", "draw", "draw x", "cancel_foul 2"])
def test_an_unknown_deed_is_refused(deed: str) -> None:
    odd = changed("ENCORE", effects=[effect(deeds=(deed,))])
    message = refused_setup(a_setup(), odd)
    assert "ENCORE" in message
    assert deed.split(maxsplit=1)[0] in message


def test_a_side_word_of_a_stadium_is_no_word_of_a_player() -> None:
    odd = effect(modifier("duel attack base", "energy", "add", 1))
    assert "attack" in refused_setup(a_setup(), changed("MARO", effects=[odd]))
    own = effect(modifier("duel own base", "energy", "add", 1))
    assert "own" in refused_setup(a_setup(), changed("ARENA", effects=[own]))


def test_the_value_of_an_effect_is_a_whole_number() -> None:
    odd = {**modifier("duel own base", "energy", "add", 1), "value": 1.5}
    assert "MARO" in refused_setup(a_setup(), changed("MARO", effects=[effect(odd)]))


def test_a_reference_is_letters_digits_a_dash_and_digits_unless_the_catalogue_says_otherwise() -> None:
    cards = [changed("MARO")]  # No pattern of its own in this catalogue.
    with pytest.raises(SetupRefused, match="MARO"):
        Match(OFUSAIDO, a_setup(), cards)


def test_a_post_must_stand_in_the_table_of_posts() -> None:
    assert "XX" in refused_setup(a_setup(), changed("MARO", posts=["XX"]))


def test_a_catalogue_may_bring_its_own_table_of_posts() -> None:
    posts: Json = {
        "kind": "posts",
        "table": {
            "G": ["G"],
            "DEF": ["DG", "DC", "DD"],
            "MIL": ["MDC", "MG", "MD", "MO"],
            "ATT": ["AG", "BU", "AD", "MC"],
        },
    }
    table = Table(a_setup(), [*box(), posts]).attempt("home", "THROUGH")
    table.advance("home", "MARO").let_pass("away")
    # JULI is an MC, here of the attacking line, and has the ideal line in front of the goal.
    table.shot("JULI", "Y30", "B30", "R12", target="top_left", last="BRIK")
    assert {"what": "line", "card": "JULI", "value": 1} in table.event("duel")["attack"]["lines"]
