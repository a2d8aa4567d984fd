"""What people complain about in other programs that speak several languages, and how it must not happen at a kiosk."""

from pathlib import Path

import pytest

from tests.ui.evening import QuickBackend
from tests.ui.test_kiosk import kiosk

STEP_S, LONGEST_S = 5, 1_000


@pytest.mark.slow
def test_a_visitor_who_leaves_in_mid_match_leaves_the_next_one_the_language_of_the_house(
    tmp_path: Path,
) -> None:
    """darts-caller 35: the pack of the wrong language was used. Our sounds have no words: what is read is tried."""
    with kiosk(tmp_path, backend=QuickBackend(tmp_path, most=12)) as hands:
        hands.tablet.touch("Français")
        hands.tablet.touch("OFUSAIDO")
        hands.tablet.until(lambda: hands.app.snapshot is not None)
        hands.tablet.settle()
        assert hands.app.page.called == "guided"
        hands.tablet.until(lambda: hands.tablet.shows("Que faites-vous"))
        for _ in range(LONGEST_S // STEP_S):
            hands.wait(STEP_S)
            if hands.app.page.called == "attract":
                break
        hands.tablet.settle()
        hands.tablet.touch("OFUSAIDO")
        hands.tablet.until(lambda: len(hands.backend.opened) == 2 and hands.app.snapshot is not None)
        hands.tablet.settle()
        hands.tablet.until(lambda: hands.tablet.shows("What do you do"))
