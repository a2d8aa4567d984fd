"""Whom the table waits for, what it is offered, and how it is told (in both languages)."""

from random import Random

import pytest

from companion.match import Match
from companion.rules.boufbowl.checks import in_zone
from companion.rules.boufbowl.rules import BOUFBOWL
from companion.rules.engine import Refusal
from companion.virtual.chance import chosen_play
from companion.words import translate
from tests.rules.boufbowl.table import BLUE, RED, Table, a_table, an_expert_table
from tests.rules.demonstration import demonstrations


def told(table: Table) -> list[str]:
    """The last play's events as they are told in English."""
    match = table.match
    return [
        translate(match.rules.label(match.state, event), "en")
        for event in match.entries[-1].events
        if type(event) in match.rules.event_kinds.values()
    ]


def test_at_the_start_of_a_turn_what_can_be_done_is_named() -> None:
    assert a_table().waited == {"red": {"move", "card", "end_turn"}}
    assert a_table().at("R4").waited == {"red": {"move", "pass", "chandelle", "card", "end_turn"}}
    assert an_expert_table().waited == {"red": {"move", "card", "order", "end_turn"}}


def test_each_thing_is_named_when_it_can_be_done() -> None:
    table = a_table().at("a2", B1="a2", R3="off").down("R4").down("R5", "ko")
    assert table.waited["red"] == {
        *("move", "pick_up", "stand", "take_off", "bring_on", "tackle", "card", "end_turn")
    }


def test_a_carrier_with_nobody_to_pass_to_has_the_chandelle() -> None:
    table = a_table().at("R1")
    for ref in ("R2", "R3", "R4", "R5"):
        table.down(ref)
    assert "pass" not in table.waited["red"]
    assert "chandelle" in table.waited["red"]


@pytest.mark.parametrize("name", sorted(demonstrations("boufbowl")))
def test_what_is_offered_is_accepted_and_what_is_not_named_is_refused(name: str) -> None:
    setup, cards = demonstrations("boufbowl")[name]
    chance = Random(11)
    match = Match(BOUFBOWL, setup, cards)
    for _ in range(120):
        rules, state = match.rules, match.state
        named = {kind for waited in match.expects() for kind in waited.plays}
        for waited in match.expects():
            for kind in waited.plays:
                offered = rules.options(state, waited.seat, kind)
                assert offered, f"{kind} is named, and nothing is offered"
                if kind not in ("card", "dice"):
                    assert not any(isinstance(rules.judge(state, play), Refusal) for play in offered)
        for entry in match.entries[-20:]:
            if entry.play.kind not in named | {"card"}:
                assert isinstance(rules.judge(state, entry.play), Refusal)
        play = chosen_play(match, chance)
        assert play is not None
        assert match.submit(play).ok


def test_one_play_for_each_player_that_an_effect_may_be_for() -> None:
    table = a_table()
    trips = {play.targets[0].player for play in table.options("card") if play.ref == "TRIP"}
    assert trips == {"B1", "B2", "B3", "B4", "B5"}
    songs = [play for play in table.options("card") if play.ref == "SONG"]
    assert [play.targets for play in songs] == [()]
    rushes = [play for play in table.at(B1="a3").options("card") if play.ref == "RUSH"]
    assert rushes
    assert all(len(play.targets) == 3 for play in rushes)


def test_an_opposition_is_told_as_it_is_added_up() -> None:
    table = a_table().at(R1="a3", R2="a3", B1="a3").tackle("R1", "B1").add(red=["STAR"])
    assert told(table.dice("red", 2).dice("blue", 1))[1:] == [
        (
            "opposition, tackle: no.\N{NO-BREAK SPACE}1 Name of R1: die 2 + card STAR 1 + majority 1 = 4; no.\N{NO-BREAK SPACE}1 Name of B1: die 1 = 1:"
            " the attack has more stars"
        ),
        "no.\N{NO-BREAK SPACE}1 Name of B1 goes down, stunned",
    ]


def test_what_is_done_is_told_with_names_and_numbers() -> None:
    assert told(a_table().move("R1", "a3")) == [
        "no.\N{NO-BREAK SPACE}1 Name of R1 moves to a3",
        "no.\N{NO-BREAK SPACE}1 Name of R1 goes from a2 to a3; 2 movement points left",
    ]
    assert told(a_table().end_turn())[:2] == ["the turn is over", "blue plays next"]


def test_where_the_ball_is_is_told_with_its_zone_and_its_carrier() -> None:
    table = a_table()
    assert "the ball is in the air over b3" in told(table)
    table.at("R4", R4="a3", R5="a2").play("pass", player="R4", to="R5")
    assert told(table)[-1] == "no.\N{NO-BREAK SPACE}5 Name of R5 has the ball in a2"


def test_an_endzone_is_told_by_whose_it_is_and_not_by_its_sign() -> None:
    table = a_table().at(R2="b5").move("R2", "blue_end")
    assert told(table) == [
        "no.\N{NO-BREAK SPACE}2 Name of R2 moves to the blue endzone",
        "no.\N{NO-BREAK SPACE}2 Name of R2 goes from b5 to the blue endzone; 2 movement points left",
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", sorted(demonstrations("boufbowl")))
def test_every_event_can_be_told(name: str, language: str) -> None:
    setup, cards = demonstrations("boufbowl")[name]
    match = Match(BOUFBOWL, {**setup, "length": "long"}, cards)
    chance = Random(3)
    for _ in range(250):
        play = chosen_play(match, chance)
        if play is None:
            break
        for event in match.submit(play).events:
            if type(event) in match.rules.event_kinds.values():
                sentence = translate(match.rules.label(match.state, event), language)
                assert sentence
                assert "{" not in sentence


@pytest.mark.parametrize(("zone", "words"), [("a2", "in {zone}"), ("red_end", "in the red endzone")])
def test_where_somebody_stands_is_a_phrase_of_its_own_for_an_endzone(zone: str, words: str) -> None:
    # French says «en a2», and «dans la zone d’en-but rouge»: no sentence can be translated around both.
    sheet = a_table().match.state.sheet
    endzones = {owner.value: name for owner, name in sheet.board.endzones.items()}
    assert in_zone(sheet, endzones["red"] if zone == "red_end" else zone).template == words


def cards_of(table: Table) -> list[str]:
    """Where it stands what became of the hands, for each change of one."""
    return [event["cite"] for event in table.events if event["kind"] == "cards"]


def test_cards_drawn_and_played_name_their_page() -> None:
    table = a_table()
    assert cards_of(table) == ["Boufbowl p. 5", "Boufbowl p. 5"]
    assert cards_of(table.card("red", "PAGES")) == ["Boufbowl p. 12", "Boufbowl p. 12"]
    table.override(hands__blue=3).end_turn()
    assert cards_of(table.draw()) == ["Boufbowl p. 6"]
    assert cards_of(an_expert_table().play("order", slot="sprint", card="STAR")) == ["Boufbowl p. 14"]


def test_hands_filled_after_a_try_name_their_page() -> None:
    table = a_table().override(hands__red=3).at("R2", R2="b5").move("R2", "blue_end").play("resolve")
    table.place("blue", BLUE, "B1").place("red", RED).play("kickoff", zone="a3")
    assert cards_of(table) == ["Boufbowl p. 10"]


def test_a_wrong_number_of_dice_names_its_page() -> None:
    table = a_table().at(R2="b4").tackle("R2", "B2").add()
    assert table.illegal("dice", seat="red", stars=[1, 1]) == "Boufbowl p. 6"
    assert table.illegal("dice", seat="red", stars=[1], damage=["ko"]) == "Boufbowl p. 10"
