"""A watched part of the picture, such as a dice tray: what lies still is read some times, until its frames agree, and not
again before it changes.
"""

import numpy as np

from companion.observation import ReadingStatus, Sighting, SightingState, What
from companion.words import Text
from tests.vision.watched_part import WatchedPart
from vision.detectors.codes import Detection
from vision.errors import VisionError
from vision.frame import Frame, Pixels, Region, square_around
from vision.reading_spot import PATIENCE_MS

TRAY = Region(200, 100, 500, 300)
FRAME_MS = 66


class Tray:
    """A dark tray on a grey table, light squares that stand for dice, and an eye that knows what they show."""

    def __init__(self) -> None:
        self.dice: dict[str, tuple[int, int, str]] = {}
        self.hand: tuple[int, int] | None = None
        self.reading = ReadingStatus.READ
        self.looks = 0
        self._number = 0
        self._noise = np.random.default_rng(1).normal(0, 2, (4, 480, 640))

    def see(self, pixels: Pixels) -> list[Detection]:
        self.looks += 1
        assert pixels.shape[:2] == (200, 300)
        return [self._code(*die) for die in self.dice.values() if not self._is_covered(die)]

    def _code(self, x: int, y: int, face: str) -> Detection:
        reading = ReadingStatus.UNSURE if not face else self.reading
        return Detection(face, square_around(np.array([x, y]), 32), What.DIE, 0.8, reading)

    def _is_covered(self, die: tuple[int, int, str]) -> bool:
        return self.hand is not None and abs(self.hand[0] - die[0]) < 50

    def frame(self) -> Frame:
        picture = np.full((480, 640), 120.0)
        picture[100:300, 200:500] = 40
        for x, y, _ in self.dice.values():
            picture[100 + y - 16 : 100 + y + 16, 200 + x - 16 : 200 + x + 16] = 220
        if self.hand is not None:
            x, y = self.hand
            picture[100 + y - 50 : 400, 200 + x - 50 : 200 + x + 50] = 170
        noisy = np.clip(picture + self._noise[self._number % 4], 0, 255).astype(np.uint8)
        self._number += 1
        return Frame(noisy, self._number, self._number * FRAME_MS)


def watch(part: WatchedPart, tray: Tray, frames: int = 8) -> list[Sighting]:
    return [news for _ in range(frames) for news in part.feed(tray.frame())]


def told(news: list[Sighting]) -> list[tuple[str, str]]:
    return [(sighting.state.value, sighting.reads) for sighting in news]


def playing(**dice: tuple[int, int, str]) -> tuple[WatchedPart, Tray]:
    """A tray that was looked at empty, and then dice in it."""
    tray = Tray()
    part = WatchedPart(tray.see, TRAY)
    assert watch(part, tray) == []
    tray.dice |= dice
    return part, tray


def test_dice_at_rest_are_told_with_their_faces_and_places_in_the_picture() -> None:
    part, tray = playing(a=(60, 60, "4"), b=(160, 90, "6"))
    news = watch(part, tray)
    assert told(news) == [("start", "4"), ("start", "6")]
    assert [sighting.what for sighting in news] == [What.DIE, What.DIE]
    assert np.abs(np.mean(news[0].corners_px, axis=0) - (260, 160)).max() < 1
    assert news[0].confidence_percent == 80
    assert sorted(thing.text for thing in part.things) == ["4", "6"]


def test_where_two_frames_agree_a_third_is_not_read_and_then_none_until_something_changes() -> None:
    part, tray = playing(a=(60, 60, "4"))
    before = tray.looks
    watch(part, tray, 40)
    assert tray.looks == before + 2
    assert part.spot.looks == tray.looks


def test_while_anything_moves_in_the_tray_nothing_is_read() -> None:
    part, tray = playing(a=(60, 60, "4"))
    before = tray.looks
    for n in range(12):
        tray.dice["b"] = (120 + 8 * n, 120, "2")
        assert watch(part, tray, 1) == []
    assert tray.looks == before


def test_a_die_taken_out_ends_and_one_thrown_again_is_another() -> None:
    part, tray = playing(a=(60, 60, "4"), b=(160, 90, "6"))
    watch(part, tray)
    del tray.dice["a"]
    assert told(watch(part, tray)) == [("end", "4")]
    tray.dice["b"] = (162, 90, "1")
    tray.hand = (160, 90)
    watch(part, tray, 2)
    tray.hand = None
    assert sorted(told(watch(part, tray))) == [("end", "6"), ("start", "1")]


def test_a_hand_that_rests_on_a_die_hides_it() -> None:
    part, tray = playing(a=(60, 60, "4"), b=(200, 90, "6"))
    watch(part, tray)
    tray.hand = (60, 60)
    assert told(watch(part, tray)) == [("hidden", "4")]
    tray.hand = None
    assert told(watch(part, tray)) == [("update", "4")]


def test_what_cannot_be_said_is_told_without_a_text_after_a_while_and_when_it_can_be_it_is_the_same_thing() -> (
    None
):
    part, tray = playing(a=(60, 60, ""))
    assert watch(part, tray, PATIENCE_MS // FRAME_MS) == []
    (start,) = watch(part, tray)
    assert (start.reads, start.reading) == ("", ReadingStatus.UNSURE)
    tray.dice["a"] = (64, 60, "3")
    (update,) = watch(part, tray)
    assert (update.state, update.reads, update.thing) == (SightingState.UPDATE, "3", start.thing)


def test_a_spot_that_cannot_be_read_says_why_and_the_rest_goes_on() -> None:
    def blind(_pixels: Pixels) -> list[Detection]:
        raise VisionError(Text("no models"))

    part = WatchedPart(blind, TRAY)
    assert watch(part, Tray()) == []
    assert part.spot.trouble == Text("no models")
