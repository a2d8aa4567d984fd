"""What hands have to do at the table after a play, for each person, until the next play shows that it is done."""

from companion.match import Match
from companion.play import Undo
from companion.rules.ofusaido.rules import OFUSAIDO
from companion.rules.ouaf.rules import OUAF
from companion.showing.duties import duty_rows
from companion.showing.games import SCENE_BUILDERS
from tests.rules.boufbowl.table import a_table as a_field
from tests.rules.lignes.table import yellow_shoots
from tests.rules.ofusaido.cards import box as ofusaido_box
from tests.rules.ofusaido.table import a_setup
from tests.rules.ofusaido.table import a_table as a_pitch
from tests.rules.ouaf.cards import REFS, box
from tests.rules.ouaf.table import a_setup as a_bakery
from tests.rules.ouaf.test_choices import swapping
from tests.showing.sitting import Sitting, en


def told(sitting: Sitting) -> dict[str | None, str]:
    """The duties of each seat, and of nobody in particular."""
    return {row.seat: en(row.says).replace("\u00a0", " ") for row in duty_rows(sitting.scene.duties)}


def in_a_round() -> Sitting:
    return Sitting(Match(OUAF, a_bakery(), box())).play("round", evaluation=REFS[0], order=REFS[1])


def test_who_takes_a_card_back_is_told_so_until_he_has_laid_the_next_one() -> None:
    sitting = Sitting(swapping("swap_up", 1, red=3, blue=3, green=11).match)
    assert told(sitting)["red"].startswith("take the 3 that you played back in hand")
    sitting.play("discard", seat="red", value=5)
    assert told(sitting)["red"] == "discard your 5"
    assert told(sitting)["blue"].startswith("take the 3 that you played back in hand")
    sitting.play("discard", seat="blue", value=5)
    assert "put your 11 onto your discard pile" in told(sitting)["green"]
    sitting.submit(sitting.match.rules.options(sitting.match.state, None, "round")[0])
    assert {"red", "blue"} <= set(told(sitting))
    sitting.play("down", seats=["red"])
    assert "red" not in told(sitting)
    assert "blue" in told(sitting)


def test_a_round_that_changes_reputations_has_its_markers_moved_and_its_cards_put_away() -> None:
    sitting = in_a_round().play("work", cards={"red": 11, "blue": 5, "green": 5})
    duties = told(sitting)
    assert (
        duties[None]
        == "put the cards just played onto your discard piles, put the evaluation under the happy boss"
    )
    assert duties["red"].startswith("move your reputation to ")


def test_nothing_is_to_be_done_for_cards_that_lie_face_down() -> None:
    assert told(in_a_round().play("work", cards={"red": 11, "blue": 5})) == {}


def in_a_duel() -> Sitting:
    setup = a_setup(visible="THROUGH DIRECT")
    sitting = Sitting(Match(OFUSAIDO, setup, ofusaido_box())).play("attempt", seat="home", occasion="THROUGH")
    return sitting.play("advance", seat="home", card="VEGA", intent="dribble")


def test_a_dribble_costs_an_energy_more_and_a_let_pass_has_the_one_laid_put_away() -> None:
    sitting = in_a_duel()
    assert told(sitting) == {"home": "put one more energy card of your pile, unseen, on the energy discard"}
    sitting.play("let_pass", seat="away")
    assert "put the energy card that you laid, unseen, on the energy discard" in told(sitting)["home"]


def test_who_stalls_puts_energies_back_and_shuffles_and_the_other_side_puts_back_too() -> None:
    match = Match(OFUSAIDO, a_setup(visible="THROUGH DIRECT"), ofusaido_box())
    sitting = Sitting(match).play(
        "override", set={"teams.home.energy_spent": 4, "teams.away.energy_spent": 1}, reason="a position"
    )
    sitting.play("stall", seat="home", option="reshuffle", discard="DIRECT")
    duties = told(sitting)
    assert "shuffle your discard and your draw pile together" in duties["home"]
    assert "put 3 spent energy cards back under your energy pile" in duties["home"]
    assert duties["away"] == "put one spent energy card back under your energy pile"


def test_after_a_goal_the_pieces_go_back_to_their_places_and_the_ball_to_the_centre() -> None:
    sitting = Sitting(yellow_shoots(3, ball="f18", R3="a5", R4="a6").match)
    sitting.play("shoot", goal_cell="f21")
    assert told(sitting) == {}
    sitting.play("save_roll", d6=6)
    assert told(sitting) == {None: "put all pieces back on their places, and Red no. 9 with the ball on g11"}


def test_who_goes_down_lies_with_a_marker_which_goes_before_he_stands() -> None:
    sitting = Sitting(a_field().at("R4", R1="b3", B1="b3").tackle("R1", "B1").match)
    for seat in ("red", "blue"):
        sitting.play("commit", seat=seat, cards=0)
    sitting.play("dice", seat="red", stars=[2]).play("dice", seat="blue", stars=[0])
    assert told(sitting)["blue"].startswith("lay no. 1 Name of B1 down, with a stunned marker")


def test_after_a_play_was_taken_back_the_whole_table_follows() -> None:
    sitting = in_a_duel()
    sitting.submit(Undo())
    assert told(sitting) == {
        None: "arrange the table as the match stands now: a play was taken back or changed"
    }


def test_what_is_done_is_left_out_until_all_is_done() -> None:
    sitting = in_a_round().play("work", cards={"red": 11, "blue": 5, "green": 5})
    one, *others = (duty for duty in sitting.scene.duties if duty.seat is None)
    (row,) = duty_rows([type(one)(None, one.says, is_done=True), *others])
    assert not row.is_done
    assert en(row.says) == en(others[0].says)
    (row,) = duty_rows([type(one)(None, one.says, is_done=True)])
    assert row.is_done


def test_players_that_the_program_moved_are_named_with_their_zones() -> None:
    before, after = a_field().at("R4", R1="b3", B1="b3"), a_field().at("R4", R1="a1", R2="a1", B1="b3")
    moved = [
        en(duty.says) for duty in SCENE_BUILDERS["boufbowl"].moves(before.match.state, after.match.state)
    ]
    assert any("Name of R1" in says and says.endswith("in a1") for says in moved)
    assert not any("B1" in says for says in moved)


def test_who_is_sent_off_is_taken_out_and_for_a_keeper_another_comes_in() -> None:
    sitting = Sitting(a_pitch().attempt("home", "THROUGH").contest("MARO", "PAZ", "R12", "R03W").match)
    assert told(sitting)["away"].startswith("take Paz out of the match")
    assert "in goal" not in told(sitting)["away"]
    sitting = Sitting(a_pitch().attempt("home", "DIRECT").shot("VEGA", "R12", "R03W").match)
    assert "take SAMS out of the match, put TONI in goal" in told(sitting)["away"]
