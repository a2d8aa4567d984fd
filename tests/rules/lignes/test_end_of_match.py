"""The end: by goals, by halves, by giving up."""

import pytest

from tests.rules.lignes.table import Table, a_table, yellow_kicks, yellow_plays

BY_HALVES = {"halves": 2, "minutes": 20}


def score(table: Table) -> Table:
    """The side that plays scores: its centre forward stands before the open goal."""
    seat = table.view("active")
    if table.view("phase") == "strategy_roll":
        table.budget(12)
    forward, spot, keeper, goal = ("Y9", "g17", "R1", "g21") if seat == "yellow" else ("R9", "g5", "Y1", "g1")
    table.put(**{forward: spot, keeper: "d19" if seat == "yellow" else "d3"}).override(ball__cell=spot)
    return table.to_shot(4).shoot(goal)


# --- goals


def test_the_first_to_n_goals_wins() -> None:
    table = score(a_table(end={"goals": 2}).kickoff())
    assert table.view("over") is False
    table.budget(2).end().credit(1).send(table.offered("send")[0].to)
    table = score(table)
    assert table.kinds[-2:] == ["goal", "match_end"]
    end = table.event("match_end")
    assert (end["winner"], end["score"]) == ("yellow", {"yellow": 2, "red": 0})
    assert (table.phase, table.view("over"), table.view("winner")) == (("over", None), True, "yellow")


def test_three_goals_when_nothing_was_said() -> None:
    table = a_table().kickoff()
    for goals in range(1, 6):
        table = score(table)
        assert table.view("over") is (goals == 5)
    assert table.view("score") == {"yellow": 3, "red": 2}


def test_after_the_end_nothing_is_waited_for_or_taken() -> None:
    table = score(a_table(end={"goals": 1}).kickoff())
    assert table.waited == {}
    table.illegal("strategy_roll", d6=1, d12=1)
    table.refused("time_up", clock="half")
    table.refused("concede", seat="red")
    table.play("note", text="what a match").play("undo")


def test_with_goals_a_clock_is_only_noted() -> None:
    table = a_table().play("time_up", clock="half").kickoff().budget(5).half_time()
    assert (table.kinds, table.phase) == (["time_up"], ("strategy", "yellow"))


# --- halves


def in_halves(points: int = 12) -> Table:
    return yellow_plays(points, end=BY_HALVES)


def test_time_is_not_up_before_kick_off() -> None:
    table = a_table(end=BY_HALVES)
    assert table.illegal("time_up", clock="half") == "Lignes d'Attaque, Coup d'envoi"


def test_a_half_ends_at_once() -> None:
    table = in_halves().walk("Y9", "h12").half_time()
    assert table.kinds == ["time_up", "turn_end"]
    assert table.event("turn_end")["next"] == "red"
    assert (table.view("half"), table.view("turn"), table.view("points")) == (2, 2, 0)


def test_everyone_lines_up_and_the_other_side_kicks_off() -> None:
    table = in_halves().walk("Y9", "h12").walk("Y2", "c5").half_time()
    assert table.at("Y2", "Y9", "R9") == ["c4", "g10", "g11"]
    assert (table.phase, table.ball) == (("strategy_roll", "red"), ("g11", "R9"))


def test_whoever_played_last() -> None:
    """Yellow kicked off the first half and red plays: red kicks off the second all the same."""
    table = yellow_kicks(2, end=BY_HALVES).kick("i13").half_time()
    assert table.phase == ("strategy_roll", "red")


@pytest.mark.parametrize("halves", [3, 4])
def test_the_sides_kick_off_in_turn(halves: int) -> None:
    table = yellow_plays(end={"halves": halves, "minutes": 10}).half_time().half_time()
    assert (table.phase, table.view("half")) == (("strategy_roll", "yellow"), 3)


def test_the_last_half_ends_the_match() -> None:
    table = score(in_halves()).half_time().half_time()
    assert table.kinds == ["time_up", "match_end"]
    assert (table.view("winner"), table.view("over"), table.view("half")) == ("yellow", True, 2)


def test_level_it_is_shared() -> None:
    table = in_halves().half_time().half_time()
    assert table.event("match_end")["winner"] == ["yellow", "red"]
    assert table.view("winner") == ["yellow", "red"]


def test_one_half_may_be_all() -> None:
    assert yellow_plays(end={"halves": 1, "minutes": 15}).half_time().view("over") is True


def test_another_clock_is_only_noted() -> None:
    table = in_halves().play("time_up", clock="turn")
    assert (table.kinds, table.phase, table.view("half")) == (["time_up"], ("strategy", "yellow"), 1)


def test_goals_do_not_end_a_match_by_halves() -> None:
    table = in_halves()
    for _ in range(4):
        table = score(table)
    assert table.view("over") is False


# --- what is under way is settled first


def shot(table: Table) -> Table:
    return table.put(Y9="g17").to_shot(4).shoot("g21")


@pytest.mark.parametrize(("d6", "yellow"), [(1, 0), (5, 1)])
def test_a_save_is_settled_before_the_half_ends(d6: int, yellow: int) -> None:
    table = shot(in_halves()).half_time()
    assert (table.kinds, table.view("phase"), table.waited) == (["time_up"], "save", {"red": {"save_roll"}})
    table.save(d6)
    assert table.kinds[-1] == "turn_end"
    assert (table.phase, table.ball, table.view("half")) == (("strategy_roll", "red"), ("g11", "R9"), 2)
    assert table.view("score") == {"yellow": yellow, "red": 0}


def test_a_goal_after_time_counts_in_the_last_half() -> None:
    table = shot(yellow_plays(end={"halves": 1, "minutes": 5})).half_time().save(6)
    assert table.kinds == ["save_roll", "save", "goal", "match_end"]
    assert table.view("winner") == "yellow"


def checked(table: Table) -> Table:
    return table.put(Y9="a11", Y10="g17").walk("Y10", "g18")


def test_all_checks_are_settled_before_the_half_ends() -> None:
    table = checked(in_halves()).half_time().check(2)
    assert table.view("phase") == "penalty_check"
    table.check(4)
    assert table.kinds == ["penalty_check", "turn_end"]
    assert (table.view("half"), table.phase) == (2, ("strategy_roll", "red"))


def test_so_is_the_penalty_that_follows() -> None:
    table = checked(in_halves()).half_time().check(1)
    assert table.view("phase") == "penalty"
    table.play("penalty_roll", d6=1).play("penalty_save", d6=3)
    assert (table.view("score"), table.view("half")) == ({"yellow": 1, "red": 0}, 2)
    assert table.phase == ("strategy_roll", "red")


def test_and_a_penalty_saved_is_not_cleared_any_more() -> None:
    table = checked(in_halves()).check(1).half_time().play("penalty_roll", d6=1).play("penalty_save", d6=1)
    assert table.phase == ("strategy_roll", "red")
    assert table.view("half") == 2


def test_time_is_up_once_a_half() -> None:
    table = shot(in_halves()).half_time()
    assert table.illegal("time_up", clock="half") == "Lignes d'Attaque, Préparation; reading half_waits"


@pytest.mark.parametrize("phase", ["clear", "out"])
def test_a_restart_is_not_waited_for(phase: str) -> None:
    table = in_halves()
    table = shot(table).save(1) if phase == "clear" else table.put(Y9="g15").to_shot(12).send_out("m9")
    assert table.view("phase") == phase
    assert table.half_time().phase == ("strategy_roll", "red")


# --- giving up


def test_who_concedes_loses_whatever_the_score() -> None:
    table = score(a_table().kickoff()).play("concede", seat="yellow")
    assert table.kinds == ["conceded", "match_end"]
    end = table.event("match_end")
    assert (end["winner"], end["score"], table.view("winner")) == ("red", {"yellow": 1, "red": 0}, "red")
    assert end["cite"] == "Every match; reading concede_others_win"


def test_even_before_kick_off() -> None:
    assert a_table().play("concede", seat="red").view("winner") == "yellow"


def test_only_a_seat_concedes() -> None:
    assert a_table().refused("concede", seat="home").code == "bad_play"
