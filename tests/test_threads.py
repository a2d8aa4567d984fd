"""Nothing that goes wrong ends a thread unseen."""

import threading
from collections.abc import Callable, Iterator

import pytest

from companion.kiosk import MOST
from companion.threads import ACCIDENTS, Stumble, TendedThread
from companion.words import Text, translate


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("companion.threads.PAUSE_S", 0.0)
    ACCIDENTS.taken()
    yield
    ACCIDENTS.taken()


class Work:
    """Fails so many times, and then is done."""

    def __init__(self, failures: int) -> None:
        self.left = failures
        self.begun = 0

    def __call__(self) -> None:
        self.begun += 1
        if self.left:
            self.left -= 1
            raise ValueError("what nobody foresaw")


def tended(work: Callable[[], None], tell: Callable[[Stumble], None]) -> TendedThread:
    return TendedThread("table", Text("the camera"), work, tell, threading.Event())


def test_work_that_fails_begins_anew_and_its_person_is_told() -> None:
    told: list[Stumble] = []
    work = Work(2)
    thread = tended(work, told.append)
    thread.start()
    thread.join(10)
    assert work.begun == 3 and not thread.is_running
    assert [translate(one.says, "en") for one in told] == [
        "the camera failed and starts again: ValueError('what nobody foresaw')"
    ] * 2
    assert translate(told[0].says, "fr").startswith("la caméra")


def test_every_accident_is_counted_once() -> None:
    tended(Work(2), lambda _: None).serve()
    assert [str(problem) for problem in ACCIDENTS.taken()] == ["what nobody foresaw"] * 2
    assert ACCIDENTS.taken() == []


def test_who_cannot_be_told_ends_no_thread() -> None:
    def deaf(_: Stumble) -> None:
        raise RuntimeError("nobody listens")

    work = Work(2)
    tended(work, deaf).serve()
    assert work.begun == 3


def test_who_is_told_may_end_it() -> None:
    stopping = threading.Event()
    work = Work(5)
    TendedThread("show", Text("the demonstration"), work, lambda _: stopping.set(), stopping).serve()
    assert work.begun == 1


def test_what_fails_again_and_again_is_tried_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.threads.PAUSE_S", 1.0)
    waits: list[float] = []

    class Stopping(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0.0)
            return False

    TendedThread("table", Text("the camera"), Work(MOST + 1), lambda _: None, Stopping()).serve()
    assert waits == [1.0] * (MOST - 1) + [60.0, 60.0]
