"""After a defender's foul outside a shooting zone (§13, §02)."""

from tests.rules.ofusaido.table import Table, a_table


def fouled(intent: str = "pass", occasion: str = "FORK", to: str = "c", **setup: object) -> Table:
    """A defender fouls in midfield (blue)."""
    table = a_table(visible=f"{occasion} DIRECT", **setup).attempt("home", occasion, "a")
    return table.contest("VEGA", "KANT", "B30", "B12W", intent=intent, to=to)


def test_the_attack_goes_to_the_shooting_zone_of_its_choice() -> None:
    table = fouled()
    assert (table.view("phase"), table.turn_of) == ("free_advance", "home")
    assert fouled().free_advance("home", "b").view("zone") == "b"
    assert table.free_advance("home", "c").view("zone") == "c"
    assert table.view("phase") == "shot"


def test_by_13_it_goes_to_no_other_zone() -> None:
    assert fouled().illegal("free_advance", seat="home", to="a") == "OFUSAIDO §13; reading foul_advance"
    fouled("pass", "LADDER", "c").illegal("free_advance", seat="home", to="d")
    fouled().illegal("free_advance", seat="home", to="nowhere")


def test_the_defence_does_not_choose() -> None:
    fouled().illegal("free_advance", seat="away", to="b")


def test_it_counts_as_got_through() -> None:
    progress = fouled().free_advance("home", "b").event("progress")
    assert (progress["from"], progress["to"], progress["opposed"]) == ("a", "b", True)


def test_after_a_dribble_the_same_card_is_the_next_base_player() -> None:
    table = fouled("dribble").free_advance("home", "b")
    table.illegal("shoot", seat="home", card="IVAN")
    assert table.shoot("home", "VEGA").view("phase") == "support"


def test_after_a_pass_the_same_card_is_not_available() -> None:
    fouled().free_advance("home", "b").illegal("shoot", seat="home", card="VEGA")


def test_after_a_cross_against_a_wall_the_same_card_is_not_available() -> None:
    table = a_table(visible="FORK DIRECT").attempt("home", "FORK").advance("home", "OTIS", "cross", "b")
    table.oppose("away", "BRIK").redirect("home", "c").reveal("B30", "B12W").free_advance("home", "b")
    table.illegal("shoot", seat="home", card="OTIS")


def test_a_let_pass_bonus_is_gone() -> None:
    table = (
        a_table(visible="LADDER DIRECT")
        .attempt("home", "LADDER", "a")
        .advance("home", "DARO")
        .let_pass("away")
    )
    table.contest("MARO", "KANT", "B30", "B12W").free_advance("home", "e")
    table.shoot("home", "VEGA").no_support("home").support("away", "BRIK")
    assert table.view("duel.attack.times") == 1


def test_by_02_it_may_go_anywhere() -> None:
    table = fouled("pass", "LADDER", "c", house={"foul_advance": "anywhere"}).free_advance("home", "d")
    assert (table.view("zone"), table.view("phase")) == ("d", "advance")


def test_by_02_the_attack_still_may_shoot() -> None:
    table = fouled("dribble", "LADDER", "c", house={"foul_advance": "anywhere"}).free_advance("home", "e")
    assert table.shoot("home", "VEGA").view("phase") == "support"


def test_a_foul_in_midfield_leaves_an_attack_without_energy() -> None:
    """§16: nothing to place in front of the goal."""
    table = a_table().override(teams__home__energy_pile=1).attempt("home", "THROUGH")
    table.contest("MARO", "KANT", "B30", "B12W").free_advance("home", "b")
    assert table.event("turn_end")["reason"] == "no_energy"
