"""What makes the first look at a card longer is done beforehand, in another thread, once cards are read by their faces."""

from collections.abc import Callable
from threading import Event

from companion.mat import Zone
from vision.face_looks import FaceLooks
from vision.faces.gallery import Gallery
from vision.faces.reader import FaceReader


class Reader(FaceReader):
    """A reader that notes whether it is prepared."""

    def __init__(self) -> None:
        super().__init__(Gallery([]))
        self.reads = self.is_prepared = False

    @property
    def is_in_use(self) -> bool:
        return self.reads

    def prepare(self, is_stopping: Callable[[], bool]) -> None:
        self.is_prepared = True


class Waits(Event):
    """An event that is never waited for: at each wait `then` is called."""

    def __init__(self, then: Callable[[int], bool]) -> None:
        super().__init__()
        self.then, self.count = then, 0

    def wait(self, timeout: float | None = None) -> bool:
        self.count += 1
        return self.then(self.count)


NO_ZONES: tuple[Zone, ...] = ()


def test_a_reader_is_prepared_when_a_card_was_read_by_its_face() -> None:
    reader = Reader()

    def at_third(count: int) -> bool:
        assert not reader.is_prepared
        reader.reads = count == 3
        return False

    stopping = Waits(at_third)
    FaceLooks(reader, NO_ZONES).prepare(stopping)
    assert (reader.is_prepared, stopping.count) == (True, 3)


def test_a_reader_by_which_no_card_is_read_costs_nothing() -> None:
    reader = Reader()
    FaceLooks(reader, NO_ZONES).prepare(Waits(lambda count: count == 5))
    assert not reader.is_prepared


def test_without_a_reader_there_is_nothing_to_prepare() -> None:
    FaceLooks(None, NO_ZONES).prepare(Waits(lambda _count: False))
