"""What the hall's office sends arrives in the window between two matches: the next one begins with it."""

from pathlib import Path

import pytest

from companion.backend.local import LocalBackend
from companion.bus.messages import OrderOutcome, OrderVerb, TableOrder
from companion.storage.places import Places
from companion.table.hall.orders import SettingsDesk
from tests.ui.table import Tablet
from tests.ui.test_setup import agreed, begin, match, set_up

ANY_LINE = {"game": "lignes", "house": {"trajectory": "any"}, "minutes": {"turn": 4}}


def office_sends(where: Places, name: str, **args: object) -> None:
    """Have an order of the office arrive, as the line to the hall takes it in its own thread."""
    order = TableOrder(name, "Anna", "", OrderVerb.SETTINGS, args)
    assert SettingsDesk(where).take(order).outcome is OrderOutcome.DONE


@pytest.mark.slow
def test_a_window_begins_the_next_match_with_what_the_office_sent_last(tmp_path: Path) -> None:
    where = Places(tmp_path)
    with Tablet(LocalBackend(where), language="en") as tablet:
        tablet.settle()
        set_up(tablet, "lignes")
        begin(tablet)
        running = match(tablet)
        office_sends(where, "o1", **ANY_LINE)
        tablet.settle()
        assert running.setup.get("house", {}).get("trajectory") != "any", "a match keeps what it began with"
        tablet.app.leave_match("home")
        tablet.settle()
        set_up(tablet, "lignes")
        begin(tablet)
        assert match(tablet).setup["house"]["trajectory"] == "any"
        tablet.app.leave_match("home")
        tablet.settle()
        office_sends(where, "o2", language="fr", **{**ANY_LINE, "house": {}})
        tablet.until(lambda: tablet.app.look.language == "fr")
        tablet.settle()
        set_up(tablet, "lignes")
        assert agreed(tablet).request.setup.get("house") == {}, "also where the first page is shown already"
