"""A kiosk that stands for half a day: matches follow one another, visitors touch what they like, and nothing stands still."""

from pathlib import Path
from random import Random

import pytest

from tests.ui.evening import QuickHouse
from tests.ui.test_kiosk import Hands, kiosk
from ui.widgets.touch import Touch

HOURS = 12
STEP_S = 30.0
SEED = 11


def touch_something(hands: Hands, chance: Random) -> None:
    """A visitor who knows nothing touches one of the buttons that he sees."""
    touches = [one for one in hands.tablet.widgets() if isinstance(one, Touch) and not one.is_off]
    if touches:
        hands.tablet.touch_widget(chance.choice(touches))


@pytest.mark.slow
def test_for_twelve_hours_every_touch_leads_home_again(tmp_path: Path) -> None:
    chance, house = Random(SEED), QuickHouse(tmp_path, most=6)
    with kiosk(tmp_path, house=house) as hands:
        for _ in range(int(HOURS * 3600 / STEP_S)):
            if chance.random() < 0.15:
                touch_something(hands, chance)
            hands.wait(STEP_S, frames=3)
            del house.opened[:-1], house.shown[:-1]
        assert hands.guard.recoveries.fault is None
        hands.wait(131)
        hands.wait(1)
        assert hands.app.page.called == "attract"
        hands.tablet.until(lambda: hands.app.snapshot is not None)
