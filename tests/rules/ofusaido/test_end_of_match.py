"""The end of the match (§10, §14) and what ends it at once."""

from tests.rules.ofusaido.table import Table, a_table


def last_turn(**setup: object) -> Table:
    """`away` has the last occasion of the match to play."""
    table = a_table(**setup).override(teams__home__occasions_left=0, teams__away__occasions_left=1)
    assert table.view("active") == "away"
    return table


def test_each_side_attacks_6_times() -> None:
    table = a_table()
    turns = 0
    while table.view("phase") == "turn":
        table.waste_turn()
        turns += 1
    assert turns == 12
    assert table.view("phase") == "level"


def test_when_neither_has_an_occasion_left_the_higher_score_wins() -> None:
    table = last_turn().attempt("away", "DIRECT").shoot("away", "VEGA").reveal("Y30", "R12")
    end = table.event("match_end")
    assert (end["winner"], end["score"]) == ("away", {"home": 0, "away": 1})
    assert table.event("turn_end")["next"] is None
    assert (table.view("phase"), table.view("over"), table.view("winner")) == ("over", True, "away")
    assert (table.view("active"), table.view("attacking"), table.match.expects()) == (None, None, ())


def test_level_the_match_is_not_over() -> None:
    table = last_turn().attempt("away", "DIRECT").give_up("away")
    assert (table.view("phase"), table.view("over"), table.view("winner")) == ("level", False, None)
    assert (table.view("active"), table.view("attacking")) == (None, None)
    assert "match_end" not in table.kinds


def test_a_draw_accepted_is_shared() -> None:
    table = last_turn().attempt("away", "DIRECT").give_up("away").accept_draw()
    assert table.event("match_end")["winner"] == ["home", "away"]
    assert (table.view("over"), table.view("winner")) == (True, ["home", "away"])


def test_a_draw_is_accepted_only_when_level_at_the_end() -> None:
    a_table().illegal("accept_draw")
    a_table().attempt("home", "THROUGH").illegal("accept_draw")


def test_a_hand_above_its_limit_still_discards_before_the_end() -> None:
    table = last_turn().override(teams__away__hand=9).attempt("away", "DIRECT").give_up("away")
    assert table.view("phase") == "discard"
    assert table.discard("away", "MARO").view("phase") == "level"


def test_who_concedes_loses() -> None:
    table = a_table().override(score__home=3).play("concede", seat="home")
    assert table.kinds[0] == "conceded"
    assert table.event("match_end")["winner"] == "away"
    assert table.view("winner") == "away"


def test_a_match_may_be_conceded_at_any_moment() -> None:
    table = a_table().attempt("home", "THROUGH").advance("home", "MARO").oppose("away", "PAZ").reveal("Y30")
    assert table.play("concede", seat="away").view("winner") == "home"
    assert "duel" not in table.view()


def test_after_the_match_only_undo_correct_override_and_note_are_taken() -> None:
    table = a_table().play("concede", seat="home")
    table.illegal("attempt", seat="home", occasion="THROUGH")
    table.illegal("accept_draw")
    table.illegal("concede", seat="away")
    table.illegal("time_up", clock="half")
    table.play("note", text="well played").override(score__home=1)
    assert table.play("undo").play("undo").view("over") is False


def test_a_clock_that_runs_out_is_an_event_only() -> None:
    """45 to 60 minutes are a hint."""
    table = a_table()
    before = table.view()
    assert before["clock_hint"] == [45, 60]
    assert table.play("time_up", clock="match").events == [{"kind": "time_up", "clock": "match"}]
    assert table.view() == before
