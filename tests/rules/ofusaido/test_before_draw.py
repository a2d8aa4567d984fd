"""Before the hand is filled again (§16): once it is, nothing more is played; until then an action still is."""

import pytest

from companion.play import write_play
from tests.rules.ofusaido.cards import Json, changed, effect, modifier
from tests.rules.ofusaido.table import Table, a_table

TOO_LATE = "OFUSAIDO §16; reading before_draw"


def ended(*cards: Json, **setup: object) -> Table:
    """`home` passed with MARO and lost to PAZ: one card each is drawn."""
    table = a_table(*cards, **setup).attempt("home", "THROUGH").contest("MARO", "PAZ", "R-14", "Y03W")
    assert table.event("turn_end")["draw"] == {"home": 1, "away": 1}
    assert table.view("phase") == "flip"
    return table


def hand(table: Table, seat: str) -> tuple[int, int]:
    return table.view(f"teams.{seat}.hand"), table.view(f"teams.{seat}.draw_pile")


def test_the_hand_gives_the_card_and_is_then_filled() -> None:
    table = ended()
    assert hand(table, "home") == (8, 18)
    table.play("action", seat="home", card="DRINK", choice=1, before_draw=True)
    assert table.kinds == ["action", "effect", "turn_end", "energy"]
    assert table.event("turn_end")["draw"] == {"home": 2, "away": 1}
    assert table.event("turn_end")["reason"] == "lost_duel"
    assert hand(table, "home") == (8, 17)
    assert table.view("teams.home.discard_known") == ["MARO", "DRINK"]
    assert table.counts("home") == (12, 0)
    assert table.view("phase") == "flip"


def test_a_card_that_is_possible_only_before_the_draw_is_refused_with_that_word() -> None:
    refused = ended().refused("action", seat="home", card="DRINK", choice=1)
    assert refused.message == (
        "“Play a staff card” is possible now only before the cards are drawn: with before_draw"
    )
    assert refused.cite == "OFUSAIDO §16"


def test_either_seat_may_and_one_after_the_other() -> None:
    table = ended().play("action", seat="away", card="PRESS", choice=2, before_draw=True)
    # The hand of 7 gives PRESS, draws 2 by it and is full.
    assert table.event("turn_end")["draw"] == {"home": 1, "away": 0}
    assert hand(table, "away") == (8, 17)
    table.play("action", seat="home", card="CALM", choice=1, before_draw=True)
    assert table.event("turn_end")["draw"] == {"home": 2, "away": 0}


def test_with_an_empty_pile_no_card_more_is_drawn() -> None:
    table = a_table().override(teams__home__draw_pile=1).attempt("home", "THROUGH")
    table.contest("MARO", "PAZ", "R-14", "Y03W").play(
        "action", seat="home", card="CALM", choice=1, before_draw=True
    )
    assert table.event("turn_end")["draw"] == {"home": 1, "away": 1}
    assert hand(table, "home") == (7, 0)


def test_the_opponents_pile_is_discarded_before_it_is_drawn_from() -> None:
    table = a_table().override(teams__away__draw_pile=3).attempt("home", "THROUGH")
    table.contest("MARO", "PAZ", "R-14", "Y03W")
    assert hand(table, "away") == (8, 2)
    table.play("action", seat="home", card="PRESS", choice=1, before_draw=True)
    assert table.event("turn_end")["draw"]["away"] == 0
    assert hand(table, "away") == (7, 0)


def test_what_lasts_a_duel_or_a_turn_counts_for_nothing() -> None:
    table = ended().play("action", seat="home", card="CALM", choice=2, before_draw=True).flip_any()
    table.attempt("away", "DIRECT").shoot("away", "VEGA")
    assert table.view("duel.defence.times") == 1


def test_what_lasts_the_match_counts_from_then_on() -> None:
    table = ended().play("action", seat="home", card="CHEER", choice=1, before_draw=True).flip_any()
    table.attempt("away", "DIRECT").shoot("away", "VEGA").no_support("away", "home").reveal("R-14", "Y03W")
    assert table.event("duel")["defence"]["lines"][-1] == {"what": "effect", "card": "CHEER", "value": 1}


def test_an_ability_of_the_hand_may_be_announced_too() -> None:
    vega = changed("VEGA", effects=[{**effect(deeds=("recover_energies 1",)), "announced": "hand"}])
    table = ended(vega).play("ability", seat="home", card="VEGA", before_draw=True)
    assert table.event("turn_end")["draw"]["home"] == 2
    assert table.view("teams.home.discard_known") == ["MARO", "VEGA"]


def test_an_ability_of_the_table_may_not() -> None:
    keeper = changed("SAMS", effects=[{**effect(deeds=("draw 1",)), "announced": "table"}])
    assert ended(keeper).illegal("ability", seat="home", card="SAMS", before_draw=True) == "OFUSAIDO §16"


def test_the_coachs_bonus_may_be_used_and_costs_no_card() -> None:
    boss = changed("BOSS", unique=effect(deeds=("recover_energies 1",)))
    table = ended(boss, mode="pro", home={"coach": "BOSS"})
    table.play("coach_bonus", seat="home", before_draw=True)
    assert table.event("turn_end")["draw"] == {"home": 1, "away": 1}
    assert table.view("teams.home.coach_bonus_used") is True
    assert table.counts("home") == (12, 0)


def test_a_card_of_the_table_was_not_in_the_hand() -> None:
    maro = changed("MARO", effects=[{**effect(deeds=("draw 1",)), "announced": "hand"}])
    assert ended(maro).illegal("ability", seat="home", card="MARO", before_draw=True) == "OFUSAIDO §15"


def test_a_hand_that_was_empty_before_the_draw_gives_nothing() -> None:
    table = a_table().override(teams__home__hand=1).attempt("home", "THROUGH")
    table.contest("MARO", "PAZ", "R-14", "Y03W")
    assert hand(table, "home") == (8, 11)
    assert table.illegal("action", seat="home", card="CALM", choice=1, before_draw=True) == "OFUSAIDO §07"
    assert "action" not in table.waited["home"]


def test_after_any_other_play_the_hand_is_filled() -> None:
    table = ended().flip("home", "FORK")
    assert table.view("phase") == "turn"
    assert table.illegal("action", seat="home", card="CALM", choice=1, before_draw=True) == TOO_LATE
    corrected = ended().override(score__home=1)
    assert corrected.illegal("action", seat="home", card="CALM", choice=1, before_draw=True) == TOO_LATE


def test_a_remark_is_no_other_play() -> None:
    ended().play("note", text="hm").play("action", seat="home", card="CALM", choice=1, before_draw=True)


def test_in_the_middle_of_a_turn_nothing_is_before_the_draw() -> None:
    table = a_table()
    for kind, fields in (("action", {"card": "CALM", "choice": 1}), ("coach_bonus", {})):
        assert table.illegal(kind, seat="home", before_draw=True, **fields) == TOO_LATE


def test_once_the_hand_is_filled_nothing_more_is_played_while_occasions_are_turned() -> None:
    ended().illegal("action", seat="home", card="CALM", choice=1)


def test_after_the_end_of_the_match_nothing_is_played() -> None:
    table = a_table().override(score__home=1).waste_all()
    assert table.view("over") is True
    table.illegal("action", seat="home", card="CALM", choice=1, before_draw=True)


def test_an_extra_occasion_before_the_draw_gives_another_attack() -> None:
    table = a_table()
    for _ in range(11):
        table.waste_turn()
    table.attempt("away", table.view("teams.away.visible")[0], "a").give_up("away")
    assert table.event("turn_end")["next"] is None
    assert table.view("phase") == "level"
    assert "action" in table.waited["home"]
    table.play("action", seat="home", card="ENCORE", choice=1, before_draw=True)
    assert table.event("turn_end")["next"] == "home"
    table.flip_any()
    assert (table.view("phase"), table.view("active"), table.view("turn")) == ("turn", "home", 13)


def test_what_is_played_before_the_draw_can_be_taken_back() -> None:
    table = ended()
    before = table.view()
    table.play("action", seat="home", card="DRINK", choice=1, before_draw=True).play("undo")
    assert table.view() == before
    table.play("action", seat="home", card="DRINK", choice=1, before_draw=True)
    table.play(
        "correct",
        seq=table.match.entries[-1].seq,
        **{"with": {"play": "action", "seat": "away", "card": "DRINK", "choice": 1, "before_draw": True}},
    )
    assert table.view("teams.away.discard_known") == ["PAZ", "DRINK"]


def test_it_is_offered_to_the_side_that_is_waited_for() -> None:
    table = ended()
    assert table.waited["home"] == {"flip", "action"}
    offered = table.match.rules.options(table.match.state, "home", "action")
    assert offered and all(write_play(play)["before_draw"] is True for play in offered)


@pytest.mark.parametrize("said", [1, "true", None])
def test_before_the_draw_is_true_or_false(said: object) -> None:
    table = ended()
    outcome = table.match.submit_json(
        {"play": "action", "seat": "home", "card": "CALM", "choice": 1, "before_draw": said}
    )
    assert outcome.refusal is not None and outcome.refusal.code.value == "bad_play"


def test_what_a_turns_ability_announced_stays_announced_until_the_draw() -> None:
    """VEGA may be in the hand again, for RECALL took a card back."""
    vega = changed(
        "VEGA", effects=[{**effect(modifier("duel own any", "total", "add", 1)), "announced": "hand"}]
    )
    table = a_table(vega).attempt("home", "THROUGH").play("ability", seat="home", card="VEGA")
    table.action("home", "RECALL").contest("MARO", "PAZ", "R-14", "Y03W")
    assert table.illegal("ability", seat="home", card="VEGA", before_draw=True) == "OFUSAIDO §04"
