"""A kiosk that stands for half a day: matches follow one another, visitors touch what they like, and nothing stands still
or piles up.
"""

import gc
import os
from pathlib import Path
from random import Random

import pytest
from kivy.core.window import Window

from companion.backend.interface import TableDevices
from tests.ui.evening import QuickBackend
from tests.ui.test_kiosk import Hands, kiosk
from ui.setup.page import SetupPage
from ui.widgets.touch import Touch

HOURS = 12
STEP_S = 30.0
SEED = 11
MORE_AT_MOST = 1.05
"""So much may the least of the last two hours be of the least of the two before. Until then caches fill, and pages make
parts that they use again from then on, each when a visitor first touches it: in steps, the last of which came in hour eight.
"""
MOST_MB = 400
"""What a kiosk may take of the memory while nobody is there."""
RUNNER_MB = 35
"""What pytest takes of it in this process."""
LOOPS, LOOP_FRAMES = 8, 84
MOST_A_LOOP_MB = 12
"""Faces and letters that are kept fill up. Frames that pile up take 35 MB a loop."""


def touch_something(hands: Hands, chance: Random) -> None:
    """A visitor who knows nothing touches one of the buttons that he sees."""
    touches = [one for one in hands.tablet.widgets() if isinstance(one, Touch) and not one.is_off]
    if touches:
        hands.tablet.touch_widget(chance.choice(touches))


def see_all(hands: Hands) -> None:
    """Every page once, and the set-up of every game."""
    app = hands.app
    for game in app.backend.games():
        page = app.page_called(SetupPage.called)
        assert isinstance(page, SetupPage)
        page.begin(game, TableDevices())
        app.go(SetupPage.called)
        hands.tablet.settle()
    for name in ("home", "rules", "staff"):
        app.go(name)
        hands.tablet.settle()
    app.begin_anew()


def objects_at_rest(hands: Hands) -> int:
    """How many objects there are where the kiosk invites."""
    hands.app.begin_anew()
    hands.tablet.until(lambda: hands.app.page.ids.loop.clip is not None)
    hands.tablet.settle()
    gc.collect()
    return len(gc.get_objects())


def resident_mb() -> float:
    """What the process takes of the memory; 0 where Linux does not tell."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if pages.exists() else 0.0


@pytest.mark.soak
@pytest.mark.slow
def test_for_twelve_hours_every_touch_leads_home_again_and_nothing_piles_up(tmp_path: Path) -> None:
    chance, backend = Random(SEED), QuickBackend(tmp_path, most=6)
    objects: list[int] = []
    memory_mb: list[float] = []
    with kiosk(tmp_path, backend=backend) as hands:
        see_all(hands)
        for step in range(int(HOURS * 3600 / STEP_S)):
            if chance.random() < 0.15:
                touch_something(hands, chance)
            hands.wait(STEP_S, frames=3)
            del backend.opened[:-1], backend.shown[:-1], backend.cut[:-1]
            if (step + 1) * STEP_S % 3600 == 0:
                objects.append(objects_at_rest(hands))
                memory_mb.append(resident_mb())
        assert hands.guard.recoveries.fault is None
        hands.wait(131)
        hands.wait(1)
        assert hands.app.page.called == "attract"
        hands.tablet.until(lambda: hands.app.page.ids.loop.clip is not None)
    for what in (objects, memory_mb):
        assert min(what[-2:]) <= min(what[-4:-2]) * MORE_AT_MOST, [f"{one:.0f}" for one in what]
    assert max(memory_mb) - RUNNER_MB <= MOST_MB, [f"{one:.0f}" for one in memory_mb]


@pytest.mark.soak
@pytest.mark.slow
def test_frames_do_not_pile_up_when_nothing_waits_for_a_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Window, "on_draw")
    with kiosk(tmp_path, size=(1280, 800)) as hands:
        memory_mb = []
        for _ in range(2 * LOOPS):
            hands.tablet.until(lambda: hands.app.page.ids.loop.clip is not None)
            for _ in range(LOOP_FRAMES):
                hands.wait(0.1, frames=1)
            memory_mb.append(resident_mb())
    assert memory_mb[-1] - memory_mb[LOOPS - 1] <= LOOPS * MOST_A_LOOP_MB, memory_mb
