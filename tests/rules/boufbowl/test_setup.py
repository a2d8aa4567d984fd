"""What a set-up must be (p. 5, 12)."""

from typing import Any

import pytest

from tests.rules.boufbowl.box import Json, action, deed, effect, modifier, player, power, training
from tests.rules.boufbowl.table import BLUE, RED, STADIUM, a_new_table, a_setup, a_table, refused_setup


def teams(red: list[str] | None = None, blue: list[str] | None = None, **more: Any) -> Json:
    return {
        "red": {"players": list(RED) if red is None else red, "deck": 43, **more},
        "blue": {"players": list(BLUE) if blue is None else blue, "deck": 43},
    }


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"mode": "amateur"}, "mode: this must be one of normal, expert"),
        ({"length": "short"}, "length: this must be one of normal, long"),
        ({"first": "green"}, "first: this must be one of red, blue"),
        ({"teams": teams(red=["R1", "R2", "R3", "R4"])}, "teams.red.players: there must be 5 cards; here: 4"),
        ({"teams": teams(red=["R1", "R1", "R3", "R4", "R5"])}, "teams.red.players[1]: R1 is listed twice"),
        ({"teams": teams(blue=["R1", "B2", "B3", "B4", "B5"])}, "teams.blue.players[0]: R1 is listed"),
        (
            {"teams": teams(red=["ZZ", "R2", "R3", "R4", "R5"])},
            "teams.red.players[0]: ZZ is not in any catalogue",
        ),
        (
            {"teams": teams(red=["STAR", "R2", "R3", "R4", "R5"])},
            "STAR is a card of kind action, but a card of kind",
        ),
        ({"teams": teams(deck=-1)}, "teams.red.deck: this must be a whole number from 0"),
        ({"house": {"second_die": "worst"}}, "house.second_die: this must be one of sum, best"),
        ({"house": {"action_die": []}}, "house.action_die: a die has at least one face"),
        ({"house": {"action_die": [-1]}}, "house.action_die[0]: this must be a whole number from 0 to 9"),
        ({"house": {"damage_die": ["dead"]}}, "house.damage_die[0]: this must be one of none, ko, injured"),
        ({"house": {"costs": {"4": 6}}}, "house.costs: there is no cost 4"),
        ({"house": {"costs": {"1": -1}}}, "house.costs.1: this must be a whole number from 0"),
        ({"house": {"offside": True}}, "house: there is no field 'offside'"),
        ({"board": "no board"}, "board: this must be an object"),
    ],
)
def test_what_is_wrong_with_a_set_up_is_named(fields: Json, named: str) -> None:
    assert named in refused_setup(a_setup(**fields))


def test_a_captain_is_for_the_expert_mode_and_one_a_team() -> None:
    captains = [player("R1", captain=True), player("R2", captain=True)]
    assert "R1 is a captain, and captains play only in expert mode" in refused_setup(a_setup(), *captains)
    assert "a team has at most one captain; here: 2" in refused_setup(a_setup(mode="expert"), *captains)
    assert a_new_table(captains[0], mode="expert").view("phase") == "placement"


@pytest.mark.parametrize(
    ("card", "named"),
    [
        (player("R1", "goalkeeper"), "post: this must be one of bruiser, runner, passer"),
        (action("A", "shot"), "bonus.on[0]: this must be one of pick_up, try, pass, chandelle, tackle"),
        (action("A", star=-1), "bonus.star: this must be a whole number from 0 to 9"),
        (power("P", intensity=4), "intensity: this must be one of 1, 2, 3"),
        (power("P", extra_action="chandelle"), "extra_action: this must be one of pass, tackle, sprint"),
        (
            {"kind": "training", "ref": "T", "side": "north", "effect": effect()},
            "side: this must be one of bonta",
        ),
        ({"kind": "coach", "ref": "C"}, "there is no kind 'coach'"),
        (
            power("P", effect=effect(modifier("shot both self", "star"))),
            "the word 'shot' cannot be used here",
        ),
        (power("P", effect=effect(modifier("any home self", "star"))), "the word 'home' cannot be used here"),
        (
            power("P", effect=effect(modifier("any both keeper", "star"))),
            "the word 'keeper' cannot be used here",
        ),
        (
            power("P", effect=effect(modifier("any both self", "energy"))),
            "the word 'energy' cannot be used here",
        ),
        (
            power("P", effect=effect({**modifier("any both self", "star"), "op": "set"})),
            "the word 'set' cannot be used here",
        ),
        (
            power("P", effect=effect(modifier("any both self", "star", weather="wet"))),
            "the word 'weather' cannot be used here",
        ),
        (
            power("P", effect=effect(modifier("any both self", "star", post="keeper"))),
            "if.post: this must be one",
        ),
        (
            power("P", effect=effect(lasts="duel")),
            "the word 'duel' cannot be used here; possible: match, turn",
        ),
        (
            {**training("T"), "effect": effect(deeds=(deed("draw", 1),))},
            "the word 'draw' cannot be used here",
        ),
        (power("P", effect=effect(instant=True)), "this kind of card has no field instant"),
        (action("A", effect=effect(deeds=(deed("fly", 1),))), "the word 'fly' cannot be used here"),
        (action("A", effect=effect(deeds=(deed("draw"),))), "deeds[0].value: this must be a whole number"),
        (action("A", effect=effect(deeds=(deed("action", "sprint"),))), "this must be one of pass, tackle"),
        (action("A", effect=effect(deeds=(deed("stand", 1),))), "the deed stand takes no value"),
        (action("A", effect=effect(deeds=(deed("move", 1, "team"),))), "the word 'team' cannot be used here"),
        (action("A", effect=effect(deeds=(deed("tackle"), deed("tackle")))), "one opposition at most"),
    ],
)
def test_what_is_wrong_with_a_card_is_named(card: Json, named: str) -> None:
    assert named in refused_setup(a_setup(), card)


def board(**changes: Json) -> Json:
    """The stadium with fields of some zones changed."""
    zones = [{**zone, **changes.get(zone["id"], {})} for zone in STADIUM["zones"]]
    return {**STADIUM, "zones": zones}


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (board(a1={"next": ["b1", "a2", "red_end", "z9"]}), "zones.a1.next: there is no zone z9"),
        (board(a1={"next": ["b1", "a2", "red_end", "c5"]}), "zones.a1.next: c5 does not list this zone in its own next"),
        (board(a1={"forward": {"red": ["c5"]}}), "zones.a1.forward.red: c5 is not listed in next"),
        (board(a1={"owner": None}), "zones.a1.owner: endzones and team zones have an owner"),
        (board(a1={"kind": "swamp"}), "kind: this must be one of endzone, team, neutral"),
        (board(a1={"id": "b1"}), "zone b1 is listed twice"),
        (board(a1={"id": "off"}), "no zone may be named off"),
        (board(a1={"centre": [9, 9]}), "zones.a1.centre: the centre of a zone must lie inside its outline (polygon)"),
        (board(a1={"polygon": [[0, 0], [1, 1], [2, 2]]}), "they enclose nothing"),
        (board(a4={"owner": "red"}, b4={"owner": "red"}), "blue needs at least 5 team zones; here: 4"),
        (board(blue_end={"owner": "red"}), "red must have exactly one endzone; here: 2"),
        (board(a3={"kind": "team", "owner": "red"}, b3={"kind": "team", "owner": "red"},
               c3={"kind": "team", "owner": "blue"}), "there is no neutral zone to kick off into"),
        ({**STADIUM, "entry": {"red": ["a1"], "blue": ["a5", "c5"]}}, "entry.red: this board must have 2 zones; here: 1"),
        ({**STADIUM, "entry": {"red": ["a1", "a5"], "blue": ["a5", "c5"]}}, "a5 is not a team zone of red"),
        ({"zones": STADIUM["zones"]}, "board: field entry is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_board_is_named(wrong: Json, named: str) -> None:
    assert named in refused_setup(a_setup(board=wrong))


def test_the_house_rules_are_shown_with_what_they_leave_out_filled_in() -> None:
    house = a_new_table(house={"costs": {"2": 6}, "second_die": "best"}).view("house")
    assert house == {
        "second_die": "best",
        "action_die": [0, 1, 1, 2, 2, 3],
        "damage_die": ["none", "none", "none", "ko", "ko", "injured"],
        "chandelle_to": "anywhere",
        "lying_level": "both",
        "stand_up": "free",
        "pick_up_against": "standing",
        "lightning": "between_plays",
        "costs": {"1": 3, "1_same_post": 2, "2": 6, "3": 5, "bonta": 5, "brakmar": 5},
    }


def test_before_the_placement_everybody_is_off_and_stands_and_there_is_no_ball() -> None:
    table = a_new_table()
    assert {table.figure(ref) for ref in (*RED, *BLUE)} == {("off", True, None)}
    assert table.ball == (None, None, None)
    assert (table.view("turn"), table.view("movement"), table.view("active")) == (1, 3, "red")


def test_the_text_of_a_power_that_the_players_carry_out_is_shown_at_the_set_up() -> None:
    table = a_new_table(player("R1", power={"text": "He sings"}))
    assert table.event("effect")["text"] == "He sings"


def test_a_hand_is_what_the_pile_holds() -> None:
    poor = teams(deck=3)
    table = a_table(teams=poor)
    assert (table.view("hands"), table.view("piles")) == ({"red": 3, "blue": 5}, {"red": 0, "blue": 38})
