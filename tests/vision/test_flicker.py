"""A lamp that flickers leaves bands that walk through the picture: they are told, and the table is read as if there were
none.
"""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.observation import SightingState
from tests.vision.watched_table import WatchedTable
from vision.flicker import FlickerFilter
from vision.frame import Frame, Pixels
from vision.light import LightState
from vision.virtual.light import RoomLight

FRAMES_PER_SECOND = 15
CALM = 7
"""Grey levels by which evened frames of a table at rest differ at most: half of what counts as a change."""


def a_table(brightness: float = 1.0) -> Pixels:
    """Patches of all greys, as on a printed mat."""
    chance = np.random.default_rng(5)
    patches = (chance.integers(25, 190, (18, 32)) * brightness).astype(np.uint8)
    return cv2.resize(patches, (640, 360), interpolation=cv2.INTER_NEAREST)


def film(light: RoomLight, frames: int, table: Pixels, first: int = 0) -> Iterator[Frame]:
    for number in range(first, first + frames):
        at_ms = 1000 * number / FRAMES_PER_SECOND
        yield Frame(light.bands(table, at_ms), number, round(at_ms))


def furthest(frames: list[Frame]) -> int:
    """By how many grey levels two frames of a film differ at most."""
    smalls = np.stack([frame.small for frame in frames]).astype(int)
    return int((smalls.max(axis=0) - smalls.min(axis=0)).max())


@pytest.mark.parametrize(("mains_hz", "share"), [(50, 0.16), (50, 0.03), (60, 0.16), (60, 0.06)])
def test_bands_that_walk_are_evened_out(mains_hz: int, share: float) -> None:
    light, evener = RoomLight(flicker=share, mains_hz=mains_hz), FlickerFilter()
    raw = list(film(light, 90, a_table()))
    evened = [evener.feed(frame, is_disturbed=True) for frame in raw]
    assert evener.flickers
    assert furthest(evened[45:]) <= CALM < furthest(raw[45:])
    assert furthest([frame.evened() for frame in evened[45:]]) <= CALM


def test_a_lamp_that_does_not_flicker_is_left_alone_and_seldom_measured() -> None:
    evener = FlickerFilter()
    frames = list(film(RoomLight(), 60, a_table()))
    assert [evener.feed(frame, is_disturbed=False) for frame in frames] == frames
    measured = [frame for frame in frames if "small" in vars(frame)]
    assert len(measured) <= 0.25 * len(frames)


def test_a_shadow_that_comes_over_the_table_and_stays_is_no_flicker() -> None:
    evener, table = FlickerFilter(), a_table()
    shade = (1 - 0.3 / (1 + np.exp((np.arange(360) - 120) / 15)))[:, np.newaxis]
    frames = [*film(RoomLight(), 20, table), *film(RoomLight(), 60, (table * shade).astype(np.uint8), 20)]
    assert [evener.feed(frame, is_disturbed=True) for frame in frames] == frames


def test_an_arm_and_cards_over_a_third_of_the_table_do_not_bend_what_is_evened() -> None:
    light, evener = RoomLight(flicker=0.11), FlickerFilter()
    for frame in film(light, 60, a_table()):
        evener.feed(frame, is_disturbed=True)
    covered = a_table()
    covered[40:, 200:420] = 150
    evened = [evener.feed(frame, is_disturbed=True) for frame in film(light, 30, covered, 60)]
    assert furthest(evened) <= CALM


def test_a_picture_of_another_size_begins_anew() -> None:
    light, evener = RoomLight(flicker=0.11), FlickerFilter()
    for frame in film(light, 30, a_table()):
        evener.feed(frame, is_disturbed=True)
    assert evener.flickers
    evener.feed(Frame(cv2.resize(a_table(), (320, 240)), 30, 2000), is_disturbed=True)
    assert not evener.flickers


@pytest.mark.slow
def test_a_card_is_read_under_a_flickering_lamp_that_is_told_once() -> None:
    watched = WatchedTable(lamp=RoomLight(flicker=0.11))
    watched.watch(20)
    card = watched.put("AA001-900", 0, is_face_up=True)
    watched.watch(6)
    watched.table.take(card)
    watched.watch(8)
    told = [(one.reads, one.state) for one in watched.seen]
    assert told == [("AA001-900", SightingState.START), ("AA001-900", SightingState.END)]
    assert watched.pipeline.is_at_rest
    assert watched.pipeline.light_news == [LightState.FLICKERS]


def test_the_end_of_the_flicker_is_told_after_a_while() -> None:
    light, evener, table = RoomLight(flicker=0.11), FlickerFilter(), a_table()
    for frame in film(light, 30, table):
        evener.feed(frame, is_disturbed=True)
    assert evener.flickers
    for frame in film(RoomLight(), 300, table, 30):
        evener.feed(frame, is_disturbed=False)
    assert not evener.flickers
