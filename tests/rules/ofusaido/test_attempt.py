"""Attempting an occasion (§11)."""

from tests.rules.ofusaido.table import a_table


def test_an_occasion_starts_in_its_lowest_row() -> None:
    table = a_table().attempt("home", "THROUGH")
    assert (table.view("phase"), table.view("occasion"), table.view("zone")) == ("advance", "THROUGH", "a")


def test_an_attempted_occasion_leaves_visible_and_occasions_left_at_once() -> None:
    table = a_table().attempt("home", "THROUGH")
    assert table.view("teams.home.visible") == ["DIRECT"]
    assert table.view("teams.home.occasions_left") == 5
    assert table.view("teams.away.occasions_left") == 6


def test_the_occasion_must_be_visible() -> None:
    assert a_table().illegal("attempt", seat="home", occasion="FORK") == "OFUSAIDO §11"


def test_of_two_zones_in_the_lowest_row_the_attack_says_which() -> None:
    table = a_table(visible="LADDER DIRECT")
    table.illegal("attempt", seat="home", occasion="LADDER")
    assert table.attempt("home", "LADDER", "b").view("zone") == "b"


def test_the_zone_said_must_be_a_start() -> None:
    table = a_table(visible="LADDER DIRECT")
    table.illegal("attempt", seat="home", occasion="LADDER", zone="c")
    table.illegal("attempt", seat="home", occasion="LADDER", zone="nowhere")


def test_an_occasion_whose_start_is_a_shooting_zone_is_a_direct_shot() -> None:
    assert a_table().attempt("home", "DIRECT").view("phase") == "shot"


def test_an_attempt_needs_one_energy_in_the_pile() -> None:
    table = a_table().override(teams__home__energy_pile=0)
    assert table.illegal("attempt", seat="home", occasion="THROUGH") == "OFUSAIDO §16"
    assert table.waited["home"] & {"attempt", "stall"} == {"stall"}
    assert (
        a_table().override(teams__home__energy_pile=1).attempt("home", "THROUGH").view("phase") == "advance"
    )


def test_only_the_attack_attempts() -> None:
    a_table().illegal("attempt", seat="away", occasion="THROUGH")


def test_no_second_occasion_in_one_turn() -> None:
    a_table().attempt("home", "THROUGH").illegal("attempt", seat="home", occasion="DIRECT")


def test_a_side_with_nobody_who_could_be_in_its_hand_ends_its_turn() -> None:
    """Reason `no_card`: the hand is empty and nobody dribbles."""
    table = a_table().override(teams__home__hand=0).attempt("home", "THROUGH")
    assert table.event("turn_end")["reason"] == "no_card"
    assert table.event("turn_end")["next"] == "away"


def test_a_squad_that_is_all_known_to_be_discarded_ends_the_turn() -> None:
    squad = list(a_table().match.setup["teams"]["home"]["players"])
    table = a_table().override(teams__home__discard_known=squad).attempt("home", "DIRECT")
    assert table.event("turn_end")["reason"] == "no_card"
    but_one = a_table().override(teams__home__discard_known=squad[1:]).attempt("home", "DIRECT")
    assert but_one.view("phase") == "shot"


def test_the_attack_may_give_up_in_advance_and_in_shot() -> None:
    for occasion in ("THROUGH", "DIRECT"):
        table = a_table().attempt("home", occasion).give_up("home")
        assert table.event("turn_end")["reason"] == "given_up"
        assert table.event("turn_end")["draw"] == {"home": 0, "away": 0}


def test_nobody_gives_up_before_the_attempt_and_never_the_defence() -> None:
    a_table().illegal("give_up", seat="home")
    a_table().attempt("home", "THROUGH").illegal("give_up", seat="away")
    a_table().attempt("home", "THROUGH").advance("home", "MARO").illegal("give_up", seat="home")
