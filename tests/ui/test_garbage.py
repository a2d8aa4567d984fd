"""Where garbage is collected: between two frames, by the thread that draws."""

import gc
import threading
import weakref

from tests.ui.refereeing import begin
from tests.ui.table import Tablet


class Cycle:
    def __init__(self) -> None:
        self.own = self


def test_the_garbage_of_a_background_task_is_collected_by_the_thread_that_draws(one: Tablet) -> None:
    """Collected by another thread, a widget's rules outlive it for a moment, and a change of colours fails at them."""
    collected_by: list[threading.Thread] = []
    watched: list[weakref.ref[Cycle]] = []
    kept: list[list[object]] = []

    def collected(_: object) -> None:
        collected_by.append(threading.current_thread())

    def make() -> None:
        watched.extend(weakref.ref(Cycle(), collected) for _ in range(20))
        kept.extend([[] for _ in range(20 * gc.get_threshold()[0])])

    one.app.run_in_background(make, lambda _: None)
    one.settle()
    assert len(collected_by) == len(watched) == 20
    assert set(collected_by) == {threading.current_thread()}


def test_nothing_is_left_of_a_match_that_was_left(one: Tablet) -> None:
    begin(one, "lignes", ())
    match = weakref.ref(one.app.match)
    one.app.leave_match("home")
    one.settle()
    assert match() is None
