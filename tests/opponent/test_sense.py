"""How virtual players rate a position."""

from companion.opponent.boufbowl.sense import BOUFBOWL
from tests.rules.boufbowl import table


def test_a_carrier_before_an_opponent_who_blocks_his_way_is_worth_less() -> None:
    before, beside = (table.a_table().at("R1", R1="b3", R5="a1", B2=zone) for zone in ("b3", "b4"))
    rated = [BOUFBOWL.measure(one.match.state, "red") for one in (before, beside)]
    assert rated[1] - rated[0] == 3
