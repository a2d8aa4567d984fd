"""Five cards under one boss end the match: who is fired, the points, and who wins (Fin de la partie)."""

import pytest

from tests.rules.ouaf.cards import Json, half
from tests.rules.ouaf.table import Table, a_table

WHOLE = 66
"""0 + 1 + … + 11."""


def after_five(*evaluations: Json | None, **reputations: int) -> Table:
    """Five rounds in which all play 0 to 4 for an order of 0, so that 56 are left in each hand, and 10 + 1 + 2 + … of
    reputation are undone before the last round, which moves nobody: all play the 0.
    """
    table = a_table(*evaluations, average=0).succeed((4, 3, 2, 1))
    table.override(**{f"reputation__{seat}": reputations.get(seat, 0) for seat in ("red", "blue", "green")})
    return table.succeed((0,))


LEFT = WHOLE - 4 - 3 - 2 - 1 - 0


def test_five_successes_end_the_match() -> None:
    table = a_table(average=0).succeed((0, 1, 2, 3))
    assert (table.view("over"), table.view("happy")) == (False, 4)
    table.succeed((4,))
    assert (table.view("over"), table.view("happy"), table.view("phase")) == (True, 5, "over")
    assert table.event("match_end")["boss"] == "happy"
    assert table.waited == {}


def test_five_failures_end_the_match() -> None:
    table = a_table(average=11).succeed((0, 1, 2, 3))
    assert (table.view("over"), table.view("angry")) == (False, 4)
    table.succeed((4,))
    assert (table.view("over"), table.view("angry")) == (True, 5)
    assert table.event("match_end")["boss"] == "angry"


def test_a_match_may_take_nine_rounds() -> None:
    """An order of 5 each: fives and more succeed, fours and less fail."""
    table = a_table().succeed((5, 6, 7, 8)).succeed((4, 3, 2, 1))
    assert (table.view("happy"), table.view("angry"), table.view("over")) == (4, 4, False)
    assert table.succeed((0,)).view("turn") == 9
    assert table.event("match_end")["boss"] == "angry"


def test_six_end_it_too_when_the_last_card_counts_double() -> None:
    table = a_table(*[None] * 4, half("count_double"), average=0).succeed((0, 1, 2, 3, 4))
    assert (table.view("happy"), table.event("match_end")["boss"]) == (6, "happy")


def test_the_end_comes_after_the_last_cards_effect() -> None:
    """The last evaluation gives the lowest 2 more: they are in the points."""
    table = after_five(None, None, None, None, half("gain_reputation", "lowest", 2), red=3, blue=-1, green=4)
    assert {seat: event["reputation"] for seat, event in table.points().items()} == {
        "red": 3,
        "blue": 1,
        "green": 4,
    }


def test_the_end_waits_for_the_last_cards_choices() -> None:
    table = after_five(None, None, None, None, half("discard_choice", "highest"), red=3)
    assert (table.view("phase"), table.view("over"), table.view("happy")) == ("choice", False, 5)
    table.discard("red", 11)
    assert (table.view("over"), table.points()["red"]["hand"]) == (True, LEFT - 11)


def test_points_are_the_hand_and_a_positive_reputation() -> None:
    table = after_five(red=3, blue=-2)
    assert table.points()["red"].items() >= {"hand": LEFT, "reputation": 3, "total": LEFT + 3}.items()
    assert table.points()["blue"].items() >= {"hand": LEFT, "reputation": 0, "total": LEFT}.items()
    assert table.points()["green"].items() >= {"bonus": 0, "malus": 0, "correction": 0, "total": LEFT}.items()


def test_after_five_successes_nobody_is_fired() -> None:
    table = after_five(red=-10, blue=-2)
    assert "fired" not in table.kinds
    assert list(table.points()) == ["red", "blue", "green"]


def failed(**reputations: int) -> Table:
    """The match is one failure short of its end; then all play the average, and one printed total is missed."""
    table = a_table(average=11).succeed((0, 1, 2, 3))
    table.override(**{f"reputation__{seat}": value for seat, value in reputations.items()})
    return table.worked(red=11, blue=11, green=10)


def test_after_five_failures_the_bad_are_fired_and_those_at_0_are_not() -> None:
    """Green plays the lowest card, 10 for 11, and goes from 1 to 0."""
    table = failed(red=-1, blue=-5, green=1)
    fired = [event["seat"] for event in table.events if event["kind"] == "fired"]
    assert (fired, list(table.points())) == (["red", "blue"], ["green"])
    assert table.view("winner") == "green"


def test_when_all_are_fired_nobody_wins() -> None:
    table = failed(red=-1, blue=-5, green=0)
    assert [event["kind"] for event in table.events][-4:] == ["fired", "fired", "fired", "match_end"]
    assert (table.event("match_end")["winner"], table.view("winner"), table.view("over")) == (
        None,
        None,
        True,
    )


def test_a_fired_seat_cannot_win_with_the_most_points() -> None:
    table = failed(red=-1, blue=0, green=1).view("score")
    assert table == {"red": 49, "blue": 49, "green": 50}


# --- who wins


def test_most_points_win() -> None:
    assert after_five(red=3, blue=2).view("winner") == "red"


def test_level_the_lower_reputation_wins() -> None:
    """Green's 0 and blue's -2 are both worth nothing."""
    table = after_five(blue=-2)
    assert table.view("score") == {"red": LEFT, "blue": LEFT, "green": LEFT}
    assert table.event("match_end")["winner"] == "blue"


def test_only_those_level_for_the_most_points_are_compared() -> None:
    table = after_five(red=2, blue=2, green=-3)
    assert table.event("match_end")["winner"] == ["red", "blue"]


def test_still_level_they_share() -> None:
    table = after_five()
    assert table.event("match_end")["winner"] == ["red", "blue", "green"]
    assert table.view("winner") == ["red", "blue", "green"]


# --- end effects


def test_an_end_bonus_goes_to_its_targets_at_the_end() -> None:
    table = after_five(half("end_bonus", "bad", 4), red=-1, blue=-2)
    assert {seat: event["bonus"] for seat, event in table.points().items()} == {
        "red": 4,
        "blue": 4,
        "green": 0,
    }
    assert table.points()["red"]["total"] == LEFT + 4


def test_an_end_malus_likewise() -> None:
    table = after_five(half("end_malus", "highest", 4), red=1, blue=1)
    assert table.points()["red"].items() >= {"bonus": 0, "malus": 4, "total": LEFT + 1 - 4}.items()
    assert table.points()["green"].items() >= {"malus": 0, "total": LEFT}.items()


@pytest.mark.parametrize(
    ("target", "seats"),
    [
        ("highest", {"red"}),
        ("lowest", {"green"}),
        ("good", {"red", "blue"}),
        ("bad", {"green"}),
        ("zero", {"blue"}),
    ],
)
def test_each_target_is_judged_at_the_end(target: str, seats: set[str]) -> None:
    table = after_five(half("end_bonus", target, 4), red=3, green=-3)
    assert {seat for seat, event in table.points().items() if event["bonus"]} == seats


def test_several_end_effects_add_up() -> None:
    table = after_five(
        half("end_bonus", "all", 4), half("end_bonus", "highest", 3), half("end_malus", "good", 2), red=1
    )
    assert (
        table.points()["red"].items() >= {"reputation": 1, "bonus": 7, "malus": 2, "total": LEFT + 6}.items()
    )
    assert table.points()["blue"].items() >= {"bonus": 4, "malus": 2, "total": LEFT + 2}.items()


def test_end_effects_lie_under_their_boss_as_laid() -> None:
    table = a_table(half("end_bonus", "bad", 4), None, half("double_malus")).succeed((5, 4, 3))
    assert table.view("lasting") == [
        {"card": "R1", "boss": "happy", "effect": "end_bonus", "target": "bad", "value": 4},
        {"card": "R3", "boss": "angry", "effect": "double_malus", "target": "all", "value": 0},
    ]


def test_all_bonus_points_are_doubled() -> None:
    table = after_five(
        half("end_bonus", "highest", 3), half("double_bonus"), half("end_malus", "all", 1), red=2
    )
    assert (
        table.points()["red"].items() >= {"reputation": 4, "bonus": 6, "malus": 1, "total": LEFT + 9}.items()
    )


def test_two_cards_that_double_make_it_four_times() -> None:
    table = after_five(half("end_bonus", "highest", 3), half("double_bonus"), half("double_bonus"), red=2)
    assert table.points()["red"]["total"] == LEFT + 4 * 2 + 4 * 3


def test_all_malus_points_are_doubled() -> None:
    table = after_five(half("end_malus", "highest", 3), half("double_malus"), half("double_malus"), red=2)
    assert table.points()["red"].items() >= {"reputation": 2, "malus": 12, "total": LEFT + 2 - 12}.items()


def test_end_effects_are_judged_among_those_not_fired() -> None:
    """Red is fired with the lowest reputation: the bonus is green's, whose 0 is the lowest of the two that stay."""
    table = a_table(half("end_bonus", "lowest", 4), average=11).succeed((0, 1, 2, 3))
    table.override(reputation__red=-5, reputation__blue=3, reputation__green=1)
    assert table.view("score.red") == 60 + 4
    table.worked(red=11, blue=11, green=10)
    assert {seat: event["bonus"] for seat, event in table.points().items()} == {"blue": 0, "green": 4}
    assert table.view("score") == {"red": 60 - 11 + 4, "blue": 60 - 11 + 3, "green": 60 - 10 + 4}


# --- conceding


def test_the_others_win_when_a_seat_concedes() -> None:
    table = a_table().concede("blue")
    assert table.kinds == ["conceded", "match_end"]
    assert table.event("match_end")["cite"] == "L'Ouaf, Fin de la partie; reading concession"
    assert table.event("match_end").items() >= {"winner": ["red", "green"], "boss": None}.items()
    assert (table.view("over"), table.view("winner"), table.waited) == (True, ["red", "green"], {})


def test_cards_that_lie_open_go_to_the_discards_when_a_seat_concedes() -> None:
    table = a_table(half("discard_choice", "all")).worked(red=8, blue=4, green=3)
    assert table.view("phase") == "choice"
    table.concede("blue")
    hands, discards = table.view("hand"), table.view("discard")
    assert all(sorted(hands[seat] + discards[seat]) == list(range(12)) for seat in hands)
    assert discards == {"red": [8], "blue": [4], "green": [3]}


def test_a_stranger_does_not_concede() -> None:
    assert a_table().refused("concede", seat="purple").code == "bad_play"


def test_time_that_runs_out_is_an_event_only() -> None:
    table = a_table().round().play("time_up", clock="round")
    assert (table.kinds, table.view("phase")) == (["time_up"], "work")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("round", {"evaluation": "R6", "order": "R7"}),
        ("work", {"cards": {"red": 5}}),
        ("discard", {"seat": "red", "value": 5}),
        ("concede", {"seat": "red"}),
        ("time_up", {"clock": "round"}),
    ],
)
def test_nothing_is_played_after_the_end(kind: str, fields: Json) -> None:
    assert after_five().refused(kind, **fields).code == "illegal_play"
