"""A stream that is killed, stalls and comes back: nobody is given an old picture, and it comes back by itself."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from companion.words import Text
from tests.vision.sources.mjpeg_server import MjpegServer, number_of
from vision.errors import EndOfPictures, SourceLost
from vision.frame import Frame
from vision.sources.mjpeg import MjpegSource
from vision.sources.newest_frame import FRESH_MS, NewestFrame, RetryDelay, SourceState
from vision.sources.source import Source, monotonic_ms

SOON_S = 60.0
"""How long anything is waited for; on a quiet machine it takes a part of a second."""


@contextmanager
def reading(source: Source) -> Iterator[NewestFrame]:
    newest = NewestFrame(source)
    newest.start()
    try:
        yield newest
    finally:
        newest.stop()


def stream(server: MjpegServer) -> MjpegSource:
    return MjpegSource(server.url, read_timeout_ms=400, open_timeout_ms=500)


def take_fresh(newest: NewestFrame, server: MjpegServer, count: int) -> list[int]:
    """Take frames until so many were given within `FRESH_MS` of the camera's taking them; return the numbers of all.

    On a busy machine some are late on the way; a reader that gives what has waited has no fresh one any more.
    """
    numbers: list[int] = []
    fresh = 0
    until_s = time.monotonic() + SOON_S
    while fresh < count:
        assert time.monotonic() < until_s, f"fresh in time: {fresh} of {len(numbers)}"
        frame = newest.take(0.05)
        if frame is not None:
            numbers.append(number_of(frame.pixels))
            fresh += monotonic_ms() - server.taken_ms[numbers[-1]] <= FRESH_MS
    assert numbers == sorted(set(numbers)), "each is given once, and none after a newer one"
    return numbers


def wait_for(claim: Callable[[], bool], seconds: float = SOON_S) -> None:
    until = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < until, "it has not come about"
        time.sleep(0.01)


def test_a_stream_that_flows_gives_each_picture_once_and_fresh() -> None:
    server = MjpegServer()
    with reading(stream(server)) as newest:
        take_fresh(newest, server, 10)
    server.kill()


def test_what_a_stalled_stream_had_kept_back_is_given_to_nobody() -> None:
    server = MjpegServer()
    with reading(MjpegSource(server.url, read_timeout_ms=30_000)) as newest:
        take_fresh(newest, server, 5)
        server.stall()
        wait_for(lambda: len(server.kept_back) > 10)
        newest.take()
        assert newest.take() is None
        server.flow()
        assert not server.kept_back.intersection(take_fresh(newest, server, 10))
    server.kill()


def test_a_silent_stream_is_lost_in_its_time_and_found_again() -> None:
    server = MjpegServer()
    with reading(stream(server)) as newest:
        wait_for(lambda: newest.health().state is SourceState.LIVE)
        server.stall()
        wait_for(lambda: newest.health().state is SourceState.LOST)
        assert newest.take() is None
        server.flow()
        take_fresh(newest, server, 5)
        assert newest.health().losses >= 1
    server.kill()


def test_a_killed_camera_that_is_switched_on_again_comes_back_by_itself() -> None:
    first = MjpegServer()
    with reading(stream(first)) as newest:
        wait_for(lambda: newest.health().state is SourceState.LIVE)
        first.kill()
        wait_for(lambda: newest.health().state is SourceState.LOST)
        problem = newest.health().problem
        assert problem is not None and "127.0.0.1" in str(problem.args["url"])
        second = MjpegServer(port=first.port)
        take_fresh(newest, second, 5)
    second.kill()
    assert newest.health().state is SourceState.STOPPED


class Scripted:
    """A source that does what it is told, and never the same twice."""

    is_live = False

    def __init__(self, *steps: Frame | Exception) -> None:
        self.steps = list(steps)
        self.opened = self.closed = 0

    def open(self) -> None:
        self.opened += 1

    def read(self) -> Frame:
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        self.closed += 1

    def describe(self) -> Text:
        return Text("a script")


def frame(level: int) -> Frame:
    return Frame(np.full((4, 4), level, np.uint8), 0, 0)


def test_a_late_reader_gets_the_newest_frame_and_no_other() -> None:
    source = Scripted(frame(1), frame(2), frame(3), EndOfPictures(Text("the end")))
    newest = NewestFrame(source, clock=lambda: 1000)
    newest.start()
    wait_for(lambda: newest.health().state is SourceState.ENDED)
    given = newest.take()
    assert given is not None and given.number == 2 and given.pixels[0, 0] == 3
    assert newest.take() is None
    newest.stop()


def test_a_frame_that_nobody_took_in_time_is_not_given() -> None:
    now = [0]
    source = Scripted(frame(1), EndOfPictures(Text("the end")))
    newest = NewestFrame(source, clock=lambda: now[0])
    newest.start()
    wait_for(lambda: newest.health().state is SourceState.ENDED)
    now[0] = 101
    assert newest.take() is None
    assert newest.health().age_ms == 101
    newest.stop()


def test_a_fault_of_the_program_is_told_and_the_thread_goes_on() -> None:
    source = Scripted(RuntimeError("unforeseen"), frame(1), EndOfPictures(Text("the end")))
    newest = NewestFrame(source)
    newest.start()
    wait_for(lambda: newest.health().state is SourceState.ENDED)
    assert (source.opened, source.closed) == (2, 2)
    assert newest.health().losses == 1
    newest.stop()


def test_a_source_is_opened_ever_more_patiently_until_it_has_been_good_for_a_while() -> None:
    back_off = RetryDelay()
    assert [back_off.lost() for _ in range(7)] == [250, 500, 1000, 2000, 4000, 8000, 8000]
    back_off.frame_came(0)
    back_off.frame_came(2900)
    assert back_off.lost() == 8000
    back_off.frame_came(10_000)
    back_off.frame_came(13_000)
    assert back_off.lost() == 250


def test_a_source_that_is_lost_while_it_opens_says_why() -> None:
    class Nobody(Scripted):
        def open(self) -> None:
            super().open()
            raise SourceLost(Text("nobody answers"))

    newest = NewestFrame(Nobody())
    newest.start()
    wait_for(lambda: newest.health().state is SourceState.LOST)
    assert newest.health().problem == Text("nobody answers")
    newest.stop()
