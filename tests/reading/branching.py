"""A table of OFUSAIDO on which an occasion lies with two ways on."""

from collections.abc import Sequence

from companion.rules.engine import Json
from companion.storage.shipped_data import demonstrations
from tests.reading.table import TestTable

SETUP, CARDS = demonstrations("ofusaido")["demo-match"]
HOME, AWAY = SETUP["teams"]["home"], SETUP["teams"]["away"]
WINGER, DRIBBLER, SHOOTER, FOURTH = HOME["players"][4:8]
DEFENDER, SECOND, THIRD = AWAY["players"][0:3]
OCCASION = HOME["visible"][0]
BALL = "20"


def branching_table(cards: Sequence[Json] = CARDS) -> TestTable:
    """In OC003: from a to b or c."""
    setup = {
        **SETUP,
        "teams": {**SETUP["teams"], "home": {**HOME, "visible": ["OC003-900", HOME["visible"][1]]}},
    }
    assert "OC003-900" in HOME["occasions"], "the demonstration deck has changed"
    if HOME["visible"][1] == "OC003-900":
        setup["teams"]["home"]["visible"] = HOME["visible"]
    table = TestTable("ofusaido", setup, cards)
    table.lay("OC003-900", "occasion")
    assert table.played() == {"play": "attempt", "seat": "home", "occasion": "OC003-900", "zone": "a"}
    return table
