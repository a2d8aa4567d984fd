"""OFUSAIDO shown: what each side is asked for."""

from companion.match import Match
from companion.rules.ofusaido.rules import Ofusaido
from tests.rules.ofusaido.cards import box
from tests.rules.ofusaido.table import a_setup
from tests.showing.sitting import Sitting


def a_sitting(visible: str) -> Sitting:
    return Sitting(Match(Ofusaido(), a_setup(visible=visible), box()))


def test_a_cross_that_a_wall_stopped_where_the_path_forks_is_asked_for_its_way() -> None:
    sitting = a_sitting("FORK DIRECT").play("attempt", seat="home", occasion="FORK")
    sitting.play("advance", seat="home", card="OTIS", intent="cross", to="b")
    assert sitting.waited == {"away": "choose a defender, or let it through"}
    sitting.play("oppose", seat="away", card="BRIK")
    assert sitting.waited == {"home": "the wall stops the cross: say which way the attack goes"}
