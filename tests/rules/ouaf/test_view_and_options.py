"""What anybody may see, whom the table waits for, and what it is offered."""

import json

from companion.ids import CardRef
from companion.rules.engine import Refusal
from companion.rules.ouaf.plays import Discard, Down, RoundPlay, Work
from tests.rules.ouaf.cards import REFS, half
from tests.rules.ouaf.table import Table, a_table

COMMON = {"game", "rules_version", "phase", "turn", "active", "score", "over", "winner"}
OWN = {"round", "order", "happy", "angry", "reputation", "hand", "discard", "waiting", "lasting", "house"}


def choosing() -> Table:
    return a_table(half("swap_up", "highest", 3), average=0).worked(red=7, blue=5, green=5)


def test_the_view_has_what_every_game_has_and_its_own() -> None:
    view = a_table().view()
    assert view.keys() == COMMON | OWN
    assert (view["game"], view["rules_version"], view["active"]) == ("ouaf", "ouaf-2", None)


def test_the_view_is_json() -> None:
    for table in (a_table(), a_table().round(), choosing(), a_table(average=0).succeed(range(5))):
        assert json.loads(json.dumps(table.view())) == table.view()


def test_turn_and_round_count_the_rounds_begun() -> None:
    table = a_table()
    assert (table.view("turn"), table.view("round")) == (0, 0)
    table.worked(red=5, blue=5, green=5)
    assert (table.view("turn"), table.view("round")) == (1, 1)
    assert table.round().view("turn") == 2


def test_the_order_shows_while_its_round_is_played() -> None:
    table = a_table()
    assert table.view("order") is None
    assert table.round().view("order") == {"total": 15, "average": 5}
    assert table.work(red=5, blue=5, green=5).view("order") is None
    assert choosing().view("order") == {"total": 0, "average": 0}


def test_the_score_is_what_a_seat_would_have_now_if_nobody_were_fired() -> None:
    table = a_table().override(reputation__red=4, reputation__blue=-4)
    assert table.view("score") == {"red": 70, "blue": 66, "green": 66}


def test_hands_ascend_and_discards_are_as_laid() -> None:
    table = a_table(average=0).worked(red=7, blue=5, green=5).worked(red=3, blue=9, green=1)
    assert table.view("discard.red") == [7, 3]
    assert table.view("hand.red") == [0, 1, 2, 4, 5, 6, 8, 9, 10, 11]


def test_waiting_is_who_has_not_played_in_the_order_of_the_seats() -> None:
    table = a_table(seats=["green", "red", "blue"]).round()
    assert table.view("waiting") == ["green", "red", "blue"]
    assert table.down("green").view("waiting") == ["red", "blue"]
    assert choosing().view("waiting") == ["red"]
    assert a_table().view("waiting") == []


def test_the_house_rules_are_shown() -> None:
    assert a_table().view("house") == {"reputation_points": {}, "two_players": False}


def test_the_table_waits_for_round_cards_then_for_each_seat() -> None:
    table = a_table()
    assert table.waited == {None: {"round"}}
    assert table.round().waited == {seat: {"work", "down"} for seat in ("red", "blue", "green")}
    assert table.work(red=5).waited == {seat: {"work", "down"} for seat in ("blue", "green")}
    assert choosing().waited == {"red": {"discard"}}


def options(table: Table) -> list[object]:
    """All that the table is offered."""
    rules, state = table.match.rules, table.match.state
    offered = [
        play
        for waited in rules.expects(state)
        for kind in waited.plays
        for play in rules.options(state, waited.seat, kind)
    ]
    assert not any(isinstance(rules.judge(state, play), Refusal) for play in offered)
    return offered


def test_any_two_round_cards_may_begin() -> None:
    assert len(options(a_table())) == 12 * 11


def test_later_the_evaluation_is_given_and_the_order_is_new() -> None:
    table = a_table().worked(red=5, blue=5, green=5)
    assert options(table) == [RoundPlay(CardRef("R2"), CardRef(ref)) for ref in REFS[2:]]


def test_each_seat_is_offered_the_cards_of_its_hand_one_by_one() -> None:
    table = a_table().worked(red=5, blue=6, green=7).round().work(red=1).down("blue")
    assert options(table) == [
        *(Work({"blue": n}) for n in range(12) if n != 6),  # type: ignore[dict-item]
        *(Work({"green": n}) for n in range(12) if n != 7),  # type: ignore[dict-item]
        Down(("green",)),  # type: ignore[arg-type]
    ]


def test_who_must_choose_is_offered_what_may_be_discarded() -> None:
    assert options(choosing()) == [Discard("red", 10), Discard("red", 11)]  # type: ignore[arg-type]


def test_nothing_is_offered_to_who_is_not_waited_for() -> None:
    rules, state = choosing().match.rules, choosing().match.state
    assert rules.options(state, "blue", "discard") == []
    assert rules.options(state, None, "round") == []
    assert rules.options(state, "red", "work") == []


def test_nothing_is_offered_after_the_end() -> None:
    assert options(a_table().concede("red")) == []
