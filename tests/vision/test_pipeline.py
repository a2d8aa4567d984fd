"""A table followed through its frames: cards put down, covered, moved and taken; hands that pass."""

from collections.abc import Iterator

import cv2
import numpy as np
import zxingcpp

from companion.observation import Sighting
from vision.detectors.codes import read_plain
from vision.frame import Frame, Grey
from vision.pipeline import Pipeline

FRAME_MS = 66


class Table:
    """A mat of 1280 by 720 pixels, seen from straight above: cards with codes of 3 pixels a module, and a hand."""

    def __init__(self, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        self._noise = [chance.normal(0, 3, (720, 1280)).astype(np.float32) for _ in range(5)]
        self._number = 0
        self.cards: dict[str, tuple[str, int, int]] = {}
        self.tokens: dict[str, tuple[int, int, int]] = {}
        self.hand: tuple[int, int] | None = None
        self.light = 1.0

    def frame(self) -> Frame:
        picture = np.full((720, 1280), 90, np.float32)
        for text, x, y in self.cards.values():
            face = card(text)
            picture[y : y + face.shape[0], x : x + face.shape[1]] = face
        for tag, x, y in self.tokens.values():
            face = token(tag)
            picture[y : y + face.shape[0], x : x + face.shape[1]] = face
        if self.hand is not None:
            cv2.ellipse(picture, self.hand, (90, 60), 20, 0, 360, (150,), -1)
        noisy = cv2.GaussianBlur(picture, (0, 0), 0.7) * self.light + self._noise[self._number % 5]
        self._number += 1
        pixels = np.clip(noisy, 0, 255).astype(np.uint8)
        return Frame(pixels, self._number, self._number * FRAME_MS)


def card(text: str) -> Grey:
    """A white card of 120 by 170 pixels with its code in the middle."""
    code = np.array(zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode).to_image(scale=3))
    face = np.full((170, 120), 235, np.uint8)
    top, left = (170 - code.shape[0]) // 2, (120 - code.shape[1]) // 2
    face[top : top + code.shape[0], left : left + code.shape[1]] = np.clip(code, 30, 235)
    return face


def token(tag: int) -> Grey:
    """A tag of 4 pixels a module, 32 by 32, with its white edge."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    face = np.full((40, 40), 235, np.uint8)
    face[4:-4, 4:-4] = np.clip(cv2.aruco.generateImageMarker(family, tag, 32), 30, 235)
    return face


def watch(pipeline: Pipeline, table: Table, frames: int = 8) -> list[tuple[str, str]]:
    """State and text of the news of some frames."""
    return [(news.state.value, news.reads) for news in sightings(pipeline, table, frames)]


def sightings(pipeline: Pipeline, table: Table, frames: int = 8) -> Iterator[Sighting]:
    for _ in range(frames):
        yield from pipeline.feed(table.frame())


def playing(*cards: tuple[str, int, int]) -> tuple[Pipeline, Table]:
    """An empty table that was looked at, and then cards put on it."""
    pipeline, table = Pipeline(), Table()
    assert watch(pipeline, table) == []
    for text, x, y in cards:
        table.cards[text] = (text, x, y)
    watch(pipeline, table)
    return pipeline, table


def test_a_card_put_down_is_seen_once_where_it_lies() -> None:
    pipeline, table = playing()
    table.cards["a"] = ("AC001-241", 300, 200)
    (start,) = sightings(pipeline, table)
    assert (start.state.value, start.reads, start.what.value) == ("start", "AC001-241", "qr")
    middle = np.array(start.corners_px).mean(axis=0)
    assert abs(middle - (360, 285)).max() < 3


def test_cards_that_lie_there_from_the_first_frame_are_seen() -> None:
    pipeline, table = Pipeline(), Table()
    table.cards = {"a": ("A-1", 100, 100), "b": ("B-2", 700, 400)}
    assert sorted(watch(pipeline, table)) == [("start", "A-1"), ("start", "B-2")]


def test_a_card_is_seen_within_three_frames_of_lying_still() -> None:
    pipeline, table = playing()
    table.cards["a"] = ("A-1", 300, 200)
    assert watch(pipeline, table, 3) == [("start", "A-1")]


def test_a_card_is_seen_as_soon_although_the_hand_that_laid_it_still_draws_back_beside_it() -> None:
    pipeline, table = playing()
    table.cards["a"] = ("A-1", 300, 200)
    told = []
    for frame in range(3):
        table.hand = (360, 440 + 8 * frame)
        told += watch(pipeline, table, 1)
    assert told == [("start", "A-1")]


def test_a_card_taken_away_ends() -> None:
    pipeline, table = playing(("A-1", 300, 200), ("B-2", 700, 200))
    del table.cards["A-1"]
    assert watch(pipeline, table) == [("end", "A-1")]
    assert [thing.text for thing in pipeline.things] == ["B-2"]


def test_a_card_that_lay_there_from_the_first_frame_and_is_taken_ends_too() -> None:
    pipeline, table = Pipeline(), Table()
    table.cards["a"] = ("A-1", 300, 200)
    watch(pipeline, table)
    del table.cards["a"]
    assert watch(pipeline, table) == [("end", "A-1")]


def test_a_card_seen_in_the_hand_that_carries_it_does_not_stay_where_it_was_seen() -> None:
    pipeline, table = playing(("A-1", 300, 200))
    table.cards["A-1"] = ("A-1", 430, 200)
    told = []
    for frame in range(4):  # It hangs still for a moment, while the arm beside it moves on.
        table.hand = (490, 440 + 8 * frame)
        told += watch(pipeline, table, 1)
    assert told == [("update", "A-1")]
    table.cards, table.hand = {}, None
    assert watch(pipeline, table, 12) == [("end", "A-1")]


def test_a_card_moved_while_lying_is_the_same_thing_elsewhere() -> None:
    pipeline, table = playing(("A-1", 300, 200))
    table.cards["A-1"] = ("A-1", 340, 220)
    (moved,) = sightings(pipeline, table)
    assert (moved.state.value, moved.thing) == ("update", 1)


def test_a_hand_that_passes_is_no_news() -> None:
    pipeline, table = playing(("A-1", 300, 200), ("B-2", 700, 200))
    for x in range(0, 1280, 60):
        table.hand = (x, 280)
        assert watch(pipeline, table, 1) == []
    table.hand = None
    assert watch(pipeline, table) == []


def test_a_hand_that_rests_on_a_card_hides_it_until_it_goes() -> None:
    pipeline, table = playing(("A-1", 300, 200))
    table.hand = (360, 285)
    assert watch(pipeline, table) == [("hidden", "A-1")]
    table.hand = None
    assert watch(pipeline, table) == [("update", "A-1")]


def test_a_card_laid_upon_another_hides_it_and_lifted_shows_it_again() -> None:
    pipeline, table = playing(("A-1", 300, 200))
    table.cards["b"] = ("B-2", 304, 204)
    assert sorted(watch(pipeline, table)) == [("hidden", "A-1"), ("start", "B-2")]
    del table.cards["b"]
    assert sorted(watch(pipeline, table)) == [("end", "B-2"), ("update", "A-1")]


def test_two_copies_of_a_card_are_two_things() -> None:
    pipeline, table = playing(("A-1", 100, 200))
    table.cards["second"] = ("A-1", 700, 200)
    assert watch(pipeline, table) == [("start", "A-1")]
    del table.cards["A-1"]
    assert watch(pipeline, table) == [("end", "A-1")]
    (left,) = pipeline.things
    assert left.corners_px[:, 0].min() > 600


def test_light_that_changes_all_over_is_no_news() -> None:
    pipeline, table = playing(("A-1", 300, 200), ("B-2", 700, 200))
    table.light = 0.6
    assert watch(pipeline, table) == []
    table.light = 1.1
    assert watch(pipeline, table) == []


def test_lights_out_and_on_again_leave_every_card_what_it_was() -> None:
    pipeline, table = playing(("A-1", 300, 200))
    table.light = 0.02
    states = [state for state, _ in watch(pipeline, table)]
    assert "end" not in states
    table.light = 1.0
    watch(pipeline, table)
    (thing,) = pipeline.things
    assert (thing.number, thing.is_hidden) == (1, False)


def test_after_a_look_that_found_nothing_a_still_table_costs_no_more_looks() -> None:
    pipeline, table = playing()
    table.hand = (600, 300)
    watch(pipeline, table, 12)
    before = pipeline.looks
    watch(pipeline, table, 20)
    assert pipeline.looks == before


def test_a_card_that_was_read_costs_no_more_looks_while_the_hand_draws_back_beside_it() -> None:
    pipeline, table = playing()
    table.cards["a"] = ("A-1", 300, 200)
    told = []
    for frame in range(4):
        table.hand = (360, 424 + 8 * frame)
        told += watch(pipeline, table, 1)
    assert told == [("start", "A-1")]
    before = pipeline.looks
    for frame in range(4, 12):
        table.hand = (360, 424 + 8 * frame)
        watch(pipeline, table, 1)
    assert pipeline.looks == before


def test_a_card_taken_away_is_told_after_two_looks_as_its_place_is_bare_again() -> None:
    pipeline, table = playing(("A-1", 300, 200))
    del table.cards["A-1"]
    before = pipeline.looks
    assert watch(pipeline, table, 4) == [("end", "A-1")]
    assert pipeline.looks == before + 2


def test_a_code_in_white_on_black_is_seen_when_the_hand_has_gone() -> None:
    pipeline, table = playing(("A-1", 300, 200))
    inverted = np.subtract(265, card("B-2"), dtype=np.int16).astype(np.uint8)
    watch(pipeline, table)
    told = []
    for _ in range(6):
        frame = table.frame()
        frame.pixels[200:370, 700:820] = inverted
        told += [(news.state.value, news.reads) for news in pipeline.feed(frame)]
    assert told == [("start", "B-2")]


def test_small_codes_that_only_a_trick_reads_are_read_though_plain_looks_read_others() -> None:
    pipeline, table = playing(("A-1", 300, 200))
    small = cv2.resize(card("B-2"), None, fx=0.62, fy=0.62, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), 1)
    told = []
    for _ in range(8):
        frame = table.frame()
        frame.pixels[200 : 200 + small.shape[0], 700 : 700 + small.shape[1]] = soft
        assert "B-2" not in [code.text for code in read_plain(frame.pixels)]
        told += [(news.state.value, news.reads) for news in pipeline.feed(frame)]
    assert told == [("start", "B-2")]


class PatternedTable(Table):
    """The same table with large patterns, of which nothing can be read, once they are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.are_shown = False

    def frame(self) -> Frame:
        frame = super().frame()
        pattern = (np.indices((260, 200)) // 11).sum(axis=0) % 2 * 150 + 50
        for x in (100, 500, 900) if self.are_shown else ():
            frame.pixels[200:460, x : x + 200] = pattern
        return frame


def test_of_parts_that_were_not_read_at_once_one_is_looked_at_again_in_a_frame() -> None:
    pipeline, table = Pipeline(), PatternedTable()
    watch(pipeline, table)
    table.are_shown = True
    looks = []
    for _ in range(8):
        before = pipeline.looks
        watch(pipeline, table, 1)
        looks.append(pipeline.looks - before)
    # Something still moved beside them at the first look; without corner squares two at rest are enough.
    assert looks == [0, 3, 3, 1, 1, 1, 0, 0]


def test_a_table_is_at_rest_when_nothing_moves_and_all_that_lies_there_was_read() -> None:
    table, pipeline = Table(), Pipeline()
    for _ in range(8):
        pipeline.feed(table.frame())
    assert pipeline.is_at_rest
    for x in range(100, 1100, 200):
        table.hand = (x, 360)
        pipeline.feed(table.frame())
        assert not pipeline.is_at_rest
    table.hand = None
    table.cards["a"] = ("JO012-900", 300, 200)
    rests = []
    for _ in range(12):
        seen = bool(pipeline.feed(table.frame()))
        rests.append((pipeline.is_at_rest, seen))
    assert rests[-1] == (True, False)
    assert not any(rest for rest, _ in rests[: [seen for _, seen in rests].index(True)])
