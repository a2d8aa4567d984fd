"""The shoot-out after a level match (§14)."""

import pytest

from tests.rules.ofusaido.cards import PLAYERS, box, changed, effect, modifier
from tests.rules.ofusaido.table import Table, a_setup, a_table

HOME = ("VEGA", "IVAN", "SILO", "OTIS", "HUGO")
AWAY = ("VEGA", "KOLO", "LUKA", "JULI", "MARO")
COPIES = {"energies": "B4-1 B4-1 B4-1 R-14 R-14 R-14 Y03W Y03W Y03W Y30 R12 B21W".split()}
IN, OUT = ("B4-1", "B4-1"), ("R-14", "Y03W")
"""The energies of a kick: 4x2 against 5 - 1 is in whoever shoots, and -1x2 against 5 + 3 is out."""


def level(**setup: object) -> Table:
    return a_table(**{"home": COPIES, "away": COPIES, **setup}).waste_all()


def kicking(**setup: object) -> Table:
    return level(**setup).shootout("home", *HOME).shootout("away", *AWAY)


def kick(table: Table, *scored: bool) -> Table:
    for is_in in scored:
        if table.view("phase") == "shootout":
            seat = table.view("active")
            first = table.match.rules.options(table.match.state, seat, "shoot")[0]
            table.shoot(seat, first.card)
        table.reveal(*(IN if is_in else OUT))
        assert ("goal" in table.kinds) is is_in
    return table


def test_the_table_waits_for_both_or_for_a_draw() -> None:
    table = level().play("time_up", clock="half").override(score__home=0)
    assert table.waited == {None: {"accept_draw"}, "home": {"shootout"}, "away": {"shootout"}}


def test_each_side_names_5_different_field_players() -> None:
    table = level()
    table.illegal("shootout", seat="home", shooters=list(HOME[:4]))
    table.illegal("shootout", seat="home", shooters=[*HOME, "MARO"])
    table.illegal("shootout", seat="home", shooters=[*HOME[:4], "VEGA"])
    table.illegal("shootout", seat="home", shooters=[*HOME[:4], "SAMS"])
    table.illegal("shootout", seat="home", shooters=[*HOME[:4], "CALM"])
    assert table.refused("shootout", seat="home", shooters=[*HOME[:4], "NOBODY"]).code == "unknown_card"


def test_a_side_names_its_shooters_once() -> None:
    table = level().shootout("home", *HOME)
    assert table.view("phase") == "level"
    table.illegal("shootout", seat="home", shooters=list(HOME))
    assert table.waited == {None: {"accept_draw"}, "away": {"shootout"}}


def test_a_draw_may_still_be_accepted_while_one_side_is_awaited() -> None:
    assert level().shootout("away", *AWAY).accept_draw().view("winner") == ["home", "away"]


def test_a_player_sent_off_does_not_shoot() -> None:
    table = a_table().attempt("home", "THROUGH").contest("VEGA", "PAZ", "R21W", "R12").flip_any().waste_all()
    assert table.view("phase") == "level"
    assert table.illegal("shootout", seat="home", shooters=list(HOME)) == "OFUSAIDO §13"
    table.shootout("away", *AWAY).shootout("home", "IVAN", "SILO", "OTIS", "HUGO", "JULI")


def test_who_is_sent_off_after_he_was_named_is_passed_over() -> None:
    table = kicking().override(teams__home__expelled=["IVAN", "VEGA"])
    assert table.view("duel.attack.base") == "VEGA", "the kick under way is settled"
    assert kick(table, True).event("duel")["cite"] == "OFUSAIDO §14; reading shooter_sent_off"
    assert kick(table, True).event("duel")["cite"] == "OFUSAIDO §14"
    assert table.view("duel.attack.base") == "SILO"
    before = level().shootout("home", *HOME).override(teams__home__expelled=["VEGA"]).shootout("away", *AWAY)
    assert before.view("duel.attack.base") == "IVAN"


def test_in_the_place_of_a_named_shooter_who_was_sent_off_his_side_names_another() -> None:
    table = kick(kicking().override(teams__home__expelled=["IVAN"]), *[True] * 8)
    assert (table.view("phase"), table.view("active")) == ("shootout", "home")
    assert table.illegal("shoot", seat="home", card="IVAN") == "OFUSAIDO §14; reading shooter_sent_off"
    assert table.illegal("shoot", seat="home", card="VEGA") == "OFUSAIDO §14; reading shootout_shooters"
    table.shoot("home", "BRIK").reveal(*OUT)
    assert table.view("duel.attack.base") == AWAY[4]
    assert kick(table, True).view("winner") == "away"


def test_fewer_than_five_shoot_in_the_order_in_which_they_were_named() -> None:
    gone = [card["ref"] for card in PLAYERS if card["ref"] not in HOME[:3]]
    table = level().override(teams__home__expelled=gone)
    named = ("SILO", "VEGA", "IVAN")
    table.shootout("home", *named).shootout("away", *AWAY)
    shot = []
    for _ in range(5):
        shot.append(table.view("duel.attack.base"))
        kick(table, True, True)
    assert shot == [*named, *named[:2]]
    assert table.illegal("shoot", seat="home", card="SILO") == "OFUSAIDO §14; reading shootout_shooters"


def test_a_player_shoots_wherever_his_card_lies() -> None:
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "R-14", "Y03W").flip_any().waste_all()
    assert "VEGA" in table.view("teams.home.discard_known")
    hand = table.view("teams.home.hand")
    table.shootout("home", *HOME).shootout("away", *AWAY)
    assert table.view("duel.attack.base") == "VEGA"
    assert table.view("teams.home.hand") == hand


def test_all_energies_go_back_in_the_piles() -> None:
    table = a_table().attempt("home", "DIRECT").shot("VEGA", "R-14", "Y03W").flip_any().waste_all()
    assert table.counts("home") == (11, 1)
    table.shootout("home", *HOME).shootout("away", *AWAY)
    # One each lies on the table for the first kick; VEGA's old -1 may turn up again.
    assert (table.counts("home"), table.counts("away")) == ((11, 0), (11, 0))
    assert table.reveal("R-14", "Y03W").event("no_goal")["card"] == "VEGA"


def test_what_is_refused_in_a_shoot_out_has_its_section() -> None:
    table = level()
    assert table.illegal("shoot", seat="home", card="VEGA") == "OFUSAIDO §14"
    table.shootout("home", *HOME).shootout("away", *AWAY)
    assert table.illegal("reveal", seat="away", energy="Y30") == "OFUSAIDO §14"
    assert table.illegal("shoot", seat="home", card="VEGA") == "OFUSAIDO §14"
    kick(table, *[True] * 10)
    assert table.illegal("reveal", seat="home", energy="Y30") == "OFUSAIDO §14"
    assert table.illegal("shoot", seat="away", card="MARO") == "OFUSAIDO §14"


@pytest.mark.parametrize("seat", ["home", "away"])
def test_kickoff_shoots_first(seat: str) -> None:
    table = kicking(kickoff=seat)
    assert (table.view("phase"), table.view("active"), table.turn_of) == ("reveal", seat, seat)


def test_a_kick_is_settled_as_a_penalty() -> None:
    # VEGA 7 + 3x2; SAMS 5 + 2.
    table = kicking().reveal("Y30", "R12")
    assert table.totals == (13, 7)
    duel = table.event("duel")
    assert (duel["phase"], duel["winner"]) == ("shootout", "attack")


def test_level_a_kick_is_saved() -> None:
    # VEGA 7 + 0x2; SAMS 5 + 2.
    assert kicking().reveal("Y03W", "R12").event("no_goal")["card"] == "VEGA"


def test_a_kick_is_no_goal_of_the_score() -> None:
    table = kicking().reveal("Y30", "R12")
    assert table.event("goal")["score"] == {"home": 0, "away": 0}
    assert table.view("score") == {"home": 0, "away": 0}


def test_sides_kick_in_turn_with_their_shooters_in_order() -> None:
    table = kicking()
    seen = []
    for _ in range(6):
        seen.append((table.view("active"), table.view("duel.attack.base")))
        kick(table, False)
    assert seen == [(seat, row[n]) for n in range(3) for seat, row in (("home", HOME), ("away", AWAY))]


def test_energies_return_as_in_a_penalty() -> None:
    table = kick(kicking(), True)
    # The first used is spent; for the second kick another is taken, the first returns, the second is spent.
    assert table.counts("home") == (10, 1)
    kick(table, True)
    assert table.counts("home") == (10, 1)


def test_there_is_no_foul_in_a_shoot_out() -> None:
    assert "foul" not in kicking().reveal("B21W", "B21W").kinds


def test_it_is_over_as_soon_as_it_cannot_be_caught() -> None:
    table = kick(kicking(), True, False, True, False, True)
    assert table.view("phase") == "reveal"
    kick(table, False)
    assert (table.view("phase"), table.view("winner")) == ("over", "home")
    assert table.event("match_end")["winner"] == "home"
    assert table.event("match_end")["score"] == {"home": 0, "away": 0}


def test_it_is_over_in_the_middle_of_a_round_too() -> None:
    # After 4 each it is 2:3, and home's fifth is out.
    table = kick(kicking(), True, True, True, True, False, True, False, False)
    assert table.view("phase") == "reveal"
    assert kick(table, False).view("winner") == "away"


def test_the_fifth_kick_may_still_level() -> None:
    table = kick(kicking(), True, True, True, True, False, False, False, True, True)
    assert table.view("phase") == "reveal"
    assert kick(table, False).view("phase") == "shootout"


def sudden(**setup: object) -> Table:
    """Level after five each."""
    return kick(kicking(**setup), *[False] * 10)


def test_level_after_five_each_comes_sudden_death() -> None:
    table = sudden()
    assert (table.view("phase"), table.view("active"), table.view("over")) == ("shootout", "home", False)
    assert table.waited == {"home": {"shoot", "action"}, None: {"accept_draw"}}


def test_in_sudden_death_one_shoots_who_has_not_shot() -> None:
    table = sudden()
    assert table.illegal("shoot", seat="home", card="VEGA") == "OFUSAIDO §14; reading shootout_shooters"
    table.illegal("shoot", seat="away", card="PAZ")
    table.illegal("shoot", seat="home", card="JULI", target="top_left")
    table.illegal("shoot", seat="home", card="TONI")
    assert table.shoot("home", "JULI").view("phase") == "reveal"


def test_a_goal_against_none_in_one_round_decides() -> None:
    table = sudden().shoot("home", "JULI").reveal("B4-1", "B4-1")
    assert (table.view("phase"), table.view("active")) == ("shootout", "away")
    table.shoot("away", "PAZ").reveal("R-14", "Y03W")
    assert (table.view("winner"), table.view("over")) == ("home", True)


def test_a_miss_and_then_a_goal_decides_for_the_second() -> None:
    table = sudden().shoot("home", "JULI").reveal("R-14", "Y03W").shoot("away", "HUGO").reveal("B4-1", "B4-1")
    assert table.view("winner") == "away"


@pytest.mark.parametrize("both", [True, False])
def test_a_level_round_is_followed_by_another(both: bool) -> None:
    table = kick(sudden(), both, both)
    assert (table.view("phase"), table.view("active")) == ("shootout", "home")


def test_when_all_have_shot_anybody_may_shoot_again() -> None:
    table = sudden()
    for _ in range(13):
        kick(table, False, False)
    assert len(table.match.rules.options(table.match.state, "home", "shoot")) == 18
    table.shoot("home", "VEGA")


def test_a_draw_may_be_accepted_in_sudden_death() -> None:
    assert sudden().accept_draw().view("winner") == ["home", "away"]


def test_no_draw_is_accepted_while_a_kick_runs() -> None:
    kicking().illegal("accept_draw")
    sudden().shoot("home", "JULI").illegal("accept_draw")


def test_no_action_before_the_first_kick_nor_once_an_energy_is_turned() -> None:
    level().override(score__home=0).illegal("action", seat="home", card="CALM", choice=1)
    table = kicking().reveal("Y30")
    for seat in ("home", "away"):
        assert table.illegal("action", seat=seat, card="CALM", choice=1) == "OFUSAIDO §14"
    table.illegal("coach_bonus", seat="home")


def test_an_action_before_a_kicks_first_energy_counts_in_it() -> None:
    table = kicking().action("home", "DRIVE").action("away", "CALM", 2)
    # VEGA 7 + 2 + 3x2; SAMS 5 + 2x2.
    assert table.reveal("Y30", "R12").totals == (15, 9)
    assert table.view("teams.home.hand") == 7


def test_what_lasts_a_duel_or_a_turn_counts_in_that_kick_alone() -> None:
    table = kicking().action("home", "DRIVE").action("away", "CALM", 2)
    kick(table, True, True)
    # The third kick is home's again, against the keeper whom CALM helped in the first: IVAN 6 + 3x2; SAMS 5 + 2.
    table.reveal("Y30", "R12")
    assert table.totals == (12, 7)


def test_what_lasts_the_match_counts_in_the_kicks_that_follow_too() -> None:
    table = kicking().action("home", "CHEER")
    kick(table, True, True)
    assert table.reveal("Y30", "R12").totals == (6 + 6 + 1, 7)


def test_actions_are_taken_in_sudden_death_while_a_shooter_is_chosen_and_after() -> None:
    table = sudden().action("away", "CALM", 2).shoot("home", "JULI").action("home", "DRIVE")
    # JULI 4 + 2 + 3x2; SAMS 5 + 2x2.
    assert table.reveal("Y30", "R12").totals == (12, 9)


def test_the_coachs_bonus_is_used_in_a_kick() -> None:
    table = kicking(mode="pro", home={**COPIES, "coach": "BOSS"})
    assert "coach_bonus" in table.waited["home"]
    table.coach_bonus("home")
    assert table.reveal("Y30", "R12").totals == (15, 7)
    table.illegal("coach_bonus", seat="home")


def test_who_kicks_and_who_keeps_announce_their_abilities() -> None:
    vega = changed(
        "VEGA",
        effects=[{**effect(modifier("penalty own_attack self", "score", "add", 3)), "announced": "table"}],
    )
    sams = changed(
        "SAMS",
        effects=[{**effect(modifier("penalty own_defence self", "save", "add", 2)), "announced": "table"}],
    )
    ivan = changed("IVAN", effects=[{**effect(deeds=("draw 1",)), "announced": "table"}])
    table = Table(a_setup(home=COPIES, away=COPIES), box(vega, sams, ivan)).waste_all()
    table.shootout("home", *HOME).shootout("away", *AWAY)
    table.play("ability", seat="home", card="VEGA").play("ability", seat="away", card="SAMS")
    # IVAN does not take this kick.
    assert table.illegal("ability", seat="home", card="IVAN") == "OFUSAIDO §04; reading ability_table"
    assert table.reveal("Y30", "R12").totals == (7 + 3 + 6, 5 + 2 + 2)


@pytest.mark.parametrize("on", ["duel", "set_piece", "penalty"])
def test_effects_on_penalties_count_in_a_shoot_out(on: str) -> None:
    vega = changed("VEGA", effects=[effect(modifier(f"{on} own_attack self", "score", "add", 3))])
    sams = changed("SAMS", effects=[effect(modifier(f"{on} own_defence self", "save", "add", 2))])
    table = Table(a_setup(home=COPIES, away=COPIES), box(vega, sams)).waste_all()
    table.shootout("home", *HOME).shootout("away", *AWAY).reveal("Y30", "R12")
    assert table.totals == (7 + 3 + 6, 5 + 2 + 2)


def test_effects_on_other_duels_do_not_count_in_a_shoot_out() -> None:
    vega = changed("VEGA", effects=[effect(modifier("shot own_attack self", "score", "add", 3))])
    table = Table(a_setup(home=COPIES, away=COPIES), box(vega)).waste_all()
    table.shootout("home", *HOME).shootout("away", *AWAY).reveal("Y30", "R12")
    assert table.totals == (13, 7)


def test_a_side_without_energy_kicks_with_its_stat_alone_whatever_the_other_has() -> None:
    """`home` has no energy at all and `away` no keeper: nothing is turned when `home` kicks."""
    table = a_table(visible="AFAR DOUBLE").attempt("home", "AFAR").shoot("home", "OTIS").reveal("R12", "R03W")
    table.shoot("home", "OTIS").reveal("R-14", "B30").flip_any().discard("away", "HUGO").waste_turn()
    table.attempt("home", "DOUBLE").advance("home", "MARO").let_pass("away")
    table.shoot("home", "KOLO", "bottom_right").reveal("R12", "R21W").shoot("home", "KOLO").reveal("Y03W")
    table.flip_any().discard("away", "IVAN").waste_all().override(score__home=0, score__away=0)
    table.override(teams__home__energy_pile=0, teams__home__energy_spent=0)
    table.shootout("home", *HOME).shootout("away", *AWAY)
    # VEGA's 7 beats an empty goal by itself; away's VEGA turns one against SAMS, who has none.
    assert (table.view("active"), table.turn_of) == ("away", "away")
    table.reveal("R-14")
    # And IVAN's 6 scores by itself again.
    assert (table.view("active"), table.turn_of) == ("away", "away")


def test_a_whole_match_to_a_shoot_out_and_sudden_death() -> None:
    table = kick(sudden(), True, True, False, False, True, False)
    assert table.view("shootout.home.kicks") == [False] * 5 + [True, False, True]
    assert table.view("winner") == "home"
