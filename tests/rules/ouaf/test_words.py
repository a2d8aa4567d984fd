"""Every event and every play is told in a sentence, with names and the arithmetic, in both languages."""

from typing import Any

import pytest

from companion.play import read_play
from companion.rules.ouaf.plays import PLAYS
from companion.words import translate
from tests.rules.ouaf.cards import half
from tests.rules.ouaf.table import Table, a_table


def told(table: Table, language: str = "en") -> list[str]:
    """The sentences of the last play's events."""
    return [translate(table.match.label(event), language) for event in table.match.entries[-1].events]


def test_a_round_is_told() -> None:
    assert told(a_table().round()) == [
        "round 1: 15 to reach, average 5",
    ]


def test_a_success_is_told() -> None:
    assert told(a_table(half("gain_reputation", "lowest", 2)).worked(red=6, blue=4, green=7)) == [
        "Red, Blue and Green have laid cards",
        "Red 6 + Blue 4 + Green 7 = 17, 15 ordered: success, 2 over",
        "Green played the highest card: reputation 0 + 2 = 2",
        "the evaluation goes under the happy boss: reputation +2 for Red and Blue",
        "Red: reputation 0 + 2 = 2",
        "Blue: reputation 0 + 2 = 2",
        "Red puts the 6 just played on the discard",
        "Blue puts the 4 just played on the discard",
        "Green puts the 7 just played on the discard",
    ]


def test_what_goes_past_an_end_of_the_track_is_told_to_be_lost_there() -> None:
    """11 - 5 = 6, of which two are left to gain; 9 more find none."""
    table = a_table(half("gain_reputation", "highest", 9)).override(reputation__red=8)
    assert told(table.worked(red=11, blue=4, green=4))[2:5] == [
        "Red played the highest card: reputation 8 + 2 = 10 (the end of the track)",
        "the evaluation goes under the happy boss: reputation +9 for Red",
        "Red: the reputation stays at 10 (the end of the track)",
    ]


def test_a_failure_is_told() -> None:
    assert told(a_table(half("lose_reputation", "bad", 1)).worked(red=5, blue=4, green=5))[1:5] == [
        "Red 5 + Blue 4 + Green 5 = 14, 15 ordered: failure, 1 short",
        "Blue played the lowest card: reputation 0 - 1 = -1",
        "the evaluation goes under the angry boss: reputation -1 for Blue",
        "Blue: reputation -1 - 1 = -2",
    ]


def test_a_success_without_one_to_spare_is_told() -> None:
    assert told(a_table(half("gain_reputation", "bad", 1)).worked(red=5, blue=5, green=5))[1:5] == [
        "Red 5 + Blue 5 + Green 5 = 15, 15 ordered: success, exactly",
        "Red played the highest card: the reputation stays at 0",
        "Blue played the highest card: the reputation stays at 0",
        "Green played the highest card: the reputation stays at 0",
    ]


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (half("gain_reputation", "bad", 1), "nobody is affected: this is for everybody below 0"),
        (half("discard_choice", "all"), "a card to discard for Red, Blue and Green"),
        (
            half("recover_lowest", "all"),
            "the lowest card of the discard back in hand for Red, Blue and Green",
        ),
        (
            half("swap_down", "all", 2),
            "the card played is swapped for one that is lower by 2 at most, for Red, Blue and Green",
        ),
        (
            half("swap_up", "all", 2),
            "the card played is swapped for one that is higher by 2 at least, for Red, Blue and Green",
        ),
        (half("end_bonus", "zero", 3), "3 points more at the end for everybody at exactly 0"),
        (half("end_malus", "all", 3), "3 points less at the end for everybody"),
        (half("double_bonus"), "all bonus points are doubled at the end"),
        (half("double_malus"), "all penalty points are doubled at the end"),
        (half("count_double"), "the card counts double"),
        (half("none"), "nothing happens"),
    ],
)
def test_an_effect_is_told(effect: Any, said: str) -> None:
    assert f"the evaluation goes under the happy boss: {said}" in told(
        a_table(effect).worked(red=5, blue=5, green=5)
    )


def test_moves_are_told() -> None:
    table = a_table(half("swap_up", "highest", 1), half("recover_lowest", "all"), average=0).worked(
        red=10, blue=0, green=0
    )
    assert told(table)[4:6] == ["Red takes back the 10 just played", "Red discards the 11"]
    assert "Red takes the 11 back from the discard" in told(table.worked(red=9, blue=1, green=1))


def test_a_single_card_face_down_is_told() -> None:
    assert told(a_table().round().work(red=3)) == ["Red's card is noted"]


def test_a_reveal_without_cards_is_told() -> None:
    table = a_table(*[half("discard_choice", "all")] * 6, average=0)
    for n in range(6):
        table.worked(red=2 * n, blue=2 * n, green=2 * n).override(happy=0)
        for seat in table.view("waiting"):
            table.discard(seat, 2 * n + 1)
    assert told(table.round())[1] == "nobody has a card left: 0, 0 ordered: success, exactly"


def test_an_end_is_told() -> None:
    table = a_table().override(reputation__red=-2, reputation__blue=3, score__green=50).override(angry=5)
    assert told(table)[1:] == [
        "Red has a reputation below 0 and is fired",
        "Blue: hand 66 + reputation 3 + bonus 0 - penalty 0 = 69",
        "Green: hand 66 + reputation 0 + bonus 0 - penalty 0 and -16 by the referee = 50",
        "five failures, the match is over: Blue wins",
    ]


def test_a_shared_end_is_told() -> None:
    assert told(a_table().override(happy=5))[-1] == (
        "five successes, the match is over: victory is shared by Red, Blue and Green"
    )


def test_an_end_without_a_winner_is_told() -> None:
    table = (
        a_table().override(reputation__red=-2, reputation__blue=-3, reputation__green=-1).override(angry=5)
    )
    assert told(table)[-1] == "five failures, the match is over: everybody is fired, nobody wins"


def test_a_concession_is_told() -> None:
    assert told(a_table().concede("red")) == [
        "Red concedes the match",
        "the match is conceded: victory is shared by Blue and Green",
    ]


def test_a_concession_is_told_in_french_by_the_name_of_the_seat() -> None:
    assert told(a_table().concede("blue"), "fr")[0] == "Bleu abandonne le match"


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (
            {"play": "round", "evaluation": "R1", "order": "R2"},
            "the round cards are R1 for the evaluation, R2 for the order",
        ),
        ({"play": "work", "cards": {"red": 6}}, "Red has laid a card"),
        ({"play": "work", "cards": {"red": 6}, "refs": ["blue4"]}, "Red and Blue have laid cards"),
        ({"play": "down", "seats": ["red", "green"]}, "Red and Green have laid cards"),
        ({"play": "discard", "seat": "blue", "value": 4}, "Blue discards the 4"),
        ({"play": "discard", "seat": "blue", "ref": "blue11"}, "Blue discards the 11"),
    ],
)
def test_a_play_is_told_without_the_value_of_a_card_face_down(play: Any, said: str) -> None:
    table = a_table()
    assert translate(table.match.rules.label(table.match.state, read_play(PLAYS, play)), "en") == said


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (a_table(), "“Turn my card over” is not possible now: the two cards of the next round come first"),
        (
            a_table(half("discard_choice", "highest")).worked(red=6, blue=5, green=5),
            "“Turn my card over” is not possible now: Red must discard a card first",
        ),
    ],
)
def test_a_play_out_of_its_place_says_what_comes_first(table: Table, said: str) -> None:
    assert table.refused("work", cards={"red": 1}).message == said


def test_a_round_that_comes_too_early_says_whose_cards_are_missing() -> None:
    table = a_table().round().work(red=1)
    said = "“Show the round's cards” is not possible now: the cards of Blue and Green are still to come"
    assert table.refused("round", evaluation="R2", order="R3").message == said
    said = "“Show the round's cards” is not possible now: the card of Green is still to come"
    assert table.work(blue=2).refused("round", evaluation="R2", order="R3").message == said


def test_a_card_that_lies_face_down_is_not_said_to_be_missing() -> None:
    table = a_table().round().down("red", "blue")
    said = "“Show the round's cards” is not possible now: the card of Green is still to come"
    assert table.refused("round", evaluation="R2", order="R3").message == said
    said = "“Show the round's cards” is not possible now: the cards of Red, Blue and Green are still to be turned up"
    assert table.down("green").refused("round", evaluation="R2", order="R3").message == said


def test_what_is_wrong_with_several_seats_is_set_as_the_language_sets_it() -> None:
    """French has a space before its semicolon, so that the sign belongs to a sentence of the catalogue."""
    outcome = (
        a_table().round().match.submit_json({"play": "work", "cards": {"red": 12, "green": 13, "blue": 3}})
    )
    assert outcome.refusal is not None
    assert outcome.refusal.message.template == "{one}; {other}"
    assert translate(outcome.refusal.message, "en") == (
        "Red does not hold that card; Green does not hold that card"
    )
